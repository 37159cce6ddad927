// Tables in the terminal.

#include "reproduce/print.h"
#include "terminal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "reproduce/data.h"

enum { QUANTITY_MAX = 96 };

int notes_of(struct notes *notes, const struct result *result, int number[REASONS_MAX]) {
    const char *reason[REASONS_MAX];
    int count =
        notes->without_errata ? results_notes(result, reason) : results_reasons(result, reason);
    for (int i = 0; i < count; i++) {
        int at = 0;
        while (at < notes->count && strcmp(notes->text[at], reason[i]) != 0)
            at++;
        if (at == notes->count && notes->count < NOTES_MAX) notes->text[notes->count++] = reason[i];
        number[i] = at + 1;
    }
    return count;
}

void print_value(const struct result *result, char *text, size_t size) {
    if (!isfinite(result->value))
        snprintf(text, size, "-");
    else
        snprintf(text, size, "%.7g", result->value);
}

// Two decimals, without zeros at their end.
static void put_points(double points, char *text, size_t size) {
    char number[32];
    snprintf(number, sizeof number, "%+.2f", points);
    size_t end = strlen(number);
    while (strchr(number, '.') != NULL && strchr("0.", number[end - 1]) != NULL) {
        bool is_point = number[end - 1] == '.';
        number[--end] = '\0';
        if (is_point) break;
    }
    bool is_zero = strcmp(number + 1, "0") == 0;
    snprintf(text, size, "%s points", is_zero ? "0" : number);
}

void print_difference(const struct result *result, char *text, size_t size) {
    double percent = 100.0 * result->difference;
    const char *unit = data_text(result->row, "unit");
    if (!isfinite(percent))
        snprintf(text, size, "-");
    else if (unit != NULL && strcmp(unit, "%") == 0)
        // of percentages the difference itself says more
        put_points(result->value - strtod(data_text(result->row, "printed"), NULL), text, size);
    else if (fabs(percent) < 0.0005)
        snprintf(text, size, "0 %%");
    else
        snprintf(text, size, "%+.*f %%",
                 fabs(percent) < 0.1  ? 3
                 : fabs(percent) < 10 ? 2
                                      : 0,
                 percent);
}

static void name_quantity(const struct result *result, char text[QUANTITY_MAX]) {
    const char *unit = data_text(result->row, "unit");
    bool has_unit = unit != NULL && strcmp(unit, "1") != 0;
    snprintf(text, QUANTITY_MAX, "%.70s%s%.20s%s", data_text(result->row, "quantity"),
             has_unit ? " [" : "", has_unit ? unit : "", has_unit ? "]" : "");
}

// Columns that the quantities of a paper take.
static int quantity_width(const struct results *results, const struct paper *paper) {
    char text[QUANTITY_MAX];
    size_t width = 0;
    for (size_t i = 0; i < results->count; i++) {
        if (results->result[i].paper != paper) continue;
        name_quantity(&results->result[i], text);
        if (strlen(text) > width) width = strlen(text);
    }
    return (int)width;
}

static void print_row(const struct result *result, int width, struct notes *notes) {
    char ours[32], difference[32], quantity[QUANTITY_MAX];
    int number[REASONS_MAX];
    int count = notes_of(notes, result, number);
    name_quantity(result, quantity);
    print_value(result, ours, sizeof ours);
    print_difference(result, difference, sizeof difference);
    printf("  %-*s %10s %13s %13s  %s", width, quantity, data_text(result->row, "printed"), ours,
           difference, verdict_word(result->verdict));
    for (int i = 0; i < count; i++)
        printf("%s%d%s", i == 0 ? " [" : ", ", number[i], i == count - 1 ? "]" : "");
    putchar('\n');
    if (result->unexpected) printf("    UNEXPECTED: %s\n", result->problem);
}

static void print_head(const struct paper *paper, int width) {
    char label[48];
    snprintf(label, sizeof label, "Paper %s:", paper->name);
    cli_paragraph(label, 11, data_text(paper->tree, "authors"));
    cli_paragraph("", 11, data_text(paper->tree, "title"));
    if (data_text(paper->tree, "scope") != NULL)
        cli_paragraph("  covers:", 11, data_text(paper->tree, "scope"));
    printf("\n  %-*s %10s %13s %13s  %s\n", width, "", "printed", "ours", "rel. diff", "verdict");
}

static void print_notes(const struct notes *notes) {
    char label[16];
    if (notes->count > 0) putchar('\n');
    for (int i = 0; i < notes->count; i++) {
        snprintf(label, sizeof label, "  [%d]", i + 1);
        cli_paragraph(label, 7, notes->text[i]);
    }
    putchar('\n');
}

static void print_left_out(const struct book *book) {
    size_t rows = book_rows_left_out(book), figures = book_figures_left_out(book);
    if (rows + figures == 0) return;
    printf("%zu row%s and %zu figure%s left out by --quick\n", rows, rows == 1 ? "" : "s", figures,
           figures == 1 ? "" : "s");
}

static void print_counts(const struct results *results, const struct figures *figures) {
    struct paper_counts counts = results_counts(results, NULL);
    printf("%zu rows\n", results->count);
    for (int i = 0; i < VERDICT_COUNT; i++)
        printf("  %-24s %4d\n", verdict_word((enum verdict)i), counts.verdict[i]);
    printf("  of the first three, %d agree within a stated tolerance, the others to the printed "
           "digit\n",
           counts.within);
    printf("  of those not reproduced, %d are evidence for an erratum\n", counts.evidence);
    if (results->unexpected > 0)
        printf("  %-24s %4d\n", "UNEXPECTED among them", results->unexpected);
    printf("%zu figures%s, %zu errata\n", book_figures(results->book),
           figures == NULL ? " (drawn with --out)" : "", book_errata(results->book));
    print_left_out(results->book);
}

void print_results(const struct results *results, const struct figures *figures) {
    size_t i = 0;
    while (i < results->count) {
        const struct paper *paper = results->result[i].paper;
        struct notes notes = {.count = 0};
        const char *where = "";
        int width = quantity_width(results, paper);
        print_head(paper, width);
        for (; i < results->count && results->result[i].paper == paper; i++) {
            const struct result *result = &results->result[i];
            const char *here = data_text(result->row, "where");
            if (strcmp(here, where) != 0) printf("%s\n", here);
            where = here;
            print_row(result, width, &notes);
        }
        print_notes(&notes);
    }
    print_counts(results, figures);
}
