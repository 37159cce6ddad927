// Mended numbers are shown, never used: only the writer knows which of them is meant.

#include "base/mend.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/quantity.h"
#include "base/words.h"

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

void mend_comma(const char *text, char *mended, size_t size) {
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
        text_append(mended, size, part);
    }
    if (!parts_decimals(comma)) return;
    snprintf(part, sizeof part, "%.*s.%s", (int)(comma - text), text, comma + 1);
    text_append(mended, size, mended[0] != '\0' ? " or " : "");
    text_append(mended, size, part);
}

bool mend_fraction(double number, const char *after, char *mended, size_t size) {
    double whole = 0.0, top = number;
    const char *at = after;
    if (*at != '/') {
        at += *at == '-';
        size_t length = strspn(at, digits);
        if (length == 0) return false;
        whole = number;
        top = copysign(strtod(at, NULL), number);
        at += length;
    }
    if (*at++ != '/') return false;
    size_t length = strspn(at, digits);
    double below = strtod(at, NULL);
    if (length == 0 || below == 0.0) return false;
    snprintf(mended, size, "%.12g%.40s", whole + top / below, at + length);
    return true;
}

// --- units ---------------------------------------------------------------------------------------

static bool is_letter(char c) {
    return isalpha((unsigned char)c) != 0;
}

static bool starts_power(const char *at) {
    at += *at == '-';
    return *at >= '1' && *at <= '9';
}

// N-m and N.m to N m, s2 to s^2, s-1 to s^-1.
static void respell(const char *text, char out[2 * LONGEST + 1]) {
    size_t n = 0;
    for (const char *c = text; *c != '\0'; c++) {
        bool is_after = c > text && is_letter(c[-1]);
        bool is_joint = (*c == '-' || *c == '.') && is_after && is_letter(c[1]);
        if (is_after && starts_power(c)) out[n++] = '^';
        out[n++] = is_joint ? ' ' : *c;
    }
    out[n] = '\0';
}

static bool fits(const char *text, const si_unit *kind) {
    si_unit unit;
    return unit_read(text, &unit) && unit_same_kind(&unit, kind) &&
           !unit_lacks_angle(&unit, kind) && !unit_mixes_angle(&unit, kind);
}

// Pounds as a force: lb and lbs to lbf, where they are whole words.
static void force_pounds(const char *text, char *out, size_t size) {
    out[0] = '\0';
    while (*text != '\0') {
        char part[LONGEST * 2 + 1];
        size_t length = 0;
        while (is_letter(text[length]))
            length++;
        if (length == 0) length = 1;
        snprintf(part, sizeof part, "%.*s", (int)length, text);
        bool is_pound = strcmp(part, "lb") == 0 || strcmp(part, "lbs") == 0;
        text_append(out, size, is_pound ? "lbf" : part);
        text += length;
    }
}

static bool try_unit(const char *text, const si_unit *kind, char *mended, size_t size) {
    snprintf(mended, size, "%s", text);
    if (fits(mended, kind)) return true;
    force_pounds(text, mended, size);
    return fits(mended, kind);
}

bool mend_unit(const char *text, const si_unit *kind, char *mended, size_t size) {
    char plain[2 * LONGEST + 1], split[2 * LONGEST + 2];
    if (strlen(text) > LONGEST) return false;
    respell(text, plain);
    if (try_unit(plain, kind, mended, size)) return true;
    for (size_t i = 1; plain[0] != '\0' && plain[i] != '\0'; i++) {
        if (!is_letter(plain[i - 1]) || !is_letter(plain[i])) continue;
        snprintf(split, sizeof split, "%.*s %s", (int)i, plain, plain + i);
        if (try_unit(split, kind, mended, size)) return true;
    }
    return false;
}
