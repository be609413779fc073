# What threads do with a structure: add_lsm_concurrency() makes the schedule and
# stress drivers of one scenario, their planted bugs, and their tests.

set(LSM_CONCURRENCY_DEFAULT ON)
if(LSM_M32 OR LSM_COVERAGE OR LSM_ENGINE STREQUAL "afl" OR LSM_SANITIZE MATCHES "memory"
   OR NOT CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
  set(LSM_CONCURRENCY_DEFAULT OFF)
endif()
option(LSM_CONCURRENCY "Schedules and real threads: x86-64 only, needs liburcu" ${LSM_CONCURRENCY_DEFAULT})

# The scheduler and all bookkeeping are compiled without sanitizers: what they
# do is nobody's access, and orders nothing.
function(lsm_unsanitized target)
  lsm_not_instrumented(${target})
  if(LSM_SANITIZE MATCHES "thread")
    target_compile_definitions(${target} PRIVATE LSM_TSAN LSM_COARSE=1)
  elseif(LSM_SANITIZE MATCHES "address")
    target_compile_definitions(${target} PRIVATE LSM_ASAN LSM_COARSE=0)
  else()
    target_compile_definitions(${target} PRIVATE LSM_COARSE=0)
  endif()
endfunction()

function(add_lsm_unsanitized_objects name)
  add_library(${name} OBJECT ${ARGN})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tsan)
  target_link_libraries(${name} PRIVATE lsm_plain_flags lsm_warnings)
  lsm_unsanitized(${name})
endfunction()

if(LSM_CONCURRENCY)
  find_library(LSM_URCU urcu-memb)
  find_library(LSM_URCU_COMMON urcu-common)
  if(NOT LSM_URCU)
    message(FATAL_ERROR "liburcu not found: run ci/deps, or configure with -DLSM_CONCURRENCY=OFF")
  endif()
  set(t ${PROJECT_SOURCE_DIR}/tsan)
  # Allocation counters, too: fibers share one thread's.
  add_lsm_unsanitized_objects(lsm_fibers ${t}/fiber_context.c ${t}/fiber_run.c
    ${t}/fiber_sync.c ${t}/fiber_lockdep.c ${t}/fiber_policy.c ${t}/schedule_run.c
    ${PROJECT_SOURCE_DIR}/harness/alloc.c)
  add_lsm_unsanitized_objects(lsm_supervise ${t}/schedule_text.c ${t}/schedule_choose.c
    ${t}/supervise.c ${t}/arguments.c)
  add_lsm_unsanitized_objects(lsm_schedule_main ${t}/schedule_main.c
    ${t}/schedule_explore.c ${t}/schedule_minimize.c ${t}/sanitizer_defaults.c)
  add_lsm_unsanitized_objects(lsm_fuzz_schedule ${t}/fuzz_schedule.c ${t}/sanitizer_defaults.c)
  add_lsm_unsanitized_objects(lsm_stress_main ${t}/stress_main.c ${t}/sync_threads.c
    ${t}/sanitizer_defaults.c)
  target_compile_definitions(lsm_stress_main PRIVATE LSM_SYNC_PERTURBED LSM_STRESS)
endif()

# Sources of a structure for one back end.
function(add_lsm_variant name backend)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "SOURCES;INCLUDES;LIBRARIES")
  add_library(${name} STATIC ${arg_SOURCES})
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR}/tsan ${arg_INCLUDES})
  target_compile_definitions(${name} PUBLIC ${backend})
  target_link_libraries(${name} PUBLIC lsm_flags ${arg_LIBRARIES} PRIVATE lsm_warnings)
  lsm_instrumented(${name})
endfunction()

function(add_lsm_scenario_program name variant)
  add_executable(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE ${variant} lsm_engine lsm_warnings)
  lsm_not_instrumented(${name})
endfunction()

set(lsm_schedule_objects $<TARGET_OBJECTS:lsm_fibers> $<TARGET_OBJECTS:lsm_schedule_main>
  $<TARGET_OBJECTS:lsm_supervise>)
set(lsm_stress_objects $<TARGET_OBJECTS:lsm_stress_main> $<TARGET_OBJECTS:lsm_supervise>)

# Each planted race in programs of its own: the patched object comes before the
# library's.
function(add_lsm_planted_races structure scenario folder)
  foreach(patch IN LISTS ARGN)
    file(STRINGS ${patch} driver REGEX "^Driver: schedule")
    if(NOT driver)
      continue()
    endif()
    get_filename_component(id ${patch} NAME_WE)
    lsm_planted(${structure} ${patch})
    add_custom_target(planted_${structure}_${id} DEPENDS ${planted_source})
    set(programs "")
    foreach(driver IN ITEMS schedule stress)
      set(program ${driver}_${structure}_${id})
      set(variant ${structure}_fibers)
      if(driver STREQUAL "stress")
        set(variant ${structure}_threads)
      endif()
      add_lsm_scenario_program(${program} ${variant} ${planted_source} ${scenario}
        ${lsm_${driver}_objects})
      add_dependencies(${program} planted_${structure}_${id})
      target_include_directories(${program} PRIVATE ${planted_folder})
      list(APPEND programs $<TARGET_FILE:${program}>)
    endforeach()
    lsm_test(${structure}.race.${id} LABELS ${structure} concurrency race
      COMMAND ${PROJECT_SOURCE_DIR}/tests/race-caught.sh ${patch} ${programs})
  endforeach()
endfunction()

function(add_lsm_schedule_fuzzer structure scenario)
  add_lsm_scenario_program(fuzz_${structure}_schedule ${structure}_fibers ${scenario}
    $<TARGET_OBJECTS:lsm_fuzz_schedule> $<TARGET_OBJECTS:lsm_fibers> $<TARGET_OBJECTS:lsm_supervise>)
  target_link_options(fuzz_${structure}_schedule PRIVATE -fsanitize=fuzzer)
  lsm_test(${structure}.schedule.fuzz LABELS ${structure} concurrency fuzz
    COMMAND fuzz_${structure}_schedule -runs=${LSM_FUZZ_RUNS} -seed=1 -max_len=256
      -handle_segv=0 -handle_bus=0)
endfunction()

# add_lsm_concurrency(<structure> SCENARIO file FOLDER schedules SOURCES ...
#                     [PATCHES ...] [INCLUDES ...] [LIBRARIES ...])
function(add_lsm_concurrency structure)
  if(NOT LSM_CONCURRENCY)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "SCENARIO;FOLDER" "SOURCES;PATCHES;INCLUDES;LIBRARIES")
  set(rest INCLUDES ${arg_INCLUDES} LIBRARIES ${arg_LIBRARIES})
  add_lsm_variant(${structure}_fibers LSM_SYNC_FIBERS SOURCES ${arg_SOURCES} ${rest})
  add_lsm_variant(${structure}_threads "LSM_SYNC_THREADS;LSM_SYNC_PERTURBED" SOURCES ${arg_SOURCES} ${rest})
  target_link_libraries(${structure}_threads PUBLIC ${LSM_URCU} ${LSM_URCU_COMMON})
  add_lsm_scenario_program(schedule_${structure} ${structure}_fibers ${arg_SCENARIO}
    ${lsm_schedule_objects})
  add_lsm_scenario_program(stress_${structure} ${structure}_threads ${arg_SCENARIO}
    ${lsm_stress_objects})
  if(NOT LSM_ENGINE STREQUAL "replay")
    add_lsm_schedule_fuzzer(${structure} ${arg_SCENARIO})
    return()
  endif()

  set(labels LABELS ${structure} concurrency)
  lsm_test(${structure}.schedule.corpus ${labels} COMMAND schedule_${structure} ${arg_FOLDER})
  lsm_test(${structure}.schedule.2x2 ${labels} COMMAND schedule_${structure} --exhaustive 2 2 2)
  if(LSM_SANITIZE MATCHES "thread")
    lsm_test(${structure}.schedule.2x3 ${labels} COMMAND schedule_${structure} --exhaustive 2 3 1)
    add_lsm_planted_races(${structure} ${arg_SCENARIO} ${arg_FOLDER} ${arg_PATCHES})
  endif()
  lsm_test(${structure}.schedule.random ${labels} COMMAND schedule_${structure} --count 100000 1)
  lsm_test(${structure}.stress ${labels} COMMAND stress_${structure} 5 1)
endfunction()
