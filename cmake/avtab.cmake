# avtab_real: the rules of real policies in every access vector table.  Only
# tests/avtab_rules.c knows libsepol; it is fused with it, as a peer is.

function(add_lsm_avtab_real)
  if(NOT LSM_PEERS)
    return()
  endif()
  set(dir ${PROJECT_SOURCE_DIR}/tests)
  add_lsm_fused(avtab_rules lsm_avtab_policy libsepol ${dir}/avtab_rules.c)
  add_executable(avtab_real ${dir}/avtab_real.c
    ${CMAKE_CURRENT_BINARY_DIR}/avtab_rules.o $<TARGET_OBJECTS:lsm_sanitizer>)
  target_link_libraries(avtab_real PRIVATE avtab lsm_warnings)
  lsm_not_instrumented(avtab_real)
  if(LSM_ENGINE STREQUAL "replay" AND LSM_ONE_THREAD)
    lsm_test(avtab.real LABELS avtab real
      COMMAND ${dir}/avtab-real.sh $<TARGET_FILE:avtab_real>)
  endif()
endfunction()

add_lsm_avtab_real()
