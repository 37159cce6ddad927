#ifndef DP_BENCH_PEER_SLIDER_H
#define DP_BENCH_PEER_SLIDER_H

// A slider-crank whose pin between rod and slider has clearance, for other people's integrators;
// C and C++. Two turns of the crank at constant speed, no gravity, centre of mass of the rod at
// mid-span. Normal force of Lankarani and Nikravesh with the speed of the last impact, never below
// zero; friction grows linearly up to a sliding speed of 1 mm/s. The start has the centres of
// journal and bearing in one place and at relative rest. Data of paper 004.
//
// Each program is called as
//     PROGRAM [RTOL [REPEATS]]        default 1e-8 and 5
// and prints CSV without a header: name, CPU seconds (median of the repeats), steps, evaluations of
// the rates, impacts, position of the slider at the end [m]. It ends with 1 where the slider is not
// where it belongs.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const double slider_crank = 0.05, slider_rod = 0.3;  // [m] lengths
static const double slider_rod_mass = 1.13, slider_mass = 1.013;
static const double slider_rod_inertia = 0.0153;        // [kg m2] about its centre of mass
static const double slider_speed = 20.943951023931955;  // [rad/s] of the crank, 200 rpm
static const double slider_end = 0.6;                   // [s] two turns
static const double slider_bearing = 10e-3, slider_journal = 9.5e-3;    // [m] radii
static const double slider_clearance = 0.5e-3;                          // [m] their difference
static const double slider_young = 207e9, slider_poisson = 0.3;         // of both
static const double slider_restitution = 0.46, slider_friction = 0.01;  // [1]
static const double slider_ramp = 1e-3;                // [m/s] friction is linear below
static const double slider_least_impact_speed = 1e-6;  // [m/s]

enum { SLIDER_REPEATS_MAX = 1000 };

/// What a run is asked for, and what came of it.
typedef struct slider_run {
    double rtol;
    int repeats;
    double seconds[SLIDER_REPEATS_MAX];  ///< CPU time of each repeat
    long steps, evaluations, impacts;    ///< of one repeat
    double x_end;                        ///< [m]
} slider_run;

/// Hertz stiffness of the pin in its bearing [N/m^1.5].
static inline double slider_stiffness(void) {
    double modulus = slider_young / (2.0 * (1.0 - slider_poisson * slider_poisson));
    return 4.0 / 3.0 * modulus * sqrt(slider_bearing * slider_journal / slider_clearance);
}

/// Normal force [N], at depth > 0 only.
static inline double slider_normal(double stiffness, double depth, double rate,
                                   double impact_speed) {
    double damping = 0.75 * (1.0 - slider_restitution * slider_restitution);
    double force = stiffness * depth * sqrt(depth) * (1.0 + damping * rate / impact_speed);
    return force < 0.0 ? 0.0 : force;
}

/// Friction on the journal [N], against its sliding speed.
static inline double slider_tangential(double normal, double sliding) {
    double share = sliding / slider_ramp;
    share = share > 1.0 ? 1.0 : share < -1.0 ? -1.0 : share;
    return -slider_friction * normal * share;
}

/// CPU time of this process [s].
static inline double slider_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/// Reads the command line; 0 when it makes no sense.
static inline int slider_ask(slider_run *run, int argc, char **argv) {
    run->rtol = argc > 1 ? atof(argv[1]) : 1e-8;
    run->repeats = argc > 2 ? atoi(argv[2]) : 5;
    if (argc <= 3 && run->rtol > 0.0 && run->rtol < 1.0 && run->repeats >= 1 &&
        run->repeats <= SLIDER_REPEATS_MAX)
        return 1;
    fprintf(stderr, "usage: %s [RTOL [REPEATS]]\n", argv[0]);
    return 0;
}

static inline int slider_ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/// Prints the line; 0 when the slider stopped elsewhere than all codes agree it does.
static inline int slider_tell(slider_run *run, const char *name) {
    int n = run->repeats;
    qsort(run->seconds, (size_t)n, sizeof *run->seconds, slider_ascending);
    double median = 0.5 * (run->seconds[(n - 1) / 2] + run->seconds[n / 2]);
    printf("%s rtol %g,%.6g,%ld,%ld,%ld,%.9f\n", name, run->rtol, median, run->steps,
           run->evaluations, run->impacts, run->x_end);
    // looser runs may land elsewhere: an impact more or less moves the end by 0.1 mm
    if (run->rtol > 1e-8 || fabs(run->x_end - 0.35031) <= 1e-5) return 1;
    fprintf(stderr, "%s: the slider is at %.6f m, but belongs at 0.35031 m\n", name, run->x_end);
    return 0;
}

#endif
