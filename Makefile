# SPDX-License-Identifier: GPL-2.0-or-later
# The front door: every target is a line or two over the scripts in ci/.

STRUCTURES := $(shell ci/structures)
SCENARIOS := $(shell ci/structures scenarios)
BENCHES := $(patsubst bench/%_bench.cc,%,$(wildcard bench/*_bench.cc))
TIME ?= 60
SANITIZER ?= tsan
ENGINE ?= libfuzzer
JOBS ?= 1

.PHONY: help check fuzz $(STRUCTURES:%=fuzz-%) $(SCENARIOS:%=fuzz-%-schedule) \
	replay minimize regress import coverage report corpus-merge manifest mutants throughput \
	audit-cache sidtab-hits clean bench bench-gate $(BENCHES:%=bench-%)

help:
	@echo 'make fuzz-STRUCTURE  fuzz one structure: $(STRUCTURES)'
	@echo '       TIME=60 seconds, ENGINE=libfuzzer or afl, JOBS=1 processes,'
	@echo '       OWN="/path/STRUCTURE_name.c ..." adds implementations of your own,'
	@echo '       KERNEL="/path/to/linux ..." compares with kernel trees,'
	@echo '       LSM_IMPLS=name,name compares only these with the reference'
	@echo 'make fuzz            fuzz all of them, TIME shared'
	@echo 'make fuzz-STRUCTURE-schedule'
	@echo '                     let the fuzzer interleave threads: $(SCENARIOS)'
	@echo '       SANITIZER=tsan or asan'
	@echo 'make check           build everything and pass every test'
	@echo 'make replay          run the committed corpus in every build (PRESETS="dev msan ..."), or FILE=program'
	@echo 'make minimize        make a failing FILE=program small, into artifacts/'
	@echo 'make regress         commit FILE=program to the corpus as NAME=what-broke'
	@echo 'make import          turn POLICY=file (and FILE_CONTEXTS=file), SMACK=file or folder'
	@echo '       of rules, or AUDIT=file or folder of rules, into programs below'
	@echo '       OUT=artifacts/import'
	@echo 'make coverage        which lines of the implementations corpus and finds reach'
	@echo 'make report          all of it as pages: artifacts/report/index.html'
	@echo 'make mutants         plant bugs, thousands; who notices?  EVERY=20 takes each 20th'
	@echo '       STRUCTURE=name, KINDS="planted mechanical", TIME seconds for each fuzzer,'
	@echo '       DRIVERS="replay exhaustive corpus nothing afl schedule stress" asks some of'
	@echo '       them, KEEP=yes lets answers of the run before stand beside'
	@echo 'make throughput      programs and operations a second, both engines (TIME each)'
	@echo 'make sidtab-hits     texts of cached SIDs, one thread and two, locks a hit (ROUNDS=201)'
	@echo 'make audit-cache     L1D misses of audit rules, before and after (SEED=1, PLACEMENTS=200)'
	@echo 'make corpus-merge    what fuzzers found beyond the committed corpus, made small, into it'
	@echo 'make bench           measure all; bench-STRUCTURE: $(BENCHES); OWN and KERNEL as above,'
	@echo '       BENCH="options of Google Benchmark"; tables in artifacts/bench/'
	@echo 'make bench-gate      instructions, cache misses and bytes as in bench/GATE.tsv? (WRITE=yes)'
	@echo 'make manifest        write the MANIFEST of each corpus anew'
	@echo 'make clean           remove build/; artifacts/ stays'
	@echo 'STRUCTURE=name says which structure a FILE is for, if its path does not.'

check:
	@ci/deps check
	@ci/check

fuzz:
	@ci/deps fuzz
	@ci/fuzz '$(STRUCTURES)' '$(TIME)' '$(ENGINE)' '$(JOBS)' '$(OWN)'

$(STRUCTURES:%=fuzz-%):
	@ci/deps fuzz
	@ci/fuzz '$(@:fuzz-%=%)' '$(TIME)' '$(ENGINE)' '$(JOBS)' '$(OWN)'

$(SCENARIOS:%=fuzz-%-schedule):
	@ci/deps check
	@ci/fuzz-schedule '$(@:fuzz-%-schedule=%)' '$(TIME)' '$(SANITIZER)'

# A name that is no structure is told so, with the list.
fuzz-%:
	@echo "no structure is called '$*'; there are: $(STRUCTURES)" >&2; exit 2

replay minimize regress:
	@ci/deps fuzz
	@PRESETS='$(PRESETS)' ci/$@ '$(STRUCTURES)' '$(STRUCTURE)' '$(FILE)' '$(NAME)' '$(OWN)'

import:
	@ci/deps fuzz
	@ci/import '$(POLICY)' '$(FILE_CONTEXTS)' '$(or $(OUT),artifacts/import)' '$(SMACK)' '$(AUDIT)'

coverage:
	@ci/deps fuzz
	@ci/coverage '$(STRUCTURES)'

report:
	@ci/deps report
	@ci/report '$(STRUCTURES)'

mutants:
	@ci/deps fuzz
	@KINDS='$(KINDS)' EVERY='$(EVERY)' TIME='$(TIME)' DRIVERS='$(DRIVERS)' KEEP='$(KEEP)' JOBS='$(filter-out 1,$(JOBS))' \
		ci/mutants '$(or $(STRUCTURE),$(STRUCTURES))'

throughput:
	@ci/deps fuzz
	@ci/throughput '$(STRUCTURES)' '$(TIME)'

audit-cache:
	@ci/deps check
	@ci/audit-cache '$(or $(SEED),1)' '$(or $(PLACEMENTS),200)'

sidtab-hits:
	@ci/deps fuzz
	@ci/sidtab-hits '$(or $(ROUNDS),201)'

corpus-merge:
	@ci/deps fuzz
	@ci/corpus-merge '$(or $(STRUCTURE),$(STRUCTURES))'

bench:
	@ci/deps bench
	@ci/bench '$(BENCHES)' '$(OWN)' $(BENCH)

$(BENCHES:%=bench-%):
	@ci/deps bench
	@ci/bench '$(@:bench-%=%)' '$(OWN)' $(BENCH)

bench-gate:
	@ci/deps bench
	@bash -c '. ci/build; build bench "" benches'
	@ci/bench-gate.py $(if $(WRITE),--write) build/bench

manifest:
	@ci/deps fuzz
	@ci/manifest '$(STRUCTURES)'

clean:
	rm -rf build
