# shellcheck shell=sh disable=SC2154,SC2034
# Animations: the data that stand in the page agree with the tables, names cannot leave them.

scenarios=$here/../../scenarios
# scene NAME KIND ARGUMENTS...: the animation of that run
scene() {
    label="animation $1"
    name=$1 kind=$2
    shift 2
    run 0 run "$@" --out "$name"
    if "$here/scenes.py" "$name" "$kind" >scenes.txt 2>&1; then pass
    else fail "$(head -n 5 scenes.txt)"; fi
}
scene moving-chain chain "$scenarios/chain.yaml" --set chain.field.of=force
# thinned: more beads than cells, more looks than frames
scene long-chain chain "$scenarios/chain.yaml" \
    --set chain.field='{of: force, stride: 1, every: 1 us}' --set chain.beads.0.count=900
holds long-chain/report.html '"stride":3'
lacks long-chain/report.html '"displacements":{'
scene straight bounce "$scenarios/002/bouncing-ball.yaml"
scene oblique bounce "$scenarios/superball.yaml"
# the animation does not need the columns that are asked for
run 0 run "$scenarios/superball.yaml" --set 'output.series=[time, force]' --out few-columns
holds few-columns/report.html '"ways":['
scene flights journal "$scenarios/001/fig-12-elastic-plastic-damped.yaml"
scene pressed journal "$scenarios/001/resolved.yaml"
scene dented journal "$scenarios/001/memory.yaml"
holds dented/report.html '"sectors":720'
holds flights/report.html '"sectors":0'
scene crank mechanism "$scenarios/slider-crank-loose.yaml" --set run.turns=2

# a name that would end the script
cat >hostile.yaml <<'YAML'
dashpot: 1
title: Hostile
kind: mechanism
mechanism:
  gravity: [0, -9.81]
  bodies: [{name: '</script><!--<b>', mass: 1.2, inertia: 0.1}]
  joints:
    - {type: revolute, name: pivot, between: [ground, '</script><!--<b>'], at: [[0, 0], [0, 0.5]]}
  start: {'</script><!--<b>': 60 deg}
run: {until: 1 s}
YAML
scene hostile mechanism hostile.yaml
holds hostile/report.html '\u003c/script>\u003c!--\u003cb>'

# without a folder there is none, and the summary does not change
label='summary with and without a folder'
json run "$scenarios/superball.yaml"
if cmp -s "$out" oblique/summary.json; then pass; else fail 'the folder changes it'; fi
