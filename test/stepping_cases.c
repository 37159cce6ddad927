// Runs that the tests of stepping share.

#include "stepping_cases.h"

#include "law_cases.h"

static dp_contact contact_of(const char *law, dp_tension tension) {
    dp_contact_def def = law_case_of(law)->def;
    dp_contact contact;
    dp_error err = {0};
    def.tension = tension;
    if (dp_contact_init(&contact, &def, &err) != DP_OK) fail_msg("%s: %s", law, err.text);
    return contact;
}

// Restitution from the speed of the touch, under the rule that keeps the largest one.
static dp_contact following(void) {
    dp_contact_def def = dp_contact_defaults(dp_law_find("hunt-crossley"));
    dp_body steel = {.young = 2.1e11, .poisson = 0.3, .density = 7800.0, .radius = 0.02};
    dp_contact contact;
    dp_error err = {0};
    def.pair.stiffness = 1e9;
    def.approach_rule = DP_APPROACH_LARGEST;
    def.restitution_from = dp_restitution_from_bodies(DP_RESTITUTION_WAVES, &steel, &steel);
    if (dp_contact_init(&contact, &def, &err) != DP_OK) fail_msg("%s", err.text);
    return contact;
}

// No history, marks and plastic dents, tension by every policy, pushes, and a restitution that
// changes on the way.
struct impact_case impact_case(int i) {
    static const struct {
        const char *law;
        dp_tension tension;
        double speed, acceleration;
    } cases[IMPACTS] = {
        {"hertz", DP_TENSION_CLAMP, 1.0, 0.0},
        {"hunt-crossley", DP_TENSION_CLAMP, 0.5, 0.0},
        {"kelvin-voigt", DP_TENSION_CLAMP, 1.0, 0.0},
        {"kelvin-voigt", DP_TENSION_RELEASE, 1.0, 0.0},
        {"thornton", DP_TENSION_CLAMP, 2.0, 0.0},
        {"ma-liu", DP_TENSION_CLAMP, 1.0, 0.0},
        {"hunt-crossley", DP_TENSION_CLAMP, 0.01, 1e3},
        {NULL, DP_TENSION_CLAMP, 1e-3, 1e4},
    };
    struct impact_case c = {.def = dp_impact_defaults()};
    c.contact = cases[i].law == NULL ? following() : contact_of(cases[i].law, cases[i].tension);
    c.def.mass = 0.05;
    c.def.speed = cases[i].speed;
    c.def.acceleration = cases[i].acceleration;
    c.def.path = DP_PATH_INTEGRATED;
    return c;
}

dp_impact_stepper *begin_impact(const struct impact_case *c) {
    dp_impact_stepper *run;
    dp_error err = {0};
    if (dp_impact_begin(&run, &c->contact, &c->def, &err) != DP_OK) fail_msg("%s", err.text);
    return run;
}

struct bounce_case bounce_case(int i) {
    static const char *const law[BOUNCES] = {"hunt-crossley", "thornton", "walton-braun",
                                             "kelvin-voigt", NULL};
    struct bounce_case c = {.def = dp_bounce_defaults()};
    c.contact = law[i] == NULL ? following() : contact_of(law[i], DP_TENSION_CLAMP);
    c.def.mass = 0.05;
    c.def.gravity = 9.81;
    c.def.height = 0.02;
    c.def.rest_fraction = 0.2;
    // a dent that is kept is elastic for those who come slower, so these never rest
    c.def.keep_history = i == 1 || i == 2;
    c.def.until = i <= 2 ? 0.3 : INFINITY;
    return c;
}

dp_bounce_stepper *begin_bounce(const struct bounce_case *c) {
    dp_bounce_stepper *run;
    dp_error err = {0};
    if (dp_bounce_begin(&run, &c->contact, &c->def, &err) != DP_OK) fail_msg("%s", err.text);
    return run;
}

int bounce_stops(const struct bounce_case *c, dp_bounce *whole, double stop[ROWS]) {
    dp_bounce_impact impacts[4];
    dp_bounce_impact_table table = {.rows = impacts, .capacity = 4};
    dp_bounce_def def = c->def;
    int count = 0;
    def.impact_table = &table;
    dp_error err = {0};
    if (dp_bounce_run(&c->contact, &def, whole, &err) != DP_OK)
        fail_msg("%s: %s", c->contact.law->name, err.text);
    assert_true(table.count > 0 && (long)(table.count + table.left_out) == whole->impacts);
    for (size_t k = 0; k < table.count; k++) {
        stop[count++] = 0.999 * impacts[k].time;
        for (int j = 1; j < 4; j++)
            stop[count++] = impacts[k].time + 0.26 * j * impacts[k].duration;
    }
    stop[count++] = 1e9;
    return count;
}

struct journal_case journal_case(int i) {
    static const char *const law[JOURNALS] = {"hunt-crossley", "hunt-crossley", "thornton",
                                              "thornton",      "kelvin-voigt",  NULL};
    struct journal_case c;
    c.def = dp_journal_defaults(i % 2 ? DP_JOURNAL_RESOLVED : DP_JOURNAL_EVENT_DRIVEN);
    c.contact = law[i] == NULL ? following() : contact_of(law[i], DP_TENSION_CLAMP);
    c.def.bearing_radius = 0.05;
    c.def.clearance = 1e-3;
    c.def.mass = 0.05;
    c.def.inertia = 5e-5;
    c.def.vx = 0.5;
    c.def.vy = 0.2;
    c.def.spin = 3.0;
    c.def.x = 2e-4;
    c.def.friction = 0.2;
    c.def.collisions = 5;
    c.def.keep_history = i == 2 || i == 3;
    c.def.sectors = 12;
    return c;
}

dp_journal_stepper *begin_journal(const struct journal_case *c) {
    dp_journal_stepper *run;
    dp_error err = {0};
    if (dp_journal_begin(&run, &c->contact, &c->def, &err) != DP_OK) fail_msg("%s", err.text);
    return run;
}

int journal_stops(const struct journal_case *c, dp_journal *whole, double stop[ROWS]) {
    dp_collision collisions[8];
    dp_collision_table table = {.rows = collisions, .capacity = 8};
    dp_journal_def def = c->def;
    int count = 0;
    def.collision_table = &table;
    assert_int_equal(dp_journal_run(&c->contact, &def, whole, NULL), DP_OK);
    assert_true((long)table.count == whole->collisions && table.count > 2);
    for (size_t k = 0; k < table.count; k++) {
        double before = k > 0 ? collisions[k - 1].time + collisions[k - 1].duration : 0.0;
        stop[count++] = before + 0.4 * (collisions[k].time - before);
        for (int j = 1; j < 4; j++)
            stop[count++] = collisions[k].time + 0.26 * j * collisions[k].duration;
    }
    stop[count++] = 1e9;
    return count;
}
