#!/usr/bin/env bash
# The laboratory for the browser in build/lab: static pages on a WebAssembly engine.
#
#     tools/lab.sh
#
# JOBS=N: processes that compile. What it is made with lies in build/lab-build; sources of jansson
# and libyaml come from Debian's source packages.

set -u -o pipefail
cd "$(dirname "$0")/.." || exit 1
# called from make: its job server is not ours
unset MAKEFLAGS MFLAGS MAKELEVEL
jobs=${JOBS:-$(nproc)}
out=$PWD/build/lab
work=$PWD/build/lab-build
prefix=$work/prefix
assets=workbench/assets

fail() {
    printf 'lab: %s\n' "$*" >&2
    exit 1
}

# compile FOLDER TARGET OPTION...: with the toolchain of emscripten
compile() {
    local folder=$1 target=$2
    shift 2
    { { [ -e "$work/$folder/Makefile" ] ||
        emcmake cmake -B "$work/$folder" -DCMAKE_BUILD_TYPE=Release "$@"; } &&
        cmake --build "$work/$folder" --parallel "$jobs" --target "$target"; } 2>&1 |
        tee "$work/$folder.log" | tools/progress.sh "build/lab-build/$folder" 5 || {
        grep -E 'error: |^CMake Error|undefined symbol' -A 3 "$work/$folder.log" | head -n 20 >&2
        fail "building failed; the whole output is in build/lab-build/$folder.log." \
            "After a run that was killed remove build/lab-build first."
    }
}

# library NAME PACKAGE OPTION...
library() {
    local name=$1 package=$2
    shift 2
    [ ! -e "$prefix/lib/lib$name.a" ] || return 0
    [ -e "$work/$name/CMakeLists.txt" ] || {
        echo "lab: fetching the source of Debian's $package"
        tools/debian_source.sh "$package" "$work/$name" ||
            fail "run make lab again when the machine reaches its package server"
    }
    compile "$name-build" install -S "$work/$name" -DCMAKE_INSTALL_PREFIX="$prefix" \
        -DCMAKE_INSTALL_LIBDIR=lib -DBUILD_SHARED_LIBS=OFF "$@"
}

# The script of libyaml's own build for cmake installs no description for pkg-config.
describe_yaml() {
    cat >"$prefix/lib/pkgconfig/yaml-0.1.pc" <<END
Name: yaml
Description: parser of YAML
Version: 0.2
Libs: -L$prefix/lib -lyaml
Cflags: -I$prefix/include
END
}

# One classic script: the module as text, so that a page opened from a disk needs to fetch nothing.
write_engine() {
    echo '"use strict";'
    echo 'var dashpot = (typeof window === "object" ? window : self).dashpot || {};'
    echo '(typeof window === "object" ? window : self).dashpot = dashpot;'
    printf 'dashpot.engineBytes = "'
    base64 -w 0 "$work/engine/engine.wasm"
    echo '";'
    # a function, so that a page can hand its text to a worker: nothing else can be read from a disk
    echo 'dashpot.engineScript = function (root) {'
    cat "$work/engine/engine.js"
    echo 'root.dashpotModule = dashpotModule;'
    cat web/memory.js web/engine.js web/scenario.js web/stepping.js
    echo '};'
    echo 'dashpot.engineScript(typeof window === "object" ? window : self);'
}

mkdir -p "$work" "$out" || exit 1
exec 9>"$work/lock"
flock -n 9 || { echo "lab: waiting for another make lab"; flock 9; }

library jansson jansson -DJANSSON_BUILD_DOCS=OFF -DJANSSON_EXAMPLES=OFF \
    -DJANSSON_WITHOUT_TESTS=ON -DUSE_URANDOM=OFF
library yaml libyaml -DBUILD_TESTING=OFF
describe_yaml
# where Debian has the parser that emscripten needs, also for a node from elsewhere
export NODE_PATH=/usr/share/nodejs${NODE_PATH:+:$NODE_PATH}
export EM_PKG_CONFIG_PATH=$prefix/lib/pkgconfig PKG_CONFIG_LIBDIR=$prefix/lib/pkgconfig
compile engine engine -S web -DCMAKE_FIND_ROOT_PATH="$prefix" -DCMAKE_HAVE_LIBC_PTHREAD=1 -Wno-dev

rm -rf "$out.part"
mkdir "$out.part" || exit 1
write_engine >"$out.part/dashpot.js" || fail "dashpot.js could not be written"
# pages, their scripts, what they share with reports, and the example scenarios
cp web/*.html web/*.css "$out.part" || exit 1
for file in web/*.js; do
    case $(basename "$file") in memory.js | engine.js | scenario.js | stepping.js) ;;
    *) cp "$file" "$out.part" || exit 1 ;;
    esac
done
for file in "$assets"/plot.js "$assets"/plot.css "$assets"/player.js "$assets"/player.css \
    "$assets"/scene_*.js "$assets"/animation.css; do
    [ ! -e "$file" ] || cp "$file" "$out.part" || exit 1
done
{
    echo '// Scenarios of `dashpot new`, one of each kind.'
    echo '"use strict";'
    echo 'dashpot.examples = {};'
    for file in "$assets"/*.yaml; do
        # the text in base64 needs no quoting
        printf 'dashpot.examples["%s"] = atob("%s");\n' "$(basename "$file" .yaml)" \
            "$(base64 -w 0 "$file")"
    done
} >"$out.part/examples.js"
rm -rf "$out"
mv "$out.part" "$out" || exit 1
size=$(cat "$out"/* | gzip -9 | wc -c)
echo "lab: build/lab/index.html, $((size / 1000)) kB compressed in all"
[ "$size" -le 1500000 ] || fail "that is more than 1500 kB"
