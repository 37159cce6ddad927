#ifndef DP_VALIDITY_INTERNAL_H
#define DP_VALIDITY_INTERNAL_H

#include "dashpot/validity.h"

// Shared by the judgement and the sentences.

/// The radius an indentation is compared with [m]: of the smaller body, or of the pair; NaN: none.
double dp_usage_radius(const dp_usage *usage);

/// Of the smaller solid body [m]; NaN: none is known to be solid.
double dp_usage_solid_radius(const dp_usage *usage);

/// The body with the lower Young's modulus; an unknown one is not the softer.
const dp_body *dp_softer_body(const dp_body *first, const dp_body *second);

/// Indentation [m] at which plasticity begins, for an elastic law; NaN: not known.
double dp_usage_yield(const dp_usage *usage);

/// The mass that meets [kg], where it is not the one that constants of the contact belong to; else
/// NaN.
double dp_usage_other_mass(const dp_usage *usage);

/// Restitution asked for, with a relation that at this mass and speed; NaN: none, or not known.
double dp_requested_restitution(const dp_contact_def *def, double mass, double speed);

#endif
