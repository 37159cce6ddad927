# shellcheck shell=sh disable=SC2154,SC2034
# --force replaces what the program wrote and never anything else.

write_scenario '"Ball"'
(PATH=$bare_path exec "$program" run "$scenario" --out result-f --quiet) >"$out" 2>"$err"

# kept NAME: --force on a result with that in it is refused, and everything is as it was
kept() {
    label="--force with $1 in a result"
    before_force=$(find kept -exec stat -c '%n %i' {} + | sort)
    (PATH=$bare_path exec "$program" run "$scenario" --out kept --force --quiet) >"$out" 2>"$err"
    got=$?
    is "exit status $got" [ "$got" -eq 4 ]
    says "holds $1, and no run of dashpot left that there"
    is 'something is gone' [ "$before_force" = "$(find kept -exec stat -c '%n %i' {} + | sort)" ]
    rm -rf kept
}
fresh() { cp -r result-f kept; }

fresh && echo keep >kept/notes.txt && kept notes.txt
fresh && echo keep >kept/measured.csv && kept measured.csv
fresh && mkdir kept/data && echo keep >kept/data/x && kept data
fresh && echo keep >kept/plots/thesis.pdf && kept plots/thesis.pdf
fresh && mkdir kept/plots/own.svg && kept plots/own.svg
fresh && ln -s ../result-f/series.csv kept/copy.csv && kept copy.csv
fresh && ln -s ../../result-f kept/plots/copy.svg && kept plots/copy.svg
fresh && mkfifo kept/energy.csv && kept energy.csv
# names that the program gives, but did not give here
fresh && echo keep >kept/sensors.csv && kept sensors.csv
fresh && echo keep >kept/rows.csv && kept rows.csv
fresh && echo keep >kept/.unfinished && kept .unfinished
fresh && echo keep >kept/plots/mydata.csv && kept plots/mydata.csv
fresh && echo keep >kept/plots/mine.svg && kept plots/mine.svg
fresh && mkdir kept/checkpoint && echo keep >kept/checkpoint/x && kept checkpoint
fresh && rm -r kept/plots && echo keep >kept/plots && kept plots
fresh && rm kept/scenario.yaml && kept 'part of a result'

# lists that somebody made up: what is no plain name spoils all of it, and what is no file is not
# ours for being listed
for line in ../victim/file /etc/hostname plots/../thesis plots/a/b sub/thesis .. . plots/.. '' \
    "$(printf 'a\tb')"; do
    fresh && echo "$line" >>kept/.files && kept .files
done
fresh && printf 'thesis' >>kept/.files && kept .files
fresh && printf 'a\000b\n' >>kept/.files && kept .files
fresh && head -c 300000 /dev/zero | tr '\0' x >>kept/.files && echo >>kept/.files && kept .files
fresh && rm kept/.files && mkdir kept/.files && kept .files
fresh && rm kept/.files && mkfifo kept/.files && kept .files
fresh && mv kept/.files names && ln -s ../names kept/.files && kept .files
fresh && echo energy.csv >>kept/.files && ln -s ../victim/file kept/energy.csv && kept energy.csv
fresh && echo energy.csv >>kept/.files && mkdir kept/energy.csv && kept energy.csv
fresh && echo plots/a.svg >>kept/.files && ln -s ../../victim kept/plots/a.svg && kept plots/a.svg

# names that no command gives stay, listed or not
for name in thesis.docx further.csv data.xlsx plots/own.pdf plots/mine.svg plots/a.dat; do
    fresh && echo keep >"kept/$name" && echo "$name" >>kept/.files && kept "$name"
done

label='a result that was being replaced by a killed run'
(sleep 0 & echo $! >"$out"; wait)
left=.dashpot-$(cat "$out")-abcdefgh
cp -r result-f "$left" && : >"$left/.unfinished" && echo keep >"$left/plots/mydata.csv"
(PATH=$bare_path exec "$program" run "$scenario" --out sweeper --quiet) >"$out" 2>"$err"
is 'a file of somebody else is gone' [ "$(cat "$left/plots/mydata.csv")" = keep ]
is 'our own is left' is_absent "$left/series.csv"
rm -f "$left/plots/mydata.csv"
(PATH=$bare_path exec "$program" run "$scenario" --out sweeper --force --quiet) >"$out" 2>"$err"
is 'it is left' is_absent "$left"

label='--force on results of every kind'
mkdir kinds
for file in "$root"/scenarios/drop-test.yaml "$root"/scenarios/pendulum.yaml \
    "$root"/test/journal/journal.yaml waiting.yaml "$root"/scenarios/fit/golf-ball.yaml \
    "$root"/scenarios/sweeps/drop-height.yaml; do
    for _ in 1 2; do
        ends 0 env "PATH=$bare_path" "$program" run "$file" \
            --out kinds/one --force --quiet
    done
    rm -rf kinds/one
done
cp -r result-f kinds/one
rm kinds/one/.files
ends 4 env "PATH=$bare_path" "$program" run "$scenario" --out kinds/one --force --quiet
is 'a result without a list is gone' [ -s kinds/one/series.csv ]
rm -rf kinds/one

label='--force of reproduce'
ends 0 "$program" reproduce 004 --quick --quiet --out paper
ends 0 "$program" reproduce 004 --quick --quiet --out paper --force
for name in plots/mydata.csv series.csv; do
    echo keep >"paper/$name"
    ends 4 "$program" reproduce 004 --quick --quiet --out paper --force
    says "holds $name, and no run of dashpot left that there"
    is 'a file of somebody else is gone' [ "$(cat "paper/$name")" = keep ]
    rm "paper/$name"
done
is 'the page lets anything in' grep -q "content=\"default-src 'none'; img-src data:; " \
    paper/report.html
isnt 'the page asks for more' grep -qE '(src|href)="[a-z]*:?//|@import|url\(' paper/report.html
mkdir home-f home-f/documents && echo keep >home-f/documents/thesis.txt
echo x >home-f/rows.csv && echo '{}' >home-f/summary.json
ends 4 "$program" reproduce 004 --quick --quiet --out home-f --force
is 'a folder that looks like ours is gone' [ "$(cat home-f/documents/thesis.txt)" = keep ]
ln -s home-f paper-link
ends 4 "$program" reproduce 004 --quick --quiet --out paper-link --force
is 'a link was followed' [ "$(cat home-f/documents/thesis.txt)" = keep ]
