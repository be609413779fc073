# Run by lsm_fuse(): link, redirect what allocates or talks, hide the rest.

# Every function that allocates or frees for its caller; the fused object must
# not need one of them any more.
set(allocators malloc calloc realloc reallocarray free strdup strndup vasprintf
    asprintf)
set(checked_allocators vasprintf asprintf)
set(unsupported posix_memalign aligned_alloc memalign valloc getline getdelim
    open_memstream realpath)

set(options --keep-global-symbol=${SYMBOL})
foreach(name IN LISTS allocators)
  list(APPEND options --redefine-sym ${name}=lsm_${name})
endforeach()
foreach(name IN LISTS checked_allocators)
  list(APPEND options --redefine-sym __${name}_chk=lsm_${name}_chk)
endforeach()
# A peer that complains on the terminal would drown the fuzzer's own lines.
foreach(name IN ITEMS printf puts putchar fputc fwrite)
  list(APPEND options --redefine-sym ${name}=lsm_quiet_${name})
endforeach()
foreach(name IN ITEMS printf fprintf vfprintf)
  list(APPEND options --redefine-sym __${name}_chk=lsm_quiet_${name}_chk)
endforeach()

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    file(REMOVE ${OUT})
    message(FATAL_ERROR "failed: ${ARGN}")
  endif()
endfunction()

# Whoever takes a part out of something larger names a function that stands for
# all the rest of it: none of that is called, or the program says so and ends.
if(MISSING)
  set(keep -u ${MISSING})
endif()
run(${LINKER} -r ${keep} -o ${OUT} ${OBJECTS} ${ARCHIVE})
if(MISSING)
  execute_process(COMMAND ${NM} --undefined-only --format=posix ${OUT}
    OUTPUT_VARIABLE wanted COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${NM} -D --defined-only --format=posix ${LIBC}
    OUTPUT_VARIABLE offered COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX REPLACE "@[^ ]* " " " offered "\n${offered}")
  string(REGEX MATCHALL "[^\n]+" wanted "${wanted}")
  foreach(line IN LISTS wanted)
    string(REGEX REPLACE " .*" "" name "${line}")
    string(FIND "${offered}" "\n${name} " found)
    if(found EQUAL -1 AND NOT name MATCHES "^(lsm_|_)")
      list(APPEND strays --defsym=${name}=${MISSING})
    endif()
  endforeach()
  run(${LINKER} -r ${strays} -o ${OUT}.whole ${OUT})
  file(RENAME ${OUT}.whole ${OUT})
endif()
run(${OBJCOPY} ${options} ${OUT})

execute_process(COMMAND ${NM} --undefined-only --format=posix ${OUT}
  OUTPUT_VARIABLE undefined COMMAND_ERROR_IS_FATAL ANY)
foreach(name IN LISTS allocators unsupported)
  if(undefined MATCHES "(^|\n)(__)?${name}(_chk)? ")
    file(REMOVE ${OUT})
    message(FATAL_ERROR "${OUT} still calls ${name}: teach cmake/Fuse.cmake to redirect it")
  endif()
endforeach()
