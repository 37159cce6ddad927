#ifndef WORKBENCH_REPRODUCE_ROWS_H
#define WORKBENCH_REPRODUCE_ROWS_H

#include "reproduce/paper_set.h"
#include "reproduce/runs.h"

// Does a computed value agree with a printed one? The printed text decides: half a unit of its last
// digit is allowed. A text that starts with < or > is a claim about order and has no digits.

enum verdict {
    VERDICT_REPRODUCED,
    VERDICT_ERRATUM,   ///< agrees once a stated misprint is mended
    VERDICT_INFERRED,  ///< agrees with an input the paper does not print
    VERDICT_NOT_REPRODUCED,
    VERDICT_NOT_COMPARABLE,
    VERDICT_COUNT
};

/// The words of the report, and back.
const char *verdict_word(enum verdict verdict);
enum verdict verdict_of(const char *word);

/// A printed number.
struct printed {
    double value;
    double half_unit;  ///< of the last printed digit; 0 for a claim
    char claim;        ///< '<' or '>'; 0 for a number
};

/// Read "-0.0167", "1.5788E-6", "3.8765e8", "< 1". False when it is none of these.
bool printed_read(const char *text, struct printed *printed);

/// Read "0.25 %" (of the printed value) or "0.25" (absolute). False when it is neither.
bool tolerance_read(const char *text, double printed, double *tolerance);

/// Within half a unit and the tolerance?
bool printed_agrees(const struct printed *printed, double value, double tolerance);

/// Tell `runs` what a row will ask for.
void row_want(const json_t *row, struct runs *runs);

/// A row of a paper computed, judged and explained, as an entry of `rows` in the document. A run
/// that fails makes the row unexpected; NULL and a diagnostic only when the system failed.
json_t *row_compute(const struct paper *paper, const json_t *row, struct runs *runs,
                    dp_diagnostic *diagnostic);

#endif
