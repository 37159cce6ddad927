#ifndef DP_TEST_MECHANISM_CASES_H
#define DP_TEST_MECHANISM_CASES_H

#include "dashpot/dashpot.h"

// Mechanisms that several suites use. All build or fail the test.

/// The five laws of paper 004 with the values its page takes.
enum mechanism_law { SD, HZ, HC, LN, HY, LAWS };

/// Slider-crank of paper 004: crank 0.05 m, rod 0.3 m, 200 rpm.
struct slider_crank {
    enum mechanism_law law;
    double clearance, bearing_radius, gravity, mu, floor;
    int ramp;                       ///< 1: coulomb with a ramp of 1 mm/s; 0: modified-coulomb
    int ideal;                      ///< 1: no clearance
    int bearing_on_rod;             ///< 1: paper 000
    const dp_contact_def *contact;  ///< in place of the law's; NULL: none
};

#define CRANK_SPEED 20.943951023931955
#define CRANK_TURN 0.3

struct slider_crank slider_crank_defaults(enum mechanism_law law, double clearance);
dp_mechanism *slider_crank_build(const struct slider_crank *c);

/// Build, or fail with the library's own sentence.
dp_mechanism *mechanism_build(const dp_mechanism_def *def);
dp_mechanism_result mechanism_run(const dp_mechanism *m, const dp_mechanism_run_def *run);

/// Index of a channel that must exist.
int channel(const dp_mechanism *m, const char *name);

#endif
