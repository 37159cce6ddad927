#ifndef DP_FRICTION_PROFILE_H
#define DP_FRICTION_PROFILE_H

#include <stdbool.h>

// How the surfaces of a round contact are bent against each other: u over y, exact partial slip for
// sliding along one line (Cattaneo, Mindlin; Jaeger; Popov and Hess).
//
// In place of the radius stands the elastic stiffness k of the part of the contact inside it, from
// 0 in the middle to that of the whole contact, and y = k^2. With kappa the ratio of tangential to
// normal stiffness
//     F_t = kappa int u dk,   |u| <= b = lambda (Y - y),   lambda = 3 mu F_n/(2 kappa k_rim^3).
// Where the bound is not reached, u changes with the slide s; where it is, the surfaces slip; what
// enters at the rim enters with u = 0. So s - u belongs to the place and not to the time until it
// slips: a profile is kept and clipped by the cone |u| <= b of the present state.
//
// A profile is made of cubics in y between vertices, with slopes of their own at both ends: slip
// leaves straight lines, growth leaves the path of the rim.

enum {
    DP_PROFILE_MAX = 224,  ///< pieces of a working profile
    DP_PROFILE_KEPT = 32,  ///< pieces of the history of a friction law
};

/// Piece i lies between vertices i and i + 1.
struct dp_profile {
    int count;  // pieces; 0: a contact that never touched
    double y[DP_PROFILE_MAX + 1], u[DP_PROFILE_MAX + 1];
    double k[DP_PROFILE_MAX + 1];                        // sqrt(y)
    double left[DP_PROFILE_MAX], right[DP_PROFILE_MAX];  // du/dy at the ends of a piece
    double area[DP_PROFILE_MAX];                         // int u dk of a piece
    signed char slip[DP_PROFILE_MAX];                    // it lies on the bound
};

/// A state of the contact, relative to the profile.
struct dp_cone {
    double rim;     // Y
    double lambda;  // slope of the bound
    double slide;   // s since the profile was kept
    // where the rim has grown: du/dy of the path it left behind, at its beginning and at its end;
    // NaN: the path was straight
    double exit, entry;
};

/// A part of the contact that sticks (slip 0) or slips in one direction (+1, -1).
struct dp_segment {
    int piece;  // of the profile; its count: what has entered since
    int slip;
    double y0, y1;
};

/// Goes through the segments from the middle to the rim.
struct dp_walk {
    const struct dp_profile *profile;
    const struct dp_cone *cone;
    struct dp_segment parts[3];  // of the present piece
    int part, part_count;
    int piece;
    double entered[4];  // what has entered: u and du/dy at both ends
};

struct dp_walk dp_walk_begin(const struct dp_profile *profile, const struct dp_cone *cone);
bool dp_walk_next(struct dp_walk *walk, struct dp_segment *segment);

/// Goes past the pieces of the profile that stick as a whole, as far as nothing else comes. Adds
/// their width in k and int u dk.
void dp_walk_skip(struct dp_walk *walk, double *width, double *area);

/// u of a place in a segment that sticks, in the state of the cone.
double dp_walk_value(const struct dp_walk *walk, int piece, double y, double *slope);

/// int u dk over a segment, whether it sticks or slips.
double dp_walk_area(const struct dp_walk *walk, const struct dp_segment *segment);

/// Forget everything but a contact from the middle to `rim` that is not bent.
void dp_profile_flat(struct dp_profile *profile, double rim);

/// The state becomes the profile. `next` is not `profile`. Returns how the rim slips.
int dp_profile_keep(const struct dp_profile *profile, const struct dp_cone *cone,
                    struct dp_profile *next);

void dp_profile_copy(const struct dp_profile *from, struct dp_profile *to);

/// Join neighbouring pieces until at most `most` are left, those first that change int u dk least.
void dp_profile_thin(struct dp_profile *profile, int most);

/// Fill in the areas of all pieces.
void dp_profile_areas(struct dp_profile *profile);

/// int of what slip takes, b times the way slipped, dk, on the straight way from the profile, where
/// the slope of the bound was `lambda`, to the state.
double dp_profile_loss(const struct dp_profile *profile, double lambda, const struct dp_cone *cone);

/// int u^2 dk of the whole profile.
double dp_profile_square(const struct dp_profile *profile);

/// u at the place y of a profile as it was kept.
double dp_profile_value(const struct dp_profile *profile, double y);

/// int f dk of b = lambda (rim - y) and of b^2 over lambda^2, between y0 and y1.
void dp_cone_integrals(const struct dp_cone *cone, double y0, double y1, double *first,
                       double *second);

#endif
