// Every law of the catalogue, prepared in many ways. See law_cases.h.

#include "law_cases.h"

#include <float.h>

enum { CASE_MAX = 2500 };

static law_case cases[CASE_MAX];
static int case_count;

// A steel ball in a steel bushing, the pair of paper 000 section 5, a rubber ball in a wide hole.
static const struct {
    const char *name;
    double modulus, radius, mass, yield, bearing_radius, clearance, length, stiffness;
} pairs[] = {
    {"steel", 1.1e11, 0.01, 0.03, 3e8, 0.01, 1e-4, 0.02, 1e7},
    {"socket", 54678480022.376116, 0.82, 0.2613805087786708, 3e7, 0.0205, 5e-4, 0.015, 3.9e8},
    {"rubber", 5e6, 0.05, 1.5, 1e6, 0.05, 2e-3, 0.1, 1e4},
};
enum { PAIR_COUNT = sizeof pairs / sizeof *pairs };

// Middle values of parameters that have no initial value; a line with a law goes first.
static const struct {
    const char *law, *param;
    double value;
} usual[] = {
    {"kelvin-voigt", "damping", 50.0},
    {"ristow", "damping", 40.0},
    {"lee-herrmann", "damping", 300.0},
    {"schwager-poschel", "damping", 1e5},
    {"azad-featherstone", "damping", 1e4},
    {"kuwabara-kono", "relaxation", 1e-6},
    {"power", "damping", 1e7},
    {"adams-impact", "max_damping", 100.0},
    {"adams-impact", "ramp", 1e-5},
    {NULL, "restitution", 0.7},
};

// Values between the ends that choose another kernel or another branch.
static const struct {
    const char *law, *param;
    double value;
    const char *other;
    double other_value;
} between[] = {
    {"ristow", "damping_exponent", 0.5, NULL, 0.0},
    {"ristow", "damping_exponent", 0.3, NULL, 0.0},
    {"lankarani-cylinder", "exponent", 1.2, NULL, 0.0},
    {"adams-impact", "exponent", 2.2, NULL, 0.0},
    {"power", "exponent", 2.2, NULL, 0.0},
    {"power", "damping_exponent", 0.25, NULL, 0.0},
    {"power", "damping_exponent", 0.7, NULL, 0.0},
    {"power", "exponent", 1.0, "damping_exponent", 0.0},
    {"ma-liu", "epsilon", 19.0, NULL, 0.0},
    {"ma-liu", "epsilon", 40.0, NULL, 0.0},
    {"ma-liu", "psi", 1.0, NULL, 0.0},
    {"ma-liu", "psi", 10.0, "epsilon", 2.0},
    {"ma-liu", "psi", 1.2, "epsilon", 100.0},
    {"thornton", "yield_pressure", 2e8, NULL, 0.0},
    {"wang-dashpot", "restitution_elastic", 0.9, NULL, 0.0},
    {"wang-kelvin-voigt", "restitution_plastic", 0.4, NULL, 0.0},
    {"walton-braun", "unloading_stiffness", 1e9, NULL, 0.0},
    {"ghaednia", "tangent_modulus", 2e9, NULL, 0.0},
    {"ghaednia", "tangent_modulus", 1e5, NULL, 0.0},
    {"ghaednia", "tangent_modulus", 4e10, NULL, 0.0},
};

// Giving the first takes the second away.
static const char *const exclusive[][2] = {
    {"damping_factor", "restitution"},
    {"damping", "relaxation"},
    {"unloading_stiffness", "restitution"},
};

// Four parameters of one law that stand in place of a fifth: giving one gives them all.
static void give_viscosities(dp_law_def *law, const char *name) {
    static const struct {
        const char *name;
        double value;
    } four[] = {{"young", 7e10}, {"poisson", 0.33}, {"eta1", 1200.0}, {"eta2", 3400.0}};
    int is_one = 0;
    for (int i = 0; i < 4; i++)
        is_one |= strcmp(name, four[i].name) == 0;
    if (!is_one || dp_law_param_index(law->law, "eta1") < 0) return;
    law->value[dp_law_param_index(law->law, "relaxation")] = NAN;
    for (int i = 0; i < 4; i++)
        law->value[dp_law_param_index(law->law, four[i].name)] = four[i].value;
}

static void give(dp_law_def *law, int param, double value) {
    give_viscosities(law, law->law->params[param].name);
    law->value[param] = value;
    for (size_t i = 0; i < sizeof exclusive / sizeof *exclusive; i++) {
        int other = dp_law_param_index(law->law, exclusive[i][1]);
        if (strcmp(law->law->params[param].name, exclusive[i][0]) == 0 && other >= 0)
            law->value[other] = NAN;
    }
}

static dp_law_def usual_law(const dp_law *law) {
    dp_law_def def = dp_law_defaults(law);
    for (int p = 0; p < dp_law_param_count(law); p++) {
        // a damped case says more than the elastic default
        if (strcmp(law->params[p].name, "restitution") == 0) def.value[p] = NAN;
        for (size_t i = 0; i < sizeof usual / sizeof *usual && isnan(def.value[p]); i++) {
            if (usual[i].law != NULL && strcmp(usual[i].law, law->name) != 0) continue;
            if (strcmp(usual[i].param, law->params[p].name) == 0) def.value[p] = usual[i].value;
        }
        // the middle of the range for a parameter nobody named
        const dp_param *param = &law->params[p];
        if (isnan(def.value[p]) && param->required)
            def.value[p] = param->low > 0.0 ? sqrt(param->low) * sqrt(param->high)
                                            : 0.5 * (param->low + param->high);
    }
    return def;
}

// A stiffness belongs to linear springs, and to a power whose unit modulus and radius do not give.
static int takes_stiffness(const dp_law_def *law) {
    double exponent = dp_law_get(law, "exponent");
    if (strcmp(law->law->name, "adams-impact") == 0 || strcmp(law->law->name, "power") == 0)
        return exponent != 1.5;
    return (law->law->needs & DP_NEEDS_LINEAR) || strcmp(law->law->name, "walton-braun") == 0;
}

static dp_pair pair_for(const dp_law_def *law, int i) {
    dp_pair pair = dp_pair_defaults();
    pair.modulus = pairs[i].modulus;
    pair.radius = pairs[i].radius;
    pair.mass = pairs[i].mass;
    pair.yield = pairs[i].yield;
    pair.bearing_radius = pairs[i].bearing_radius;
    pair.clearance = pairs[i].clearance;
    pair.length = pairs[i].length;
    if (takes_stiffness(law)) pair.stiffness = pairs[i].stiffness;
    return pair;
}

static void describe(law_case *c) {
    const dp_law *law = c->def.law.law;
    int used = snprintf(c->name, sizeof c->name, "%s on %s:", law->name, c->pair_name);
    for (int p = 0; p < dp_law_param_count(law); p++) {
        double value = c->def.law.value[p];
        const char *const *words = law->params[p].choices;
        if (isnan(value) || used >= (int)sizeof c->name) continue;
        char *at = c->name + used;
        size_t left = sizeof c->name - (size_t)used;
        used += words ? snprintf(at, left, " %s=%s", law->params[p].name, words[(int)value])
                      : snprintf(at, left, " %s=%g", law->params[p].name, value);
    }
}

// A body cannot harden by more than its own modulus, which the range does not know.
static int hardens_beyond_its_modulus(const dp_contact_def *def) {
    double tangent = dp_law_get(&def->law, "tangent_modulus");
    double poisson = dp_law_get(&def->law, "poisson"), nu = isnan(poisson) ? 0.3 : poisson;
    double bodies = dp_law_get(&def->law, "partner") == 1.0 ? 2.0 : 1.0;
    return tangent >= (1.0 - nu * nu) * bodies * def->pair.modulus;
}

// Prepare the case on every pair; some combinations of words exclude each other.
static void add_by(const dp_law_def *law, dp_approach_rule rule) {
    static const char *const words[] = {"", " approach=each", " approach=largest"};
    for (int i = 0; i < PAIR_COUNT; i++) {
        assert_true(case_count < CASE_MAX);
        law_case *c = &cases[case_count];
        c->def = dp_contact_defaults(law->law);
        c->def.law = *law;
        c->def.pair = pair_for(law, i);
        c->def.tension = DP_TENSION_ALLOW;
        c->def.approach_rule = rule;
        c->pair_name = pairs[i].name;
        describe(c);
        size_t used = strlen(c->name);
        snprintf(c->name + used, sizeof c->name - used, "%s", words[rule]);
        dp_error err = {0};
        dp_status status = dp_contact_init(&c->contact, &c->def, &err);
        if (status == DP_ERR_CONFLICT && strstr(err.text, "stiffness_form") != NULL) return;
        if (hardens_beyond_its_modulus(&c->def)) {
            if (status != DP_ERR_RANGE || strstr(err.text, "tangent_modulus") == NULL)
                fail_msg("%s: is not refused", c->name);
            continue;
        }
        if (status != DP_OK) fail_msg("%s: %s", c->name, err.text);
        case_count++;
    }
}

static void add(const dp_law_def *law) {
    add_by(law, DP_APPROACH_DEFAULT);
}

// A law that looks at the approach speed, by every rule: a chain has another default.
static void add_rules(const dp_law_def *law) {
    add(law);
    if (cases[case_count - 1].contact.kernel->largest == NULL) return;
    add_by(law, DP_APPROACH_EACH);
    add_by(law, DP_APPROACH_LARGEST);
}

// An end that is not finite is refused; a number beyond all use stands in its place.
static double usable_end(dp_law_def *law, const char *param, double end) {
    if (isfinite(end)) return end;
    assert_int_equal(dp_law_set(law, param, end, NULL), DP_ERR_RANGE);
    return 1e15;
}

static void add_ends(const dp_law_def *base, int p) {
    const dp_param *param = &base->law->params[p];
    for (int end = 0; end < 2; end++) {
        dp_law_def law = *base;
        double value = usable_end(&law, param->name, end == 0 ? param->low : param->high);
        give(&law, p, value);
        // the unloading line of walton-braun cannot be softer than its loading line
        int loading = dp_law_param_index(law.law, "loading_stiffness");
        if (strcmp(param->name, "unloading_stiffness") == 0 && end == 0)
            law.value[loading] = law.law->params[loading].low;
        add(&law);
    }
}

// The law with its words as they are: as it is, and with every number moved.
static void add_numbers(const dp_law_def *base) {
    add_rules(base);
    for (int p = 0; p < dp_law_param_count(base->law); p++) {
        if (base->law->params[p].choices == NULL) add_ends(base, p);
    }
    for (size_t i = 0; i < sizeof between / sizeof *between; i++) {
        if (strcmp(between[i].law, base->law->name) != 0) continue;
        dp_law_def law = *base;
        give(&law, dp_law_param_index(law.law, between[i].param), between[i].value);
        if (between[i].other != NULL)
            give(&law, dp_law_param_index(law.law, between[i].other), between[i].other_value);
        add(&law);
    }
}

// Every combination of words, from parameter p on.
static void add_words(dp_law_def *law, int p) {
    int count = dp_law_param_count(law->law);
    while (p < count && law->law->params[p].choices == NULL)
        p++;
    if (p == count) {
        add_numbers(law);
        return;
    }
    double kept = law->value[p];
    if (isnan(kept)) add_words(law, p + 1);
    for (int word = 0; law->law->params[p].choices[word] != NULL; word++) {
        law->value[p] = word;
        add_words(law, p + 1);
    }
    law->value[p] = kept;
}

const law_case *law_cases(int *count) {
    for (int i = 0, empty = case_count == 0; empty && i < dp_law_count(); i++) {
        dp_law_def law = usual_law(dp_law_at(i));
        add_words(&law, 0);
    }
    *count = case_count;
    return cases;
}

const law_case *law_case_of(const char *law) {
    int count;
    const law_case *c = law_cases(&count);
    for (int i = 0; i < count; i++) {
        dp_law_def usual_def = usual_law(c[i].def.law.law);
        if (strcmp(c[i].def.law.law->name, law) == 0 &&
            memcmp(usual_def.value, c[i].def.law.value, sizeof usual_def.value) == 0)
            return &c[i];
    }
    fail_msg("there is no case of %s", law);
    return NULL;
}

static int sorted_insert(double *list, int count, int room, double x) {
    int at = count;
    while (at > 0 && list[at - 1] >= x)
        at--;
    if ((at < count && list[at] == x) || count == room) return count;
    memmove(list + at + 1, list + at, (size_t)(count - at) * sizeof *list);
    list[at] = x;
    return count + 1;
}

int law_case_depths(const law_case *c, double depths[LAW_DEPTH_MAX]) {
    static const double plain[] = {3e-7, 2e-5, 4e-4}, around[] = {0.6, 1.02, 1.8, 5.0};
    double history[DP_HISTORY_MAX] = {0};
    dp_breakpoint marks[DP_BREAKPOINT_MAX];
    int count = 0, mark_count = dp_contact_breakpoints(&c->contact, history, marks);
    double top = fmin(0.9 * c->contact.limit, 1.0);
    for (int i = 0; i < 3; i++) {
        if (plain[i] < top) count = sorted_insert(depths, count, LAW_DEPTH_MAX, plain[i]);
    }
    for (int i = 0; i < mark_count; i++) {
        for (int j = 0; j < 4; j++) {
            double x = around[j] * marks[i].delta;
            if (x < top) count = sorted_insert(depths, count, LAW_DEPTH_MAX, x);
        }
    }
    return count;
}

int law_case_remembers(const law_case *c) {
    return c->contact.kernel->update != NULL || c->contact.kernel->raise != NULL;
}

int law_case_states(const law_case *c, double states[LAW_STATE_MAX][DP_HISTORY_MAX]) {
    static const double speeds[] = {1e-7, 0.5, 10.0};
    int count = 0;
    // a law that looks at the approach speed has no force before a touch
    if (c->contact.kernel->begin == NULL) dp_contact_reset(states[count++]);
    for (int i = 0; c->contact.kernel->begin != NULL && i < 3; i++) {
        dp_contact_reset(states[count]);
        dp_contact_begin(&c->contact, states[count++], speeds[i]);
    }
    double depths[LAW_DEPTH_MAX];
    int depth_count = law_case_remembers(c) ? law_case_depths(c, depths) : 0;
    // every second depth, the deepest among them
    for (int i = (depth_count + 1) % 2; i < depth_count; i += 2) {
        assert_true(count + 3 <= LAW_STATE_MAX);
        double *loaded = states[count++], *unloaded = states[count++], *again = states[count++];
        dp_contact_reset(loaded);
        dp_contact_begin(&c->contact, loaded, 0.5);
        dp_contact_commit(&c->contact, loaded, depths[i], 0.3);
        memcpy(unloaded, loaded, sizeof states[0]);
        dp_contact_commit(&c->contact, unloaded, 0.6 * depths[i], -0.3);
        memcpy(again, unloaded, sizeof states[0]);
        dp_contact_begin(&c->contact, again, 2.0);
    }
    return count;
}

static int memory_index(const law_case *c, const char *name) {
    for (int j = 0; j < c->contact.kernel->history_count; j++) {
        if (strcmp(c->contact.kernel->history[j].name, name) == 0) return j;
    }
    return -1;
}

double law_case_deepest(const law_case *c, const double *history) {
    int at = memory_index(c, "max_indentation");
    return at < 0 ? 0.0 : history[at];
}

int law_case_breaks(const law_case *c, const double *history, double breaks[LAW_BREAK_MAX]) {
    dp_breakpoint marks[DP_BREAKPOINT_MAX];
    int count = 0, mark_count = dp_contact_breakpoints(&c->contact, history, marks);
    count = sorted_insert(breaks, count, LAW_BREAK_MAX, 0.0);
    count = sorted_insert(breaks, count, LAW_BREAK_MAX, dp_contact_residual(&c->contact, history));
    for (int i = 0; i < mark_count; i++)
        count = sorted_insert(breaks, count, LAW_BREAK_MAX, marks[i].delta);
    // a damper that starts elsewhere; a ramp that is smooth to first order only
    int offset = memory_index(c, "damping_offset");
    if (offset >= 0) count = sorted_insert(breaks, count, LAW_BREAK_MAX, history[offset]);
    double ramp = dp_law_get(&c->def.law, "ramp");
    if (!isnan(ramp)) count = sorted_insert(breaks, count, LAW_BREAK_MAX, ramp);
    return count;
}

double law_spring(const dp_response *r) {
    return r->spring;
}

double law_plastic(const dp_response *r) {
    return r->plastic;
}

static double value_at(const law_case *c, const double *history, double x, law_integrand f) {
    dp_response r = dp_contact_respond(&c->contact, history, x, 0.0);
    return f(&r);
}

// 12-point Gauss-Legendre on [-1, 1], one half.
static const double nodes[6] = {0.12523340851146892, 0.36783149899818019, 0.58731795428661745,
                                0.76990267419430469, 0.90411725637047486, 0.98156063424671925};
static const double weights[6] = {0.24914704581340279, 0.23349253653835481, 0.20316742672306592,
                                  0.16007832854334623, 0.10693932599531843, 0.047175336386511827};

// From a to a + width, with x = a + width u^4: polynomial for every quarter power that starts at a.
// A negative width starts at the upper end.
static double from_end(const law_case *c, const double *history, double a, double width,
                       law_integrand f) {
    double sum = 0.0;
    for (int i = 0; i < 12; i++) {
        double u = 0.5 * (1.0 + (i < 6 ? nodes[i] : -nodes[i - 6])), w = 0.5 * weights[i % 6];
        sum += w * 4.0 * u * u * u * value_at(c, history, a + width * (u * u * u * u), f);
    }
    return sum * fabs(width);
}

static double plain_piece(const law_case *c, const double *history, double a, double b,
                          law_integrand f) {
    double sum = 0.0;
    for (int i = 0; i < 12; i++) {
        double t = i < 6 ? nodes[i] : -nodes[i - 6];
        sum += weights[i % 6] * value_at(c, history, 0.5 * (a + b) + 0.5 * (b - a) * t, f);
    }
    return 0.5 * (b - a) * sum;
}

// A stretch without breaks inside: pieces that halve towards both ends, where roots may start. On
// each the nearest singularity is a whole piece away, so 12 points leave 3^-24 and less.
static double smooth_stretch(const law_case *c, const double *history, double a, double b,
                             law_integrand f) {
    double width = 0.5 * (b - a), sum = 0.0;
    for (int i = 0; i < 8; i++, width *= 0.5) {
        sum += plain_piece(c, history, a + 0.5 * width, a + width, f);
        sum += plain_piece(c, history, b - width, b - 0.5 * width, f);
    }
    return sum + from_end(c, history, a, width, f) + from_end(c, history, b, -width, f);
}

double law_case_integral(const law_case *c, const double *history, double a, double b,
                         law_integrand f) {
    if (b < a) return -law_case_integral(c, history, b, a, f);
    double breaks[LAW_BREAK_MAX], sum = 0.0;
    int count = law_case_breaks(c, history, breaks);
    for (int i = 0; i < count && a < b; i++) {
        if (breaks[i] <= a || breaks[i] >= b) continue;
        sum += smooth_stretch(c, history, a, breaks[i], f);
        a = breaks[i];
    }
    return a < b ? sum + smooth_stretch(c, history, a, b, f) : sum;
}

double law_random(uint64_t *seed) {
    *seed ^= *seed >> 12;
    *seed ^= *seed << 25;
    *seed ^= *seed >> 27;
    return (double)((*seed * 0x2545f4914f6cdd1du) >> 11) * 0x1p-53;
}
