# shellcheck shell=sh disable=SC2154,SC2034
# Part of run.sh: tools/lammps.sh with stand-ins for apt, cmake and LAMMPS.

place=$dir/lammps
result=$place/tree/build/lammps
mkdir -p "$place/bin" "$place/etc/sources.list.d" "$place/tree/tools"
cp "$root/tools/lammps.sh" "$root/tools/debian_source.sh" "$root/tools/progress.sh" \
    "$place/tree/tools/"

# instead NAME: a command of this name from standard input, only for what is here
instead() { cat >"$place/bin/$1" && chmod 755 "$place/bin/$1"; }

cat >"$place/etc/sources.list" <<END
# deb http://comment.example/debian stable main
deb [signed-by=/keys/one.gpg] http://one.example/debian stable main
  deb http://indented.example/debian stable main
deb-src http://source.example/debian stable main
END
cat >"$place/etc/sources.list.d/two.sources" <<END
Types: deb
URIs: http://two.example/debian
Suites: stable
Signed-By: /keys/two.gpg

Types: deb deb-src
URIs: http://three.example/debian
END
echo 'deb http://four.example/debian stable main' >"$place/etc/sources.list.d/four.list"

instead apt-config <<END
#!/bin/sh
echo "file='$place/etc/sources.list' parts='$place/etc/sources.list.d'"
END
# apt-get -q -c SETTINGS update | source ...; keeps what it was given
instead apt-get <<END
#!/bin/sh
echo "\$*" >>"$place/calls"
rm -rf "$place/given" && cp -r "\$(dirname "\$3")" "$place/given"
[ ! -e "$place/offline" ] || { echo 'Err:1 planted'; exit 100; }
case \$4 in source) : >lammps_1.dsc ;; esac
END
# dpkg-source --no-copy -x PACKAGE FOLDER
instead dpkg-source <<END
#!/bin/sh
mkdir -p "\$4/cmake"
[ ! -e "$place/broken" ] || exit 2
mkdir "\$4/src" && : >"\$4/cmake/CMakeLists.txt"
echo '#define LAMMPS_VERSION "29 Sep 2021"' >"\$4/src/version.h"
END
instead dpkg-query <<END
#!/bin/sh
echo 1-2
END
instead lmp <<END
#!/bin/sh
echo "Large-scale Atomic/Molecular Massively Parallel Simulator - \$(cat "$place/version")"
echo "-DLAMMPS_\$(cat "$place/sizes")"
echo 'GRANULAR PLUGIN'
case \$1 in -h) ;; *) cat >/dev/null; [ ! -e "$place/refuses" ] ;; esac
END
# cmake -S SOURCE -B FOLDER ... | --build FOLDER ...
instead cmake <<END
#!/bin/sh
[ "\$1" = --build ] || exit 0
echo "\$2" >>"$place/built"
[ ! -e "$place/stops" ] || { echo 'x.cpp:1:1: error: planted'; exit 2; }
case \$2 in
*/lmp-build) cp "$place/bin/lmp" "\$2/lmp" ;;
*) mkdir -p "\$2" && : >"\$2/dashpotplugin.so" && : >"\$2/dashpot.in" ;;
esac
END
echo '29 Sep 2021 - Update 2' >"$place/version"
echo SMALLBIG >"$place/sizes"

# lammps [NAME=VALUE]...
lammps() {
    rm -f "$place/built" "$place/calls"
    env "$@" PATH="$place/bin:$PATH" "$place/tree/tools/lammps.sh" >"$out" 2>"$err" </dev/null
}

label='the source of LAMMPS without a network'
before=$(checksum "$place/etc")
: >"$place/offline"
lammps
is 'succeeds' [ $? -eq 1 ]
says 'Err:1 planted'
says 'LAMMPS_SOURCE=/path/to/lammps make lammps'
isnt 'something is built' [ -e "$place/built" ]
rm "$place/offline"

label='lists of sources for LAMMPS'
is 'those of the system have changed' [ "$(checksum "$place/etc")" = "$before" ]
cat >"$place/expected" <<END
deb-src [signed-by=/keys/one.gpg] http://one.example/debian stable main
deb-src http://four.example/debian stable main
deb-src http://indented.example/debian stable main
deb-src http://source.example/debian stable main
END
is 'lines differ' cmp -s "$place/expected" "$place/given/sources.list"
sed 's/^Types:.*/Types: deb-src/' "$place/etc/sources.list.d/two.sources" >"$place/expected"
is 'stanzas differ' cmp -s "$place/expected" "$place/given/sources.list.d/two.sources"
is 'the settings do not name them' \
    grep -qF "Dir::Etc::sourcelist \"$result/source.apt/sources.list\"" "$place/given/apt.conf"
is 'lists of the system are used' \
    grep -qF "Dir::State::lists \"$result/source.apt/lists\"" "$place/given/apt.conf"
is 'another version is asked for' grep -q 'source .*lammps=1-2$' "$place/calls"

label='the source of LAMMPS half unpacked'
: >"$place/broken"
lammps
is 'succeeds' [ $? -eq 1 ]
says 'could not be unpacked'
isnt 'counts as a source' [ -e "$result/source" ]
rm "$place/broken"

label='a LAMMPS that cannot be built'
: >"$place/stops"
lammps
is 'succeeds' [ $? -eq 1 ]
is 'the source is not there' [ -e "$result/source/src/version.h" ]
says 'x.cpp:1:1: error: planted'
isnt 'counts as built' [ -e "$result/lmp" ]
isnt 'the plugin is built' grep -q plugin-build "$place/built"
rm "$place/stops"

label='the plugin for LAMMPS'
lammps
is 'is not built' [ $? -eq 0 ]
isnt 'the source is fetched again' [ -e "$place/calls" ]
is 'LAMMPS is not built' grep -q lmp-build "$place/built"
prints "dashpotplugin.so is for LAMMPS 29 Sep 2021 (smallbig)"
prints "    plugin load $result/dashpotplugin.so"
is 'is not shown for both' [ "$(grep -c "^    include $result/dashpot.in" "$out")" -eq 2 ]
lammps
is 'is not built again' [ $? -eq 0 ]
isnt 'LAMMPS is built again' grep -q lmp-build "$place/built"

label='the plugin in a LAMMPS that refuses it'
: >"$place/refuses"
lammps
is 'succeeds' [ $? -eq 1 ]
prints "does not take: plugin load $result/dashpotplugin.so"
rm "$place/refuses"

label='the plugin and another LAMMPS'
echo '2 Aug 2023' >"$place/version"
lammps SMALL=no
is 'fails' [ $? -eq 0 ]
prints "It is not for $place/bin/lmp, LAMMPS 2 Aug 2023"
echo '29 Sep 2021' >"$place/version"
echo BIGBIG >"$place/sizes"
lammps SMALL=no
is 'fails' [ $? -eq 0 ]
prints "It is not for $place/bin/lmp, LAMMPS 29 Sep 2021"
isnt 'a small LAMMPS is built' grep -q lmp-build "$place/built"
lammps LAMMPS_SOURCE="$place/etc"
is 'a folder without LAMMPS is taken' [ $? -eq 1 ]
says "LAMMPS_SOURCE ($place/etc) is no folder with the source of LAMMPS"
