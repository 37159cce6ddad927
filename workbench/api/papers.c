// dashpot/workbench.h: papers and charts.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "api/api.h"
#include "base/json.h"
#include "reproduce/reproduce.h"
#include "scenario/diagnostic.h"
#include "study/design_chart.h"

enum { REPRODUCE_COOKIE = 0x7e970d0c, CHART_COOKIE = 0x0c4a2700 };

dp_reproduce_def dp_reproduce_defaults(void) {
    return (dp_reproduce_def){.cookie = REPRODUCE_COOKIE};
}

dp_run_status dp_reproduce(const dp_reproduce_def *def, char **document,
                           dp_diagnostic *diagnostic) {
    struct call call = call_of(def->call);
    json_t *made = NULL;
    *document = NULL;
    diagnostic_clear(diagnostic);
    if (def->cookie != REPRODUCE_COOKIE)
        return diagnostic_set(diagnostic, DP_RUN_USAGE,
                              "the definition was not made by dp_reproduce_defaults");
    int status = reproduce(def, &call, &made, diagnostic);
    if (status == DP_RUN_DONE) *document = json_to_text(made);
    if (status == DP_RUN_DONE && *document == NULL)
        report_system_error(diagnostic, "out of memory");
    json_decref(made);
    return diagnostic->status;
}

dp_design_chart_def dp_design_chart_defaults(void) {
    return (dp_design_chart_def){.masses = "1, 10, 100, 1000", .cookie = CHART_COOKIE};
}

dp_run_status dp_design_chart(const dp_design_chart_def *def, dp_result **result,
                              dp_diagnostic *diagnostic) {
    struct chart_options options;
    const char *const value[BEARING_COLUMNS] = {[BEARING_LENGTH] = def->length,
                                                [BEARING_MODULUS] = def->modulus,
                                                [BEARING_YIELD] = def->yield,
                                                [BEARING_FIT] = def->fit,
                                                [BEARING_CLEARANCE] = def->clearance};
    *result = NULL;
    diagnostic_clear(diagnostic);
    if (def->cookie != CHART_COOKIE)
        return diagnostic_set(diagnostic, DP_RUN_USAGE,
                              "the definition was not made by dp_design_chart_defaults");
    if (chart_options_read(value, def->masses, &options, diagnostic) != DP_RUN_DONE)
        return diagnostic->status;
    options.classes = def->classes;
    dp_result *made = result_new(call_of(def->call));
    if (made == NULL) return report_system_error(diagnostic, "out of memory");
    made->has_outcome =
        design_chart(def->file, &options, &made->outcome, diagnostic) == DP_RUN_DONE;
    if (made->has_outcome && result_finish(made)) {
        *result = made;
        return DP_RUN_DONE;
    }
    if (made->has_outcome) report_system_error(diagnostic, "out of memory");
    dp_result_free(made);
    return diagnostic->status;
}
