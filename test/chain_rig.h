#ifndef DP_TEST_CHAIN_RIG_H
#define DP_TEST_CHAIN_RIG_H

// Chains of the papers, built from materials and laws as the spec pages give them, and run with
// adaptive steps.

#include "check.h"

#include "dashpot/chain.h"

enum { RIG_BODIES_MAX = 96 };

/// One tolerance for all runs: results then stand still to 1e-9 or better (see
/// tolerance_is_what_the_digits_need), far below what any page carries.
static const double rig_rtol = 1e-11;

/// A law with the numbers of one experiment; NaN where it has no such parameter.
struct recipe {
    const char *law, *form;
    double restitution, elastic, plastic, psi, epsilon;
    dp_tension tension;
    double approach;
    const char *line;  ///< stiffness_form
};

struct recipe rig_hertz(void);
struct recipe rig_edem(double e, dp_tension tension);
struct recipe rig_two_phase(const char *form, double ce, double cp, double psi, double epsilon,
                            dp_tension tension);
struct recipe rig_ma_liu(double psi, double epsilon);
dp_contact rig_contact(const struct recipe *recipe, const dp_body *left, const dp_body *right,
                       dp_geometry geometry);

/// A chain under construction, and what it is built from.
struct rig {
    dp_chain_def def;
    double mass[RIG_BODIES_MAX], velocity[RIG_BODIES_MAX];
    unsigned law[RIG_BODIES_MAX + 1];
    dp_contact laws[4];
    dp_chain_probe_def probes[16];
    double time[4], signal[4];
};

void rig_set_up(struct rig *rig, size_t count);

/// Beads of a Hopkinson bar: law 0 among n beads, law 1 with a flat of the same material.
void rig_bar_row(struct rig *rig, const struct recipe *recipe, size_t n, double density);

/// Watch a body or a contact; returns which probe that is.
size_t rig_watch(struct rig *rig, int is_contact, size_t index);

/// Rows of all probes.
void rig_record(struct rig *rig, double every, double until);

dp_chain *rig_build(const struct rig *rig);

/// On to a time; the books of the run must close.
void rig_go(dp_chain *chain, double until);

/// Time at which the velocity of a probe first passes `level`, by the straight line between rows.
double rig_time_at(const dp_chain_probe *probe, double level, double every);

void rig_okay(dp_status status, const dp_error *err);

#endif
