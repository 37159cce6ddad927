// The folder of --out.

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/status.h"
#include "cli.h"
#include "files/file.h"
#include "files/folder.h"
#include "files/interrupt.h"
#include "output/record.h"
#include "reproduce/data.h"
#include "reproduce/print.h"
#include "terminal.h"

// A cell and what parts it from the next.
static void put_text(struct out_file *file, const char *text) {
    out_field(file, text, 1);
    out_text(file, ",");
}

static void put_number(struct out_file *file, double value) {
    out_cell(file, value);
    out_text(file, ",");
}

static int write_csv(const struct results *results, int folder, const char *name) {
    struct out_file file;
    out_open(&file, folder, name);
    out_text(&file, "paper,id,where,quantity,unit,printed,ours,relative difference,verdict,reason,"
                    "command\n");
    for (size_t i = 0; i < results->count; i++) {
        const struct result *result = &results->result[i];
        const char *reason[REASONS_MAX] = {""};
        char command[COMMAND_MAX];
        results_reasons(result, reason);
        results_commands(result->row, command);
        for (char *at = command; (at = strchr(at, '\n')) != NULL;)
            *at = ';';  // one line to a row
        put_text(&file, result->paper->name);
        put_text(&file, data_text(result->row, "id"));
        put_text(&file, data_text(result->row, "where"));
        put_text(&file, data_text(result->row, "quantity"));
        put_text(&file, data_text(result->row, "unit"));
        put_text(&file, data_text(result->row, "printed"));
        put_number(&file, result->value);
        put_number(&file, result->difference);
        put_text(&file, verdict_word(result->verdict));
        put_text(&file, reason[0]);
        out_field(&file, command, 1);
        out_text(&file, "\n");
    }
    return out_close(&file);
}

static int write_files(const struct results *results, struct figures *figures,
                       struct out_folder *folder, struct diagnostic *diagnostic) {
    const char *name = "rows.csv";
    int error = write_csv(results, folder->self, name);
    for (int i = 0; i < figures->count && error == 0; i++)
        error = figure_write(&figures->item[i], folder->plots), name = figures->item[i].stem;
    if (error == 0) {
        json_t *document = json_results(results, figures);
        error = record_summary(folder->self, name = "summary.json", document);
        json_decref(document);
    }
    if (error == 0)
        error = page_results(results, figures, folder->self, folder->plots), name = "report.html";
    if (error == 0) return DP_RUN_DONE;
    return report_system_error(diagnostic, "cannot write %s: %s", name, strerror(error));
}

int write_results(const struct results *results, struct figures *figures, const char *dir,
                  bool force) {
    struct diagnostic diagnostic = {.status = DP_RUN_DONE};
    struct out_folder folder;
    int status = folder_init(&folder, dir, &diagnostic);
    if (status != DP_RUN_DONE) return cli_fail(status, "%s", diagnostic.text);
    out_guard_begin();
    status = folder_begin(&folder, &diagnostic);
    if (status == DP_RUN_DONE) status = write_files(results, figures, &folder, &diagnostic);
    if (status == DP_RUN_DONE) status = folder_finish(&folder, force, &diagnostic);
    folder_end(&folder);
    out_guard_end();
    cli_remarks(diagnostic.remarks);
    return status == DP_RUN_DONE ? DP_RUN_DONE : cli_fail(status, "%s", diagnostic.text);
}
