# shellcheck shell=sh disable=SC2154,SC2034,SC2016
# gnuplot as a child: which one, and what it gets from us.

write_scenario '"Ball"'
mkdir fake
cat >fake/gnuplot <<'END'
#!/bin/sh
exec >>"$(dirname "$0")/seen" 2>&1
printf 'arguments %s\n' "$*"
env | sed 's/^/variable /'
printf 'folder %s\n' "$(pwd -P)"
stat -c 'mode %a' .
for fd in /proc/$$/fd/*; do printf 'open %s\n' "$(readlink "$fd")"; done
END
chmod 755 fake/gnuplot

label='what gnuplot gets'
seen=$dir/place/fake/seen
# shellcheck disable=SC2094  # it is only read
ends 0 env SECRET=pwned "PATH=$dir/place/fake:$PATH" "GNUPLOT_LIB=$dir" \
    "$program" run "$scenario" --out child --quiet 7<"$scenario"
is 'it was not called' [ -s "$seen" ]
is 'more than one script is given' [ -z "$(grep '^arguments' "$seen" |
    grep -vE '^arguments --default-settings [a-z0-9_-]+\.gp$')" ]
# PWD and the like are the doing of the shell that stands in for gnuplot
is 'the environment is passed on' [ -z "$(grep '^variable' "$seen" |
    grep -vE '^variable (OLDPWD|PWD|SHLVL|_)=' |
    grep -vE '^variable (PATH=/usr/local/bin:/usr/bin:/bin|LC_ALL=C.UTF-8|HOME=/nonexistent)$')" ]
is 'it works elsewhere' [ -z "$(grep '^folder' "$seen" |
    grep -vE "^folder $(pwd -P)/\.dashpot-[0-9]+-[a-z0-9]{8}/plots\$")" ]
is 'it has open files of others' [ -z "$(grep '^open' "$seen" |
    grep -E "^open ($dir/scenario|.*/place\$|.*\.dashpot-)")" ]
is 'others may write where it works' [ -z "$(grep '^mode' "$seen" |
    grep -vE '^mode [0-7]?7[0-7][0145]$')" ]

label='temporary names'
grep '^folder' "$seen" | sort -u >first
: >"$seen"
ends 0 env "PATH=$dir/place/fake:$PATH" "$program" run "$scenario" --out child-2 --quiet
grep '^folder' "$seen" | sort -u >second
is 'can be guessed' [ "$(sed 's/.*-//' first)" != "$(sed 's/.*-//' second)" ]

label='a gnuplot in the working folder'
printf '#!/bin/sh\ntouch %s/pwned\n' "$dir" >gnuplot && chmod 755 gnuplot
for path in . : ./ "place:.:" ''; do
    ends 0 env "PATH=$path" "$program" run "$scenario" --out "here-$path-x" --quiet
    says 'gnuplot is not installed'
done
is 'was run' is_absent "$dir/pwned"
rm gnuplot

label='masks'
for mask in 077 027 022; do
    (umask "$mask" && PATH=$bare_path exec "$program" run "$scenario" --out "mask-$mask" --quiet) \
        >"$out" 2>"$err"
    is 'failed' is_complete "mask-$mask"
    is "$mask is not honoured" [ -z "$(find "mask-$mask" -perm "/$mask")" ]
    is "a file may be run" [ -z "$(find "mask-$mask" -type f -perm /111)" ]
done

label='a series.h5 where one works'
mkdir work && echo keep >work/series.h5
(cd work && PATH=$bare_path exec "$program" run "$scenario" --out result --quiet) >"$out" 2>"$err"
is 'failed' is_complete work/result
is 'was touched' [ "$(cat work/series.h5)" = keep ]
rm work/series.h5 && mkfifo work/series.h5
(cd work && PATH=$bare_path exec "$program" run "$scenario" --out other --quiet) \
    >"$out" 2>"$err"
is 'a pipe stops it' is_complete work/other
