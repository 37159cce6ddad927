#ifndef WORKBENCH_REPRODUCE_RESULTS_H
#define WORKBENCH_REPRODUCE_RESULTS_H

#include <stdbool.h>

#include "reproduce/book.h"
#include "reproduce/runs.h"
#include "reproduce/tally.h"
#include "reproduce/verdict.h"

// Every row of the book computed and judged.

/// A row of a paper beside what was computed for it.
struct result {
    const struct paper *paper;
    const json_t *row;
    double value;       ///< ours; NaN when the run failed
    double difference;  ///< ours/printed - 1; NaN where that has no meaning
    bool by_digits;     ///< agrees without a tolerance
    enum verdict verdict, expected;
    bool unexpected;     ///< not the verdict the table expects, or not our pinned value
    char problem[1024];  ///< why a row is unexpected; else empty
};

struct results {
    const struct book *book;
    struct result *result;
    size_t count;
    int unexpected;
};

/// Rows of one paper, or of all.
struct paper_counts {
    int rows, verdict[VERDICT_COUNT];
    int empty;     ///< nothing of ours stands beside the print
    int within;    ///< agree, but only within a stated tolerance
    int evidence;  ///< not reproduced, and computed only to show an erratum or another reading
};

/// Is there a quantity of ours to a row, `value` other than `none`?
bool results_has_value(const json_t *row);

/// Compute the rows. Returns an exit status: 0 also when rows are unexpected.
int results_make(struct results *results, const struct book *book, struct runs *runs,
                 struct tally *tally);
void results_free(struct results *results);

/// paper NULL: all.
struct paper_counts results_counts(const struct results *results, const struct paper *paper);

/// Texts that explain a row, in the order they should be read; returns how many.
enum { REASONS_MAX = 8 };
int results_reasons(const struct result *result, const char *text[REASONS_MAX]);

/// The same without the errata.
int results_notes(const struct result *result, const char *text[REASONS_MAX]);

/// The command that runs the inputs of a row or of a curve: `dashpot run FILE --set ...`. For rows
/// with several runs the first one, or each on a line of its own.
enum { COMMAND_MAX = 8192 };
void results_command(const json_t *spec, char text[COMMAND_MAX]);
void results_commands(const json_t *spec, char text[COMMAND_MAX]);

#endif
