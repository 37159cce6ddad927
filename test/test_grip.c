// Tests for the exact law of partial slip, mindlin-deresiewicz: the table of its reference page,
// separate springs, closed forms, energy, and a bounded history.

#include "check.h"
#include "dashpot/friction.h"
#include "frictions/profile.h"
#include "wild_paths.h"

enum { PATH = 400 };

// Page 010, section 7: contact radius, slide, lambda; force, energy; places and bends.
static const struct {
    double a, s, lambda, force, energy;
    int count;
    double vertex[4][2];
} table[] = {
    {1.0, 0.2, 0.5, 0.266666666666667, 0.0213333333333333, 2, {{0.0, 0.0}, {1.0, 0.2}}},
    {1.2,
     0.3,
     0.5,
     0.487272727272727,
     0.0586975206611570,
     3,
     {{0.0, 0.0}, {1.0, 0.2}, {1.44, 0.3}}},
    {1.2, 0.8, 0.5, 1.152, 0.331776, 2, {{0.0, 0.08}, {1.44, 0.8}}},
    {1.2,
     0.1,
     0.5,
     -0.303237240318461,
     0.0347090341114613,
     3,
     {{0, 0.08}, {0.74, 0.45}, {1.44, 0.1}}},
    {1.5,
     0.1,
     0.5,
     -0.303237240318461,
     0.0347090341114613,
     4,
     {{0.0, 0.08}, {0.74, 0.45}, {1.44, 0.1}, {2.25, 0.1}}},
    {1.3,
     -0.2,
     0.5,
     -0.898412503081287,
     0.176539366316557,
     3,
     {{0, 0.08}, {0.565, 0.3625}, {1.69, -0.2}}},
    {1.3,
     0.2,
     0.3,
     0.0603749725009528,
     0.0103239187459493,
     4,
     {{0.0, 0.08}, {0.565, 0.3625}, {1.19, 0.05}, {1.69, 0.2}}},
    {0.8,
     0.1,
     0.3,
     -0.0592884273407172,
     0.00244343341620747,
     3,
     {{0, 0.08}, {0.265, 0.2125}, {0.64, 0.1}}},
};
enum { ROWS = sizeof table / sizeof *table };

// With G* = E* = 1 the contact has the stiffness 2 a, so that lambda over its square is a quarter.
static void the_law_gives_the_memory_diagram_of_page_010(void **state) {
    (void)state;
    const double mu = 0.3;
    dp_friction f = friction_with("mindlin-deresiewicz", mu, 1.0);
    double history[DP_GRIP_HISTORY_MAX] = {0}, before = 0.0;
    for (int i = 0; i < ROWS; i++) {
        double a = table[i].a, normal = 4.0 / 3.0 * table[i].lambda * a * a * a / mu;
        dp_grip_response r = ask(&f, history, normal, 2.0 * a, table[i].s - before);
        CHECK_WITHIN(-r.force, table[i].force, 1e-14);
        CHECK_WITHIN(r.stored, table[i].energy, 1e-14);
        keep(&f, history, normal, 2.0 * a, table[i].s - before);
        // what was kept is the same state
        r = ask(&f, history, normal, 2.0 * a, 0.0);
        CHECK_WITHIN(-r.force, table[i].force, 1e-14);
        CHECK_WITHIN(r.stored, table[i].energy, 1e-14);
        CHECK_WITHIN(r.friction, 0.0, 1e-14);
        before = table[i].s;
    }
}

static void a_profile_has_the_vertices_of_page_010(void **state) {
    (void)state;
    struct dp_profile kept = {0}, next;
    double before = 0.0;
    for (int i = 0; i < ROWS; i++) {
        double a = table[i].a, s = table[i].s;
        const struct dp_cone cone = {4.0 * a * a, table[i].lambda / 4.0, s - before, NAN, NAN};
        dp_profile_keep(&kept, &cone, &next);
        kept = next;
        before = s;
        assert_int_equal(kept.count, table[i].count - 1);
        for (int j = 0; j < table[i].count; j++) {
            CHECK_WITHIN(kept.y[j], 4.0 * table[i].vertex[j][0], 1e-14);
            CHECK_WITHIN(s - kept.u[j], table[i].vertex[j][1], 1e-14);
            CHECK_WITHIN(dp_profile_value(&kept, kept.y[j]), kept.u[j], 1e-15);
        }
        CHECK_WITHIN(dp_profile_square(&kept), 2.0 * table[i].energy, 1e-14);
    }
}

// Largest differences from n springs on a wild path, over the largest force.
struct apart {
    double force, energy, friction, pieces;
};

static struct apart wild_path(int springs, double spread, int parts, uint64_t seed) {
    const double mu = 0.4, kappa = 0.8;
    dp_friction f = friction_with("mindlin-deresiewicz", mu, kappa);
    double history[DP_GRIP_HISTORY_MAX] = {0}, largest = 0.0, held = 0.0, lambda = 1.0;
    slip_springs s = springs_make(springs, 1.0, kappa, mu);
    struct apart worst = {0};
    for (int i = 0; i < PATH; i++) {
        struct wild w = wild_step(&seed, spread);
        double normal = normal_of(&w, mu, kappa);
        dp_grip_response r = ask(&f, history, normal, w.stiffness, w.slide);
        keep(&f, history, normal, w.stiffness, w.slide);
        double lost = s.friction;
        springs_move(&s, parts == 1 ? w.lambda : lambda, w.lambda, w.stiffness, w.slide, parts);
        lambda = w.lambda;
        double force = springs_force(&s), energy = springs_energy(&s);
        largest = fmax(largest, fabs(force));
        held = fmax(held, energy);
        worst.force = fmax(worst.force, fabs(force + r.force));
        worst.energy = fmax(worst.energy, fabs(energy - r.stored));
        worst.friction = fmax(worst.friction, fabs(s.friction - lost - r.friction));
        worst.pieces = fmax(worst.pieces, history[0]);
        assert_true(r.friction >= -1e-15 * held);
        assert_true(fabs(r.force) <= mu * normal * (1.0 + 1e-14));
    }
    springs_free(&s);
    worst.force /= largest;
    worst.energy /= held;
    worst.friction /= held;
    return worst;
}

// Springs and law do the same clip at the end of each step, so that they differ by the number of
// springs alone: the page gives 6e-7 for 1000 on such a path and 1/n^2.
static void the_law_is_the_limit_of_many_springs(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        for (int varies = 0; varies < 2; varies++) {
            struct apart few = wild_path(1000, 0.7 * varies, 1, seed);
            struct apart many = wild_path(4000, 0.7 * varies, 1, seed);
            printf("springs, seed %d, lambda %s: force %.2g, %.2g; energy %.2g, %.2g; %g pieces\n",
                   (int)seed, varies ? "varies" : "constant", few.force, many.force, few.energy,
                   many.energy, many.pieces);
            CHECK_WITHIN(few.force, 0.0, 4e-6);
            CHECK_WITHIN(many.force, 0.0, 4e-6 / 16.0);
            CHECK_WITHIN(few.energy, 0.0, 4e-6);
            CHECK_WITHIN(many.energy, 0.0, 4e-6 / 16.0);
            // the error falls with 1/n^2: by 16, give or take where the rim falls between springs
            assert_true(many.force < few.force / 6.0);
        }
    }
}

// With constant lambda one step is exact for the straight way: springs that go it in small parts
// come to the same force, and what they lose on it is what the law says. A spring that begins to
// slip within a part is taken to slip for all of it, and one that leaves slips at another bound: an
// error of the loss of the first order in the part for few of them.
static void a_straight_way_is_one_step(void **state) {
    (void)state;
    struct apart coarse = wild_path(2000, 0.0, 16, 7), fine = wild_path(2000, 0.0, 128, 7);
    printf("straight ways: force %.2g, loss %.2g and %.2g\n", fine.force, coarse.friction,
           fine.friction);
    CHECK_WITHIN(coarse.force, 0.0, 1e-6);
    CHECK_WITHIN(fine.force, 0.0, 1e-6);
    assert_true(fine.friction < 0.2 * coarse.friction);
    CHECK_WITHIN(fine.friction, 0.0, 1e-3);
}

// --- energy ---

// Work along the straight way, by Simpson between the kinks that 4000 parts leave.
static double work(const dp_friction *f, const double *history, const struct wild *from,
                   const struct wild *to, double mu, double kappa) {
    enum { PARTS = 4000 };
    double sum = 0.0, y0 = from->stiffness * from->stiffness, y1 = to->stiffness * to->stiffness;
    for (int i = 0; i <= PARTS; i++) {
        double t = (double)i / PARTS;
        struct wild at = {sqrt(y0 + t * (y1 - y0)), t * to->slide,
                          from->lambda + t * (to->lambda - from->lambda)};
        double weight = i == 0 || i == PARTS ? 1.0 : i % 2 ? 4.0 : 2.0;
        sum -= weight * ask(f, history, normal_of(&at, mu, kappa), at.stiffness, at.slide).force;
    }
    return sum * to->slide / (3.0 * PARTS);
}

// What is done along the surfaces is stored or lost. Exact where lambda stays while the rim moves,
// and where the rim stays while lambda moves.
static void work_is_stored_or_lost(void **state) {
    (void)state;
    const double mu = 0.4, kappa = 0.8;
    dp_friction f = friction_with("mindlin-deresiewicz", mu, kappa);
    uint64_t seed = 3;
    double worst = 0.0;
    for (int varies = 0; varies < 2; varies++) {
        double history[DP_GRIP_HISTORY_MAX] = {0}, held = 0.0;
        struct wild now = {0.0, 0.0, 1.0};
        for (int i = 0; i < 120; i++) {
            struct wild next = wild_step(&seed, varies ? 0.7 : 0.0);
            if (varies && i > 0) next.stiffness = now.stiffness;
            if (varies && i == 0) next.lambda = 1.0;
            double normal = normal_of(&next, mu, kappa);
            dp_grip_response r = ask(&f, history, normal, next.stiffness, next.slide);
            double done = work(&f, history, &now, &next, mu, kappa);
            double scale = fabs(done) + held + r.stored + r.friction;
            worst = fmax(worst, fabs(done + held - r.stored - r.friction) / scale);
            assert_true(r.friction >= -1e-15 * scale);
            keep(&f, history, normal, next.stiffness, next.slide);
            held = r.stored;
            now = next;
        }
    }
    printf("work against stored and lost: %.2g\n", worst);
    // the loss is a sum of seven nodes on each piece, of which one in a hundred has a kink inside
    CHECK_WITHIN(worst, 0.0, 1e-5);
}

// --- a bounded number of pieces ---

// The same way with the whole profile and with the history of the law, which drops pieces.
struct thinned {
    double worst, pieces, whole_pieces, loss;
};

static struct thinned long_path(long commits, uint64_t seed) {
    const double mu = 0.4, kappa = 0.8;
    dp_friction f = friction_with("mindlin-deresiewicz", mu, kappa);
    double history[DP_GRIP_HISTORY_MAX] = {0};
    static struct dp_profile whole, next;
    struct thinned t = {0};
    dp_profile_flat(&whole, 0.0);
    for (long i = 0; i < commits; i++) {
        // the contact breathes; while it grows it leaves a rough path behind, and now and then the
        // surfaces slide far
        double turn = 6.28318530717958648 / 331.0;
        double y = 0.5 - 0.45 * cos(turn * (double)i), grows = 0.45 * turn * sin(turn * (double)i);
        bool is_far = law_random(&seed) < 0.004;
        double size = is_far ? 0.5 * pow(10.0, -2.0 * law_random(&seed)) : 0.9 * fabs(grows);
        struct wild w = {sqrt(y), size * (2.0 * law_random(&seed) - 1.0), 1.0};
        double normal = normal_of(&w, mu, kappa),
               lambda = springs_lambda(kappa, mu, normal, sqrt(y));
        const struct dp_cone cone = {w.stiffness * w.stiffness, lambda, w.slide, NAN, NAN};
        dp_grip_response r = ask(&f, history, normal, w.stiffness, w.slide);
        keep(&f, history, normal, w.stiffness, w.slide);
        dp_profile_keep(&whole, &cone, &next);
        whole = next;
        double area = 0.0;
        for (int j = 0; j < whole.count; j++)
            area += whole.area[j];
        t.worst = fmax(t.worst, fabs(r.force + kappa * area) / (mu * normal));
        t.pieces = fmax(t.pieces, history[0]);
        t.whole_pieces = fmax(t.whole_pieces, whole.count);
        t.loss = fmin(t.loss, r.friction / (r.stored + 1e-300));
        assert_true(fabs(r.force) <= mu * normal * (1.0 + 1e-14));
    }
    return t;
}

static void a_long_path_keeps_a_bounded_history(void **state) {
    (void)state;
    struct thinned t = long_path(100000, 11);
    printf("100000 commits: %g of %g pieces kept, force off by %.2g of mu F_n, least loss %.2g\n",
           t.pieces, t.whole_pieces, t.worst, t.loss);
    assert_true(t.pieces <= DP_PROFILE_KEPT && t.whole_pieces < DP_PROFILE_MAX - 16);
    assert_true(t.whole_pieces > DP_PROFILE_KEPT);
    // a path as rough as this is no smooth curve: 172 pieces of random slope become 32
    CHECK_WITHIN(t.worst, 0.0, 0.05);
    assert_true(t.loss >= -1e-14);
}

// Growth along a curve leaves a vertex in every step. 32 pieces of it, made of straight ones.
static void growth_in_many_steps_is_kept_as_a_curve(void **state) {
    (void)state;
    enum { STEPS = 2000 };
    dp_friction f = friction_with("mindlin-deresiewicz", 0.4, 0.8);
    double history[DP_GRIP_HISTORY_MAX] = {0}, before = 0.0, worst = 0.0;
    // s = sin(2y)/5 with lambda 1 never slips; F_t = kappa int (s(Y) - s(y)) dk
    for (int i = 1; i <= STEPS; i++) {
        double y = (double)i / STEPS, s = 0.2 * sin(2.0 * y), k = sqrt(y);
        struct wild w = {k, s - before, 1.0};
        keep(&f, history, normal_of(&w, 0.4, 0.8), k, s - before);
        before = s;
        double sum = 0.0, h = k / 400.0;
        for (int j = 0; j <= 400; j++) {
            double at = 0.2 * sin(2.0 * (j * h) * (j * h));
            sum += (j == 0 || j == 400 ? 1.0 : j % 2 ? 4.0 : 2.0) * (s - at);
        }
        double exact = 0.8 * sum * h / 3.0;
        if (i > 20)
            worst =
                fmax(worst,
                     fabs(ask(&f, history, normal_of(&w, 0.4, 0.8), k, 0.0).force + exact) / exact);
    }
    printf("growth in %d steps: force off by %.2g\n", STEPS, worst);
    CHECK_WITHIN(worst, 0.0, 1e-5);
}

// --- closed forms ---

// Cattaneo and Mindlin: constant normal force, D is the slide at which the whole contact slips.
static void cattaneo_and_mindlin_at_constant_normal_force(void **state) {
    (void)state;
    const double mu = 0.25, kappa = 0.82, k = 3e6, normal = 120.0;
    const double full = mu * normal, D = 1.5 * mu * normal / (kappa * k);
    dp_friction f = friction_with("mindlin-deresiewicz", mu, kappa);
    for (double part = 0.1; part < 0.95; part += 0.2) {
        double history[DP_GRIP_HISTORY_MAX] = {0}, way = part * D, lost = 0.0;
        keep(&f, history, normal, k, 0.0);
        dp_grip_response r = ask(&f, history, normal, k, way);
        double force = full * (1.0 - pow(1.0 - part, 1.5));
        CHECK_NEAR(-r.force, force, 1e-13);
        CHECK_NEAR(-r.dforce_dslide, kappa * k * sqrt(1.0 - part), 1e-13);
        keep(&f, history, normal, k, way);
        // back: twice the curve at half the way
        for (double back = 0.25; back <= 2.0; back += 0.25) {
            r = ask(&f, history, normal, k, -back * way);
            double there = force - 2.0 * full * (1.0 - pow(1.0 - 0.5 * back * part, 1.5));
            CHECK_WITHIN(-r.force, there, 1e-13 * full);
        }
        // a whole cycle: the loop between two such curves
        lost += ask(&f, history, normal, k, -2.0 * way).friction;
        keep(&f, history, normal, k, -2.0 * way);
        r = ask(&f, history, normal, k, 2.0 * way);
        CHECK_NEAR(-r.force, force, 1e-13);
        lost += r.friction;
        double under = full * (way - 0.4 * D * (1.0 - pow(1.0 - part, 2.5)));
        CHECK_NEAR(lost, 8.0 * under - 4.0 * force * way, 1e-11);
    }
    // beyond D the contact slips as a whole
    double history[DP_GRIP_HISTORY_MAX] = {0};
    keep(&f, history, normal, k, 0.0);
    dp_grip_response r = ask(&f, history, normal, k, 3.0 * D);
    CHECK_NEAR(-r.force, full, 1e-15);
    CHECK_WITHIN(r.dforce_dslide, 0.0, 0.0);
    CHECK_NEAR(-r.dforce_dnormal, mu, 1e-14);
    // force times way, less what the surfaces hold: u = lambda (Y - y)
    CHECK_NEAR(r.stored, 0.4 * full * D, 1e-13);
}

// Mindlin and Deresiewicz: normal and tangential force change together. With Hertz lambda stays.
static void normal_and_tangential_load_together(void **state) {
    (void)state;
    const double mu = 0.4, kappa = 0.8, lambda = 1.0;
    dp_friction f = friction_with("mindlin-deresiewicz", mu, kappa);
    double history[DP_GRIP_HISTORY_MAX] = {0};
    struct wild w = {1.0, 0.6, lambda};
    // along a line that does not slip: s = q y
    const double q = 0.6;
    double normal = normal_of(&w, mu, kappa);
    dp_grip_response r = ask(&f, history, normal, 1.0, q);
    CHECK_NEAR(-r.force, 2.0 / 3.0 * kappa * q, 1e-14);
    CHECK_NEAR(-r.force, mu * normal * q / lambda, 1e-14);
    CHECK_WITHIN(r.friction, 0.0, 0.0);
    keep(&f, history, normal, 1.0, q);
    // then with constant normal force: slip from the rim to c
    double c = 0.7, way = lambda - (lambda - q) * c * c - q;
    double force = mu * normal * (1.0 - c * c * c) + 2.0 / 3.0 * kappa * q * c * c * c;
    r = ask(&f, history, normal, 1.0, way);
    CHECK_NEAR(-r.force, force, 1e-14);
    CHECK_NEAR(-r.dforce_dslide, kappa * c, 1e-14);
    // a stronger push with no slide changes neither force nor energy, whatever is held
    keep(&f, history, normal, 1.0, way);
    double held = r.stored;
    w.stiffness = 1.3;
    r = ask(&f, history, normal_of(&w, mu, kappa), 1.3, 0.0);
    CHECK_NEAR(-r.force, force, 1e-14);
    CHECK_NEAR(r.stored, held, 1e-14);
    CHECK_WITHIN(r.friction, 0.0, 1e-16);
    // and further slide meets the whole contact, as soon as it is small beside the growth
    keep(&f, history, normal_of(&w, mu, kappa), 1.3, 0.0);
    r = ask(&f, history, normal_of(&w, mu, kappa), 1.3, 1e-9);
    CHECK_NEAR(-r.dforce_dslide, kappa * 1.3, 1e-6);
    CHECK_NEAR((-r.force - force) / 1e-9, kappa * 1.3, 1e-5);
    // back at the old push nothing has changed but for what slipped: nothing
    r = ask(&f, history, normal, 1.0, 0.0);
    CHECK_NEAR(-r.force, force, 1e-14);
}

// Unloading with no slide after Cattaneo's loading: the same curve at the smaller normal force.
static void a_shrinking_contact_slips(void **state) {
    (void)state;
    const double mu = 0.4, kappa = 0.8, s = 0.3;
    dp_friction f = friction_with("mindlin-deresiewicz", mu, kappa);
    double history[DP_GRIP_HISTORY_MAX] = {0};
    struct wild w = {1.0, 0.0, 1.0};
    double normal = normal_of(&w, mu, kappa);
    keep(&f, history, normal, 1.0, 0.0);
    dp_grip_response r = ask(&f, history, normal, 1.0, s);
    keep(&f, history, normal, 1.0, s);
    double held = r.stored;
    for (double rim = 0.9; rim > 0.05; rim -= 0.1) {
        w.stiffness = sqrt(rim);
        normal = normal_of(&w, mu, kappa);
        r = ask(&f, history, normal, w.stiffness, 0.0);
        double core = rim > s ? (rim - s) / rim : 0.0;
        CHECK_NEAR(-r.force, mu * normal * (1.0 - pow(core, 1.5)), 1e-13);
        assert_true(r.stored < held && r.friction > 0.0);
        CHECK_NEAR(r.stored + r.friction, held, 1e-12);
    }
    // apart: all of it is lost
    r = ask(&f, history, 0.0, 0.0, 0.0);
    CHECK_NEAR(r.friction, held, 1e-14);
    CHECK_WITHIN(r.force, 0.0, 0.0);
    // a clamped contact that is still there: no force, nothing held
    r = ask(&f, history, 0.0, 0.8, 0.1);
    CHECK_WITHIN(r.force, 0.0, 0.0);
    CHECK_WITHIN(r.stored, 0.0, 0.0);
    CHECK_WITHIN(r.dforce_dslide, 0.0, 0.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_law_gives_the_memory_diagram_of_page_010),
        cmocka_unit_test(a_profile_has_the_vertices_of_page_010),
        cmocka_unit_test(the_law_is_the_limit_of_many_springs),
        cmocka_unit_test(a_straight_way_is_one_step),
        cmocka_unit_test(work_is_stored_or_lost),
        cmocka_unit_test(a_long_path_keeps_a_bounded_history),
        cmocka_unit_test(growth_in_many_steps_is_kept_as_a_curve),
        cmocka_unit_test(cattaneo_and_mindlin_at_constant_normal_force),
        cmocka_unit_test(normal_and_tangential_load_together),
        cmocka_unit_test(a_shrinking_contact_slips),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
