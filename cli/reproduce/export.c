// Results for programs: JSON, CSV, and the folder of --out.

#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"
#include "data.h"
#include "json.h"
#include "print.h"
#include "record/file.h"
#include "record/folder.h"
#include "record/interrupt.h"
#include "record/record.h"

static json_t *inputs_json(const json_t *row) {
    json_t *runs = json_object_get(row, "runs");
    if (runs != NULL) return json_incref(runs);
    json_t *inputs = json_object();
    json_object_set(inputs, "scenario", json_object_get(row, "scenario"));
    json_object_set(inputs, "set", json_object_get(row, "set"));
    return inputs;
}

static json_t *reasons_json(const struct result *result) {
    const char *reason[4];
    int count = results_reasons(result, reason);
    json_t *array = json_array();
    for (int i = 0; i < count; i++)
        cli_push(array, json_string(reason[i]));
    return array;
}

static json_t *row_json(const struct result *result) {
    static const char *const texts[] = {"id", "where", "quantity", "unit", "printed", NULL};
    const json_t *row = result->row;
    char command[1024];
    json_t *object = json_object();
    cli_put(object, "paper", json_string(result->paper->name));
    for (int i = 0; texts[i] != NULL; i++)
        cli_put(object, texts[i], cli_json_text(data_text(row, texts[i])));
    cli_put(object, "value", cli_json_text(data_text(row, "value")));
    cli_put(object, "ours", cli_json_number(result->value));
    cli_put(object, "relative_difference", cli_json_number(result->difference));
    cli_put(object, "verdict", json_string(verdict_word(result->verdict)));
    cli_put(object, "by_digits", json_boolean(result->by_digits));
    cli_put(object, "tolerance", cli_json_text(data_text(row, "tolerance")));
    cli_put(object, "reasons", reasons_json(result));
    cli_put(object, "unexpected", json_boolean(result->unexpected));
    if (result->unexpected) cli_put(object, "problem", json_string(result->problem));
    cli_put(object, json_object_get(row, "runs") != NULL ? "runs" : "inputs", inputs_json(row));
    results_command(row, command, sizeof command);
    cli_put(object, "command", json_string(command));
    return object;
}

json_t *json_results(const struct results *results) {
    json_t *document = json_object(), *rows = json_array(), *counts = json_object();
    for (size_t i = 0; i < results->count; i++)
        cli_push(rows, row_json(&results->result[i]));
    for (int i = 0; i < VERDICT_COUNT; i++)
        cli_put(counts, verdict_word((enum verdict)i), json_integer(results->counts[i]));
    cli_put(document, "rows", rows);
    cli_put(document, "counts", counts);
    cli_put(document, "unexpected", json_integer(results->unexpected));
    return document;
}

static void put_field(struct out_file *file, const char *text) {
    out_text(file, "\"");
    for (; text != NULL && *text != '\0'; text++) {
        if (*text == '"') out_text(file, "\"");
        out_bytes(file, text, 1);
    }
    out_text(file, "\",");
}

static void put_number(struct out_file *file, double value) {
    if (isfinite(value)) out_number(file, value);
    out_text(file, ",");
}

static int write_csv(const struct results *results, int folder, const char *name) {
    struct out_file file;
    out_open(&file, folder, name);
    out_text(&file, "paper,id,where,quantity,unit,printed,ours,relative difference,verdict,reason,"
                    "command\n");
    for (size_t i = 0; i < results->count; i++) {
        const struct result *result = &results->result[i];
        const char *reason[4] = {""};
        char command[1024];
        results_reasons(result, reason);
        results_command(result->row, command, sizeof command);
        put_field(&file, result->paper->name);
        put_field(&file, data_text(result->row, "id"));
        put_field(&file, data_text(result->row, "where"));
        put_field(&file, data_text(result->row, "quantity"));
        put_field(&file, data_text(result->row, "unit"));
        put_field(&file, data_text(result->row, "printed"));
        put_number(&file, result->value);
        put_number(&file, result->difference);
        put_field(&file, verdict_word(result->verdict));
        put_field(&file, reason[0]);
        put_field(&file, command);
        out_text(&file, "\n");
    }
    return out_close(&file);
}

static int write_files(const struct results *results, struct figure *figures, int figure_count,
                       struct out_folder *folder, struct complaint *complaint) {
    const char *name = "summary.json";
    json_t *document = json_results(results);
    int error = record_summary(folder->self, name, document);
    json_decref(document);
    if (error == 0) error = write_csv(results, folder->self, name = "rows.csv");
    for (int i = 0; i < figure_count && error == 0; i++)
        error = figure_write(&figures[i], folder->plots), name = figures[i].stem;
    if (error == 0)
        error = page_results(results, figures, figure_count, folder->self, folder->plots),
        name = "report.html";
    if (error == 0) return CLI_DONE;
    return out_complain(complaint, "cannot write %s: %s", name, strerror(error));
}

// What an earlier `reproduce` left holds a rows.csv; --force may replace it.
static void make_room(const struct out_folder *folder) {
    struct stat status;
    int old =
        openat(folder->parent, folder->final, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (old < 0) return;
    bool is_ours = fstatat(old, "rows.csv", &status, AT_SYMLINK_NOFOLLOW) == 0 &&
                   fstatat(old, "summary.json", &status, AT_SYMLINK_NOFOLLOW) == 0;
    close(old);
    if (is_ours) folder_remove(folder->parent, folder->final);
}

int write_results(const struct results *results, struct figure *figures, int figure_count,
                  const char *dir, bool force) {
    struct complaint complaint = {.status = CLI_DONE};
    struct out_folder folder;
    int status = folder_init(&folder, dir, &complaint);
    if (status != CLI_DONE) return cli_fail(status, "%s", complaint.text);
    out_guard_begin();
    status = folder_begin(&folder, &complaint);
    if (status == CLI_DONE)
        status = write_files(results, figures, figure_count, &folder, &complaint);
    if (status == CLI_DONE && force) make_room(&folder);
    if (status == CLI_DONE) status = folder_finish(&folder, force, &complaint);
    folder_end(&folder);
    out_guard_end();
    return status == CLI_DONE ? CLI_DONE : cli_fail(status, "%s", complaint.text);
}
