# decision_policy: decisions about whole policies, in every implementation and
# by libsepol from its own reading of the same file.
set(LSM_DECISIONS "" CACHE STRING "Decisions asked of each policy; empty: 10,000 under sanitizers, else 500,000")

function(add_lsm_decision_policies)
  if(NOT LSM_PEERS)
    return()
  endif()
  set(dir ${PROJECT_SOURCE_DIR}/tests)
  add_lsm_fused(decision_policy_libsepol lsm_decision_policy libsepol
    ${dir}/decision_policy_libsepol.c ${dir}/decision_policy_load.c)
  add_executable(decision_policy ${dir}/decision_policy.c ${dir}/decision_policy_trees.c
    ${CMAKE_CURRENT_BINARY_DIR}/decision_policy_libsepol.o $<TARGET_OBJECTS:lsm_sanitizer>)
  target_link_libraries(decision_policy PRIVATE lsm_driver decision lsm_warnings)
  lsm_not_instrumented(decision_policy)
  lsm_kernel_wholes(decision_policy)

  set(decisions ${LSM_DECISIONS})
  if(NOT decisions)
    set(decisions 500000) # a million of the two real policies
    if(LSM_SANITIZE OR LSM_COVERAGE)
      set(decisions 10000)
    endif()
  endif()
  if(LSM_ENGINE STREQUAL "replay" AND LSM_ONE_THREAD)
    lsm_test(decision.policies LABELS decision real
      COMMAND ${dir}/decision-policies.sh $<TARGET_FILE:decision_policy> ${decisions})
  endif()
endfunction()

add_lsm_decision_policies()
