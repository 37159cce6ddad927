#ifndef WORKBENCH_REPRODUCE_QUANTITIES_H
#define WORKBENCH_REPRODUCE_QUANTITIES_H

#include <jansson.h>

#include "scenario/scenario.h"

// Numbers that papers print about a pair of bodies and its law, for which nothing has to run:
//     pair.stiffness  pair.modulus  pair.radius  pair.mass  pair.yield
//     law.yield  law.plastic                indentations where plastic flow begins and is complete
//     law.yield_force  law.plastic_force    spring force there, on virgin loading
//     law.slope_below  law.slope_above      d(spring)/d(indentation) on either side of law.yield
//     law.damping_below  law.damping_above  d(force)/d(rate) there
//     law.factor                            d in F = spring (1 + d rate/v0)
// Null where the law has no such thing.

/// An object with `pair` and `law` for an impact, a bounce or a journal; NULL and a diagnostic for
/// any other kind.
json_t *quantities(const struct scenario *scenario, dp_diagnostic *diagnostic);

#endif
