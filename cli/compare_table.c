// The results of a comparison for people: laws below each other, results side by side.

#include "compare_table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "json.h"
#include "terminal.h"

enum { CELL_MAX = 96, GAP = 2, NUMBER_WIDTH = 9, COLUMN_LINES = 3 };

// A column: its numbers share a unit.
struct column {
    const json_t *values;
    char heading[COLUMN_LINES][CELL_MAX];  // words of the name, then the unit
    double one;                            // of the unit that is shown
    int width;
};

static double number_in(const json_t *list, size_t index) {
    const json_t *value = json_array_get(list, index);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

static int larger(int a, int b) {
    return a > b ? a : b;
}

static void print_right(const char *text, int width) {
    printf("%*s", width > cli_columns(text) ? width - cli_columns(text) : 0, "");
    cli_say(stdout, "%s", text);
}

// --- headings ------------------------------------------------------------------------------------

// A long name takes two lines, broken at the space next to its middle.
static void set_name(struct column *column, const char *name) {
    enum { LONG = 14 };
    size_t length = strlen(name), best = 0;
    for (size_t i = 1; length > LONG && i < length; i++) {
        size_t from = i > length / 2 ? i - length / 2 : length / 2 - i;
        size_t kept = best > length / 2 ? best - length / 2 : length / 2 - best;
        if (name[i] == ' ' && (best == 0 || from < kept)) best = i;
    }
    if (best > 0) snprintf(column->heading[0], CELL_MAX, "%.*s", (int)best, name);
    snprintf(column->heading[1], CELL_MAX, "%s", best > 0 ? name + best + 1 : name);
}

static struct column make_column(const json_t *result) {
    struct column column = {.values = json_object_get(result, "values"), .one = 1.0};
    const char *si = cli_json_text_at(result, "unit");
    char unit[32] = "";
    double largest = 0.0;
    for (size_t i = 0; i < json_array_size(column.values); i++)
        largest = fmax(largest, fabs(number_in(column.values, i)));
    if (strcmp(si, "1") != 0) column.one = dp_unit_prefixed(largest, si, unit);
    set_name(&column, cli_json_text_at(result, "name"));
    if (unit[0] != '\0') snprintf(column.heading[2], CELL_MAX, "[%s]", unit);
    column.width = NUMBER_WIDTH;
    for (int i = 0; i < COLUMN_LINES; i++)
        column.width = larger(column.width, cli_columns(column.heading[i]));
    return column;
}

// --- blocks --------------------------------------------------------------------------------------

enum { BLOCK_MAX = 12 };

// Columns that stand beside each other.
struct block {
    struct column column[BLOCK_MAX];
    int count, law_width;
};

static void print_headings(const struct block *block) {
    for (int line = 0; line < COLUMN_LINES; line++) {
        int last = block->count;
        while (last > 0 && block->column[last - 1].heading[line][0] == '\0')
            last--;
        if (last == 0) continue;
        printf("  %-*s", block->law_width, line == 1 ? "law" : "");
        for (int i = 0; i < last; i++) {
            printf("%*s", GAP, "");
            print_right(block->column[i].heading[line], block->column[i].width);
        }
        putchar('\n');
    }
}

static void print_block(const struct block *block, const json_t *laws) {
    size_t index;
    const json_t *law;
    if (block->count == 0) return;
    print_headings(block);
    json_array_foreach(laws, index, law) {
        printf("  %-*s", block->law_width, cli_json_text_at(law, "law"));
        for (int i = 0; i < block->count; i++) {
            const struct column *column = &block->column[i];
            double value = number_in(column->values, index);
            char text[CELL_MAX] = "-";
            if (!isnan(value)) snprintf(text, sizeof text, "%.6g", value / column->one);
            printf("%*s", GAP, "");
            print_right(text, column->width);
        }
        putchar('\n');
    }
}

// What no law changes stands below the table.
static bool is_same(const json_t *result) {
    const json_t *values = json_object_get(result, "values");
    double first = number_in(values, 0);
    for (size_t i = 1; i < json_array_size(values); i++) {
        if (number_in(values, i) != first) return false;
    }
    return json_array_size(values) > 1 && !isnan(first);
}

static void print_same(const json_t *results, const char *part) {
    const char *before = "  with every law: ";
    size_t index;
    const json_t *result;
    json_array_foreach(results, index, result) {
        if (strcmp(cli_json_text_at(result, "part"), part) != 0 || !is_same(result)) continue;
        double value = number_in(json_object_get(result, "values"), 0), one = 1.0;
        const char *si = cli_json_text_at(result, "unit");
        char unit[32] = "";
        if (strcmp(si, "1") != 0) one = dp_unit_prefixed(value, si, unit);
        cli_say(stdout, "%s%s %.6g%s%s", before, cli_json_text_at(result, "name"), value / one,
                unit[0] != '\0' ? " " : "", unit);
        before = "; ";
    }
    if (before[0] == ';') putchar('\n');
}

static void print_results(const json_t *results, const json_t *laws, int law_width) {
    struct block block = {.law_width = law_width};
    const char *part = "";
    int used = law_width + 2;
    size_t index;
    const json_t *result;
    json_array_foreach(results, index, result) {
        const char *own = cli_json_text_at(result, "part");
        struct column column = make_column(result);
        bool is_other = strcmp(own, part) != 0;
        if (!is_other && is_same(result)) continue;
        bool is_full = used + GAP + column.width > cli_text_width() || block.count == BLOCK_MAX;
        if (is_other || (is_full && block.count > 0)) {
            print_block(&block, laws);
            block.count = 0;
            used = law_width + 2;
        }
        if (is_other) print_same(results, part);
        if (is_other && own[0] != '\0') cli_say(stdout, "  %s:\n", own);
        part = own;
        if (is_same(result)) continue;
        used += GAP + column.width;
        block.column[block.count++] = column;
    }
    print_block(&block, laws);
    print_same(results, part);
}

// Reasons of a few laws; of many their names.
static void print_skipped(const json_t *skipped) {
    enum { FEW = 6, TEXT_MAX = 2048 };
    size_t index, count = json_array_size(skipped), used = 0;
    const json_t *item;
    char text[TEXT_MAX];
    json_array_foreach(skipped, index, item) {
        const char *law = cli_json_text_at(item, "law");
        if (count > FEW && used < sizeof text) {
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", used > 0 ? ", " : "",
                                     law);
            continue;
        }
        snprintf(text, sizeof text, "%s: %s", law, cli_json_text_at(item, "reason"));
        cli_paragraph("  not run:", 11, text);
    }
    if (count <= FEW) return;
    if (used < sizeof text)
        snprintf(text + used, sizeof text - used, " (%zu); --json has the reasons", count);
    cli_paragraph("  not run:", 11, text);
}

void compare_table_print(const char *summary) {
    json_t *document = cli_json_read(summary);
    const json_t *laws = json_object_get(document, "laws"), *item;
    const json_t *results = json_object_get(json_object_get(document, "compare"), "results");
    int law_width = 3;
    size_t index;
    json_array_foreach(laws, index, item) law_width =
        larger(law_width, cli_columns(cli_json_text_at(item, "law")));
    print_results(results, laws, law_width);
    print_skipped(json_object_get(document, "skipped"));
    json_decref(document);
}
