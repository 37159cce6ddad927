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
