// Coulomb friction in a collision that takes no time. While the contact slips, the tangential
// impulse is mu times the normal one whatever the course of the normal force, as long as it pushes;
// once slip has ended it stays ended, since a central body needs no friction to keep it so. Both
// cases together are a minimum: no tangential equation of motion is integrated.

#include <math.h>

#include "dashpot/friction.h"

double dp_coulomb_collision(double mu, double normal_change, double slip, double q) {
    // written so that a NaN fails each comparison; that of slip comes through by itself
    if (!(mu >= 0.0 && normal_change >= 0.0 && q > 0.0)) return NAN;
    double slipping = mu * normal_change;
    double sticking = fabs(slip) / q;
    return copysign(slipping < sticking ? slipping : sticking, slip);
}
