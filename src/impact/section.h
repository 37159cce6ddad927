#ifndef DP_IMPACT_SECTION_H
#define DP_IMPACT_SECTION_H

#include "dashpot/contact.h"

// A stretch of a contact's life on which its law is smooth, in a variable in which the motion is
// smooth.
//
// m delta'' = -F has a root singularity wherever F starts like a power of delta. With
// delta = offset + z^p and dt = p z^(p-1) ds the motion becomes dz/ds = rate, dt/ds = p z^(p-1),
// smooth through touch and separation. Sections end at characteristic indentations; there the law
// is asked on one side only.

struct dp_section {
    const dp_contact *contact;
    const double *memory;  // borrowed: the history in force
    double power;          // p
    double offset;
    double low, high;  // the law is never asked outside
    double end,
        end_z;  // where the section ends: indentation, and the same as z (INFINITY: nowhere)
    int loading;
};

/// Begin the section that starts at `delta`. `at_point`: the law changes there, so z counts from it
/// when loading; otherwise z counts from where the contact will separate. Returns z at the start.
double dp_section_enter(struct dp_section *s, double delta, int loading, int at_point);

double dp_section_delta(const struct dp_section *s, double z);
double dp_section_z(const struct dp_section *s, double delta);

/// p z^(p-1)
double dp_section_stretch(const struct dp_section *s, double z);

/// The law's own answer at z: spring, damper, plastic, and force as their sum, not clamped.
dp_response dp_section_respond(const struct dp_section *s, double z, double rate);

/// Depth of the dent, never negative.
double dp_section_residual(const struct dp_section *s);

/// Energy that virgin loading loses at once on the mark at `delta`.
double dp_section_jump_loss(const struct dp_section *s, double delta);

/// A first step in s that neither blinds the error estimate nor misses the scale of a mark: at z =
/// 0 every low derivative vanishes. speed: scale of the motion; mass: what the force accelerates.
double dp_section_first_step(const struct dp_section *s, double z, double rate, double speed,
                             double mass);

#endif
