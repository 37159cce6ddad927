// report.html from an outcome and its drawings.

#include "report/report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "assets.h"
#include "base/measure.h"
#include "dashpot/version.h"
#include "dashpot/workbench.h"
#include "report/html.h"
#include "report/parts.h"
#include "report/plot_page.h"

enum { ROWS_MAX = 50, COLUMNS_MAX = 24, FEW_COLUMNS = 10, DEPTH_MAX = 4, DIGITS = 5 };

// Bytes. A page stays below 3 MB, whatever was computed: it is sent by mail and opened on phones.
enum {
    PAGE_MAX = 2900000,
    STILLS_MAX = 1100000,   // of all still pictures
    DATA_MAX = 1400000,     // of the plots that scripts draw
    DATA_LEAST = 500000,    // kept for them when the rest is long
    SCENARIO_MAX = 200000,  // longer ones are shown in part
};

static double number_of(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : 0.0;
}

// Decimals that show a column's largest value with `digits` digits, and three of its least where
// two more decimals do that; -1: no common number of decimals suits it.
static int decimals_of(double largest, double least, int digits) {
    if (largest == 0.0) return 0;
    if (!(largest >= 1e-3) || !(largest < 1e9)) return -1;
    // what rounds up to the next power of ten has a digit more
    int first = (int)floor(log10(largest * (1.0 + 0.5 * pow(10.0, -digits))));
    int decimals = digits - 1 - first;
    int wanted = least > 1e-9 * largest ? 2 - (int)floor(log10(least)) : decimals;
    int most = decimals + 2;
    if (wanted > decimals) decimals = wanted < most ? wanted : most;
    return decimals > 0 ? decimals : 0;
}

static void put_number(struct out_file *file, double value, int decimals, int digits) {
    if (decimals < 0)
        html_number(file, value, digits);
    else
        html_fixed(file, value, decimals);
}

// --- energy --------------------------------------------------------------------------------------

struct entry {
    const char *key, *sign, *meaning;
    double factor;  // in the balance
    bool is_state;  // an energy that is there, not one that goes in or out
};

static const struct entry entries[] = {
    {"initial", "", "mechanical energy at the start", 1.0, true},
    {"input", "+", "work done from outside", 1.0, false},
    {"viscous", "\xe2\x88\x92", "lost in dampers", -1.0, false},
    {"plastic", "\xe2\x88\x92", "lost in plastic flow", -1.0, false},
    {"friction", "\xe2\x88\x92", "lost in sliding", -1.0, false},
    {"released", "\xe2\x88\x92", "held by a contact when it was ended", -1.0, false},
    {"final", "=", "mechanical energy at the end", -1.0, true},
    {"stored", "", "part of it held by springs and contacts", 0.0, true},
};
enum { ENTRY_COUNT = sizeof entries / sizeof *entries };

// How the ledger says its numbers.
struct saying {
    double total;      // what shares are of
    bool is_turnover;  // not all that went in
    struct html_scale scale;
    int decimals;
};

static void put_row(struct out_file *file, const struct entry *entry, double value,
                    const struct saying *saying) {
    html_print(file,
               "<tr><td class=\"left\">%s</td><td class=\"left\">%k</td>"
               "<td class=\"left muted\">%s</td><td>",
               entry->sign, entry->key, entry->meaning);
    put_number(file, value * saying->scale.factor, saying->decimals, 6);
    out_text(file, "</td><td>");
    double share = 100.0 * value / saying->total;
    bool has_share = saying->total > 0.0 && !(saying->is_turnover && entry->is_state);
    if (value == 0.0 && has_share)
        out_text(file, "0\xc2\xa0%");
    else if (has_share && isfinite(share))
        out_print(file, "%.2f\xc2\xa0%%", fabs(share) < 0.005 ? 0.0 : share);
    else
        out_text(file, "\xe2\x80\x93");
    out_text(file, "</td></tr>\n");
}

static void put_balance(struct out_file *file, const json_t *energy, double balance,
                        struct html_scale scale) {
    out_text(
        file,
        "<tr class=\"sum\"><td></td><td class=\"left\">balance</td>"
        "<td class=\"left muted\">what is missing; 0 when every joule is found again</td><td>");
    html_number(file, balance * scale.factor, 3);
    out_text(file, "</td><td>");
    if (json_is_number(json_object_get(energy, "error"))) {
        out_text(file, "error ");
        html_number(file, number_of(energy, "error"), 3);
    }
    out_text(file, "</td></tr>\n");
}

// Are statistics of a part of the run?
static int has_window(const json_t *summary) {
    return number_of(json_object_get(summary, "window"), "from") > 0.0;
}

// Where heights are below zero an energy is negative, and a share of it means nothing. Then shares
// are of what was turned over: work from outside, and the mechanical energy that was given up.
static void set_total(struct saying *saying, const json_t *energy, double largest) {
    double initial = number_of(energy, "initial"), input = number_of(energy, "input");
    double final = number_of(energy, "final"), given_up = initial - final;
    saying->is_turnover = initial < 0.0 || final < 0.0;
    saying->total = initial + input;
    if (!saying->is_turnover) return;
    saying->total = (input > 0.0 ? input : 0.0) + (given_up > 0.0 ? given_up : 0.0);
    // rounding is no turnover
    if (!(saying->total > 1e-9 * largest)) saying->total = 0.0;
}

// The ledger of energy with its balance; nothing when there is none.
static void put_energy(struct out_file *file, const json_t *summary) {
    json_t *energy = json_object_get(summary, "energy");
    double largest = 0.0, balance = 0.0;
    if (!json_is_object(energy)) return;
    for (int i = 0; i < ENTRY_COUNT; i++) {
        double value = number_of(energy, entries[i].key);
        if (fabs(value) > largest) largest = fabs(value);
        balance += entries[i].factor * value;
    }
    struct saying saying = {.scale = html_scale_of(largest, "J")};
    set_total(&saying, energy, largest);
    saying.decimals = decimals_of(largest * saying.scale.factor, 0.0, 6);
    out_print(file,
              "<h2>Energy ledger%s</h2>\n<div class=\"scroll\"><table>\n<thead><tr><th></th>"
              "<th class=\"left\">entry</th><th class=\"left\">meaning</th><th>energy [%sJ]</th>"
              "<th>share of what %s</th></tr></thead>\n<tbody>\n",
              has_window(summary) ? " <span class=\"unit\">(whole run)</span>" : "",
              saying.scale.prefix, saying.is_turnover ? "was turned over" : "went in");
    for (int i = 0; i < ENTRY_COUNT; i++) {
        if (json_is_number(json_object_get(energy, entries[i].key)))
            put_row(file, &entries[i], number_of(energy, entries[i].key), &saying);
    }
    put_balance(file, energy, balance, saying.scale);
    out_text(file, "</tbody></table></div>\n");
    if (saying.is_turnover)
        out_print(file,
                  "<p class=\"muted\">Heights count from 0, and below it the energy is negative. "
                  "Shares are of the work done from outside and the mechanical energy given up, "
                  "together %.4g %sJ.</p>\n",
                  saying.total * saying.scale.factor, saying.scale.prefix);
}

// --- impacts, collisions, sensors ----------------------------------------------------------------

// A column of numbers: one prefix and one number of decimals, so that the points stand below each
// other.
struct column {
    const char *key, *unit;
    struct html_scale scale;
    int decimals;
    int is_zero;  // in every row
};

// What the numbers of a column are like.
struct sizes {
    double largest, least;  // least: of those that are not 0
    int is_whole;           // all of them are
    size_t count;
};

static void add_size(struct sizes *sizes, double value) {
    double size = fabs(value);
    if (!isfinite(size)) return;
    if (sizes->count++ == 0) *sizes = (struct sizes){0.0, INFINITY, 1, 1};
    if (size > sizes->largest) sizes->largest = size;
    if (size > 0.0 && size < sizes->least) sizes->least = size;
    sizes->is_whole = sizes->is_whole && size == floor(size);
}

static struct column make_column(const char *key, const char *unit, const struct sizes *sizes) {
    // a pure number has no unit that is said
    struct column column = {.key = key, .unit = unit == NULL || strcmp(unit, "1") == 0 ? "" : unit};
    column.scale = html_scale_of(sizes->largest, column.unit);
    double factor = column.scale.factor;
    int is_whole = sizes->is_whole && factor == 1.0 && sizes->largest < 1e9;
    if (!is_whole)
        column.decimals = decimals_of(sizes->largest * factor, sizes->least * factor, DIGITS);
    return column;
}

static struct column column_of(const json_t *rows, const char *key, const char *unit) {
    size_t count = json_array_size(rows);
    struct sizes sizes = {.count = 0};
    for (size_t i = 0; i < count && i < ROWS_MAX; i++)
        add_size(&sizes, number_of(json_array_get(rows, i), key));
    struct column column = make_column(key, unit, &sizes);
    column.is_zero = sizes.largest == 0.0;
    for (size_t i = 0; i < count && column.is_zero; i++)
        column.is_zero = json_is_number(json_object_get(json_array_get(rows, i), key));
    return column;
}

static void put_cell(struct out_file *file, const json_t *value, double factor, int decimals) {
    out_text(file, "<td>");
    if (json_is_number(value))
        put_number(file, json_number_value(value) * factor, decimals, DIGITS);
    else if (json_is_string(value))
        html_text(file, json_string_value(value));
    else if (json_is_boolean(value))
        out_text(file, json_is_true(value) ? "yes" : "no");
    else
        out_text(file, "\xe2\x80\x93");
    out_text(file, "</td>");
}

static void put_heading(struct out_file *file, const struct column *column) {
    char unit[64];
    unit_text(column->unit, unit, sizeof unit);
    html_print(file, "<th>%k", column->key);
    if (unit[0] != '\0')
        html_print(file, "<br><span class=\"unit\">[%s%s]</span>", column->scale.prefix, unit);
    out_text(file, "</th>");
}

// Columns of a list; of a long row those that are zero throughout are named in `zeros` instead.
static size_t find_columns(json_t *rows, const json_t *units, struct column *column, char *zeros,
                           size_t size) {
    json_t *first = json_array_get(rows, 0);
    int is_long = json_object_size(first) > FEW_COLUMNS;
    size_t columns = 0;
    zeros[0] = '\0';
    for (void *at = json_object_iter(first); at != NULL && columns < COLUMNS_MAX;
         at = json_object_iter_next(first, at)) {
        const char *key = json_object_iter_key(at);
        column[columns] = column_of(rows, key, measure_unit(units, key));
        size_t used = strlen(zeros);
        if (is_long && column[columns].is_zero)
            snprintf(zeros + used, size - used, "%s%s", used > 0 ? ", " : "", column[columns].key);
        else
            columns++;
    }
    return columns;
}

// The head of a table of `columns` columns, `first` before them.
static void begin_table(struct out_file *file, const char *first, const struct column *column,
                        size_t columns) {
    out_print(file, "<div class=\"scroll\"><table%s>\n<thead><tr>%s",
              columns > FEW_COLUMNS ? " class=\"wide\"" : "", first);
    for (size_t c = 0; c < columns; c++)
        put_heading(file, &column[c]);
    out_text(file, "</tr></thead>\n<tbody>\n");
}

static void put_rows(struct out_file *file, const char *title, json_t *rows, const json_t *units) {
    struct column column[COLUMNS_MAX];
    char zeros[400];
    size_t count = json_array_size(rows);
    size_t columns = find_columns(rows, units, column, zeros, sizeof zeros);
    html_print(file, "<h2>%k <span class=\"unit\">(%z)</span></h2>\n", title, count);
    begin_table(file, "<th>#</th>", column, columns);
    for (size_t i = 0; i < count && i < ROWS_MAX; i++) {
        out_print(file, "<tr><td class=\"muted\">%zu</td>", i + 1);
        for (size_t c = 0; c < columns; c++)
            put_cell(file, json_object_get(json_array_get(rows, i), column[c].key),
                     column[c].scale.factor, column[c].decimals);
        out_text(file, "</tr>\n");
    }
    out_text(file, "</tbody></table></div>\n");
    if (zeros[0] != '\0') html_print(file, "<p class=\"muted\">Zero throughout: %k.</p>\n", zeros);
    if (count > ROWS_MAX)
        out_print(file, "<p class=\"muted\">The first %d of %zu; all are in summary.json.</p>\n",
                  ROWS_MAX, count);
}

static int is_events(const char *key, const json_t *value) {
    return json_is_object(json_array_get(value, 0)) &&
           (strcmp(key, "impacts") == 0 || strcmp(key, "collisions") == 0 ||
            strcmp(key, "sensors") == 0 || strcmp(key, "stretches") == 0);
}

// `path` says in which part of the summary we are, `units` are those of its results.
static void search(struct out_file *file, json_t *object, const json_t *units, const char *path,
                   int depth) {
    for (void *at = json_object_iter(object); at != NULL; at = json_object_iter_next(object, at)) {
        const char *key = json_object_iter_key(at);
        json_t *value = json_object_iter_value(at);
        const json_t *own = json_object_get(units, key);
        char below[120];
        snprintf(below, sizeof below, "%s%s%.50s", path, path[0] != '\0' ? ": " : "", key);
        if (is_events(key, value))
            put_rows(file, below, value, own);
        else if (json_is_object(value) && depth < DEPTH_MAX)
            search(file, value, own, below, depth + 1);
    }
}

// Lists go over all of the run, also where the statistics do not.
static void put_window(struct out_file *file, const json_t *summary) {
    double from = number_of(json_object_get(summary, "window"), "from");
    if (!has_window(summary)) return;
    out_text(file, "<p class=\"muted\">The lists below are of the whole run; the window of the "
                   "statistics begins at ");
    html_quantity(file, from, "s", 5);
    out_text(file, ".</p>\n");
}

// Impacts, collisions and sensors, wherever they stand in the summary.
static void put_events(struct out_file *file, json_t *summary, const json_t *units) {
    put_window(file, summary);
    search(file, summary, units, "", 0);
}

// --- solver --------------------------------------------------------------------------------------

// Steps, evaluations and the like.
static void put_solver(struct out_file *file, const json_t *summary) {
    json_t *solver = json_object_get(summary, "solver");
    if (!json_is_object(solver) || json_object_size(solver) == 0) return;
    out_text(file, "<h2>Solver</h2>\n<div class=\"scroll\"><table>\n<thead><tr>");
    for (void *at = json_object_iter(solver); at != NULL; at = json_object_iter_next(solver, at))
        html_print(file, "<th>%k</th>", json_object_iter_key(at));
    out_text(file, "</tr></thead>\n<tbody><tr>");
    for (void *at = json_object_iter(solver); at != NULL; at = json_object_iter_next(solver, at))
        put_cell(file, json_object_iter_value(at), 1.0, -1);
    out_text(file, "</tr></tbody></table></div>\n");
}

// --- a sweep -------------------------------------------------------------------------------------

static void put_table_cell(struct out_file *file, const struct table *table, size_t row, int c,
                           const struct column *column) {
    double value = table_at(table, row, c);
    const char *word = table_word(table, c, value);
    out_text(file, word != NULL ? "<td class=\"left\">" : "<td>");
    if (word != NULL)
        html_text(file, word);
    else
        put_number(file, value * column->scale.factor, isfinite(value) ? column->decimals : -1,
                   DIGITS);
    out_text(file, "</td>");
}

// The rows of a sweep; where they are too many for a page, how many there are.
static void put_points(struct out_file *file, const struct table *table) {
    struct column column[COLUMNS_MAX];
    int columns = table->columns < COLUMNS_MAX ? table->columns : COLUMNS_MAX;
    out_print(file, "<h2>Points <span class=\"unit\">(%zu)</span></h2>\n", table->rows);
    if (table->rows > ROWS_MAX) {
        out_text(file, "<p class=\"muted\">All are in series.csv.</p>\n");
        return;
    }
    for (int c = 0; c < columns; c++) {
        struct sizes sizes = {.count = 0};
        for (size_t row = 0; row < table->rows; row++)
            add_size(&sizes, table_at(table, row, c));
        column[c] = make_column(table->name[c], table->unit[c], &sizes);
    }
    begin_table(file, "", column, (size_t)columns);
    for (size_t row = 0; row < table->rows; row++) {
        out_text(file, "<tr>");
        for (int c = 0; c < columns; c++)
            put_table_cell(file, table, row, c, &column[c]);
        out_text(file, "</tr>\n");
    }
    out_text(file, "</tbody></table></div>\n");
}

// --- the page ------------------------------------------------------------------------------------

static void put_header(struct out_file *file, const struct outcome *outcome) {
    const char *title = outcome->title[0] != '\0' ? outcome->title : "Untitled scenario";
    const char *const scripts[] = {asset_plot_js, asset_report_js, NULL};
    html_begin(file, scripts, outcome->animation);
    html_print(file, "<title>%h \xe2\x80\x93 dashpot</title>\n", title);
    html_style(file, asset_report_css);
    html_style(file, asset_plot_css);
    // before the animation, which shares its cursor
    html_script(file, asset_plot_js);
    html_print(file,
               "</head>\n<body>\n<header>\n<div class=\"kind\">%h</div>\n<h1>%h</h1>\n</header>\n",
               outcome->kind, title);
}

// What the cards below speak of.
static void put_part(struct out_file *file, const char *part, int is_first) {
    if (!is_first) out_text(file, "</dl>\n");
    if (part[0] != '\0') html_print(file, "<h2 class=\"part\">%h</h2>\n", part);
    out_text(file, "<dl class=\"cards\">\n");
}

// The full number shows when the pointer rests on the card.
static void put_headlines(struct out_file *file, const struct outcome *outcome) {
    char exact[DP_NUMBER_MAX];
    if (outcome->headline_count == 0) return;
    for (int i = 0; i < outcome->headline_count && i < HEADLINES_MAX; i++) {
        const struct headline *headline = &outcome->headline[i];
        if (i == 0 || strcmp(headline->part, headline[-1].part) != 0)
            put_part(file, headline->part, i == 0);
        // a name from the scenario, such as "crank.moment", keeps its letters
        html_print(file, "<div class=\"card\" title=\"%s %h\"><dt%s>%k</dt><dd>",
                   dp_number_text(headline->value, exact), headline->unit,
                   strchr(headline->name, '.') != NULL ? " class=\"name\"" : "", headline->name);
        html_quantity(file, headline->value, headline->unit, 5);
        out_text(file, "</dd></div>\n");
    }
    out_text(file, "</dl>\n");
}

static void put_notes(struct out_file *file, const struct report *report) {
    static const char item[] = "<li>%h</li>\n";
    const struct outcome *outcome = report->outcome;
    const char *remark = report->jobs->remark;
    if (outcome->note_count == 0 && remark[0] == '\0' && report->lack[0] == '\0') return;
    out_text(file, "<ul class=\"notes\">\n");
    for (int i = 0; i < outcome->note_count; i++)
        html_print(file, item, outcome->note[i]);
    if (report->lack[0] != '\0') html_print(file, item, report->lack);
    if (remark[0] != '\0') html_print(file, item, remark);
    out_text(file, "</ul>\n");
}

// Made by the kind, so it is put as it is.
static void put_animation(struct out_file *file, const char *html) {
    if (html == NULL) return;
    html_print(file,
               "<section>\n<h2>Animation</h2>\n<div class=\"animation\">\n%s\n</div>\n</section>\n",
               html);
}

// The still picture is for print and for readers without scripts; the script puts its own before.
static void put_figure(struct out_file *file, int plots, const struct plot_job *job, size_t *room) {
    const struct plot *plot = job->plot;
    char caption[2 * sizeof plot->caption];
    size_t start = file->total;
    html_print(file, "<figure data-plot=\"%s\">", job->stem);
    int has_still = job->is_drawn && html_drawing(file, plots, job->stem, plot->title, 440, *room);
    if (has_still) *room -= file->total - start < *room ? file->total - start : *room;
    if (!has_still)
        html_print(file, "<noscript><p class=\"muted\">%h: %h</p></noscript>", plot->title,
                   job->is_drawn            ? "the still picture is too large for this page"
                   : job->reason[0] != '\0' ? job->reason
                                            : "drawn by scripts only");
    raise_powers(plot->caption[0] != '\0' ? plot->caption : plot->title, caption, sizeof caption);
    html_print(file, "<figcaption>%h", caption);
    if (job->is_drawn) html_print(file, " <a href=\"plots/%s.svg\">SVG</a>", job->stem);
    out_text(file, "</figcaption></figure>\n");
}

static void put_figures(struct out_file *file, int plots, const struct plot_jobs *jobs) {
    size_t used = file->total + DATA_LEAST;
    size_t room = used < PAGE_MAX ? PAGE_MAX - used : 0;
    if (jobs->count == 0) return;
    if (room > STILLS_MAX) room = STILLS_MAX;
    out_text(file, "<h2>Plots</h2>\n<div class=\"figures\">\n");
    for (int i = 0; i < jobs->count; i++) {
        if (jobs->item[i].curve_count > 0) put_figure(file, plots, &jobs->item[i], &room);
    }
    out_text(file, "</div>\n");
    for (int i = 0; i < jobs->count; i++) {
        const struct plot_job *job = &jobs->item[i];
        if (job->is_drawn || (job->curve_count > 0 && jobs->remark[0] != '\0')) continue;
        html_print(file, "<p class=\"muted\">%s: %h (%h).</p>\n",
                   job->curve_count > 0 ? "No still picture" : "Not drawn", job->plot->title,
                   job->reason);
    }
}

static void put_scenario(struct out_file *file, const char *scenario) {
    static const char title[] = "<div class=\"heading\"><h2>Scenario as it was run</h2>";
    if (scenario != NULL && strlen(scenario) > SCENARIO_MAX) {
        html_print(file, "%s</div>\n<p class=\"muted\">It is long: see scenario.yaml.</p>\n",
                   title);
        return;
    }
    html_print(file,
               "%s<button id=\"copy\" type=\"button\" data-of=\"scenario\">Copy</button></div>\n"
               // a line break after <pre> is not part of it
               "<pre id=\"scenario\">\n%h</pre>\n",
               title, scenario != NULL ? scenario : "");
}

// Last, so that the room left for it is known.
static void put_data(struct out_file *file, const struct plot_jobs *jobs) {
    size_t room = file->total < PAGE_MAX ? PAGE_MAX - file->total : 0;
    plots_put_data(file, jobs, room < DATA_MAX ? room : DATA_MAX);
}

static void put_footer(struct out_file *file, const struct report *report) {
    const struct outcome *outcome = report->outcome;
    out_text(file, "<footer>dashpot " DP_VERSION_STRING
                   ". Beside this page: <a href=\"summary.json\">summary.json</a>, "
                   "<a href=\"series.csv\">series.csv</a>, ");
    for (int i = 0; i < outcome->extra_count; i++)
        out_print(file, "<a href=\"%s.csv\">%s.csv</a>, ", outcome->extra[i].name,
                  outcome->extra[i].name);
    if (report->lack[0] == '\0')
        out_text(file, outcome->extra_count > 0 ? "series.h5 with all tables, " : "series.h5, ");
    html_print(file,
               "<a href=\"scenario.yaml\">scenario.yaml</a>, and in plots/ the pictures with their "
               "gnuplot scripts and data.</footer>\n");
    if (report->jobs->count > 0) put_data(file, report->jobs);
    html_script(file, asset_report_js);
    out_text(file, "</body>\n</html>\n");
}

int report_write(int folder, const char *name, int plots, const struct report *report) {
    const struct outcome *outcome = report->outcome;
    struct out_file file;
    out_open(&file, folder, name);
    put_header(&file, outcome);
    put_headlines(&file, outcome);
    put_notes(&file, report);
    put_animation(&file, outcome->animation);
    put_comparison(&file, outcome->summary);
    put_figures(&file, plots, report->jobs);
    put_fits(&file, outcome->summary);
    put_statistics(&file, outcome->summary);
    put_measured(&file, outcome);
    put_snippets(&file, outcome);
    if (json_object_get(outcome->summary, "sweep") != NULL) put_points(&file, &outcome->series);
    put_energy(&file, outcome->summary);
    put_events(&file, outcome->summary, outcome->units);
    put_solver(&file, outcome->summary);
    put_scenario(&file, outcome->scenario);
    put_footer(&file, report);
    return out_close(&file);
}
