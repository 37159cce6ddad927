#!/usr/bin/env bash
# The laws inside LAMMPS: dashpotplugin.so, dashpot.in and a small LAMMPS in build/lammps.
#
#     tools/lammps.sh
#
# Variables of the environment:
#     LAMMPS_SOURCE=FOLDER    an unpacked LAMMPS, instead of the source package of Debian's lammps
#     LAMMPS_SIZES=bigbig     integers of the LAMMPS that loads it; smallbig when not given
#     SMALL=no                no small LAMMPS: only the headers of the source are used
#     JOBS=N                  processes that compile
#
# What is whole is moved to its name or marked as made, so that a run that was stopped leaves
# nothing that the next one takes for done.

set -u -o pipefail
cd "$(dirname "$0")/.." || exit 1
# called from make: its job server is not ours
unset MAKEFLAGS MFLAGS MAKELEVEL
jobs=${JOBS:-$(nproc)}
sizes=${LAMMPS_SIZES:-smallbig}
out=$PWD/build/lammps
source=$out/source

say() { echo "lammps: $*"; }
fail() {
    printf 'lammps: %s\n' "$1" >&2
    shift
    [ $# -eq 0 ] || printf '    %s\n' "$@" >&2
    exit 1
}

# What a LAMMPS says of itself; it starts MPI, which may need a while.
describe() { timeout 60 "$1" -h </dev/null 2>/dev/null; }
version_of() { describe "$1" | sed -n 's/^Large-scale .* Simulator - //p'; }

stock_program() { command -v lmp || { [ -x /usr/bin/lmp ] && echo /usr/bin/lmp; }; }

# --- the source -----------------------------------------------------------------------------------

fetch_source() {
    local version package=lammps
    [ ! -e "$source/src/version.h" ] || return 0
    version=$(dpkg-query -W -f '${source:Version}' lammps 2>/dev/null) &&
        package=lammps=$version
    say "fetching the source of Debian's $package (77 MB)"
    tools/debian_source.sh "$package" "$source" ||
        fail "there is no source of LAMMPS to build from; the lines above say why." \
            "Run make lammps again when the machine reaches its package server; or fetch and" \
            "unpack LAMMPS${stock:+ $(version_of "$stock")} by hand and run" \
            "LAMMPS_SOURCE=/path/to/lammps make lammps"
}

# --- a small LAMMPS -------------------------------------------------------------------------------

# shellcheck disable=SC2016  # for the loader, which then finds the library beside the program
options=(
    -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=ON -DBUILD_MPI=ON -DBUILD_OMP=OFF
    -DCMAKE_BUILD_WITH_INSTALL_RPATH=ON '-DCMAKE_INSTALL_RPATH=$ORIGIN'
    -DCMAKE_INSTALL_RPATH_USE_LINK_PATH=ON -DLAMMPS_SIZES="$sizes" -DLAMMPS_EXCEPTIONS=ON
    -DPKG_GRANULAR=ON -DPKG_PLUGIN=ON
    # pictures by dump image
    -DWITH_PNG=ON -DWITH_JPEG=OFF -DWITH_GZIP=OFF -DWITH_FFMPEG=OFF
)

# Has what it is built for, and runs.
small_is_there() {
    [ "$(cat "$out/lmp-build/made-from" 2>/dev/null)" = "$made_from" ] &&
        case $(describe "$out/lmp") in *GRANULAR*PLUGIN*) ;; *) false ;; esac
}

build_small() {
    local build=$out/lmp-build begin=$SECONDS
    ! small_is_there || return 0
    [ -e "$source/cmake/CMakeLists.txt" ] ||
        fail "$source has no cmake/CMakeLists.txt to build LAMMPS with." \
            "SMALL=no builds the plugin alone."
    rm -f "$out/lmp" "$build/made-from"
    # cmake keeps to the source it has begun with
    grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$source/cmake" "$build/CMakeCache.txt" 2>/dev/null ||
        rm -rf "$build"
    mkdir -p "$build"
    say "building a small LAMMPS from it with $jobs processes; 5 to 10 minutes with two"
    { cmake -S "$source/cmake" -B "$build" "${options[@]}" &&
        cmake --build "$build" --parallel "$jobs"; } 2>&1 |
        tee "$out/lmp.log" | tools/progress.sh build/lammps/lmp 5 || {
        grep -E 'error: |^CMake Error|undefined reference' -A 3 "$out/lmp.log" | head -n 20 >&2
        fail "building LAMMPS failed; the whole output is in $out/lmp.log." \
            "Where a run that was killed left broken files, remove $build first."
    }
    ln -sf lmp-build/lmp "$out/lmp"
    echo "$made_from" >"$build/made-from"
    small_is_there || fail "$out/lmp does not run"
    say "built build/lammps/lmp in $((SECONDS - begin)) s"
}

# --- the plugin -----------------------------------------------------------------------------------

build_plugin() {
    local build=$out/plugin-build name
    { cmake -S lammps -B "$build" -DCMAKE_BUILD_TYPE=Release -DLAMMPS_SOURCE="$source" \
        -DLAMMPS_SIZES="$sizes" -DDASHPOT_FOLDER="$out" &&
        cmake --build "$build" --parallel "$jobs"; } 2>&1 |
        tee "$out/plugin.log" | tools/progress.sh build/lammps/dashpotplugin.so || {
        grep -E 'error: |^CMake Error' -A 3 "$out/plugin.log" | head -n 20 >&2
        fail "building the plugin failed; the whole output is in $out/plugin.log"
    }
    # a LAMMPS that runs keeps the plugin that it has loaded
    for name in dashpotplugin.so dashpot.in; do
        cmp -s "$build/$name" "$out/$name" || {
            cp "$build/$name" "$out/$name.part" && mv "$out/$name.part" "$out/$name"
        } || exit 1
    done
}

# --- what it was built for ------------------------------------------------------------------------

# loads PROGRAM LINE: whether the style is there after this line of a script
loads() {
    # shellcheck disable=SC2016  # for LAMMPS
    printf '%s\nif "$(is_available(pair,dashpot)) == 0" then "quit 1"\n' "$2" |
        timeout 60 "$1" -log none >"$out/load.log" 2>&1
}

# shows PROGRAM LINE...: says by which lines it loads the plugin; 1 when one of them does not
shows() {
    local program=$1 line which=''
    shift
    [ $# -eq 1 ] || which=" one of"
    say "A script for $program, LAMMPS $(version_of "$program"), begins with$which"
    for line; do
        if loads "$program" "$line"; then
            echo "    $line"
        else
            grep -iE 'dashpot|error' "$out/load.log" | head -n 5 | sed 's/^/    /'
            echo "    does not take: $line"
            return 1
        fi
    done
}

# Whether its classes are those that the plugin was compiled with.
stock_fits() {
    [ -n "$stock" ] || return
    case $(version_of "$stock") in "$version"*) ;; *) return 1 ;; esac
    case $(describe "$stock") in *-DLAMMPS_"${sizes^^}"*) ;; *) return 1 ;; esac
}

say_for_what() {
    local wrong=0 tried=''
    local plugin="plugin load $out/dashpotplugin.so" include="include $out/dashpot.in"
    case $out in *' '*)
        plugin="plugin load \"$out/dashpotplugin.so\""
        include="include \"$out/dashpot.in\""
        ;;
    esac
    say "$out/dashpotplugin.so is for LAMMPS $version ($sizes)."
    if [ "${SMALL-}" != no ]; then
        tried=yes
        shows "$out/lmp" "$plugin" "$include" || wrong=1
    fi
    if stock_fits; then
        tried=yes
        shows "$stock" "$include" || wrong=1
    elif [ -n "$stock" ]; then
        say "It is not for $stock, LAMMPS $(version_of "$stock")."
    fi
    [ -n "$tried" ] || {
        say "There is no such LAMMPS here to try it in. A script for one begins with one of"
        printf '    %s\n' "$plugin" "$include"
    }
    [ "$wrong" -eq 0 ] || fail "the plugin does not load; see above"
}

mkdir -p "$out" || exit 1
# two at a time would build into each other's files; what this one starts holds the lock as well
exec 9>"$out/lock"
flock -n 9 || { say "waiting for another make lammps"; flock 9; }

stock=$(stock_program)
if [ -n "${LAMMPS_SOURCE-}" ]; then
    source=$(realpath -m "$LAMMPS_SOURCE")
    [ -e "$source/src/version.h" ] ||
        fail "LAMMPS_SOURCE ($LAMMPS_SOURCE) is no folder with the source of LAMMPS:" \
            "it has no src/version.h."
else
    fetch_source
fi
version=$(sed -n 's/.*LAMMPS_VERSION "\(.*\)".*/\1/p' "$source/src/version.h")
made_from="$source $version ${options[*]}"
[ "${SMALL-}" = no ] || build_small
build_plugin
say_for_what
