# shellcheck shell=sh disable=SC2154,SC2034
# Copies: the same for any number of threads, and verdicts that do not depend on the seed.

copies() {
    json run "$shipped/004/fig-04-06-lankarani-nikravesh.yaml" --set run.ensemble=8 \
        --set "$wide" "$@"
}
copies --set run.threads=1
cp "$out" one
copies --set run.threads=3
if cmp -s one "$out"; then pass; else fail "threads change the result"; fi
is copies 8
# the copies are not the run itself, nor each other
if [ "$(within ensemble spread)" != 0.0 ]; then pass; else fail "no spread"; fi

# Page 004: mean force 16.4 to 18.3 N for every law, rms of the damped laws to 25 %, share to 0.06.
# Eight copies of two turns keep to that: they spread by 15 %, their mean by 5 %.
for seed in 1 2 3; do
    copies --set run.seed=$seed
    is seed $seed
    sed -i '1,/"ensemble": {/d' "$out"
    between "seed $seed, force" "$(sed '1,/"pin.force"/d' "$out" | grep -A 2 '"mean": {' |
        sed -n 's/ *"mean": \([-+0-9.e]*\),/\1/p' | head -n 1)" 16.4 18.3
    between "seed $seed, acceleration" "$(within slider.ax mean | head -n 1)" 0 5000
    rms=$(sed '1,/"slider.ax"/d' "$out" | grep -A 1 '"rms": {' | sed -n 's/ *"mean": \(.*\),/\1/p' |
        head -n 1)
    between "seed $seed, rms of the acceleration" "$rms" 20.6 34.3
    between "seed $seed, share" "$(within contact_share mean)" 0.84 0.96
done

# Hertz forgets its start within a turn; two tolerances of page 004 agree for 0.12 s at the most
json run "$shipped/004/fig-04-06-hertz.yaml" --set run.ensemble=1 --set run.turns=2 --set run.skip=1
is horizon_reached true
between horizon "$(value horizon)" 0.05 0.5
json run "$shipped/004/fig-04-06-hertz.yaml" --set run.ensemble=1 --set run.turns=2 \
    --set run.skip=1 --set run.shadow=false
null horizon_reached
null horizon

# what people are told
run 0 run "$shipped/004/fig-04-06-hertz.yaml" --set run.ensemble=3
says 'Histories can be trusted up to'
says 'Trust statistics as mean and spread over the 3 copies'
run 0 run slider-crank.yaml
says 'ensemble: 20'
# copies of a run that still remembers its start
run 0 run "$shipped/004/fig-04-06-lankarani-nikravesh.yaml" --set run.turns=2 --set run.skip=0 \
    --set run.ensemble=2
if grep -qF 'stays within 1 %' "$out" || grep -qF 'have hardly parted' "$out"; then pass
else fail 'nothing is said of copies that did not part'; fi
