# import_policy: a real policy in, programs out.  Only policy_reader.c knows
# libsepol; it is fused with it, as a peer is.

function(add_lsm_import)
  if(NOT LSM_PEERS)
    return()
  endif()
  set(dir ${PROJECT_SOURCE_DIR}/import)
  file(GLOB sources CONFIGURE_DEPENDS ${dir}/*.c)
  file(GLOB mains CONFIGURE_DEPENDS ${dir}/*_main.c)
  file(GLOB audit CONFIGURE_DEPENDS ${dir}/audit_*.c)
  list(REMOVE_ITEM sources ${mains} ${dir}/policy_reader.c ${audit})
  add_library(lsm_import STATIC ${sources})
  target_link_libraries(lsm_import PUBLIC lsm_engine PRIVATE lsm_warnings)
  lsm_not_instrumented(lsm_import)

  add_lsm_fused(policy_reader lsm_policy_read libsepol ${dir}/policy_reader.c)
  add_executable(import_policy ${dir}/policy_main.c
    ${CMAKE_CURRENT_BINARY_DIR}/policy_reader.o $<TARGET_OBJECTS:lsm_sanitizer>)
  target_link_libraries(import_policy PRIVATE lsm_import lsm_warnings)
  lsm_not_instrumented(import_policy)

  add_lsm_import_audit("${audit}")
  add_lsm_unit_test(import lsm_import)
  add_lsm_unit_test(import_run lsm_import)
  if(LSM_WHOLE)
    lsm_test(import.hostile LABELS import
      COMMAND ${PROJECT_SOURCE_DIR}/tests/import_hostile_policy.sh $<TARGET_FILE:import_policy>
        $<TARGET_FILE:replay_ebitmap> $<TARGET_FILE:replay_mls>)
    lsm_test(import.real LABELS import real
      COMMAND ${PROJECT_SOURCE_DIR}/tests/real-policies.sh $<TARGET_FILE_DIR:import_policy>)
  endif()
endfunction()

# import_audit: audit rule files in, programs out.  Reads with libaudit, writes
# with the words of the audit structure.
function(add_lsm_import_audit sources)
  find_path(LSM_LIBAUDIT_H libaudit.h)
  find_library(LSM_LIBAUDIT NAMES libaudit.so)
  if(NOT LSM_LIBAUDIT OR NOT LSM_LIBAUDIT_H)
    message(FATAL_ERROR "libaudit not found: run ci/deps")
  endif()
  add_executable(import_audit ${sources} $<TARGET_OBJECTS:lsm_sanitizer>)
  target_link_libraries(import_audit PRIVATE lsm_import audit ${LSM_LIBAUDIT} lsm_warnings)
  lsm_not_instrumented(import_audit)
  if(LSM_WHOLE)
    lsm_test(import.audit_hostile LABELS import audit
      COMMAND ${PROJECT_SOURCE_DIR}/tests/import_hostile_audit.sh $<TARGET_FILE:import_audit>
        $<TARGET_FILE:replay_audit>)
    lsm_test(import.audit_real LABELS import audit real
      COMMAND ${PROJECT_SOURCE_DIR}/tests/real-audit-rules.sh $<TARGET_FILE_DIR:import_audit>)
  endif()
endfunction()
