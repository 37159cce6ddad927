// The folder of --out.

#include <errno.h>
#include <math.h>
#include <string.h>

#include "base/json.h"
#include "base/status.h"
#include "base/words.h"
#include "files/file.h"
#include "files/folder.h"
#include "output/record.h"
#include "reproduce/document.h"
#include "reproduce/paper_page.h"

// A cell and what parts it from the next.
static void put_text(struct out_file *file, const char *text) {
    out_field(file, text, 1);
    out_text(file, ",");
}

static void put_number(struct out_file *file, const json_t *value) {
    out_cell(file, json_is_number(value) ? json_number_value(value) : NAN);
    out_text(file, ",");
}

// Commands of a row in one cell: one line to a row.
static void put_commands(struct out_file *file, const json_t *commands) {
    char text[8192] = "";
    size_t i;
    json_t *command;
    json_array_foreach(commands, i, command) {
        if (i > 0) text_append(text, sizeof text, ";");
        text_append(text, sizeof text, json_string_value(command));
    }
    out_field(file, text, 1);
    out_text(file, "\n");
}

static int write_csv(const json_t *document, int folder, const char *name) {
    static const char *const texts[] = {"paper", "id", "where", "quantity", "unit", "printed"};
    struct out_file file;
    size_t i;
    json_t *row;
    out_open(&file, folder, name);
    out_text(&file, "paper,id,where,quantity,unit,printed,ours,relative difference,verdict,reason,"
                    "command\n");
    json_array_foreach(json_object_get(document, "rows"), i, row) {
        for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
            put_text(&file, text_at(row, texts[k]));
        put_number(&file, json_object_get(row, "ours"));
        put_number(&file, json_object_get(row, "relative_difference"));
        put_text(&file, text_at(row, "verdict"));
        put_text(&file, json_string_value(json_array_get(json_object_get(row, "reasons"), 0)));
        put_commands(&file, json_object_get(row, "commands"));
    }
    return out_close(&file);
}

static int draw(json_t *document, struct figures *figures, int plots, const struct call *call,
                const char **name) {
    const json_t *entries = json_object_get(document, "figures");
    int error = 0;
    for (int i = 0; i < figures->count && error == 0; i++) {
        struct figure *figure = &figures->item[i];
        error = figure_write(call, figure, plots);
        *name = figure->stem;
        if (figure->is_drawn)
            json_push(json_object_get(json_array_get(entries, (size_t)i), "files"),
                      json_sprintf("plots/%s.svg", figure->stem));
    }
    return error;
}

static int write_files(json_t *document, struct figures *figures, struct out_folder *folder,
                       const struct call *call, dp_diagnostic *diagnostic) {
    const char *name = "rows.csv";
    int error = write_csv(document, folder->self, name);
    if (error == 0) error = draw(document, figures, folder->plots, call, &name);
    if (error == 0) error = record_summary(folder->self, name = "summary.json", document);
    if (error == 0) error = page_write(document, figures, folder, name = "report.html");
    if (error == 0) return DP_RUN_DONE;
    return report_system_error(diagnostic, "cannot write %s: %s", name, strerror(error));
}

int document_export(json_t *document, struct figures *figures, const char *dir, bool force,
                    const struct call *call, dp_diagnostic *diagnostic) {
    struct out_folder folder;
    int status = folder_init(&folder, dir, diagnostic);
    if (status != DP_RUN_DONE) return status;
    call_guard(call, DP_GUARD_WRITE);
    status = folder_begin(&folder, diagnostic);
    if (status == DP_RUN_DONE) status = write_files(document, figures, &folder, call, diagnostic);
    if (status == DP_RUN_DONE) status = folder_finish(&folder, force, diagnostic);
    folder_end(&folder);
    call_guard(call, DP_GUARD_END);
    return status;
}
