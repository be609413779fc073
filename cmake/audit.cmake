# audit_cache: cache misses of audit's rule layouts, in a model and as measured.

function(add_lsm_audit_cache)
  # The world that rules meet is among the tables: a cycle, which CMake resolves.
  target_link_libraries(audit_optimized PUBLIC audit)
  set(dir ${PROJECT_SOURCE_DIR}/bench)
  add_library(audit_cache_model STATIC ${dir}/cache_model.c ${dir}/audit_layout.c)
  target_link_libraries(audit_cache_model PUBLIC audit PRIVATE lsm_warnings)
  lsm_not_instrumented(audit_cache_model)
  add_executable(audit_cache ${dir}/audit_cache.c $<TARGET_OBJECTS:lsm_sanitizer>)
  target_link_libraries(audit_cache PRIVATE audit_cache_model m lsm_warnings)
  lsm_not_instrumented(audit_cache)
  add_lsm_unit_test(cache_model audit_cache_model)
endfunction()

add_lsm_audit_cache()
