// What every law promises, whatever its formula: finite and zero where it should be, tangents that
// are derivatives, energies that add up, history that only a commit writes. Runs over the whole
// catalogue with every word and with every number at both ends of its range; see law_cases.h.

#include "law_cases.h"

#include <float.h>

#include "kernels/plastic_sphere.h"

static const double rates[] = {-10.0, -0.4, -1e-6, 0.0, 1e-6, 0.4, 10.0};
enum { RATE_COUNT = sizeof rates / sizeof *rates };

static int is_law(const law_case *c, const char *name) {
    return strcmp(c->def.law.law->name, name) == 0;
}

// Run a check on every case and every history of it.
static void on_every_state(void (*check)(const law_case *c, const double *history)) {
    int count;
    const law_case *cases = law_cases(&count);
    for (int i = 0; i < count; i++) {
        double states[LAW_STATE_MAX][DP_HISTORY_MAX];
        int state_count = law_case_states(&cases[i], states);
        for (int j = 0; j < state_count; j++)
            check(&cases[i], states[j]);
    }
}

static void on_every_case(void (*check)(const law_case *c)) {
    int count;
    const law_case *cases = law_cases(&count);
    for (int i = 0; i < count; i++)
        check(&cases[i]);
}

// --- tension ---

// Pulled apart at any speed from any depth with any history.
static bool pulls(const law_case *c) {
    double states[LAW_STATE_MAX][DP_HISTORY_MAX], depths[LAW_DEPTH_MAX];
    int state_count = law_case_states(c, states), depth_count = law_case_depths(c, depths);
    for (int i = 0; i < state_count; i++) {
        for (int j = 0; j < depth_count; j++) {
            for (double rate = 1e-3; rate < 1e6; rate *= 10.0) {
                if (dp_contact_force(&c->contact, states[i], depths[j], -rate) < 0.0) return true;
            }
        }
    }
    return false;
}

// docs/laws.md, "May pull": what the Hunt-Crossley family does in a free impact holds there alone.
static void
without_a_policy_all_pull_but_plastic_spheres_and_damping_in_loading_alone(void **state) {
    (void)state;
    for (int i = 0; i < dp_law_count(); i++) {
        const law_case *c = law_case_of(dp_law_at(i)->name);
        bool never = strcmp(dp_law_at(i)->family, "elastoplastic") == 0 || is_law(c, "jankowski") ||
                     is_law(c, "mahmoud-jankowski");
        CASE_TRUE(c, pulls(c) == !never);
    }
}

// --- zero, finite, NaN --------------------------------------------------------------------------

static void expect_finite(const law_case *c, const double *history) {
    for (double delta = 1e-12; delta < 1.1e-3 && delta < c->contact.limit; delta *= 3.0) {
        for (int i = 0; i < RATE_COUNT; i++) {
            dp_response r = dp_contact_respond(&c->contact, history, delta, rates[i]);
            CASE_TRUE(c, isfinite(r.force) && isfinite(r.spring) && isfinite(r.damper));
            CASE_TRUE(c, isfinite(r.dforce_ddelta) && isfinite(r.dforce_drate));
            CASE_TRUE(c, isfinite(r.plastic) && isfinite(r.stored));
            CASE_TRUE(c, r.force == r.spring + r.damper && r.spring >= 0.0 && r.stored >= 0.0);
            CASE_TRUE(c, r.force == dp_contact_force(&c->contact, history, delta, rates[i]));
        }
    }
}

static void everything_is_finite_and_the_force_is_the_sum_of_its_parts(void **state) {
    (void)state;
    on_every_state(expect_finite);
}

static void expect_zero(const law_case *c, const double *history) {
    static const double outside[] = {0.0, -0.0, -1e-300, -1e-9, -1.0, -INFINITY};
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++) {
        for (int j = 0; j < RATE_COUNT; j++) {
            dp_response r = dp_contact_respond(&c->contact, history, outside[i], rates[j]);
            CASE_TRUE(c, r.force == 0.0 && r.spring == 0.0 && r.damper == 0.0);
            CASE_TRUE(c, r.plastic == 0.0 && r.stored == 0.0);
            CASE_TRUE(c, r.dforce_ddelta == 0.0 && r.dforce_drate == 0.0);
            CASE_TRUE(c, dp_contact_force(&c->contact, history, outside[i], rates[j]) == 0.0);
        }
    }
}

static void nothing_acts_without_indentation(void **state) {
    (void)state;
    on_every_state(expect_zero);
}

static void expect_nan(const law_case *c, const double *history) {
    for (int rate = 0; rate < 2; rate++) {
        CASE_TRUE(c, isnan(dp_contact_force(&c->contact, history, NAN, rate)));
        CASE_TRUE(c, isnan(dp_contact_respond(&c->contact, history, NAN, rate).force));
    }
    dp_response r = dp_contact_respond(&c->contact, history, 1e-5, 0.1);
    if (r.dforce_drate != 0.0)
        CASE_TRUE(c, isnan(dp_contact_force(&c->contact, history, 1e-5, NAN)));
    if (isfinite(c->contact.limit)) {
        double beyond = nextafter(c->contact.limit, INFINITY);
        CASE_TRUE(c, isnan(dp_contact_force(&c->contact, history, beyond, 0.0)));
        CASE_TRUE(c, isfinite(dp_contact_force(&c->contact, history, c->contact.limit, 0.0)));
    }
}

static void a_nan_comes_back_as_nan_and_so_does_what_lies_beyond_the_limit(void **state) {
    (void)state;
    on_every_state(expect_nan);
}

static void expect_dissipative(const law_case *c, const double *history) {
    double depths[LAW_DEPTH_MAX];
    int count = law_case_depths(c, depths);
    for (int i = 0; i < count; i++) {
        CASE_TRUE(c, dp_contact_respond(&c->contact, history, depths[i], 0.0).damper == 0.0);
        for (int j = 0; j < RATE_COUNT; j++) {
            dp_response r = dp_contact_respond(&c->contact, history, depths[i], rates[j]);
            CASE_TRUE(c, r.damper * rates[j] >= 0.0 && r.dforce_drate >= 0.0);
        }
    }
}

static void the_damper_opposes_the_motion_and_rests_with_it(void **state) {
    (void)state;
    on_every_state(expect_dissipative);
}

// --- tangents -----------------------------------------------------------------------------------

static double force_at(const law_case *c, const double *history, double delta, double rate) {
    return dp_contact_force(&c->contact, history, delta, rate);
}

// Eighth-order central difference along the indentation. With h = room/100 the ninth derivative of
// a power, about 1000 F/room^9, leaves 1e-13 F/room.
static double slope_along_delta(const law_case *c, const double *history, double x, double h,
                                double rate) {
    static const double weight[] = {4.0 / 5.0, -1.0 / 5.0, 4.0 / 105.0, -1.0 / 280.0};
    double sum = 0.0;
    for (int i = 1; i <= 4; i++)
        sum += weight[i - 1] *
               (force_at(c, history, x + i * h, rate) - force_at(c, history, x - i * h, rate));
    return sum / h;
}

// An ulp of x/xc is raised to the power B, which is 14 in the softest pair, and exp(-w^(5/12)/4)
// turns an ulp of its argument into as many of its value as the argument has units. The weights of
// the difference add up to 2.1.
static double steepness(const law_case *c, double x) {
    const double *k = c->contact.k;
    int is_steep = is_law(c, "jackson-green") || is_law(c, "ghaednia");
    return is_steep ? 2.1 * (k[DP_PS_B] + 0.25 * pow(x / k[DP_PS_XC], 5.0 / 12.0)) : 0.0;
}

// x with at least `room` on both sides of it where the law is smooth.
static void expect_tangents(const law_case *c, const double *history, double x, double room) {
    double h = 0.01 * room;
    double start = dp_contact_residual(&c->contact, history);
    for (int i = 0; i < RATE_COUNT; i++) {
        dp_response r = dp_contact_respond(&c->contact, history, x, rates[i]);
        double size = fabs(r.spring) + fabs(r.damper);
        if (size < 1e-280) continue;  // differences of what is nearly denormal mean nothing
        // the height above the dent is known to an ulp of x, and so is what peng leaves of its bed
        double fine = is_law(c, "peng") ? c->contact.k[2] : fabs(x - start);
        double noise = DBL_EPSILON * (8.0 + 4.0 * x / fmin(room, fine) + steepness(c, x));
        CASE_NEAR(c, r.dforce_ddelta, slope_along_delta(c, history, x, h, rates[i]),
                  (1e-12 + noise / 0.01) * size / room);

        // the force is linear in the rate on either side of 0: two points are exact
        double step = rates[i] == 0.0 ? 0.0 : 0.5 * rates[i];
        // and on either side of the largest speed that is kept
        double to_bend = fabs(rates[i] - dp_contact_speed(&c->contact, history));
        if (to_bend < fabs(step)) step = 0.5 * to_bend;
        double difference =
            force_at(c, history, x, rates[i] + step) - force_at(c, history, x, rates[i] - step);
        if (step != 0.0)
            CASE_NEAR(c, r.dforce_drate * 2.0 * step, difference, 4.0 * DBL_EPSILON * size);
    }
}

static void expect_tangents_between_breaks(const law_case *c, const double *history) {
    static const double place[] = {0.01, 0.3, 0.8, 0.97};
    double breaks[LAW_BREAK_MAX + 3];
    int count = law_case_breaks(c, history, breaks);
    double last = breaks[count - 1], top = fmin(c->contact.limit, 1e30);
    // beyond the last break: up to ten and thirty times its place
    double begin = last > 0.0 ? last : 1e-7;
    if (last == 0.0) breaks[count++] = fmin(begin, 0.5 * top);
    breaks[count++] = fmin(10.0 * begin, 0.9 * top);
    breaks[count++] = fmin(30.0 * begin, top);
    for (int i = 0; i + 1 < count; i++) {
        double width = breaks[i + 1] - breaks[i];
        for (int j = 0; j < 4 && width > 1e-9 * breaks[i]; j++) {
            double share = place[j] < 0.5 ? place[j] : 1.0 - place[j];
            expect_tangents(c, history, breaks[i] + place[j] * width, share * width);
        }
    }
}

static void tangents_are_the_derivatives_of_the_force(void **state) {
    (void)state;
    on_every_state(expect_tangents_between_breaks);
}

static int creates_energy(const law_case *c) {
    int may = is_law(c, "ma-liu") || c->contact.kernel == &dp_kernel_plastic_sphere;
    return may && dp_law_get(&c->def.law, "form") == 0.0;
}

// Where the force of a curve steps up, more comes back beyond the step than before it. As printed
// that may happen at the onset; otherwise only kogut-etsion has such steps, between its branches.
static int jumps_upwards(const law_case *c, const dp_breakpoint *mark) {
    if (c->contact.kernel != &dp_kernel_plastic_sphere) return 0;
    double place = mark->delta / c->contact.k[DP_PS_XC];
    int is_joint = is_law(c, "kogut-etsion") &&
                   (fabs(place / 6.0 - 1.0) < 1e-14 || fabs(place / 110.0 - 1.0) < 1e-14);
    int is_onset = creates_energy(c) && mark->delta == c->contact.k[DP_PS_ONSET];
    return mark->kind == DP_BREAKPOINT_JUMP && (is_joint || is_onset);
}

static void expect_joints(const law_case *c, const double *history) {
    dp_breakpoint marks[DP_BREAKPOINT_MAX];
    int count = dp_contact_breakpoints(&c->contact, history, marks);
    CASE_TRUE(c, count <= DP_BREAKPOINT_MAX);
    double residual = dp_contact_residual(&c->contact, history);
    double deepest = law_case_deepest(c, history);
    CASE_TRUE(c, residual >= 0.0 && residual <= deepest);
    // unloading so stiff that rounding leaves no height at all has no point of zero force
    if (residual == 0.0 || residual < deepest)
        CASE_TRUE(c, force_at(c, history, residual, 0.0) == 0.0);
    for (int i = 0; i < count; i++) {
        double x = marks[i].delta;
        CASE_TRUE(c, x > 0.0 && (i == 0 || x >= marks[i - 1].delta));
        CASE_TRUE(c, marks[i].loss >= 0.0 || jumps_upwards(c, &marks[i]));
        if (marks[i].kind == DP_BREAKPOINT_JUMP) continue;
        double below = force_at(c, history, x * (1.0 - 1e-15), 0.0);
        double above = force_at(c, history, x * (1.0 + 1e-15), 0.0);
        // the step of 1e-15 and the rounding of x - residual, each through a power 3/2 at most
        double unit = x / (x - (marks[i].kind == DP_BREAKPOINT_REJOIN ? residual : 0.0));
        CASE_NEAR(c, below, above, (1e-13 + 1e-14 * unit) * above);
    }
}

static void the_force_is_continuous_at_every_mark_that_is_no_jump(void **state) {
    (void)state;
    on_every_state(expect_joints);
}

// --- energy -------------------------------------------------------------------------------------

static void expect_stored_is_recoverable(const law_case *c, const double *history) {
    double depths[LAW_DEPTH_MAX];
    int count = law_case_depths(c, depths);
    for (int i = 0; i < count; i++) {
        double m[DP_HISTORY_MAX];
        memcpy(m, history, sizeof m);
        double stored = dp_contact_respond(&c->contact, m, depths[i], 0.0).stored;
        dp_contact_commit(&c->contact, m, depths[i], 0.0);
        double residual = dp_contact_residual(&c->contact, m);
        double work = law_case_integral(c, m, residual, depths[i], law_spring);
        // quadrature to 1e-13; the height above the dent is known to an ulp of the deepest point
        double height = law_case_deepest(c, m) - residual;
        double noise = height > 0.0 ? 4.0 * DBL_EPSILON * law_case_deepest(c, m) / height : 0.0;
        double own = dp_contact_respond(&c->contact, m, law_case_deepest(c, m), 0.0).stored;
        CASE_NEAR(c, stored, work, 1e-12 * stored + noise * own + 1e-290);
        double after = dp_contact_respond(&c->contact, m, depths[i], 0.0).stored;
        CASE_NEAR(c, after, stored, 1e-13 * stored + noise * own);
    }
}

static void the_stored_energy_is_what_unloading_gives_back(void **state) {
    (void)state;
    on_every_state(expect_stored_is_recoverable);
}

static void expect_load_energy(const law_case *c) {
    const dp_kernel *kernel = c->contact.kernel;
    double depths[LAW_DEPTH_MAX], virgin[DP_HISTORY_MAX] = {0};
    int count = kernel->load_energy == NULL ? 0 : law_case_depths(c, depths);
    for (int i = 0; i < count; i++) {
        double work = law_case_integral(c, virgin, 0.0, depths[i], law_spring);
        // quadrature to 1e-13; peng subtracts two works, of which the depth over yield is left
        double left = is_law(c, "peng") ? fmin(1.0, c->contact.k[2] / depths[i]) : 1.0;
        CASE_NEAR(c, kernel->load_energy(c->contact.k, depths[i]), work, 2e-13 * work / left);
    }
}

static void the_load_energy_is_the_work_of_virgin_loading(void **state) {
    (void)state;
    on_every_case(expect_load_energy);
}

static void expect_factor(const law_case *c, const double *history) {
    const dp_kernel *kernel = c->contact.kernel;
    double factor = kernel->factor == NULL ? NAN : kernel->factor(c->contact.k);
    if (isnan(factor)) return;
    for (double delta = 1e-8; delta < fmin(1e-3, c->contact.limit); delta *= 10.0) {
        dp_response r = dp_contact_respond(&c->contact, history, delta, 0.4);
        double inverse = factor > 0.0 ? history[0] : 0.0;
        double kept = dp_contact_speed(&c->contact, history), rate = kept < 0.4 ? kept : 0.4;
        CASE_NEAR(c, r.damper, factor * r.spring * (rate * inverse), 4.0 * DBL_EPSILON * r.damper);
    }
}

static void a_law_with_a_factor_damps_in_proportion_to_its_spring(void **state) {
    (void)state;
    on_every_state(expect_factor);
}

// On a sphere that yields at a fifth of its modulus, four times the range of the law, the contact
// of ghaednia widens to 46 R and narrows again: what comes back grows faster there than what
// loading takes. In all it is still no more.
static int may_heal(const law_case *c) {
    return is_law(c, "ghaednia") && c->def.pair.yield > 0.05 * c->def.pair.modulus;
}

struct account {
    double work, plastic, loss, traffic;
};

// Move at rest from `from` to `to`, then commit; what the move cost goes into the account.
static void move(const law_case *c, double *history, double from, double to, struct account *a) {
    dp_breakpoint marks[DP_BREAKPOINT_MAX];
    int count = dp_contact_breakpoints(&c->contact, history, marks);
    double deepest = law_case_deepest(c, history), begin = fmax(from, deepest);
    for (int i = 0; i < count; i++) {
        if (marks[i].delta >= begin && marks[i].delta < to) a->loss += marks[i].loss;
    }
    double work = law_case_integral(c, history, from, to, law_spring);
    a->work += work;
    a->traffic += fabs(work);
    if (law_case_remembers(c) && to > begin)
        a->plastic += law_case_integral(c, history, begin, to, law_plastic);
    dp_contact_commit(&c->contact, history, to, 0.0);
}

// 24 reversals at growing depth: partial unloading, partial reloading, loading beyond the deepest
// point so far; from nothing to nothing.
static void expect_balance(const law_case *c) {
    enum { LEGS = 24 };
    double depths[LAW_DEPTH_MAX], history[DP_HISTORY_MAX];
    int count = law_case_depths(c, depths);
    double low = depths[0], high = depths[count - 1], at = 0.0;
    uint64_t seed = 0x9e3779b97f4a7c15u;
    struct account a = {0};
    dp_contact_reset(history);
    for (int leg = 0; leg <= LEGS; leg++) {
        double cap = low * pow(high / low, (leg + 1.0) / LEGS), u = law_random(&seed);
        double deepest = fmax(law_case_deepest(c, history), at);
        double up = u < 0.4 ? at + u * (deepest - at) : at + (fmax(cap, at) - at) * u;
        double to = leg == LEGS ? 0.0 : leg % 2 == 0 ? up : u < 0.2 ? 0.0 : at * u;
        move(c, history, at, to, &a);
        at = to;
        double stored = dp_contact_respond(&c->contact, history, at, 0.0).stored;
        CASE_TRUE(c, stored >= 0.0);
        // quadrature to 1e-13 per leg; 1e-10 is what is asked for
        CASE_NEAR(c, a.work, stored + a.plastic + a.loss, 1e-10 * a.traffic);
    }
    if (creates_energy(c)) return;
    CASE_TRUE(c, a.work >= -1e-10 * a.traffic && a.plastic + a.loss >= -1e-10 * a.traffic);
    CASE_TRUE(c, may_heal(c) || a.plastic >= -1e-10 * a.traffic);
}

static void work_is_stored_or_accounted_for_along_random_paths(void **state) {
    (void)state;
    on_every_case(expect_balance);
}

// Work of one cycle from rest to `depth` and back.
static double cycle_work(const law_case *c, double *history, double depth) {
    struct account a = {0};
    move(c, history, 0.0, depth, &a);
    move(c, history, depth, 0.0, &a);
    return a.work;
}

static void expect_no_creation(const law_case *c) {
    double depths[LAW_DEPTH_MAX], history[DP_HISTORY_MAX];
    int count = law_case_depths(c, depths);
    for (int i = 0; i < count && !creates_energy(c); i++) {
        dp_contact_reset(history);
        double scale = dp_contact_respond(&c->contact, history, depths[i], 0.0).spring * depths[i];
        CASE_TRUE(c, cycle_work(c, history, depths[i]) >= -1e-12 * scale);
        CASE_NEAR(c, cycle_work(c, history, depths[i]), 0.0, 1e-9 * scale);
        dp_response r = dp_contact_respond(&c->contact, history, 1.5 * depths[i], 0.0);
        CASE_TRUE(c, may_heal(c) || !(r.plastic < -1e-12 * r.spring));
        if (c->contact.kernel->load_energy == NULL) continue;
        double taken = c->contact.kernel->load_energy(c->contact.k, 1.5 * depths[i]);
        CASE_TRUE(c, r.stored <= (1.0 + 1e-12) * taken);
    }
}

static void no_cycle_creates_energy_and_a_second_one_costs_nothing(void **state) {
    (void)state;
    on_every_case(expect_no_creation);
}

static void ma_liu_as_printed_creates_energy_just_above_yield_and_only_there(void **state) {
    (void)state;
    const law_case *usual = law_case_of("ma-liu");
    dp_contact_def def = usual->def;
    assert_int_equal(dp_law_choose(&def.law, "form", "printed", NULL), DP_OK);
    law_case printed = *usual, passive = *usual;
    printed.def = def;
    assert_int_equal(dp_contact_init(&printed.contact, &def, NULL), DP_OK);
    dp_breakpoint marks[DP_BREAKPOINT_MAX];
    double history[DP_HISTORY_MAX] = {0};
    assert_int_equal(dp_contact_breakpoints(&printed.contact, history, marks), 3);
    double yield = marks[0].delta;
    // page 000: restitution above 1 up to 2.76877 yield indentations for psi 3, epsilon 13; that
    // counts the force at negative indentation, which is cut here and moves the end to 2.76875
    for (double ratio = 1.02; ratio < 6.0; ratio += ratio < 2.75 || ratio > 2.78 ? 0.02 : 1e-4) {
        dp_contact_reset(history);
        double work = cycle_work(&printed, history, ratio * yield);
        if (ratio < 2.7687) assert_true(work < 0.0);
        if (ratio > 2.7688) assert_true(work > 0.0);
        dp_contact_reset(history);
        assert_true(cycle_work(&passive, history, ratio * yield) >= 0.0);
    }
}

// --- history ------------------------------------------------------------------------------------

static void expect_pure(const law_case *c, const double *history) {
    double before[DP_HISTORY_MAX];
    memcpy(before, history, sizeof before);
    for (double delta = 1e-9; delta < 1e-2; delta *= 10.0) {
        dp_contact_force(&c->contact, history, delta, 0.3);
        dp_contact_respond(&c->contact, history, delta, -0.3);
        dp_breakpoint marks[DP_BREAKPOINT_MAX];
        dp_contact_breakpoints(&c->contact, history, marks);
        dp_contact_residual(&c->contact, history);
    }
    dp_contact_restitution(&c->contact, 1.0, 0.5);
    CASE_TRUE(c, memcmp(before, history, sizeof before) == 0);
}

static void asking_for_a_force_writes_nothing(void **state) {
    (void)state;
    on_every_state(expect_pure);
}

static void expect_shallow_commits_do_nothing(const law_case *c, const double *history) {
    double after[DP_HISTORY_MAX], deepest = law_case_deepest(c, history);
    static const double share[] = {-1.0, 0.0, 0.3, 0.9, 1.0};
    for (size_t i = 0; i < sizeof share / sizeof *share; i++) {
        memcpy(after, history, sizeof after);
        dp_contact_commit(&c->contact, after, share[i] * deepest, 0.2);
        CASE_TRUE(c, memcmp(after, history, sizeof after) == 0);
        // only a commit at or after the reversal may move the place where peng's damper starts
        dp_contact_commit(&c->contact, after, share[i] * deepest, -0.2);
        if (is_law(c, "peng")) after[3] = history[3];
        CASE_TRUE(c, memcmp(after, history, sizeof after) == 0);
    }
    memcpy(after, history, sizeof after);
    dp_contact_commit(&c->contact, after, NAN, 0.2);
    CASE_TRUE(c, memcmp(after, history, sizeof after) == 0);
}

static void a_commit_that_is_not_deeper_changes_nothing(void **state) {
    (void)state;
    on_every_state(expect_shallow_commits_do_nothing);
}

static void expect_same_way_back(const law_case *c, const double *history) {
    double deepest = law_case_deepest(c, history), m[DP_HISTORY_MAX];
    if (deepest == 0.0) return;
    double residual = dp_contact_residual(&c->contact, history);
    memcpy(m, history, sizeof m);
    for (int i = 0; i <= 10; i++) {
        double x = residual + 0.1 * i * (deepest - residual);
        double first = force_at(c, m, x, 0.0);
        dp_contact_commit(&c->contact, m, 0.5 * (residual + x), -1.0);
        dp_contact_commit(&c->contact, m, 0.0, -1.0);
        CASE_TRUE(c, force_at(c, m, x, 0.0) == first);
    }
    // beyond the deepest point a dented contact cannot be told from one that was never touched
    double virgin[DP_HISTORY_MAX] = {0};
    for (double x = deepest; x < 3.0 * deepest; x += 0.3 * deepest)
        CASE_TRUE(c, force_at(c, m, x, 0.0) == force_at(c, virgin, x, 0.0));
}

static void reloading_follows_the_unloading_curve_and_then_the_virgin_one(void **state) {
    (void)state;
    on_every_state(expect_same_way_back);
}

static void peng_moves_its_damper_to_the_dent_at_the_reversal_and_at_a_touch(void **state) {
    (void)state;
    const law_case *c = law_case_of("peng");
    double m[DP_HISTORY_MAX] = {0};
    dp_breakpoint marks[DP_BREAKPOINT_MAX];
    dp_contact_breakpoints(&c->contact, m, marks);
    dp_contact_begin(&c->contact, m, 0.5);
    dp_contact_commit(&c->contact, m, 3.0 * marks[0].delta, 0.1);
    double dent = dp_contact_residual(&c->contact, m);
    assert_true(dent > 0.0 && m[3] == 0.0);
    dp_contact_commit(&c->contact, m, 2.0 * marks[0].delta, 0.0);
    assert_true(m[3] == dent);
    dp_contact_commit(&c->contact, m, 4.0 * marks[0].delta, 0.1);
    assert_true(m[3] == dent && dp_contact_residual(&c->contact, m) > dent);
    double damping = m[0];
    dp_contact_begin(&c->contact, m, 0.25);
    assert_true(m[3] == dp_contact_residual(&c->contact, m));
    CHECK_NEAR(m[0], 2.0 * damping, 1e-15);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(
            without_a_policy_all_pull_but_plastic_spheres_and_damping_in_loading_alone),
        cmocka_unit_test(everything_is_finite_and_the_force_is_the_sum_of_its_parts),
        cmocka_unit_test(nothing_acts_without_indentation),
        cmocka_unit_test(a_nan_comes_back_as_nan_and_so_does_what_lies_beyond_the_limit),
        cmocka_unit_test(the_damper_opposes_the_motion_and_rests_with_it),
        cmocka_unit_test(tangents_are_the_derivatives_of_the_force),
        cmocka_unit_test(the_force_is_continuous_at_every_mark_that_is_no_jump),
        cmocka_unit_test(the_stored_energy_is_what_unloading_gives_back),
        cmocka_unit_test(the_load_energy_is_the_work_of_virgin_loading),
        cmocka_unit_test(a_law_with_a_factor_damps_in_proportion_to_its_spring),
        cmocka_unit_test(work_is_stored_or_accounted_for_along_random_paths),
        cmocka_unit_test(no_cycle_creates_energy_and_a_second_one_costs_nothing),
        cmocka_unit_test(ma_liu_as_printed_creates_energy_just_above_yield_and_only_there),
        cmocka_unit_test(asking_for_a_force_writes_nothing),
        cmocka_unit_test(a_commit_that_is_not_deeper_changes_nothing),
        cmocka_unit_test(reloading_follows_the_unloading_curve_and_then_the_virgin_one),
        cmocka_unit_test(peng_moves_its_damper_to_the_dent_at_the_reversal_and_at_a_touch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
