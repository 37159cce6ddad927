#ifndef WORKBENCH_REPRODUCE_RUNS_H
#define WORKBENCH_REPRODUCE_RUNS_H

#include <jansson.h>
#include <stdbool.h>

#include "result/outcome.h"
#include "scenario/scenario.h"

// Scenarios run on demand. What is asked twice is run once.
//
// Numbers that papers print about the one contact of an impact, a bounce or a journal are computed
// from the scenario without a run:
//     pair.stiffness  pair.modulus  pair.radius  pair.mass  pair.yield
//     law.yield  law.plastic                indentations where plastic flow begins and is complete
//     law.yield_force  law.plastic_force    spring force there, on virgin loading
//     law.slope_below  law.slope_above      d(spring)/d(indentation) on either side of law.yield
//     law.damping_below  law.damping_above  d(force)/d(rate) there
//     law.factor                            d in F = spring (1 + d rate/v0)
// Null where the law has no such thing.

enum { RUNS_OVERRIDES_MAX = 32 };  ///< entries of a `set`

struct runs {
    const char *root;  ///< folder of scenarios/
    json_t *cache;     ///< JSON text of scenario and overrides -> values
};

void runs_open(struct runs *runs, const char *root);
void runs_close(struct runs *runs);

/// Does a name belong to `pair` or `law`, for which nothing has to run?
bool runs_is_quantity(const char *name);

/// Tree in which a dotted name is to be looked up: the summary of the run, or `pair` and `law`.
/// `spec` has `scenario` and perhaps `set`. Owned by `runs`; NULL and a diagnostic when it does not
/// run.
const json_t *runs_find(struct runs *runs, const json_t *spec, const char *name,
                        dp_diagnostic *diagnostic);

/// The text of the scenario with `set` applied, as it is run; malloc, NULL and a diagnostic.
char *runs_text(struct runs *runs, const json_t *spec, dp_diagnostic *diagnostic);

/// The command that runs it: `dashpot run FILE --set ...`, a new text.
json_t *runs_command(const json_t *spec);

/// The run with its rows, not kept: the caller frees it. False and a diagnostic when it does not
/// run.
bool runs_series(struct runs *runs, const json_t *spec, struct outcome *outcome,
                 dp_diagnostic *diagnostic);

#endif
