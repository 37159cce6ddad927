#!/usr/bin/env bash
# Fetches the source of a Debian package, by the mirror that this machine is set up for.
#
#     tools/debian_source.sh PACKAGE[=VERSION] FOLDER
#
# FOLDER becomes the unpacked source, with Debian's patches; beside it lies FOLDER.apt meanwhile,
# which stays with its log where that fails. Needs no root and changes nothing of the system.
# 2: a program is missing; 3: it could not be fetched; 4: it could not be unpacked.

set -u -o pipefail
[ $# -eq 2 ] || { echo "usage: tools/debian_source.sh PACKAGE[=VERSION] FOLDER" >&2; exit 1; }
package=$1
folder=$(realpath -m "$2")
apt=$folder.apt

# The sources of this machine with their type turned into deb-src, in both formats; nothing else
# changes, so keys, mirrors and options are those that work here.
write_source_lists() {
    local file parts
    eval "$(apt-config shell file Dir::Etc::sourcelist/f parts Dir::Etc::sourceparts/d)"
    mkdir -p "$apt/sources.list.d" "$apt/lists/partial" "$apt/cache/archives/partial"
    rm -f "$apt"/sources.list.d/*
    : >"$apt/sources.list"
    for file in "$file" "$parts"/*.list; do
        [ ! -f "$file" ] || sed -nE 's/^[[:space:]]*deb(-src)?([[:space:]])/deb-src\2/p' "$file"
    done | LC_ALL=C sort -u >"$apt/sources.list"
    for file in "$parts"/*.sources; do
        [ ! -f "$file" ] || sed -E 's/^[Tt]ypes:.*/Types: deb-src/' "$file" \
            >"$apt/sources.list.d/$(basename "$file")"
    done
}

# Lists and caches of our own: those of the system are neither read nor written, so that no root is
# needed. Programs that the system runs after an update have nothing to do here.
write_apt_settings() {
    cat >"$apt/apt.conf" <<END
Dir::Etc::sourcelist "$apt/sources.list";
Dir::Etc::sourceparts "$apt/sources.list.d";
Dir::State::lists "$apt/lists";
Dir::Cache "$apt/cache";
Acquire::Languages "none";
Acquire::Retries "2";
#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
END
}

for name in apt-get apt-config dpkg-source; do
    command -v "$name" >/dev/null || {
        echo "there is no $name to fetch the source of ${package%%=*} with" >&2
        exit 2
    }
done
write_source_lists
write_apt_settings
# a broken third-party source fails the update and does not matter
apt-get -q -c "$apt/apt.conf" update </dev/null >"$apt/log" 2>&1
rm -rf "$apt/download"
mkdir -p "$apt/download"
(cd "$apt/download" && apt-get -q -c "$apt/apt.conf" source --download-only --only-source \
    "$package" </dev/null >>"$apt/log" 2>&1) || {
    grep -E '^(E|Err|W)' "$apt/log" | sort -u | head -n 5 >&2
    echo "the source of Debian's $package could not be fetched; all of it is in $apt/log" >&2
    exit 3
}
rm -rf "$apt/unpacked" "$folder"
mkdir "$apt/unpacked"
dpkg-source --no-copy -x "$apt"/download/*.dsc "$apt/unpacked/source" >>"$apt/log" 2>&1 || {
    echo "the source of Debian's $package could not be unpacked; see $apt/log" >&2
    exit 4
}
mv "$apt/unpacked/source" "$folder" && rm -rf "$apt"
