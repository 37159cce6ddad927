// The slider-crank of peer_slider.h in this library, and the cost of long chains of links.
//
//     dashpot_bench_mechanism [RTOL [REPEATS]]
//
// Prints the same line as the peers for every way to run it; then for 100 copies of it the CPU time
// of each, and that over the time of a single run; then for 10, 100 and 1000 links the CPU time of
// one evaluation of the rates, and for 1600 links the memory of mechanism and run; then for 10, 40
// and 160 four-bars in a row (A02 of IFToMM's library) the CPU time of one second of motion.

#define _POSIX_C_SOURCE 200809L

#include "dashpot/dashpot.h"
#include "peer_slider.h"

static void need(dp_status status, const dp_error *err) {
    if (status == DP_OK) return;
    fprintf(stderr, "bench_mechanism: %s\n", err->text);
    exit(1);
}

static dp_mechanism *build(dp_mechanism_def *def) {
    dp_mechanism *mechanism = NULL;
    dp_error err = {0};
    need(dp_mechanism_build(&mechanism, def, &err), &err);
    return mechanism;
}

static dp_mechanism_joint loose_pin(void) {
    dp_error err = {0};
    dp_mechanism_joint pin =
        dp_mechanism_joint_defaults(DP_JOINT_CLEARANCE, 1, 2, dp_law_find("lankarani-nikravesh"));
    pin.name = "pin";
    pin.at[0][0] = 0.5 * slider_rod;
    pin.journal_radius = slider_journal;
    pin.bearing_radius = slider_bearing;
    pin.contact.pair.modulus = slider_young / (2.0 * (1.0 - slider_poisson * slider_poisson));
    pin.contact.approach_floor = slider_least_impact_speed;
    need(dp_law_set(&pin.contact.law, "restitution", slider_restitution, &err), &err);
    pin.friction = dp_friction_defaults(dp_friction_law_find("coulomb"));
    need(dp_friction_set(&pin.friction, "mu", slider_friction, &err), &err);
    need(dp_friction_set(&pin.friction, "v_s", slider_ramp, &err), &err);
    return pin;
}

static dp_mechanism *slider_crank_of(void) {
    dp_mechanism_body bodies[] = {
        dp_mechanism_body_defaults("crank", 17.9, 0.460327),
        dp_mechanism_body_defaults("rod", slider_rod_mass, slider_rod_inertia),
        dp_mechanism_body_defaults("slider", slider_mass, 0.000772)};
    dp_mechanism_joint joints[] = {
        dp_mechanism_joint_defaults(DP_JOINT_REVOLUTE, DP_GROUND, 0, NULL),
        dp_mechanism_joint_defaults(DP_JOINT_REVOLUTE, 0, 1, NULL),
        dp_mechanism_joint_defaults(DP_JOINT_TRANSLATIONAL, DP_GROUND, 2, NULL), loose_pin()};
    joints[0].at[1][0] = -0.5 * slider_crank;
    joints[1].at[0][0] = 0.5 * slider_crank;
    joints[1].at[1][0] = -0.5 * slider_rod;
    joints[2].axis[0] = 1.0;
    joints[2].axis[1] = 0.0;
    dp_mechanism_driver driver = dp_mechanism_driver_defaults(0, DP_DRIVEN_ANGLE);
    driver.coefficient[0] = slider_speed;
    dp_mechanism_def def = dp_mechanism_defaults();
    def.bodies = bodies;
    def.body_count = 3;
    def.joints = joints;
    def.joint_count = 4;
    def.drivers = &driver;
    def.driver_count = 1;
    return build(&def);
}

static int run_slider(slider_run *run, const dp_mechanism *m, const char *name,
                      dp_mechanism_method stepper, int no_ledger) {
    dp_mechanism_contact_stats pairs[1];
    dp_body_state bodies[3];
    dp_mechanism_result result;
    dp_error err = {0};
    dp_mechanism_run_def def = dp_mechanism_run_defaults();
    def.until = slider_end;
    def.rtol = run->rtol;
    def.method = stepper;
    def.no_ledger = no_ledger;
    def.pairs = pairs;
    def.bodies = bodies;
    for (int i = 0; i < run->repeats; i++) {
        double start = slider_now();
        need(dp_mechanism_run(m, &def, &result, &err), &err);
        run->seconds[i] = slider_now() - start;
    }
    run->steps = result.solver.steps;
    run->evaluations = result.solver.evaluations;
    run->impacts = pairs[0].impacts_in_all;
    run->x_end = bodies[2].x;
    return slider_tell(run, name);
}

// Copies that start a little aside, one after the other, in turns with the run they are copies of.
static void copies(const dp_mechanism *m, double rtol, int count) {
    dp_mechanism_contact_stats pairs[1];
    dp_mechanism_result result;
    dp_error err = {0};
    dp_mechanism_run_def def = dp_mechanism_run_defaults();
    dp_mechanism_ensemble *ensemble = NULL;
    double single = 0.0, each = 0.0;
    def.until = slider_end;
    def.rtol = rtol;
    def.no_ledger = 1;
    def.pairs = pairs;
    need(dp_mechanism_ensemble_begin(&ensemble, m, &def, count, &err), &err);
    for (int i = 1; i <= count; i++) {
        double start = slider_now();
        need(dp_mechanism_run(m, &def, &result, &err), &err);
        double middle = slider_now();
        need(dp_mechanism_ensemble_run(ensemble, i, &result, &err), &err);
        single += middle - start;
        each += slider_now() - middle;
    }
    dp_mechanism_ensemble_free(ensemble);
    printf("copies,%d,%.6g,%.6g\n", count, each / count, each / single);
}

struct meter {
    size_t now, most;
};

static void *count_in(void *user, size_t size) {
    struct meter *m = (struct meter *)user;
    m->now += size;
    m->most = m->now > m->most ? m->now : m->most;
    return aligned_alloc(64, (size + 63) / 64 * 64);
}

static void count_out(void *user, void *memory, size_t size) {
    struct meter *m = (struct meter *)user;
    m->now -= size;
    free(memory);
}

// A hanging chain of links that swings freely: time of one evaluation, and all memory.
enum { LINKS_MOST = 1600 };
static void links(int count) {
    static dp_mechanism_body bodies[LINKS_MOST];
    static dp_mechanism_joint joints[LINKS_MOST];
    static char names[LINKS_MOST][16];
    struct meter meter = {0};
    dp_allocator allocator = {count_in, count_out, &meter};
    for (int i = 0; i < count; i++) {
        snprintf(names[i], sizeof names[i], "link%d", i + 1);
        bodies[i] = dp_mechanism_body_defaults(names[i], 1.0, 1e-3);
        bodies[i].angle = i == 0 ? 0.3 : 0.0;
        joints[i] =
            dp_mechanism_joint_defaults(DP_JOINT_REVOLUTE, i == 0 ? DP_GROUND : i - 1, i, NULL);
        joints[i].at[0][1] = i == 0 ? 0.0 : -0.05;
        joints[i].at[1][1] = 0.05;
    }
    dp_mechanism_def def = dp_mechanism_defaults();
    def.gravity[1] = -9.81;
    def.bodies = bodies;
    def.body_count = count;
    def.joints = joints;
    def.joint_count = count;
    def.allocator = &allocator;
    dp_mechanism *m = build(&def);
    dp_mechanism_run_def run = dp_mechanism_run_defaults();
    dp_mechanism_result result;
    dp_error err = {0};
    double best = INFINITY;
    run.until = count < 1000 ? 0.05 : 0.002;
    run.rtol = 1e-6;
    run.no_ledger = 1;
    run.allocator = &allocator;
    for (int i = 0; i < 5; i++) {
        double start = slider_now();
        need(dp_mechanism_run(m, &run, &result, &err), &err);
        best = fmin(best, (slider_now() - start) / (double)result.solver.evaluations);
    }
    printf("links,%d,%.6g,%.6g,%zu\n", count, best, best / count, meter.most);
    dp_mechanism_free(m);
}

// N square four-bars in a row: upright rods 0 to N, couplers N+1 to 2N, tops at 1 m/s. Time over
// that of the motion, which passes three positions in which every rod could turn its own way; not a
// number where the run fails.
enum { BARS_MOST = 160, BAR_BODIES = 2 * BARS_MOST + 1, BAR_JOINTS = 3 * BARS_MOST + 1 };

static dp_mechanism_joint pin_of(int first, double x, int second, double at) {
    dp_mechanism_joint pin = dp_mechanism_joint_defaults(DP_JOINT_REVOLUTE, first, second, NULL);
    pin.at[0][0] = x;
    pin.at[1][0] = at;
    return pin;
}

static void four_bars(int count) {
    static dp_mechanism_body bodies[BAR_BODIES];
    static dp_mechanism_joint joints[BAR_JOINTS];
    static char names[BAR_BODIES][16];
    const double quarter = 1.5707963267948966;
    int joint = 0;
    for (int i = 0; i < 2 * count + 1; i++) {
        bool is_rod = i <= count;
        snprintf(names[i], sizeof names[i], "bar%d", i);
        bodies[i] = dp_mechanism_body_defaults(names[i], 1.0, 1.0 / 12.0);
        bodies[i].angle = is_rod ? quarter : 0.0;
        bodies[i].omega = is_rod ? -1.0 : 0.0;
        bodies[i].x = is_rod ? i : i - count - 0.5;
        bodies[i].y = is_rod ? 0.5 : 1.0;
        bodies[i].vx = is_rod ? 0.5 : 1.0;
    }
    for (int i = 0; i <= count; i++)
        joints[joint++] = pin_of(DP_GROUND, i, i, -0.5);
    for (int i = 1; i <= count; i++) {
        joints[joint++] = pin_of(i - 1, 0.5, count + i, -0.5);
        joints[joint++] = pin_of(count + i, 0.5, i, 0.5);
    }
    dp_mechanism_def def = dp_mechanism_defaults();
    def.gravity[1] = -9.81;
    def.bodies = bodies;
    def.body_count = 2 * count + 1;
    def.joints = joints;
    def.joint_count = joint;
    dp_mechanism *m = build(&def);
    dp_mechanism_run_def run = dp_mechanism_run_defaults();
    dp_mechanism_result result;
    dp_error err = {0};
    run.until = 3.0;
    run.rtol = 1e-8;
    run.no_ledger = 1;
    double start = slider_now();
    bool is_done = dp_mechanism_run(m, &run, &result, &err) == DP_OK;
    double share = (slider_now() - start) / run.until;
    printf("bars,%d,%.6g\n", count, is_done ? share : NAN);
    if (!is_done) fprintf(stderr, "bench_mechanism: %d four-bars: %s\n", count, err.text);
    dp_mechanism_free(m);
}

int main(int argc, char **argv) {
    static slider_run run;
    if (!slider_ask(&run, argc, argv)) return 2;
    dp_mechanism *m = slider_crank_of();
    int good = run_slider(&run, m, "dashpot auto", DP_MECHANISM_AUTO, 1);
    good &= run_slider(&run, m, "dashpot auto with ledger", DP_MECHANISM_AUTO, 0);
    good &= run_slider(&run, m, "dashpot implicit", DP_MECHANISM_IMPLICIT, 1);
    good &= run_slider(&run, m, "dashpot explicit", DP_MECHANISM_EXPLICIT, 1);
    copies(m, run.rtol, 100);
    dp_mechanism_free(m);
    for (int count = 10; count <= 1000; count *= 10)
        links(count);
    links(LINKS_MOST);
    for (int count = 10; count <= BARS_MOST; count *= 4)
        four_bars(count);
    return good ? 0 : 1;
}
