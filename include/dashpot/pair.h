#ifndef DP_PAIR_H
#define DP_PAIR_H

#include "dashpot/status.h"

// Two bodies as a contact law sees them. A value that was not given is NaN; a law that needs it
// says so when the contact is prepared. All in SI.

/// Entries of a pair as X(name, unit, doc), for those who need them one by one.
#define DP_PAIR_LIST(X)                                                                            \
    X(stiffness, "N/m^1.5", "contact stiffness; replaces the value from modulus and radius")       \
    X(modulus, "Pa", "contact modulus E, 1/E = (1-nu1^2)/E1 + (1-nu2^2)/E2")                       \
    X(radius, "m", "equivalent radius of curvature")                                               \
    X(mass, "kg", "effective mass m1 m2/(m1+m2)")                                                  \
    X(yield, "Pa", "yield stress of the weaker material")                                          \
    X(bearing_radius, "m", "radius of the hole a journal turns in")                                \
    X(clearance, "m", "radial clearance, bearing radius minus journal radius")                     \
    X(length, "m", "axial length of a cylindrical contact")

/// What a law may need to know of two bodies. NaN: not known.
typedef struct dp_pair {
#define DP_PAIR_ENTRY(name, unit, doc) double name;
    DP_PAIR_LIST(DP_PAIR_ENTRY)
#undef DP_PAIR_ENTRY
} dp_pair;

/// One entry of dp_pair described as data.
typedef struct dp_pair_field {
    const char *name, *unit, *doc;  ///< a word, its unit, a sentence
} dp_pair_field;

/// One of two touching bodies. NaN where unknown; radius INFINITY is a flat, mass INFINITY a fixed
/// body. A mass that is NaN is taken from density and radius (a sphere).
typedef struct dp_body {
    double young;    ///< [Pa] Young's modulus; INFINITY is rigid
    double poisson;  ///< [1]
    double density;  ///< [kg/m^3]
    double yield;    ///< [Pa]
    double radius;   ///< [m]
    double mass;     ///< [kg]
} dp_body;

/// How the surfaces curve towards each other.
typedef enum dp_geometry {
    DP_CONVEX,     ///< R = R1 R2/(R1+R2)
    DP_CONFORMAL,  ///< R = R1 R2/(R2-R1), body 1 inside body 2; both have a radius
    DP_FLAT,       ///< R = R1
} dp_geometry;

DP_BEGIN_DECLS

/// A body about which nothing is known yet: all NaN.
DP_API dp_body dp_body_defaults(void);

/// A pair about which nothing is known yet: all NaN.
DP_API dp_pair dp_pair_defaults(void);

/// Equivalent modulus, radius, mass, weaker yield (NaN if neither body has one) and, for a
/// conformal pair, bearing radius and clearance.
DP_API dp_status dp_pair_from_bodies(const dp_body *first, const dp_body *second,
                                     dp_geometry geometry, dp_pair *pair, dp_error *err);

/// Tangential over normal stiffness of two elastic bodies that stick, kappa = G*/E* with
/// 1/G* = (2-nu1)/(4 G1) + (2-nu2)/(4 G2). A rigid body adds nothing. NaN where it is not known.
DP_API double dp_stiffness_ratio(const dp_body *first, const dp_body *second);

/// Set one entry by its name. Every entry must be positive and finite.
DP_API dp_status dp_pair_set(dp_pair *pair, const char *name, double value, dp_error *err);

/// Descriptions of the entries, in the order of the struct; NULL past the end.
DP_API const dp_pair_field *dp_pair_field_at(int index);

/// Index of an entry, -1 when there is none of that name.
DP_API int dp_pair_index(const char *name);

/// Value of the entry with that index; NaN when out of range.
DP_API double dp_pair_value(const dp_pair *pair, int index);

DP_END_DECLS

#endif
