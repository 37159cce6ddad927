// Numbers of the print and ours in one style: a proper minus, powers of ten as such.

#include <ctype.h>
#include <string.h>

#include "page.h"
#include "report/html.h"
#include "reproduce/print.h"

enum { DIGITS = 7 };

static const char minus[] = "\xe2\x88\x92", dash[] = "\xe2\x80\x93";

// All digits that are written, since they count.
static void put_printed(struct out_file *file, const char *text) {
    for (; *text != '\0' && tolower((unsigned char)*text) != 'e'; text++) {
        char letter[] = {*text, '\0'};
        html_text(file, *text == '-' ? minus : letter);
    }
    if (*text == '\0') return;
    text++;
    bool is_negative = *text == '-';
    text += *text == '-' || *text == '+';
    out_print(file,
              "\xc2\xb7"
              "10<sup>%s%s</sup>",
              is_negative ? minus : "", text);
}

void page_printed(struct out_file *file, const char *text) {
    struct printed printed;
    if (strcmp(text, "-") == 0)
        out_text(file, dash);
    else if (printed_read(text, &printed))
        put_printed(file, text);
    else
        html_text(file, text);
}

void page_value(struct out_file *file, const struct result *result) {
    html_number(file, result->value, DIGITS);
}

void page_difference(struct out_file *file, const struct result *result) {
    char text[48];
    print_difference(result, text, sizeof text);
    if (text[0] == '-') out_text(file, text[1] != '\0' ? minus : dash);
    html_text(file, text + (text[0] == '-'));
}
