# Peaks of contacts 26 and 38 of the chain and its energy at the end:
#     awk -v step=SECONDS -f chain.awk FORCE END
# FORCE has "step force_26 force_38", END "id x vx ..." of all balls. Prints "force_26 time_38
# speed energy": largest force, time of the largest force, speed of the wave between the two
# contacts, and what became of the energy, relative.

FNR == 1 {file++}
file == 1 && NF == 3 && $1 ~ /^[0-9]/ {
    for (k = 0; k < 2; k++) {
        f = $(k + 2)
        if (before[k] >= earlier[k] && before[k] > f && before[k] > top[k]) {
            bend = earlier[k] - 2 * before[k] + f
            top[k] = before[k]
            peak[k] = before[k] - (earlier[k] - f) ^ 2 / (8 * bend)
            time[k] = (last + (earlier[k] - f) / (2 * bend)) * step
        }
        earlier[k] = before[k]; before[k] = f
    }
    last = $1
}
file == 2 && NF == 4 && $1 ~ /^[0-9]+$/ {
    overlap = balls++ ? x + 0.00952 - $2 : 0
    if (overlap > 0) energy += 0.4 * stiffness * overlap ^ 2.5
    energy += mass / 2 * $3 ^ 2
    x = $2
}
BEGIN {
    mass = 4 / 3 * atan2(0, -1) * 0.00476 ^ 3 * 7850
    stiffness = 2 / 3 * 2e11 / (1 - 0.3 ^ 2) * sqrt(0.00476 / 2)
}
END {
    if (!time[0] || !time[1]) {print "chain.awk: no wave" >"/dev/stderr"; exit 1}
    printf "%.17g %.17g %.17g %.17g\n", peak[0], time[1], 12 * 0.00952 / (time[1] - time[0]),
        energy / (mass / 2) - 1
}
