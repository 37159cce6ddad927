// dashpot/workbench.h: studies in parts.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/api.h"
#include "base/json.h"
#include "load/parts.h"
#include "scenario/loaded.h"

enum { PARTS_MAX = 1000000 };

static bool still_agree(void *user, dp_diagnostic *diagnostic) {
    const struct journal *journal = user;
    const struct journal_head *own = journal_own_head(journal);
    return parts_agree(journal, journal_path(journal), own->origin, own->points, own->width,
                       diagnostic);
}

dp_run_status study_resume(dp_scenario *s, const char *folder, bool *is_none,
                           dp_diagnostic *diagnostic) {
    s->journal = journal_open(folder, is_none, diagnostic);
    if (s->journal == NULL || journal_hold(s->journal, diagnostic) != 0)
        return (dp_run_status)diagnostic->status;
    s->inner = parts_restore(s->journal, folder, &s->call, &s->called, diagnostic);
    if (s->inner == NULL) return diagnostic->status;
    struct journal_head head = *journal_study(s->journal);
    head.part = head.parts = 0;
    journal_own(s->journal, &head);
    s->use = (struct journal_use){
        .journal = s->journal, .file = s->called, .agree = still_agree, .user = s->journal};
    s->inner->reader.journal = &s->use;
    return DP_RUN_DONE;
}

static dp_run_status begin_part(dp_scenario *s, const char *folder, int part, int parts,
                                dp_diagnostic *diagnostic) {
    int width;
    long points = parts_points(s->inner, &width, diagnostic);
    if (points == 0) return diagnostic->status;
    char *origin = parts_origin(s->inner);
    if (origin == NULL) return report_system_error(diagnostic, "out of memory");
    s->journal = journal_begin(folder, diagnostic);
    if (s->journal != NULL && parts_agree(s->journal, folder, origin, points, width, diagnostic)) {
        const struct journal_head head = {
            .origin = origin, .points = points, .width = width, .part = part, .parts = parts};
        journal_own(s->journal, &head);
        s->use = (struct journal_use){
            .journal = s->journal, .part = part, .parts = parts, .file = scenario_file(s->inner)};
        s->inner->reader.journal = &s->use;
        int error = journal_start(s->journal);
        if (error != 0)
            report_system_error(diagnostic, "%.700s: the journal cannot be written: %s", folder,
                                strerror(error));
    }
    free(origin);
    return diagnostic->status;
}

dp_run_status dp_scenario_run_part(dp_scenario *scenario, const char *folder, int part, int parts,
                                   dp_diagnostic *diagnostic) {
    dp_diagnostic unread;
    if (diagnostic == NULL) diagnostic = &unread;
    diagnostic_clear(diagnostic);
    if (scenario == NULL || folder == NULL || scenario->journal != NULL)
        return diagnostic_set(diagnostic, DP_RUN_USAGE, "a part needs a scenario and a folder");
    if (part < 1 || part > parts || parts > PARTS_MAX)
        return diagnostic_set(diagnostic, DP_RUN_USAGE,
                              "part %d of %d; it must be 1 to N of N, and N at most %d", part,
                              parts, PARTS_MAX);
    scenario->call.start = clock_seconds();
    if (begin_part(scenario, folder, part, parts, diagnostic) != DP_RUN_DONE)
        return diagnostic->status;
    call_guard(&scenario->call, DP_GUARD_RUN);
    parts_run(scenario->inner, diagnostic);
    scenario->inner->reader.journal = NULL;
    int error = journal_end(scenario->journal);
    scenario->journal = NULL;
    call_guard(&scenario->call, DP_GUARD_END);
    if (error != 0 && diagnostic->status == DP_RUN_DONE)
        report_system_error(diagnostic, "%.700s: the journal cannot be written: %s", folder,
                            strerror(error));
    return diagnostic->status;
}

dp_run_status dp_study_status(const char *folder, char **document, dp_diagnostic *diagnostic) {
    dp_diagnostic unread;
    bool is_none;
    if (diagnostic == NULL) diagnostic = &unread;
    *document = NULL;
    struct journal *journal = journal_open(folder, &is_none, diagnostic);
    if (journal == NULL) return diagnostic->status;
    json_t *status = parts_status(journal, folder, diagnostic);
    if (status != NULL) *document = json_to_text(status);
    if (status != NULL && *document == NULL) report_system_error(diagnostic, "out of memory");
    json_decref(status);
    journal_end(journal);
    return diagnostic->status;
}
