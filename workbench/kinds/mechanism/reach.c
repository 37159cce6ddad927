// How far the tables of drivers and forces reach, and the notes on a run that goes beyond them.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "kinds/mechanism/mechanism.h"
#include "result/result.h"

static bool begins_late(const dp_mechanism_table *table) {
    return table->count > 0 && table->time[0] > 0.0;
}

// But for rounding, as in the library.
static bool ends_early(const dp_mechanism_table *table, double until) {
    if (table->count == 0) return false;
    double last = table->time[table->count - 1];
    return until > last + 1e-12 * fabs(last);
}

// --- notes ---------------------------------------------------------------------------------------

// Whose table it is, and what its values are.
struct owner {
    char name[96];
    const char *unit;  // "", " rad" or " m"
    bool is_driver, is_angle;
};

// A driver comes to rest on the last piece of a spline, as its speed must not jump.
static const char *rest_of(const struct owner *o, const dp_mechanism_table *t, const char *words) {
    return o->is_driver && t->shape == DP_TABLE_SPLINE ? words : "";
}

static void note_hold(const struct owner *o, const dp_mechanism_table *t, double until,
                      struct outcome *out) {
    const double last = t->time[t->count - 1];
    if (begins_late(t))
        add_note(out,
                 "The %s begins at %.9g s and the run at 0 s: it holds its first value, %.6g%s, "
                 "until then%s.",
                 o->name, t->time[0], t->value[0], o->unit,
                 rest_of(o, t, " and leaves it from rest"));
    if (ends_early(t, until))
        add_note(out,
                 "The %s ends at %.9g s and the run at %.9g s: it%s holds its last value, %.6g%s, "
                 "from there on. beyond: line, periodic or error says otherwise.",
                 o->name, last, until,
                 rest_of(o, t, " comes to rest between its last two points and"),
                 t->value[t->count - 1], o->unit);
}

static void note_line(const struct owner *o, const dp_mechanism_table *t, double until,
                      struct outcome *out) {
    const char *how = t->shape == DP_TABLE_HERMITE
                          ? "in a straight line, which is level, as its pieces end so"
                          : "in a straight line";
    if (begins_late(t))
        add_fact(out, "The %s begins at %.9g s and the run at 0 s: it comes there %s.", o->name,
                 t->time[0], how);
    if (ends_early(t, until))
        add_fact(out, "The %s ends at %.9g s and the run at %.9g s: it goes on %s.", o->name,
                 t->time[t->count - 1], until, how);
}

static void note_periodic(const struct owner *o, const dp_mechanism_table *t, double until,
                          struct outcome *out) {
    const double first = t->time[0], last = t->time[t->count - 1], period = last - first;
    char advance[80] = "";
    if (!begins_late(t) && !ends_early(t, until)) return;
    if (o->is_angle)
        snprintf(advance, sizeof advance, " and goes on by %.6g rad each time",
                 t->value[t->count - 1] - t->value[0]);
    add_fact(out,
             "The %s goes from %.9g s to %.9g s and the run to %.9g s: it repeats every "
             "%.9g s%s.",
             o->name, first, last, until, period, advance);
}

static void note_table(const struct owner *o, const dp_mechanism_table *t, double until,
                       struct outcome *out) {
    if (t->beyond == DP_BEYOND_HOLD) note_hold(o, t, until, out);
    if (t->beyond == DP_BEYOND_LINE) note_line(o, t, until, out);
    if (t->beyond == DP_BEYOND_PERIODIC) note_periodic(o, t, until, out);
}

void mechanism_note_tables(const struct mechanism_config *c, struct outcome *out) {
    enum { MOST = 4 };
    int noted = 0, left = 0;
    for (int i = 0; i < c->def.driver_count + c->def.force_count; i++) {
        int force = i - c->def.driver_count;
        const dp_mechanism_driver *d = force < 0 ? &c->def.drivers[i] : NULL;
        const dp_mechanism_table *t = d != NULL ? &d->table : &c->def.forces[force].factor;
        struct owner o = {.unit = ""};
        if (!begins_late(t) && !ends_early(t, c->until)) continue;
        if (noted++ >= MOST) {
            left++;
            continue;
        }
        if (d != NULL) {
            const char *name = d->name != NULL ? d->name : c->def.bodies[d->body].name;
            o.is_driver = true;
            o.is_angle = d->what == DP_DRIVEN_ANGLE;
            o.unit = o.is_angle ? " rad" : " m";
            snprintf(o.name, sizeof o.name, "table of driver %.60s", name);
        } else if (c->def.forces[force].name != NULL) {
            snprintf(o.name, sizeof o.name, "factor of %.60s", c->def.forces[force].name);
        } else {
            snprintf(o.name, sizeof o.name, "factor of force%d", force + 1);
        }
        note_table(&o, t, c->until, out);
    }
    if (left > 0) add_note(out, "The run goes beyond %d more tables.", left);
}
