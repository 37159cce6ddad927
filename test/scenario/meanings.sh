# shellcheck shell=sh disable=SC2154
# A key that people try is answered with the one that means it, where the block has that.

# meant FILE KEY SUGGESTION
meant() {
    refused 2 "did you mean $3?" check "$here/../../scenarios/$1.yaml" --set "$2=1"
}
for word in duration end time t_end T_max; do
    for file in steel-ball drop-test chain cam; do meant $file "run.$word" until; done
done
meant steel-ball t_end 'run (as run: {...})'
meant chain run.stop 'until or step'
meant chain run.dt step
meant chain run.time-step step
meant chain output.dt every
meant chain run.solver integrator
meant steel-ball run.tolerance rtol
meant steel-ball impact.bodies.0.v0 'velocity or speed'
meant steel-ball impact.bodies.0.diameter 'radius (half of it)'
meant steel-ball impact.bodies.0.omega 'spin or speed'
meant steel-ball impact.contact.e restitution
meant steel-ball impact.contact.COR restitution
meant steel-ball impact.contact.coefficient_of_restitution restitution
meant steel-ball impact.contact.E 'modulus (of the pair, 1/((1-nu1^2)/E1 + (1-nu2^2)/E2))'
meant steel-ball impact.contact.mu friction
meant steel-ball impact.law 'contact (as contact: {...})'
meant steel-ball materials.0.E young
meant steel-ball materials.0.youngs_modulus young
meant steel-ball materials.0.nu poisson
meant steel-ball materials.0.poissons_ratio poisson
meant steel-ball materials.0.rho density
meant steel-ball materials.0.sigma_y yield
meant drop-test bounce.drop_height "drop or height"
meant drop-test bounce.ball body
meant drop-test bounce.ground floor
meant 001/fig-12-elastic-plastic-damped journal.gap 'clearance (radial)'
meant chain chain.striker.speed velocity
meant chain chain.balls beads
meant chain chain.precompression preload
meant four-bar-clearance mechanism.initial_conditions start
meant four-bar-clearance mechanism.drivers.crank.omega speed
meant four-bar-clearance mechanism.joints.pin.contact.cor restitution
meant four-bar-clearance mechanism.joints.pin.mu 'friction or contact (as contact: {...})'
meant sweeps/what-matters sweep.params parameters
meant sweeps/what-matters sweep.parameters.0.min from
meant steel-ball impact.bodies.0.E "material (a name; its properties are those of materials)"
meant steel-ball impact.bodies.1.nu "material (a name; its properties are those of materials)"
meant steel-ball impact.e 'contact (as contact: {...})'
meant drop-test bounce.restitution 'contact (as contact: {...})'
meant drop-test bounce.rpm 'spin (with its unit, as 500 rpm)'
meant chain chain.wall 'right (as right: {type: wall})'
meant chain chain.speed 'striker (as striker: {velocity: ...})'
meant chain chain.number_of_beads 'beads (as beads: [{...}])'
meant chain chain.beads.0.number_of_beads count
meant chain run.steps step
meant chain chain.contact.spring stiffness
meant 001/fig-12-elastic-plastic-damped journal.diameter \
    'journal_radius (half of it) or bearing_radius (half of it)'
meant four-bar-clearance mechanism.drivers.0.rpm 'speed (with its unit, as 500 rpm)'
meant cam mechanism.forces.0.damper damping
meant cam mechanism.forces.0.free_length rest
meant fit/golf-ball fit.inputs.0.key path
# a word with a meaning of its own is no misspelling of another: a spring is no spin
for key in impact.bodies.0.spring impact.bodies.0.seed; do
    refused 2 "a body has no '${key##*.}'; it takes" check "$here/../../scenarios/steel-ball.yaml" \
        --set "$key=1"
done
refused 2 "run has no 'speed'; it takes" check "$here/../../scenarios/four-bar-clearance.yaml" \
    --set run.speed=1
# options and commands
for word in output outdir out-dir folder; do
    refused 1 "run has no option --$word; did you mean --out?" run x.yaml "--$word" x
done
refused 1 'run has no option --cores; did you mean --threads?' run x.yaml --cores 2
refused 1 'run has no option --overwrite; did you mean --force?' run x.yaml --overwrite
refused 1 'fit has no option --param; did you mean --set?' fit x.csv --param a=1
refused 1 "there is no command 'simulate'; did you mean run?" simulate
# no block takes what it does not have
refused 2 "run has no 'duration'; it takes rtol" check \
    "$here/../../scenarios/001/fig-12-elastic-plastic-damped.yaml" --set run.duration=1
refused 2 "a body has no 'height'; it takes" check "$here/../../scenarios/steel-ball.yaml" \
    --set impact.bodies.0.height=1
refused 2 "tsuji has no 'speed'; did you mean approach?" restitution --law tsuji --set speed=1
refused 2 "tsuji has no 'e'; did you mean restitution?" force --law tsuji --set e=1 \
    --delta 1e-6 --rate 1
refused 2 "tsuji has no 'speed'; did you mean approach?" export mujoco --law tsuji --set speed=1
