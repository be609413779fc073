# kernel_threads_<tree>: two threads share the SID table of a kernel tree.  Beside
# the sound one there is one whose pointers are published without order.
function(add_lsm_kernel_threads name variant)
  add_lsm_kernel_fused(object threads ${name} VARIANT "${variant}" FLAGS ${ARGN})
  set(program kernel_threads_${name}${variant})
  if(object)
    add_executable(${program} ${PROJECT_SOURCE_DIR}/tests/kernel_threads.c ${object}
      $<TARGET_OBJECTS:lsm_sanitizer>)
    target_include_directories(${program} PRIVATE ${PROJECT_SOURCE_DIR}/peers/kernel)
    target_compile_definitions(${program} PRIVATE LSM_THREADS_KERNEL=lsm_threads_${name}${variant})
    target_link_libraries(${program} PRIVATE lsm_engine lsm_warnings)
    set(programs ${programs} $<TARGET_FILE:${program}> PARENT_SCOPE)
  endif()
endfunction()

function(add_lsm_kernel_threads_test name)
  set(programs "")
  add_lsm_kernel_threads(${name} "")
  add_lsm_kernel_threads(${name} _relaxed -DLSM_KERNEL_PUBLISH=__ATOMIC_RELAXED)
  list(LENGTH programs built)
  if(built EQUAL 2)
    lsm_test(sidtab.threads.${name} LABELS sidtab concurrency
      COMMAND ${PROJECT_SOURCE_DIR}/tests/kernel-threads.sh ${programs})
  endif()
endfunction()

if(LSM_SANITIZE MATCHES "thread" AND LSM_ENGINE STREQUAL "replay")
  foreach(name IN LISTS LSM_KERNEL_NAMES)
    add_lsm_kernel_threads_test(${name})
  endforeach()
endif()

# sidtab_hits: what threads that share a cache cost each other, nobody delayed.
function(add_lsm_sidtab_hits)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/optimized/sidtab_*.c)
  add_lsm_variant(sidtab_shared LSM_SYNC_THREADS SOURCES ${sources} LIBRARIES sidtab)
  add_library(sync_threads OBJECT ${PROJECT_SOURCE_DIR}/tsan/sync_threads.c)
  target_link_libraries(sync_threads PRIVATE lsm_plain_flags lsm_warnings)
  add_executable(sidtab_hits ${PROJECT_SOURCE_DIR}/bench/sidtab_hits.c
    $<TARGET_OBJECTS:sync_threads> $<TARGET_OBJECTS:lsm_sanitizer>)
  target_compile_definitions(sidtab_hits PRIVATE LSM_SYNC_THREADS)
  target_link_libraries(sidtab_hits PRIVATE sidtab_shared ${LSM_URCU} ${LSM_URCU_COMMON} lsm_warnings)
  set_target_properties(sidtab_shared sync_threads sidtab_hits PROPERTIES EXCLUDE_FROM_ALL ON)
endfunction()

if(LSM_CONCURRENCY AND NOT LSM_SANITIZE)
  add_lsm_sidtab_hits()
endif()
