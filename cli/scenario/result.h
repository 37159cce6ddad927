#ifndef SCENARIO_RESULT_H
#define SCENARIO_RESULT_H

#include "dashpot/dashpot.h"
#include "outcome.h"
#include "scenario/kind.h"

// What kinds need to fill an outcome.

/// A remark for the reader; beyond the fourth they are dropped.
void note(struct outcome *outcome, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// A number the report shows first; one that is not finite is left out.
void headline(struct outcome *outcome, const char *name, double value, const char *unit);

/// A picture of some columns against another one, with scales that read well. Dropped when the
/// series lacks one of them, then NULL. `y` ends with NULL.
struct picture {
    const char *stem, *title, *caption;
    enum plot_style style;
    const char *x, *y_name;  // y_name: what the columns have in common
    const char *const *y;
};
struct plot *picture(struct outcome *outcome, const struct picture *picture);

/// Add a circle about the origin to a picture of places; both axes get the unit that suits it.
void picture_circle(struct plot *plot, double radius, const char *unit);

/// Is the ledger finite and does it add up? Complains about the contact when it does not: then the
/// numbers are too far apart for double precision, and no result can be trusted.
bool energy_check(struct reader *reader, const struct node *contact, const dp_energy *energy);

json_t *energy_json(const dp_energy *energy);

/// Work of a solver as the summary says it.
struct effort {
    const char *path;
    long steps, evaluations, rejected, events;
};
json_t *effort_json(const struct effort *effort);

/// Rows on their way into the series: all columns of the kind come in, those asked for go out.
struct rows {
    struct table *table;
    const struct output_block *output;
    int column_count;  // of the kind
    bool is_out_of_memory;
};

/// Most rows a series may have.
#define ROWS_MAX 1e7

/// Complains and returns false when the time would take too many rows.
bool rows_check(struct reader *reader, const struct output_block *output, double count);

bool rows_start(struct rows *rows, struct reader *reader, const struct output_block *output,
                struct table *table);
void rows_add(struct rows *rows, const double *all);

/// Say that the law asked for tension, and what the policy made of it.
void note_tension(struct outcome *outcome, dp_tension tension);

/// Say so when the delivered restitution is not the requested one, if there is one.
void compare_restitution(struct outcome *outcome, double requested, double delivered);

#endif
