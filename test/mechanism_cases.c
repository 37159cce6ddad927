// See mechanism_cases.h.

#include "mechanism_cases.h"

#include "check.h"

dp_mechanism *mechanism_build(const dp_mechanism_def *def) {
    dp_mechanism *m = NULL;
    dp_error err = {0};
    if (dp_mechanism_build(&m, def, &err) != DP_OK) fail_msg("%s", err.text);
    return m;
}

dp_mechanism_result mechanism_run(const dp_mechanism *m, const dp_mechanism_run_def *run) {
    dp_mechanism_result result;
    dp_error err = {0};
    if (dp_mechanism_run(m, run, &result, &err) != DP_OK) fail_msg("%s", err.text);
    return result;
}

int channel(const dp_mechanism *m, const char *name) {
    int index;
    dp_error err = {0};
    if (dp_mechanism_channel_lookup(m, name, &index, &err) != DP_OK) fail_msg("%s", err.text);
    return index;
}

struct slider_crank slider_crank_defaults(enum mechanism_law law, double clearance) {
    return (struct slider_crank){
        .law = law, .clearance = clearance, .bearing_radius = 0.01, .mu = 0.01, .floor = 1e-4};
}

static dp_contact_def contact_of(enum mechanism_law law) {
    static const char *const names[LAWS] = {"kelvin-voigt", "hertz", "hunt-crossley",
                                            "lankarani-nikravesh", "bai-zhao"};
    dp_error err;
    dp_contact_def def = dp_contact_defaults(dp_law_find(names[law]));
    def.pair.modulus = 207e9 / (2.0 * (1.0 - 0.09));
    if (law == SD) {
        def.pair.stiffness = 1.0549e11;
        assert_int_equal(dp_law_set(&def.law, "damping", 1e3, &err), DP_OK);
    }
    if (law >= HC) assert_int_equal(dp_law_set(&def.law, "restitution", 0.46, &err), DP_OK);
    return def;
}

static dp_friction_def friction_of(const struct slider_crank *c) {
    dp_error err;
    dp_friction_def def =
        dp_friction_defaults(dp_friction_law_find(c->ramp ? "coulomb" : "modified-coulomb"));
    if (c->ramp) {
        assert_int_equal(dp_friction_set(&def, "mu", c->mu, &err), DP_OK);
        assert_int_equal(dp_friction_set(&def, "v_s", 1e-3, &err), DP_OK);
    } else {
        assert_int_equal(dp_friction_set(&def, "mu_s", c->mu, &err), DP_OK);
        assert_int_equal(dp_friction_set(&def, "mu_d", c->mu, &err), DP_OK);
    }
    return def;
}

dp_mechanism *slider_crank_build(const struct slider_crank *c) {
    // the centre of mass of the crank on its axis: its weight does not enter the moment
    dp_mechanism_body bodies[] = {dp_mechanism_body_defaults("crank", 17.9, 0.460327),
                                  dp_mechanism_body_defaults("rod", 1.13, 0.0153),
                                  dp_mechanism_body_defaults("slider", 1.013, 0.000772)};
    dp_mechanism_joint joints[] = {
        dp_mechanism_joint_defaults(DP_JOINT_REVOLUTE, DP_GROUND, 0, NULL),
        dp_mechanism_joint_defaults(DP_JOINT_REVOLUTE, 0, 1, NULL),
        dp_mechanism_joint_defaults(DP_JOINT_TRANSLATIONAL, DP_GROUND, 2, NULL),
        dp_mechanism_joint_defaults(c->ideal ? DP_JOINT_REVOLUTE : DP_JOINT_CLEARANCE, 1, 2, NULL)};
    joints[1].at[0][0] = 0.05;
    joints[1].at[1][0] = -0.15;
    joints[3].name = "pin";
    joints[3].at[0][0] = 0.15;
    if (!c->ideal) {
        joints[3].contact = c->contact != NULL ? *c->contact : contact_of(c->law);
        joints[3].contact.approach_floor = c->floor;
        joints[3].bearing_radius = c->bearing_radius;
        joints[3].journal_radius = c->bearing_radius - c->clearance;
        if (c->mu > 0.0) joints[3].friction = friction_of(c);
    }
    if (c->bearing_on_rod) {
        joints[3].first = 2;
        joints[3].second = 1;
        joints[3].at[0][0] = 0.0;
        joints[3].at[1][0] = 0.15;
    }
    dp_mechanism_driver driver = dp_mechanism_driver_defaults(0, DP_DRIVEN_ANGLE);
    driver.coefficient[0] = CRANK_SPEED;
    dp_mechanism_def def = dp_mechanism_defaults();
    def.gravity[1] = -c->gravity;
    def.bodies = bodies;
    def.body_count = 3;
    def.joints = joints;
    def.joint_count = 4;
    def.drivers = &driver;
    def.driver_count = 1;
    return mechanism_build(&def);
}
