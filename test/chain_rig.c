// Chains of the papers: see chain_rig.h.

#include "chain_rig.h"

void rig_okay(dp_status status, const dp_error *err) {
    if (status != DP_OK) fail_msg("%s", err->text);
}

// --- laws ----------------------------------------------------------------------------------------

static void set(dp_law_def *law, const char *name, double value) {
    dp_error err;
    if (!isnan(value)) rig_okay(dp_law_set(law, name, value, &err), &err);
}

dp_contact rig_contact(const struct recipe *r, const dp_body *left, const dp_body *right,
                       dp_geometry geometry) {
    dp_contact_def def = dp_contact_defaults(dp_law_find(r->law));
    dp_contact contact;
    dp_error err;
    rig_okay(dp_pair_from_bodies(left, right, geometry, &def.pair, &err), &err);
    if (r->form != NULL) rig_okay(dp_law_choose(&def.law, "form", r->form, &err), &err);
    if (r->line != NULL) rig_okay(dp_law_choose(&def.law, "stiffness_form", r->line, &err), &err);
    set(&def.law, "restitution", r->restitution);
    set(&def.law, "restitution_elastic", r->elastic);
    set(&def.law, "restitution_plastic", r->plastic);
    set(&def.law, "psi", r->psi);
    set(&def.law, "epsilon", r->epsilon);
    def.tension = r->tension;
    def.approach = r->approach;
    rig_okay(dp_contact_init(&contact, &def, &err), &err);
    return contact;
}

struct recipe rig_hertz(void) {
    return (struct recipe){"hertz", NULL, NAN, NAN, NAN, NAN, NAN, DP_TENSION_CLAMP, NAN, NULL};
}

struct recipe rig_edem(double e, dp_tension tension) {
    return (struct recipe){"tsuji", NULL, e, NAN, NAN, NAN, NAN, tension, NAN, NULL};
}

struct recipe rig_two_phase(const char *form, double ce, double cp, double psi, double epsilon,
                            dp_tension tension) {
    return (struct recipe){
        "wang-kelvin-voigt", form, NAN, ce, cp, psi, epsilon, tension, NAN, NULL};
}

struct recipe rig_ma_liu(double psi, double epsilon) {
    return (struct recipe){"ma-liu", "printed",        NAN, NAN, NAN, psi,
                           epsilon,  DP_TENSION_CLAMP, NAN, NULL};
}

// --- chains --------------------------------------------------------------------------------------

void rig_set_up(struct rig *rig, size_t count) {
    memset(rig, 0, sizeof *rig);
    rig->def = dp_chain_defaults();
    rig->def.count = count;
    rig->def.mass = rig->mass;
    rig->def.velocity = rig->velocity;
    rig->def.law = rig->law;
    rig->def.laws = rig->laws;
    rig->def.law_count = 1;
    rig->def.probes = rig->probes;
    rig->def.method = DP_CHAIN_DOP853;
}

size_t rig_watch(struct rig *rig, int is_contact, size_t index) {
    rig->probes[rig->def.probe_count] = (dp_chain_probe_def){is_contact, index};
    return rig->def.probe_count++;
}

void rig_record(struct rig *rig, double every, double until) {
    rig->def.step = every;
    rig->def.record_every = 1;
    rig->def.record_steps = (long)(until / every + 0.5);
}

dp_chain *rig_build(const struct rig *rig) {
    dp_chain *chain;
    dp_error err;
    rig_okay(dp_chain_build(&chain, &rig->def, &err), &err);
    return chain;
}

void rig_go(dp_chain *chain, double until) {
    dp_chain_solve_def def = dp_chain_solve_defaults();
    def.until = until;
    def.rtol = rig_rtol;
    dp_error err;
    rig_okay(dp_chain_solve(chain, &def, NULL, &err), &err);
    // every run keeps its books, whatever it is about; a force that jumps, and the odd powers of a
    // touch, leave the most
    dp_energy energy;
    double momentum;
    dp_chain_balance(chain, &energy, &momentum);
    CHECK_WITHIN(energy.error, 0.0, 1e-10);
    CHECK_WITHIN(momentum, 0.0, 1e-12);
}

static dp_body bar_bead(double density) {
    return (dp_body){.young = 200e9,
                     .poisson = 0.3,
                     .density = density,
                     .yield = 940e6,
                     .radius = 3.175e-3,
                     .mass = NAN};
}

static double sphere_mass(const dp_body *b) {
    return 4.0 / 3.0 * 3.14159265358979323846 * b->radius * b->radius * b->radius * b->density;
}

void rig_bar_row(struct rig *rig, const struct recipe *recipe, size_t n, double density) {
    dp_body bead = bar_bead(density), flat = bead;
    flat.radius = flat.mass = INFINITY;
    rig_set_up(rig, n);
    rig->laws[0] = rig_contact(recipe, &bead, &bead, DP_CONVEX);
    rig->laws[1] = rig_contact(recipe, &bead, &flat, DP_FLAT);
    rig->def.law_count = 2;
    rig->law[0] = rig->law[n] = 1;
    for (size_t i = 0; i < n; i++)
        rig->mass[i] = sphere_mass(&bead);
}

double rig_time_at(const dp_chain_probe *probe, double level, double every) {
    for (size_t k = 1; k < probe->row_count; k++) {
        double before = probe->rows[k - 1][1], now = probe->rows[k][1];
        if (now >= level) return every * ((double)k - (now - level) / (now - before));
    }
    return NAN;
}
