// Tables of delivered restitution.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "dashpot/workbench.h"
#include "json.h"
#include "restitution.h"
#include "terminal.h"

// More than this between requested and delivered is marked.
#define NOTABLE 0.01

// Is the point delivered, and notably not what was asked for?
static bool is_off(const dp_delivery_point *point) {
    return point->err.status == DP_OK && fabs(point->delivered.restitution - point->at) > NOTABLE;
}

json_t *cli_curve_json(const dp_delivery_curve *curve) {
    json_t *array = json_array();
    for (int i = 0; i < curve->count; i++) {
        const dp_delivery_point *point = &curve->point[i];
        json_t *entry = json_object();
        cli_json_put(entry, curve->over_speed ? "approach" : "requested",
                     cli_json_number(point->at));
        cli_json_put(entry, "delivered", cli_json_number(point->delivered.restitution));
        if (point->err.status != DP_OK) cli_json_put(entry, "reason", json_string(point->err.text));
        cli_json_push(array, entry);
    }
    return array;
}

void cli_curve_print(const dp_delivery_curve *curve) {
    bool any_off = false;
    printf("%10s %10s\n", curve->over_speed ? "approach" : "requested", "delivered");
    for (int i = 0; i < curve->count; i++) {
        const dp_delivery_point *point = &curve->point[i];
        char at[DP_NUMBER_MAX], label[80];
        snprintf(at, sizeof at, curve->over_speed ? "%.5g" : "%.2f", point->at);
        if (point->err.status != DP_OK) {
            snprintf(label, sizeof label, "%10s %10s", at, "-");
            cli_paragraph(label, 23, point->err.text);
            continue;
        }
        bool is_marked = !curve->over_speed && is_off(point);
        printf("%10s %10.6f%s\n", at, point->delivered.restitution, is_marked ? " *" : "");
        any_off = any_off || is_marked;
    }
    if (any_off) printf("\n* differs from the requested value by more than %g\n", NOTABLE);
}

// The law with samples for whatever the request leaves open.
static dp_contact_def sampled(const dp_law *law, const dp_contact_def *from) {
    dp_contact_def def = dp_contact_defaults(law);
    def.pair = from->pair;
    def.tension = from->tension;
    def.approach = from->approach;
    def.approach_floor = from->approach_floor;
    dp_sample_missing(&def);
    return def;
}

static int name_width(void) {
    int width = 0;
    for (int i = 0; i < dp_law_count(); i++) {
        int length = (int)strlen(dp_law_at(i)->name);
        bool is_row = dp_law_takes(dp_law_at(i), "restitution");
        if (is_row && length > width) width = length;
    }
    return width;
}

// ".501" in place of "0.501": twelve columns and the longest name fit into 100 characters.
static void print_cell(const dp_delivery_point *point) {
    char cell[DP_NUMBER_MAX] = "0   -";
    double e = point->delivered.restitution;
    bool is_one = e >= 0.9995;
    if (point->err.status == DP_OK) snprintf(cell, sizeof cell, is_one ? "%.2f" : "%.3f", e);
    printf("%5s%s", cell + !is_one, is_off(point) ? "*" : " ");
}

static void print_row(const dp_law *law, const dp_delivery_curve *curve, int width) {
    const char *mark = law->delivery == DP_DELIVERS_ALWAYS ? " " : "+";
    printf("%-*s%s", width, law->name, mark);
    for (int i = 0; i < curve->count; i++)
        print_cell(&curve->point[i]);
    putchar('\n');
}

static void print_head(int width) {
    printf("%-*s ", width, "requested");
    for (int i = 0; i < DP_REQUESTED_COUNT; i++) {
        char number[DP_NUMBER_MAX];
        snprintf(number, sizeof number, "%.2f", dp_requested_at(i));
        printf("  %s ", number + 1);
    }
    putchar('\n');
}

// The case of all rows: what was given, and every sample for the rest.
static dp_contact_def whole_case(const dp_contact_def *from) {
    dp_contact_def def = *from;
    const dp_law greedy = {.needs = DP_NEEDS_ELASTIC | DP_NEEDS_LINEAR | DP_NEEDS_YIELD |
                                    DP_NEEDS_BEARING | DP_NEEDS_LENGTH | DP_NEEDS_MASS};
    dp_sample_pair(&greedy, 0, &def.pair);
    if (isnan(def.approach)) def.approach = dp_sample_speed();
    return def;
}

static void print_case(const dp_contact_def *from) {
    char text[400];
    const dp_contact_def def = whole_case(from);
    const dp_pair pair = def.pair;
    snprintf(text, sizeof text,
             "depends on the case; here modulus %g Pa, radius %g m, mass %g kg, yield %g Pa, "
             "bearing_radius %g m, clearance %g m, length %g m, approach %g m/s",
             pair.modulus, pair.radius, pair.mass, pair.yield, pair.bearing_radius, pair.clearance,
             pair.length, def.approach);
    cli_paragraph("+", 2, text);
}

static json_t *case_json(const dp_contact_def *from) {
    const dp_contact_def def = whole_case(from);
    json_t *object = json_object();
    for (int i = 0; dp_pair_field_at(i) != NULL; i++)
        cli_json_put(object, dp_pair_field_at(i)->name,
                     cli_json_number(dp_pair_value(&def.pair, i)));
    cli_json_put(object, "approach", cli_json_number(def.approach));
    return object;
}

static json_t *row_json(const dp_contact_def *def) {
    const dp_law *law = def->law.law;
    dp_delivery_curve curve;
    dp_delivery_curve_make(def, &curve);
    json_t *row = json_object();
    cli_json_put(row, "law", json_string(law->name));
    cli_json_put(row, "family", json_string(law->family));
    cli_json_put(row, "delivery",
                 json_string(law->delivery == DP_DELIVERS_ALWAYS ? "always" : "by-case"));
    cli_json_put(row, "curve", cli_curve_json(&curve));
    char *met = dp_describe_delivered(def);
    cli_json_put(row, "met", cli_json_read(met != NULL ? met : ""));
    dp_text_free(met);
    return row;
}

static json_t *document_json(const dp_contact_def *def, json_t *rows) {
    json_t *document = json_object();
    json_t *requested = json_array();
    for (int i = 0; i < DP_REQUESTED_COUNT; i++)
        cli_json_push(requested, cli_json_number(dp_requested_at(i)));
    cli_json_put(document, "tension", json_string(dp_tension_name(def->tension)));
    cli_json_put(document, "requested", requested);
    cli_json_put(document, "case", case_json(def));
    cli_json_put(document, "laws", rows);
    return document;
}

// What the marks mean, as far as they occur.
struct marks {
    bool off, none, by_case;
};

static void note_marks(const dp_law *law, const dp_delivery_curve *curve, struct marks *seen) {
    for (int i = 0; i < curve->count; i++) {
        seen->off = seen->off || is_off(&curve->point[i]);
        seen->none = seen->none || curve->point[i].err.status != DP_OK;
    }
    seen->by_case = seen->by_case || law->delivery != DP_DELIVERS_ALWAYS;
}

static void print_legend(const dp_contact_def *def, struct marks seen) {
    putchar('\n');
    if (seen.off) printf("* differs from the requested value by more than %g\n", NOTABLE);
    if (seen.none) puts("- outside the range of the law, or the bodies do not separate");
    if (seen.by_case) print_case(def);
}

static void print_all(const dp_contact_def *def) {
    const dp_law *laws[DP_LAWS_MAX];
    int count = dp_laws_by_family(laws);
    int width = name_width();
    struct marks seen = {0};
    printf("restitution delivered for the requested one, tension: %s\n\n",
           dp_tension_name(def->tension));
    print_head(width);
    for (int i = 0; i < count; i++) {
        dp_delivery_curve curve;
        if (!dp_law_takes(laws[i], "restitution")) continue;
        const dp_contact_def row = sampled(laws[i], def);
        dp_delivery_curve_make(&row, &curve);
        print_row(laws[i], &curve, width);
        note_marks(laws[i], &curve, &seen);
    }
    print_legend(def, seen);
}

static void print_all_json(const dp_contact_def *def) {
    json_t *rows = json_array();
    for (int i = 0; i < dp_law_count(); i++) {
        const dp_law *law = dp_law_at(i);
        if (!dp_law_takes(law, "restitution")) continue;
        const dp_contact_def row = sampled(law, def);
        cli_json_push(rows, row_json(&row));
    }
    cli_print_json(document_json(def, rows));
}

int cli_restitution_all(const dp_contact_request *request, bool json) {
    if (json)
        print_all_json(&request->def);
    else
        print_all(&request->def);
    return DP_RUN_DONE;
}
