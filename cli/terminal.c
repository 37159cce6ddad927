// Text for people: messages and paragraphs that fit the terminal.

#define _DEFAULT_SOURCE  // the window size of a terminal is outside C and POSIX

#include "terminal.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli.h"
#include "dashpot/workbench.h"
#include "json.h"

enum { LEAST_WIDTH = 80, MOST_WIDTH = 100, NARROWEST = 40, MESSAGE_MAX = 8192 };

// Columns of the terminal behind a descriptor; 0: it is none, or does not say.
static int terminal_width(int fd) {
    struct winsize window = {0};
    return isatty(fd) && ioctl(fd, TIOCGWINSZ, &window) == 0 ? window.ws_col : 0;
}

int cli_text_width(void) {
    int width = terminal_width(STDOUT_FILENO);
    return width < LEAST_WIDTH ? LEAST_WIDTH : width > MOST_WIDTH ? MOST_WIDTH : width;
}

// Columns a UTF-8 text takes: continuation bytes take none.
static int columns(const char *text, size_t bytes) {
    int count = 0;
    for (size_t i = 0; i < bytes; i++)
        count += ((unsigned char)text[i] & 0xc0) != 0x80;
    return count;
}

int cli_columns(const char *text) {
    return columns(text, strlen(text));
}

// Words that flow into lines.
struct flow {
    FILE *stream;
    int width, hang;   // columns of a line, and where its continuation begins
    const char *tail;  // ends a line that is continued
    int column;
    bool is_begun;  // the line has a word
};

// Go on behind some spaces, or on the next line where a word does not fit here.
static void make_room(struct flow *flow, int spaces, const char *word, size_t bytes) {
    int length = columns(word, bytes);
    bool is_full = flow->is_begun && flow->column + spaces + length > flow->width;
    if (is_full)
        fprintf(flow->stream, "%s\n%*s", flow->tail, flow->hang, "");
    else
        fprintf(flow->stream, "%*s", spaces, "");
    flow->column = (is_full ? flow->hang : flow->column + spaces) + length;
    flow->is_begun = true;
}

// --- messages ------------------------------------------------------------------------------------

// no-color.org: any text that is not empty says no.
static bool takes_colour(void) {
    const char *refused = getenv("NO_COLOR"), *terminal = getenv("TERM");
    return (refused == NULL || refused[0] == '\0') && terminal != NULL &&
           strcmp(terminal, "dumb") != 0;
}

// Bytes of "file:line" or "dashpot" at the head of a message, before ": "; 0: it has none.
static size_t head_length(const char *line, size_t length) {
    const char *end = strstr(line, ": ");
    return end != NULL && (size_t)(end - line) < length ? (size_t)(end - line) : 0;
}

// One line of a message, wrapped. Its head stands out.
static void put_line(FILE *stream, const char *line, size_t length, int width) {
    struct flow flow = {.stream = stream, .width = width, .hang = 2, .tail = ""};
    const char *end = line + length;
    size_t head = takes_colour() ? head_length(line, length) : 0;
    if (head > 0) fputs("\x1b[1;31m", stream);
    for (const char *at = line; at < end;) {
        size_t spaces = strspn(at, " "), bytes = strcspn(at + spaces, " \n");
        make_room(&flow, (int)spaces, at + spaces, bytes);
        at += spaces;
        bool ends_head = head > 0 && at + bytes >= line + head;
        size_t red = ends_head ? (size_t)(line + head - at) : bytes;
        fwrite(at, 1, red, stream);
        if (ends_head) fputs("\x1b[0m", stream);
        fwrite(at + red, 1, bytes - red, stream);
        if (ends_head) head = 0;
        at += bytes;
    }
}

void cli_say(FILE *stream, const char *format, ...) {
    char text[MESSAGE_MAX], harmless[MESSAGE_MAX];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    dp_text_printable(text, harmless, sizeof harmless);
    // results are printed as they are
    int width = stream == stderr ? terminal_width(STDERR_FILENO) : 0;
    if (width == 0) {
        fputs(harmless, stream);
        return;
    }
    for (const char *line = harmless; *line != '\0';) {
        size_t length = strcspn(line, "\n");
        put_line(stream, line, length, width < NARROWEST ? NARROWEST : width);
        line += length;
        if (*line == '\n') fputc(*line++, stream);
    }
}

void cli_print_json(json_t *document) {
    cli_print_text(cli_json_text(document));
}

const char *cli_number(double value, char text[DP_NUMBER_MAX]) {
    snprintf(text, DP_NUMBER_MAX, "%.10g", value);
    return text;
}

int cli_print_text(char *text) {
    // half a document must not be printed, nor a whole one be missed
    if (text == NULL) exit(cli_fail(DP_RUN_SYSTEM, "out of memory"));
    fputs(text, stdout);
    dp_text_free(text);
    return DP_RUN_DONE;
}

void cli_remarks(const char *lines) {
    for (; *lines != '\0'; lines += strcspn(lines, "\n") + 1)
        cli_say(stderr, "dashpot: %.*s\n", (int)strcspn(lines, "\n"), lines);
}

// A word may quote what others wrote.
static void put_word(const char *word, size_t bytes) {
    char piece[256], plain[sizeof piece];
    while (bytes > 0) {
        size_t size = bytes < sizeof piece ? bytes : sizeof piece - 1;
        memcpy(piece, word, size);
        piece[size] = '\0';
        dp_text_printable(piece, plain, sizeof plain);
        fputs(plain, stdout);
        word += size;
        bytes -= size;
    }
}

void cli_paragraph(const char *label, int hang, const char *text) {
    struct flow flow = {stdout, cli_text_width(), hang, "", hang, false};
    printf("%s%*s", label, hang - columns(label, strlen(label)), "");
    while (*(text += strspn(text, " ")) != '\0') {
        size_t bytes = strcspn(text, " ");
        make_room(&flow, flow.is_begun ? 1 : 0, text, bytes);
        put_word(text, bytes);
        text += bytes;
    }
    putchar('\n');
}

void cli_command_line(int indent, const char *const *pieces) {
    // room for the backslash
    struct flow flow = {stdout, cli_text_width() - 2, indent + 2, " \\", 0, false};
    for (; *pieces != NULL; pieces++) {
        make_room(&flow, flow.is_begun ? 1 : indent, *pieces, strlen(*pieces));
        fputs(*pieces, stdout);
    }
    putchar('\n');
}
