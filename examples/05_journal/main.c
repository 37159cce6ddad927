// A journal rattles in the clearance of its bearing, without friction and gravity.
// Each collision takes a tenth of the normal speed and none of the tangential one. So the path
// leans ever more towards the wall, tan(angle) grows by 1/0.9 each time, and the chords get
// shorter: in the end the journal slides along the wall. Watch both columns agree with their closed
// form. Give it friction and it begins to spin.

#include <math.h>
#include <stdio.h>

#include "dashpot/dashpot.h"

enum { COLLISIONS = 10 };

static const double clearance = 1e-4;             // [m]
static const double restitution = 0.9;            // [1]
static const double across = 0.06, along = 0.02;  // [m/s] velocity at the start

static dp_status prepare(dp_contact *contact, dp_error *err) {
    dp_contact_def def = dp_contact_defaults(dp_law_find("exact-restitution"));
    // Hertz's stiffness of a journal of steel; event-driven collisions take no time whatever it is
    def.pair.stiffness = 6e10;  // [N/m^1.5]
    dp_status status = dp_law_set(&def.law, "restitution", restitution, err);
    return status == DP_OK ? dp_contact_init(contact, &def, err) : status;
}

static dp_journal_def bearing(dp_collision_table *table) {
    dp_journal_def def = dp_journal_defaults(DP_JOURNAL_EVENT_DRIVEN);
    def.bearing_radius = 0.01;  // [m]
    def.clearance = clearance;
    def.mass = 0.5;        // [kg]
    def.inertia = 2.5e-5;  // [kg m^2]
    // at the wall, so that the first flight is a chord like all the others
    def.x = -clearance;
    def.vx = across;
    def.vy = along;
    def.collisions = COLLISIONS;
    def.collision_table = table;
    return def;
}

int main(void) {
    dp_collision rows[COLLISIONS];
    dp_collision_table table = {.rows = rows, .capacity = COLLISIONS};
    dp_contact contact;
    dp_journal result;
    dp_error err = {0};

    dp_journal_def def = bearing(&table);
    dp_status status = prepare(&contact, &err);
    if (status == DP_OK) status = dp_journal_run(&contact, &def, &result, &err);
    if (status != DP_OK) return fprintf(stderr, "%s\n", err.text), 1;

    printf("collision  time [ms]  tan(angle)  closed form  chord [um]  closed form\n");
    double tangent = along / across;
    for (size_t i = 0; i < table.count; i++) {
        tangent /= restitution;
        double chord = 2.0 * clearance / sqrt(1.0 + tangent * tangent);
        printf("%9zu  %9.6f  %10.6f  %11.6f  %10.5f  %11.5f\n", i + 1, 1e3 * rows[i].time,
               tan(rows[i].angle_out), tangent, 1e6 * rows[i].chord, 1e6 * chord);
    }
    // the damper took what the normal speed lost, and nothing else was lost
    double part = (1.0 - pow(restitution, 2.0 * COLLISIONS)) * across * across;
    printf("lost %.6f mJ, closed form %.6f mJ\n", 1e3 * result.energy.viscous,
           1e3 * 0.5 * def.mass * part);
    return 0;
}
