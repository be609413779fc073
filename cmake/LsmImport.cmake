# import_policy: a real policy in, programs out.  Only policy_reader.c knows
# libsepol; it is fused with it, as a peer is.

function(add_lsm_import)
  if(NOT LSM_PEERS)
    return()
  endif()
  set(dir ${PROJECT_SOURCE_DIR}/import)
  file(GLOB sources CONFIGURE_DEPENDS ${dir}/*.c)
  file(GLOB mains CONFIGURE_DEPENDS ${dir}/*_main.c)
  list(REMOVE_ITEM sources ${mains} ${dir}/policy_reader.c)
  add_library(lsm_import STATIC ${sources})
  target_link_libraries(lsm_import PUBLIC lsm_engine PRIVATE lsm_warnings)
  lsm_not_instrumented(lsm_import)

  lsm_find_peer(libsepol)
  add_library(policy_reader OBJECT ${dir}/policy_reader.c)
  target_link_libraries(policy_reader PRIVATE lsm_flags lsm_warnings)
  lsm_not_instrumented(policy_reader)
  lsm_fuse(policy_reader lsm_policy_read ${LSM_ARCHIVE_libsepol})

  add_executable(import_policy ${dir}/policy_main.c
    ${CMAKE_CURRENT_BINARY_DIR}/policy_reader.o $<TARGET_OBJECTS:lsm_sanitizer>)
  target_link_libraries(import_policy PRIVATE lsm_import lsm_warnings)
  lsm_not_instrumented(import_policy)

  add_lsm_unit_test(import lsm_import)
  add_lsm_unit_test(import_run lsm_import)
  if(LSM_ENGINE STREQUAL "replay" AND LSM_SANITIZE MATCHES "address")
    lsm_test(import.hostile LABELS import
      COMMAND ${PROJECT_SOURCE_DIR}/tests/import_hostile.sh $<TARGET_FILE:import_policy>
        $<TARGET_FILE:replay_ebitmap> $<TARGET_FILE:replay_mls>)
    lsm_test(import.real LABELS import real
      COMMAND ${PROJECT_SOURCE_DIR}/tests/real-policies.sh $<TARGET_FILE_DIR:import_policy>)
  endif()
endfunction()
