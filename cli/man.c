// dashpot(1). What the commands say about themselves is taken from their help texts, whose layout
// is: usage lines; paragraphs; definitions, "  --option   text" with deeper lines below; and at the
// end "example:" with commands. The kinds of scenarios come from their tables.

#include "man.h"

#include <stdio.h>
#include <string.h>

#include "run/kinds.h"

// of this page, not of the day it is printed: the same program prints the same page
#define PAGE_DATE "2026-11-15"

enum { ROFF_WIDTH = 58, EXAMPLE_WIDTH = 70 };

// --- roff
// ------------------------------------------------------------------------------------------

// Characters that roff would take for its own or change into typographic ones.
static const char *escaped(char c) {
    switch (c) {
    case '\\':
        return "\\e";
    case '-':
        return "\\-";
    case '\'':
        return "\\(aq";
    case '`':
        return "\\(ga";
    case '^':
        return "\\(ha";
    case '~':
        return "\\(ti";
    default:
        return NULL;
    }
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Text of one line. Between letters a dash is a hyphen: event-driven.
static void put(const char *text, size_t length) {
    if (length > 0 && (text[0] == '.' || text[0] == '\'')) fputs("\\&", stdout);
    for (size_t i = 0; i < length; i++) {
        bool is_hyphen = text[i] == '-' && i > 0 && i + 1 < length && is_letter(text[i - 1]) &&
                         is_letter(text[i + 1]);
        const char *roff = is_hyphen ? NULL : escaped(text[i]);
        if (roff != NULL)
            fputs(roff, stdout);
        else
            putchar(text[i]);
    }
}

static void put_line(const char *text, size_t length) {
    put(text, length);
    putchar('\n');
}

// Words, on lines that are not too long; a sentence starts a new one, as roff likes it.
static void put_words(const char *text, size_t length) {
    size_t column = 0;
    for (size_t at = 0; at < length;) {
        size_t end = at;
        while (end < length && text[end] != ' ')
            end++;
        bool is_sentence = column > 2 && text[at - 2] == '.' && text[at - 3] != '.';
        bool is_new_line = column > 0 && (column + end - at > ROFF_WIDTH || is_sentence);
        if (is_new_line) putchar('\n');
        if (column > 0 && !is_new_line) putchar(' ');
        column = is_new_line ? end - at : column + 1 + end - at;
        put(text + at, end - at);
        // three dots end no sentence
        if (end - at > 2 && strncmp(text + end - 3, "...", 3) == 0) fputs("\\&", stdout);
        at = end + 1;
    }
    putchar('\n');
}

// A sentence of the tables, without the marks of Markdown: `key` and [text](link).
static void put_plain(const char *text) {
    char plain[1000];
    size_t length = 0;
    for (; *text != '\0' && length < sizeof plain - 1; text++) {
        if (*text == '`') continue;
        if (*text == '[' && strstr(text, "](") != NULL) continue;
        if (*text == ']' && text[1] == '(')
            text = strchr(text, ')');
        else
            plain[length++] = *text;
    }
    put_words(plain, length);
}

// --- help texts
// ------------------------------------------------------------------------------------

struct line {
    const char *text;
    size_t length, indent;
};

// The next line of a text, which ends up behind it; false at the end.
static bool next_line(const char **at, struct line *line) {
    if (**at == '\0') return false;
    line->text = *at;
    line->length = strcspn(*at, "\n");
    line->indent = strspn(*at, " ");
    *at += line->length + ((*at)[line->length] == '\n');
    return true;
}

static bool starts(const struct line *line, const char *word) {
    return strncmp(line->text, word, strlen(word)) == 0;
}

// Every "dashpot ..." is a paragraph of its own; further lines belong to it.
static void put_usage(const cli_command *command) {
    const char *at = command->help;
    struct line line;
    while (next_line(&at, &line) && line.length > 0) {
        size_t skip = starts(&line, "usage: ") ? 7 : line.indent;
        size_t word = strlen("dashpot "), name = strlen(command->name);
        const char *text = line.text + skip;
        if (strncmp(text, "dashpot ", word) == 0) {
            fputs(".HP 8\n.B ", stdout);
            put_line(text, word + name);
            skip += word + name + 1;
        }
        if (skip < line.length) put_words(line.text + skip, line.length - skip);
    }
}

// Length of the term of a definition: up to two spaces, or the whole line.
static size_t term_length(const char *text, size_t length) {
    for (size_t i = 0; i + 1 < length; i++) {
        if (text[i] == ' ' && text[i + 1] == ' ') return i;
    }
    return length;
}

static void put_definition(const struct line *line) {
    const char *text = line->text + line->indent;
    size_t length = line->length - line->indent, term = term_length(text, length);
    size_t skip = term;
    while (skip < length && text[skip] == ' ')
        skip++;
    fputs(".TP\n.B ", stdout);
    put_line(text, term);
    if (skip < length) put_words(text + skip, length - skip);
}

static bool is_example(const struct line *line) {
    return starts(line, "example:") || starts(line, "examples:");
}

// Paragraphs and definitions, between the usage and the examples.
static void put_body(const cli_command *command) {
    const char *at = command->help;
    struct line line;
    bool is_open = false;
    while (next_line(&at, &line) && line.length > 0)
        continue;
    while (next_line(&at, &line) && !is_example(&line)) {
        if (line.length == 0) {
            is_open = false;
        } else if (line.indent == 2) {
            put_definition(&line);
            is_open = true;
        } else {
            if (!is_open) puts(".PP");
            is_open = true;
            put_words(line.text + line.indent, line.length - line.indent);
        }
    }
}

// Where a command may be broken so that it fits: before an option.
static size_t break_of(const char *text, size_t length) {
    if (length <= EXAMPLE_WIDTH) return length;
    for (size_t i = EXAMPLE_WIDTH; i > 0; i--) {
        if (strncmp(text + i, " --", 3) == 0) return i;
    }
    return length;
}

static void put_example(const char *text, size_t length) {
    for (size_t end; length > 0; text += end, length -= end) {
        end = break_of(text, length);
        put(text, end);
        puts(end < length ? " \\e" : "");
        if (end < length) putchar(' ');
    }
}

static void put_examples(const cli_command *command) {
    const char *at = command->help;
    struct line line;
    while (next_line(&at, &line) && !is_example(&line))
        continue;
    while (next_line(&at, &line) && line.length > 0)
        put_example(line.text + 2, line.length - 2);
}

// --- sections
// --------------------------------------------------------------------------------------

static void put_head(void) {
    puts(".\\\" Printed by dashpot --man; do not edit.");
    printf(".TH DASHPOT 1 %s \"dashpot %s\" \"User Commands\"\n", PAGE_DATE, DP_VERSION_STRING);
    puts(".SH NAME\ndashpot \\- contact\\-force laws and simulations of impacts\n"
         ".SH SYNOPSIS\n"
         ".B dashpot\n.I COMMAND\n.RI [ ARGUMENT ]...\n.br\n"
         ".B dashpot help\n.RI [ COMMAND ]\n.br\n"
         ".B dashpot \\-\\-version\n"
         ".SH DESCRIPTION\n"
         ".B dashpot\nknows the published laws of the force between two bodies that collide:\n"
         "what they say, which force they give, which restitution they deliver.\n"
         "It runs scenarios with them: impacts, bouncing bodies,\n"
         "journals in their bearings, chains of beads,\nand mechanisms with clearance in their "
         "joints.\n"
         ".PP\n"
         "Values are SI numbers or carry a unit: 9.5 mm, 207 GPa, 200 rpm.\n"
         "A unit of the wrong dimension is an error.\n"
         "With\n.B \\-\\-json\na command prints one JSON document on standard output;\n"
         "messages go to standard error.");
}

static void put_commands(const cli_command *const *commands, int count) {
    puts(".SH COMMANDS");
    for (int i = 0; i < count; i++) {
        printf(".SS ");
        put_line(commands[i]->name, strlen(commands[i]->name));
        put_usage(commands[i]);
        put_body(commands[i]);
    }
    puts(".SS help\n.HP 8\n.B dashpot help\n[COMMAND]\n.PP\n"
         "The commands, or the options of one of them, as\n.B \\-\\-help\ndoes after a command.");
}

static void put_example_scenario(const char *text) {
    struct line line;
    puts(".PP\n.nf");
    while (next_line(&text, &line))
        put_line(line.text, line.length);
    puts(".fi");
}

static void put_scenarios(void) {
    puts(".SH SCENARIO FILES\n"
         "A scenario is a YAML file.\n"
         "An unknown key is an error that names the nearest known one.\n"
         "Every scenario has these keys:");
    for (const struct field *field = common_fields; field->key != NULL; field++) {
        printf(".TP\n.B ");
        put_line(field->key, strlen(field->key));
        put_plain(field->doc);
    }
    puts(".PP\nand a section with the name of its kind:");
    for (int i = 0; all_kinds[i] != NULL; i++) {
        printf(".TP\n.B ");
        put_line(all_kinds[i]->name, strlen(all_kinds[i]->name));
        put_plain(all_kinds[i]->doc);
    }
    puts(".PP\nA complete one:");
    put_example_scenario(kind_find(all_kinds, "chain")->example);
    puts(
        ".PP\n.B dashpot check \\-\\-markdown\nprints every key with its unit, range and default;\n"
        ".B dashpot check \\-\\-json\\-schema\nprints the same for editors.");
}

static void put_tail(const cli_command *const *commands, int count) {
    puts(".SH EXIT STATUS\n"
         ".TP\n.B 0\nDone.\n"
         ".TP\n.B 1\nWrong usage: an unknown command or option.\n"
         ".TP\n.B 2\nBad input: a value out of range, an unknown law, a faulty scenario.\n"
         ".TP\n.B 3\nNumerical failure, or a state beyond the range of a law.\n"
         ".TP\n.B 4\nA file or the system: not found, not writable, out of memory.\n"
         ".SH ENVIRONMENT\n"
         ".TP\n.B PATH\nWhere\n.BR gnuplot (1)\nis looked for; "
         "it draws the pictures of reports.\n"
         "Without it a run ends as usual and its report says that there are no pictures.\n"
         ".SH FILES\n"
         "A run with\n.B \\-\\-out\n.I DIR\nleaves there:\n"
         ".TP\n.I summary.json\nAll results, in SI.\n"
         ".TP\n.I series.csv, series.h5\nThe series; the head of a column is its name and "
         "[unit].\n"
         ".TP\n.I report.html\nThe report; it needs no other file and no network.\n"
         ".TP\n.I plots/\nIts pictures as SVG, their points and gnuplot scripts.\n"
         ".TP\n.I scenario.yaml\nThe scenario as it was run.\n"
         ".PP\nThe papers\\(aq tables and all shipped scenarios are installed in\n"
         ".IR share/dashpot .\n"
         ".SH EXAMPLES");
    puts(".nf");
    for (int i = 0; i < count; i++)
        put_examples(commands[i]);
    puts(".fi\n"
         ".SH SEE ALSO\n"
         ".BR gnuplot (1),\n.BR h5dump (1)\n"
         ".PP\n"
         "The library is used from C through\n.IR dashpot/dashpot.h ;\n"
         ".B pkg\\-config \\-\\-cflags \\-\\-libs dashpot\ntells how.");
}

void cli_man_print(const cli_command *const *commands, int count) {
    put_head();
    put_commands(commands, count);
    put_scenarios();
    put_tail(commands, count);
}
