# shellcheck shell=sh disable=SC2154
# What is drawn of every shipped scenario, in the page and by gnuplot's scripts, agrees with its
# tables. Long runs are cut short: they have the same plots.

mkdir -p drawn nothing
for file in "$scenarios"/*.yaml "$scenarios"/*/*.yaml; do
    name=$(echo "${file#"$scenarios"/}" | tr / -)
    set --
    case $name in
    000-fig* | 004-fig* | slider-crank* | four-bar*) set -- --set run.turns=1.5 --set run.skip=0.5 ;;
    esac
    case $name in
    000-fig* | 004-fig* | slider-crank-5*) set -- "$@" --set run.ensemble=2 ;;
    000-hop* | 002-hor* | 002-hop* | 002-ver*) set -- --set 'run.until=100 us' ;;
    solitary* | crosscheck-chain*) set -- --set 'run.until=100 us' ;;
    fit-golf* | fit-zhang*) set -- --set 'fit.laws=[thornton, tsuji]' ;;
    fit-kharaz*) set -- --set impact.contact.friction.law=coulomb ;;
    sweeps-angle*) set -- --set sweep.parameters.0.count=3 --set sweep.parameters.1.count=4 ;;
    sweeps-journal*) set -- --set sweep.parameters.0.count=5 --set sweep.parameters.1.count=5 ;;
    sweeps-plastic*) set -- --set sweep.parameters.1.count=9 ;;
    esac
    label="drawn: $name"
    # without gnuplot its scripts and data are written all the same
    if env "PATH=$PWD/nothing" "$program" run "$file" "$@" --out "drawn/$name" --quiet 2>"$err"
    then pass; else fail "$(head -n 1 "$err")"; fi
done
label='drawn: plots and tables'
if node "$here/drawn.js" drawn/* >drawn.txt; then pass; else fail "$(head -n 5 drawn.txt)"; fi
rm -rf drawn
