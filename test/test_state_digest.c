// A saved state goes only into the definition it came from: each field of each definition is
// changed in turn, and the state, or its digest, must not fit any more.

#include "check.h"

#include "chain/chain.h"
#include "contact/digest.h"
#include "dashpot/dashpot.h"
#include "mechanism/model.h"

// Values that differ from the present one as little as they can.
#define OTHER(field) ((field) = nextafter((field), INFINITY))
#define MORE(field) ((field)++)
#define OTHER_FLAG(field) ((field) = !(field))

static dp_contact_def hard_def(void) {
    dp_contact_def def = dp_contact_defaults(dp_law_find("lankarani-nikravesh"));
    def.pair = (dp_pair){1e9, 114e9, 5e-3, 4e-3, 1e9, 0.01, 1e-4, 0.02};
    def.restitution_from = (dp_restitution_from){DP_RESTITUTION_WAVES, 2e11, 0.3, 7800, 2, 3, 1e9};
    def.approach = 0.1;
    assert_int_equal(dp_law_set(&def.law, "restitution", 0.7, NULL), DP_OK);
    return def;
}

static dp_contact hard(double restitution) {
    dp_contact_def def = dp_contact_defaults(dp_law_find("lankarani-nikravesh"));
    def.pair.modulus = 114e9;
    def.pair.radius = 5e-3;
    def.pair.mass = 4e-3;
    assert_int_equal(dp_law_set(&def.law, "restitution", restitution, NULL), DP_OK);
    dp_contact contact;
    assert_int_equal(dp_contact_init(&contact, &def, NULL), DP_OK);
    return contact;
}

static dp_friction rough(const char *law, double mu) {
    dp_friction_def def = dp_friction_defaults(dp_friction_law_find(law));
    dp_friction friction;
    assert_int_equal(dp_friction_set(&def, "mu", mu, NULL), DP_OK);
    if (strcmp(law, "mindlin") == 0)
        assert_int_equal(dp_friction_set(&def, "stiffness_ratio", 0.8, NULL), DP_OK);
    assert_int_equal(dp_friction_init(&friction, &def, NULL), DP_OK);
    return friction;
}

static void every_field_of_a_contact_counts(void **state) {
    (void)state;
    const dp_contact_def base = hard_def();
    const uint64_t digest = dp_digest_contact_def(0, &base);
    dp_contact_def def;
#define CHANGES(change)                                                                            \
    do {                                                                                           \
        def = base;                                                                                \
        change;                                                                                    \
        if (dp_digest_contact_def(0, &def) == digest) fail_msg("%s", #change);                     \
    } while (0)
    CHANGES(def.law = dp_law_defaults(dp_law_find("flores")));
    CHANGES(OTHER(def.law.value[dp_law_param_index(base.law.law, "restitution")]));
#define PAIR_ENTRY(name, unit, doc) CHANGES(OTHER(def.pair.name));
    DP_PAIR_LIST(PAIR_ENTRY)
    CHANGES(def.pair.mass = NAN);
    CHANGES(MORE(def.tension));
    CHANGES(MORE(def.approach_rule));
    CHANGES(OTHER(def.approach));
    CHANGES(OTHER(def.approach_floor));
    CHANGES(MORE(def.restitution_from.kind));
    CHANGES(OTHER(def.restitution_from.young));
    CHANGES(OTHER(def.restitution_from.poisson));
    CHANGES(OTHER(def.restitution_from.density));
    CHANGES(OTHER(def.restitution_from.psi));
    CHANGES(OTHER(def.restitution_from.epsilon));
    CHANGES(OTHER(def.restitution_from.dynamic_pressure));
#undef CHANGES
    def = base;
    assert_true(dp_digest_contact_def(0, &def) == digest);
    // every NaN is the same
    dp_contact_def one = base, two = base;
    one.pair.length = NAN;
    two.pair.length = -NAN;
    assert_true(dp_digest_contact_def(0, &one) == dp_digest_contact_def(0, &two));
}

// Restore of a state of `base` into each of its variants, for impacts, bounces and journals.
#define REFUSES(kind, contact, def, change)                                                        \
    do {                                                                                           \
        dp_contact contact##_copy = contact;                                                       \
        dp_##kind##_def copy = def;                                                                \
        dp_contact *other = &contact##_copy;                                                       \
        (void)other;                                                                               \
        change;                                                                                    \
        dp_##kind##_stepper *taker = NULL;                                                         \
        dp_error why = {0};                                                                        \
        if (dp_##kind##_begin(&taker, &contact##_copy, &copy, &why) != DP_OK)                      \
            fail_msg("%s: %s", #change, why.text);                                                 \
        if (dp_##kind##_restore(taker, bytes, size, &why) != DP_ERR_CONFLICT)                      \
            fail_msg("taken: %s", #change);                                                        \
        dp_##kind##_free(taker);                                                                   \
    } while (0)

static unsigned char bytes[1 << 18];
static size_t size;

static void every_field_of_an_impact_counts(void **state) {
    (void)state;
    const dp_friction friction = rough("mindlin", 0.2), smooth = rough("mindlin", 0.1);
    const dp_contact contact = hard(0.7);
    static const double history[DP_HISTORY_MAX] = {0.5};
    dp_impact_def def = dp_impact_defaults();
    def.mass = 4e-3;
    def.speed = 0.5;
    def.friction = &friction;
    def.sliding_speed = 0.1;
    def.sliding_mass = 1e-3;
    dp_impact_stepper *run;
    assert_int_equal(dp_impact_begin(&run, &contact, &def, NULL), DP_OK);
    assert_int_equal(dp_impact_advance(run, 1e-5, NULL), DP_OK);
    size = dp_impact_save(run, bytes, sizeof bytes);
    assert_int_equal(dp_impact_restore(run, bytes, size, NULL), DP_OK);
    dp_impact_free(run);
#define IMPACT(change) REFUSES(impact, contact, def, change)
    IMPACT(*other = hard(0.71));
    IMPACT(OTHER(copy.mass));
    IMPACT(OTHER(copy.speed));
    IMPACT(OTHER(copy.rtol));
    IMPACT(OTHER(copy.acceleration));
    IMPACT(copy.friction = &smooth);
    IMPACT(copy.friction = NULL);
    IMPACT(OTHER(copy.sliding_speed));
    IMPACT(OTHER(copy.sliding_mass));
    IMPACT(copy.path = DP_PATH_INTEGRATED);
    IMPACT(copy.history = history);
    IMPACT(copy.every = 1e-6);
}

static void every_field_of_a_bounce_counts(void **state) {
    (void)state;
    const dp_friction friction = rough("mindlin", 0.2), smooth = rough("mindlin", 0.1);
    const dp_contact contact = hard(0.7);
    dp_bounce_def def = dp_bounce_defaults();
    def.mass = 4e-3;
    def.gravity = 9.81;
    def.height = 0.1;
    def.friction = &friction;
    def.radius = 5e-3;
    def.until = 1.0;
    dp_bounce_stepper *run;
    assert_int_equal(dp_bounce_begin(&run, &contact, &def, NULL), DP_OK);
    assert_int_equal(dp_bounce_advance(run, 0.2, NULL), DP_OK);
    size = dp_bounce_save(run, bytes, sizeof bytes);
    assert_int_equal(dp_bounce_restore(run, bytes, size, NULL), DP_OK);
    dp_bounce_free(run);
#define BOUNCE(change) REFUSES(bounce, contact, def, change)
    BOUNCE(*other = hard(0.71));
    BOUNCE(OTHER(copy.mass));
    BOUNCE(OTHER(copy.gravity));
    BOUNCE(OTHER(copy.height));
    BOUNCE(OTHER(copy.speed));
    BOUNCE(copy.friction = &smooth);
    BOUNCE(copy.friction = NULL);
    BOUNCE(OTHER(copy.across));
    BOUNCE(OTHER(copy.spin));
    BOUNCE(OTHER(copy.radius));
    BOUNCE(copy.inertia = 1e-6);
    BOUNCE(OTHER(copy.until));
    BOUNCE(OTHER(copy.rtol));
    BOUNCE(OTHER(copy.rest_fraction));
    BOUNCE(MORE(copy.max_impacts));
    BOUNCE(OTHER_FLAG(copy.keep_history));
    BOUNCE(copy.every = 1e-3);
}

static void every_field_of_a_journal_counts(void **state) {
    (void)state;
    const dp_friction grip = rough("mindlin", 0.2), smooth = rough("mindlin", 0.1);
    const dp_contact contact = hard(0.7);
    for (int solver = DP_JOURNAL_EVENT_DRIVEN; solver <= DP_JOURNAL_RESOLVED; solver++) {
        dp_journal_def def = dp_journal_defaults((dp_journal_solver)solver);
        def.bearing_radius = 0.01;
        def.clearance = 5e-4;
        def.mass = 0.1;
        def.inertia = 1e-5;
        def.vx = 0.1;
        def.vy = 0.03;
        def.collisions = 8;
        if (solver == DP_JOURNAL_RESOLVED) def.grip = &grip;
        dp_journal_stepper *run;
        assert_int_equal(dp_journal_begin(&run, &contact, &def, NULL), DP_OK);
        assert_int_equal(dp_journal_advance(run, 0.01, NULL), DP_OK);
        size = dp_journal_save(run, bytes, sizeof bytes);
        assert_int_equal(dp_journal_restore(run, bytes, size, NULL), DP_OK);
        dp_journal_free(run);
#define JOURNAL(change) REFUSES(journal, contact, def, change)
        JOURNAL(*other = hard(0.71));
        JOURNAL(OTHER(copy.bearing_radius));
        JOURNAL(OTHER(copy.clearance));
        JOURNAL(OTHER(copy.mass));
        JOURNAL(OTHER(copy.inertia));
        JOURNAL(OTHER(copy.x));
        JOURNAL(OTHER(copy.y));
        JOURNAL(OTHER(copy.vx));
        JOURNAL(OTHER(copy.vy));
        JOURNAL(OTHER(copy.spin));
        JOURNAL(MORE(copy.collisions));
        JOURNAL(OTHER(copy.normal_floor));
        JOURNAL(OTHER(copy.rtol));
        JOURNAL(OTHER_FLAG(copy.keep_history));
        JOURNAL(MORE(copy.sectors));
        if (solver == DP_JOURNAL_RESOLVED) {
            JOURNAL(copy.grip = &smooth);
            JOURNAL(copy.grip = NULL);
        } else {
            JOURNAL(copy.friction = 0.1);
            JOURNAL(copy.solver = DP_JOURNAL_RESOLVED);
        }
    }
}

enum { BEADS = 3, POINTS = 2000 };

struct beads {
    double mass[BEADS], velocity[BEADS], gap[BEADS + 1], time[POINTS], signal[POINTS];
    unsigned law[BEADS + 1];
    dp_contact laws[2];
    dp_chain_probe_def probes[2];
    dp_chain_def def;
};

static void make_beads(struct beads *b) {
    memset(b, 0, sizeof *b);
    b->laws[0] = hard(0.7);
    b->laws[1] = hard(0.6);
    for (int i = 0; i < BEADS; i++)
        b->mass[i] = 1e-3;
    for (int i = 0; i < POINTS; i++)
        b->time[i] = 1e-6 * i;
    b->def = dp_chain_defaults();
    b->def.count = BEADS;
    b->def.mass = b->mass;
    b->def.velocity = b->velocity;
    b->def.gap = b->gap;
    b->def.law = b->law;
    b->def.laws = b->laws;
    b->def.law_count = 2;
    b->def.left.type = b->def.right.type = DP_END_DRIVEN;
    b->def.left.signal = (dp_chain_signal){POINTS, b->time, b->signal};
    b->def.right.signal = (dp_chain_signal){1, b->time, b->signal};
    b->def.step = 1e-8;
    b->def.probes = b->probes;
    b->def.probe_count = 2;
    b->def.record_every = 10;
    b->def.record_steps = 100;
}

static void every_field_of_a_chain_counts(void **state) {
    (void)state;
    static struct beads b;
    make_beads(&b);
    const uint64_t digest = dp_chain_digest(&b.def);
#define CHAIN(change)                                                                              \
    do {                                                                                           \
        make_beads(&b);                                                                            \
        change;                                                                                    \
        if (dp_chain_digest(&b.def) == digest) fail_msg("%s", #change);                            \
    } while (0)
    CHAIN(OTHER(b.mass[1]));
    CHAIN(OTHER(b.velocity[2]));
    CHAIN(OTHER(b.gap[3]));
    CHAIN(MORE(b.law[3]));
    CHAIN(b.laws[1] = hard(0.61));
    CHAIN(b.def.law_count = 1);
    CHAIN(b.def.count = 2);
    CHAIN(b.def.left.type = DP_END_BAR);
    CHAIN(OTHER(b.time[POINTS / 2]));
    CHAIN(OTHER(b.signal[POINTS / 2]));
    CHAIN(MORE(b.def.left.signal.count));
    CHAIN(OTHER(b.def.right.impedance));
    CHAIN(OTHER_FLAG(b.def.right.glued));
    CHAIN(OTHER(b.def.gravity));
    CHAIN(OTHER(b.def.preload));
    CHAIN(MORE(b.def.pushed));
    CHAIN(OTHER_FLAG(b.def.start_in_equilibrium));
    CHAIN(OTHER(b.def.step));
    CHAIN(MORE(b.def.method));
    CHAIN(OTHER_FLAG(b.def.skip_resting));
    CHAIN(OTHER_FLAG(b.probes[1].is_contact));
    CHAIN(MORE(b.probes[1].index));
    CHAIN(b.def.probe_count = 1);
    CHAIN(MORE(b.def.record_every));
    CHAIN(MORE(b.def.record_steps));
    // an array of zeros may be left out, and threads may differ
    make_beads(&b);
    b.def.velocity = b.def.gap = NULL;
    b.def.law = NULL;
    b.def.threads = 4;
    assert_true(dp_chain_digest(&b.def) == digest);

    // through the interface: another point of a long drive, another law
    dp_error err = {0};
    for (int k = 0; k < 2; k++) {
        dp_chain *chain, *other;
        make_beads(&b);
        b.velocity[0] = 1.0;
        assert_int_equal(dp_chain_build(&chain, &b.def, &err), DP_OK);
        assert_int_equal(dp_chain_advance(chain, 50, &err), DP_OK);
        size = dp_chain_save(chain, bytes, sizeof bytes);
        if (k == 0) b.signal[1200] = 5.0;
        if (k == 1) b.laws[0] = hard(0.5);
        assert_int_equal(dp_chain_build(&other, &b.def, &err), DP_OK);
        assert_int_equal(dp_chain_restore(other, bytes, size, &err), DP_ERR_RANGE);
        assert_non_null(strstr(err.text, "another definition"));
        assert_int_equal(dp_chain_restore(chain, bytes, size, &err), DP_OK);
        dp_chain_free(chain);
        dp_chain_free(other);
    }
}

struct rods {
    dp_mechanism_body body[2];
    dp_mechanism_joint joint[1];
    dp_mechanism_contact touch[1];
    dp_mechanism_driver driver[1];
    dp_mechanism_force force[1];
    double time[4], value[4];
    dp_mechanism_def def;
};

static void make_rods(struct rods *r) {
    const dp_law *law = dp_law_find("lankarani-nikravesh");
    memset(r, 0, sizeof *r);
    r->body[0] = dp_mechanism_body_defaults("rod", 1.0, 0.0075);
    r->body[1] = dp_mechanism_body_defaults("mass", 1.0, 0.0075);
    r->body[0].x = r->body[0].y = r->body[0].angle = 0.1;
    r->body[0].vx = r->body[0].vy = r->body[0].omega = 0.0;
    r->joint[0] = dp_mechanism_joint_defaults(DP_JOINT_CLEARANCE, DP_GROUND, 0, law);
    r->joint[0].journal_radius = 0.009;
    r->joint[0].bearing_radius = 0.01;
    r->joint[0].length = r->joint[0].height = r->joint[0].gap = 0.01;
    r->joint[0].contact = hard_def();
    r->joint[0].friction = dp_friction_defaults(dp_friction_law_find("coulomb"));
    r->touch[0] = dp_mechanism_contact_defaults(DP_TOUCH_PLANE, 0, DP_GROUND, law);
    r->touch[0].radius[0] = r->touch[0].radius[1] = 0.01;
    r->touch[0].contact = hard_def();
    r->touch[0].friction = dp_friction_defaults(dp_friction_law_find("coulomb"));
    r->driver[0] = dp_mechanism_driver_defaults(0, DP_DRIVEN_ANGLE);
    r->driver[0].start = 0.0;
    r->driver[0].table = (dp_mechanism_table){
        .time = r->time, .value = r->value, .count = 4, .shape = DP_TABLE_SPLINE};
    r->force[0] = dp_mechanism_force_defaults(DP_FORCE_SPRING, 0, 1);
    r->force[0].rest = 0.1;
    r->force[0].factor = r->driver[0].table;
    r->def = dp_mechanism_defaults();
    r->def.bodies = r->body;
    r->def.joints = r->joint;
    r->def.touches = r->touch;
    r->def.drivers = r->driver;
    r->def.forces = r->force;
    r->def.body_count = 2;
    r->def.joint_count = r->def.touch_count = r->def.driver_count = r->def.force_count = 1;
}

static void every_field_of_a_mechanism_counts(void **state) {
    (void)state;
    static struct rods r;
    make_rods(&r);
    const uint64_t digest = dp_mechanism_digest(&r.def);
#define PART(change)                                                                               \
    do {                                                                                           \
        make_rods(&r);                                                                             \
        change;                                                                                    \
        if (dp_mechanism_digest(&r.def) == digest) fail_msg("%s", #change);                        \
    } while (0)
    PART(OTHER(r.def.gravity[0]));
    PART(OTHER(r.def.gravity[1]));
    PART(r.def.body_count = 1);
    PART(r.def.joint_count = 0);
    PART(r.def.touch_count = 0);
    PART(r.def.driver_count = 0);
    PART(r.def.force_count = 0);
    PART(r.body[0].name = "bar");
    PART(OTHER(r.body[1].mass));
    PART(OTHER(r.body[0].inertia));
    PART(OTHER(r.body[0].x));
    PART(OTHER(r.body[0].y));
    PART(OTHER(r.body[0].angle));
    PART(OTHER(r.body[0].vx));
    PART(OTHER(r.body[0].vy));
    PART(OTHER(r.body[0].omega));
    PART(r.joint[0].name = "pin");
    PART(r.joint[0].type = DP_JOINT_GUIDE_CLEARANCE);
    PART(MORE(r.joint[0].first));
    PART(MORE(r.joint[0].second));
    for (int i = 0; i < 4; i++)
        PART(OTHER(r.joint[0].at[i / 2][i % 2]));
    for (int i = 0; i < 2; i++) {
        PART(r.joint[0].axis[i] = 0.5);
        PART(r.joint[0].through[i] = 0.5);
    }
    PART(r.joint[0].angle = 0.5);
    PART(OTHER(r.joint[0].journal_radius));
    PART(OTHER(r.joint[0].bearing_radius));
    PART(OTHER(r.joint[0].length));
    PART(OTHER(r.joint[0].height));
    PART(OTHER(r.joint[0].gap));
    PART(OTHER(r.joint[0].contact.pair.modulus));
    PART(r.joint[0].friction.value[0] = 0.3);
    PART(r.joint[0].friction.law = NULL);
    PART(OTHER_FLAG(r.joint[0].keep_history));
    PART(MORE(r.joint[0].sectors));
    PART(r.touch[0].name = "stop");
    PART(r.touch[0].type = DP_TOUCH_CIRCLES);
    PART(MORE(r.touch[0].first));
    PART(MORE(r.touch[0].second));
    for (int i = 0; i < 4; i++)
        PART(r.touch[0].at[i / 2][i % 2] = 0.5);
    for (int i = 0; i < 2; i++) {
        PART(OTHER(r.touch[0].radius[i]));
        PART(r.touch[0].normal[i] = 0.5);
    }
    PART(OTHER(r.touch[0].contact.pair.modulus));
    PART(r.touch[0].friction.value[0] = 0.3);
    PART(r.driver[0].name = "motor");
    PART(MORE(r.driver[0].body));
    PART(r.driver[0].what = DP_DRIVEN_X);
    PART(OTHER(r.driver[0].start));
    for (int i = 0; i < DP_POLYNOMIAL_MAX; i++)
        PART(r.driver[0].coefficient[i] = 0.5);
    PART(r.driver[0].table.count = 3);
    PART(r.driver[0].table.shape = DP_TABLE_HERMITE);
    PART(r.driver[0].table.beyond = DP_BEYOND_LINE);
    PART(OTHER(r.time[3]));
    PART(OTHER(r.value[2]));
    PART(r.force[0].name = "spring");
    PART(r.force[0].type = DP_FORCE_TORSION);
    PART(MORE(r.force[0].first));
    PART(MORE(r.force[0].second));
    for (int i = 0; i < 4; i++)
        PART(r.force[0].at[i / 2][i % 2] = 0.5);
    PART(r.force[0].stiffness = 5.0);
    PART(r.force[0].damping = 5.0);
    PART(OTHER(r.force[0].rest));
    PART(r.force[0].preload = 5.0);
    PART(r.force[0].force[0] = 5.0);
    PART(r.force[0].force[1] = 5.0);
    PART(r.force[0].torque = 5.0);
    PART(r.force[0].factor.count = 2);
}

// A pendulum that strikes a wall, of this mass and law.
static dp_mechanism *pendulum(double mass, const char *law) {
    dp_mechanism_body rod = dp_mechanism_body_defaults("rod", mass, 0.0075);
    dp_mechanism_joint pin = dp_mechanism_joint_defaults(DP_JOINT_REVOLUTE, DP_GROUND, 0, NULL);
    dp_mechanism_contact wall =
        dp_mechanism_contact_defaults(DP_TOUCH_PLANE, 0, DP_GROUND, dp_law_find(law));
    dp_mechanism_def def = dp_mechanism_defaults();
    dp_mechanism *mechanism = NULL;
    dp_error err = {0};
    rod.angle = 0.0;
    pin.at[1][0] = -0.15;
    wall.at[0][0] = 0.15;
    wall.radius[0] = 0.01;
    wall.at[1][0] = -0.01;
    wall.normal[0] = 1.0;
    wall.contact.pair.modulus = 114e9;
    if (strcmp(law, "hertz") != 0) dp_law_set(&wall.contact.law, "restitution", 0.8, &err);
    def.gravity[1] = -9.81;
    def.bodies = &rod;
    def.joints = &pin;
    def.touches = &wall;
    def.body_count = def.joint_count = def.touch_count = 1;
    if (dp_mechanism_build(&mechanism, &def, &err) != DP_OK) fail_msg("%s", err.text);
    return mechanism;
}

static void ignore_row(void *user, double time, const double *values) {
    (void)user, (void)time, (void)values;
}

static void a_run_of_a_mechanism_takes_its_own_states_alone(void **state) {
    (void)state;
    dp_mechanism *m = pendulum(1.0, "exact-restitution"),
                 *heavy = pendulum(5.0, "exact-restitution");
    dp_mechanism *elastic = pendulum(1.0, "hertz");
    int watch[] = {0, 1}, others[] = {0, 2};
    dp_channel_stats stats[2];
    dp_mechanism_contact_stats pairs[1];
    dp_mechanism_run_def def = dp_mechanism_run_defaults(), base;
    dp_mechanism_stepper *run;
    dp_error err = {0};
    def.until = 1.0;
    def.watch = def.row_channels = watch;
    def.watch_count = def.row_channel_count = 2;
    def.stats = stats;
    def.pairs = pairs;
    base = def;
    assert_int_equal(dp_mechanism_begin(&run, m, &def, &err), DP_OK);
    assert_int_equal(dp_mechanism_advance(run, 0.1, &err), DP_OK);
    size = dp_mechanism_save(run, bytes, sizeof bytes);
    assert_int_equal(dp_mechanism_restore(run, bytes, size, &err), DP_OK);
    dp_mechanism_stepper_free(run);
#define RUN(mechanism, change)                                                                     \
    do {                                                                                           \
        def = base;                                                                                \
        change;                                                                                    \
        if (dp_mechanism_begin(&run, mechanism, &def, &err) != DP_OK) fail_msg("%s", err.text);    \
        if (dp_mechanism_restore(run, bytes, size, &err) != DP_ERR_RANGE)                          \
            fail_msg("taken: %s, %s", #mechanism, #change);                                        \
        dp_mechanism_stepper_free(run);                                                            \
    } while (0)
    RUN(heavy, def.copy = 0);
    RUN(elastic, def.copy = 0);
    RUN(m, OTHER(def.until));
    RUN(m, OTHER(def.skip));
    RUN(m, OTHER(def.rtol));
    RUN(m, MORE(def.method));
    RUN(m, MORE(def.max_steps));
    RUN(m, OTHER_FLAG(def.allows_deep));
    RUN(m, OTHER_FLAG(def.no_ledger));
    RUN(m, OTHER(def.offset));
    RUN(m, MORE(def.seed));
    RUN(m, def.watch = others);
    RUN(m, def.row_channels = others);
    RUN(m, def.row_channel_count = 1);
    RUN(m, def.every = 0.01);
    RUN(m, def.section_every = 0.01);
    RUN(m, def.pairs = NULL);
    RUN(m, def.contact_row = ignore_row);
    dp_mechanism_free(m);
    dp_mechanism_free(heavy);
    dp_mechanism_free(elastic);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_field_of_a_contact_counts),
        cmocka_unit_test(every_field_of_an_impact_counts),
        cmocka_unit_test(every_field_of_a_bounce_counts),
        cmocka_unit_test(every_field_of_a_journal_counts),
        cmocka_unit_test(every_field_of_a_chain_counts),
        cmocka_unit_test(every_field_of_a_mechanism_counts),
        cmocka_unit_test(a_run_of_a_mechanism_takes_its_own_states_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
