// dashpot fit: which law describes measured restitutions. It writes the scenario that says so and
// runs it.

#define _POSIX_C_SOURCE 200809L  // strdup

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "dashpot/words.h"
#include "fit_table.h"
#include "json.h"
#include "progress.h"
#include "signals.h"
#include "terminal.h"

enum {
    HEAD_MAX = 4096,
    HEADS_MAX = 64,
    PATH_MAX_HERE = 128,
    TEXT_MAX = 16384,
    NAME_MAX_HERE = 48,
    PREDICTIONS_MAX = 64,
    PREDICTION_MAX = 100,
};

struct options {
    const char *out, *threads, *confidence, *by;
    bool force, json, quiet;
    cli_words laws, settings, predictions, files;
};

// A scenario that is being written, and what changes it.
struct draft {
    char text[TEXT_MAX];
    char path[CLI_VALUES_MAX + 20][PATH_MAX_HERE];
    char number[CLI_VALUES_MAX + 20][DP_NUMBER_MAX];
    dp_setting setting[CLI_VALUES_MAX + 20];
    size_t count;
    const dp_law *law[DP_LAWS_MAX];
    int laws;
    bool is_all;
    bool has_mass, has_pair;
    char predictions[PREDICTIONS_MAX * (PREDICTION_MAX + 2) + 4];
    bool has_sample;  // some of them were not given, and do not matter
    struct progress progress;
};

// --- laws and the pair ---------------------------------------------------------------------------

static int read_laws(struct draft *draft, const cli_names *names) {
    for (int i = 0; i < names->count; i++)
        draft->is_all = draft->is_all || strcmp(names->item[i], "all") == 0;
    if (names->count == 0)
        return cli_fail(DP_RUN_USAGE, "fit needs --law NAME,NAME..., or --law all");
    if (draft->is_all && names->count > 1)
        return cli_fail(DP_RUN_USAGE, "--law all is every law; leave out the others");
    for (int i = 0; draft->is_all && i < dp_law_count(); i++)
        draft->law[draft->laws++] = dp_law_at(i);
    for (int i = 0; !draft->is_all && i < names->count; i++) {
        const dp_law *law;
        dp_error err;
        if (dp_law_lookup(names->item[i], &law, &err) != DP_OK)
            return cli_fail(DP_RUN_INPUT, "%s (dashpot laws lists them)", err.text);
        for (int k = 0; k < draft->laws; k++) {
            if (draft->law[k] == law)
                return cli_fail(DP_RUN_USAGE, "--law %s is given twice", law->name);
        }
        draft->law[draft->laws++] = law;
    }
    return DP_RUN_DONE;
}

// What every contact has, whatever its law.
static bool is_common(const char *key) {
    return dp_pair_index(key) >= 0 || strcmp(key, "tension") == 0 ||
           strcmp(key, "approach_floor") == 0;
}

static void key_of(const char *setting, char key[NAME_MAX_HERE]) {
    snprintf(key, NAME_MAX_HERE, "%.*s", (int)strcspn(setting, "="), setting);
}

static int unknown_key(const struct draft *draft, const char *key) {
    const char *known[256] = {NULL};
    char hint[300] = "";
    int count = 0;
    for (int i = 0; i < draft->laws; i++) {
        for (const dp_param *p = draft->law[i]->params; p->name != NULL && count < 200; p++)
            known[count++] = p->name;
    }
    for (int i = 0; dp_pair_field_at(i) != NULL; i++)
        known[count++] = dp_pair_field_at(i)->name;
    known[count++] = "tension";
    dp_suggest(hint, sizeof hint, key, known);
    if (draft->laws > 1) return cli_fail(DP_RUN_INPUT, "none of the laws has a '%s'%s", key, hint);
    return cli_fail(DP_RUN_INPUT, "%s has no '%s'%s", draft->law[0]->name, key, hint);
}

// Is every setting one that a law takes?
static int check_keys(const struct draft *draft, const cli_words *settings) {
    for (int i = 0; i < settings->count; i++) {
        char key[NAME_MAX_HERE];
        const char *setting = settings->item[i];
        if (setting[0] == '=' || strchr(setting, '=') == NULL)
            return cli_fail(DP_RUN_USAGE, "--set takes key=value, not '%.60s'", setting);
        key_of(setting, key);
        if (strcmp(key, "approach") == 0)
            return cli_fail(
                DP_RUN_INPUT,
                "the approach speeds are those of the column speed; leave out approach");
        bool is_taken = is_common(key);
        for (int k = 0; k < draft->laws && !is_taken; k++)
            is_taken = dp_law_param_index(draft->law[k], key) >= 0;
        if (!is_taken) return unknown_key(draft, key);
    }
    return DP_RUN_DONE;
}

// Are the values good? Each law is asked about what it takes; of all laws only what they share.
static int check_values(const struct draft *draft, const cli_words *settings) {
    for (int k = 0; k < (draft->is_all ? 1 : draft->laws); k++) {
        const dp_law *law = draft->is_all ? NULL : draft->law[k];
        dp_contact_request request;
        static const cli_words none = {.count = 0};
        cli_words own = none;
        for (int i = 0; i < settings->count; i++) {
            char key[NAME_MAX_HERE];
            key_of(settings->item[i], key);
            bool takes = is_common(key) || (law != NULL && dp_law_param_index(law, key) >= 0);
            if (takes) own.item[own.count++] = settings->item[i];
        }
        int status = cli_read_contact(&request, law != NULL ? law->name : NULL, &own);
        if (status != DP_RUN_DONE) return status;
    }
    return DP_RUN_DONE;
}

// --- the scenario --------------------------------------------------------------------------------

static void change(struct draft *draft, const char *path, const char *value) {
    char *copy = draft->path[draft->count];
    snprintf(copy, PATH_MAX_HERE, "%s", path);
    draft->setting[draft->count++] = (dp_setting){copy, value};
}

static void change_contact(struct draft *draft, const char *key, const char *value) {
    char path[PATH_MAX_HERE];
    bool is_mass = strcmp(key, "mass") == 0;
    draft->has_mass = draft->has_mass || is_mass;
    draft->has_pair = draft->has_pair || (!is_mass && dp_pair_index(key) >= 0);
    snprintf(path, sizeof path, is_mass ? "impact.bodies.0.%.60s" : "impact.contact.%.60s", key);
    change(draft, path, value);
}

// Where the answer depends neither on the mass nor on the pair, they need not be given.
static int complete(struct draft *draft) {
    dp_pair pair = dp_pair_defaults();
    const dp_law *picky = NULL;
    bool has_mass = draft->has_mass, has_pair = draft->has_pair;
    for (int i = 0; i < draft->laws && picky == NULL; i++) {
        if (draft->law[i]->delivery != DP_DELIVERS_ALWAYS) picky = draft->law[i];
    }
    if (picky != NULL && has_mass) return DP_RUN_DONE;
    if (picky != NULL)
        return cli_fail(DP_RUN_INPUT,
                        "what %s delivers depends on the case; it needs mass (--set key=value)",
                        picky->name);
    for (int i = 0; i < draft->laws; i++)
        dp_sample_pair(draft->law[i], DP_NEEDS_MASS, &pair);
    for (int i = 0; dp_pair_field_at(i) != NULL; i++) {
        const char *name = dp_pair_field_at(i)->name;
        double value = dp_pair_value(&pair, i);
        bool is_mass = strcmp(name, "mass") == 0;
        // a pair that was given is not mixed with samples
        if (isnan(value) || (is_mass ? has_mass : has_pair)) continue;
        char *number = draft->number[draft->count];
        change_contact(draft, name, dp_number_text(value, number));
        draft->has_sample = true;
    }
    return DP_RUN_DONE;
}

// Headings of the table, from the first line that says something.
struct heads {
    char name[HEADS_MAX][NAME_MAX_HERE];
    int count, line;
};

static bool has_head(const struct heads *heads, const char *name) {
    for (int i = 0; i < heads->count; i++) {
        if (strcmp(heads->name[i], name) == 0) return true;
    }
    return false;
}

static int read_heads(const char *file, struct heads *heads) {
    char line[HEAD_MAX];
    bool is_head = false;
    FILE *stream = fopen(file, "r");
    heads->count = heads->line = 0;
    if (stream == NULL)
        return cli_fail(DP_RUN_SYSTEM, "%s: cannot be read: %s", file, strerror(errno));
    while (!is_head && fgets(line, sizeof line, stream) != NULL) {
        const char *at = strncmp(line, "\xef\xbb\xbf", 3) == 0 ? line + 3 : line;
        heads->line++;
        is_head = at[0] != '#' && at[strspn(at, " \t\r\n,")] != '\0';
        for (; is_head && *at != '\0'; at += strcspn(at, ",") + (at[strcspn(at, ",")] == ',')) {
            const char *name = at + strspn(at, " \t\"");
            size_t length = strcspn(name, "\",[\r\n");
            while (length > 0 && (name[length - 1] == ' ' || name[length - 1] == '\t'))
                length--;
            if (heads->count < HEADS_MAX && length > 0)
                snprintf(heads->name[heads->count++], NAME_MAX_HERE, "%.*s", (int)length, name);
        }
    }
    fclose(stream);
    return DP_RUN_DONE;
}

// What people call the columns.
static const char *const speed_words[] = {"v",
                                          "velocity",
                                          "vin",
                                          "v_in",
                                          "v0",
                                          "vn",
                                          "v1",
                                          "impact speed",
                                          "impact velocity",
                                          "impact_speed",
                                          "approach",
                                          "approach speed",
                                          "speed",
                                          NULL};
static const char *const restitution_words[] = {"e",
                                                "cor",
                                                "en",
                                                "e_n",
                                                "eps",
                                                "epsilon",
                                                "restitution coefficient",
                                                "coefficient of restitution",
                                                "coefficient_of_restitution",
                                                "restitution",
                                                NULL};

static const char *const drop_words[] = {
    "height",         "h",      "h0",    "h1",   "hin",         "h_in",           "drop height",
    "drop_height",    "h_drop", "hdrop", "fall", "fall height", "height of fall", "release",
    "initial height", "drop",   NULL};
static const char *const rebound_words[] = {"rebound height",
                                            "rebound_height",
                                            "bounce",
                                            "bounce height",
                                            "bounce_height",
                                            "h2",
                                            "hout",
                                            "h_out",
                                            "h_rebound",
                                            "hrebound",
                                            "height of rebound",
                                            "final height",
                                            "rebound",
                                            NULL};

// A unit in parentheses does not count: "Drop height (cm)".
static bool is_same_but_for_case(const char *a, const char *b) {
    while (*a != '\0' && tolower((unsigned char)*a) == tolower((unsigned char)*b))
        a++, b++;
    return *b == '\0' && (*a == '\0' || a[strspn(a, " ")] == '(');
}

// The heading that is one of these words, in upper or lower case; NULL: none.
static const char *find_word(const struct heads *heads, const char *const *words) {
    for (int i = 0; i < heads->count; i++) {
        for (int k = 0; words[k] != NULL; k++) {
            if (is_same_but_for_case(heads->name[i], words[k])) return heads->name[i];
        }
    }
    return NULL;
}

// A heading and the one that is wanted.
struct renamed {
    const char *from, *to;
};

// Speed and restitution, or the heights of drop and rebound they follow from.
static int check_heads(const char *file, const struct heads *heads) {
    struct renamed of[2] = {{NULL, NULL}, {NULL, NULL}};
    char missing[120] = "", rename[240] = "";
    int count = 0;
    bool has_drop = has_head(heads, "drop"), has_rebound = has_head(heads, "rebound");
    bool has_speed = has_head(heads, "speed") || has_drop;
    bool has_restitution = has_head(heads, "restitution") || (has_drop && has_rebound);
    const char *speed = has_speed ? NULL : find_word(heads, speed_words);
    const char *restitution = has_restitution ? NULL : find_word(heads, restitution_words);
    const char *drop = has_speed || speed != NULL ? NULL : find_word(heads, drop_words);
    const char *rebound = has_restitution || restitution != NULL || (!has_drop && drop == NULL)
                              ? NULL
                              : find_word(heads, rebound_words);
    if (speed != NULL || drop != NULL)
        of[count++] =
            (struct renamed){speed != NULL ? speed : drop, speed != NULL ? "speed" : "drop"};
    if (restitution != NULL || (rebound != NULL && !has_rebound))
        of[count++] = (struct renamed){restitution != NULL ? restitution : rebound,
                                       restitution != NULL ? "restitution" : "rebound"};
    // what has no other name here is missed when the table is read
    if (count == 0) return DP_RUN_DONE;
    bool lacks_speed = speed != NULL || drop != NULL, lacks_both = count == 2;
    snprintf(missing, sizeof missing, "the column%s %s%s%s %s missing", lacks_both ? "s" : "",
             lacks_speed ? "speed [m/s]" : "", lacks_both ? " and " : "",
             lacks_both || !lacks_speed ? "restitution" : "", lacks_both ? "are" : "is");
    for (int i = 0; i < count; i++) {
        size_t used = strlen(rename);
        snprintf(rename + used, sizeof rename - used, "%s%s to %s", i > 0 ? ", " : "", of[i].from,
                 of[i].to);
    }
    bool has_heights = drop != NULL || rebound != NULL;
    return cli_fail(DP_RUN_INPUT, "%s:%d: %s; rename %s%s", file, heads->line, missing, rename,
                    has_heights ? " (heights of the gap below the body, as drop [cm])" : "");
}

// A word of a YAML file; JSON's quotes are YAML's as well.
static int write_scenario(struct draft *draft, const char *file, const struct heads *heads) {
    json_t *word = json_string(file);
    char *quoted = word != NULL ? json_dumps(word, JSON_ENCODE_ANY) : NULL;
    json_decref(word);
    if (quoted == NULL) return cli_fail(DP_RUN_INPUT, "the name of the data file is not UTF-8");
    const char *slash = strrchr(quoted + 1, '/');
    int used = snprintf(draft->text, TEXT_MAX,
                        "dashpot: 1\n"
                        "title: \"Restitution against speed, %s\n"
                        "kind: impact\n"
                        "impact:\n"
                        "  bodies:\n"
                        "    - {velocity: 1}\n"
                        "    - {fixed: true}\n"
                        "  contact: {}\n"
                        "fit:\n"
                        "  data: %s\n"
                        "  inputs: [{column: speed, path: impact.bodies.0.velocity}]\n"
                        "  targets: [{column: restitution, result: restitution%s}]\n"
                        "  at: impact.contact\n"
                        "  laws: ",
                        slash != NULL ? slash + 1 : quoted + 1, quoted,
                        has_head(heads, "sigma") ? ", sigma: sigma" : "");
    free(quoted);
    if (draft->is_all) used += snprintf(draft->text + used, TEXT_MAX - (size_t)used, "all\n");
    for (int i = 0; !draft->is_all && i < draft->laws && used < TEXT_MAX; i++)
        used += snprintf(draft->text + used, TEXT_MAX - (size_t)used, "%s%s%s", i == 0 ? "[" : ", ",
                         draft->law[i]->name, i == draft->laws - 1 ? "]\n" : "");
    return used < TEXT_MAX ? DP_RUN_DONE
                           : cli_fail(DP_RUN_INPUT, "the name of the file is too long");
}

// --- running -------------------------------------------------------------------------------------

static void show_share(void *user, double share) {
    struct draft *draft = user;
    progress_at(&draft->progress, share);
}

static void show_message(void *user, const char *text) {
    struct draft *draft = user;
    progress_end(&draft->progress);
    cli_say(stderr, "dashpot: %s\n", text);
}

// The scenario is ours: its lines mean nothing to the user, and a complaint about it alone is none.
static void forget_scenario(char *text) {
    static const char place[] = "fit:", own[] = "and that file is not in order";
    static const char setting[] = "--set fit.";
    char *to = text;
    for (char *line = text; *line != '\0';) {
        size_t length = strcspn(line, "\n");
        char *end = line + length, *about = strstr(line, own);
        bool is_own = about != NULL && about < end && line != text;
        for (char *at = line; at < end && !is_own;) {
            bool is_place = strncmp(at, place, strlen(place)) == 0;
            size_t digits = is_place ? strspn(at + strlen(place), "0123456789") : 0;
            if (digits > 0) {
                at += strlen(place) + digits + strlen(": ");
            } else if (strncmp(at, setting, strlen(setting)) == 0) {
                // --predict became a setting
                at += strlen(setting);
                *to++ = '-';
                *to++ = '-';
            } else {
                *to++ = *at++;
            }
        }
        if (*end == '\n' && !is_own) *to++ = '\n';
        line = *end == '\n' ? end + 1 : end;
    }
    while (to > text && to[-1] == '\n')
        to--;
    *to = '\0';
}

// What was not given does not change a restitution, but forces it would.
static const char sample_note[] =
    "Mass or pair were not given. What these laws deliver does not depend on them; the contact "
    "above has those of a steel ball of 1 cm, and so have predicted forces, durations and "
    "indentations. Put in your own before you compute a force with it.";

static void print_result(const struct draft *draft, const struct options *options,
                         const dp_result *result) {
    const char *note;
    cli_say(stdout, "%s\n", dp_result_title(result));
    fit_table_print(dp_result_summary(result));
    for (int i = 0; (note = dp_result_note(result, i)) != NULL; i++) {
        char *text = strdup(note);
        if (text != NULL) forget_scenario(text);
        cli_paragraph("  note:", 8, text != NULL ? text : note);
        free(text);
    }
    fit_contact_print(dp_result_summary(result));
    if (draft->has_sample) cli_paragraph("  note:", 8, sample_note);
    if (options->out != NULL) cli_say(stdout, "  report: %s/report.html\n", options->out);
}

static int run_scenario(struct draft *draft, const struct options *options,
                        const dp_scenario_def *def) {
    dp_scenario *scenario;
    dp_result *result = NULL;
    dp_diagnostic diagnostic;
    dp_run_def run = dp_run_defaults();
    run.folder = options->out;
    run.replace = options->force;
    int status = dp_scenario_load(&scenario, def, &diagnostic);
    if (status == DP_RUN_DONE) status = dp_scenario_check(scenario, &run, &diagnostic);
    if (status == DP_RUN_DONE) {
        status = dp_scenario_run(scenario, &run, &result, &diagnostic);
        progress_end(&draft->progress);
        cli_remarks(diagnostic.remarks);
    }
    if (status == DP_RUN_DONE && options->json)
        fputs(dp_result_summary(result), stdout);
    else if (status == DP_RUN_DONE && !options->quiet)
        print_result(draft, options, result);
    else if (status != DP_RUN_DONE && !signals_stop(NULL)) {
        forget_scenario(diagnostic.text);
        diagnostic_print(&diagnostic, NULL);
    }
    if (status == DP_RUN_DONE && draft->has_sample && options->json)
        cli_say(stderr, "dashpot: %s\n", sample_note);
    dp_result_free(result);
    dp_scenario_free(scenario);
    return status;
}

// Each --predict 'speed=10 m/s' becomes an entry of `predict`.
static int add_predictions(struct draft *draft, const cli_words *texts) {
    size_t used = 0;
    if (texts->count == 0) return DP_RUN_DONE;
    if (texts->count > PREDICTIONS_MAX)
        return cli_fail(DP_RUN_USAGE, "--predict is given more than %d times", PREDICTIONS_MAX);
    for (int i = 0; i < texts->count; i++) {
        const char *text = texts->item[i], *equals = strchr(text, '=');
        bool is_good = equals != NULL && equals != text && equals[1] != '\0' &&
                       strpbrk(text, "{}[],:#'\"") == NULL && strlen(text) < PREDICTION_MAX - 4;
        if (!is_good)
            return cli_fail(DP_RUN_USAGE, "--predict takes 'speed=10 m/s', not '%.60s'", text);
        used += (size_t)snprintf(draft->predictions + used, sizeof draft->predictions - used,
                                 "%s{%.*s: %s}", i == 0 ? "[" : ", ", (int)(equals - text), text,
                                 equals + 1);
    }
    snprintf(draft->predictions + used, sizeof draft->predictions - used, "]");
    change(draft, "fit.predict", draft->predictions);
    return DP_RUN_DONE;
}

static int run_fit(struct draft *draft, const struct options *options, dp_scenario_def *def) {
    struct heads heads;
    const char *file = options->files.item[0];
    cli_names names = {.count = 0};
    int status = cli_read_names(&names, &options->laws);
    if (status == DP_RUN_DONE) status = read_laws(draft, &names);
    cli_names_free(&names);
    if (status == DP_RUN_DONE) status = read_heads(file, &heads);
    if (status == DP_RUN_DONE) status = check_heads(file, &heads);
    if (status == DP_RUN_DONE) status = check_keys(draft, &options->settings);
    if (status == DP_RUN_DONE) status = check_values(draft, &options->settings);
    if (status != DP_RUN_DONE) return status;
    for (int i = 0; i < options->settings.count; i++) {
        char key[NAME_MAX_HERE];
        key_of(options->settings.item[i], key);
        change_contact(draft, key, strchr(options->settings.item[i], '=') + 1);
    }
    status = complete(draft);
    if (status == DP_RUN_DONE) status = write_scenario(draft, file, &heads);
    if (status == DP_RUN_DONE) status = add_predictions(draft, &options->predictions);
    if (status != DP_RUN_DONE) return status;
    if (options->by != NULL) change(draft, "fit.by", options->by);
    if (options->confidence != NULL) change(draft, "fit.confidence", options->confidence);
    def->file = "fit";
    def->text = draft->text;
    def->settings = draft->setting;
    def->setting_count = draft->count;
    def->stop = signals_stop;
    def->progress = show_share;
    def->message = show_message;
    def->guard = signals_guard;
    def->user = draft;
    draft->progress = progress_start(!options->quiet);
    return run_scenario(draft, options, def);
}

static int run(int argc, char **argv) {
    struct options given = {.force = false};
    dp_scenario_def def = dp_scenario_defaults();
    const cli_option options[] = {{.name = "--law", .words = &given.laws},
                                  {.name = "--laws", .words = &given.laws},
                                  {.name = "--set", .words = &given.settings},
                                  {.name = "--by", .value = &given.by},
                                  {.name = "--predict", .words = &given.predictions},
                                  {.name = "--confidence", .value = &given.confidence},
                                  {.name = "--out", .value = &given.out},
                                  {.name = "--force", .flag = &given.force},
                                  {.name = "--threads", .value = &given.threads},
                                  {.name = "--json", .flag = &given.json},
                                  {.name = "--quiet", .flag = &given.quiet},
                                  {0}};
    int status = cli_parse_words(argc, argv, options, &given.files, 1);
    if (status == DP_RUN_DONE) status = cli_read_threads(given.threads, &def.threads);
    if (status != DP_RUN_DONE) return status;
    if (given.files.count == 0)
        return cli_fail(DP_RUN_USAGE, "fit needs a table of measurements (see dashpot fit --help)");
    if (given.force && given.out == NULL) return cli_fail(DP_RUN_USAGE, "--force is for --out DIR");
    if (given.settings.count > CLI_VALUES_MAX)
        return cli_fail(DP_RUN_USAGE, "--set is given more than %d times", CLI_VALUES_MAX);
    struct draft *draft = calloc(1, sizeof *draft);
    if (draft == NULL) return cli_fail(DP_RUN_SYSTEM, "out of memory");
    status = run_fit(draft, &given, &def);
    free(draft);
    return status;
}

const cli_command cmd_fit = {
    .name = "fit",
    .summary = "which law, and with which parameters, describes measured restitutions",
    .help =
        "usage: dashpot fit DATA.csv --law NAME... [--set key=value]... [--by COLUMN]\n"
        "                   [--predict 'speed=10 m/s']... [--confidence C] [--out DIR]\n"
        "                   [--force] [--threads N] [--json] [--quiet]\n"
        "\n"
        "Fit laws to restitutions measured at several speeds, and rank them. The parameter that\n"
        "tunes each law is sought (`tune` in dashpot law NAME --json).\n"
        "\n"
        "  DATA.csv           columns speed, restitution and perhaps sigma, the standard error; "
        "the\n"
        "                     first line names them, with units if they are not SI: speed [cm/s].\n"
        "                     Without sigma it is estimated from the residuals. In place of\n"
        "                     speed and restitution: drop and rebound, heights of the gap below\n"
        "                     the ball.\n"
        "  --law NAME         laws, joined by commas or one by one, or all; see dashpot laws.\n"
        "                     --laws is the same.\n"
        "  --set key=value    mass, the pair (stiffness, or modulus and radius; yield,\n"
        "                     bearing_radius, clearance, length), tension, approach_floor, or a\n"
        "                     parameter of a law that is known. What does not change the answer\n"
        "                     may be left out.\n"
        "  --by COLUMN        fit the rows of each text in this column apart from the others\n"
        "  --predict 'speed=10 m/s'\n"
        "                     results at this speed, with intervals, from each law that the data\n"
        "                     do not exclude; as often as you like\n"
        "  --confidence C     of the intervals, 0.5 to 0.9999; usually 0.95\n"
        "  --out DIR          write summary.json, the points, report.html and the scenario\n"
        "  --force            replace what an earlier run left in DIR\n"
        "  --threads N        laws at a time; else as many as there are cores\n"
        "  --json             fits, contact, points, skipped ... as one JSON document\n"
        "  --quiet            no table and no progress\n"
        "\n"
        "Other measurements, several targets and measured curves: the fit block of a scenario, "
        "see\n"
        "docs/fit.md.\n"
        "\n"
        "example:\n"
        "  printf 'speed,restitution\\n0.1,0.78\\n0.3,0.65\\n1,0.52\\n' > bronze.csv\n"
        "  dashpot fit bronze.csv --law kuwabara-kono --law thornton --set mass='32.7 g' \\\n"
        "      --set modulus='80.4 GPa' --set radius='10 mm'\n",
    .run = run,
};
