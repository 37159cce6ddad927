// dashpot run: run scenarios, print their results, write their folders.

#define _POSIX_C_SOURCE 200809L  // isatty

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/json.h"
#include "base/number.h"
#include "base/prefix.h"
#include "commands.h"
#include "output/output.h"
#include "run/origin.h"
#include "scenario/limits.h"
#include "scenario/scenario.h"
#include "scenario/settings.h"
#include "study/sweep.h"
#include "terminal.h"

enum { FOLDER_MAX = 4096, NAME_LONGEST = 240 };

struct job {
    const char *file;
    struct scenario *scenario;
    char folder[FOLDER_MAX];  // empty: nothing is written
    struct checkpoint_store *store;
};

struct session {
    struct job *job;  // owned; one for each file
    int count;
    const char *out;
    bool force, json, quiet;
    int threads;  // of sweeps; 0: as they say themselves
    struct scenario_rights rights;
    json_t *results;
};

// --- before anything runs ------------------------------------------------------------------------

static void print_complaint(const struct diagnostic *diagnostic, const char *file, int count) {
    if (count > 1)
        diagnostic_print_of(diagnostic, file);
    else
        diagnostic_print(diagnostic);
}

static int load_all(struct session *s, const cli_words *files, const struct settings *settings) {
    int result = DP_RUN_DONE;
    for (int i = 0; i < files->count; i++) {
        struct diagnostic diagnostic;
        struct job *job = &s->job[s->count++];
        job->file = files->item[i];
        job->scenario =
            scenario_load_with(&s->rights, job->file, settings->item, settings->count, &diagnostic);
        if (job->scenario != NULL) continue;
        print_complaint(&diagnostic, job->file, files->count);
        // bad input outranks files that cannot be read
        bool is_worse = result == DP_RUN_DONE || diagnostic.status == DP_RUN_INPUT;
        result = is_worse ? diagnostic.status : result;
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
        size_t length;
        const char *stem = file_stem(s->job[i].file, &length);
        int width = (int)(length < NAME_LONGEST ? length : NAME_LONGEST);
        if (s->count == 1) {
            snprintf(folder, FOLDER_MAX, "%s", s->out);
            break;
        }
        snprintf(folder, FOLDER_MAX, "%s/%.*s", s->out, width, stem);
        for (int again = 2; is_taken(s, i, folder); again++)
            snprintf(folder, FOLDER_MAX, "%s/%.*s-%d", s->out, width, stem, again);
    }
    return DP_RUN_DONE;
}

static int check_folders(struct session *s) {
    struct diagnostic diagnostic;
    int status = name_folders(s);
    // what lies beside the folders of several scenarios is refused as in the folder of one
    if (status == DP_RUN_DONE && s->count > 1) {
        status = s->force ? output_check_above(s->out, &diagnostic)
                          : output_check(s->out, 0, &diagnostic);
        if (status != DP_RUN_DONE) return cli_fail(status, "%s", diagnostic.text);
    }
    for (int i = 0; i < s->count && status == DP_RUN_DONE; i++) {
        status = output_check(s->job[i].folder, s->force, &diagnostic);
        if (status != DP_RUN_DONE) cli_fail(status, "%s", diagnostic.text);
    }
    return status;
}

// --- results for people
// ----------------------------------------------------------------------------

static void print_headline(const struct headline *line) {
    char unit[32];
    double one = prefix_for(line->value, line->unit, unit, sizeof unit);
    printf("  %-32s %12.6g%s%s\n", line->name, line->value / one, unit[0] != '\0' ? " " : "", unit);
}

static void print_outcome(const struct job *job, const struct outcome *outcome) {
    const json_t *solver = json_object_get(outcome->summary, "solver");
    const json_t *energy = json_object_get(outcome->summary, "energy");
    cli_say(stdout, "%s: %s (%s)\n", job->file, outcome->title, outcome->kind);
    for (int i = 0; i < outcome->headline_count; i++) {
        const struct headline *line = &outcome->headline[i];
        bool is_new = i == 0 || strcmp(line->part, line[-1].part) != 0;
        if (is_new && line->part[0] != '\0') cli_say(stdout, "  %s:\n", line->part);
        print_headline(line);
    }
    // a sweep has neither
    if (energy != NULL)
        printf("  %-32s %12.2g\n", "energy error",
               json_number_value(json_object_get(energy, "error")));
    if (solver != NULL)
        printf("  %-32s %12s\n", "solver", json_string_value(json_object_get(solver, "path")));
    for (int i = 0; i < outcome->note_count; i++)
        cli_paragraph("  note:", 8, outcome->note[i]);
    if (job->folder[0] != '\0') cli_say(stdout, "  report: %s/report.html\n", job->folder);
}

// A line on a terminal that is written over; nothing in a pipe.
static void show_progress(const struct session *s, int done) {
    enum { WIDTH = 30 };
    if (s->quiet || s->count < 2 || !isatty(STDERR_FILENO)) return;
    char bar[WIDTH + 1];
    int filled = WIDTH * done / s->count;
    for (int i = 0; i < WIDTH; i++)
        bar[i] = i < filled ? '#' : '.';
    bar[WIDTH] = '\0';
    fprintf(stderr, "\r[%s] %d/%d", bar, done, s->count);
    // the results follow on a clean line
    if (done == s->count) fprintf(stderr, "\r%*s\r", WIDTH + 16, "");
    fflush(stderr);
}

// --- running
// ---------------------------------------------------------------------------------------

// What was saved of a run that has no result: is it of use, and how?
static void tell_state(const struct job *job, const struct diagnostic *diagnostic) {
    int status = diagnostic->status;
    unsigned long long step = checkpoint_last_step(job->store);
    bool is_saved = checkpoint_last_step(job->store) != UINT64_MAX;
    // the same bits fail in the same way again
    if (status == DP_RUN_INPUT || (status == DP_RUN_NUMERIC && !diagnostic->is_late)) {
        checkpoint_discard(job->store);
    } else if (is_saved) {
        cli_say(stderr, "dashpot: %s up to step %llu; go on with: dashpot run --resume %s\n",
                checkpoint_has_stopped(job->store) ? "interrupted; saved" : "the run is saved",
                step, job->folder);
    } else if (checkpoint_has_stopped(job->store)) {
        cli_say(stderr, "dashpot: interrupted; nothing was saved\n");
    }
}

// What a run that broke off says about it, in the summary of its partial result and in the array of
// --json.
static void put_failure(json_t *object, const struct diagnostic *diagnostic) {
    json_put(object, "time", json_finite(diagnostic->time));
    json_put(object, "body",
             diagnostic->body[0] != '\0' ? json_text(diagnostic->body) : json_null());
    json_put(object, "contact",
             diagnostic->contact[0] != '\0' ? json_text(diagnostic->contact) : json_null());
}

static bool has_rows(const struct outcome *outcome) {
    bool has = outcome->series.rows > 0;
    for (int i = 0; i < outcome->extra_count; i++)
        has = has || outcome->extra[i].table.rows > 0;
    return outcome->summary != NULL && outcome->series.columns > 0 && has;
}

// Does a folder hold a result that is partial? Only such a one may be replaced by another.
static bool is_partial(const char *folder) {
    char path[FOLDER_MAX + 64];
    snprintf(path, sizeof path, "%s/summary.json", folder);
    json_t *summary = json_load_file(path, 0, NULL);
    bool is = json_is_true(json_object_get(summary, "partial"));
    json_decref(summary);
    return is;
}

// Beside the folder that the result was meant for, under a name that no other result has.
static void name_partial(const struct session *s, const struct job *job,
                         char folder[FOLDER_MAX + 16]) {
    struct stat info;
    size_t length = strlen(job->folder);
    while (length > 1 && job->folder[length - 1] == '/')
        length--;
    snprintf(folder, FOLDER_MAX + 16, "%.*s.partial", (int)length, job->folder);
    for (int again = 2; again < 1000; again++) {
        bool is_free = lstat(folder, &info) != 0 || (s->force && is_partial(folder));
        if (is_free && !is_taken(s, s->count, folder)) return;
        snprintf(folder, FOLDER_MAX + 16, "%.*s.partial-%d", (int)length, job->folder, again);
    }
}

// What was recorded before the run broke off is kept. Returns whether it is there; its name goes to
// `folder`.
static bool keep_partial(const struct session *s, const struct job *job, struct outcome *outcome,
                         const struct diagnostic *diagnostic, char folder[FOLDER_MAX + 16]) {
    struct diagnostic other;
    if (job->folder[0] == '\0' || !has_rows(outcome)) return false;
    name_partial(s, job, folder);
    json_put(outcome->summary, "partial", json_true());
    json_put(outcome->summary, "reason", json_text(diagnostic->text));
    put_failure(outcome->summary, diagnostic);
    if (output_write_partial(outcome, folder, s->force, &other) != DP_RUN_DONE) {
        cli_say(stderr, "dashpot: what was recorded is lost: %s\n", other.text);
        return false;
    }
    cli_say(stderr, "dashpot: what was recorded up to there is in %s\n", folder);
    return true;
}

static void take_failure(struct session *s, const struct job *job, struct outcome *outcome,
                         const struct diagnostic *diagnostic) {
    char folder[FOLDER_MAX + 16];
    bool is_numeric = diagnostic->status == DP_RUN_NUMERIC;
    // what a signal ended has nothing to complain about
    if (!checkpoint_has_stopped(job->store)) print_complaint(diagnostic, job->file, s->count);
    bool is_kept = is_numeric && keep_partial(s, job, outcome, diagnostic, folder);
    tell_state(job, diagnostic);
    if (s->results == NULL || s->count == 1) return;
    json_t *entry = json_object();
    json_put(entry, "error", json_text(diagnostic->text));
    json_put(entry, "status", json_integer(diagnostic->status));
    if (is_numeric) put_failure(entry, diagnostic);
    if (is_kept) json_put(entry, "partial", json_text(folder));
    json_push(s->results, entry);
}

// A single run with a folder may keep its state there.
static int keep_state(struct session *s, struct job *job, struct diagnostic *diagnostic) {
    struct checkpoint_origin origin;
    if (job->folder[0] == '\0' || sweep_is(job->scenario)) return DP_RUN_DONE;
    if (job->store == NULL) {
        diagnostic->status = DP_RUN_SYSTEM;
        snprintf(diagnostic->text, sizeof diagnostic->text, "%.700s: out of memory", job->file);
        if (origin_make(job->scenario, &origin))
            job->store = checkpoint_begin(job->folder, s->force, &origin, diagnostic);
        if (job->store == NULL) return diagnostic->status;
    }
    scenario_keep(job->scenario, job->store);
    return DP_RUN_DONE;
}

static void show_outcome(struct session *s, const struct job *job, struct outcome *outcome) {
    if (s->results != NULL) {
        if (sweep_is(job->scenario)) sweep_put_table(outcome);
        json_push(s->results, json_incref(outcome->summary));
    } else if (!s->quiet) {
        print_outcome(job, outcome);
    }
}

// Said also where nothing else is: a status of 0 does not tell that there are empty rows.
static void warn_of_failed_points(const struct job *job, const json_t *summary) {
    const json_t *sweep = json_object_get(summary, "sweep");
    const json_t *first = json_array_get(json_object_get(sweep, "failures"), 0);
    if (!sweep_is(job->scenario) || first == NULL) return;
    cli_say(stderr, "%s: %lld of %lld points failed; the first, point %lld: %s\n",
            scenario_file(job->scenario),
            (long long)json_integer_value(json_object_get(sweep, "failed")),
            (long long)json_integer_value(json_object_get(sweep, "points")),
            (long long)json_integer_value(json_object_get(first, "point")),
            json_string_value(json_object_get(first, "message")));
}

static int run_one(struct session *s, struct job *job) {
    struct outcome outcome = {.summary = NULL};
    struct diagnostic diagnostic = {.time = NAN};
    bool writes = job->folder[0] != '\0';
    int status = keep_state(s, job, &diagnostic);
    if (status == DP_RUN_DONE)
        status = scenario_run(job->scenario, writes ? ROWS_KEPT : ROWS_NONE, &outcome, &diagnostic);
    if (status == DP_RUN_DONE) warn_of_failed_points(job, outcome.summary);
    if (status == DP_RUN_DONE && writes)
        status = output_write_over(&outcome, job->folder, s->force, checkpoint_folder(job->store),
                                   &diagnostic);
    if (status == DP_RUN_DONE)
        show_outcome(s, job, &outcome);
    else
        take_failure(s, job, &outcome, &diagnostic);
    outcome_free(&outcome);
    // a signal that waited ends the program here
    if (job->store != NULL) fflush(stdout);
    scenario_keep(job->scenario, NULL);
    checkpoint_end(job->store);
    job->store = NULL;
    return status;
}

static int run_all(struct session *s) {
    int result = DP_RUN_DONE;
    for (int i = 0; i < s->count; i++) {
        show_progress(s, i);
        int status = run_one(s, &s->job[i]);
        if (result == DP_RUN_DONE) result = status;
        if (!s->json && !s->quiet && i + 1 < s->count) putchar('\n');
    }
    show_progress(s, s->count);
    if (s->results == NULL) return result;

    if (s->count > 1)
        json_print(json_incref(s->results));
    else if (result == DP_RUN_DONE)
        json_print(json_incref(json_array_get(s->results, 0)));
    return result;
}

// --threads is for sweeps, so there must be one.
static int tune_sweeps(struct session *s) {
    bool has_sweep = false;
    for (int i = 0; i < s->count; i++) {
        struct scenario *scenario = s->job[i].scenario;
        has_sweep = has_sweep || sweep_is(scenario);
        sweep_tune(scenario, s->threads, !s->quiet);
        if (!s->quiet && s->count == 1) scenario_show_progress(scenario);
    }
    if (has_sweep || s->threads == 0) return DP_RUN_DONE;
    return cli_fail(DP_RUN_USAGE, "--threads is for scenarios with a sweep");
}

// Would a run take more than the limits allow? All of them are looked at before the first starts.
static int check_needs(const struct session *s) {
    int result = DP_RUN_DONE;
    for (int i = 0; i < s->count; i++) {
        struct diagnostic diagnostic;
        int rows = s->out != NULL ? ROWS_KEPT : ROWS_NONE;
        int status = scenario_check_need(s->job[i].scenario, rows, &diagnostic);
        if (status == DP_RUN_DONE) continue;
        print_complaint(&diagnostic, s->job[i].file, s->count);
        if (result == DP_RUN_DONE) result = status;
    }
    return result;
}

static int run_session(struct session *s, const cli_words *files, const cli_words *set) {
    struct settings settings;
    int status = settings_read(&settings, set);
    if (status == DP_RUN_DONE) status = load_all(s, files, &settings);
    if (status == DP_RUN_DONE) status = tune_sweeps(s);
    if (status == DP_RUN_DONE && s->out != NULL) status = check_folders(s);
    if (status == DP_RUN_DONE) status = check_needs(s);
    if (status == DP_RUN_DONE) status = run_all(s);
    for (int i = 0; i < s->count; i++)
        scenario_free(s->job[i].scenario);
    settings_free(&settings);
    return status;
}

// Go on with the run whose states lie in s->out.
static int resume_session(struct session *s) {
    struct diagnostic diagnostic;
    struct checkpoint_origin origin;
    struct job *job = &s->job[s->count++];
    if (strlen(s->out) >= FOLDER_MAX)
        return cli_fail(DP_RUN_SYSTEM, "the name of the output folder is too long");
    snprintf(job->folder, FOLDER_MAX, "%s", s->out);
    if (output_check_descriptors(&diagnostic) != DP_RUN_DONE)
        return cli_fail(diagnostic.status, "%s", diagnostic.text);
    job->store = checkpoint_resume(s->out, &origin, &diagnostic);
    if (job->store == NULL) return cli_fail(diagnostic.status, "%s", diagnostic.text);
    job->scenario = origin_restore(&origin, s->out, &diagnostic);
    if (job->scenario == NULL) {
        diagnostic_print(&diagnostic);
        checkpoint_end(job->store);
        return diagnostic.status;
    }
    job->file = scenario_file(job->scenario);
    checkpoint_set_kind(job->store, scenario_kind(job->scenario));
    if (!s->quiet) scenario_show_progress(job->scenario);
    int status = check_needs(s);
    if (status == DP_RUN_DONE)
        status = run_all(s);
    else
        checkpoint_end(job->store);
    scenario_free(job->scenario);
    return status;
}

// The command line.
struct request {
    const char *out, *resume, *threads;
    struct limit_words limits;
    bool force, json, quiet, allows_unphysical;
    cli_words set, files;
};

static int read_threads(const char *text, int *threads) {
    char *end;
    long count = text != NULL ? strtol(text, &end, 10) : 0;
    *threads = (int)count;
    if (text == NULL || (*end == '\0' && end != text && count >= 1 && count <= 256))
        return DP_RUN_DONE;
    return cli_fail(DP_RUN_USAGE, "--threads is '%.20s'; it must be a whole number from 1 to 256",
                    text);
}

static int check_usage(const struct request *r) {
    bool resumes = r->resume != NULL;
    if (resumes && r->files.count > 0)
        return cli_fail(DP_RUN_USAGE, "--resume runs what is in its folder, and no file besides");
    if (resumes && r->set.count > 0)
        return cli_fail(DP_RUN_USAGE, "--set cannot change a run that has begun");
    if (resumes && r->allows_unphysical)
        return cli_fail(DP_RUN_USAGE, "--resume goes on as the run was begun; --allow-unphysical "
                                      "belongs to the first call");
    if (resumes && (r->out != NULL || r->force || r->threads != NULL))
        return cli_fail(DP_RUN_USAGE, "--resume goes with --json, --quiet and the limits only; the "
                                      "results go to its folder");
    if (!resumes && r->files.count == 0)
        return cli_fail(DP_RUN_USAGE, "run needs a scenario file (see dashpot run --help)");
    if (r->force && r->out == NULL) return cli_fail(DP_RUN_USAGE, "--force is for --out DIR");
    return DP_RUN_DONE;
}

static int run(int argc, char **argv) {
    struct request r = {.out = NULL};
    const cli_option options[] = {{.name = "--set", .words = &r.set},
                                  {.name = "--out", .value = &r.out},
                                  {.name = "--force", .flag = &r.force},
                                  {.name = "--json", .flag = &r.json},
                                  {.name = "--quiet", .flag = &r.quiet},
                                  {.name = "--allow-unphysical", .flag = &r.allows_unphysical},
                                  {.name = "--threads", .value = &r.threads},
                                  {.name = "--resume", .value = &r.resume},
                                  {.name = "--max-memory", .value = &r.limits.memory},
                                  {.name = "--max-output", .value = &r.limits.output},
                                  {.name = "--max-time", .value = &r.limits.time},
                                  {0}};
    int thread_count, status = cli_parse(argc, argv, options, &r.files);
    if (status == DP_RUN_DONE) status = check_usage(&r);
    if (status == DP_RUN_DONE) status = read_threads(r.threads, &thread_count);
    if (status == DP_RUN_DONE) status = limits_read(&r.limits);
    if (status != DP_RUN_DONE) return status;

    struct session s = {.out = r.resume != NULL ? r.resume : r.out,
                        .force = r.force,
                        .json = r.json,
                        .quiet = r.quiet,
                        .rights = {.allows_unphysical = r.allows_unphysical},
                        .threads = thread_count,
                        .results = r.json ? json_array() : NULL};
    s.job = calloc(r.resume != NULL ? 1 : (size_t)r.files.count, sizeof *s.job);
    if (s.job == NULL || (r.json && s.results == NULL))
        status = cli_fail(DP_RUN_SYSTEM, "out of memory");
    else
        status = r.resume != NULL ? resume_session(&s) : run_session(&s, &r.files, &r.set);
    json_decref(s.results);
    free(s.job);
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
        "       dashpot run --resume DIR [--json] [--quiet] [--max-...]\n"
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
        "  --threads N        runs of a sweep at a time; else as many as there are cores\n"
        "  --resume DIR       go on with a run that was interrupted, from its last checkpoint in\n"
        "                     DIR; it ends with the same bits as one that was not\n"
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
