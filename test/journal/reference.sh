# shellcheck shell=sh disable=SC2154,SC2034
# Reference values of page 001.

critical=3.12962222359069624
energy_keys='initial final stored viscous plastic friction released input error'
collision_keys='time position normal_in normal_out tangential_in tangential_out spin angle_in
    angle_out chord restitution max_force max_indentation duration time_ratio turn plastic_work
    damping_work friction_work'

# --- keys of the contract -------------------------------------------------------------------------
json run journal.yaml --set journal.collisions=1
keys 2 kind title critical_speed damped_critical_speed collisions travel collisions_above_critical \
    sliding_ends end event_driven_valid time_ratio requested_restitution energy solver notes
# shellcheck disable=SC2086
keys 6 $collision_keys
# shellcheck disable=SC2086
keys 4 first worst $energy_keys path steps evaluations rejected events
is kind '"journal"'
is path '"event-driven"'
is end '"count"'
equal travel "$(value travel)" 0 0
is events 1
is event_driven_valid false

# --- three modes in two dimensions ----------------------------------------------------------------
# row COLLISION NORMAL TANGENTIAL SPIN ANGLE CHORD POSITION
row() {
    near "normal $1" "$(value normal_out "$1")" "$2" 1e-11
    near "tangential $1" "$(value tangential_out "$1")" "$3" 1e-12
    near "spin $1" "$(value spin "$1")" "$4" 1e-12
    near "angle $1" "$(value angle_out "$1")" "$5" 1e-11
    near "chord $1" "$(value chord "$1")" "$6" 1e-11
    equal "position $1" "$(value position "$1")" "$7" 1e-10
}

# totals TRAVEL NORMAL-LOSS FRICTION-LOSS TRANSLATION ROTATION LAST-TIME
totals() {
    initial=$(value initial)
    speed=$(calculate "$(value normal_out 30)^2 + $(value tangential_out 30)^2")
    near travel "$(value travel)" "$1" 1e-11
    near 'normal loss' "$(calculate "($(value viscous) + $(value plastic)) / $initial")" "$2" 1e-11
    near 'friction loss' "$(calculate "$(value friction) / $initial")" "$3" 1e-12
    near translation "$(calculate "100 * $speed / $initial")" "$4" 1e-11
    near rotation "$(calculate "0.5 * ($(value spin 30))^2 / $initial")" "$5" 1e-11
    near time "$(value time 30)" "$6" 1e-11
    near 'initial energy' "$initial" "$(calculate "100 * (3.2 * $critical)^2")" 1e-13
    balanced 1e-12
}

end='3.18704505965579 -31.9023529495074'
json run journal.yaml --set journal.contact.mode=elastic-damped
# shellcheck disable=SC2086
{
    row 1 7.1113155995656 3.19278874621944 -31.7875940919656 0.42199954948995 \
        0.000182454355659006 0
    row 2 5.81380408764635 $end 0.501449312508306 0.000175377360603968 2.29759355460989
    row 3 4.79889277157113 $end 0.586238088852111 0.000166605555035751 -1.84689772399651
    row 5 3.34645487940518 $end 0.761004163224889 0.000144828771167047 1.91670303686927
    row 10 1.49051942190775 $end 1.13333680996524 8.47279173294255e-05 2.12427848128234
    row 30 0.096605384861528 $end 1.54049370728824 6.05959643249904e-06 2.29122025802493
}
totals 0.00191826039359635 0.771738878673478 0.0761575161800619 0.101365803699587 \
    0.0507378014468735 0.000449003260588232
is sliding_ends 2
# an elastic mode knows the critical speed of the same law with plastic flow
near 'critical speed' "$(value critical_speed)" $critical 1e-14
near 'with damping' "$(value damped_critical_speed)" \
    "$(calculate "1.08771578573849 * $critical")" 1e-11

json run journal.yaml --set journal.contact.mode=elastic-plastic
# shellcheck disable=SC2086
{
    row 1 4.91775634451717 3.41214467172428 -27.4048627003789 0.606580942739059 \
        0.000164320377971965 0
    row 2 4.06440855635105 $end 0.664992029650216 0.000157384340656112 1.92843076811168
    row 3 3.71520892141431 $end 0.709026502469106 0.000151799215021629 -2.54314594477855
    row 5 3.42818648052859 $end 0.748961842702335 0.000146479224540693 0.854535420557965
    row 10 3.23525597144628 $end 0.777891507139234 0.000142478963255899 2.63902661860105
    row 30 3.14608940091798 $end 0.791864959275037 0.000140503862496772 2.5518847240419
}
totals 0.00416630168018826 0.673145297002431 0.0761575161800619 0.199959385370634 \
    0.0507378014468735 0.000904376229710345
near 'without damping' "$(value damped_critical_speed)" $critical 1e-11

json run journal.yaml
# shellcheck disable=SC2086
{
    row 1 4.48890775518477 3.45502953065752 -26.5480232188927 0.655978776078786 \
        0.00015849026356607 0
    row 2 3.43994826804644 $end 0.747254086828173 0.000146711565778326 1.82963510143222
    row 3 2.89515735192067 $end 0.833351834855634 0.000134479709913883 -2.80646572581392
    row 5 2.08509594811736 $end 0.99144542239499 0.000109496175431236 -0.0202704973294811
    row 10 0.976730308115387 $end 1.27341534582844 5.860343030975e-05 -1.77003060903196
    row 30 0.0669344937605889 $end 1.5497973594707 4.19948481718307e-06 2.62360788320571
}
totals 0.00143477190292206 0.771787259186574 0.0761575161800619 0.101317423186491 \
    0.0507378014468736 0.000377215304468495
is collisions_above_critical 3
near 'critical speed' "$(value critical_speed)" $critical 1e-14
near 'with damping' "$(value damped_critical_speed)" \
    "$(calculate "1.08771578573849 * $critical")" 1e-11
json run journal.yaml --set journal.contact.damping_form=consistent --set journal.collisions=1
near 'with consistent damping' "$(value damped_critical_speed)" \
    "$(calculate "1.06307151719085 * $critical")" 1e-11

# --- one head-on collision ------------------------------------------------------------------------
# head_on MODE FORM RATIO RESTITUTION DEEPEST [DURATION DAMPING PLASTIC]
head_on() {
    json run journal.yaml --set journal.contact.mode="$1" --set journal.contact.damping_form="$2" \
        --set "journal.start={speed_ratio: $3}" --set journal.collisions=1
    near restitution "$(value restitution)" "$4" 1e-11
    near deepest "$(value max_indentation)" "$5" 1e-11
    [ $# -lt 8 ] && return
    near duration "$(value duration)" "$6" 1e-11
    equal damping "$(calculate "$(value damping_work) / $(value initial)")" "$7" 1e-11
    equal plastic "$(calculate "$(value plastic_work) / $(value initial)")" "$8" 1e-11
}

head_on elastic-plastic printed 0.5 1 8.22698467763816e-05 0.000157766374252488 0 0
head_on elastic-plastic printed 10 0.18317387487863781916 0.0038413391054111007027 \
    0.000306001329054039 0 0.966447331562157
head_on elastic-damped printed 1 0.844749770475536827 0.000140154709087983651 \
    0.000147519425238822 0.286397825281528 0
head_on elastic-damped printed 10 0.730267477091021325 0.00111618836758859864 \
    0.000130451643289048 0.466709411903108 0
head_on elastic-plastic-damped printed 3.2 0.464016590420181783 0.000462038847371826529 \
    0.000154367897423282 0.285975781803609 0.498712822011219
head_on elastic-plastic-damped printed 10 0.174611549753125263 0.00165545205102624223 \
    0.000177777555861195 0.611545532225248 0.357965274467562
head_on elastic-damped consistent 1 0.884648872541989022 0.000142954084446124868
head_on elastic-damped consistent 10 0.79077711682345568 0.00115781718947992224
head_on elastic-plastic-damped consistent 3.2 0.474904793179905181 0.000484839171319207992
head_on elastic-plastic-damped consistent 10 0.176461728457536929 0.00183819498719121463
head_on elastic-damped printed 0.001 0.881228198615799 4.95988424770897e-07

# --- memory of the two points ---------------------------------------------------------------------
# speeds MEMORY SPEED...: over the critical speed, after each collision from 3 times it
speeds() {
    json run journal.yaml --set journal.memory="$1" --set 'journal.start={speed_ratio: 3}' \
        --set journal.collisions=4
    shift
    n=0
    for speed; do
        n=$((n + 1))
        equal "speed $n" "$(calculate "$(value normal_out $n) / $critical")" "$speed" 6e-7
    done
}
speeds fresh 1.460273 1.109629 .932515 .789386
speeds kept 1.460273 1.109629 .934285 .790841
json run journal.yaml --set journal.memory=kept --set 'journal.start={speed_ratio: 10}' \
    --set journal.collisions=3
equal 'third departure' "$(calculate "$(value normal_out 3) / $critical")" 1.015158 6e-7
# one sector remembers for all: the second collision meets the dent of the first
json run journal.yaml --set journal.memory=kept --set journal.sectors=1 \
    --set 'journal.start={speed_ratio: 3}' --set journal.collisions=2
near 'dented, it does not yield again' "$(value plastic_work 2)" 0 1e-9

# --- resolved -------------------------------------------------------------------------------------
json run journal.yaml --set journal.contact.mode=elastic-damped --set journal.friction=0 \
    --set journal.solver=resolved --set journal.collisions=1
is path '"resolved"'
v0=$(calculate "3.2 * $critical")
near normal "$(calculate "$(value normal_out) / $v0")" 0.6254151986996 1e-10
near tangential "$(calculate "$(value tangential_out) / $v0")" 0.47766941579978 1e-10
near turn "$(value turn)" 1.0552288823602 1e-10
near duration "$(value duration)" 1.3862998807921e-4 1e-10
near deepest "$(value max_indentation)" 3.8844743107461e-4 1e-10
balanced 1e-12
# both solvers come together as the speed falls, by V^0.8
for ratio in 0.01 0.001; do
    for solver in event-driven resolved; do
        json run journal.yaml --set journal.contact.mode=elastic-damped \
            --set journal.solver=$solver --set journal.collisions=1 \
            --set "journal.start={speed_ratio: $ratio, angle: 0.4}"
        last=$spin
        spin=$(value spin)
    done
    before=$difference
    difference=$(calculate "($spin) / ($last) - 1")
done
equal order "$(calculate "log(($before) / ($difference)) / log(10)")" 0.8 0.05

# --- the collision map ----------------------------------------------------------------------------
# map "VN VT SPIN MU RESTITUTION" NORMAL TANGENTIAL SPIN WORK
map() {
    # shellcheck disable=SC2086
    set -- $1 "$2" "$3" "$4" "$5"
    json run journal.yaml --set journal.friction="$4" --set journal.collisions=1 \
        --set "journal.contact={law: exact-restitution, modulus: 100 GPa, restitution: $5}" \
        --set "journal.start={position: [0.1 mm, 0], velocity: [$1, $2], spin: $3}"
    near normal "$(value normal_out)" "$6" 1e-12
    near tangential "$(value tangential_out)" "$7" 1e-12
    near spin "$(value spin)" "$8" 1e-12
    near work "$(value friction_work)" "$9" 1e-12
}
map '2 1 0 0.1 0.8' 1.6 .6662218516543 -6.668887403947 33.37781483457
map '2 5 0 0.1 0.8' 1.6 4.64 -7.1928 321.17181408
map '2 -1 30 0.05 0.5' 1 -1.15 27.003 53.1689955
map '1 0 10 0.2 0.9' .9 -.33344437019735 3.337781483457 33.311092582715

# --- a thousand collisions, and the end -----------------------------------------------------------
json run journal.yaml --set journal.contact.mode=elastic-plastic --set journal.collisions=1000 \
    --set 'journal.start={speed_ratio: 1.5, angle: 0.7, spin: 20}'
is events 1000
balanced 1e-11
json run journal.yaml --set journal.collisions=100000 --set journal.start.angle=0.8
is end '"slides"'
json run journal.yaml --set journal.collisions=100000 --set journal.start.angle=0
is end '"rests"'
json run journal.yaml --set journal.collisions=100000 --set run.normal_floor=0.1
is end '"slides"'
equal 'collisions to a tenth' "$(value events)" 11 0
json run journal.yaml --set 'journal.start={speed_ratio: 1e-4, angle: 0.2}' \
    --set journal.collisions=3
is event_driven_valid true
