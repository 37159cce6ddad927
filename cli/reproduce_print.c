// Results of `dashpot reproduce` for the terminal, and as Markdown for the documentation.

#include "reproduce_print.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "terminal.h"

enum { QUANTITY_MAX = 96, NOTES_MAX = 256 };

static const char *text_of(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text != NULL ? text : "";
}

static int number_of(const json_t *object, const char *key) {
    return (int)json_integer_value(json_object_get(object, key));
}

static int size_of(const json_t *document, const char *key) {
    return (int)json_array_size(json_object_get(document, key));
}

// Ours and the difference for people; a dash where there is none.
struct numbers {
    char ours[32], difference[32];
};

static struct numbers numbers_of(const json_t *row) {
    const json_t *ours = json_object_get(row, "ours");
    struct numbers numbers = {.ours = "-"};
    if (json_is_number(ours))
        snprintf(numbers.ours, sizeof numbers.ours, "%.7g", json_number_value(ours));
    snprintf(numbers.difference, sizeof numbers.difference, "%s", text_of(row, "difference"));
    return numbers;
}

// --- the terminal --------------------------------------------------------------------------------

static bool is_of(const json_t *row, const char *paper) {
    return strcmp(text_of(row, "paper"), paper) == 0;
}

static bool has_unit(const json_t *row) {
    return text_of(row, "unit")[0] != '\0' && strcmp(text_of(row, "unit"), "1") != 0;
}

static void name_quantity(const json_t *row, char text[QUANTITY_MAX]) {
    bool shows_unit = has_unit(row);
    snprintf(text, QUANTITY_MAX, "%.70s%s%.20s%s", text_of(row, "quantity"), shows_unit ? " [" : "",
             shows_unit ? text_of(row, "unit") : "", shows_unit ? "]" : "");
}

// Columns that the quantities of a paper take.
static int quantity_width(const json_t *rows, const char *paper) {
    char text[QUANTITY_MAX];
    size_t i, width = 0;
    json_t *row;
    json_array_foreach(rows, i, row) {
        if (!is_of(row, paper)) continue;
        name_quantity(row, text);
        if (strlen(text) > width) width = strlen(text);
    }
    return (int)width;
}

// Reasons of the rows of one paper, each once, in the order of their first use.
struct notes {
    const char *text[NOTES_MAX];
    int count;
};

static int note_number(struct notes *notes, const char *text) {
    int at = 0;
    while (at < notes->count && strcmp(notes->text[at], text) != 0)
        at++;
    if (at == notes->count && notes->count < NOTES_MAX) notes->text[notes->count++] = text;
    return at + 1;
}

static void print_row(const json_t *row, int width, struct notes *notes) {
    const json_t *reasons = json_object_get(row, "reasons"), *reason;
    struct numbers numbers = numbers_of(row);
    char quantity[QUANTITY_MAX];
    size_t i;
    name_quantity(row, quantity);
    printf("  %-*s %10s %13s %13s  %s", width, quantity, text_of(row, "printed"), numbers.ours,
           numbers.difference, text_of(row, "verdict"));
    json_array_foreach(reasons, i, reason)
        printf("%s%d%s", i == 0 ? " [" : ", ", note_number(notes, json_string_value(reason)),
               i + 1 == json_array_size(reasons) ? "]" : "");
    putchar('\n');
    if (json_is_true(json_object_get(row, "unexpected")))
        printf("    UNEXPECTED: %s\n", text_of(row, "problem"));
}

static void print_head(const json_t *paper, int width) {
    char label[48];
    snprintf(label, sizeof label, "Paper %s:", text_of(paper, "paper"));
    cli_paragraph(label, 11, text_of(paper, "authors"));
    cli_paragraph("", 11, text_of(paper, "title"));
    if (json_is_string(json_object_get(paper, "scope")))
        cli_paragraph("  covers:", 11, text_of(paper, "scope"));
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

static void print_counts(const json_t *document, bool has_folder) {
    const json_t *totals = json_object_get(document, "totals");
    json_t *verdicts = json_object_get(document, "counts");
    const json_t *left = json_object_get(document, "left_out");
    int rows = number_of(left, "rows"), figures = number_of(left, "figures");
    printf("%d rows\n", number_of(totals, "rows"));
    for (void *at = json_object_iter(verdicts); at != NULL;
         at = json_object_iter_next(verdicts, at))
        printf("  %-24s %4d\n", json_object_iter_key(at),
               (int)json_integer_value(json_object_iter_value(at)));
    printf("  of the first three, %d agree within a stated tolerance, the others to the printed "
           "digit\n",
           number_of(totals, "within"));
    printf("  of those not reproduced, %d are evidence for an erratum\n",
           number_of(totals, "evidence"));
    if (number_of(document, "unexpected") > 0)
        printf("  %-24s %4d\n", "UNEXPECTED among them", number_of(document, "unexpected"));
    printf("%d figures%s, %d errata\n", size_of(document, "figures"),
           has_folder ? "" : " (drawn with --out)", size_of(document, "errata"));
    if (rows + figures > 0)
        printf("%d row%s and %d figure%s left out by --quick\n", rows, rows == 1 ? "" : "s",
               figures, figures == 1 ? "" : "s");
}

void print_papers(const json_t *document, bool has_folder) {
    const json_t *rows = json_object_get(document, "rows");
    size_t i, j;
    json_t *paper, *row;
    json_array_foreach(json_object_get(document, "papers"), i, paper) {
        const char *name = text_of(paper, "paper"), *where = "";
        struct notes notes = {.count = 0};
        int width = quantity_width(rows, name);
        if (number_of(paper, "rows") == 0) continue;
        print_head(paper, width);
        json_array_foreach(rows, j, row) {
            if (!is_of(row, name)) continue;
            if (strcmp(text_of(row, "where"), where) != 0) puts(text_of(row, "where"));
            where = text_of(row, "where");
            print_row(row, width, &notes);
        }
        print_notes(&notes);
    }
    print_counts(document, has_folder);
}

// --- docs/errata.md ------------------------------------------------------------------------------

static const struct kind {
    const char *word, *label, *meaning;  // the label stands before what is right
} kinds[] = {
    {"misprint", "Right",
     "the print says something else than its authors meant: an equation that\n"
     "  contradicts its own derivation, or the numbers beside it, and agrees with both once a\n"
     "  sign, an exponent or a digit is mended; or a slip of the text that a reader would trip\n"
     "  over. *Right* is the mended form."},
    {"gap", "Taken here",
     "an input or a definition is not printed. *Taken here* is what our runs have\n"
     "  in its place."},
    {"readings", "Taken here",
     "the place can be read in two ways. *Taken here* says which one is ours, or\n"
     "  that both are computed."},
    {"statement", "Measured",
     "a claim of the text that the computed numbers do not bear out. *Measured*\n"
     "  is what comes out."},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

// Print Markdown: %m is a text with the letters escaped that Markdown would take for its own, %s
// one as it is.
static void put(const char *format, ...) {
    va_list args;
    va_start(args, format);
    for (; *format != '\0'; format++) {
        if (*format != '%') {
            putchar(*format);
            continue;
        }
        bool is_escaped = *++format == 'm';
        for (const char *text = va_arg(args, const char *); *text != '\0'; text++) {
            if (is_escaped && strchr("\\`*_<>[]|~", *text) != NULL) putchar('\\');
            putchar(is_escaped && *text == '\n' ? ' ' : *text);
        }
    }
    va_end(args);
}

static bool is_kind(const json_t *entry, const struct kind *kind) {
    return strcmp(text_of(entry, "kind"), kind->word) == 0;
}

static void put_kinds(const json_t *errata) {
    printf("The %zu entries are of four kinds; only the first are errors of the print:\n\n",
           json_array_size(errata));
    for (int i = 0; i < KINDS; i++) {
        int count = 0;
        size_t j;
        json_t *entry;
        json_array_foreach(errata, j, entry) count += is_kind(entry, &kinds[i]);
        printf("* *%s* (%d): %s\n", kinds[i].word, count, kinds[i].meaning);
    }
    putchar('\n');
}

static void put_intro(const json_t *errata) {
    puts("# Errata of the papers\n"
         "\n"
         "Generated by `dashpot reproduce --markdown errata`; do not edit, run `make docs`.\n"
         "\n"
         "The five papers whose numbers this program rebuilds are careful work, and most of the\n"
         "numbers that can be compared come out. Here are the places where a reader who computes\n"
         "them again needs a word more than is printed.\n");
    put_kinds(errata);
    puts(
        "Nothing stands here because another model would be preferable, and a number that does\n"
        "not come out for an unknown reason is no entry either: such rows are *not reproduced*,\n"
        "with what was tried.\n"
        "\n"
        "*Certain* means that the paper itself, its other lines or its numbers, or the numbers\n"
        "computed here leave no doubt. *Likely* means that the form given is the nearest one that\n"
        "fits everything else, but the paper alone does not prove it. The rows below each entry\n"
        "were computed by this program; *ours* is with the form that is right or taken here\n"
        "unless the quantity says otherwise.\n");
}

static void put_overview(const json_t *errata) {
    size_t i;
    json_t *entry;
    puts("| paper | place | kind | what is right, taken or measured | confidence |\n"
         "|---|---|---|---|---|");
    json_array_foreach(errata, i, entry)
        put("| %s | [%m](#%s-%s) | %s | %m | %s |\n", text_of(entry, "paper"),
            text_of(entry, "where"), text_of(entry, "paper"), text_of(entry, "id"),
            text_of(entry, "kind"), text_of(entry, "short"), text_of(entry, "confidence"));
    putchar('\n');
}

static void put_row(const json_t *row) {
    struct numbers numbers = numbers_of(row);
    put("| %m | %m", text_of(row, "where"), text_of(row, "quantity"));
    if (has_unit(row)) put(" [%m]", text_of(row, "unit"));
    put(" | %m | %s | %s | %s |\n", text_of(row, "printed"), numbers.ours, numbers.difference,
        text_of(row, "verdict"));
}

static bool names(const json_t *row, const char *key, const char *id) {
    size_t i;
    json_t *item;
    json_array_foreach(json_object_get(row, key), i, item) {
        if (strcmp(json_string_value(item), id) == 0) return true;
    }
    return false;
}

static void put_rows(const json_t *rows, const json_t *entry) {
    const char *id = text_of(entry, "id");
    bool is_first = true;
    size_t i;
    json_t *row;
    json_array_foreach(rows, i, row) {
        if (!is_of(row, text_of(entry, "paper"))) continue;
        if (!names(row, "erratum", id) && !names(row, "shows", id)) continue;
        if (is_first)
            puts("| where | quantity | printed | ours | difference | verdict |\n"
                 "|---|---|---|---|---|---|");
        is_first = false;
        put_row(row);
    }
    if (!is_first) putchar('\n');
}

static void put_erratum(const json_t *rows, const json_t *entry) {
    const char *paper = text_of(entry, "paper");
    const struct kind *kind = kinds;
    while (kind < kinds + KINDS - 1 && !is_kind(entry, kind))
        kind++;
    put("<a id=\"%s-%s\"></a>\n\n### %m (%s, %s, %s)\n\n", paper, text_of(entry, "id"),
        text_of(entry, "where"), paper, kind->word, text_of(entry, "confidence"));
    put("**Printed.** %m\n\n**%s.** %m\n\n**Evidence.** %m\n\n", text_of(entry, "printed"),
        kind->label, text_of(entry, "right"), text_of(entry, "evidence"));
    put_rows(rows, entry);
    put("**What it changes.** %m\n\n", text_of(entry, "changes"));
}

void print_errata_page(const json_t *document) {
    const json_t *errata = json_object_get(document, "errata");
    size_t i, j;
    json_t *paper, *entry;
    put_intro(errata);
    put_overview(errata);
    json_array_foreach(json_object_get(document, "papers"), i, paper) {
        if (number_of(paper, "errata") == 0) continue;
        put("## Paper %s\n\n%m: *%m*\n\n", text_of(paper, "paper"), text_of(paper, "authors"),
            text_of(paper, "title"));
        json_array_foreach(errata, j, entry) {
            if (is_of(entry, text_of(paper, "paper")))
                put_erratum(json_object_get(document, "rows"), entry);
        }
    }
}

// --- counts --------------------------------------------------------------------------------------

static void put_counts(json_t *verdicts, int rows, int figures) {
    for (void *at = json_object_iter(verdicts); at != NULL;
         at = json_object_iter_next(verdicts, at))
        printf(" %d |", (int)json_integer_value(json_object_iter_value(at)));
    printf(" %d | %d |\n", rows, figures);
}

void print_counts_page(const json_t *document) {
    json_t *all = json_object_get(document, "counts"), *paper;
    const json_t *totals = json_object_get(document, "totals");
    size_t i;
    fputs("| paper |", stdout);
    for (void *at = json_object_iter(all); at != NULL; at = json_object_iter_next(all, at))
        printf(" %s |", json_object_iter_key(at));
    puts(" rows | figures |\n|---|---|---|---|---|---|---|---|");
    json_array_foreach(json_object_get(document, "papers"), i, paper) {
        put("| %s %m |", text_of(paper, "paper"), text_of(paper, "authors"));
        put_counts(json_object_get(paper, "counts"), number_of(paper, "rows"),
                   number_of(paper, "figures"));
    }
    fputs("| all |", stdout);
    put_counts(all, number_of(totals, "rows"), size_of(document, "figures"));
    printf("\nOf those not reproduced, %d are evidence for an erratum: computed as printed, or by "
           "another reading.\n",
           number_of(totals, "evidence"));
}
