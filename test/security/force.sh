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
fresh && mkdir kept/checkpoint && echo keep >kept/checkpoint/x && kept checkpoint
fresh && rm -r kept/plots && echo keep >kept/plots && kept plots
fresh && rm kept/scenario.yaml && kept 'part of a result'

label='--force on results of every kind'
mkdir kinds
for file in "$root"/scenarios/drop-test.yaml "$root"/scenarios/pendulum.yaml \
    "$root"/test/journal/journal.yaml waiting.yaml; do
    for _ in 1 2; do
        ends 0 env "PATH=$bare_path" "$program" run "$file" \
            --out kinds/one --force --quiet
    done
    rm -rf kinds/one
done
# every table that the program has a name for can be replaced
# shellcheck disable=SC2013  # they are words
for name in $(grep -hoE '(further_table|table_of_list)\([a-z>-]+, "[a-z_]+"' \
    "$root"/cli/scenario/*.c "$root"/cli/sweep/*.c | sed 's/.*"\(.*\)"/\1/' | sort -u); do
    cp -r result-f kinds/one && echo 'x [1]' >"kinds/one/$name.csv"
    (PATH=$bare_path exec "$program" run "$scenario" --out kinds/one --force --quiet) \
        >"$out" 2>"$err"
    is "$name.csv is taken for the table of somebody else" [ $? -eq 0 ]
    rm -rf kinds/one
done

label='--force of reproduce'
ends 0 "$program" reproduce 004 --quick --quiet --out paper
ends 0 "$program" reproduce 004 --quick --quiet --out paper --force
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
