#ifndef DP_TEST_SLIP_SPRINGS_H
#define DP_TEST_SLIP_SPRINGS_H

// What the tests of friction with compliance compare the library with: partial slip on n separate
// springs (the method of dimensionality reduction), and impacts in small steps on top of it. None
// of it shares code with the library, which keeps curves in place of springs.

#include "check.h"
#include "dashpot/dashpot.h"

/// Springs at the middles of n equal parts of 0..top, each bent by u. They stand for the stiffness
/// of the contact from its middle to its rim.
typedef struct slip_springs {
    int count;
    double top, kappa, mu;
    double rim;  ///< stiffness of the contact
    double *u;
    double friction;  ///< [J] lost in slip so far, from the way that every spring slips
} slip_springs;

slip_springs springs_make(int count, double top, double kappa, double mu);
void springs_free(slip_springs *s);

/// The straight way to a state, in `parts` equal parts of stiffness squared, slide and lambda, the
/// slope of the bound over stiffness squared.
void springs_move(slip_springs *s, double lambda_before, double lambda, double stiffness,
                  double slide, int parts);
double springs_force(const slip_springs *s);   ///< positive when it opposes a positive slide
double springs_energy(const slip_springs *s);  ///< [J]

/// Slope of the bound, 3 mu F_n/(2 kappa k^3).
double springs_lambda(double kappa, double mu, double normal, double stiffness);

/// The normal part of an impact at times that crowd at both ends.
typedef struct slip_course {
    int count;  ///< states; the first is the touch, the last the separation
    double *time, *normal, *stiffness;
    double top;  ///< largest stiffness
    dp_impact impact;
} slip_course;

slip_course course_make(const dp_contact *contact, const dp_impact_def *def, int steps);
void course_free(slip_course *c);

/// Sliding speed after the course, by kicks and drifts. `law`: 's' springs, 'z' one spring of
/// stiffness kappa times that of the contact with a dashpot beside it.
typedef struct slip_law {
    char kind;
    double mu, kappa, damping;
    int springs;
} slip_law;

typedef struct slip_result {
    double speed, friction, max_force;
} slip_result;

slip_result course_slide(const slip_course *c, const slip_law *law, double mass, double speed);

/// The same with dp_grip_respond and dp_grip_commit as the force of every step.
slip_result course_grip(const slip_course *c, const dp_friction *friction, double mass,
                        double speed);

/// A friction law with these values; NaN leaves the default.
dp_friction friction_with(const char *law, double mu, double ratio);

#endif
