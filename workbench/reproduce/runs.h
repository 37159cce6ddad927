#ifndef WORKBENCH_REPRODUCE_RUNS_H
#define WORKBENCH_REPRODUCE_RUNS_H

#include <jansson.h>
#include <pthread.h>
#include <stdbool.h>

#include "base/call.h"
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

//
// series.NAME is a column of the run's rows; the row of the table says at which time (`at`).

enum { RUNS_OVERRIDES_MAX = 32 };  ///< entries of a `set`

struct runs {
    const char *root;      ///< folder of scenarios/
    json_t *cache;         ///< JSON text of scenario and overrides -> values; null: wanted
    json_t *failed;        ///< the same key -> [status, text] of a run that failed
    json_t *wanted;        ///< [[key, spec, name]]
    pthread_mutex_t lock;  ///< of cache and failed
};

void runs_open(struct runs *runs, const char *root);
void runs_close(struct runs *runs);

/// Does a name belong to `pair` or `law`, for which nothing has to run?
bool runs_is_quantity(const char *name);

/// Is it a column of the rows?
bool runs_is_series(const char *name);

/// Tree in which a dotted name is to be looked up: the summary of the run, `pair` and `law`, or the
/// columns of its rows, for runs_at.
/// `spec` has `scenario` and perhaps `set`. Owned by `runs`; NULL and a diagnostic when it does not
/// run.
const json_t *runs_find(struct runs *runs, const json_t *spec, const char *name,
                        dp_diagnostic *diagnostic);

/// Value of a column, from what runs_find gave for it, in the row at a time. False and a diagnostic
/// when there is no such row or column.
bool runs_at(const json_t *columns, const char *name, const char *at, double *value,
             dp_diagnostic *diagnostic);

/// Note that runs_find will be asked for this.
void runs_want(struct runs *runs, const json_t *spec, const char *name);

/// Compute all that is wanted, on all cores; `call` is told shares up to `share`. What does not run
/// is left to runs_find.
void runs_compute(struct runs *runs, const struct call *call, double share);

/// What makes a run, and which part of its results a name asks for: equal texts, equal results.
/// malloc; NULL when out of memory.
char *runs_key(const json_t *spec, const char *name);

/// The text of the scenario with `set` applied, as it is run; malloc, NULL and a diagnostic.
char *runs_text(struct runs *runs, const json_t *spec, dp_diagnostic *diagnostic);

/// The command that runs it: `dashpot run FILE --set ...`, a new text.
json_t *runs_command(const json_t *spec);

/// The run with its rows, not kept: the caller frees it. False and a diagnostic when it does not
/// run.
bool runs_series(struct runs *runs, const json_t *spec, struct outcome *outcome,
                 dp_diagnostic *diagnostic);

#endif
