#ifndef WORKBENCH_SCENARIO_BODY_H
#define WORKBENCH_SCENARIO_BODY_H

#include "dashpot/dashpot.h"
#include "scenario/field.h"

// Materials, and bodies made of them.

struct material {
    const struct node *node;
    const char *name;
    double young, poisson, density, yield;  // SI; NaN: not given
};

/// Check what concerns more than one value of the materials.
void materials_check(struct reader *reader);

struct body_block {
    const struct node *node;
    const struct material *material;
    double radius;    // [m] NaN: a flat
    double mass;      // [kg] NaN: that of a sphere
    double velocity;  // [m/s]
    bool is_fixed, is_rigid;
};

/// A body that moves in the plane and may spin.
struct moving_body {
    struct body_block of;        // its velocity is not read
    struct pair_value velocity;  // [m/s]
    double speed, angle;         // [m/s], [rad] in place of a velocity; NaN: not given
    double spin;                 // [rad/s] NaN: not given
    double inertia;              // [kg m^2] NaN: that of a solid sphere
};

/// Keys of a body that falls, and of a floor, both read into a body_block.
extern const struct field falling_body_fields[], floor_fields[];

/// Keys of a body that moves, and of one that falls and may spin, both read into a moving_body.
extern const struct field moving_body_fields[], spinning_body_fields[];

/// Moment of inertia [kg m^2] of a body with this mass: the given one, INFINITY when it is fixed,
/// or that of a solid sphere. NaN for a flat.
double body_inertia(const struct moving_body *body, double mass);

/// Complain about a spin or a moment of inertia where they make no sense.
void body_check_spin(struct reader *reader, const struct moving_body *body, double spin,
                     const struct node *at);

/// What the library wants to know of a body. Its mass is the given one, INFINITY when it is fixed,
/// that of a sphere of its radius and density, or NaN.
dp_body body_properties(const struct body_block *body);

/// Is its radius that of a ball which can be indented, and not only that of a surface? A fixed body
/// or one that is too heavy may be any larger thing; a rigid one is not indented.
bool body_is_solid(const struct body_block *body);

/// Complain when the mass is not known.
void body_check_mass(struct reader *reader, const struct body_block *body, double mass);

#endif
