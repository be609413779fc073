# policy_load: whole policies, loaded by libsepol and by every kernel tree.
if(LSM_PEERS)
  add_executable(policy_load ${PROJECT_SOURCE_DIR}/tests/policy_load.c
    ${CMAKE_CURRENT_BINARY_DIR}/decision_policy_libsepol.o $<TARGET_OBJECTS:lsm_sanitizer>)
  target_link_libraries(policy_load PRIVATE lsm_driver decision lsm_warnings)
  lsm_not_instrumented(policy_load)
  lsm_kernel_wholes(policy_load)
  if(LSM_WHOLE)
    lsm_test(policy.load LABELS policy real
      COMMAND ${PROJECT_SOURCE_DIR}/tests/policy-load.sh $<TARGET_FILE:policy_load>)
  endif()
endif()
