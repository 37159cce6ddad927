// Stands in for the program in tests of what a run leaves behind.
//
//     output_driver run FILE --out DIR [--force] [--repeat N] [--without-hdf5]
//                   [--without-exchange | --without-place]
//     output_driver odd --out DIR         names and values that no scenario should give
//     output_driver empty --out DIR       no rows, no plots, no results
//     output_driver field --out DIR       further tables, maps, an animation
//     output_driver named NAME --out DIR  a further table of that name
//     output_driver digest FILE           its SHA-256
//     output_driver animation NAME        an animation with that name among its facts
//     output_driver unit TEXT             a unit as it is printed
//     output_driver label TEXT            the label of an axis, the same
//     output_driver read FILE.h5          print what it holds: attributes, name, unit, rows
//     output_driver table                 the table by itself
//
// `run` computes a damped impact of a steel ball; of FILE it reads the title, given as "title: "
// and a JSON string. With --repeat the series follows itself N times, to be long.

#include <dlfcn.h>
#include <errno.h>
#include <hdf5.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/measure.h"
#include "dashpot/dashpot.h"
#include "field.h"
#include "output/output.h"
#include "report/digest.h"
#include "report/html.h"
#include "result/animation.h"
#include "signals.h"

static const char *const names[] = {"time",   "indentation", "rate",    "force", "kinetic",
                                    "stored", "viscous",     "plastic", "input"};
static const char *const units[] = {"s", "m", "m/s", "N", "J", "J", "J", "J", "J"};
enum { COLUMN_COUNT = sizeof names / sizeof *names };

void fail(const char *text) {
    fprintf(stderr, "output_driver: %s\n", text);
    exit(3);
}

static void observe(void *user, const dp_impact_sample *sample) {
    const double row[] = {sample->time,    sample->indentation, sample->rate,
                          sample->force,   sample->kinetic,     sample->stored,
                          sample->viscous, sample->plastic,     sample->input};
    if (!table_add(user, row)) fail("out of memory");
}

static dp_impact run_impact(struct table *series, double every) {
    dp_error err = {0};
    const dp_law *law = dp_law_find("lankarani-nikravesh");
    dp_contact_def def = dp_contact_defaults(law);
    dp_contact contact;
    dp_impact result;
    def.pair.modulus = 1.137e11;
    def.pair.radius = 0.02;
    def.pair.mass = 0.2614;
    if (dp_law_set(&def.law, "restitution", 0.8, &err) != DP_OK ||
        dp_contact_init(&contact, &def, &err) != DP_OK)
        fail(err.text);
    dp_impact_def impact = dp_impact_defaults();
    impact.mass = 0.2614;
    impact.speed = 4.0;
    impact.every = every;
    impact.observe = observe;
    impact.user = series;
    impact.path = DP_PATH_INTEGRATED;
    if (dp_impact_run(&contact, &impact, &result, &err) != DP_OK) fail(err.text);
    return result;
}

static void add_plot(struct outcome *outcome, const char *stem, const char *title,
                     const char *caption, enum plot_style style) {
    struct plot *plot = &outcome->plot[outcome->plot_count++];
    snprintf(plot->stem, sizeof plot->stem, "%s", stem);
    snprintf(plot->title, sizeof plot->title, "%s", title);
    snprintf(plot->caption, sizeof plot->caption, "%s", caption);
    plot->style = style;
}

static void set_axes(struct outcome *outcome, const char *x, double x_scale, const char *x_label,
                     const char *const *y, double y_scale, const char *y_label) {
    struct plot *plot = &outcome->plot[outcome->plot_count - 1];
    snprintf(plot->x, sizeof plot->x, "%s", x);
    for (int i = 0; y[i] != NULL; i++)
        snprintf(plot->y[i], sizeof plot->y[i], "%s", y[i]);
    plot->x_scale = x_scale;
    plot->y_scale = y_scale;
    snprintf(plot->x_label, sizeof plot->x_label, "%s", x_label);
    snprintf(plot->y_label, sizeof plot->y_label, "%s", y_label);
}

static void add_plots(struct outcome *outcome) {
    const char *const force[] = {"force", NULL}, *const depth[] = {"indentation", NULL},
                      *const rate[] = {"rate", NULL},
                      *const energy[] = {"kinetic", "stored", "viscous", "plastic", NULL};
    add_plot(outcome, "force_indentation", "Force against indentation",
             "The loop encloses the energy that the contact takes out.", PLOT_LINES);
    set_axes(outcome, "indentation", 1e6, "indentation [µm]", force, 1e-3, "force [kN]");
    add_plot(outcome, "force_time", "Force", "Contact force from touch to separation.", PLOT_LINES);
    set_axes(outcome, "time", 1e6, "time [µs]", force, 1e-3, "force [kN]");
    add_plot(outcome, "indentation_time", "Indentation", "Depth of the contact.", PLOT_LINES);
    set_axes(outcome, "time", 1e6, "time [µs]", depth, 1e6, "indentation [µm]");
    add_plot(outcome, "phase", "Phase portrait", "Rate against indentation.", PLOT_LINES);
    set_axes(outcome, "indentation", 1e6, "indentation [µm]", rate, 1.0, "rate [m/s]");
    add_plot(outcome, "energy", "Energy ledger", "Where the energy is; losses add up from below.",
             PLOT_AREAS);
    set_axes(outcome, "time", 1e6, "time [µs]", energy, 1.0, "energy [J]");
    add_plot(outcome, "powers", "Energies", "The same, each for itself.", PLOT_LINES);
    set_axes(outcome, "time", 1e6, "time [µs]", energy, 1.0, "energy [J]");
}

static void add_headline(struct outcome *outcome, const char *name, double value,
                         const char *unit) {
    struct headline *headline = &outcome->headline[outcome->headline_count++];
    snprintf(headline->name, sizeof headline->name, "%s", name);
    snprintf(headline->unit, sizeof headline->unit, "%s", unit);
    headline->value = value;
}

static json_t *energy_of(const dp_energy *e) {
    json_t *energy = json_object();
    json_put(energy, "initial", json_finite(e->initial));
    json_put(energy, "final", json_finite(e->final));
    json_put(energy, "stored", json_finite(e->stored));
    json_put(energy, "viscous", json_finite(e->viscous));
    json_put(energy, "plastic", json_finite(e->plastic));
    json_put(energy, "friction", json_finite(e->friction));
    json_put(energy, "released", json_finite(e->released));
    json_put(energy, "input", json_finite(e->input));
    json_put(energy, "error", json_finite(e->error));
    return energy;
}

// Sixty impacts, as a bouncing ball would have them, so that the report has to cut the list.
static json_t *impacts_of(const dp_impact *result) {
    json_t *impacts = json_array();
    double speed = 4.0, time = 0.0;
    for (int i = 0; i < 60; i++) {
        json_t *impact = json_object();
        put_measure(impact, "time", time, "s");
        put_measure(impact, "speed_in", speed, "m/s");
        time += 2.0 * speed / 9.81;
        speed *= result->restitution;
        put_measure(impact, "speed_out", speed, "m/s");
        put_measure(impact, "max_force", result->max_force * pow(speed / 4.0, 1.2), "N");
        put_measure(impact, "max_indentation", result->max_indentation * pow(speed / 4.0, 0.8),
                    "m");
        push_measures(impacts, impact);
    }
    return impacts;
}

static void repeat_series(struct table *series, long times) {
    size_t rows = series->rows, columns = (size_t)series->columns;
    double row[COLUMN_COUNT], period = series->value[(rows - 1) * columns];
    for (long n = 1; n < times; n++) {
        for (size_t i = 1; i < rows; i++) {
            memcpy(row, series->value + i * columns, sizeof row);
            row[0] += (double)n * period;
            if (!table_add(series, row)) fail("out of memory");
        }
    }
}

static void fill(struct outcome *outcome, long times) {
    if (!table_init(&outcome->series, COLUMN_COUNT, names, units)) fail("out of memory");
    dp_impact result = run_impact(&outcome->series, 1e-7);
    repeat_series(&outcome->series, times);
    json_t *summary = outcome->summary = json_object(), *solver = json_object();
    json_put(summary, "restitution", json_finite(result.restitution));
    json_put(summary, "max_force", json_finite(result.max_force));
    json_put(summary, "not_a_number", json_finite(NAN));
    json_put(summary, "tension_seen", json_boolean(result.tension_seen));
    json_put(summary, "energy", energy_of(&result.energy));
    json_put(summary, "impacts", impacts_of(&result));
    json_put(solver, "path", json_string("integrated"));
    json_put(solver, "steps", json_integer(result.steps));
    json_put(solver, "evaluations", json_integer(result.evaluations));
    json_put(solver, "rejected", json_integer(result.rejected));
    json_put(solver, "events", json_integer(result.events));
    json_put(summary, "solver", solver);
    outcome->units = measures_take(summary);

    add_headline(outcome, "restitution", result.restitution, "1");
    add_headline(outcome, "approach_speed", 4.0, "m/s");
    add_headline(outcome, "separation_speed", result.separation_speed, "m/s");
    add_headline(outcome, "max_force", result.max_force, "N");
    add_headline(outcome, "max_indentation", result.max_indentation, "m");
    add_headline(outcome, "duration", result.duration, "s");
    add_headline(outcome, "energy_lost", result.energy.viscous, "J");
    add_headline(outcome, "residual_indentation", result.residual_indentation, "m");
    snprintf(outcome->note[outcome->note_count++], sizeof outcome->note[0],
             "the law delivers a restitution of %.4f where 0.8 was asked for", result.restitution);
    add_plots(outcome);
}

static char *read_text(const char *path) {
    FILE *file = fopen(path, "rb");
    char *text = calloc(1, 1 << 20);
    if (file == NULL || text == NULL) fail("cannot read the scenario");
    size_t count = fread(text, 1, (1 << 20) - 1, file);
    text[count] = '\0';
    fclose(file);
    return text;
}

static void set_title(struct outcome *outcome) {
    const char *line = strstr(outcome->scenario, "title: ");
    json_t *title =
        line == NULL ? NULL : json_loads(line + 7, JSON_DECODE_ANY | JSON_DISABLE_EOF_CHECK, NULL);
    if (json_is_string(title))
        snprintf(outcome->title, sizeof outcome->title, "%s", json_string_value(title));
    json_decref(title);
}

// Texts that try to get out of where they are put, one for every place that takes one.
static void make_odd(struct outcome *outcome) {
    static const char bad[] = "'\"`touch pwned`\"; system(\"touch pwned\") \\ @x $(touch pwned)\n"
                              "set output 'pwned' </pre></style><script>document.title='pwned'"
                              "</script> \xff\xfe \xc3 µ";
    const char *const odd_names[] = {"t/i/m/e", bad, bad, "", ".", "=1+1,\"x\""};
    const char *const odd_units[] = {"s", bad, "", "N", "m", "1"};
    if (!table_init(&outcome->series, 6, odd_names, odd_units)) fail("out of memory");
    for (int i = 0; i < 20000; i++) {
        double t = i * 1e-3, gap = i % 5000 < 100 ? NAN : sin(t);
        const double row[] = {t, gap, i % 777 == 5 ? INFINITY : cos(t), NAN, 1e300 * t, -t};
        if (!table_add(&outcome->series, row)) fail("out of memory");
    }
    snprintf(outcome->title, sizeof outcome->title, "%s", bad);
    snprintf(outcome->kind, sizeof outcome->kind, "%s", "<b>'\"&");
    snprintf(outcome->note[outcome->note_count++], sizeof outcome->note[0], "%s", bad);
    add_headline(outcome, bad, -1.5e-9, bad);
    add_headline(outcome, "infinite", INFINITY, "m");
    const char *const y[] = {outcome->series.name[1], NULL}, *const none[] = {"", NULL},
                      *const last[] = {"=1+1,\"x\"", outcome->series.name[1], NULL};
    add_plot(outcome, "../../pwned", bad, bad, PLOT_LINES);
    set_axes(outcome, "t/i/m/e", 1.0, bad, y, NAN, bad);
    add_plot(outcome, "../../pwned", "twice the same name", "", PLOT_AREAS);
    set_axes(outcome, "t/i/m/e", 0.0, "x", last, 0.0, "y");
    add_plot(outcome, "missing", "no such column", "", PLOT_POINTS);
    set_axes(outcome, "nothing", 1.0, "x", y, 1.0, "y");
    add_plot(outcome, "", "no curves", "", PLOT_POINTS);
    set_axes(outcome, "t/i/m/e", 1.0, "x", none, 1.0, "y");
    outcome->summary =
        json_pack("{s:{s:{s:[{s:f,s:s,s:n}]}}, s:{s:f,s:f}}", "joint<&>", "'\"", "impacts", "time",
                  1e-7, "<script>", "</script>", "z", "energy", "initial", 0.0, "<b>", 1.0);
    outcome->scenario = malloc(200000);
    if (outcome->scenario == NULL) fail("out of memory");
    memset(outcome->scenario, '<', 199999);
    memcpy(outcome->scenario, bad, sizeof bad - 1);
    outcome->scenario[199999] = '\0';
}

static herr_t print_attribute(hid_t object, const char *name, const H5A_info_t *info, void *user) {
    (void)info;
    (void)user;
    char *text = NULL;
    hid_t attribute = H5Aopen(object, name, H5P_DEFAULT);
    hid_t type = H5Aget_type(attribute);
    if (H5Aread(attribute, type, &text) >= 0) printf("  %s = %.60s\n", name, text);
    H5free_memory(text);
    H5Tclose(type);
    H5Aclose(attribute);
    return 0;
}

static herr_t print_dataset(hid_t group, const char *name, const H5L_info_t *info, void *user) {
    (void)info;
    (void)user;
    hid_t dataset = H5Dopen2(group, name, H5P_DEFAULT);
    hid_t space = H5Dget_space(dataset);
    size_t rows = (size_t)H5Sget_simple_extent_npoints(space);
    double *values = calloc(rows + 1, sizeof *values);
    if (values == NULL ||
        H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) < 0)
        fail("cannot read a dataset");
    printf("%s: %zu rows, last %.17g\n", name, rows, rows > 0 ? values[rows - 1] : NAN);
    H5Aiterate2(dataset, H5_INDEX_NAME, H5_ITER_INC, NULL, print_attribute, NULL);
    free(values);
    H5Sclose(space);
    H5Dclose(dataset);
    return 0;
}

static int read_hdf5(const char *path) {
    hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    if (file < 0) return 1;
    H5Aiterate2(file, H5_INDEX_NAME, H5_ITER_INC, NULL, print_attribute, NULL);
    hid_t group = H5Gopen2(file, "series", H5P_DEFAULT);
    int failed = group < 0 ||
                 H5Literate(group, H5_INDEX_CRT_ORDER, H5_ITER_INC, NULL, print_dataset, NULL) < 0;
    if (group >= 0) H5Gclose(group);
    H5Fclose(file);
    return failed;
}

// As on a machine where it is not installed.
static int lacks_hdf5;

void *__real_dlopen(const char *name, int flags);
void *__wrap_dlopen(const char *name, int flags);
void *__wrap_dlopen(const char *name, int flags) {
    return __real_dlopen(lacks_hdf5 ? "libhdf5_absent.so.1" : name, flags);
}

// As on a file system that cannot let two names change places; with a second word, one that lets
// the old folder step aside and then refuses the new one.
static int lacks_exchange, lacks_place;

int __wrap_renameat2(int from, const char *old, int to, const char *new, unsigned flags);
int __real_renameat2(int from, const char *old, int to, const char *new, unsigned flags);
int __wrap_renameat2(int from, const char *old, int to, const char *new, unsigned flags) {
    if (!lacks_exchange) return __real_renameat2(from, old, to, new, flags);
    errno = EINVAL;
    return -1;
}

int __wrap_renameat(int from, const char *old, int to, const char *new);
int __real_renameat(int from, const char *old, int to, const char *new);
int __wrap_renameat(int from, const char *old, int to, const char *new) {
    static int is_aside;
    int is_away = new[0] == '.' && old[0] != '.';
    if (is_away) is_aside = 1;
    if (is_away || !is_aside || !lacks_place) return __real_renameat(from, old, to, new);
    lacks_place = 0;
    errno = EIO;
    return -1;
}

static int print_digest(const char *path) {
    unsigned char digest[DIGEST_SIZE];
    char *text = read_text(path);
    digest_of(text, strlen(text), digest);
    for (int i = 0; i < DIGEST_SIZE; i++)
        printf("%02x", digest[i]);
    printf("\n");
    free(text);
    return 0;
}

static int test_table(void) {
    struct table table;
    double row[] = {0.0, 0.5};
    if (!table_init(&table, 2, names, units)) return 1;
    for (int i = 0; i < 1000; i++, row[0] += 1.0) {
        if (!table_add(&table, row)) return 1;
    }
    int wrong = table.rows != 1000 || table_column(&table, "indentation") != 1 ||
                table_column(&table, "force") != -1 || table.value[2 * 777] != 777.0 ||
                table.value[2 * 999 + 1] != 0.5 || strcmp(table.unit[1], "m") != 0;
    table_free(&table);
    // once more is no harm
    table_free(&table);
    return wrong;
}

static int print_animation(const char *name) {
    char *page = NULL;
    const struct animation animation = {
        .scene = "none", .script = "", .facts = json_pack("{s:s}", "name", name)};
    if (!animation_write(&animation, &page)) return 1;
    fputs(page, stdout);
    free(page);
    return 0;
}

static int print_unit(const char *plain, void (*print)(const char *, char *, size_t)) {
    char text[64];
    print(plain, text, sizeof text);
    return puts(text) < 0;
}

static int write_outcome(const char *command, const char *scenario, const char *out, int force,
                         long times) {
    struct outcome outcome = {.kind = "impact"};
    dp_diagnostic diagnostic = {0};
    if (strcmp(command, "run") == 0) {
        outcome.scenario = read_text(scenario);
        set_title(&outcome);
        fill(&outcome, times);
    } else if (strcmp(command, "odd") == 0) {
        make_odd(&outcome);
    } else if (strcmp(command, "field") == 0) {
        fill_field(&outcome);
    } else if (strcmp(command, "named") == 0) {
        add_named(&outcome, scenario);
    }
    if (outcome.summary == NULL) outcome.summary = json_object();
    const struct call call = {.stop = signals_stop, .guard = signals_guard};
    int status = output_write(&outcome, out, force, -1, &call, &diagnostic);
    if (status != 0) fprintf(stderr, "output_driver: %s\n", diagnostic.text);
    fputs(diagnostic.remarks, stderr);
    outcome_free(&outcome);
    return status;
}

int main(int argc, char **argv) {
    const char *command = argc > 1 ? argv[1] : "", *scenario = NULL, *out = NULL;
    int force = 0;
    long times = 1;
    for (int i = 2; i < argc; i++) {
        if (strcmp(argv[i], "--out") == 0 && i + 1 < argc)
            out = argv[++i];
        else if (strcmp(argv[i], "--force") == 0)
            force = 1;
        else if (strcmp(argv[i], "--repeat") == 0 && i + 1 < argc)
            times = strtol(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--without-hdf5") == 0)
            lacks_hdf5 = 1;
        else if (strcmp(argv[i], "--without-exchange") == 0)
            lacks_exchange = 1;
        else if (strcmp(argv[i], "--without-place") == 0)
            lacks_exchange = lacks_place = 1;
        else if (strcmp(argv[i], "--quiet") == 0)
            continue;
        else
            scenario = argv[i];
    }
    if (strcmp(command, "table") == 0) return test_table();
    if (strcmp(command, "animation") == 0 && scenario != NULL) return print_animation(scenario);
    if (strcmp(command, "unit") == 0 && scenario != NULL) return print_unit(scenario, unit_text);
    if (strcmp(command, "label") == 0 && scenario != NULL) return print_unit(scenario, label_text);
    if (strcmp(command, "digest") == 0 && scenario != NULL) return print_digest(scenario);
    if (strcmp(command, "read") == 0 && scenario != NULL) return read_hdf5(scenario);
    int takes_name = strcmp(command, "run") == 0 || strcmp(command, "named") == 0;
    if (out == NULL || (takes_name && scenario == NULL)) return 1;
    return write_outcome(command, scenario, out, force, times);
}
