#ifndef CLI_REPRODUCE_RESULTS_H
#define CLI_REPRODUCE_RESULTS_H

#include <stdbool.h>

#include "book.h"
#include "runs.h"
#include "verdict.h"

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
    struct result *result;
    size_t count;
    int counts[VERDICT_COUNT];
    int unexpected;
};

/// Compute all rows. Returns an exit status: 0 also when rows are unexpected.
int results_make(struct results *results, const struct book *book, struct runs *runs);
void results_free(struct results *results);

/// Texts that explain a row, in the order they should be read; returns how many (at most 4).
int results_reasons(const struct result *result, const char *text[4]);

/// The command that runs the inputs of a row: `dashpot run FILE --set ...`. For rows with several
/// runs the first one.
void results_command(const json_t *spec, char *text, size_t size);

#endif
