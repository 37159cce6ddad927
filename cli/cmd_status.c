// dashpot status: how far a study in parts is.

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "cli.h"
#include "json.h"
#include "study_left.h"
#include "terminal.h"

enum { PARTS_SHOWN = 64 };

// "12 s ago".
static void print_age(double modified) {
    double age = fmax(0.0, difftime(time(NULL), (time_t)modified));
    if (age < 120.0)
        printf("last wrote %.0f s ago", age);
    else if (age < 7200.0)
        printf("last wrote %.0f min ago", age / 60.0);
    else
        printf("last wrote %.1f h ago", age / 3600.0);
}

static void print_parts(const json_t *status) {
    const json_t *list = json_object_get(status, "by_part"), *entry;
    size_t i;
    long parts = left_number(status, "parts");
    json_array_foreach(list, i, entry) {
        const json_t *modified = json_object_get(entry, "modified");
        long points = left_number(entry, "points"), done = left_number(entry, "done");
        // of very many only those that are not finished
        if (json_array_size(list) > PARTS_SHOWN && done == points) continue;
        printf("  part %4ld of %ld %10ld of %ld  ", left_number(entry, "part"), parts, done,
               points);
        if (done == points)
            fputs("done", stdout);
        else if (json_is_number(modified))
            print_age(json_number_value(modified));
        else
            fputs("not begun", stdout);
        putchar('\n');
    }
}

static void print(const json_t *status, const char *dir) {
    long points = left_number(status, "points"), done = left_number(status, "done");
    cli_say(stdout, "%s: %ld of %ld points done (%.1f %%), %ld failed\n",
            cli_json_text_at(status, "file"), done, points, 100.0 * (double)done / (double)points,
            left_number(status, "failed"));
    print_parts(status);
    if (left_number(status, "torn") > 0)
        printf("  %ld torn records do not count\n", left_number(status, "torn"));
    left_print(stdout, status, dir);
    if (done == points) cli_say(stdout, "  all points are there: dashpot merge %s\n", dir);
}

static int run(int argc, char **argv) {
    bool is_json = false;
    const cli_option options[] = {{.name = "--json", .flag = &is_json}, {0}};
    cli_words words = {.count = 0};
    dp_diagnostic diagnostic;
    char *document;
    int result = cli_parse_words(argc, argv, options, &words, 1);
    if (result != DP_RUN_DONE) return result;
    if (words.count == 0)
        return cli_fail(DP_RUN_USAGE, "status needs the folder of a study in parts (see dashpot "
                                      "status --help)");
    if (dp_study_status(words.item[0], &document, &diagnostic) != DP_RUN_DONE) {
        diagnostic_print(&diagnostic, NULL);
        return diagnostic.status;
    }
    if (is_json) return cli_print_text(document);
    json_t *status = cli_json_read(document);
    print(status, words.item[0]);
    json_decref(status);
    dp_text_free(document);
    return DP_RUN_DONE;
}

const cli_command cmd_status = {
    .name = "status",
    .summary = "how far a study in parts is",
    .help = "usage: dashpot status DIR [--json]\n"
            "\n"
            "Points that are done, by part, and those that are missing, with the commands that do\n"
            "them. DIR is the folder of dashpot run --part I/N --out DIR.\n"
            "\n"
            "  --json   one JSON document: file, program, points, done, failed, missing, torn,\n"
            "           parts, settings, allow_unphysical, by_part, parts_left, missing_points,\n"
            "           journals\n"
            "\n"
            "example:\n"
            "  dashpot status study\n",
    .run = run,
};
