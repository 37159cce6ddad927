// Text for people: paragraphs that fit the terminal, numbers that read well.

#define _DEFAULT_SOURCE  // the window size of a terminal is outside C and POSIX

#include "text.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "record/utf8.h"

enum { LEAST_WIDTH = 80, MOST_WIDTH = 100 };

int cli_width(void) {
    struct winsize window = {0};
    int width = LEAST_WIDTH;
    if (isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0)
        width = window.ws_col;
    return width < LEAST_WIDTH ? LEAST_WIDTH : width > MOST_WIDTH ? MOST_WIDTH : width;
}

void cli_say(FILE *stream, const char *format, ...) {
    char text[8192];
    unsigned code;
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    const char *at = text;
    for (size_t bytes; (bytes = utf8_next(at, &code)) > 0; at += bytes) {
        // a byte that is no UTF-8 could be a control character of another code
        bool is_plain = utf8_is_plain(code) && !(bytes == 1 && code == UTF8_REPLACEMENT);
        if (is_plain || code == '\n')
            fwrite(at, 1, bytes, stream);
        else
            fputc('?', stream);
    }
}

// Columns a UTF-8 text takes: continuation bytes take none.
static int columns(const char *text, size_t bytes) {
    int count = 0;
    for (size_t i = 0; i < bytes; i++)
        count += ((unsigned char)text[i] & 0xc0) != 0x80;
    return count;
}

void cli_paragraph(const char *label, int hang, const char *text) {
    int width = cli_width(), column = hang;
    printf("%s%*s", label, hang - columns(label, strlen(label)), "");

    bool first = true;
    while (*(text += strspn(text, " ")) != '\0') {
        size_t bytes = strcspn(text, " ");
        int word = columns(text, bytes);
        if (!first && column + 1 + word > width) {
            printf("\n%*s", hang, "");
            column = hang;
            first = true;
        }
        if (!first) putchar(' ');
        fwrite(text, 1, bytes, stdout);
        column += word + !first;
        first = false;
        text += bytes;
    }
    putchar('\n');
}

void cli_command_line(int indent, const char *const *pieces) {
    int width = cli_width() - 2;  // room for the backslash
    int column = indent;
    printf("%*s%s", indent, "", *pieces);
    column += columns(*pieces, strlen(*pieces));
    while (*++pieces != NULL) {
        int length = columns(*pieces, strlen(*pieces));
        if (column + 1 + length > width) {
            printf(" \\\n%*s", indent + 1, "");
            column = indent + 1;
        }
        printf(" %s", *pieces);
        column += 1 + length;
    }
    putchar('\n');
}

const char *cli_exact(double value, char buffer[CLI_NUMBER_MAX]) {
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(buffer, CLI_NUMBER_MAX, "%.*g", digits, value);
        if (strtod(buffer, NULL) == value) break;
    }
    return buffer;
}

const char *cli_number(double value, char buffer[CLI_NUMBER_MAX]) {
    snprintf(buffer, CLI_NUMBER_MAX, "%.10g", value);
    return buffer;
}
