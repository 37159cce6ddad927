#!/bin/sh
# Sees that what a target of the Makefile needs is there; on Debian and Ubuntu installs what is
# missing, and only that. Never asks: where it may not install it prints the list and ends with 1.
#
#     tools/deps.sh PART      one of these:
parts="demo python lammps lab web site test test-brief test-all test-long"
parts="$parts windows package release abi"
#
# tools/commands.txt says which command of which script is in which package.

set -u

have() { command -v "$1" >/dev/null 2>&1; }

# A C library header and its linker files: a compiler without them cannot build anything.
have_libc() { have gcc && echo '#include <stdio.h>' | gcc -fsyntax-only -x c - 2>/dev/null; }

# The wrapper of a compiler comes with openmpi-bin, the headers it points to do not.
have_mpi() { have mpicxx && echo '#include <mpi.h>' | mpicxx -fsyntax-only -x c++ - 2>/dev/null; }

# A library by its pkg-config name, or by its package where there is no pkg-config yet.
need_library() {
    if have pkg-config; then
        pkg-config --exists "$1" && return
    elif have dpkg && dpkg -s "$2" >/dev/null 2>&1; then
        return
    fi
    missing="$missing $2"
}

# What a check is left out without, and says so: it must not keep anybody from the rest, so it is
# installed where that is possible and known.
wish() {
    if have apt-cache && apt-cache show "$1" >/dev/null 2>&1; then wished="$wished $1"; fi
}

# A module of the interpreter that Debian's packages are for.
need_module() {
    { have /usr/bin/python3 && /usr/bin/python3 -c "import $1" 2>/dev/null; } ||
        missing="$missing $2"
}

look_for_python() {
    have python3 || missing="$missing python3"
    for header in /usr/include/python3.*/Python.h; do
        [ -e "$header" ] && break
    done
    [ -e "$header" ] || missing="$missing python3-dev"
    need_module numpy python3-numpy
    need_module setuptools python3-setuptools
    need_module wheel python3-wheel
    need_module pip python3-pip
    need_module ensurepip python3-venv
    [ "$1" != python ] || return 0
    need_module pytest python3-pytest
    case $1 in test | test-brief) return 0 ;; esac
    need_module pandas python3-pandas
    need_module xarray python3-xarray
    need_module matplotlib python3-matplotlib
    need_module tqdm python3-tqdm
    need_module mypy python3-mypy
}

# A C++ compiler and MPI for the plugin; for a LAMMPS to load it what its source package is fetched
# and built with, and Debian's own. With a source and without a small LAMMPS these may be missing.
look_for_lammps() {
    have g++ || missing="$missing g++"
    have_mpi || missing="$missing libopenmpi-dev"
    have mpirun || missing="$missing openmpi-bin"
    [ "${SMALL-}" = no ] || need_library libpng libpng-dev
    [ -z "${LAMMPS_SOURCE-}" ] || return 0
    have dpkg-source || missing="$missing dpkg-dev"
    have lmp || missing="$missing lammps"
}

# The compiler for WebAssembly, and what fetches the sources that it compiles; to test the pages a
# browser and what drives it.
look_for_lab() {
    have emcc || missing="$missing emscripten"
    have dpkg-source || missing="$missing dpkg-dev"
    [ "$1" = web ] || return 0
    have chromium || missing="$missing chromium"
    have node || missing="$missing nodejs"
    have npm || missing="$missing npm"
}

# A generator of pages, its theme, and what writes the API reference and the manual page.
look_for_site() {
    have mkdocs || missing="$missing mkdocs"
    [ -d /usr/share/mkdocs/themes/material ] || missing="$missing mkdocs-material"
    have doxygen || missing="$missing doxygen"
    have mandoc || missing="$missing mandoc"
    have python3 || missing="$missing python3"
    have chromium || wish chromium
}

# What starts the parts of a sweep on a cluster; daemons may lie where only root looks.
look_for_launchers() {
    have parallel || wish parallel
    have snakemake || wish snakemake
    have munged || [ -e /usr/sbin/munged ] || wish munge
    have slurmctld || [ -e /usr/sbin/slurmctld ] || wish slurmctld
    have slurmd || [ -e /usr/sbin/slurmd ] || wish slurmd
    have sbatch || wish slurm-client
}

# What packaging/debian/control builds with, and what looks at the packages; more of it is what the
# program and the Python package are built with. $1: lack, or wish where nobody shall be kept from
# the rest.
look_for_packaging() {
    have dh || $1 debhelper
    have pybuild || $1 dh-python
    have lintian || $1 lintian
    have dpkg-buildpackage || $1 dpkg-dev
    have xz || $1 xz-utils
}
lack() { missing="$missing $1"; }

# A compiler for Windows, a Windows to run its programs, and the source of cmocka for both.
look_for_windows() {
    have x86_64-w64-mingw32-gcc-posix || lack gcc-mingw-w64-x86-64-posix
    have wine64 || have /usr/lib/wine/wine64 || lack wine64
    have dpkg-source || lack dpkg-dev
}

# Sets `missing` to the packages that are not there, `wished` to those that would be good to have.
look() {
    missing=
    wished=
    if [ "$1" = site ]; then
        look_for_site
        return 0
    fi
    have gcc || missing="$missing gcc"
    have_libc || missing="$missing libc6-dev"
    have cmake || missing="$missing cmake"
    have make || missing="$missing make"
    have pkg-config || missing="$missing pkg-config"
    if [ "$1" = lammps ]; then
        look_for_lammps
        return 0
    fi
    case $1 in lab | web)
        look_for_lab "$1"
        [ "$1" = web ] || return 0
        ;;
    esac
    need_library jansson libjansson-dev
    need_library yaml-0.1 libyaml-dev
    need_library hdf5-serial libhdf5-dev
    have gnuplot || missing="$missing gnuplot-nox"
    case $1 in
    demo | web) return 0 ;;
    windows) look_for_windows; return 0 ;;
    release) have xz || lack xz-utils; return 0 ;;
    abi)
        have abidiff || lack abigail-tools
        have readelf || lack binutils
        have xz || lack xz-utils
        return 0
        ;;
    package)
        look_for_python python
        look_for_packaging lack
        return 0
        ;;
    esac
    look_for_python "$1"
    [ "$1" != python ] || return 0
    need_library cmocka libcmocka-dev
    need_library cminpack libcminpack-dev
    have jq || missing="$missing jq"
    have python3 || missing="$missing python3"
    python3 -c 'import jsonschema, yaml' 2>/dev/null ||
        missing="$missing python3-jsonschema python3-yaml"
    have doxygen || missing="$missing doxygen"
    have mandoc || missing="$missing mandoc"
    { have groff && groff -man -Tutf8 </dev/null >/dev/null 2>&1; } || missing="$missing groff"
    { have nm && have objdump; } || missing="$missing binutils"
    have h5dump || missing="$missing hdf5-tools"
    have node || missing="$missing nodejs"
    have strace || wish strace
    have mpirun || wish openmpi-bin
    have g++ || have clang++ || wish g++
    have clang-format-14 || clang-format --version 2>/dev/null | grep -q 'version 14\.' ||
        wish clang-format-14
    [ "$1" != test ] || return 0
    have clang || missing="$missing clang"
    [ "$1" != test-brief ] || return 0
    have valgrind || missing="$missing valgrind"
    have aarch64-linux-gnu-gcc || missing="$missing gcc-aarch64-linux-gnu libc6-dev-arm64-cross"
    have qemu-aarch64 || missing="$missing qemu-user"
    { have octave-cli && have mkoctfile; } || { wish octave && wish octave-dev; }
    [ "$1" = test-long ] || return 0
    look_for_launchers
    look_for_packaging wish
}

give_up() {
    echo "dashpot: $1. Please install these Debian packages, or what corresponds to them:" >&2
    echo "    $missing" >&2
    exit 1
}

# apt-get as root, without questions: no password, no dialogue, nothing to read on standard input.
apt() {
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=60 "$@" \
        </dev/null >>"$log" 2>&1
}

case " $parts " in
*" ${1:-none} "*) ;;
*)
    echo "usage: tools/deps.sh $parts" | tr ' ' '|' | sed 's/|/ /;s/|/ /' >&2
    exit 1
    ;;
esac

look "$1"
sudo=
may_install=yes
if [ "$(id -u)" != 0 ]; then
    sudo="sudo -n"
    $sudo true </dev/null >/dev/null 2>&1 || may_install=
fi
have apt-get || may_install=

if [ -n "$missing" ] || { [ -n "$wished" ] && [ -n "$may_install" ]; }; then
    have apt-get || give_up "something is missing and there is no apt-get here"
    [ -n "$may_install" ] ||
        give_up "something is missing and installing needs root or sudo without a password"

    log=$(mktemp)
    trap 'rm -f "$log"' EXIT
    echo "dashpot: something is missing; asking apt for it"
    # a broken third-party source fails the update but not always the installation
    apt update
    # apt may know of more now
    look "$1"
    echo "dashpot: installing$missing$wished"
    # shellcheck disable=SC2086  # a list of words
    if ! apt install -y --no-install-recommends $missing $wished &&
        ! apt install -y --no-install-recommends $missing; then
        tail -n 20 "$log" >&2
        give_up "apt-get failed"
    fi
    look "$1"
    [ -z "$missing" ] || give_up "still missing after the installation"
fi

[ "$1" != site ] || exit 0

# presets and the project file need this version; the oldest system that has it is Ubuntu 22.04
version=$(cmake --version | sed -n '1s/[^0-9]*\([0-9]*\)\.\([0-9]*\).*/\1 \2/p')
if [ "${version% *}" -lt 3 ] || { [ "${version% *}" -eq 3 ] && [ "${version#* }" -lt 22 ]; }; then
    echo "dashpot: cmake 3.22 or newer is needed; this is $(cmake --version | head -n 1)" >&2
    exit 1
fi
