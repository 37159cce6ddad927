// Responses of a mechanism at one instant: see links.h.

#include <math.h>

#include "mechanism/instant.h"

#include "mechanism/links.h"

void dp_links_factor(const dp_mechanism *m, struct workspace *work) {
    factor_links(m, work->states);
}

void dp_links_solve(const dp_mechanism *m, struct workspace *work) {
    solve_links(m, work->states);
}

void dp_links_respond(const dp_mechanism *m, const struct workspace *work, const double *wrench,
                      double *bias, double *out) {
    respond_links(m, work->states, wrench, bias, out);
}

double dp_pair_mass(const dp_mechanism *m, struct workspace *work, const struct pair *pair,
                    const struct touch *touch, double *response) {
    double *wrench = response + 4 * m->link_count, *bias = wrench + 3 * m->link_count;
    for (int i = 0; i < 3 * m->link_count; i++)
        wrench[i] = 0.0;
    if (pair->first >= 0) {
        double *w = wrench + 3 * pair->first;
        w[0] += touch->nx;
        w[1] += touch->ny;
        w[2] += touch->rx1 * touch->ny - touch->ry1 * touch->nx;
    }
    if (pair->second >= 0) {
        double *w = wrench + 3 * pair->second;
        w[0] -= touch->nx;
        w[1] -= touch->ny;
        w[2] -= touch->rx2 * touch->ny - touch->ry2 * touch->nx;
    }
    dp_links_respond(m, work, wrench, bias, response);
    double gives = 0.0;
    for (int i = 0; i < m->link_count; i++)
        gives += wrench[3 * i] * response[4 * i] + wrench[3 * i + 1] * response[4 * i + 1] +
                 wrench[3 * i + 2] * response[4 * i + 2];
    return gives > 0.0 ? 1.0 / gives : INFINITY;
}
