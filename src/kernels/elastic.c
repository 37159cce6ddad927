// Elastic stiffness of the two springs that most laws have.

#include "kernels/elastic.h"

double dp_stiffness_hertz(const double *k, const double *m, double delta, double *slope) {
    (void)m;
    return dp_elastic_hertz(k[0], delta, slope);
}

double dp_stiffness_linear(const double *k, const double *m, double delta, double *slope) {
    (void)m;
    *slope = 0.0;
    return delta <= 0.0 ? 0.0 : k[0];
}
