// Mended numbers are shown, never used: only the writer knows which of them is meant.

#include "mend.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "words.h"

enum { LONGEST = 50 };

static const char digits[] = "0123456789";

// 12,000,000: three digits after each comma, one to three before the first.
static bool parts_thousands(const char *text) {
    text += strspn(text, " \t+-");
    size_t head = strspn(text, digits);
    if (head == 0 || head > 3 || text[0] == '0') return false;
    for (text += head; *text == ','; text += 4) {
        if (strspn(text + 1, digits) != 3) return false;
    }
    return strchr(text, ',') == NULL;
}

static bool parts_decimals(const char *comma) {
    return strchr(comma + 1, ',') == NULL && comma[1 + strspn(comma + 1, digits)] != '.';
}

void cli_mend_comma(const char *text, char *mended, size_t size) {
    char part[LONGEST + 1];
    const char *comma = strchr(text, ',');
    mended[0] = '\0';
    if (comma == NULL || strlen(text) > LONGEST) return;
    if (parts_thousands(text)) {
        size_t length = 0;
        for (const char *c = text; *c != '\0'; c++) {
            if (*c != ',') part[length++] = *c;
        }
        part[length] = '\0';
        cli_append(mended, size, part);
    }
    if (!parts_decimals(comma)) return;
    snprintf(part, sizeof part, "%.*s.%s", (int)(comma - text), text, comma + 1);
    cli_append(mended, size, mended[0] != '\0' ? " or " : "");
    cli_append(mended, size, part);
}
