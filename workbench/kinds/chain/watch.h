#ifndef WORKBENCH_KINDS_CHAIN_WATCH_H
#define WORKBENCH_KINDS_CHAIN_WATCH_H

#include "kinds/chain/chain.h"

// What is seen of a chain: sensors, loops, ends, the field.

/// Check sensors and loops and make the list of probes.
void chain_watch_all(struct reader *reader, struct chain_config *c);

/// Steps between rows of probes and of the field, columns of the series; complains when there are
/// too many, or no such.
void chain_plan_rows(struct reader *reader, struct chain_config *c);

/// Rows of probes, and times the field is looked at.
size_t chain_row_count(const struct chain_config *c);
size_t chain_look_count(const struct chain_config *c);

/// Most rows of the table of the final state.
enum { CHAIN_FINAL_MAX = 1000000 };

/// Bytes of the tables the run will fill.
double chain_table_bytes(const struct chain_config *c);

/// Body of a bead.
size_t chain_body_of(const struct chain_config *c, long bead);

/// Say what the library said, at the key it concerns.
void chain_report_error(struct reader *reader, const struct chain_config *c, const dp_error *err);

#endif
