# shellcheck shell=sh disable=SC2154,SC2034
# Part of run.sh: a release is refused where something disagrees, and says what. The project is a
# toy with the few files that are looked at; make release builds a real archive.

toy=$dir/toy
mkdir -p "$toy/tools" "$toy/include/dashpot" "$toy/docs" "$toy/packaging/debian"
cp "$root/tools/release.sh" "$root/tools/archive.sh" "$toy/tools/"
write_toy() {
    echo '#define DP_VERSION_STRING "1.2.3"  ///< joined' >"$toy/include/dashpot/version.h"
    printf '# Changelog\n\n## [Unreleased]\n\n## [1.2.3] - 2026-01-31\n\n' >"$toy/CHANGELOG.md"
    printf '### Added\n\n* Planted.\n\n' >>"$toy/CHANGELOG.md"
    printf '## [1.2.2] - 2025-01-31\n\n* Older.\n' >>"$toy/CHANGELOG.md"
    printf 'cff-version: 1.2.0\nversion: 1.2.3\ndate-released: 2026-01-31\n' >"$toy/CITATION.cff"
    echo 'dashpot (1.2.3-1) unstable; urgency=medium' >"$toy/packaging/debian/changelog"
    echo '.TH DASHPOT 1 2026-01-31 "dashpot 1.2.3" "User Commands"' >"$toy/docs/dashpot.1"
}
toy_git() { git -C "$toy" -c user.name=x -c user.email=x@example.org "$@"; }
commit_toy() { toy_git add -A && toy_git commit -q --allow-empty -m x; }
write_toy
git init -q "$toy" && commit_toy
release() { "$toy/tools/release.sh" "$@" >"$out" 2>"$err" </dev/null; }

label='a release in which all agrees'
release --check
is 'is refused' [ $? -eq 0 ]
prints '1.2.3 agrees everywhere'
release --notes
is 'the notes are not the section of the version' [ "$(cat "$out")" = '### Added

* Planted.' ]

# refused FILE SED-COMMAND TEXT: with one file changed
refused() {
    label="a release whose $1 disagrees"
    sed -i "$2" "$toy/$1" && commit_toy
    release --check
    is 'is not refused' [ $? -eq 1 ]
    says "$3"
    write_toy && commit_toy
}
refused CHANGELOG.md 's/1\.2\.3/1.2.4/' \
    "CHANGELOG.md says '1.2.4', include/dashpot/version.h says '1.2.3'"
refused CHANGELOG.md 's/ - 2026-01-31//' 'has no date'
refused CHANGELOG.md 's/^## .Unreleased.$/&\n\n* New./' 'has changes under [Unreleased]'
refused CITATION.cff 's/1\.2\.3/1.2.2/' "CITATION.cff says '1.2.2'"
refused CITATION.cff 's/01-31/01-30/' 'CITATION.cff has another date'
refused packaging/debian/changelog 's/1\.2\.3/1.2.0/' "packaging/debian/changelog says '1.2.0'"
refused docs/dashpot.1 's/1\.2\.3/1.2/' "docs/dashpot.1 says '1.2'"

label='a release of a tree with changes'
echo >"$toy/new"
release
is 'is not refused' [ $? -eq 1 ]
says 'the tree has changes'
is 'something was made' [ ! -e "$toy/build" ]
rm "$toy/new"

label='an archive'
if command -v xz >/dev/null; then
    "$toy/tools/archive.sh" "$dir/archived" >"$out" 2>"$err"
    is 'has another name' [ "$(cat "$out")" = "$dir/archived/dashpot-1.2.3.tar.xz" ]
    # neither the mask nor the time of day nor what else lies in the tree
    : >"$toy/leftover"
    (umask 077 && "$toy/tools/archive.sh" "$dir/archived-again" >"$out" 2>"$err")
    is 'has other bytes the second time' cmp -s "$dir/archived/dashpot-1.2.3.tar.xz" \
        "$dir/archived-again/dashpot-1.2.3.tar.xz"
else
    echo 'skipped: archives (no xz)'
fi

label='an earlier library that is none'
abi() { PATH=$dir/bin:$PATH OLD=$1 "$root/tools/abi.sh" >"$out" 2>"$err" </dev/null; }
printf '#!/bin/sh\nexit 0\n' | stand_in abidiff
abi ''
is 'the exit status is not 2' [ $? -eq 2 ]
says 'OLD must name an archive or a revision'
