#!/bin/sh
# Sees that what `make demo` or `make test` needs is there; on Debian and Ubuntu installs what is
# missing, and only that. Never asks: where it may not install it prints the list and ends with 1.
#
#     tools/deps.sh demo | test

set -u

have() { command -v "$1" >/dev/null 2>&1; }

# A C library header and its linker files: a compiler without them cannot build anything.
have_libc() { have gcc && echo '#include <stdio.h>' | gcc -fsyntax-only -x c - 2>/dev/null; }

# A library by its pkg-config name, or by its package where there is no pkg-config yet.
need_library() {
    if have pkg-config; then
        pkg-config --exists "$1" && return
    elif have dpkg && dpkg -s "$2" >/dev/null 2>&1; then
        return
    fi
    missing="$missing $2"
}

# Sets `missing` to the packages that are not there.
look() {
    missing=
    have gcc || missing="$missing gcc"
    have_libc || missing="$missing libc6-dev"
    have cmake || missing="$missing cmake"
    have make || missing="$missing make"
    have pkg-config || missing="$missing pkg-config"
    need_library jansson libjansson-dev
    need_library yaml-0.1 libyaml-dev
    need_library hdf5-serial libhdf5-dev
    have gnuplot || missing="$missing gnuplot-nox"
    [ "$1" = test ] || return 0
    have clang || missing="$missing clang"
    need_library cmocka libcmocka-dev
    have valgrind || missing="$missing valgrind"
    have jq || missing="$missing jq"
    have python3 || missing="$missing python3"
    python3 -c 'import jsonschema, yaml' 2>/dev/null ||
        missing="$missing python3-jsonschema python3-yaml"
    have doxygen || missing="$missing doxygen"
    have mandoc || missing="$missing mandoc"
    { have groff && groff -man -Tutf8 </dev/null >/dev/null 2>&1; } || missing="$missing groff"
    { have nm && have objdump; } || missing="$missing binutils"
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

case ${1-} in
demo | test) ;;
*)
    echo "usage: tools/deps.sh demo|test" >&2
    exit 1
    ;;
esac

look "$1"
missing=${missing# }
if [ -n "$missing" ]; then
    have apt-get || give_up "something is missing and there is no apt-get here"
    sudo=
    if [ "$(id -u)" != 0 ]; then
        sudo="sudo -n"
        $sudo true </dev/null >/dev/null 2>&1 ||
            give_up "something is missing and installing needs root or sudo without a password"
    fi

    echo "dashpot: installing $missing"
    log=$(mktemp)
    trap 'rm -f "$log"' EXIT
    # a broken third-party source fails the update but not always the installation
    apt update
    # shellcheck disable=SC2086  # a list of words
    if ! apt install -y --no-install-recommends $missing; then
        tail -n 20 "$log" >&2
        give_up "apt-get failed"
    fi
    look "$1"
    missing=${missing# }
    [ -z "$missing" ] || give_up "still missing after the installation"
fi

# presets and the project file need this version; the oldest system that has it is Ubuntu 22.04
version=$(cmake --version | sed -n '1s/[^0-9]*\([0-9]*\)\.\([0-9]*\).*/\1 \2/p')
if [ "${version% *}" -lt 3 ] || { [ "${version% *}" -eq 3 ] && [ "${version#* }" -lt 22 ]; }; then
    echo "dashpot: cmake 3.22 or newer is needed; this is $(cmake --version | head -n 1)" >&2
    exit 1
fi
