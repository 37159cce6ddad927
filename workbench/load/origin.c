// Where a run came from.

#define _DEFAULT_SOURCE  // realpath

#include "load/origin.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "dashpot/version.h"
#include "files/folder.h"
#include "scenario/input.h"
#include "scenario/loaded.h"

enum { SUM_MAX = 24 };

static const char *print_sum(uint64_t sum, char text[SUM_MAX]) {
    snprintf(text, SUM_MAX, "%016" PRIx64, sum);
    return text;
}

json_t *origin_path(const char *path) {
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    size_t length = slash != NULL ? (size_t)(slash - path) + 1 : 0;
    char *folder = malloc(length + 2), *real = NULL;
    if (folder != NULL) {
        memcpy(folder, path, length);
        strcpy(folder + length, length == 0 ? "." : "");
        real = realpath(folder, NULL);
    }
    bool is_root = real != NULL && strcmp(real, "/") == 0;
    json_t *result =
        real != NULL ? json_sprintf("%s/%s", is_root ? "" : real, name) : json_string(path);
    free(real);
    free(folder);
    return result;
}

json_t *origin_inputs(const struct scenario *scenario) {
    json_t *list = json_array();
    const struct input_file *file = inputs_first(scenario->reader.inputs);
    for (; file != NULL; file = file->next) {
        char sum[SUM_MAX];
        json_push(list,
                  json_pack("{s:o, s:I, s:s}", "file", origin_path(file->path), "bytes",
                            (json_int_t)file->bytes, "crc64", print_sum(file->checksum, sum)));
    }
    return list;
}

int origin_make(const struct scenario *scenario, struct checkpoint_origin *origin) {
    json_t *record =
        json_pack("{s:s, s:o, s:o, s:b}", "program", DP_VERSION_STRING, "file",
                  origin_path(scenario->reader.file), "inputs", origin_inputs(scenario),
                  "allow_unphysical", scenario->reader.allows_unphysical);
    *origin = (struct checkpoint_origin){.text = scenario_text(scenario)};
    snprintf(origin->kind, sizeof origin->kind, "%s", scenario->reader.kind->name);
    origin->record = json_dumps(record, JSON_INDENT(2));
    json_decref(record);
    if (origin->text != NULL && origin->record != NULL) return 1;
    checkpoint_origin_free(origin);
    return 0;
}

int origin_check_input(const json_t *entry, const char *what, const char *record,
                       dp_diagnostic *diagnostic) {
    const char *file = json_string_value(json_object_get(entry, "file"));
    const char *crc = json_string_value(json_object_get(entry, "crc64"));
    json_int_t size = json_integer_value(json_object_get(entry, "bytes"));
    char sum[SUM_MAX];
    uint64_t bytes, checksum;
    if (file == NULL || crc == NULL)
        return report_system_error(diagnostic, "%.700s is damaged", record);
    if (!input_measure(file, &bytes, &checksum))
        return report_system_error(diagnostic, "%.700s: it needs %.700s: %s", what, file,
                                   errno != 0 ? strerror(errno) : "cannot be read");
    if (bytes == (uint64_t)size && strcmp(print_sum(checksum, sum), crc) == 0) return 0;
    return report_system_error(
        diagnostic,
        "%.700s: %.700s has changed since the run began: it had %" JSON_INTEGER_FORMAT
        " bytes, CRC-64 %.16s, and has %" PRIu64 " bytes, CRC-64 %s; put it back as it was",
        what, file, size, crc, bytes, print_sum(checksum, sum));
}

static struct scenario *restore(const json_t *record, const struct checkpoint_origin *origin,
                                const char *dir, const struct call *call,
                                dp_diagnostic *diagnostic) {
    const char *program = json_string_value(json_object_get(record, "program"));
    const char *file = json_string_value(json_object_get(record, "file"));
    const json_t *inputs = json_object_get(record, "inputs");
    if (program == NULL || file == NULL || !json_is_array(inputs)) {
        report_system_error(diagnostic, "%.700s/checkpoint/run.json is damaged", dir);
        return NULL;
    }
    if (strcmp(program, DP_VERSION_STRING) != 0) {
        report_system_error(
            diagnostic,
            "the run in %.700s was begun by dashpot %.40s and must be resumed by that "
            "version; this is %s",
            dir, program, DP_VERSION_STRING);
        return NULL;
    }
    char what[800], run[800];
    snprintf(what, sizeof what, "%.700s cannot be resumed", dir);
    snprintf(run, sizeof run, "%.700s/checkpoint/run.json", dir);
    for (size_t i = 0; i < json_array_size(inputs); i++) {
        if (origin_check_input(json_array_get(inputs, i), what, run, diagnostic) != 0) return NULL;
    }
    const dp_scenario_def def = {
        .file = file,
        .text = origin->text,
        .allow_unphysical = json_is_true(json_object_get(record, "allow_unphysical")),
    };
    return scenario_load(&def, call, diagnostic);
}

struct scenario *origin_restore(const struct checkpoint_origin *origin, const char *dir,
                                const struct call *call, dp_diagnostic *diagnostic) {
    json_t *record = json_loads(origin->record, JSON_REJECT_DUPLICATES, NULL);
    struct scenario *scenario = restore(record, origin, dir, call, diagnostic);
    json_decref(record);
    return scenario;
}
