#ifndef DP_IMPACT_SLIDE_H
#define DP_IMPACT_SLIDE_H

#include "base/archive.h"
#include "dashpot/friction.h"
#include "dashpot/system.h"
#include "frictions/profile.h"

// Friction in an impact: the motion along the surfaces beside the normal one, which does not feel
// it. m_t v_t' = -F_t. There are four kinds of law, told apart once at the touch.
//
// A profile (mindlin-deresiewicz) is kept at every accepted step and clipped by the cone of every
// trial state. Between two accepted states the rim either leaves its path behind (growth) or slips
// in one direction; the changes between these are events, so that the force is smooth in a step.

/// What the normal contact says at one instant.
struct dp_press {
    double normal, normal_rate;        // [N], [N/s]
    double stiffness, stiffness_rate;  // [N/m], [N/(m s)]
};

/// Unknowns of the motion along the surfaces.
enum { DP_SLIDE_SPEED, DP_SLIDE_WAY, DP_SLIDE_SPRING, DP_SLIDE_LOSS, DP_SLIDE_UNKNOWNS };

enum { DP_SLIDE_FUNCTIONS = 3 };

enum dp_slide_kind {
    DP_SLIDE_BY_SPEED,   // the law knows the speed, and perhaps a bristle
    DP_SLIDE_COULOMB,    // exact: slips until the speed is zero, and sticks from then on
    DP_SLIDE_BY_SPRING,  // mindlin, cundall-strack
    DP_SLIDE_BY_PROFILE  // mindlin-deresiewicz
};

struct dp_slide {
    const dp_friction *friction;
    enum dp_slide_kind kind;
    double mass;
    int slip;              // direction of the slip at the rim, or of the whole contact; 0: none
    double area, entered;  // int u dk then, and int k ds
    double way;            // where the profile was kept
    double exit;           // du/dy of the path that the rim leaves there
    bool has_middle;       // the slip has reached the middle since it began
    bool is_opening;       // the slope of the bound changes
    bool has_front;  // slip ends inside the contact, and what it leaves there is not kept exactly
    int ring;        // how the rim slipped then
    double core;     // y inside which the surfaces stuck then
    bool is_held;    // spring and damper together exceed the cap
    // what the event functions are raised by until the next step: behind a jump of the stiffness or
    // its slope one may begin on the wrong side of zero
    double slack[DP_SLIDE_FUNCTIONS];
    double largest;      // y of the largest contact
    double time;         // where the last step ended
    double max_force;    // its size
    long steps;          // since the errors were last allowed to grow
    double allowance;    // errors over those of the normal motion
    double speed_scale;  // of events
    struct dp_profile profile;
};

/// Begin at the touch. `touch`: the normal contact just inside.
void dp_slide_begin(struct dp_slide *s, const dp_friction *friction, double mass, double speed,
                    const struct dp_press *touch);

/// Rates of the four unknowns y over time, and of what a damper takes.
void dp_slide_rates(const struct dp_slide *s, const double *y, const struct dp_press *press,
                    double *dy, double *viscous);

/// Tangential force [N], positive when it opposes a positive speed.
double dp_slide_force(const struct dp_slide *s, const double *y, const struct dp_press *press);

/// How far [m] bristles bend while the surfaces slide as at the touch; infinite where none bend.
double dp_slide_bristle(const struct dp_slide *s);

/// Rate [N/s] of the size of that force. Where it falls through zero dp_slide_note is to be called.
double dp_slide_force_rate(const struct dp_slide *s, const double *y, const struct dp_press *press);
void dp_slide_note(struct dp_slide *s, const double *y, const struct dp_press *press);

/// Elastic energy [J] of the tangential deformation.
double dp_slide_stored(const struct dp_slide *s, const double *y, const struct dp_press *press);

/// Event functions; where one vanishes dp_slide_changes is to be called.
double dp_slide_function(const struct dp_slide *s, const double *y, const struct dp_press *press,
                         int index);

/// Speeds to be landed on next; returns how many (at most 2).
int dp_slide_targets(const struct dp_slide *s, const double *y, double speed[2]);

/// A state was accepted.
void dp_slide_keep(struct dp_slide *s, const double *y, const struct dp_press *press, double time);

/// Event function `index` has vanished, -1: a speed was landed on. After dp_slide_keep.
void dp_slide_changes(struct dp_slide *s, double *y, const struct dp_press *press, int index);

/// The normal contact has turned, or jumped from `before` to `press`: find out again where the
/// surfaces slip. Adds to the loss what the contact can no longer hold. After dp_slide_keep with
/// the state before.
void dp_slide_settle(struct dp_slide *s, double *y, const struct dp_press *before,
                     const struct dp_press *press);

/// Everything that changes on the way.
void dp_slide_exchange(struct dp_slide *s, struct dp_archive *a);

#endif
