#ifndef WORKBENCH_REPRODUCE_ROWS_H
#define WORKBENCH_REPRODUCE_ROWS_H

#include "reproduce/paper_set.h"
#include "reproduce/runs.h"

// Does a computed value agree with a printed one? One rule for all of them, and the printed text
// decides. To the digit: within half a unit of the last digit that is printed. Within the rule:
// within half a unit plus 0.5 % of the number, since inputs that are printed with three digits
// leave up to 0.5 % open. A range holds what lies in it; a text that starts with < or > is a
// statement about order and has no digits.

enum verdict {
    VERDICT_REPRODUCED,  ///< to the digit; of a statement: it holds
    VERDICT_WITHIN,      ///< not to the digit, but within the rule
    VERDICT_ERRATUM,     ///< agrees once a stated misprint is mended
    VERDICT_INFERRED,    ///< agrees with an input the paper does not print
    VERDICT_NOT_REPRODUCED,
    VERDICT_NOT_COMPARABLE,
    VERDICT_EVIDENCE,   ///< no printed result: it shows what an erratum says
    VERDICT_REFERENCE,  ///< no print: a value computed in another way, which ours must meet
    VERDICT_DISTANCE,   ///< no print: how far ours is from points that were read off a figure
    // of public references alone
    VERDICT_OWN_ERROR,      ///< within the error that the print itself is known to have
    VERDICT_PRINT_DIFFERS,  ///< ours meets an independent solution, and the print does not
    VERDICT_ANOTHER_MODEL,  ///< the print is of another model: set beside it, not judged
    VERDICT_COUNT
};

/// The words of the report, and back; and one word for each, as options have it.
const char *verdict_word(enum verdict verdict);
enum verdict verdict_of(const char *word);
const char *verdict_option(enum verdict verdict);

/// What is printed as a result.
struct printed {
    double value;      ///< of a range the lower end
    double high;       ///< of a range the upper end
    double half_unit;  ///< of the last printed digit; 0 for a statement or a range
    char form;         ///< '<', '>' or '=' for a statement, '-' for a range, 0 for a number
};

/// Read "-0.0167", "1.5788E-6", "3.8765e8", "3 to 5", "< 1", "= 1". False when it is none of these.
bool printed_read(const char *text, struct printed *printed);

enum agreement { AGREES_NOT, AGREES_BY_RULE, AGREES_TO_THE_DIGIT };
enum agreement printed_agreement(const struct printed *printed, double value);

/// The largest difference that the rule allows; 0 for what is no number.
double printed_allowance(const struct printed *printed);

/// Does it stand in an erratum instead of among the results?
bool row_is_evidence(const json_t *row);

/// Is it the distance of a curve from points that were read off a figure?
bool row_is_distance(const json_t *row);

/// Tell `runs` what a row will ask for.
void row_want(const json_t *row, struct runs *runs);

/// A row of a paper computed, judged and explained, as an entry of `rows` in the document. A run
/// that fails makes the row unexpected; NULL and a diagnostic only when the system failed.
json_t *row_compute(const struct paper *paper, const json_t *row, struct runs *runs,
                    dp_diagnostic *diagnostic);

#endif
