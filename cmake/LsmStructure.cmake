# add_lsm_structure(): one line declares a structure, its implementations, and
# every program and test that exercises them.

set(LSM_ENGINE "replay" CACHE STRING "replay: plain main(); libfuzzer, afl: link a fuzzing engine too")
set_property(CACHE LSM_ENGINE PROPERTY STRINGS replay libfuzzer afl)
set(LSM_FUZZING_ENGINE "-fsanitize=fuzzer" CACHE STRING "What makes a program a fuzz target when linked")
option(LSM_MUTATOR "Fuzz targets bring the record mutator; needs libFuzzer" ON)
set(LSM_SANITIZE "" CACHE STRING "Sanitizers, comma separated, e.g. address,undefined")
option(LSM_PEERS "Compare with peers: needs their archives" ON)
option(LSM_M32 "Build 32-bit programs" OFF)
set(LSM_OWN "" CACHE STRING "Files of your own, named <structure>_<name>.c: one more implementation each")
set(LSM_EXHAUSTIVE_DEPTH 3 CACHE STRING "Depth of the exhaustive tests")
set(LSM_FUZZ_RUNS 20000 CACHE STRING "Programs per target in the fuzz tests")

include(${CMAKE_CURRENT_LIST_DIR}/LsmFlags.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/LsmPeer.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/LsmKernel.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/LsmTests.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/LsmImport.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/LsmConcurrency.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/LsmBench.cmake)

set(root ${PROJECT_SOURCE_DIR})

if(NOT LSM_ENGINE STREQUAL "replay")
  add_executable(noop ${root}/fuzzers/noop.c)
  target_link_libraries(noop PRIVATE lsm_flags lsm_warnings)
  lsm_instrumented(noop)
  target_link_libraries(noop PRIVATE ${LSM_FUZZING_ENGINE})
endif()

add_library(lsm_mechanical OBJECT ${root}/mutants/mechanical_tokens.c
  ${root}/mutants/mechanical_changes.c)
target_link_libraries(lsm_mechanical PRIVATE lsm_flags lsm_warnings)
lsm_not_instrumented(lsm_mechanical)
add_executable(mechanical ${root}/mutants/mechanical.c)
target_link_libraries(mechanical PRIVATE lsm_mechanical lsm_flags lsm_warnings)
lsm_not_instrumented(mechanical)

set(engine_sources alloc observation program text ledger world engine machine
    explain mutator operands bug quiet setup sync_sequential)
list(TRANSFORM engine_sources PREPEND ${root}/harness/)
list(TRANSFORM engine_sources APPEND .c)
add_library(lsm_engine STATIC ${engine_sources})
target_link_libraries(lsm_engine PUBLIC lsm_flags PRIVATE lsm_warnings)
lsm_not_instrumented(lsm_engine)
lsm_lean(${engine_sources})

add_library(lsm_driver STATIC ${root}/harness/driver.c ${root}/harness/input.c)
target_link_libraries(lsm_driver PUBLIC lsm_engine PRIVATE lsm_warnings)
lsm_not_instrumented(lsm_driver)

# An object, not a library: the sanitizers have weak defaults of their own, for
# which no archive would be searched.
add_library(lsm_sanitizer OBJECT ${root}/harness/sanitizer.c)
target_link_libraries(lsm_sanitizer PRIVATE lsm_flags lsm_warnings)
lsm_not_instrumented(lsm_sanitizer)
if(NOT LSM_ENGINE STREQUAL "replay")
  target_compile_definitions(lsm_sanitizer PRIVATE LSM_FUZZING)
endif()

# The drivers know no structure: each main() is compiled once.
function(add_lsm_main driver)
  list(TRANSFORM ARGN PREPEND ${root}/harness/)
  add_library(${driver}_main OBJECT ${ARGN})
  target_link_libraries(${driver}_main PRIVATE lsm_flags lsm_warnings)
  lsm_not_instrumented(${driver}_main)
endfunction()
add_lsm_main(replay replay.c manifest.c minimize.c reproducer.c)
add_lsm_main(canary canary.c)
add_lsm_main(exhaustive exhaustive.c)
add_lsm_main(single single.c) # for reproducers, which are compiled by hand

# The program <driver>_<structure>: a main() and one structure.
function(add_lsm_program name structure)
  add_executable(${name}_${structure} ${ARGN} $<TARGET_OBJECTS:lsm_sanitizer>)
  target_link_libraries(${name}_${structure}
    PRIVATE lsm_driver ${structure} lsm_warnings)
  lsm_not_instrumented(${name}_${structure})
endfunction()

# Sets <out> to the value of LSM_IMPLS(F, S) for these names.
function(lsm_impl_list out)
  set(list "")
  foreach(name IN LISTS ARGN)
    string(APPEND list " F(S,${name})")
  endforeach()
  set(${out} "${list}" PARENT_SCOPE)
endfunction()

# AFL++ loads its mutator as a library: the operation table, no implementation.
function(add_lsm_afl_mutator structure tables)
  add_library(mutator_${structure} MODULE ${root}/fuzzers/afl_mutator.c
    ${root}/harness/mutator.c ${root}/harness/operands.c ${root}/harness/program.c
    ${root}/harness/observation.c ${root}/harness/alloc.c ${tables})
  target_compile_options(mutator_${structure} PRIVATE "-DLSM_IMPLS(F,S)=")
  target_link_libraries(mutator_${structure} PRIVATE lsm_flags lsm_warnings)
  lsm_not_instrumented(mutator_${structure})
endfunction()

function(add_lsm_fuzzer structure tables)
  add_lsm_program(fuzz ${structure} ${root}/fuzzers/target.c)
  target_link_libraries(fuzz_${structure} PRIVATE ${LSM_FUZZING_ENGINE})
  if(LSM_ENGINE STREQUAL "afl" OR NOT LSM_MUTATOR)
    target_compile_definitions(fuzz_${structure} PRIVATE LSM_NO_MUTATOR)
  endif()
  if(LSM_ENGINE STREQUAL "afl")
    add_lsm_afl_mutator(${structure} "${tables}")
  endif()
endfunction()

# What a structure has beyond the others: programs and tests of its own.
macro(add_lsm_extras)
  get_property(structures GLOBAL PROPERTY LSM_STRUCTURES)
  foreach(structure IN LISTS structures)
    include(${root}/cmake/${structure}.cmake OPTIONAL)
  endforeach()
endmacro()

function(add_lsm_structure structure)
  set_property(GLOBAL APPEND PROPERTY LSM_STRUCTURES ${structure})
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "IMPLEMENTATIONS;PEERS;USES")
  file(GLOB tables CONFIGURE_DEPENDS ${root}/fuzzers/fuzz_${structure}.c
    ${root}/fuzzers/${structure}_*.c)
  file(GLOB trusted CONFIGURE_DEPENDS ${root}/reference/${structure}_*.c)
  file(GLOB optimized CONFIGURE_DEPENDS ${root}/optimized/${structure}_*.c)
  set(tables_of_all ${tables})
  foreach(used IN LISTS arg_USES) # another structure is part of this one
    file(GLOB policies CONFIGURE_DEPENDS ${root}/fuzzers/${used}_policies.c)
    list(APPEND tables_of_all ${policies})
    file(GLOB part CONFIGURE_DEPENDS ${root}/reference/${used}_*.c
      ${root}/fuzzers/${used}_policies.c)
    list(APPEND trusted ${part})
  endforeach()
  set(names reference ${arg_IMPLEMENTATIONS})

  foreach(own IN LISTS LSM_OWN)
    get_filename_component(name ${own} NAME_WE)
    if(name MATCHES "^${structure}_(.+)$")
      if(CMAKE_MATCH_1 IN_LIST names OR CMAKE_MATCH_1 IN_LIST arg_PEERS)
        message(FATAL_ERROR "OWN: ${own}: an implementation is called ${CMAKE_MATCH_1} already: rename the file, its symbol and .name")
      endif()
      list(APPEND names ${CMAKE_MATCH_1})
      list(APPEND optimized ${own})
    endif()
  endforeach()

  # Only the code under test is instrumented for coverage: an engine or a
  # reference that is, draws the fuzzer to itself and halves its speed.
  add_library(${structure}_trusted OBJECT ${trusted} ${tables})
  lsm_lean(${trusted} ${tables})
  target_link_libraries(${structure}_trusted PRIVATE lsm_flags lsm_warnings)
  lsm_not_instrumented(${structure}_trusted)
  add_library(${structure}_optimized STATIC ${optimized})
  target_link_libraries(${structure}_optimized PUBLIC lsm_engine PRIVATE lsm_warnings)
  lsm_instrumented(${structure}_optimized)
  foreach(used IN LISTS arg_USES) # optimized code of another structure
    target_link_libraries(${structure}_optimized PUBLIC ${used}_optimized)
  endforeach()
  add_library(${structure} STATIC $<TARGET_OBJECTS:${structure}_trusted>)
  target_link_libraries(${structure} PUBLIC ${structure}_optimized)
  if(LSM_PEERS)
    foreach(peer IN LISTS arg_PEERS)
      list(APPEND names ${peer})
      add_lsm_peer(${structure} ${peer} ${arg_USES})
    endforeach()
    add_lsm_kernel_peers(built ${structure}) # one for each tree
    list(APPEND names ${built})
  endif()
  lsm_impl_list(impls ${names})
  target_compile_options(${structure}_trusted PRIVATE "-DLSM_IMPLS(F,S)=${impls}")

  foreach(driver IN ITEMS replay canary exhaustive)
    add_lsm_program(${driver} ${structure} $<TARGET_OBJECTS:${driver}_main>)
  endforeach()
  if(NOT LSM_ENGINE STREQUAL "replay")
    add_lsm_fuzzer(${structure} "${tables_of_all}")
  endif()
  add_lsm_tests(${structure})

  if(EXISTS ${root}/tsan/${structure}_scenario.c)
    file(GLOB patches CONFIGURE_DEPENDS ${root}/mutants/${structure}/*.patch)
    # What is not compiled for a back end (tables, the reference, structures
    # it uses) comes from the structure's own library.
    add_lsm_concurrency(${structure} SCENARIO ${root}/tsan/${structure}_scenario.c
      FOLDER ${root}/corpus/${structure}/schedule SOURCES ${optimized}
      PATCHES ${patches} LIBRARIES ${structure})
  endif()
endfunction()
