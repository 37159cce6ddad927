// Reference values for chains of spec pages 002 and 000, reached with adaptive steps.

#include "check.h"

#include "dashpot/chain.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { BODIES_MAX = 96 };

// One tolerance for all runs: results then stand still to 1e-9 or better (see
// tolerance_is_what_the_digits_need), far below what any page carries.
static const double rtol = 1e-11;

static void okay(dp_status status, const dp_error *err) {
    if (status != DP_OK) fail_msg("%s", err->text);
}

// --- laws ----------------------------------------------------------------------------------------

// A law with the numbers of one experiment; NaN where it has no such parameter.
struct recipe {
    const char *law, *form;
    double restitution, elastic, plastic, psi, epsilon;
    dp_tension tension;
    double approach;
    const char *line;  // stiffness_form
};

static void set(dp_law_def *law, const char *name, double value) {
    dp_error err;
    if (!isnan(value)) okay(dp_law_set(law, name, value, &err), &err);
}

static dp_contact contact_of(const struct recipe *r, const dp_body *left, const dp_body *right,
                             dp_geometry geometry) {
    dp_contact_def def = dp_contact_defaults(dp_law_find(r->law));
    dp_contact contact;
    dp_error err;
    okay(dp_pair_from_bodies(left, right, geometry, &def.pair, &err), &err);
    if (r->form != NULL) okay(dp_law_choose(&def.law, "form", r->form, &err), &err);
    if (r->line != NULL) okay(dp_law_choose(&def.law, "stiffness_form", r->line, &err), &err);
    set(&def.law, "restitution", r->restitution);
    set(&def.law, "restitution_elastic", r->elastic);
    set(&def.law, "restitution_plastic", r->plastic);
    set(&def.law, "psi", r->psi);
    set(&def.law, "epsilon", r->epsilon);
    def.tension = r->tension;
    def.approach = r->approach;
    okay(dp_contact_init(&contact, &def, &err), &err);
    return contact;
}

static struct recipe hertz(void) {
    return (struct recipe){"hertz", NULL, NAN, NAN, NAN, NAN, NAN, DP_TENSION_CLAMP, NAN, NULL};
}

static struct recipe edem(double e, dp_tension tension) {
    return (struct recipe){"tsuji", NULL, e, NAN, NAN, NAN, NAN, tension, NAN, NULL};
}

static struct recipe two_phase(const char *form, double ce, double cp, double psi, double epsilon,
                               dp_tension tension) {
    return (struct recipe){
        "wang-kelvin-voigt", form, NAN, ce, cp, psi, epsilon, tension, NAN, NULL};
}

static struct recipe ma_liu(double psi, double epsilon) {
    return (struct recipe){"ma-liu", "printed",        NAN, NAN, NAN, psi,
                           epsilon,  DP_TENSION_CLAMP, NAN, NULL};
}

// --- chains --------------------------------------------------------------------------------------

// A chain under construction, and what it is built from.
struct rig {
    dp_chain_def def;
    double mass[BODIES_MAX], velocity[BODIES_MAX];
    unsigned law[BODIES_MAX + 1];
    dp_contact laws[4];
    dp_chain_probe_def probes[16];
    double time[4], history[4];
};

static void set_up(struct rig *rig, size_t count) {
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

static size_t watch(struct rig *rig, int is_contact, size_t index) {
    rig->probes[rig->def.probe_count] = (dp_chain_probe_def){is_contact, index};
    return rig->def.probe_count++;
}

static void record(struct rig *rig, double every, double until) {
    rig->def.step = every;
    rig->def.record_every = 1;
    rig->def.record_steps = (long)(until / every + 0.5);
}

static dp_chain *built(const struct rig *rig) {
    dp_chain *chain;
    dp_error err;
    okay(dp_chain_build(&chain, &rig->def, &err), &err);
    return chain;
}

static void go(dp_chain *chain, double until) {
    dp_chain_solve_def def = {.until = until, .rtol = rtol};
    dp_error err;
    okay(dp_chain_solve(chain, &def, NULL, &err), &err);
    // every run keeps its books, whatever it is about; a force that jumps, and the odd powers of a
    // touch, leave the most
    dp_energy energy;
    double momentum;
    dp_chain_balance(chain, &energy, &momentum);
    CHECK_WITHIN(energy.error, 0.0, 1e-10);
    CHECK_WITHIN(momentum, 0.0, 1e-12);
}

// --- 002 section 4.4: 70 beads in a row ---------------------------------------------------------

static dp_body steel_bead(double mass) {
    return (dp_body){.young = 193e9,
                     .poisson = 0.3,
                     .density = NAN,
                     .yield = 940e6,
                     .radius = 2.38e-3,
                     .mass = mass};
}

// An extra bead strikes n others at 1.77 m/s.
static void horizontal(struct rig *rig, const struct recipe *recipe, size_t n) {
    dp_body bead = steel_bead(0.45e-3);
    set_up(rig, n + 1);
    rig->laws[0] = contact_of(recipe, &bead, &bead, DP_CONVEX);
    for (size_t i = 0; i <= n; i++)
        rig->mass[i] = bead.mass;
    rig->velocity[0] = 1.77;
}

enum { LAWS_44 = 8, SENSORS = 8 };

static struct recipe law_of_44(size_t i) {
    const double ce = 0.89, cp = 0.7, psi = 2.84, epsilon = 13.0;
    switch (i) {
    case 0:
        return hertz();
    case 1:
        return edem(cp, DP_TENSION_CLAMP);
    case 2:
        return edem(cp, DP_TENSION_ALLOW);
    case 3:
        return two_phase("printed", ce, cp, psi, epsilon, DP_TENSION_CLAMP);
    case 4:
        return two_phase("printed", ce, cp, psi, epsilon, DP_TENSION_ALLOW);
    case 5:
        return two_phase("continuous", ce, cp, psi, epsilon, DP_TENSION_CLAMP);
    case 6:
        return two_phase("ma-liu-curve", ce, cp, psi, epsilon, DP_TENSION_CLAMP);
    default:
        return ma_liu(psi, epsilon);
    }
}

// Velocities of striker, bead 1, 5 and the last at the end; largest indentation and force of the
// first contact, largest force of contact 5 and its time; kinetic energy at the end.
struct row_44 {
    double v0, v1, v5, vn, delta0, force0, force5, time5, kinetic;
};

// The three worst changes that the page saw at a ten times looser tolerance, floored at 1e-6 of a
// unit, tell how many digits a row carries; what they leave open is checked by the books that every
// run keeps.
static const struct {
    struct row_44 ten, seventy;
    double ten_off, seventy_off;
} rows_44[LAWS_44] = {
    {{-0.125820474, -0.0535846136, -0.00528518324, 1.74483803, 8.02277005e-06, 110.836973,
      94.0636183, 3.987699e-05, 0.000704902489},
     {-0.125820476, -0.0535846056, -0.00528518145, 1.74465143, 8.02277005e-06, 110.836973,
      94.0636182, 3.987699e-05, 0.000704902403},
     4.8e-7,
     9.5e-7},
    {{0.0127720246, 0.0170849915, 0.0258145905, 0.907991416, 7.08839998e-06, 93.8375229, 49.9764374,
      3.85459969e-05, 0.000236396344},
     {0.00618377533, 0.00620615246, 0.00770472466, 0.206141408, 7.08839999e-06, 93.8375232,
      49.9764374, 3.85459969e-05, 3.16065343e-05},
     2.5e-7,
     5.4e-6},
    {{0.0148550749, 0.0171127041, 0.0256857655, 0.901445612, 7.08839998e-06, 93.8375229, 49.9659548,
      3.85451144e-05, 0.000234415616},
     {0.00615545809, 0.00616910487, 0.00629250978, 0.205125334, 7.08839999e-06, 93.8375232,
      49.9659548, 3.85451144e-05, 3.15167382e-05},
     5e-7,
     1.9e-7},
    {{-0.0914911404, -0.0333217642, 0.00421448125, 0.969975155, 5.70666326e-06, 98.5425417,
      54.7216116, 3.2552092e-05, 0.000327520702},
     {-0.0914911399, -0.033321752, 0.00411148003, 0.316849338, 5.70666325e-06, 98.5425415,
      54.7216119, 3.25520921e-05, 3.90186576e-05},
     7.8e-6,
     7.9e-6},
    {{-0.0883655883, -0.0323495544, 0.00399491488, 0.966946334, 5.70666326e-06, 98.5425417,
      54.6781761, 3.25416353e-05, 0.000325436856},
     {-0.0883655674, -0.0323495361, 0.00391490235, 0.312888459, 5.70666325e-06, 98.5425415,
      54.6781756, 3.25416352e-05, 3.83125384e-05},
     1.2e-5,
     1e-5},
    {{-0.0403009798, 0.00671361232, 0.0230035959, 0.945086998, 6.02995867e-06, 96.1763957,
      53.6651234, 3.32003242e-05, 0.000267591332},
     {-0.0403009713, 0.00671361356, 0.0137902535, 0.108636861, 6.02995872e-06, 96.1763966,
      53.6651235, 3.32003238e-05, 2.42133675e-05},
     1.2e-5,
     9.7e-6},
    {{0.0116734914, 0.0138816712, 0.022193151, 0.819494008, 7.29254904e-06, 79.4926993, 39.707379,
      4.10567138e-05, 0.000216849779},
     {0.00565861414, 0.00566992794, 0.00578982204, 0.206841689, 7.292549e-06, 79.4926988,
      39.7073764, 4.10567134e-05, 3.28978098e-05},
     3.4e-6,
     3.5e-6},
    // the page prints 0.01075945 for the striker, and 0.0107592003 for one run at 1e-10 that it
    // distrusts; that one was right (ten_ma_liu_beads_agree_with_small_fixed_steps)
    {{0.0107592003, 0.054957293, 0.0606637116, 1.06698483, 8.61922581e-06, 95.9159335, 60.003201,
      4.29834435e-05, 0.00027327072},
     {0.0107592003, 0.0163501864, 0.0167535771, 0.363094806, 8.61922586e-06, 95.9159342, 60.0032011,
      4.29834435e-05, 3.80700206e-05},
     2e-6,  // bead 1 struck the striker in the doubtful runs
     1.7e-6},
};

// The force of a Ma-Liu contact is largest where its slope jumps; the page rounds that corner off
// with a parabola. Steps landed on it, and fixed ones of 0.25 ns, agree on values that are this far
// from the page.
static const double corner_force = 1e-6, corner_time = 7e-5;

static void check_44(struct rig *rig, dp_chain *chain, const struct row_44 *row, double off) {
    size_t n = rig->def.count - 1;
    const dp_chain_view *view = dp_chain_look(chain);
    CHECK_NEAR(view->velocity[0], row->v0, off);
    CHECK_NEAR(view->velocity[1], row->v1, off);
    CHECK_NEAR(view->velocity[5], row->v5, off);
    CHECK_NEAR(view->velocity[n], row->vn, off);
    CHECK_NEAR(view->kinetic, row->kinetic, off);
    dp_chain_probe first = dp_chain_probe_at(chain, 0), fifth = dp_chain_probe_at(chain, 1);
    CHECK_NEAR(first.peak_velocity, row->delta0, off);
    CHECK_NEAR(first.peak_force, row->force0, off);
    CHECK_NEAR(fifth.peak_force, row->force5, off);
    int has_corner = strcmp(rig->laws[0].law->name, "ma-liu") == 0;
    CHECK_NEAR(fifth.peak_force_time, row->time5, has_corner ? corner_time : off);
}

static void ten_beads_give_the_rows_of_section_4_4(void **state) {
    (void)state;
    for (size_t i = 0; i < LAWS_44; i++) {
        struct rig rig;
        struct recipe recipe = law_of_44(i);
        horizontal(&rig, &recipe, 10);
        watch(&rig, 1, 1);
        watch(&rig, 1, 6);
        dp_chain *chain = built(&rig);
        go(chain, 100e-6);
        check_44(&rig, chain, &rows_44[i].ten, rows_44[i].ten_off);
        dp_chain_free(chain);
    }
}

static void ten_ma_liu_beads_agree_with_small_fixed_steps(void **state) {
    (void)state;
    struct rig rig;
    struct recipe recipe = law_of_44(LAWS_44 - 1);
    horizontal(&rig, &recipe, 10);
    dp_chain *chain = built(&rig);
    go(chain, 100e-6);
    rig.def.method = DP_CHAIN_RK4;
    rig.def.step = 1e-9;
    dp_chain *fixed = built(&rig);
    dp_error err;
    okay(dp_chain_advance(fixed, 100000, &err), &err);
    const double *v = dp_chain_look(chain)->velocity, *w = dp_chain_look(fixed)->velocity;
    // fixed steps write history at steps, which leaves an error of second order in 1 ns: 2e-8
    for (size_t i = 0; i <= 10; i++)
        CHECK_WITHIN(v[i], w[i], 1e-7 * 1.77);
    dp_chain_free(chain);
    dp_chain_free(fixed);
}

// Peak force and its time at eight beads, N @ us.
static const double sensors_44[LAWS_44][2 * SENSORS] = {
    {66.114973, 62.57507, 66.110581, 107.9756, 66.110494, 159.8509, 66.110493, 205.2416, 66.110493,
     263.6011, 66.110493, 328.4449, 66.110493, 367.3512, 66.110493, 412.7419},
    {33.422718, 62.57172, 24.133333, 112.1595, 17.592333, 172.0201, 13.754926, 227.0203, 10.377313,
     301.1232, 7.9274465, 387.6218, 6.8946602, 441.4426, 5.9756452, 505.8638},
    {33.410217, 62.57132, 24.121686, 112.1626, 17.582548, 172.028, 13.746548, 227.0333, 10.370298,
     301.1437, 7.9214565, 387.6521, 6.8891046, 441.4796, 5.9704863, 505.9094},
    {44.492023, 50.38902, 36.891177, 86.15469, 31.918872, 126.2252, 29.030294, 160.7177, 26.432672,
     204.7494, 24.197624, 254.1537, 22.726122, 284.6284, 20.220151, 320.1458},
    {44.439109, 50.37426, 36.840608, 86.13679, 31.874528, 126.2017, 28.991724, 160.6881, 26.400132,
     204.7255, 24.164989, 254.153, 22.681943, 284.6263, 20.150663, 320.145},
    {42.093556, 52.31054, 33.403992, 90.99496, 26.147364, 136.3284, 20.259532, 177.3705, 12.124033,
     232.7948, 4.0085258, 308.0184, 2.7545666, 393.411, 2.6318451, 444.7095},
    {28.491628, 65.92301, 20.746847, 117.1942, 15.522277, 178.3228, 12.459695, 233.9153, 9.705964,
     308.1359, 7.6298701, 393.8134, 6.7168633, 447.1045, 5.8710502, 510.7839},
    {37.238368, 67.0638, 28.162025, 119.0151, 21.853929, 180.7837, 18.260181, 236.6285, 15.12933,
     310.5139, 12.803288, 394.9258, 11.772518, 446.5718, 10.805459, 507.6495},
};

static void seventy_beads_give_the_rows_of_section_4_4(void **state) {
    (void)state;
    static const size_t beads[SENSORS] = {9, 16, 24, 31, 40, 50, 56, 63};
    for (size_t i = 0; i < LAWS_44; i++) {
        struct rig rig;
        struct recipe recipe = law_of_44(i);
        horizontal(&rig, &recipe, 70);
        watch(&rig, 1, 1);
        watch(&rig, 1, 6);
        for (int k = 0; k < SENSORS; k++)
            watch(&rig, 0, beads[k]);
        dp_chain *chain = built(&rig);
        go(chain, 600e-6);
        check_44(&rig, chain, &rows_44[i].seventy, rows_44[i].seventy_off);
        for (size_t k = 0; k < SENSORS; k++) {
            dp_chain_probe probe = dp_chain_probe_at(chain, 2 + k);
            CHECK_NEAR(probe.peak_force, sensors_44[i][2 * k], rows_44[i].seventy_off);
            CHECK_NEAR(1e6 * probe.peak_force_time, sensors_44[i][2 * k + 1], 1e-6);
        }
        dp_chain_free(chain);
    }
}

// --- 002 section 4.5: the solitary wave ----------------------------------------------------------

// Force of a probe at row x, x not whole: the polynomial through six rows, good to (h/T)^6 or 1e-11
// for the rows below.
static double between(const dp_chain_probe *probe, double x) {
    long from = (long)floor(x) - 2;
    double sum = 0.0;
    for (long i = 0; i < 6; i++) {
        double weight = 1.0;
        for (long j = 0; j < 6; j++) {
            if (j != i) weight *= (x - (double)(from + j)) / (double)(i - j);
        }
        sum += weight * probe->rows[from + i][0];
    }
    return sum;
}

static void hertz_chain_carries_the_solitary_wave_of_section_4_5(void **state) {
    (void)state;
    const double every = 40e-9;
    struct rig rig;
    struct recipe recipe = hertz();
    horizontal(&rig, &recipe, 70);
    size_t first = watch(&rig, 1, 41), last = watch(&rig, 1, 61), bead = watch(&rig, 0, 50);
    size_t shape = watch(&rig, 1, 51);
    record(&rig, every, 450e-6);
    dp_chain *chain = built(&rig);
    go(chain, 450e-6);
    dp_chain_probe a = dp_chain_probe_at(chain, first), b = dp_chain_probe_at(chain, last);
    dp_chain_probe p = dp_chain_probe_at(chain, bead), w = dp_chain_probe_at(chain, shape);
    double mass = 0.45e-3, diameter = 4.76e-3, Fm = b.peak_force;
    double T = (b.peak_force_time - a.peak_force_time) / 20.0;
    dp_body steel = steel_bead(mass);
    dp_pair pair;
    assert_int_equal(dp_pair_from_bodies(&steel, &steel, DP_CONVEX, &pair, NULL), DP_OK);
    double Kh = 4.0 / 3.0 * pair.modulus * sqrt(pair.radius);
    double unit = diameter * cbrt(Kh) / sqrt(mass) * pow(Fm, 1.0 / 6.0);
    // the wave is still shedding what the striker left behind it: 1e-11 from contact 41 to 61
    CHECK_NEAR(diameter / T / unit, 0.9055157764191, 2e-11);
    CHECK_NEAR(mass * p.peak_velocity / (Fm * T), 0.895807216416, 1e-10);
    CHECK_NEAR(p.peak_force / Fm, 0.7073239051, 2e-10);
    // the page's own chain at 1e-10: eight digits
    CHECK_NEAR(Fm, 93.465656183, 1e-8);
    CHECK_NEAR(p.peak_velocity, 1.20648783854, 1e-8);
    CHECK_NEAR(T, 6.484385806e-06, 1e-8);

    // impulse: a sum over rows cannot be told from the integral where the pulse is so smooth
    double sum = 0.0;
    for (size_t k = 0; k < w.row_count; k++)
        sum += every * w.rows[k][0];
    assert_int_equal(w.row_count, 11251);
    CHECK_NEAR(sum / (Fm * T), 1.495972296330, 1e-10);

    // shape: force over the largest at tau T from the peak; the page has ten digits
    static const double points[][2] = {{.25, .9173201563}, {.5, .7073239051},   {.75, .4569637231},
                                       {1, .2459893917},   {1.25, .1094681617}, {1.5, .0398528504},
                                       {2, .0027363621},   {2.5, 6.925129e-5}};
    for (size_t i = 0; i < COUNT(points); i++) {
        double at = between(&w, (w.peak_force_time + points[i][0] * T) / every);
        CHECK_WITHIN(at / Fm, points[i][1], 3e-10);
    }
    dp_chain_free(chain);
}

// --- 002 section 4.6: a column under a magnet ----------------------------------------------------

struct column {
    struct recipe recipe;
    double striker, magnet;
    double bead13, time13, bead17, time17, base, base_time, off;
};

// An alumina sphere falls on a magnet ball that rests on 20 steel beads on a brass plane.
static void vertical(struct rig *rig, const struct column *column) {
    dp_body grain = steel_bead(0.45e-3), ball = steel_bead(0.5115e-3);
    dp_body alumina = {.young = 416e9,
                       .poisson = 0.231,
                       .density = NAN,
                       .yield = 500e6,
                       .radius = 2.38e-3,
                       .mass = column->striker};
    dp_body brass = {.young = 115e9,
                     .poisson = 0.307,
                     .density = NAN,
                     .yield = 250e6,
                     .radius = INFINITY,
                     .mass = INFINITY};
    ball.radius = 2.5e-3;
    set_up(rig, 22);
    rig->laws[0] = contact_of(&column->recipe, &grain, &grain, DP_CONVEX);
    rig->laws[1] = contact_of(&column->recipe, &alumina, &ball, DP_CONVEX);
    rig->laws[2] = contact_of(&column->recipe, &ball, &grain, DP_CONVEX);
    rig->laws[3] = contact_of(&column->recipe, &grain, &brass, DP_FLAT);
    rig->def.law_count = 4;
    rig->law[1] = 1;
    rig->law[2] = 2;
    rig->law[22] = 3;
    for (size_t i = 0; i < 22; i++)
        rig->mass[i] = i == 0 ? alumina.mass : i == 1 ? ball.mass : grain.mass;
    rig->velocity[0] = 0.44;
    rig->def.right.type = DP_END_WALL;
    rig->def.gravity = 9.81;
    rig->def.preload = column->magnet;
    rig->def.pushed = 1;
    rig->def.settles = 1;
}

static void columns_give_the_rows_of_section_4_6(void **state) {
    (void)state;
    const double a = 0.99, b = 0.93, c = 0.98, d = 0.87;
    const double psi1 = 2.84, eps1 = 13.0, psi2 = 2.6, eps2 = 21.0;
    const dp_tension clamp = DP_TENSION_CLAMP;
    // `off`: the page's change between two tolerances, at least half a unit of its last digit
    const struct column rows[] = {
        {hertz(), .47e-3, 0, 12.9386723, 115.264206, 12.9777877, 148.903382, 32.0389617, 189.336640,
         2e-8},
        {edem(b, clamp), .47e-3, 0, 10.0953087, 115.985257, 9.5332926, 150.619220, 21.3934185,
         192.597513, 1e-7},
        {two_phase("printed", a, b, psi1, eps1, clamp), .47e-3, 0, 17.82850, 74.98734, 17.21288,
         96.26512, 20.87446, 125.26448, 1e-5},
        {two_phase("continuous", a, b, psi1, eps1, clamp), .47e-3, 0, 12.910306, 90.546340,
         11.806400, 117.304591, 18.355889, 151.871132, 1e-6},
        {two_phase("ma-liu-curve", a, b, psi1, eps1, clamp), .47e-3, 0, 9.39037, 118.0128, 8.72087,
         153.005, 16.57622, 197.0688, 6e-5},
        {ma_liu(psi1, eps1), .47e-3, 0, 9.8827716, 119.582294, 9.5889608, 154.822947, 19.4680839,
         199.062300, 3e-10},
        {hertz(), .47e-3, 2.38, 15.8993318, 104.552980, 15.8216817, 134.638611, 32.6770294,
         171.040266, 6e-8},
        {edem(d, clamp), .47e-3, 2.38, 12.0620803, 104.222813, 11.4494215, 134.780995, 20.8449501,
         171.890980, 1e-7},
        {two_phase("continuous", c, d, psi2, eps2, clamp), .47e-3, 2.38, 14.944304, 79.112090,
         14.215451, 100.871069, 21.558300, 130.577259, 8e-7},
        {two_phase("ma-liu-curve", c, d, psi2, eps2, clamp), .47e-3, 2.38, 10.550629, 111.652365,
         9.937823, 143.704286, 15.987092, 185.022145, 6e-7},
        {ma_liu(psi2, eps2), .47e-3, 2.38, 9.9923257, 111.738750, 9.3242910, 144.228311, 14.5578318,
         186.351115, 7e-10},
        {hertz(), 1.23e-3, 2.38, 25.5448044, 100.558242, 25.5380218, 128.874370, 55.9524158,
         163.103342, 5e-12},
        {edem(d, clamp), 1.23e-3, 2.38, 19.8303372, 100.403822, 18.8394761, 129.122518, 36.7283931,
         163.958625, 3e-11},
        {two_phase("continuous", c, d, psi2, eps2, clamp), 1.23e-3, 2.38, 23.639852, 82.786407,
         22.860026, 104.639006, 36.881206, 134.757349, 3e-7},
        {ma_liu(psi2, eps2), 1.23e-3, 2.38, 14.5343619, 109.903803, 13.2244059, 141.261626,
         20.8693864, 182.312175, 2e-9},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct rig rig;
        vertical(&rig, &rows[i]);
        size_t p13 = watch(&rig, 0, 13), p17 = watch(&rig, 0, 17), base = watch(&rig, 1, 22);
        dp_chain *chain = built(&rig);
        // first peaks: stop before the wave comes back from the base
        go(chain, (rows[i].base_time + 5.0) * 1e-6);
        int has_corner = strcmp(rows[i].recipe.law, "ma-liu") == 0;
        double off = rows[i].off + (has_corner ? 1e-7 : 5e-8);
        CHECK_NEAR(dp_chain_probe_at(chain, p13).peak_force, rows[i].bead13, off);
        CHECK_NEAR(1e6 * dp_chain_probe_at(chain, p13).peak_force_time, rows[i].time13, off);
        CHECK_NEAR(dp_chain_probe_at(chain, p17).peak_force, rows[i].bead17, off);
        CHECK_NEAR(1e6 * dp_chain_probe_at(chain, p17).peak_force_time, rows[i].time17, off);
        CHECK_NEAR(dp_chain_probe_at(chain, base).peak_force, rows[i].base,
                   has_corner ? corner_force : off);
        CHECK_NEAR(1e6 * dp_chain_probe_at(chain, base).peak_force_time, rows[i].base_time,
                   has_corner ? corner_time : off);
        dp_chain_free(chain);
    }
}

// --- Hopkinson bars: 002 section 4.7, 000 section 5 ----------------------------------------------

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

// n beads between ends; law 0 among beads, law 1 with a flat of the same material.
static void bar_row(struct rig *rig, const struct recipe *recipe, size_t n, double density) {
    dp_body bead = bar_bead(density), flat = bead;
    flat.radius = flat.mass = INFINITY;
    set_up(rig, n);
    rig->laws[0] = contact_of(recipe, &bead, &bead, DP_CONVEX);
    rig->laws[1] = contact_of(recipe, &bead, &flat, DP_FLAT);
    rig->def.law_count = 2;
    rig->law[0] = rig->law[n] = 1;
    for (size_t i = 0; i < n; i++)
        rig->mass[i] = sphere_mass(&bead);
}

// Velocity of the probe when it first passes `level`, by the straight line between rows.
static double time_at(const dp_chain_probe *probe, double level, double every) {
    for (size_t k = 1; k < probe->row_count; k++) {
        double before = probe->rows[k - 1][1], now = probe->rows[k][1];
        if (now >= level) return every * ((double)k - (now - level) / (now - before));
    }
    return NAN;
}

static void driven_plane_gives_the_rows_of_section_4_7(void **state) {
    (void)state;
    const double ce = 0.81, cp = 0.23, psi = 3.0, epsilon = 19.0;
    const struct {
        struct recipe recipe;
        double v40, time;
    } rows[] = {
        {hertz(), 28.36613, 189.306},
        {edem(cp, DP_TENSION_CLAMP), 25.557231, 190.618},
        {two_phase("printed", ce, cp, psi, epsilon, DP_TENSION_CLAMP), 19.369612, 261.449},
        {two_phase("printed", ce, cp, psi, epsilon, DP_TENSION_ALLOW), 19.369612, 261.449},
        {two_phase("continuous", ce, cp, psi, epsilon, DP_TENSION_CLAMP), 19.250581, 261.819},
        {two_phase("ma-liu-curve", ce, cp, psi, epsilon, DP_TENSION_CLAMP), 16.854256, 270.616},
        {ma_liu(psi, epsilon), 15.08458, 285.955},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct rig rig;
        bar_row(&rig, &rows[i].recipe, 50, 8000.0);
        rig.history[0] = 13.0;
        rig.def.left = (dp_chain_end){.type = DP_END_DRIVEN, .history = {1, rig.time, rig.history}};
        size_t bead = watch(&rig, 0, 39);
        record(&rig, 0.5e-6, 400e-6);
        dp_chain *chain = built(&rig);
        go(chain, 400e-6);
        dp_chain_probe probe = dp_chain_probe_at(chain, bead);
        // the page: v40 to five digits, times to four
        CHECK_NEAR(dp_chain_look(chain)->velocity[39], rows[i].v40, 1e-5);
        CHECK_NEAR(1e6 * time_at(&probe, 6.5, 0.5e-6), rows[i].time, 1e-4);
        dp_chain_free(chain);
    }
}

// --- 000 sections 5 and 6 ------------------------------------------------------------------------

// 000 Eq 36 with one approach speed for the whole chain, as the paper has it.
static struct recipe dashpot(const char *line) {
    return (struct recipe){.law = "wang-dashpot",
                           .form = "printed",
                           .line = line,
                           .restitution = 0.11,
                           .elastic = NAN,
                           .plastic = NAN,
                           .psi = 3.0,
                           .epsilon = 19.0,
                           .approach = 13.0};
}

static void check_three(const struct recipe *recipe, double speed, const double want[3],
                        double off) {
    struct rig rig;
    bar_row(&rig, recipe, 3, 7800.0);
    rig.velocity[0] = speed;
    dp_chain *chain = built(&rig);
    go(chain, 1e-3);
    const double *v = dp_chain_look(chain)->velocity;
    for (int i = 0; i < 3; i++)
        CHECK_WITHIN(v[i], want[i], off);
    dp_chain_free(chain);
}

static void three_beads_part_as_section_6_of_000_says(void **state) {
    (void)state;
    struct recipe elastic = hertz(), plastic = ma_liu(3.0, 19.0), two = dashpot("chord");
    // eleven digits, six digits, four digits
    check_three(&elastic, 1.0, (double[]){-.07095235365, .07640303907, .99454931458}, 1e-11);
    check_three(&plastic, 13.0, (double[]){1.66984, 2.40459, 8.92557}, 1e-5);
    check_three(&two, 13.0, (double[]){0.0016, 3.9288, 9.0696}, 1e-4);
}

static void fifty_free_beads_give_the_peaks_of_000(void **state) {
    (void)state;
    // law, peak velocity of bead 40 and its tolerance; Hertz to eight digits, the rest to two
    struct recipe plastic = ma_liu(3.0, 19.0), two = dashpot("chord"), elastic = hertz();
    const struct {
        const struct recipe *recipe;
        double peak, off;
    } rows[] = {{&elastic, 8.8612101, 1e-7}, {&plastic, 0.81, 0.005}, {&two, 2.11, 0.005}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct rig rig;
        bar_row(&rig, rows[i].recipe, 50, 7800.0);
        rig.velocity[0] = 13.0;
        watch(&rig, 0, 39);
        dp_chain *chain = built(&rig);
        go(chain, 420e-6);
        dp_chain_probe probe = dp_chain_probe_at(chain, 0);
        CHECK_WITHIN(probe.peak_velocity, rows[i].peak, rows[i].off);
        if (i == 0) CHECK_NEAR(probe.peak_velocity_time, 2.250062382e-4, 1e-9);
        dp_chain_free(chain);
    }
}

enum { CORNERS = 401 };

// Bead 1 is driven, or fastened to a bar that is, with a velocity that rises as 3 z^2 - 2 z^3.
static dp_chain *ramped(struct rig *rig, const struct recipe *recipe, size_t n, double rise,
                        double impedance) {
    double time[CORNERS], velocity[CORNERS], top = impedance > 0.0 ? 6.5 : 13.0;
    for (int i = 0; i < CORNERS; i++) {
        double z = (double)i / (CORNERS - 1);
        time[i] = z * rise;
        velocity[i] = top * z * z * (3.0 - 2.0 * z);
    }
    bar_row(rig, recipe, n, 7800.0);
    rig->def.left = (dp_chain_end){.type = impedance > 0.0 ? DP_END_BAR : DP_END_DRIVEN,
                                   .impedance = impedance,
                                   .glued = 1,
                                   .history = {CORNERS, time, velocity}};
    rig->def.right.type = DP_END_WALL;
    watch(rig, 0, 39);
    record(rig, 0.5e-6, 440e-6);
    return built(rig);
}

// Section 5: half-rise in us, peak in m/s. The page does not say how the ramp rises nor half of
// what; a cubic ramp and half of the peak give all of its digits but the last of the times, which
// its RK4 steps carry (286.65 for 286.7 with the step halved). Rows whose peak the far wall cuts
// off depend on how that wall is made, which the page leaves open, and are not compared.
static void glued_bead_gives_the_rows_of_section_5(void **state) {
    (void)state;
    struct recipe elastic = hertz(), plastic = ma_liu(3.0, 19.0), two = dashpot("chord");
    const struct {
        const struct recipe *recipe;
        size_t count;
        double rise, impedance, half, peak, off;
    } rows[] = {
        {&plastic, 90, 20e-6, 0.0, 286.7, 13.746, 5e-4},
        {&elastic, 90, 20e-6, 0.0, 196.0, 25.22, 5e-3},
        {&plastic, 50, 20e-6, 0.0, 286.7, 13.746, 5e-4},
        {&plastic, 50, 50e-6, 0.0, 298.7, 13.888, 5e-4},
        {&plastic, 50, 20e-6, 5e3, 287.5, 13.367, 5e-4},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct rig rig;
        dp_chain *chain =
            ramped(&rig, rows[i].recipe, rows[i].count, rows[i].rise, rows[i].impedance);
        go(chain, 320e-6);
        dp_chain_probe probe = dp_chain_probe_at(chain, 0);
        CHECK_WITHIN(probe.peak_velocity, rows[i].peak, rows[i].off);
        CHECK_WITHIN(1e6 * time_at(&probe, 0.5 * probe.peak_velocity, 0.5e-6), rows[i].half, 0.15);
        dp_chain_free(chain);
    }
    // the smooth front of Eq 36 at 300, 340, 400 and 440 us, of which the page carries two decimals
    struct rig rig;
    dp_chain *chain = ramped(&rig, &two, 90, 20e-6, 0.0);
    go(chain, 440e-6);
    dp_chain_probe probe = dp_chain_probe_at(chain, 0);
    static const double front[][2] = {{600, 11.10}, {680, 12.53}, {800, 12.97}, {880, 12.998}};
    for (size_t i = 0; i < COUNT(front); i++)
        CHECK_WITHIN(probe.rows[(size_t)front[i][0]][1], front[i][1], 0.005);
    dp_chain_free(chain);
}

// --- closed forms --------------------------------------------------------------------------------

static void two_beads_exchange_what_their_law_says(void **state) {
    (void)state;
    const struct recipe recipes[] = {
        hertz(),
        edem(0.7, DP_TENSION_ALLOW),    // delivers 0.7
        edem(0.7, DP_TENSION_RELEASE),  // and 0.718201361008 where the force ends at zero
        ma_liu(3.0, 13.0),
    };
    for (size_t i = 0; i < COUNT(recipes); i++) {
        struct rig rig;
        horizontal(&rig, &recipes[i], 1);
        dp_chain *chain = built(&rig);
        go(chain, 100e-6);
        dp_body bead = steel_bead(0.45e-3);
        dp_pair pair;
        assert_int_equal(dp_pair_from_bodies(&bead, &bead, DP_CONVEX, &pair, NULL), DP_OK);
        double e = dp_contact_restitution(&rig.laws[0], pair.mass, 1.77);
        const double *v = dp_chain_look(chain)->velocity;
        // a few times the tolerance of the run
        CHECK_WITHIN(v[0], 0.5 * (1.0 - e) * 1.77, 1e-10);
        CHECK_WITHIN(v[1], 0.5 * (1.0 + e) * 1.77, 1e-10);
        dp_chain_free(chain);
    }
}

static void tolerance_is_what_the_digits_need(void **state) {
    (void)state;
    // ten beads of every law at 1e-11 against 1e-13: nothing moves by more than 1e-9 of the striker
    for (size_t i = 0; i < LAWS_44; i++) {
        struct rig rig;
        struct recipe recipe = law_of_44(i);
        horizontal(&rig, &recipe, 10);
        dp_chain *chain = built(&rig), *finer = built(&rig);
        go(chain, 100e-6);
        dp_chain_solve_def def = {.until = 100e-6, .rtol = 1e-13};
        dp_error err;
        okay(dp_chain_solve(finer, &def, NULL, &err), &err);
        const double *v = dp_chain_look(chain)->velocity, *w = dp_chain_look(finer)->velocity;
        for (size_t k = 0; k <= 10; k++)
            CHECK_WITHIN(v[k], w[k], 1e-9 * 1.77);
        dp_chain_free(chain);
        dp_chain_free(finer);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ten_beads_give_the_rows_of_section_4_4),
        cmocka_unit_test(ten_ma_liu_beads_agree_with_small_fixed_steps),
        cmocka_unit_test(seventy_beads_give_the_rows_of_section_4_4),
        cmocka_unit_test(hertz_chain_carries_the_solitary_wave_of_section_4_5),
        cmocka_unit_test(columns_give_the_rows_of_section_4_6),
        cmocka_unit_test(driven_plane_gives_the_rows_of_section_4_7),
        cmocka_unit_test(three_beads_part_as_section_6_of_000_says),
        cmocka_unit_test(fifty_free_beads_give_the_peaks_of_000),
        cmocka_unit_test(glued_bead_gives_the_rows_of_section_5),
        cmocka_unit_test(two_beads_exchange_what_their_law_says),
        cmocka_unit_test(tolerance_is_what_the_digits_need),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
