// Tests for src/journal: head-on collisions are impacts, mirror images, journals that stay on the
// wall, and what is refused.

#include "check.h"
#include "dashpot/dashpot.h"
#include "law_cases.h"

struct record {
    dp_collision collision[64];
    int count;
    double last_time;
};

static void keep(void *user, const dp_collision *collision) {
    struct record *r = (struct record *)user;
    if (r->count < 64) r->collision[r->count] = *collision;
    r->count++;
}

static void follow(void *user, double time, double x, double y, double vx, double vy) {
    struct record *r = (struct record *)user;
    assert_true(time >= r->last_time && isfinite(x + y + vx + vy));
    r->last_time = time;
}

static dp_contact linear(double stiffness, double damping, dp_tension tension) {
    dp_contact_def def = dp_contact_defaults(dp_law_find("kelvin-voigt"));
    dp_contact contact;
    dp_error err = {0};
    def.pair.stiffness = stiffness;
    def.tension = tension;
    assert_int_equal(dp_law_set(&def.law, "damping", damping, &err), DP_OK);
    assert_int_equal(dp_contact_init(&contact, &def, &err), DP_OK);
    return contact;
}

static dp_journal_def journal(double vx, double vy, double spin, struct record *record) {
    memset(record, 0, sizeof *record);
    dp_journal_def def = dp_journal_defaults(DP_JOURNAL_EVENT_DRIVEN);
    def.bearing_radius = 0.05;
    def.clearance = 1e-3;
    def.mass = 2.0;
    def.inertia = 2e-3;
    def.vx = vx;
    def.vy = vy;
    def.spin = spin;
    def.collisions = 1;
    def.collision = keep;
    def.path = follow;
    def.user = record;
    return def;
}

static dp_journal run(const dp_contact *contact, const dp_journal_def *def) {
    dp_journal result;
    dp_error err = {0};
    dp_status status = dp_journal_run(contact, def, &result, &err);
    if (status != DP_OK) fail_msg("%s", err.text);
    return result;
}

// From the centre straight at the wall nothing turns: the collision is the impact of the same mass
// and speed, whatever the law and its policy, resolved or at once.
static void a_head_on_collision_is_an_impact(void **state) {
    (void)state;
    static const dp_tension policies[] = {DP_TENSION_CLAMP, DP_TENSION_RELEASE, DP_TENSION_ALLOW};
    int compared = 0;
    for (int i = 0; i < 3 * dp_law_count(); i++) {
        law_case c = *law_case_of(dp_law_at(i / 3)->name);
        c.def.tension = policies[i % 3];
        CASE_TRUE(&c, dp_contact_init(&c.contact, &c.def, NULL) == DP_OK);
        double mass = isnan(c.def.pair.mass) ? 1.0 : c.def.pair.mass;
        dp_impact_def one = dp_impact_defaults();
        one.mass = mass;
        one.speed = 0.7;
        one.path = DP_PATH_INTEGRATED;
        dp_impact impact;
        if (dp_impact_run(&c.contact, &one, &impact, NULL) != DP_OK) continue;
        for (int solver = 0; solver < 2; solver++) {
            struct record record;
            dp_journal_def def = journal(0.7, 0.0, 0.0, &record);
            def.mass = mass;
            def.solver = solver ? DP_JOURNAL_RESOLVED : DP_JOURNAL_EVENT_DRIVEN;
            def.rtol = dp_journal_defaults(def.solver).rtol;
            dp_journal result = run(&c.contact, &def);
            const dp_collision *got = &record.collision[0];
            // at once asks for 1e-11, resolved for 1e-13 per step
            CASE_NEAR(&c, got->restitution, impact.restitution, 1e-9);
            CASE_NEAR(&c, got->max_force, impact.max_force, 1e-8 * impact.max_force);
            CASE_NEAR(&c, got->max_indentation, impact.max_indentation,
                      1e-8 * impact.max_indentation);
            double energy = 0.5 * mass * 0.49;
            CASE_NEAR(&c, got->plastic_work, impact.energy.plastic, 1e-8 * energy);
            CASE_NEAR(&c, got->damping_work, impact.energy.viscous + impact.energy.released,
                      1e-8 * energy);
            CASE_NEAR(&c, result.energy.error, 0.0, 1e-8);
            CASE_NEAR(&c, got->friction_work, 0.0, 0.0);
            CASE_NEAR(&c, result.time, 1e-3 / 0.7, 1e-15);
            compared++;
        }
    }
    assert_true(compared > 4 * dp_law_count());
}

// What is seen in a mirror happens as well, to the last bit of the sines.
static void mirror_images(void **state) {
    (void)state;
    const double spins[] = {0.0, 8.0, -8.0, -0.3 / 0.049, 40.0};
    for (int i = 0; i < 10; i++) {
        dp_contact contact = linear(1e7, 300.0, DP_TENSION_CLAMP);
        struct record one, two;
        dp_journal_def def = journal(0.4, 0.3, spins[i / 2], &one);
        def.x = 1e-4;
        def.friction = 0.15;
        def.collisions = 12;
        def.solver = i % 2 ? DP_JOURNAL_RESOLVED : DP_JOURNAL_EVENT_DRIVEN;
        def.rtol = dp_journal_defaults(def.solver).rtol;
        dp_journal a = run(&contact, &def);
        def.user = &two;
        memset(&two, 0, sizeof two);
        def.vy = -def.vy;
        def.spin = -def.spin;
        dp_journal b = run(&contact, &def);
        assert_int_equal(one.count, two.count);
        for (int k = 0; k < one.count; k++) {
            CHECK_WITHIN(two.collision[k].position, -one.collision[k].position, 1e-12);
            CHECK_WITHIN(two.collision[k].normal_out, one.collision[k].normal_out, 1e-12);
            CHECK_WITHIN(two.collision[k].tangential_out, -one.collision[k].tangential_out, 1e-12);
            CHECK_WITHIN(two.collision[k].spin, -one.collision[k].spin, 1e-10);
            CHECK_WITHIN(two.collision[k].turn, -one.collision[k].turn, 1e-12);
        }
        CHECK_WITHIN(b.vx, a.vx, 1e-12);
        CHECK_WITHIN(b.vy, -a.vy, 1e-12);
        CHECK_WITHIN(a.energy.error, 0.0, 1e-10);
        assert_true(a.energy.friction >= 0.0);
    }
}

// Friction acts on spin and path alike: about the centre of the bearing nothing else turns it, so
// inertia spin - mass arm tangential speed keeps its value at each collision.
static void friction_exchanges_spin_and_speed(void **state) {
    (void)state;
    dp_contact contact = linear(1e7, 300.0, DP_TENSION_CLAMP);
    const double arm = 0.05 - 1e-3;
    for (int i = 0; i < 3; i++) {
        struct record record;
        const double spin[] = {0.0, 60.0, -60.0};
        dp_journal_def def = journal(0.4, 0.3, spin[i], &record);
        def.x = 5e-4;
        def.friction = 0.05;
        run(&contact, &def);
        const dp_collision *c = &record.collision[0];
        double change = c->tangential_out - c->tangential_in;
        CHECK_WITHIN(def.inertia * (c->spin - spin[i]), def.mass * arm * change, 1e-14);
        // mu times the normal impulse, or what stops the sliding, against the sliding
        double slip = c->tangential_in + arm * spin[i],
               q = 1.0 + def.mass * arm * arm / def.inertia;
        double most = fmin(0.05 * (c->normal_in + c->normal_out), fabs(slip) / q);
        CHECK_WITHIN(change, slip > 0.0 ? -most : most, 1e-12);
        // flight: from x = 0.5 mm along (4, 3) to the circle of 1 mm
        double t = (sqrt(0.16 * 0.25 + 0.25 * 0.75) - 0.2) / 0.25 * 1e-3;
        CHECK_NEAR(c->time, t, 1e-12);
    }
}

// A spring that is stiff enough to stop it and a damper that takes all the rest: the journal is
// pressed on by its own turning and stays. Spring and turning are even, the moment of momentum
// about the centre is kept, and the ledger holds what the spring has.
static void a_journal_that_stays_on_the_wall(void **state) {
    (void)state;
    const double k = 1e9, mass = 2.0;
    dp_contact contact = linear(k, 2.0 * 0.5 * sqrt(k * mass), DP_TENSION_ALLOW);
    struct record record;
    dp_journal_def def = journal(1e-3, 3.0, 0.0, &record);
    def.x = 1e-3;
    def.solver = DP_JOURNAL_RESOLVED;
    def.rtol = dp_journal_defaults(def.solver).rtol;
    def.collisions = 5;
    dp_journal result = run(&contact, &def);
    assert_int_equal(result.collisions, 1);
    assert_int_equal(result.end, DP_JOURNAL_SLIDES);
    const dp_collision *c = &record.collision[0];
    CHECK_WITHIN(c->normal_out, 0.0, 0.0);
    CHECK_WITHIN(c->restitution, 0.0, 0.0);
    // k delta = m vt^2/r with vt r = 3 m/s times 1 mm
    double r = 1.1e-3, moment = 3.0 * 1e-3;
    for (int i = 0; i < 200; i++)
        r = 1e-3 + mass * moment * moment / (r * r * r) / k;
    double depth = r - 1e-3;
    CHECK_NEAR(result.energy.stored, 0.5 * k * depth * depth, 1e-4);
    CHECK_NEAR(c->tangential_out, moment / r, 1e-5);
    CHECK_WITHIN(result.energy.error, 0.0, 1e-9);
    CHECK_NEAR(result.energy.final,
               0.5 * mass * c->tangential_out * c->tangential_out + result.energy.stored, 1e-10);
    assert_true(c->damping_work > 0.0);
}

// A journal that rolls along the wall sticks through the middle of a collision. As the contact lets
// go there is no grip left to turn it with the wall, so it leaves with a little sliding again.
static void grip_ends_before_the_contact(void **state) {
    (void)state;
    dp_contact contact = linear(1e7, 0.0, DP_TENSION_CLAMP);
    const double arm = 0.05 - 1e-3;
    struct record record;
    dp_journal_def def = journal(0.05, 0.5, -0.5 / arm, &record);
    def.x = 1e-3;
    def.friction = 0.3;
    def.solver = DP_JOURNAL_RESOLVED;
    def.rtol = dp_journal_defaults(def.solver).rtol;
    dp_journal result = run(&contact, &def);
    const dp_collision *c = &record.collision[0];
    double sliding = fabs(c->tangential_out + arm * c->spin);
    assert_true(sliding > 1e-6 && sliding < 1e-2);
    assert_true(c->friction_work > 0.0 && fabs(c->turn) > 0.01);
    CHECK_WITHIN(result.energy.error, 0.0, 1e-11);
}

static void beyond_its_range_a_law_does_not_hold(void **state) {
    (void)state;
    law_case c = *law_case_of("johnson-cylinder");
    struct record record;
    dp_journal result;
    dp_error err = {0};
    for (int solver = 0; solver < 2; solver++) {
        dp_journal_def def = journal(2000.0, 0.0, 0.0, &record);
        def.solver = solver ? DP_JOURNAL_RESOLVED : DP_JOURNAL_EVENT_DRIVEN;
        def.rtol = dp_journal_defaults(def.solver).rtol;
        assert_int_equal(dp_journal_run(&c.contact, &def, &result, &err), DP_ERR_VALIDITY);
        assert_non_null(strstr(err.text, "holds up to an indentation of"));
    }
}

// --- yield ---

// Of a spring that is linear up to its yield the energy is half the force times the way.
static void yield_speeds(void **state) {
    (void)state;
    law_case c = *law_case_of("thornton");
    double v = dp_yield_speed(&c.contact, 1.0);
    assert_true(v > 0.0);
    // energy goes with the mass
    CHECK_NEAR(dp_yield_speed(&c.contact, 4.0), 0.5 * v, 1e-13);
    // an impact a little slower leaves no dent, a little quicker one does
    for (int i = 0; i < 2; i++) {
        dp_impact_def def = dp_impact_defaults();
        def.mass = 1.0;
        def.speed = (i ? 1.001 : 0.999) * v;
        dp_impact impact;
        assert_int_equal(dp_impact_run(&c.contact, &def, &impact, NULL), DP_OK);
        assert_true(i ? impact.residual_indentation > 0.0 : impact.residual_indentation == 0.0);
    }
    // without a damper the two speeds are one
    CHECK_NEAR(dp_damped_yield_speed(&c.contact, 1.0), v, 1e-9);
    assert_true(isnan(dp_yield_speed(&c.contact, 0.0)) && isnan(dp_yield_speed(&c.contact, NAN)));
    c = *law_case_of("hertz");
    assert_true(isnan(dp_yield_speed(&c.contact, 1.0)));
    assert_true(isnan(dp_damped_yield_speed(&c.contact, 1.0)));
}

// --- refusals ---

static void expect(const dp_journal_def *def, const char *words, int line) {
    dp_contact contact = linear(1e7, 300.0, DP_TENSION_CLAMP);
    dp_journal result;
    dp_error err = {0};
    dp_status status = dp_journal_run(&contact, def, &result, &err);
    if (status != DP_ERR_RANGE || strstr(err.text, words) == NULL)
        fail_msg("line %d: status %d, said: %s", line, status, err.text);
}

#define REFUSED(change, words)                                                                     \
    do {                                                                                           \
        struct record record;                                                                      \
        dp_journal_def d = journal(0.4, 0.3, 0.0, &record);                                        \
        change;                                                                                    \
        expect(&d, (words), __LINE__);                                                             \
        assert_int_equal(record.count, 0);                                                         \
    } while (0)

static void refusals(void **state) {
    (void)state;
    REFUSED(d.mass = INFINITY, "mass is inf");
    REFUSED(d.inertia = NAN, "inertia is nan");
    REFUSED(d.clearance = INFINITY, "clearance is inf");
    REFUSED(d.bearing_radius = -1.0, "bearing_radius is -1");
    REFUSED(d.clearance = 0.05, "leaves no journal");
    REFUSED(d.x = 2e-3, "outside its clearance");
    REFUSED(d.y = NAN, "outside its clearance");
    REFUSED((d.vx = 0.0, d.vy = 0.0), "the journal does not move");
    REFUSED(d.vx = INFINITY, "the journal does not move");
    REFUSED(d.spin = NAN, "give it a finite velocity");
    REFUSED(d.friction = INFINITY, "friction is inf");
    REFUSED(d.friction = -0.1, "friction is -0.1");
    REFUSED(d.rtol = 0.2, "rtol is 0.2");
    REFUSED(d.rtol = NAN, "rtol is");
    REFUSED(d.normal_floor = 1.0, "normal_floor is 1");
    REFUSED(d.normal_floor = -0.5, "normal_floor is -0.5");
    REFUSED(d.collisions = 0, "collisions is 0");
}

// So slow that its square vanishes: an error, not a sector outside the bearing.
static void a_speed_below_every_scale_is_told(void **state) {
    (void)state;
    dp_contact contact = linear(1e7, 300.0, DP_TENSION_CLAMP);
    struct record record;
    dp_journal_def def = journal(1e-200, 0.0, 0.0, &record);
    dp_journal result;
    dp_error err = {0};
    assert_int_equal(dp_journal_run(&contact, &def, &result, &err), DP_ERR_NUMERIC);
    assert_non_null(strstr(err.text, "range of a double"));
}

static void *no_memory(void *user, size_t size) {
    (void)user;
    (void)size;
    return NULL;
}

static void give_back(void *user, void *history, size_t size) {
    (void)user;
    (void)size;
    free(history);
}

// Only a wall that remembers needs history.
static void sectors(void **state) {
    (void)state;
    law_case c = *law_case_of("thornton");
    dp_allocator none = {no_memory, give_back, NULL};
    struct record record;
    dp_journal_def def = journal(2.0, 0.0, 0.0, &record);
    dp_journal result;
    dp_error err = {0};
    def.allocator = &none;
    assert_int_equal(dp_journal_run(&c.contact, &def, &result, &err), DP_OK);
    def.keep_history = true;
    def.sectors = 8;
    assert_int_equal(dp_journal_run(&c.contact, &def, &result, &err), DP_ERR_MEMORY);
    assert_non_null(strstr(err.text, "no memory for 8 sectors"));
    def.allocator = NULL;
    // there and back along the x axis: two sectors, each hit in turn; the first dents both, and a
    // dent that was made before is elastic
    for (int solver = 0; solver < 2; solver++) {
        memset(&record, 0, sizeof record);
        def.solver = solver ? DP_JOURNAL_RESOLVED : DP_JOURNAL_EVENT_DRIVEN;
        def.rtol = dp_journal_defaults(def.solver).rtol;
        def.collisions = 6;
        result = run(&c.contact, &def);
        assert_true(record.collision[0].plastic_work > 0.0);
        assert_true(record.collision[1].plastic_work > 0.0);
        for (int i = 2; i < 6; i++) {
            CHECK_WITHIN(record.collision[i].plastic_work, 0.0, 1e-9);
            CHECK_NEAR(record.collision[i].restitution, 1.0, 1e-8);
        }
        CHECK_WITHIN(result.energy.error, 0.0, 1e-9);
        CHECK_NEAR(result.travel, 5.0 * 2e-3, 1e-9);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_head_on_collision_is_an_impact),
        cmocka_unit_test(mirror_images),
        cmocka_unit_test(friction_exchanges_spin_and_speed),
        cmocka_unit_test(a_journal_that_stays_on_the_wall),
        cmocka_unit_test(grip_ends_before_the_contact),
        cmocka_unit_test(beyond_its_range_a_law_does_not_hold),
        cmocka_unit_test(yield_speeds),
        cmocka_unit_test(refusals),
        cmocka_unit_test(a_speed_below_every_scale_is_told),
        cmocka_unit_test(sectors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
