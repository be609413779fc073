# Kernel trees as peers: pristine files of each tree in LSM_KERNEL, compiled in
# user space against the shims in peers/kernel.  Nothing is copied or edited.
#
# Facts that differ between trees are found by compiling, never by version.

set(LSM_KERNEL "" CACHE STRING "Linux source trees to compare with")

set(kernel_dir ${PROJECT_SOURCE_DIR}/peers/kernel)

# What has an adapter, and the files that it needs besides those it includes.
set(kernel_structures ebitmap mls smack avtab audit sidtab)
set(ss security/selinux/ss)
set(kernel_files_ebitmap ${ss}/ebitmap.c)
set(kernel_files_mls ${ss}/ebitmap.c ${ss}/hashtab.c ${ss}/symtab.c ${ss}/mls.c)
set(kernel_files_avtab ${ss}/policydb.c)
set(kernel_files_sidtab ${kernel_files_mls} ${ss}/policydb.c ${ss}/context.c)
set(kernel_with_sidtab mls_kernel_policy.c) # of another adapter
set(kernel_files_threads ${ss}/ebitmap.c ${ss}/context.c)
set(kernel_files_whole ${kernel_files_sidtab} ${ss}/avtab.c ${ss}/conditional.c ${ss}/sidtab.c)

# Say something that ci/build shows even if all goes well.
function(lsm_say text)
  message(STATUS "lsmdiff: ${text}")
endfunction()

# The names of all trees: versions, or folders where two have the same version.
function(lsm_kernel_names)
  foreach(tree IN LISTS LSM_KERNEL)
    set(lines "")
    if(EXISTS ${tree}/Makefile)
      file(STRINGS ${tree}/Makefile lines REGEX "^(VERSION|PATCHLEVEL|SUBLEVEL) *= *[0-9]+" LIMIT_COUNT 3)
    endif()
    list(TRANSFORM lines REPLACE "^.*= *" "")
    list(LENGTH lines parts)
    if(NOT parts EQUAL 3 OR NOT IS_DIRECTORY ${tree}/security/selinux)
      message(FATAL_ERROR "KERNEL: ${tree} is no Linux source tree: no version in Makefile, or no security/selinux")
    endif()
    list(JOIN lines "." version)
    list(POP_BACK lines)
    list(JOIN lines "_" name)
    list(APPEND names linux_${name})
    list(APPEND versions ${version})
  endforeach()
  foreach(tree name version IN ZIP_LISTS LSM_KERNEL names versions)
    set(same ${names})
    list(FILTER same INCLUDE REGEX "^${name}$")
    list(LENGTH same count)
    if(count GREATER 1)
      get_filename_component(folder ${tree} NAME)
      string(REGEX REPLACE "^linux[-_.]?" "" folder "${folder}")
      string(MAKE_C_IDENTIFIER "linux_${folder}" name)
    endif()
    if(name IN_LIST unique)
      message(FATAL_ERROR "KERNEL: two trees would be called ${name}: give one folder another name")
    endif()
    list(APPEND unique ${name})
    set(LSM_KERNEL_TREE_${name} ${tree} PARENT_SCOPE)
    set(LSM_KERNEL_VERSION_${name} ${version} PARENT_SCOPE)
  endforeach()
  set(LSM_KERNEL_NAMES ${unique} PARENT_SCOPE)
endfunction()

# Forwarders for the headers of one tree, by the two lists.
function(lsm_kernel_headers tree out)
  file(STRINGS ${kernel_dir}/headers lines REGEX "^(shim|pass) ")
  foreach(line IN LISTS lines)
    string(REPLACE " " ";" words "${line}")
    list(POP_FRONT words kind)
    if(kind STREQUAL "shim")
      foreach(header IN LISTS words)
        file(CONFIGURE OUTPUT ${out}/${header} CONTENT "#include <kernel_shim.h>\n")
      endforeach()
    else()
      list(GET words 0 header)
      list(GET words -1 source)
      if(EXISTS ${tree}/include/${source})
        file(CONFIGURE OUTPUT ${out}/${header} CONTENT "#include \"${tree}/include/${source}\"\n")
      endif()
    endif()
  endforeach()
endfunction()

# flask.h and av_permissions.h, by the tree's own generator.
function(lsm_kernel_flask tree out)
  set(source ${tree}/scripts/selinux/genheaders/genheaders.c)
  if(NOT EXISTS ${source})
    set(source ${tree}/security/selinux/genheaders.c)
  endif()
  if(EXISTS ${out}/flask.h AND ${out}/flask.h IS_NEWER_THAN ${source})
    return()
  endif()
  execute_process(
    COMMAND cc -w -I${tree}/include/uapi -I${tree}/include
      -I${tree}/security/selinux/include -o ${out}/genheaders ${source}
    COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${out}/genheaders ${out}/flask.h ${out}/av_permissions.h
    COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# Sets <out> to a digest of all that an answer of the compiler hangs on besides
# the file it is asked about: every command configures, and asking takes time.
function(lsm_kernel_stamp out name)
  set(tree ${LSM_KERNEL_TREE_${name}})
  file(GLOB_RECURSE ours ${kernel_dir}/*.h ${kernel_dir}/headers ${PROJECT_SOURCE_DIR}/include/lsm/*.h)
  file(GLOB theirs ${tree}/security/selinux/include/*.h ${tree}/security/selinux/ss/*
    ${tree}/security/smack/* ${tree}/kernel/audit* ${tree}/include/linux/audit.h)
  set(stamp "${CMAKE_C_COMPILER_VERSION} ${LSM_KERNEL_FLAGS_${name}}")
  foreach(file IN LISTS ours)
    file(SHA1 ${file} digest)
    string(APPEND stamp " ${digest}")
  endforeach()
  foreach(file IN LISTS theirs)
    file(TIMESTAMP ${file} time "%s")
    string(APPEND stamp " ${file} ${time}")
  endforeach()
  string(SHA1 stamp "${stamp}")
  set(${out} ${stamp} PARENT_SCOPE)
endfunction()

# Sets <out> to whether <source> compiles in the tree's world; else says why not.
function(lsm_kernel_compiles out name source)
  if(NOT EXISTS ${source})
    set(${out} FALSE PARENT_SCOPE)
    set(lsm_kernel_error "no such file" PARENT_SCOPE)
    return()
  endif()
  file(SHA1 ${source} digest)
  set(known lsm_kernel_${LSM_KERNEL_STAMP_${name}}_${digest})
  if(${known}) # failures are told again
    set(${out} TRUE PARENT_SCOPE)
    return()
  endif()
  execute_process(
    COMMAND ${CMAKE_C_COMPILER} ${LSM_KERNEL_FLAGS_${name}} -I${PROJECT_SOURCE_DIR}/include
      -std=gnu11 -fsyntax-only ${source}
    ERROR_VARIABLE errors OUTPUT_QUIET RESULT_VARIABLE result)
  set(${out} TRUE PARENT_SCOPE)
  if(result EQUAL 0)
    set(${known} TRUE CACHE INTERNAL "")
    return()
  endif()
  # Of a missing .c, which adapters include, the compiler's message tells enough.
  if(errors MATCHES "fatal error: '?([^ ':]+[.]h)'?(:| file not found)")
    message(FATAL_ERROR "${source} of ${LSM_KERNEL_TREE_${name}} includes ${CMAKE_MATCH_1}, which no list knows.\n"
      "Add it to peers/kernel/headers: as 'pass' if it is a leaf, else as 'shim'.")
  endif()
  string(REGEX MATCH "[^\n]*error:[^\n]*" first "${errors}")
  set(${out} FALSE PARENT_SCOPE)
  set(lsm_kernel_error "${first}" PARENT_SCOPE)
endfunction()

# A fact of a tree: whether <code> compiles after <header>.
macro(lsm_kernel_fact name fact header code)
  set(probe ${LSM_KERNEL_OUT_${name}}/probe.c)
  file(WRITE ${probe} "#include <linux/kernel.h>\n#include \"${header}\"\nvoid probe(void);\nvoid probe(void) { ${code} }\n")
  lsm_kernel_compiles(answer ${name} ${probe})
  if(answer)
    string(APPEND facts "#define LSM_KERNEL_${fact} 1\n")
  endif()
endmacro()

function(lsm_kernel_facts name)
  set(out ${LSM_KERNEL_OUT_${name}})
  set(facts "/* Found by compiling; see cmake/LsmKernel.cmake. */\n")
  file(CONFIGURE OUTPUT ${out}/probe/kernel_facts.h CONTENT "")
  list(PREPEND LSM_KERNEL_FLAGS_${name} -I${out}/probe)
  lsm_kernel_fact(${name} LEVEL_IS_POINTER policydb.h "struct level_datum d; d.level->sens = 0;")
  lsm_kernel_fact(${name} STATE_IS_ARGUMENT security.h "security_sid_to_context(&selinux_state, 0, (char **)0, (u32 *)0);")
  lsm_kernel_fact(${name} CONVERT_HAS_FUNCTION sidtab.h "struct sidtab_convert_params p; p.func = 0;")
  file(CONFIGURE OUTPUT ${out}/include/kernel_facts.h CONTENT "${facts}")
endfunction()

# The lines that a program reaches in the last tree guide the fuzzer: that is the
# patched one, if the one before it is what the patch is for.  The same lines of
# every tree, and what trees compare with, which our own implementations have told
# already, would only make it slow.
function(lsm_kernel_instrumented target name)
  list(GET LSM_KERNEL_NAMES -1 last)
  if(NOT name STREQUAL last)
    lsm_not_instrumented(${target})
    return()
  endif()
  lsm_instrumented(${target})
  if(LSM_ENGINE STREQUAL "libfuzzer")
    target_compile_options(${target} PRIVATE -fno-sanitize-coverage=trace-cmp)
  endif()
endfunction()

# One tree: headers, flags, facts, and an archive of all files that compile.
function(lsm_kernel_tree name)
  set(tree ${LSM_KERNEL_TREE_${name}})
  set(out ${CMAKE_CURRENT_BINARY_DIR}/kernel/${name})
  set(LSM_KERNEL_OUT_${name} ${out})
  lsm_kernel_headers(${tree} ${out}/include)
  lsm_kernel_flask(${tree} ${out}/include)
  execute_process(COMMAND ${CMAKE_C_COMPILER} -print-file-name=include
    OUTPUT_VARIABLE compiler OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  set(flags -ffreestanding -fbuiltin -fno-strict-aliasing -fwrapv -fno-delete-null-pointer-checks
    -Werror=implicit-function-declaration -Werror=incompatible-pointer-types
    -nostdinc -isystem${compiler} -D__KERNEL__
    -I${kernel_dir}/shim -I${kernel_dir} -I${out}/include)
  foreach(folder IN ITEMS security/selinux/ss security/selinux/include security/selinux
      security/smack kernel)
    list(APPEND flags -isystem${tree}/${folder})
  endforeach()
  if(LSM_BENCH) # tables as large as the kernel makes them, not as inputs need them
    list(APPEND flags -DLSM_KERNEL_MEASURED)
  endif()
  file(STRINGS ${tree}/Makefile unsigned REGEX "-funsigned-char" LIMIT_COUNT 1)
  if(unsigned)
    list(APPEND flags -funsigned-char)
  endif()
  set(LSM_KERNEL_FLAGS_${name} ${flags})
  lsm_kernel_stamp(LSM_KERNEL_STAMP_${name} ${name})
  lsm_kernel_facts(${name})

  add_library(kernel_${name} STATIC ${kernel_dir}/kernel_machine.c)
  target_compile_options(kernel_${name} PRIVATE ${flags} -w)
  foreach(structure IN LISTS kernel_structures ITEMS whole)
    list(APPEND files ${kernel_files_${structure}})
  endforeach()
  list(REMOVE_DUPLICATES files)
  foreach(file IN LISTS files)
    lsm_kernel_compiles(ok ${name} ${tree}/${file})
    if(ok)
      target_sources(kernel_${name} PRIVATE ${tree}/${file})
      list(APPEND good ${file})
    else()
      lsm_say("${name}: ${file} does not compile: ${lsm_kernel_error}")
    endif()
  endforeach()
  target_sources(kernel_${name} PRIVATE $<TARGET_OBJECTS:kernel_runtime>)
  target_link_libraries(kernel_${name} PRIVATE lsm_flags)
  lsm_kernel_instrumented(kernel_${name} ${name})
  set(LSM_KERNEL_FLAGS_${name} "${flags}" PARENT_SCOPE)
  set(LSM_KERNEL_GOOD_${name} "${good}" PARENT_SCOPE)
  set(LSM_KERNEL_STAMP_${name} ${LSM_KERNEL_STAMP_${name}} PARENT_SCOPE)
endfunction()

# The adapter of one structure for one tree, fused into an object in the build
# folder; sets <out> to its name, or to nothing.  Arguments after that are a
# suffix of the name and flags of a variant.
function(add_lsm_kernel_fused out structure name)
  cmake_parse_arguments(PARSE_ARGV 3 arg "" "VARIANT" "FLAGS")
  set(peer ${structure}_${name}${arg_VARIANT})
  set(${out} "" PARENT_SCOPE)
  file(GLOB sources CONFIGURE_DEPENDS ${kernel_dir}/${structure}_*.c)
  list(TRANSFORM kernel_with_${structure} PREPEND ${kernel_dir}/ OUTPUT_VARIABLE with)
  list(APPEND sources ${with})
  set(LSM_KERNEL_FLAGS_${name} ${LSM_KERNEL_FLAGS_${name}}
    ${arg_FLAGS} -DLSM_KERNEL_NAME=${name}${arg_VARIANT} "-DLSM_KERNEL_SOURCE=\"Linux ${LSM_KERNEL_VERSION_${name}}\"")
  foreach(file IN LISTS kernel_files_${structure})
    if(NOT file IN_LIST LSM_KERNEL_GOOD_${name})
      lsm_say("${structure}: ${name} is left out, as ${file} does not compile")
      return()
    endif()
  endforeach()
  foreach(source IN LISTS sources)
    lsm_kernel_compiles(ok ${name} ${source})
    if(NOT ok)
      lsm_say("${structure}: ${name} is left out: ${lsm_kernel_error}")
      return()
    endif()
  endforeach()
  add_library(${peer} OBJECT ${sources})
  target_compile_options(${peer} PRIVATE ${LSM_KERNEL_FLAGS_${name}})
  target_link_libraries(${peer} PRIVATE lsm_flags)
  lsm_kernel_instrumented(${peer} ${name}) # it may include the kernel's code
  lsm_fuse(${peer} lsm_${peer} $<TARGET_FILE:kernel_${name}> lsm_kernel_missing)
  set(${out} ${CMAKE_CURRENT_BINARY_DIR}/${peer}.o PARENT_SCOPE)
endfunction()

# Sets <out> to the names of the peers that <structure> has got.
function(add_lsm_kernel_peers out structure)
  set(built "")
  if(NOT structure IN_LIST kernel_structures)
    set(LSM_KERNEL_NAMES "")
  endif()
  foreach(name IN LISTS LSM_KERNEL_NAMES)
    add_lsm_kernel_fused(object ${structure} ${name})
    if(object)
      target_sources(${structure} PRIVATE ${object})
      list(APPEND built ${name})
    endif()
  endforeach()
  set(${out} ${built} PARENT_SCOPE)
endfunction()

# Lets <target> ask the security servers of all trees: WHOLE_KERNELS(F, S).
function(lsm_kernel_wholes target)
  set(names "")
  foreach(name IN LISTS LSM_KERNEL_NAMES)
    if(LSM_KERNEL_WHOLE_${name})
      target_sources(${target} PRIVATE ${LSM_KERNEL_WHOLE_${name}})
      list(APPEND names ${name})
    endif()
  endforeach()
  lsm_impl_list(impls ${names})
  target_include_directories(${target} PRIVATE ${kernel_dir})
  target_compile_options(${target} PRIVATE "-DWHOLE_KERNELS(F,S)=${impls}")
endfunction()

if(LSM_PEERS AND LSM_KERNEL)
  lsm_kernel_names()
  execute_process(COMMAND ${CMAKE_C_COMPILER} -print-file-name=libc.so.6
    OUTPUT_VARIABLE LSM_LIBC OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  add_library(kernel_runtime OBJECT ${kernel_dir}/kernel_runtime.c)
  target_link_libraries(kernel_runtime PRIVATE lsm_flags lsm_warnings)
  lsm_not_instrumented(kernel_runtime)
  foreach(name IN LISTS LSM_KERNEL_NAMES)
    lsm_kernel_tree(${name})
    add_lsm_kernel_fused(LSM_KERNEL_WHOLE_${name} whole ${name})
  endforeach()
endif()
