#ifndef DP_TEST_CHAIN_TOOLS_H
#define DP_TEST_CHAIN_TOOLS_H

// Chains as test material: contacts in one line, a chain or a failure that says why, runs, and all
// that can be seen of a chain as numbers to compare.

#include "law_cases.h"

#include "dashpot/chain.h"

enum { ROW_MAX = 32768 };

/// A contact of this law: stiffness in the unit of the law, effective mass where it asks for one,
/// and a parameter or NULL.
static inline dp_contact_def contact_def(const char *law, double stiffness, double mass,
                                         const char *param, double value) {
    dp_contact_def def = dp_contact_defaults(dp_law_find(law));
    def.pair.stiffness = stiffness;
    def.pair.mass = mass;
    if (param != NULL) assert_int_equal(dp_law_set(&def.law, param, value, NULL), DP_OK);
    return def;
}

static inline dp_contact contact_of(const dp_contact_def *def) {
    dp_contact contact;
    dp_error err = {0};
    if (dp_contact_init(&contact, def, &err) != DP_OK) fail_msg("%s", err.text);
    return contact;
}

static inline dp_contact hertz(double stiffness) {
    dp_contact_def def = contact_def("hertz", stiffness, NAN, NULL, 0.0);
    return contact_of(&def);
}

static inline dp_contact tsuji(double stiffness, double mass, double restitution) {
    dp_contact_def def = contact_def("tsuji", stiffness, mass, "restitution", restitution);
    return contact_of(&def);
}

static inline dp_contact spring_dashpot(double stiffness, double damping) {
    dp_contact_def def = contact_def("kelvin-voigt", stiffness, NAN, "damping", damping);
    return contact_of(&def);
}

/// `count` equal bodies, at rest unless `velocity` is set afterwards, that share one contact law.
struct row {
    double mass[ROW_MAX], velocity[ROW_MAX], gap[ROW_MAX + 1];
    unsigned law[ROW_MAX + 1];
    dp_contact contact;
    dp_chain_def def;
};

static inline void make_row(struct row *row, size_t count, double mass, dp_contact contact,
                            double step) {
    assert_true(count <= ROW_MAX);
    row->contact = contact;
    row->def = dp_chain_defaults();
    row->def.count = count;
    row->def.mass = row->mass;
    row->def.velocity = row->velocity;
    row->def.laws = &row->contact;
    row->def.law_count = 1;
    row->def.step = step;
    for (size_t i = 0; i < count; i++) {
        row->mass[i] = mass;
        row->velocity[i] = 0.0;
    }
    memset(row->gap, 0, (count + 1) * sizeof *row->gap);
    memset(row->law, 0, (count + 1) * sizeof *row->law);
}

static inline dp_chain *chain_of(const dp_chain_def *def) {
    dp_chain *chain;
    dp_error err = {0};
    if (dp_chain_build(&chain, def, &err) != DP_OK) fail_msg("%s", err.text);
    return chain;
}

/// March on and look.
static inline const dp_chain_snapshot *run_chain(dp_chain *chain, long steps) {
    dp_error err = {0};
    if (dp_chain_advance(chain, steps, &err) != DP_OK) fail_msg("%s", err.text);
    return dp_chain_state(chain);
}

/// Restitution and time of arrival need nothing of the chain but its bodies far apart.
static inline double total_energy(const dp_chain_snapshot *view) {
    return view->kinetic + view->potential + view->stored;
}

/// An end with a velocity that rises and falls, where it has one.
static inline dp_chain_end end_of(dp_chain_end_type type, int glued, double impedance) {
    static const double time[] = {-1e-4, 1e-4, 3e-4, 1e-3}, velocity[] = {0.2, 0.5, -0.3, 0.1};
    dp_chain_end end = {.type = type, .glued = glued, .impedance = impedance};
    if (type == DP_END_DRIVEN || type == DP_END_BAR)
        end.signal = (dp_chain_signal){4, time, velocity};
    return end;
}

#endif
