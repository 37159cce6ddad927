// Tables of delivered restitution.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "base/number.h"
#include "cli.h"
#include "laws/describe.h"
#include "laws/samples.h"
#include "restitution.h"
#include "terminal.h"

bool cli_is_off(const dp_delivery_point *point) {
    return point->err.status == DP_OK &&
           fabs(point->delivered.restitution - point->at) > CLI_NOTABLE;
}

json_t *cli_curve_json(const struct delivery_curve *curve) {
    json_t *array = json_array();
    for (int i = 0; i < curve->count; i++) {
        const dp_delivery_point *point = &curve->point[i];
        json_t *entry = json_object();
        json_put(entry, curve->over_speed ? "approach" : "requested", json_finite(point->at));
        json_put(entry, "delivered", json_finite(point->delivered.restitution));
        if (point->err.status != DP_OK) json_put(entry, "reason", json_string(point->err.text));
        json_push(array, entry);
    }
    return array;
}

void cli_curve_print(const struct delivery_curve *curve) {
    bool any_off = false;
    printf("%10s %10s\n", curve->over_speed ? "approach" : "requested", "delivered");
    for (int i = 0; i < curve->count; i++) {
        const dp_delivery_point *point = &curve->point[i];
        char at[NUMBER_MAX], label[80];
        snprintf(at, sizeof at, curve->over_speed ? "%.5g" : "%.2f", point->at);
        if (point->err.status != DP_OK) {
            snprintf(label, sizeof label, "%10s %10s", at, "-");
            cli_paragraph(label, 23, point->err.text);
            continue;
        }
        bool is_off = !curve->over_speed && cli_is_off(point);
        printf("%10s %10.6f%s\n", at, point->delivered.restitution, is_off ? " *" : "");
        any_off = any_off || is_off;
    }
    if (any_off) printf("\n* differs from the requested value by more than %g\n", CLI_NOTABLE);
}

void cli_sample_curve(const dp_law *law, const dp_contact_def *from, struct delivery_curve *curve) {
    dp_contact_def def = dp_contact_defaults(law);
    def.pair = from->pair;
    def.tension = from->tension;
    def.approach = from->approach;
    def.approach_floor = from->approach_floor;
    sample_missing(&def);
    delivery_curve_make(&def, curve);
}

static int name_width(void) {
    int width = 0;
    for (int i = 0; i < dp_law_count(); i++) {
        int length = (int)strlen(dp_law_at(i)->name);
        bool is_row = law_takes(dp_law_at(i), "restitution");
        if (is_row && length > width) width = length;
    }
    return width;
}

// ".501" in place of "0.501": twelve columns and the longest name fit into 100 characters.
static void print_cell(const dp_delivery_point *point) {
    char cell[NUMBER_MAX] = "0   -";
    double e = point->delivered.restitution;
    bool is_one = e >= 0.9995;
    if (point->err.status == DP_OK) snprintf(cell, sizeof cell, is_one ? "%.2f" : "%.3f", e);
    printf("%5s%s", cell + !is_one, cli_is_off(point) ? "*" : " ");
}

static void print_row(const dp_law *law, const struct delivery_curve *curve, int width) {
    const char *mark = law->delivery == DP_DELIVERS_ALWAYS ? " " : "+";
    printf("%-*s%s", width, law->name, mark);
    for (int i = 0; i < curve->count; i++)
        print_cell(&curve->point[i]);
    putchar('\n');
}

static void print_head(int width) {
    printf("%-*s ", width, "requested");
    for (int i = 0; i < REQUESTED_COUNT; i++) {
        char number[NUMBER_MAX];
        snprintf(number, sizeof number, "%.2f", requested_at(i));
        printf("  %s ", number + 1);
    }
    putchar('\n');
}

static void print_case(const dp_contact_def *from) {
    char text[400];
    dp_pair pair = from->pair;
    // a law that needs everything shows every sample
    dp_law greedy = {.needs =
                         DP_NEEDS_ELASTIC | DP_NEEDS_YIELD | DP_NEEDS_BEARING | DP_NEEDS_LENGTH};
    sample_pair(&greedy, DP_NEEDS_MASS, &pair);
    double speed = isnan(from->approach) ? sample_speed() : from->approach;
    snprintf(text, sizeof text,
             "depends on the case; here modulus %g Pa, radius %g m, mass %g kg, yield %g Pa, "
             "bearing_radius %g m, clearance %g m, length %g m, approach %g m/s",
             pair.modulus, pair.radius, pair.mass, pair.yield, pair.bearing_radius, pair.clearance,
             pair.length, speed);
    cli_paragraph("+", 2, text);
}

static json_t *row_json(const dp_law *law, const struct delivery_curve *curve) {
    json_t *row = json_object();
    json_put(row, "law", json_string(law->name));
    json_put(row, "family", json_string(law->family));
    json_put(row, "delivery",
             json_string(law->delivery == DP_DELIVERS_ALWAYS ? "always" : "by-case"));
    json_put(row, "curve", cli_curve_json(curve));
    return row;
}

static json_t *document_json(const dp_contact_def *def, json_t *rows) {
    json_t *document = json_object();
    json_t *requested = json_array();
    for (int i = 0; i < REQUESTED_COUNT; i++)
        json_push(requested, json_finite(requested_at(i)));
    json_put(document, "tension", json_string(tension_word(def->tension)));
    json_put(document, "requested", requested);
    json_put(document, "laws", rows);
    return document;
}

// What the marks mean, as far as they occur.
struct marks {
    bool off, none, by_case;
};

static void note_marks(const dp_law *law, const struct delivery_curve *curve, struct marks *seen) {
    for (int i = 0; i < curve->count; i++) {
        seen->off = seen->off || cli_is_off(&curve->point[i]);
        seen->none = seen->none || curve->point[i].err.status != DP_OK;
    }
    seen->by_case = seen->by_case || law->delivery != DP_DELIVERS_ALWAYS;
}

static void print_legend(const dp_contact_def *def, struct marks seen) {
    putchar('\n');
    if (seen.off) printf("* differs from the requested value by more than %g\n", CLI_NOTABLE);
    if (seen.none) puts("- outside the range of the law, or the bodies do not separate");
    if (seen.by_case) print_case(def);
}

static void print_all(const dp_contact_def *def) {
    const dp_law *laws[LAWS_MAX];
    int count = laws_by_family(laws);
    int width = name_width();
    struct marks seen = {0};
    printf("restitution delivered for the requested one, tension: %s\n\n",
           tension_word(def->tension));
    print_head(width);
    for (int i = 0; i < count; i++) {
        struct delivery_curve curve;
        if (!law_takes(laws[i], "restitution")) continue;
        cli_sample_curve(laws[i], def, &curve);
        print_row(laws[i], &curve, width);
        note_marks(laws[i], &curve, &seen);
    }
    print_legend(def, seen);
}

static void print_all_json(const dp_contact_def *def) {
    json_t *rows = json_array();
    for (int i = 0; i < dp_law_count(); i++) {
        const dp_law *law = dp_law_at(i);
        struct delivery_curve curve;
        if (!law_takes(law, "restitution")) continue;
        cli_sample_curve(law, def, &curve);
        json_push(rows, row_json(law, &curve));
    }
    cli_print_json(document_json(def, rows));
}

int cli_restitution_all(const contact_request *request, bool json) {
    if (json)
        print_all_json(&request->def);
    else
        print_all(&request->def);
    return DP_RUN_DONE;
}

// The few requests of the compact table; off by more than this part of the request is set in bold.
static const double BOLD = 0.05;
static const double few[] = {0.9, 0.7, 0.5, 0.3, 0.1};
enum { FEW_COUNT = sizeof few / sizeof *few };

static const dp_delivery_point *point_at(const struct delivery_curve *curve, double requested) {
    for (int i = 0; i < curve->count; i++) {
        if (fabs(curve->point[i].at - requested) < 1e-9) return &curve->point[i];
    }
    return NULL;
}

static void print_markdown_cell(const dp_delivery_point *point) {
    if (point == NULL || point->err.status != DP_OK) {
        printf(" – |");
        return;
    }
    double e = point->delivered.restitution;
    const char *mark = fabs(e - point->at) > BOLD * point->at ? "**" : "";
    printf(" %s%.3f%s |", mark, e, mark);
}

static void print_markdown_row(const dp_law *law, const dp_contact_def *def) {
    struct delivery_curve curve;
    cli_sample_curve(law, def, &curve);
    printf("| %s%s |", law->name, law->delivery == DP_DELIVERS_ALWAYS ? "" : " ¹");
    for (int i = 0; i < FEW_COUNT; i++)
        print_markdown_cell(point_at(&curve, few[i]));
    putchar('\n');
}

int cli_restitution_markdown(const contact_request *request) {
    const dp_law *laws[LAWS_MAX];
    int count = laws_by_family(laws);
    printf("| law, tension: %s |", tension_word(request->def.tension));
    for (int i = 0; i < FEW_COUNT; i++)
        printf(" %g |", few[i]);
    printf("\n|---|");
    for (int i = 0; i < FEW_COUNT; i++)
        printf("---|");
    putchar('\n');
    for (int i = 0; i < count; i++) {
        if (law_takes(laws[i], "restitution")) print_markdown_row(laws[i], &request->def);
    }
    printf("\nBold: off by more than %g %% of the request. ¹ depends on the pair and the speed; "
           "here those of\n`dashpot restitution --all`.\n",
           100.0 * BOLD);
    return DP_RUN_DONE;
}
