// Results for people.

#include "show.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "compare_table.h"
#include "fit_table.h"
#include "terminal.h"

static void print_headline(const dp_headline *line) {
    char unit[32];
    double one = dp_unit_prefixed(line->value, line->unit, unit);
    printf("  %-32s %12.6g%s%s\n", line->name, line->value / one, unit[0] != '\0' ? " " : "", unit);
}

void result_print(const dp_scenario *scenario, const char *folder, const dp_result *result) {
    double error = dp_result_number(result, "energy.error");
    const char *solver = dp_result_text(result, "solver.path"), *part = "", *note;
    dp_headline line;
    cli_say(stdout, "%s: %s (%s)\n", dp_scenario_file(scenario), dp_result_title(result),
            dp_result_kind(result));
    bool is_fit = dp_scenario_is_fit(scenario);
    if (is_fit) fit_table_print(dp_result_summary(result));
    if (dp_scenario_is_comparison(scenario)) compare_table_print(dp_result_summary(result));
    for (int i = 0; !is_fit && dp_result_headline(result, i, &line); i++) {
        if (strcmp(line.part, part) != 0 && line.part[0] != '\0')
            cli_say(stdout, "  %s:\n", line.part);
        part = line.part;
        print_headline(&line);
    }
    // a sweep or a fit has neither
    if (!isnan(error)) printf("  %-32s %12.2g\n", "energy error", error);
    if (solver != NULL) printf("  %-32s %12s\n", "solver", solver);
    for (int i = 0; (note = dp_result_note(result, i)) != NULL; i++)
        cli_paragraph("  note:", 8, note);
    if (is_fit) fit_contact_print(dp_result_summary(result));
    if (folder != NULL) cli_say(stdout, "  report: %s/report.html\n", folder);
}
