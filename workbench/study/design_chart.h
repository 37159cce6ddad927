#ifndef WORKBENCH_STUDY_DESIGN_CHART_H
#define WORKBENCH_STUDY_DESIGN_CHART_H

#include "result/outcome.h"
#include "study/bearings.h"

// The design chart: from which speed on a journal of some mass leaves a dent in its bearing.

enum { CHART_MASSES_MAX = 64, CHART_ROWS_MAX = 1000000 };

struct chart_options {
    double given[BEARING_COLUMNS];  ///< SI, for cells that are empty or missing; NaN: none
    double mass[CHART_MASSES_MAX];  ///< [kg] payloads
    int mass_count;
    const char *classes;  ///< file with clearances of classes; NULL: none
};

/// Options as texts: values by column, NULL where there is none, and "1 kg, 10 kg, 100 kg". A
/// diagnostic names them as in "--mass is ...". Returns an exit status.
int chart_options_read(const char *const value[BEARING_COLUMNS], const char *masses,
                       struct chart_options *options, dp_diagnostic *diagnostic);

/// Read a table of bearings; one row for every bearing and mass, pictures and summary. Returns an
/// exit status; unless it is 0, the outcome is empty.
int design_chart(const char *file, const struct chart_options *options, struct outcome *outcome,
                 dp_diagnostic *diagnostic);

#endif
