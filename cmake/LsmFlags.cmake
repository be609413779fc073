# Compiler flags: two INTERFACE libraries and two functions.

# Flags every object shares.  NDEBUG is never defined: CMAKE_BUILD_TYPE stays
# empty and the optimization level is set here.
set(LSM_OPTIMIZE "-O2" CACHE STRING "Optimization flags")
add_library(lsm_plain_flags INTERFACE)
target_include_directories(lsm_plain_flags INTERFACE ${PROJECT_SOURCE_DIR}/include)
target_compile_features(lsm_plain_flags INTERFACE c_std_11)
target_compile_definitions(lsm_plain_flags INTERFACE _GNU_SOURCE)
target_compile_options(lsm_plain_flags INTERFACE ${LSM_OPTIMIZE} -g -fno-omit-frame-pointer)
add_library(lsm_flags INTERFACE)
target_link_libraries(lsm_flags INTERFACE lsm_plain_flags)
if(LSM_SANITIZE)
  target_compile_options(lsm_flags INTERFACE -fsanitize=${LSM_SANITIZE} -fno-sanitize-recover=all)
  target_link_options(lsm_flags INTERFACE -fsanitize=${LSM_SANITIZE})
endif()
if(LSM_M32)
  # 64-bit inode numbers; not everywhere, as MSan does not know stat64().
  target_compile_definitions(lsm_flags INTERFACE _FILE_OFFSET_BITS=64)
  target_compile_options(lsm_flags INTERFACE -m32)
  target_link_options(lsm_flags INTERFACE -m32)
  if(DEFINED ENV{LSM_EMULATOR})
    set(CMAKE_CROSSCOMPILING_EMULATOR $ENV{LSM_EMULATOR} CACHE STRING "Runs 32-bit programs")
  endif()
endif()

add_library(lsm_warnings INTERFACE)
target_compile_options(lsm_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes
  -Wcast-qual -Wundef -Wvla -Wwrite-strings)

option(LSM_COVERAGE "Source-based coverage of the code under test (clang)" OFF)

# The code under test: feeds the fuzzer's coverage, and `make coverage`.
function(lsm_instrumented target)
  if(LSM_ENGINE STREQUAL "libfuzzer")
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
    # Without a sanitizer nobody else brings what the counters call.
    target_link_options(${target} INTERFACE -fsanitize=fuzzer-no-link)
  endif()
  if(LSM_COVERAGE)
    target_compile_options(${target} PRIVATE -fprofile-instr-generate -fcoverage-mapping)
    target_link_options(${target} INTERFACE -fprofile-instr-generate)
  endif()
endfunction()

# The engine, the reference and the tables, where speed counts: the other builds
# look for addresses and undefined behaviour in them, on the same programs.
option(LSM_LEAN "Build what is not under test without sanitizers" OFF)
function(lsm_lean)
  if(LSM_LEAN) # of files: options of a target come before those it inherits
    set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS -fno-sanitize=all)
  endif()
endfunction()

# Everything else.  AFL++'s compiler instruments unless it is told not to.
function(lsm_not_instrumented target)
  if(LSM_ENGINE STREQUAL "afl")
    set_target_properties(${target} PROPERTIES
      C_COMPILER_LAUNCHER "${CMAKE_COMMAND};-E;env;AFL_NOOPT=1")
  endif()
endfunction()
