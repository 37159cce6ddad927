// A hammer hangs on a pin, is let go when it is level, and strikes a wall when it hangs down.
// It runs piece by piece, as in a program that draws it or has other things to do meanwhile.
// Shortly before the blow the state is saved; later the run goes back there and comes the same way
// again, to the last bit. Change the restitution: 1 brings it back to where it started.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dashpot/dashpot.h"

static const double mass = 1.0, length = 0.3, gravity = 9.81;  // [kg], [m], [m/s^2]
static const double restitution = 0.8;

static dp_status build(dp_mechanism **mechanism, dp_error *err) {
    // points of a body count from its centre of mass, those of the ground from the origin
    dp_mechanism_body rod = dp_mechanism_body_defaults("rod", mass, mass * length * length / 12.0);
    rod.angle = 0.0;
    dp_mechanism_joint pin = dp_mechanism_joint_defaults(DP_JOINT_REVOLUTE, DP_GROUND, 0, NULL);
    pin.at[1][0] = -length / 2.0;

    dp_mechanism_contact wall = dp_mechanism_contact_defaults(DP_TOUCH_PLANE, 0, DP_GROUND,
                                                              dp_law_find("exact-restitution"));
    wall.at[0][0] = length / 2.0;  // the round head, at the end of the rod
    wall.radius[0] = 0.01;
    wall.at[1][0] = -0.01;  // the wall stands where the head is when the rod hangs down
    wall.normal[0] = 1.0, wall.normal[1] = 0.0;
    wall.contact.pair.modulus = 114e9;  // [Pa]
    dp_status status = dp_law_set(&wall.contact.law, "restitution", restitution, err);

    dp_mechanism_def def = dp_mechanism_defaults();
    def.gravity[1] = -gravity;
    def.bodies = &rod;
    def.joints = &pin;
    def.touches = &wall;
    def.body_count = def.joint_count = def.touch_count = 1;
    return status == DP_OK ? dp_mechanism_build(mechanism, &def, err) : status;
}

// Go on in five pieces, show each, and leave the last state in `rod`.
static dp_status swing(dp_mechanism_stepper *run, double until, dp_body_state *rod, dp_error *err) {
    double from = dp_mechanism_state(run).time;
    for (int i = 1; i <= 5; i++) {
        dp_status status = dp_mechanism_advance(run, from + i * (until - from) / 5.0, err);
        if (status != DP_OK) return status;
        dp_mechanism_snapshot now = dp_mechanism_state(run);
        *rod = now.bodies[0];
        printf("%8.3f  %11.8f  %13.8f\n", now.time, rod->angle, rod->omega);
    }
    return DP_OK;
}

static dp_status tell(dp_mechanism_stepper *run, dp_body_state *rod, dp_error *err) {
    dp_body_state first;
    printf("time [s]  angle [rad]  omega [rad/s]\n");
    dp_status status = swing(run, 0.25, &first, err);
    size_t size = dp_mechanism_save(run, NULL, 0);
    void *bytes = malloc(size);
    if (!bytes) return dp_fail(err, DP_ERR_MEMORY, "no memory for the state");
    dp_mechanism_save(run, bytes, size);
    if (status == DP_OK) status = swing(run, 0.45, &first, err);
    printf("back to the saved state\n");
    if (status == DP_OK) status = dp_mechanism_restore(run, bytes, size, err);
    if (status == DP_OK) status = swing(run, 0.45, rod, err);
    free(bytes);
    if (status == DP_OK && memcmp(&first, rod, sizeof first) == 0) printf("the same bits\n");
    return status;
}

int main(void) {
    dp_mechanism *mechanism = NULL;
    dp_mechanism_stepper *run = NULL;
    dp_body_state rod;
    dp_error err;
    dp_mechanism_run_def def = dp_mechanism_run_defaults();
    def.until = 1.0;  // [s] the pieces may end earlier

    dp_status status = build(&mechanism, &err);
    if (status == DP_OK) status = dp_mechanism_begin(&run, mechanism, &def, &err);
    if (status == DP_OK) status = tell(run, &rod, &err);
    dp_mechanism_stepper_free(run);
    dp_mechanism_free(mechanism);
    if (status != DP_OK) return fprintf(stderr, "%s\n", err.text), 1;

    // g times the height above the lowest place, and v^2/6 of the head: it turns about its end
    double g_height = gravity * (rod.y + 0.5 * length), head = length * rod.omega;
    double left = (g_height + head * head / 6.0) / (0.5 * gravity * length);
    printf("energy left: %.6f of the first, closed form %.6f\n", left, restitution * restitution);
    return 0;
}
