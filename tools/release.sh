#!/usr/bin/env bash
# A release of HEAD in build/release-VERSION: dashpot-VERSION.tar.xz, SHA256SUMS, NOTES.md. Refuses
# a tree with changes, and a version that is written differently somewhere. The archive is
# unpacked, built and tried before it gets its name.
#
#     tools/release.sh             all of it
#     tools/release.sh --check     only what must agree
#     tools/release.sh --notes     only the section of CHANGELOG.md, on standard output

set -u -o pipefail
cd "$(dirname "$0")/.." || exit 1
unset MAKEFLAGS MFLAGS MAKELEVEL
version=$(sed -n 's/.*DP_VERSION_STRING "\([0-9.]*\)".*/\1/p' include/dashpot/version.h)
wrong=0

say() { echo "release: $*"; }
complain() {
    echo "release: $*" >&2
    wrong=1
}

# --- what must agree ------------------------------------------------------------------------------

# The text below the heading of the version, up to the next one.
notes() {
    awk -v head="## [$version]" '
        /^## / {inside = index($0, head) == 1; next}
        inside' CHANGELOG.md | sed -e '/./,$!d'
}

# agrees FILE FOUND: what the file says is the version of the header
agrees() {
    [ "$2" = "$version" ] ||
        complain "$1 says '$2', include/dashpot/version.h says '$version'; make them agree"
}

check() {
    local heading date
    [ -z "$(git status --porcelain)" ] ||
        complain "the tree has changes; commit them or put them away"
    heading=$(grep -m 1 -E '^## \[[0-9]' CHANGELOG.md)
    agrees CHANGELOG.md "$(sed -n 's/^## \[\([0-9.]*\)\].*/\1/p' <<<"$heading")"
    date=$(sed -n 's/^## \[.*\] - \([0-9-]*\)$/\1/p' <<<"$heading")
    [ -n "$date" ] ||
        complain "'$heading' of CHANGELOG.md has no date, as in ## [1.2.3] - 2026-01-31"
    [ -n "$(notes)" ] || complain "CHANGELOG.md says nothing about $version"
    if awk '/^## \[Unreleased\]/ {inside = 1; next} /^## / {inside = 0} inside && NF' CHANGELOG.md |
        grep -q .; then
        complain "CHANGELOG.md has changes under [Unreleased]; sort them into $version"
    fi
    agrees CITATION.cff "$(sed -n 's/^version: *//p' CITATION.cff)"
    [ "$(sed -n "s/^date-released: *//p" CITATION.cff)" = "$date" ] ||
        complain "CITATION.cff has another date than CHANGELOG.md, $date"
    agrees packaging/debian/changelog \
        "$(sed -n '1s/^dashpot (\([0-9.]*\)-.*/\1/p' packaging/debian/changelog)"
    agrees docs/dashpot.1 "$(sed -n 's/^\.TH.*"dashpot \([0-9.]*\)".*/\1/p' docs/dashpot.1)"
    [ "$wrong" -eq 0 ] || exit 1
}

# --- the archive ----------------------------------------------------------------------------------

# step WHAT COMMAND...: quietly, unless it fails
step() {
    local what=$1
    shift
    "$@" </dev/null >"$part/log" 2>&1 && return
    tail -n 20 "$part/log" >&2
    say "$what failed: $*" >&2
    exit 1
}

# Builds, runs its examples and one scenario, and says the version that it was given.
try_archive() {
    local tree=$part/tree/dashpot-$version program
    mkdir "$part/tree"
    step "unpacking" tar -xf "$1" -C "$part/tree"
    say "building what was unpacked"
    step "building" "$tree/tools/build.sh" release -DDP_TESTS=OFF -DDP_BENCH=OFF
    step "an example" ctest --test-dir "$tree/build/release" --output-on-failure --no-tests=error
    program=$tree/build/release/dashpot
    step "a scenario" "$program" run "$tree/scenarios/steel-ball.yaml" --out "$part/ball"
    step "its results" test -s "$part/ball/summary.json"
    "$program" --version | grep -qwF "$version" || {
        say "the program says $("$program" --version), not $version" >&2
        exit 1
    }
    rm -rf "$part/tree" "$part/ball"
}

make_release() {
    local out=build/release-$version archive commit
    # commits that come while this goes on are not part of it
    commit=$(git rev-parse HEAD)
    part=$PWD/$out.part
    rm -rf "$part" && mkdir -p "$part/twice"
    archive=$(tools/archive.sh "$part" "$commit") || exit 1
    tools/archive.sh "$part/twice" "$commit" >/dev/null || exit 1
    cmp "$archive" "$part/twice/$(basename "$archive")" || exit 1
    rm -r "$part/twice"
    try_archive "$archive"
    notes >"$part/NOTES.md"
    (cd "$part" && sha256sum "$(basename "$archive")" NOTES.md >SHA256SUMS && rm -f log)
    rm -rf "$out" && mv "$part" "$out"
    say "$out: $(basename "$archive"), $(wc -c <"$out/$(basename "$archive")") bytes," \
        "commit ${commit:0:7}"
}

case ${1-} in
--notes) notes ;;
--check) check && say "$version agrees everywhere" ;;
'')
    check
    make_release
    ;;
*) say "there is no '$1'; nothing, --check or --notes" >&2; exit 1 ;;
esac
