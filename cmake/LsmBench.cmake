# bench_<structure> for every structure that has a bench/<structure>_bench.cc:
# Google Benchmark, in C++, which nothing else here is.  Further files of it are
# bench/<structure>_*.cc.  Who is measured is the structure's own list.

option(LSM_BENCH "Build benchmarks: needs a C++ compiler and ci/deps bench" OFF)
if(LSM_BENCH)
  enable_language(CXX)
endif()

# Where a structure's benchmark reads a real policy: an object fused with libsepol.
set(LSM_BENCH_OBJECTS_avtab avtab_rules.o)

function(lsm_bench_program name structure)
  if(LSM_BENCH_OBJECTS_${structure})
    list(APPEND ARGN ${CMAKE_CURRENT_BINARY_DIR}/${LSM_BENCH_OBJECTS_${structure}})
  endif()
  add_executable(${name} ${ARGN} $<TARGET_OBJECTS:bench_main> $<TARGET_OBJECTS:lsm_sanitizer>)
  target_link_libraries(${name} PRIVATE bench_flags lsm_driver ${structure} lsm_warnings_cxx
    benchmark::benchmark roaring urcu-cds urcu-memb urcu-common ck)
  add_dependencies(benches ${name})
endfunction()

function(add_lsm_bench structure)
  set(dir ${PROJECT_SOURCE_DIR}/bench)
  file(GLOB sources CONFIGURE_DEPENDS ${dir}/${structure}_*.cc)
  lsm_bench_program(bench_${structure} ${structure} ${sources})
  lsm_test(${structure}.bench_gate LABELS ${structure} bench COMMAND bench_${structure} --gate)
  # A wrong implementation is not measured: a planted bug named for that.
  file(GLOB patch CONFIGURE_DEPENDS ${dir}/planted/${structure}-*.patch)
  if(patch)
    lsm_planted(${structure} ${patch})
    lsm_bench_program(bench_${structure}_planted ${structure} ${sources} ${planted_source})
    target_include_directories(bench_${structure}_planted PRIVATE ${planted_folder})
    lsm_test(${structure}.bench_planted LABELS ${structure} bench
      COMMAND ${PROJECT_SOURCE_DIR}/tests/bench-aborts.sh $<TARGET_FILE:bench_${structure}_planted>)
  endif()
endfunction()

function(add_lsm_benches)
  file(GLOB found CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/bench/*_bench.cc)
  if(NOT LSM_BENCH)
    return()
  endif()
  find_package(benchmark REQUIRED)
  add_library(bench_flags INTERFACE)
  target_include_directories(bench_flags INTERFACE ${PROJECT_SOURCE_DIR}/include)
  target_compile_features(bench_flags INTERFACE cxx_std_20)
  target_compile_options(bench_flags INTERFACE ${LSM_OPTIMIZE} -g)
  target_compile_definitions(bench_flags INTERFACE $<$<COMPILE_LANGUAGE:CXX>:_GNU_SOURCE>)
  add_library(lsm_warnings_cxx INTERFACE)
  target_compile_options(lsm_warnings_cxx INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wno-missing-field-initializers -Wshadow -Wundef -Wvla>)
  add_custom_target(benches)
  set(dir ${PROJECT_SOURCE_DIR}/bench)
  add_library(bench_main OBJECT ${dir}/bench_main.cc ${dir}/gate.cc ${dir}/fixed.cc)
  target_link_libraries(bench_main PRIVATE bench_flags lsm_warnings_cxx benchmark::benchmark)
  get_property(structures GLOBAL PROPERTY LSM_STRUCTURES)
  foreach(structure IN LISTS structures)
    if(${dir}/${structure}_bench.cc IN_LIST found)
      add_lsm_bench(${structure})
    endif()
  endforeach()
  lsm_test(bench.gate LABELS bench
    COMMAND ${PROJECT_SOURCE_DIR}/ci/bench-gate.py ${CMAKE_CURRENT_BINARY_DIR})
endfunction()
