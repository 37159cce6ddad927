#ifndef WORKBENCH_FIT_HEADINGS_H
#define WORKBENCH_FIT_HEADINGS_H

#include "fit/plan.h"
#include "scenario/csv.h"

// Columns of the data as they are written, also those that the fit does not use.

struct fit_heading {
    char name[CSV_UNIT_MAX], unit[CSV_UNIT_MAX];  ///< unit "": none is stated
    bool is_used;
    bool is_text;    ///< no cell begins as a number does, and none is empty
    bool groups;     ///< few different texts, each in several rows
    int text_count;  ///< different cells; FIT_GROUPS_MAX + 1: more
    const char *text[FIT_GROUPS_MAX];
};

/// Read headings and the groups of `by`; false after diagnostics.
bool fit_read_headings(struct scenario *s);

/// The heading of this name; NULL: there is none.
struct fit_heading *fit_heading_find(const struct fit *fit, const char *name);

/// Notes about columns that are not used.
void fit_tell_headings(const struct fit *fit, struct outcome *outcome);

#endif
