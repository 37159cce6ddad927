// Sixty steel beads in a row; the first one strikes the others at 1 m/s.
// The blow becomes a solitary wave: a pulse some five beads long that keeps its shape and runs a
// thousand times faster than the beads, with a speed that goes with the sixth root of its force.
// Watch the measured speed against two theories: that of discrete beads agrees to six digits, that
// of long waves is 1.2 % low. Strike ten times harder: the speed grows by 10^(1/5) only.

#include <math.h>
#include <stdio.h>

#include "dashpot/dashpot.h"

enum { BEADS = 60, FIRST = 30, SECOND = 50 };

static const double radius = 2.38e-3, mass = 0.45e-3;  // [m], [kg]
static const double speed = 1.0;                       // [m/s]

static dp_status prepare(dp_contact *contact, dp_error *err) {
    dp_contact_def def = dp_contact_defaults(dp_law_find("hertz"));
    def.pair.modulus = 193e9 / (2.0 * (1.0 - 0.3 * 0.3));  // [Pa] two bodies of steel
    def.pair.radius = radius / 2.0;                        // [m] two equal spheres
    return dp_contact_init(contact, &def, err);
}

static dp_status build(dp_chain **chain, const dp_contact *contact, dp_error *err) {
    double masses[BEADS], velocities[BEADS] = {speed};
    for (int i = 0; i < BEADS; i++)
        masses[i] = mass;
    // contact i lies to the left of body i
    const dp_chain_probe_def probes[] = {{.index = FIRST}, {.index = SECOND}, {true, FIRST + 1}};

    dp_chain_def def = dp_chain_defaults();
    def.count = BEADS;
    def.mass = masses;
    def.velocity = velocities;
    def.laws = contact;
    def.law_count = 1;
    def.probes = probes;
    def.probe_count = 3;
    // an explicit method blows up above this limit; far below it the peaks are sharp
    size_t stiffest;
    dp_status status = dp_chain_step_limit(&def, speed, &def.step, &stiffest, err);
    def.step *= 0.01;
    return status == DP_OK ? dp_chain_build(chain, &def, err) : status;
}

static void compare(dp_chain *chain, const dp_contact *contact) {
    dp_chain_probe first = dp_chain_probe_at(chain, 0), second = dp_chain_probe_at(chain, 1);
    double force = dp_chain_probe_at(chain, 2).peak_force;
    double time = second.peak_velocity_time - first.peak_velocity_time;
    dp_hertz_chain beads = {.pitch = 2.0 * radius, .mass = mass};
    beads.stiffness = dp_contact_hertz_stiffness(contact, dp_chain_maxima(chain).indentation);
    dp_soliton soliton;
    dp_soliton_find(&soliton);

    printf("force of the pulse  %.5f N\n", force);
    printf("speed, measured     %.5f m/s\n", beads.pitch * (SECOND - FIRST) / time);
    printf("speed, discrete     %.5f m/s\n", dp_pulse_speed(&beads, soliton.constant, force));
    printf("speed, long waves   %.5f m/s\n",
           dp_pulse_speed(&beads, dp_long_wave_constant(), force));

    // nothing acts from outside: what the striker brought is still there
    printf("momentum            %.9f of that at the start\n",
           dp_chain_state(chain)->momentum / (mass * speed));
}

int main(void) {
    dp_contact contact;
    dp_chain *chain = NULL;
    dp_error err = {0};

    dp_status status = prepare(&contact, &err);
    if (status == DP_OK) status = build(&chain, &contact, &err);
    // until the pulse has passed the second probe; it must not have come back from the free end
    while (status == DP_OK && dp_chain_time(chain) < 0.5e-3)
        status = dp_chain_advance(chain, 1000, &err);
    if (status == DP_OK) compare(chain, &contact);
    dp_chain_free(chain);
    if (status != DP_OK) fprintf(stderr, "%s\n", err.text);
    return status == DP_OK ? 0 : 1;
}
