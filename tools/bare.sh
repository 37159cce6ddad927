#!/usr/bin/env bash
# Runs targets of the Makefile in a bare Debian root: what a fresh machine has, plus git and make,
# with the apt sources of this one. Whatever the targets need they must install themselves.
#
#     tools/bare.sh TARGET...      one after the other, in a clone of HEAD
#
# Ends with 0; with 1 when a target failed; with 3 when the root cannot be built for reasons of the
# place, which one line says. tools/bare_root.sh says how nothing is left of it.

set -u
cd "$(dirname "$0")/.." || exit 1
# shellcheck source=tools/bare_root.sh
. tools/bare_root.sh

# HEAD and nothing else: no file that is not committed, no leftover of a build.
clone() {
    local to=$place/root/root/dashpot top
    top=$(git_here rev-parse --show-toplevel)
    git_here clone -q --no-hardlinks "$top" "$to" ||
        cannot "git cannot clone $top"
    if [ "$(git -C "$to" rev-parse HEAD)" != "$(git_here rev-parse HEAD)" ] ||
        [ -n "$(git -C "$to" status --porcelain --ignored)" ]; then
        echo "bare: the clone is not what HEAD is" >&2
        exit 1
    fi
    [ -z "$(git_here status --porcelain)" ] ||
        echo "bare: changes that are not committed are not part of it"
}

# Build the root, then every target in it; one that fails does not keep the next from being tried.
run_inside() {
    local target worst=0 begin=$SECONDS
    build_root git,make,ca-certificates
    clone
    open_root "$place/root" "$begin"
    echo "bare: commit $(git_here rev-parse --short HEAD)"
    for target; do
        echo "bare: make $target"
        begin=$SECONDS
        in_root make -C /root/dashpot --no-print-directory "$target" || worst=1
        echo "bare: make $target took $((SECONDS - begin)) s"
    done
    exit "$worst"
}

[ $# -gt 0 ] || { echo "usage: tools/bare.sh TARGET..." >&2; exit 1; }
in_namespaces "$@"
