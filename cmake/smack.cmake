# What Smack has beyond other structures: its hash functions are tested for
# signed and for unsigned char, and large sets of rules are loaded whole.

# The test of the hash functions, for one sign of char and one source of them.
function(add_smack_hash_test name sign source)
  add_executable(${name} ${PROJECT_SOURCE_DIR}/tests/test_smack_hash.c ${source})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/optimized)
  target_compile_options(${name} PRIVATE -f${sign}-char)
  target_link_libraries(${name} PRIVATE lsm_flags ${LSM_CMOCKA})
  lsm_not_instrumented(${name})
endfunction()

# The planted bug that only one sign of char shows must fail there.
function(add_smack_hash_mutant)
  set(patch ${PROJECT_SOURCE_DIR}/mutants/smack/unit/sm-3-plain-char.patch)
  lsm_planted(smack ${patch})
  add_smack_hash_test(mutant_smack_sm-3-plain-char signed ${planted_source})
  lsm_test(smack.mutant.sm-3-plain-char LABELS smack mutant
    COMMAND mutant_smack_sm-3-plain-char)
  set_tests_properties(smack.mutant.sm-3-plain-char PROPERTIES
    PASS_REGULAR_EXPRESSION "FAILED  \\] bytes_from_0x80")
endfunction()

# The programs import_smack and generate_smack.
function(add_smack_importer name main)
  add_executable(${name} ${PROJECT_SOURCE_DIR}/import/${main}.c $<TARGET_OBJECTS:lsm_sanitizer>)
  target_link_libraries(${name} PRIVATE lsm_import lsm_warnings)
  lsm_not_instrumented(${name})
endfunction()

# Where there are importers: large sets of rules through all implementations.
function(add_smack_rules_test)
  add_smack_importer(import_smack smack_main)
  add_smack_importer(generate_smack smack_generate_main)
  add_lsm_program(load smack ${PROJECT_SOURCE_DIR}/tests/smack_load.c)
  if(LSM_WHOLE)
    lsm_test(smack.rules LABELS smack real
      COMMAND ${PROJECT_SOURCE_DIR}/tests/smack-rules.sh $<TARGET_FILE_DIR:load_smack>)
    lsm_test(import.hostile-smack LABELS import smack
      COMMAND ${PROJECT_SOURCE_DIR}/tests/import_hostile_smack.sh $<TARGET_FILE:import_smack>
        $<TARGET_FILE:replay_smack>)
  endif()
endfunction()

function(add_lsm_smack)
  if(LSM_PEERS)
    add_smack_rules_test()
  endif()
  if(LSM_CMOCKA AND NOT LSM_M32)
    foreach(sign IN ITEMS signed unsigned)
      add_smack_hash_test(test_smack_hash_${sign} ${sign}
        ${PROJECT_SOURCE_DIR}/optimized/smack_hash.c)
      lsm_test(smack_hash.${sign} LABELS smack unit COMMAND test_smack_hash_${sign})
    endforeach()
    if(LSM_WHOLE)
      add_smack_hash_mutant()
    endif()
  endif()
endfunction()

add_lsm_smack()
