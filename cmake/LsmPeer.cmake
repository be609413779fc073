# A peer is third-party code plus an adapter, fused into one object that exports
# one symbol: peers with equal internal names can then meet in one program, and
# their allocations go through our allocator.

# Sets LSM_ARCHIVE_libsepol; found only when a structure wants it.
function(lsm_find_peer peer)
  find_library(LSM_ARCHIVE_${peer} ${peer}.a)
  if(NOT LSM_ARCHIVE_${peer})
    message(FATAL_ERROR "${peer}.a not found: run ci/deps, or configure with -DLSM_PEERS=OFF")
  endif()
endfunction()

# lsm_fuse(<target> <symbol> <archive> [<missing>]): <target>, an OBJECT library,
# and what it needs of <archive> become ${target}.o, which exports <symbol> alone.
# What neither the archive nor the C library has is <missing>, a function of
# <archive> that must never run.
function(lsm_fuse target symbol archive)
  set(out ${CMAKE_CURRENT_BINARY_DIR}/${target}.o)
  cmake_parse_arguments(PARSE_ARGV 3 arg "" "" "")
  set(missing ${arg_UNPARSED_ARGUMENTS})
  add_custom_command(OUTPUT ${out}
    COMMAND ${CMAKE_COMMAND}
      -DOUT=${out} -DSYMBOL=${symbol} -DARCHIVE=${archive}
      "-DOBJECTS=$<JOIN:$<TARGET_OBJECTS:${target}>,$<SEMICOLON>>"
      -DMISSING=${missing} -DLIBC=${LSM_LIBC}
      -DLINKER=${CMAKE_LINKER} -DOBJCOPY=${CMAKE_OBJCOPY} -DNM=${CMAKE_NM}
      -P ${PROJECT_SOURCE_DIR}/cmake/Fuse.cmake
    DEPENDS ${target} $<TARGET_OBJECTS:${target}> ${archive}
      ${PROJECT_SOURCE_DIR}/cmake/Fuse.cmake
    COMMENT "Fusing ${target}" VERBATIM)
endfunction()

# add_lsm_fused(<name> <symbol> <peer> <source>...): sources that call a peer, as
# the object ${name}.o in the build folder, which exports <symbol> alone.
function(add_lsm_fused name symbol peer)
  lsm_find_peer(${peer})
  add_library(${name} OBJECT ${ARGN})
  target_link_libraries(${name} PRIVATE lsm_flags lsm_warnings)
  lsm_not_instrumented(${name})
  lsm_fuse(${name} ${symbol} ${LSM_ARCHIVE_${peer}})
endfunction()

function(add_lsm_peer structure peer)
  set(name ${structure}_${peer})
  set(dir ${PROJECT_SOURCE_DIR}/peers/${peer})
  file(GLOB sources CONFIGURE_DEPENDS ${dir}/${structure}_*.c)
  foreach(used IN LISTS ARGN) # its policies are part of this one's
    file(GLOB part CONFIGURE_DEPENDS ${dir}/${used}_${peer}_policy.c)
    list(APPEND sources ${part})
  endforeach()
  add_lsm_fused(${name} lsm_${name} ${peer} ${sources})
  target_sources(${structure} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/${name}.o)
endfunction()
