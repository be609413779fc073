# What plain `ctest` runs for each structure, in whatever preset.
#
# A test runs in the presets in which it can tell something new.  Corpus and canary
# run in all; small worlds where the compiler, the sanitizer or the word differs in
# what it sees of one thread; LSM_WHOLE marks the one preset, dev, that has all that
# says the same everywhere: drills, planted bugs, real and hostile files.

set(LSM_WHOLE OFF)
if(LSM_ENGINE STREQUAL "replay" AND LSM_SANITIZE MATCHES "address")
  set(LSM_WHOLE ON)
endif()
# TSan sees nothing in a program of one thread that it does not see in the corpus.
set(LSM_ONE_THREAD ON)
if(LSM_SANITIZE MATCHES "thread")
  set(LSM_ONE_THREAD OFF)
endif()

# Looking for leaks takes most of the time of a program that soon ends.  What is
# to end in a verdict does without.
set(lsm_no_leaks ASAN_OPTIONS=detect_leaks=0)

find_library(LSM_CMOCKA cmocka)

function(lsm_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LABELS;COMMAND;ENVIRONMENT")
  add_test(NAME ${name} COMMAND ${arg_COMMAND} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES LABELS "${arg_LABELS}"
    ENVIRONMENT "${arg_ENVIRONMENT}" TIMEOUT 600 SKIP_RETURN_CODE 77)
endfunction()

# A unit test tests/test_<name>.c, linked with <libraries>.
function(add_lsm_unit_test name)
  if(NOT LSM_CMOCKA OR LSM_M32 OR NOT EXISTS ${PROJECT_SOURCE_DIR}/tests/test_${name}.c)
    return()
  endif()
  add_executable(test_${name} ${PROJECT_SOURCE_DIR}/tests/test_${name}.c
    $<TARGET_OBJECTS:lsm_sanitizer>)
  target_link_libraries(test_${name} PRIVATE ${ARGN} ${LSM_CMOCKA} lsm_warnings)
  lsm_not_instrumented(test_${name})
  lsm_test(${name}.unit LABELS ${name} unit COMMAND test_${name})
endfunction()

# lsm_planted(<structure> <patch>): sets planted_source, a copy of what the patch
# breaks with the bug in it, made when something depends on it, and
# planted_folder, where the sound one finds its own headers.
function(lsm_planted structure patch)
  get_filename_component(id ${patch} NAME_WE)
  file(STRINGS ${patch} target REGEX "^\\+\\+\\+ b/")
  string(REGEX REPLACE "^\\+\\+\\+ b/([^\t ]+).*" "\\1" target "${target}")
  get_filename_component(name ${target} NAME)
  get_filename_component(folder ${target} DIRECTORY)
  set(dir ${CMAKE_CURRENT_BINARY_DIR}/mutants/${structure}/${id})
  add_custom_command(OUTPUT ${dir}/${name}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${dir}
    COMMAND patch --quiet --fuzz=0 -p1 -o ${dir}/${name} ${PROJECT_SOURCE_DIR}/${target} ${patch}
    DEPENDS ${patch} ${PROJECT_SOURCE_DIR}/${target} VERBATIM)
  set(planted_source ${dir}/${name} PARENT_SCOPE)
  set(planted_folder ${PROJECT_SOURCE_DIR}/${folder} PARENT_SCOPE)
endfunction()

# Each planted bug is linked into a replay of its own: the patched object comes
# before the library, so the library's is never pulled in.
function(add_lsm_mutants structure)
  file(GLOB patches CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/mutants/${structure}/*.patch)
  foreach(patch IN LISTS patches)
    get_filename_component(id ${patch} NAME_WE)
    file(STRINGS ${patch} driver REGEX "^Driver: ")
    string(REPLACE "Driver: " "" driver "${driver}")
    if(driver STREQUAL "schedule") # a race: see LsmConcurrency.cmake
      continue()
    endif()
    lsm_planted(${structure} ${patch})
    set(program mutant_${structure}_${id})
    # They run once; a third of the time to compile matters more.
    set_source_files_properties(${planted_source} PROPERTIES COMPILE_OPTIONS "-O0;-g0")
    add_executable(${program} ${planted_source} $<TARGET_OBJECTS:${driver}_main>
      $<TARGET_OBJECTS:lsm_sanitizer>)
    target_include_directories(${program} PRIVATE ${planted_folder})
    target_link_libraries(${program} PRIVATE lsm_driver ${structure})
    lsm_not_instrumented(${program})
    if(driver STREQUAL "exhaustive")
      set(arguments ${LSM_EXHAUSTIVE_DEPTH})
    else()
      set(arguments ${PROJECT_SOURCE_DIR}/corpus/${structure})
    endif()
    lsm_test(${structure}.mutant.${id} LABELS ${structure} mutant
      COMMAND ${PROJECT_SOURCE_DIR}/mutants/expect-killed $<TARGET_FILE:${program}> ${arguments}
      ENVIRONMENT ${lsm_no_leaks})
  endforeach()
endfunction()

function(add_lsm_tests structure)
  set(corpus ${PROJECT_SOURCE_DIR}/corpus/${structure})
  lsm_test(${structure}.corpus LABELS ${structure} corpus
    COMMAND replay_${structure} --corpus ${corpus})
  lsm_test(${structure}.canary LABELS ${structure} canary
    COMMAND canary_${structure} ${corpus})
  if(LSM_ONE_THREAD AND NOT LSM_ENGINE STREQUAL "libfuzzer")
    lsm_test(${structure}.exhaustive LABELS ${structure} exhaustive
      COMMAND exhaustive_${structure} ${LSM_EXHAUSTIVE_DEPTH})
  endif()
  if(LSM_WHOLE)
    lsm_test(${structure}.drills LABELS ${structure} drill
      COMMAND ${PROJECT_SOURCE_DIR}/tests/drills.sh ${structure} $<TARGET_FILE_DIR:replay_${structure}>
      ENVIRONMENT ${lsm_no_leaks})
  endif()
  file(GLOB units CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/tests
    ${PROJECT_SOURCE_DIR}/tests/test_${structure}.c ${PROJECT_SOURCE_DIR}/tests/test_${structure}_*.c)
  if(LSM_ONE_THREAD)
    foreach(unit IN LISTS units)
      string(REGEX REPLACE "^test_(.*)[.]c$" "\\1" unit ${unit})
      add_lsm_unit_test(${unit} lsm_driver ${structure})
    endforeach()
  endif()
  if(NOT LSM_ENGINE STREQUAL "replay")
    lsm_test(${structure}.fuzz LABELS ${structure} fuzz
      COMMAND ${PROJECT_SOURCE_DIR}/tests/fuzz-runs.sh ${LSM_ENGINE} ${structure}
        $<TARGET_FILE_DIR:replay_${structure}> ${LSM_FUZZ_RUNS})
  endif()
  if(LSM_WHOLE)
    add_lsm_mutants(${structure})
  endif()
endfunction()

# Tests of what all structures share.
function(add_lsm_common_tests)
  set(toy ${PROJECT_SOURCE_DIR}/tests/rcu_toy)
  file(GLOB patches CONFIGURE_DEPENDS ${toy}/mutants/*.patch)
  add_lsm_concurrency(rcu_toy SCENARIO ${toy}/rcu_toy_scenario.c FOLDER ${toy}/schedule
    SOURCES ${toy}/rcu_toy_cached.c INCLUDES ${toy} PATCHES ${patches})
  foreach(name IN ITEMS alloc observation program mutator engine brief sync)
    add_lsm_unit_test(${name} lsm_engine)
  endforeach()
  add_lsm_unit_test(mechanical lsm_mechanical lsm_flags)
  if(LSM_WHOLE)
    if(LSM_KERNEL_NAMES)
      list(GET LSM_KERNEL_NAMES -1 name)
      lsm_test(kernel.trees LABELS kernel
        COMMAND ${PROJECT_SOURCE_DIR}/tests/kernel-trees.sh ${CMAKE_C_COMPILER}
          ${LSM_KERNEL_TREE_${name}})
    endif()
    lsm_test(new-structure LABELS recipe
      COMMAND ${PROJECT_SOURCE_DIR}/tests/new-structure.sh ${CMAKE_C_COMPILER})
    lsm_test(ci.drills LABELS drill
      COMMAND ${PROJECT_SOURCE_DIR}/tests/drills-ci.sh ${CMAKE_C_COMPILER} ${CMAKE_CURRENT_BINARY_DIR})
    lsm_test(ci.report LABELS recipe
      COMMAND ${PROJECT_SOURCE_DIR}/tests/report.sh ${CMAKE_CURRENT_BINARY_DIR})
    set(eb ${PROJECT_SOURCE_DIR}/mutants/ebitmap)
    lsm_test(ci.reproducer LABELS recipe
      COMMAND ${PROJECT_SOURCE_DIR}/tests/reproducer.sh ${CMAKE_CURRENT_BINARY_DIR}
        ${eb}/eb-1-bound-exclusive.patch ${eb}/eb-7-node-freed-under-iterator.patch)
  endif()
  # These call scripts that know the presets' folders.
  if(CMAKE_CURRENT_BINARY_DIR STREQUAL "${PROJECT_SOURCE_DIR}/build/fuzz")
    lsm_test(ci.corpus-merge LABELS recipe
      COMMAND ${PROJECT_SOURCE_DIR}/tests/corpus-merge.sh ebitmap)
    lsm_test(mutants.sample LABELS mutant
      COMMAND ${PROJECT_SOURCE_DIR}/tests/mutants-sample.sh)
  endif()
endfunction()
