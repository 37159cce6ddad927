#ifndef WORKBENCH_SCENARIO_FAILURE_H
#define WORKBENCH_SCENARIO_FAILURE_H

#include "scenario/diagnostic.h"

// A run that breaks off: what it says, and what it leaves.

/// Say where the run broke off, behind what was complained about: time [s] (NaN: not known), body
/// and contact (NULL: none). Nothing is said unless the failure is a numerical one.
void failure_at(struct reader *reader, double time, const char *body, const char *contact);

/// The time of --max-time is used up: complain about it, at the key that makes the run long.
void failure_late(struct reader *reader, const struct node *at);

/// The caller asked the run to end.
void failure_stopped(struct reader *reader);

/// One of the two, whichever it was.
void failure_ended(struct reader *reader, const struct node *at);

/// Does a partial result keep the outcome? Then a kind fills what it has into it.
bool failure_is_kept(const struct reader *reader);

/// Rows from the first one on that is not all finite are none.
void failure_trim(struct table *table);

#endif
