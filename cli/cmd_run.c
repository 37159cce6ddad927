// dashpot run: run scenarios, print their results, write their folders.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "json.h"
#include "part.h"
#include "progress.h"
#include "show.h"
#include "signals.h"
#include "terminal.h"

enum { FOLDER_MAX = 4096, NAME_LONGEST = 240 };

struct job {
    const char *file;
    dp_scenario *scenario;
    char folder[FOLDER_MAX];  // empty: nothing is written
};

struct session {
    // as given
    const char *out, *resume, *threads, *part, *limit[3];
    bool force, json, quiet;
    cli_words set, files;
    // what is made of it
    struct job *job;       // owned; one for each file
    const char **folders;  // owned; of all jobs, ends with NULL
    int count, done;
    int part_index, parts;  // 0: not in parts
    dp_scenario_def def;    // what all of them have in common
    struct progress progress;
    int printed;  // entries of the JSON array
};

// --- callbacks of the workbench ------------------------------------------------------------------

static void show_share(void *user, double share) {
    struct session *s = (struct session *)user;
    progress_at(&s->progress, ((double)s->done + share) / (double)(s->count > 0 ? s->count : 1));
}

static void show_message(void *user, const char *text) {
    struct session *s = (struct session *)user;
    progress_end(&s->progress);
    cli_say(stderr, "dashpot: %s\n", text);
}

// --- before anything runs ------------------------------------------------------------------------

static int load_all(struct session *s) {
    int result = DP_RUN_DONE;
    for (int i = 0; i < s->files.count; i++) {
        dp_diagnostic diagnostic;
        struct job *job = &s->job[s->count++];
        s->def.file = job->file = s->files.item[i];
        if (dp_scenario_load(&job->scenario, &s->def, &diagnostic) == DP_RUN_DONE) continue;
        diagnostic_print(&diagnostic, s->files.count > 1 ? job->file : NULL);
        // bad input outranks files that cannot be read
        if (result == DP_RUN_DONE || diagnostic.status == DP_RUN_INPUT)
            result = (int)diagnostic.status;
    }
    return result;
}

static bool is_taken(const struct session *s, int before, const char *folder) {
    for (int i = 0; i < before; i++) {
        if (strcmp(s->job[i].folder, folder) == 0) return true;
    }
    return false;
}

// One folder for one scenario; below it one for each of several, by the names of their files.
static int name_folders(struct session *s) {
    const char *slash = strrchr(s->out, '/'), *last = slash != NULL ? slash + 1 : s->out;
    // a name beside it may be longer
    if (strlen(s->out) > FOLDER_MAX - 300 || strlen(last) > NAME_LONGEST)
        return cli_fail(DP_RUN_SYSTEM, "the name of the output folder is too long");
    for (int i = 0; i < s->count; i++) {
        char *folder = s->job[i].folder;
        const char *name = dp_scenario_name(s->job[i].scenario);
        if (s->count == 1) {
            snprintf(folder, FOLDER_MAX, "%s", s->out);
            break;
        }
        snprintf(folder, FOLDER_MAX, "%s/%s", s->out, name);
        for (int again = 2; is_taken(s, i, folder); again++)
            snprintf(folder, FOLDER_MAX, "%s/%s-%d", s->out, name, again);
    }
    return DP_RUN_DONE;
}

static dp_run_def define_run(const struct session *s, const struct job *job) {
    dp_run_def def = dp_run_defaults();
    def.folder = s->out != NULL ? job->folder : NULL;
    def.replace = s->force;
    def.reserved = s->folders;
    return def;
}

// Could all of them run and be written? They are looked at before the first one starts.
static int check_all(struct session *s) {
    dp_diagnostic diagnostic;
    int result = s->out != NULL ? name_folders(s) : DP_RUN_DONE;
    if (result != DP_RUN_DONE) return result;
    // what lies beside the folders of several scenarios is refused as in the folder of one
    if (s->out != NULL && s->count > 1 &&
        dp_folder_check(s->out, s->force, &diagnostic) != DP_RUN_DONE)
        return cli_fail(diagnostic.status, "%s", diagnostic.text);
    for (int i = 0; i < s->count; i++) {
        const dp_run_def def = define_run(s, &s->job[i]);
        int status = dp_scenario_check(s->job[i].scenario, &def, &diagnostic);
        if (status == DP_RUN_DONE) continue;
        diagnostic_print(&diagnostic, s->count > 1 ? s->job[i].file : NULL);
        if (result == DP_RUN_DONE) result = status;
    }
    return result;
}

// --- results for programs ------------------------------------------------------------------------

// An entry of the array that several files give, or the whole document.
static void print_entry(struct session *s, const char *json) {
    if (s->count == 1) {
        fputs(json, stdout);
        return;
    }
    fputs(s->printed++ == 0 ? "[" : ",", stdout);
    while (*json != '\0') {
        size_t length = strcspn(json, "\n");
        if (length > 0) printf("\n  %.*s", (int)length, json);
        json += length + (json[length] == '\n');
    }
}

static void print_failure(struct session *s, const dp_diagnostic *diagnostic,
                          const dp_result *partial) {
    json_t *entry = json_object();
    cli_json_put(entry, "error", json_string(diagnostic->text));
    cli_json_put(entry, "status", json_integer(diagnostic->status));
    if (diagnostic->status == DP_RUN_NUMERIC) {
        const char *body = diagnostic->body, *contact = diagnostic->contact;
        cli_json_put(entry, "time", cli_json_number(diagnostic->time));
        cli_json_put(entry, "body", body[0] != '\0' ? json_string(body) : json_null());
        cli_json_put(entry, "contact", contact[0] != '\0' ? json_string(contact) : json_null());
    }
    if (partial != NULL && dp_result_folder(partial) != NULL)
        cli_json_put(entry, "partial", json_string(dp_result_folder(partial)));
    char *text = cli_json_text(entry);
    print_entry(s, text);
    dp_text_free(text);
}

// --- running -------------------------------------------------------------------------------------

static int run_one(struct session *s, struct job *job) {
    const dp_run_def def = define_run(s, job);
    dp_result *result;
    dp_diagnostic diagnostic;
    int status = dp_scenario_run(job->scenario, &def, &result, &diagnostic);
    progress_end(&s->progress);
    cli_remarks(diagnostic.remarks);
    if (status == DP_RUN_DONE && s->json)
        print_entry(s, dp_result_summary(result));
    else if (status == DP_RUN_DONE && !s->quiet)
        result_print(job->scenario, job->folder[0] != '\0' ? job->folder : NULL, result);
    // what a signal ended has nothing to complain about
    if (status != DP_RUN_DONE && !signals_stop(NULL))
        diagnostic_print(&diagnostic, s->count > 1 ? job->file : NULL);
    if (status != DP_RUN_DONE && s->json && s->count > 1) print_failure(s, &diagnostic, result);
    dp_result_free(result);
    return status;
}

static int run_all(struct session *s) {
    int result = DP_RUN_DONE;
    for (; s->done < s->count; s->done++) {
        if (s->count > 1) progress_now(&s->progress, (double)s->done / (double)s->count);
        int status = run_one(s, &s->job[s->done]);
        if (result == DP_RUN_DONE) result = status;
        if (!s->json && !s->quiet && s->done + 1 < s->count) putchar('\n');
    }
    if (s->json && s->count > 1) fputs("\n]\n", stdout);
    return result;
}

// A part of a study leaves a journal and no results.
static int run_part(struct session *s) {
    const struct job *job = &s->job[0];
    dp_diagnostic diagnostic;
    dp_scenario_run_part(job->scenario, s->out, s->part_index, s->parts, &diagnostic);
    progress_end(&s->progress);
    if (diagnostic.status != DP_RUN_DONE && !signals_stop(NULL)) {
        diagnostic_print(&diagnostic, NULL);
        return diagnostic.status;
    }
    if (diagnostic.status == DP_RUN_DONE && s->json)
        printf("{\n  \"part\": %d,\n  \"parts\": %d\n}\n", s->part_index, s->parts);
    else if (diagnostic.status == DP_RUN_DONE && !s->quiet)
        cli_say(stdout, "%s: part %d of %d is done; when all are: dashpot merge %s\n", job->file,
                s->part_index, s->parts, s->out);
    return diagnostic.status;
}

// --threads is for sweeps and fits, so there must be one.
static int check_threads(const struct session *s) {
    bool has_many = false;
    for (int i = 0; i < s->count; i++)
        has_many = has_many || dp_scenario_is_sweep(s->job[i].scenario) ||
                   dp_scenario_is_fit(s->job[i].scenario);
    // a part says by itself whether there is anything to share
    if (has_many || s->def.threads == 0 || s->parts > 0) return DP_RUN_DONE;
    return cli_fail(DP_RUN_USAGE, "--threads is for scenarios with a sweep or a fit");
}

static int run_files(struct session *s) {
    struct settings settings;
    int status = settings_read(&settings, &s->set, &s->def);
    if (status == DP_RUN_DONE) status = load_all(s);
    if (status == DP_RUN_DONE) status = check_threads(s);
    if (status == DP_RUN_DONE && s->parts > 0) {
        status = run_part(s);
    } else {
        if (status == DP_RUN_DONE) status = check_all(s);
        if (status == DP_RUN_DONE) status = run_all(s);
    }
    settings_free(&settings);
    return status;
}

// Go on with the run whose states lie in s->out.
static int resume(struct session *s) {
    dp_diagnostic diagnostic;
    struct job *job = &s->job[s->count++];
    if (strlen(s->out) >= FOLDER_MAX)
        return cli_fail(DP_RUN_SYSTEM, "the name of the output folder is too long");
    if (dp_scenario_resume(&job->scenario, s->out, &s->def, &diagnostic) != DP_RUN_DONE) {
        diagnostic_print(&diagnostic, NULL);
        return diagnostic.status;
    }
    job->file = dp_scenario_file(job->scenario);
    snprintf(job->folder, FOLDER_MAX, "%s", s->out);
    int status = check_threads(s);
    if (status == DP_RUN_DONE) status = check_all(s);
    return status == DP_RUN_DONE ? run_all(s) : status;
}

// --- the command line ----------------------------------------------------------------------------

static int check_usage(const struct session *s) {
    bool resumes = s->resume != NULL;
    if (resumes && s->files.count > 0)
        return cli_fail(DP_RUN_USAGE, "--resume runs what is in its folder, and no file besides");
    if (resumes && s->set.count > 0)
        return cli_fail(DP_RUN_USAGE, "--set cannot change a run that has begun");
    if (resumes && s->def.allow_unphysical)
        return cli_fail(DP_RUN_USAGE, "--resume goes on as the run was begun; --allow-unphysical "
                                      "belongs to the first call");
    if (resumes && (s->out != NULL || s->force || s->part != NULL))
        return cli_fail(DP_RUN_USAGE,
                        "--resume goes with --json, --quiet, --threads and the limits "
                        "only; the results go to its folder");
    if (s->part != NULL && (s->out == NULL || s->files.count > 1))
        return cli_fail(DP_RUN_USAGE, "--part takes one scenario file and --out DIR, the folder of "
                                      "all parts");
    if (s->part != NULL && s->force)
        return cli_fail(DP_RUN_USAGE, "--part adds to what other parts left in DIR, so there is no "
                                      "--force; to start over remove DIR");
    if (!resumes && s->files.count == 0)
        return cli_fail(DP_RUN_USAGE, "run needs a scenario file (see dashpot run --help)");
    if (s->force && s->out == NULL) return cli_fail(DP_RUN_USAGE, "--force is for --out DIR");
    return DP_RUN_DONE;
}

// Room for every job.
static int make_jobs(struct session *s) {
    size_t most = s->resume != NULL ? 1 : (size_t)s->files.count;
    s->job = calloc(most, sizeof *s->job);
    s->folders = calloc(most + 1, sizeof *s->folders);
    if (s->job == NULL || s->folders == NULL) return cli_fail(DP_RUN_SYSTEM, "out of memory");
    for (size_t i = 0; i < most; i++)
        s->folders[i] = s->job[i].folder;
    return DP_RUN_DONE;
}

static int run(int argc, char **argv) {
    struct session s = {.def = dp_scenario_defaults()};
    const cli_option options[] = {{.name = "--set", .words = &s.set},
                                  {.name = "--out", .value = &s.out},
                                  {.name = "--force", .flag = &s.force},
                                  {.name = "--json", .flag = &s.json},
                                  {.name = "--quiet", .flag = &s.quiet},
                                  {.name = "--allow-unphysical", .flag = &s.def.allow_unphysical},
                                  {.name = "--threads", .value = &s.threads},
                                  {.name = "--resume", .value = &s.resume},
                                  {.name = "--part", .value = &s.part},
                                  {.name = "--max-memory", .value = &s.limit[0]},
                                  {.name = "--max-output", .value = &s.limit[1]},
                                  {.name = "--max-time", .value = &s.limit[2]},
                                  {0}};
    int status = cli_parse(argc, argv, options, &s.files);
    if (status == DP_RUN_DONE) status = check_usage(&s);
    if (status == DP_RUN_DONE) status = cli_read_threads(s.threads, &s.def.threads);
    if (status == DP_RUN_DONE) status = cli_read_limits(s.limit, &s.def.limits);
    if (status == DP_RUN_DONE && s.part != NULL)
        status = part_read(s.part, &s.part_index, &s.parts);
    if (status != DP_RUN_DONE) return status;

    if (s.resume != NULL) s.out = s.resume;
    s.progress = progress_start(!s.quiet);
    s.def.stop = signals_stop;
    s.def.progress = show_share;
    s.def.message = show_message;
    s.def.guard = signals_guard;
    s.def.user = &s;
    status = make_jobs(&s);
    if (status == DP_RUN_DONE) status = s.resume != NULL ? resume(&s) : run_files(&s);
    for (int i = 0; i < s.count; i++)
        dp_scenario_free(s.job[i].scenario);
    free(s.job);
    free(s.folders);
    return status;
}

const cli_command cmd_run = {
    .name = "run",
    .summary = "run scenarios, print and write their results",
    .help =
        "usage: dashpot run FILE... [--set path=value]... [--out DIR] [--force] [--json] "
        "[--quiet]\n"
        "                   [--threads N] [--allow-unphysical] [--max-memory SIZE]\n"
        "                   [--max-output SIZE] [--max-time T]\n"
        "       dashpot run FILE --part I/N --out DIR [--set path=value]... [--threads N]\n"
        "       dashpot run --resume DIR [--threads N] [--json] [--quiet] [--max-...]\n"
        "\n"
        "Run scenario files. All of them are checked before the first one runs.\n"
        "\n"
        "  --set path=value   change an entry of every file, by dotted path; items of lists by\n"
        "                     number from 0: impact.bodies.0.velocity='2 m/s'\n"
        "  --out DIR          write summary.json, series.csv, series.h5, report.html, plots and\n"
        "                     the scenario; several files: one folder each under DIR\n"
        "  --force            replace what an earlier run left in DIR\n"
        "  --json             the summary as one JSON document, of several files as an array\n"
        "  --quiet            no summary and no progress\n"
        "  --allow-unphysical run what cannot exist, with a note: an indentation beyond the "
        "radius\n"
        "                     of a solid ball, surfaces that meet faster than their wave speed;\n"
        "                     else refused, status 2 before the run and 3 after it\n"
        "  --threads N        runs of a sweep or fit at a time; else as many as there are cores\n"
        "  --resume DIR       go on with a run that was interrupted, from its last checkpoint in\n"
        "                     DIR; it ends with the same bits as one that was not. Of a study in\n"
        "                     parts: do what is missing and merge\n"
        "  --part I/N         part I of N, from 1, of a sweep, of the copies of an ensemble, or "
        "of\n"
        "                     the starts of a fit; finished points go to DIR at once, one run at "
        "a\n"
        "                     time unless --threads says more. Run again it does what is missing\n"
        "                     of it. Then: dashpot merge DIR\n"
        "  --part auto        I and N from Open MPI, PMI or Slurm\n"
        "  --max-memory SIZE  refuse what would take more memory; SIZE is 4GB, 512 MiB, none;\n"
        "                     usually 8 GiB or three quarters of the machine, if that is less\n"
        "  --max-output SIZE  refuse what would write more into a folder; usually 4 GB\n"
        "  --max-time T       refuse what would take longer, and stop what does: 30 min, 2h, "
        "none;\n"
        "                     usually 24 h\n"
        "\n"
        "A run that breaks off leaves what it had recorded in DIR.partial, exit status 3.\n"
        "\n"
        "docs/scenarios.md describes the files; dashpot check --markdown prints it.\n"
        "\n"
        "example:\n"
        "  dashpot run scenarios/steel-ball.yaml --set impact.bodies.0.velocity='1 m/s'\n",
    .run = run,
};
