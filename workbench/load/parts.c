// Where a study in parts came from.

#include "load/parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "dashpot/version.h"
#include "fit/plan.h"
#include "load/origin.h"
#include "scenario/loaded.h"
#include "study/plan.h"
#include "study/sweep.h"

static json_t *settings_json(const struct reader *reader) {
    json_t *list = json_array();
    for (size_t i = 0; i < reader->set_count; i++)
        json_push(list, json_pack("[s, s]", reader->set[i].path, reader->set[i].value));
    return list;
}

// A name that is no UTF-8 cannot be told as it is; who goes on then finds no files beside it.
static json_t *path_json(const char *path) {
    json_t *real = origin_path(path);
    return real != NULL ? real : json_text(path);
}

static const char *study_of(const struct scenario *scenario) {
    return sweep_is(scenario) ? "sweep" : fit_is(scenario) ? "fit" : "ensemble";
}

bool parts_is_sweep(const char *origin) {
    json_t *record = json_loads(origin, 0, NULL);
    const char *study = json_string_value(json_object_get(record, "study"));
    bool is = study != NULL && strcmp(study, "sweep") == 0;
    json_decref(record);
    return is;
}

char *parts_origin(const struct scenario *scenario) {
    const struct reader *reader = &scenario->reader;
    json_t *record = json_pack(
        "{s:s, s:s, s:o, s:o, s:o, s:s, s:o, s:b}", "program", DP_VERSION_STRING, "study",
        study_of(scenario), "file", path_json(reader->file), "called", json_text(reader->file),
        "inputs", origin_inputs(scenario), "text", scenario->text, "settings",
        settings_json(reader), "allow_unphysical", reader->allows_unphysical);
    char *text = json_dumps(record, JSON_INDENT(1));
    json_decref(record);
    return text;
}

// --- what differs --------------------------------------------------------------------------------

// The first line in which two texts differ, from 1.
static int differing_line(const char *a, const char *b) {
    int line = 1;
    for (; *a == *b && *a != '\0'; a++, b++)
        line += *a == '\n';
    return line;
}

static bool same_text(const json_t *a, const json_t *b, const char *key) {
    const char *first = json_string_value(json_object_get(a, key));
    const char *second = json_string_value(json_object_get(b, key));
    return first != NULL && second != NULL && strcmp(first, second) == 0;
}

static bool same_value(const json_t *a, const json_t *b, const char *key) {
    return json_equal(json_object_get(a, key), json_object_get(b, key)) != 0;
}

// Files by their sizes and checksums; `text` says of the first that differs what it was and is.
static bool same_inputs(const json_t *a, const json_t *b, char *text, size_t size) {
    const json_t *first = json_object_get(a, "inputs"), *second = json_object_get(b, "inputs");
    size_t count = json_array_size(first);
    snprintf(text, size, "the number of files that it refers to differs");
    if (count != json_array_size(second)) return false;
    for (size_t i = 0; i < count; i++) {
        const json_t *side[2] = {json_array_get(first, i), json_array_get(second, i)};
        const char *file[2], *sum[2];
        if (same_value(side[0], side[1], "bytes") && same_text(side[0], side[1], "crc64")) continue;
        for (int k = 0; k < 2; k++) {
            file[k] = json_string_value(json_object_get(side[k], "file"));
            sum[k] = json_string_value(json_object_get(side[k], "crc64"));
        }
        snprintf(text, size,
                 "%.200s differs: it has CRC-64 %.16s, and what the journal was made with, "
                 "%.200s, had %.16s",
                 file[0] != NULL ? file[0] : "a file", sum[0] != NULL ? sum[0] : "unknown",
                 file[1] != NULL ? file[1] : "a file", sum[1] != NULL ? sum[1] : "unknown");
        return false;
    }
    return true;
}

// What differs between two origins; empty when they agree.
static void compare(const json_t *mine, const json_t *theirs, char *text, size_t size) {
    const char *program = json_string_value(json_object_get(theirs, "program"));
    const char *own_text = json_string_value(json_object_get(mine, "text"));
    const char *their_text = json_string_value(json_object_get(theirs, "text"));
    text[0] = '\0';
    if (program == NULL || own_text == NULL || their_text == NULL)
        snprintf(text, size, "its head is damaged");
    else if (!same_text(mine, theirs, "program"))
        snprintf(text, size, "it was written by dashpot %.40s, the others by %.40s", program,
                 json_string_value(json_object_get(mine, "program")));
    else if (strcmp(own_text, their_text) != 0)
        snprintf(text, size, "its scenario differs, first in line %d",
                 differing_line(own_text, their_text));
    else if (!same_value(mine, theirs, "settings"))
        snprintf(text, size, "its --set differ");
    else if (!same_value(mine, theirs, "allow_unphysical"))
        snprintf(text, size, "one was run with --allow-unphysical, the other without");
    else if (same_inputs(mine, theirs, text, size))
        text[0] = '\0';
}

bool parts_agree(const struct journal *journal, const char *dir, const char *origin, long points,
                 int width, dp_diagnostic *diagnostic) {
    json_t *mine = json_loads(origin, 0, NULL);
    char why[600] = "";
    diagnostic_clear(diagnostic);
    for (int i = 0; i < journal_count(journal) && why[0] == '\0'; i++) {
        const struct journal_file *file = journal_file(journal, i);
        bool is_empty = file->begin == file->end;  // a process that began and left nothing
        json_t *theirs = is_empty ? NULL : json_loads(file->head.origin, 0, NULL);
        if (!is_empty) compare(mine, theirs, why, sizeof why);
        // no study has as many, so that nobody makes us count them
        if (file->head.points > SWEEP_POINTS_MAX) snprintf(why, sizeof why, "its head is damaged");
        if (!is_empty && why[0] == '\0' &&
            (file->head.points != points || file->head.width != width))
            snprintf(why, sizeof why, "it has %ld points of %d numbers, this study %ld of %d",
                     file->head.points, file->head.width, points, width);
        json_decref(theirs);
        if (why[0] != '\0')
            diagnostic_set(diagnostic, DP_RUN_INPUT,
                           "%.700s holds a part of another study, " JOURNALS_FOLDER
                           "/%s: %s; put it back as it was, or choose another folder",
                           dir, file->name, why);
    }
    json_decref(mine);
    return diagnostic->status == DP_RUN_DONE;
}

// --- the scenario --------------------------------------------------------------------------------

static struct scenario *restore(const json_t *origin, const char *dir, const struct call *call,
                                dp_diagnostic *diagnostic) {
    const json_t *inputs = json_object_get(origin, "inputs");
    const json_t *list = json_object_get(origin, "settings");
    size_t count = json_array_size(list);
    char what[800], head[800];
    snprintf(what, sizeof what, "%.700s cannot be gone on with", dir);
    snprintf(head, sizeof head, "the head of a journal in %.700s", dir);
    for (size_t i = 0; i < json_array_size(inputs); i++) {
        if (origin_check_input(json_array_get(inputs, i), what, head, diagnostic) != 0) return NULL;
    }
    dp_setting *settings = calloc(count + 1, sizeof *settings);
    if (settings == NULL) {
        report_system_error(diagnostic, "out of memory");
        return NULL;
    }
    for (size_t i = 0; i < count; i++) {
        const json_t *pair = json_array_get(list, i);
        settings[i].path = json_string_value(json_array_get(pair, 0));
        settings[i].value = json_string_value(json_array_get(pair, 1));
        if (settings[i].path == NULL || settings[i].value == NULL) count = i;
    }
    const dp_scenario_def def = {
        .file = json_string_value(json_object_get(origin, "file")),
        .text = json_string_value(json_object_get(origin, "text")),
        .settings = settings,
        .setting_count = count,
        .allow_unphysical = json_is_true(json_object_get(origin, "allow_unphysical")),
    };
    struct scenario *scenario = scenario_load(&def, call, diagnostic);
    free(settings);
    return scenario;
}

int parts_report_empty(const char *dir, dp_diagnostic *diagnostic) {
    return diagnostic_set(diagnostic, DP_RUN_MISSING,
                          "%.700s/" JOURNALS_FOLDER
                          " has no finished points; run the parts first: dashpot run FILE --part "
                          "I/N --out %.700s",
                          dir, dir);
}

static bool has_inputs(const json_t *origin) {
    const json_t *inputs = json_object_get(origin, "inputs");
    dp_diagnostic unread;
    bool are_there = true;
    for (size_t i = 0; i < json_array_size(inputs) && are_there; i++)
        are_there = origin_check_input(json_array_get(inputs, i), "", "", &unread) == 0;
    return are_there;
}

// Machines may see the files of a study under other paths, and a folder may have been moved: of the
// origins that agree one whose files are there, else that which speaks for the study.
static json_t *find_origin(const struct journal *journal) {
    for (int i = 0; i < journal_count(journal); i++) {
        const struct journal_file *file = journal_file(journal, i);
        if (file->begin == file->end) continue;
        json_t *origin = json_loads(file->head.origin, 0, NULL);
        if (has_inputs(origin)) return origin;
        json_decref(origin);
    }
    return json_loads(journal_study(journal)->origin, 0, NULL);
}

struct scenario *parts_restore(const struct journal *journal, const char *dir,
                               const struct call *call, char **file, dp_diagnostic *diagnostic) {
    *file = NULL;
    diagnostic_clear(diagnostic);
    if (journal_count(journal) == 0) {
        parts_report_empty(dir, diagnostic);
        return NULL;
    }
    const struct journal_head *head = journal_study(journal);
    if (!parts_agree(journal, dir, head->origin, head->points, head->width, diagnostic))
        return NULL;
    json_t *origin = find_origin(journal);
    const char *program = json_string_value(json_object_get(origin, "program"));
    const char *called = json_string_value(json_object_get(origin, "called"));
    const char *path = json_string_value(json_object_get(origin, "file"));
    struct scenario *scenario = NULL;
    if (program == NULL || called == NULL || path == NULL)
        report_system_error(diagnostic, "%.700s: the head of a journal is damaged", dir);
    else if (strcmp(program, DP_VERSION_STRING) != 0)
        diagnostic_set(diagnostic, DP_RUN_INPUT,
                       "the study in %.700s was begun by dashpot %.40s and must be finished by "
                       "that version; this is %s",
                       dir, program, DP_VERSION_STRING);
    else
        scenario = restore(origin, dir, call, diagnostic);
    int width;
    long points = scenario != NULL ? parts_points(scenario, &width, diagnostic) : 0;
    if (points > 0 && (points != head->points || width != head->width)) {
        report_system_error(diagnostic, "%.700s: the head of a journal is damaged", dir);
        points = 0;
    }
    if (points > 0) *file = malloc(strlen(called) + 1);
    if (*file != NULL)
        strcpy(*file, called);
    else if (points > 0)
        report_system_error(diagnostic, "out of memory");
    json_decref(origin);
    if (*file != NULL) return scenario;
    scenario_free(scenario);
    return NULL;
}

// --- points --------------------------------------------------------------------------------------

static bool has_points(const struct scenario *scenario) {
    const struct kind *kind = scenario->reader.kind;
    return scenario->fit == NULL && kind->points != NULL && kind->points(scenario->config) > 0;
}

long parts_points(const struct scenario *scenario, int *width, dp_diagnostic *diagnostic) {
    diagnostic_clear(diagnostic);
    if (sweep_is(scenario))
        return sweep_check_parts(scenario, diagnostic) ? sweep_points(scenario, width) : 0;
    *width = 0;
    long points = fit_is(scenario) ? fit_points(scenario, width) : 0;
    if (has_points(scenario)) points = scenario->reader.kind->points(scenario->config);
    if (points > 0) return points;
    if (points < 0)
        report_system_error(diagnostic, "%.700s: out of memory", scenario->reader.file);
    else if (fit_is(scenario))
        diagnostic_set(
            diagnostic, DP_RUN_USAGE,
            "%.700s has a fit without free parameters, or by groups; there is nothing to "
            "be done in parts",
            scenario->reader.file);
    else
        diagnostic_set(diagnostic, DP_RUN_USAGE,
                       "%.700s has neither a sweep, nor a fit, nor an ensemble; there is nothing "
                       "to be done in parts",
                       scenario->reader.file);
    return 0;
}

int parts_run(const struct scenario *scenario, dp_diagnostic *diagnostic) {
    if (sweep_is(scenario)) return sweep_run_part(scenario, diagnostic);
    if (fit_is(scenario)) return fit_run_part(scenario, diagnostic);
    struct reader reader = reader_of(scenario, diagnostic);
    reader.kind->run_part(&reader, scenario->config);
    return diagnostic->status;
}
