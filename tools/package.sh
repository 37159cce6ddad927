#!/usr/bin/env bash
# Debian packages of HEAD in build/package, by packaging/debian.
#
#     tools/package.sh          build them and have lintian look at them
#     tools/package.sh --try    install those in a bare Debian root and use them (needs root)
#
# --try runs the tests of packaging/debian/tests, which autopkgtest would run, too. It ends with 3
# where no root can be built, which one line says.

set -u -o pipefail
cd "$(dirname "$0")/.." || exit 1
out=$PWD/build/package
# shellcheck source=tools/bare_root.sh
. tools/bare_root.sh

say() { echo "package: $*"; }
fail() {
    echo "package: $*" >&2
    exit 1
}

# --- build ----------------------------------------------------------------------------------------

# A clean export beside the archive it came from, with debian/ where Debian wants it.
export_tree() {
    local archive
    [ -z "$(git_here status --porcelain)" ] ||
        say "changes that are not committed are not part of it"
    rm -rf "$out" && mkdir -p "$out/tree"
    git_here rev-parse --short HEAD >"$out/commit"
    archive=$(tools/archive.sh "$out" "$(cat "$out/commit")") || exit 1
    version=$(basename "$archive" .tar.xz)
    version=${version#dashpot-}
    tar -xf "$archive" -C "$out/tree" --strip-components=1
    mv "$archive" "$out/dashpot_$version.orig.tar.xz"
    cp -R "$out/tree/packaging/debian" "$out/tree/debian"
    head -n 1 "$out/tree/debian/changelog" | grep -qF "dashpot ($version-" ||
        fail "packaging/debian/changelog is not about version $version"
}

# With the programs of Debian, not with others of this machine that come first in the path.
build() {
    local options=parallel=${JOBS:-$(nproc)}${DEB_BUILD_OPTIONS:+ $DEB_BUILD_OPTIONS}
    say "building version $version with dpkg-buildpackage"
    (cd "$out/tree" && PATH=/usr/sbin:/usr/bin:/sbin:/bin DEB_BUILD_OPTIONS=$options \
        dpkg-buildpackage -us -uc) </dev/null >"$out/build.log" 2>&1 || {
        tail -n 20 "$out/build.log" >&2
        fail "building failed; all of it is in build/package/build.log"
    }
    say "$(find "$out" -name '*.deb' ! -name '*-dbgsym_*' | wc -l) packages," \
        "$(find "$out" -name '*.deb' ! -name '*-dbgsym_*' -printf '%s\n' |
            awk '{n += $1} END {printf "%.1f MB", n / 1e6}')"
}

# Errors and warnings fail; an override has its reason beside it in packaging/debian. (--fail-on
# would count what is overridden, as soon as it is shown.)
lint() {
    local log=$out/lintian.log
    lintian --allow-root --fail-on none --show-overrides "$out"/*.changes </dev/null >"$log" 2>&1 ||
        fail "lintian failed: $(tail -n 1 "$log")"
    grep -E '^[EW]:' "$log" && fail "lintian is not content"
    say "lintian: no error, no warning, $(grep -c '^O:' "$log") overridden for these reasons:"
    sed -n 's/^N: */    /p' "$log" | awk '!seen[$0]++'
}

# --- try ------------------------------------------------------------------------------------------

install_in_root() {
    in_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y "$@" >"$place/log" 2>&1 && return
    tail -n 5 "$place/log"
    fail "apt-get $* failed in the root"
}

# test_in_root NAME: one of debian/tests, as a user who has nothing but the packages
test_in_root() {
    local log=$place/log
    if in_root env AUTOPKGTEST_TMP="$(in_root mktemp -d)" "/root/tests/$1" >"$log" 2>&1; then
        say "$1 works$2: $(tail -n 1 "$log")"
        passed=$((passed + 1))
    else
        tail -n 20 "$log"
        say "$1 fails$2"
        failed=$((failed + 1))
    fi
}

# The packages that a test depends on.
packages_of() {
    awk -v test="$1" '$1 == "Tests:" {mine = $2 == test}
        mine && $1 == "Depends:" {gsub(/Depends:|,/, ""); print}' "$out/tree/debian/tests/control"
}

run_inside() {
    local root=$place/root begin=$SECONDS name needs hdf5
    passed=0 failed=0
    build_root ca-certificates
    mkdir "$root/packages" && cp "$out"/*.deb "$root/packages/"
    cp -R "$out/tree/debian/tests" "$root/root/tests"
    open_root "$root" "$begin"
    # a source for apt, which then finds the libraries that a package needs
    printf 'deb [trusted=yes] file:/packages ./\n' >"$root/etc/apt/sources.list.d/dashpot.list"
    (cd "$root/packages" && dpkg-scanpackages . >Packages 2>/dev/null)
    install_in_root update
    for name in program manual library cmake python; do
        read -ra needs < <(packages_of "$name")
        install_in_root --no-install-recommends install "${needs[@]}"
        test_in_root "$name" ""
    done
    # shellcheck disable=SC2016  # for dpkg-query
    hdf5=$(in_root dpkg-query -W -f '${Recommends}' dashpot | sed 's/.*, *//')
    install_in_root --no-install-recommends install gnuplot-nox "$hdf5"
    test_in_root program " with what is recommended"
    say "$passed passed, $failed failed;" \
        "$(in_root dpkg-query -W -f '.\n' | wc -l) packages in the end"
    [ "$failed" -eq 0 ]
    exit
}

case ${1-} in
'')
    export_tree
    build
    lint
    ;;
--try)
    ls "$out"/dashpot_*.deb >/dev/null 2>&1 || fail "there are no packages; run make package first"
    [ -n "${BARE_PLACE-}" ] || say "trying the packages of commit $(cat "$out/commit")"
    in_namespaces --try
    ;;
*) fail "there is no '$1'; nothing or --try" ;;
esac
