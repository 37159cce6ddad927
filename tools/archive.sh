#!/usr/bin/env bash
# The sources of a commit as dashpot-VERSION.tar.xz. Its bytes depend on the commit and on nothing
# else: names in the order of git, the time of the commit, root as the owner, one thread of xz.
#
#     tools/archive.sh FOLDER [REVISION]      prints the name of the file

set -eu -o pipefail
cd "$(dirname "$0")/.."
folder=${1:?usage: tools/archive.sh FOLDER [REVISION]}
revision=${2:-HEAD}
git_here() { git -c safe.directory='*' -c tar.umask=0022 "$@"; }

version=$(git_here show "$revision:include/dashpot/version.h" |
    sed -n 's/.*DP_VERSION_STRING "\([0-9.]*\)".*/\1/p')
if [ -z "$version" ]; then
    echo "archive: $revision has no version in include/dashpot/version.h" >&2
    exit 1
fi
mkdir -p "$folder"
file=$folder/dashpot-$version.tar.xz
git_here archive --format=tar --prefix="dashpot-$version/" "$revision" |
    xz --threads=1 -6 >"$file.part"
mv "$file.part" "$file"
echo "$file"
