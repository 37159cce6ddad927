# The front door. Everything is built by CMake into build/<name>; see CMakePresets.json.

.PHONY: help demo build python octave lammps lab bench bench-lammps docs api site fuzz coverage
.PHONY: test test-all test-more test-brief test-bare test-busy test-long test-lammps test-web
.PHONY: test-windows package release abi
.PHONY: crosscheck format check clean deps

help:
	@echo 'make demo       build the program and show what it does'
	@echo 'make test       every suite once and all project checks (gcc): about six minutes'
	@echo 'make test-all   also clang, sanitizers, valgrind and hashes without optimisation'
	@echo 'make test-more  only what test-all adds to test'
	@echo 'make test-brief of test-more what is quick: clang, short suites with sanitizers'
	@echo 'make test-bare  make demo and make test in a fresh Debian root (needs root)'
	@echo 'make test-busy  the suites that kill and wait, TIMES=20 beside 8 busy processes'
	@echo 'make test-long  mutations, faults, kills, fuzzing, all rows of the papers, Slurm, packages'
	@echo 'make test-windows the library by MinGW under wine, its bits compared with those of Linux'
	@echo 'make build      build the library and the program into build/release'
	@echo 'make python     build the wheel of the Python package, install it in build/python/venv'
	@echo 'make bench      run the benchmarks'
	@echo 'make docs       write the generated pages and pictures of docs/ and README.md again'
	@echo 'make api        write the API reference into build/api/html (doxygen)'
	@echo 'make site       the documentation as pages for a browser: build/site/index.html (mkdocs)'
	@echo 'make fuzz       fuzz every target for SECONDS=60 each (clang)'
	@echo 'make coverage   measure lines and branches covered, write docs/coverage.md'
	@echo 'make crosscheck compare with LAMMPS, LIGGGHTS, YADE and Simbody, where installed'
	@echo 'make octave     build the gateway for Octave into build/octave/dashpot.mex'
	@echo 'make lammps     the plugin for LAMMPS, and a small LAMMPS that loads it (SMALL=no: none)'
	@echo 'make test-lammps what the plugin computes, compared with the program'
	@echo 'make bench-lammps speed of the plugin against a style of LAMMPS'
	@echo 'make lab        the laboratory for the browser in build/lab (WebAssembly, emscripten)'
	@echo 'make test-web   pages and engine of the laboratory against the program, in chromium'
	@echo 'make package    Debian packages of HEAD in build/package, looked at by lintian'
	@echo 'make release    archive, checksums and notes of HEAD in build/release-VERSION'
	@echo 'make abi OLD=X  what changed since X, an archive or a revision, for programs linked then'
	@echo 'make check      the project checks alone, without the tests'
	@echo 'make format     format the C sources (clang-format 14)'
	@echo 'make deps       install what make test-all needs'
	@echo 'make clean      remove build/'

demo: build
	@tools/demo.sh

test:
	@tools/deps.sh test
	@tools/test.sh

test-all:
	@tools/deps.sh test-all
	@tools/test.sh all

test-more:
	@tools/deps.sh test-all
	@tools/test.sh more

test-brief:
	@tools/deps.sh test-brief
	@tools/test.sh brief

test-bare:
	@tools/bare.sh demo test

test-busy:
	@tools/deps.sh test
	@tools/build.sh release -DDP_TESTS=ON
	@tools/repeat.sh $(TIMES)

test-long:
	@tools/deps.sh test-long
	@tools/test_long.sh

test-windows: build
	@tools/deps.sh windows
	@tools/test_windows.sh

build:
	@tools/deps.sh demo
	@tools/build.sh release -DDP_TESTS=OFF -DDP_EXAMPLES=OFF -DDP_BENCH=OFF

python:
	@tools/deps.sh python
	@tools/python.sh

bench:
	@tools/deps.sh demo
	@tools/bench.sh

docs: build
	@tools/write_docs.sh

api:
	@tools/check_api.sh

site:
	@tools/deps.sh site
	@tools/site.sh

fuzz:
	@tools/deps.sh test-all
	@tools/fuzz.sh $(SECONDS)

coverage:
	@tools/deps.sh test-all
	@tools/coverage.sh

crosscheck: build
	@tools/dashpot-crosscheck --markdown docs/crosscheck.md

octave:
	@tools/deps.sh demo
	@tools/check_octave.sh --build

lammps:
	@tools/deps.sh lammps
	@tools/lammps.sh

test-lammps: build lammps
	@lammps/test/run.sh build/lammps

bench-lammps: lammps
	@lammps/bench/run.sh build/lammps

lab:
	@tools/deps.sh lab
	@tools/lab.sh

test-web: build
	@tools/deps.sh web
	@tools/test_web.sh

package:
	@tools/deps.sh package
	@tools/package.sh

release:
	@tools/deps.sh release
	@tools/release.sh

abi:
	@tools/deps.sh abi
	@OLD='$(OLD)' tools/abi.sh

format:
	@tools/check_format.sh --write

check: build
	@tools/deps.sh test
	@tools/test.sh checks

clean:
	rm -rf build

deps:
	@tools/deps.sh test-all
