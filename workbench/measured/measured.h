#ifndef WORKBENCH_MEASURED_MEASURED_H
#define WORKBENCH_MEASURED_MEASURED_H

#include "result/outcome.h"
#include "scenario/kind.h"

// A measured series beside the computed one: read from its file, compared at the measured places,
// and laid over the pictures.

/// Can it be read, and does the series have what it is compared with? Complains as far as that can
/// be told before the run.
void measured_check(struct reader *reader, const struct measured_block *block);

/// After a run with rows: `measured` in the summary, a table of that name, points over the
/// pictures, and notes. Complains when the series has no such column, or for want of memory.
void measured_compare(const struct reader *reader, const struct measured_block *block,
                      struct outcome *outcome);

/// The measured values as they were read, SI.
struct measured {
    long rows;
    double *x;     ///< on the axis of the series: the shift is taken off
    double shift;  ///< that was taken off
    const char *x_unit;
    int count;
    const char *column[MEASURED_COLUMNS_MAX], *of[MEASURED_COLUMNS_MAX];
    const char *unit[MEASURED_COLUMNS_MAX];
    double *value[MEASURED_COLUMNS_MAX];  ///< NaN: an empty cell
    char bare[512];                       ///< columns without a unit, a note; "": none
};

/// Read them. `series`: states the units; NULL: the kind does, and what it does not know is left
/// out. All memory is the reader's tree. False after diagnostics.
bool measured_read(struct reader *reader, const struct measured_block *block,
                   const struct table *series, struct measured *measured);

/// How one column agrees.
struct agreement {
    long points, outside;
    double rms;
    double max_difference, at;  ///< largest, either sign, and at which x of the series
    double peak_measured, peak_computed, peak_difference;
    double coarseness;   ///< rms of what interpolation between rows may be wrong by
    bool is_comparable;  ///< false: x goes back and forth, so that no value belongs to a place
};

/// Compare values with a column of the series. `computed`, one for each row: NaN outside. False for
/// want of memory.
bool measured_agree(const struct table *series, int x, int y, const struct measured *measured,
                    int column, double *computed, struct agreement *agreement);

#endif
