// Number and unit to SI. A quantity becomes the double nearest to what is written: 9.5 mm is the
// one nearest to 0.0095, 1 psi the one nearest to 6894.757..., and not a rounding beside it.
//
//     unit   = factor { [ "*" | "/" ] factor }         left to right: N s/m = (N s)/m
//     factor = ( symbol | "1" | "(" unit ")" ) [ "^" power ]
//     power  = number | "(" number [ "/" number ] ")"
//
// A raised 2 or 3 is a power too, and a raised dot a multiplication.

#include "base/quantity.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mend.h"
#include "base/status.h"
#include "base/words.h"

enum { DEPTH_MAX = 8, SYMBOL_MAX = 16 };

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// Length of a decimal number at the start of the text, 0 when there is none. Narrower than strtod,
// which also takes inf, nan and hexadecimal.
static size_t number_length(const char *text) {
    size_t n = text[0] == '+' || text[0] == '-';
    size_t digits = 0;
    for (; is_digit(text[n]); n++)
        digits++;
    if (text[n] == '.') {
        for (n++; is_digit(text[n]); n++)
            digits++;
    }
    if (digits == 0) return 0;
    if (text[n] == 'e' || text[n] == 'E') {
        size_t sign = text[n + 1] == '+' || text[n + 1] == '-';
        if (!is_digit(text[n + 1 + sign])) return n;
        for (n += 1 + sign; is_digit(text[n]); n++)
            continue;
    }
    return n;
}

static void skip_spaces(const char **at) {
    *at += strspn(*at, " \t");
}

static bool read_number(const char **at, double *number) {
    size_t length = number_length(*at);
    if (length == 0) return false;
    // strtod sees the same text: it stops where the number ends, since what it would take beyond
    // (a hexadecimal x) needs the 0 to be followed by one
    char *end;
    *number = strtod(*at, &end);
    if (end != *at + length) return false;
    *at = end;
    return true;
}

static bool read_power(const char **at, double *power) {
    if (**at != '(') return read_number(at, power);
    (*at)++;
    double below = 1.0;
    if (!read_number(at, power)) return false;
    if (**at == '/') {
        (*at)++;
        if (!read_number(at, &below) || below == 0.0) return false;
    }
    if (**at != ')') return false;
    (*at)++;
    *power /= below;
    return true;
}

// Where the reading of a unit got stuck: a word that is no symbol, "" when it is something else.
struct stuck {
    char word[SYMBOL_MAX];
};

static bool read_unit(const char **at, si_unit *unit, int depth, struct stuck *stuck);

static bool starts(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

static const char raised_two[] = "\xc2\xb2", raised_three[] = "\xc2\xb3", dot[] = "\xc2\xb7";

// Bytes of a symbol; only g0 ends with a digit.
static size_t symbol_length(const char *text) {
    static const char gravity[] = "g0";
    if (starts(text, gravity) && strchr("0123456789.", text[2]) == NULL) return 2;
    if (strcmp(text, gravity) == 0) return 2;
    size_t length = strcspn(text, " \t*/^()0123456789.+-");
    for (size_t i = 0; i < length; i++) {
        const char *at = text + i;
        if (starts(at, raised_two) || starts(at, raised_three) || starts(at, dot)) return i;
    }
    return length;
}

static bool read_symbol(const char **at, si_unit *unit, struct stuck *stuck) {
    size_t length = symbol_length(*at);
    if (!unit_find(*at, length, unit)) {
        snprintf(stuck->word, sizeof stuck->word, "%.*s", (int)length, *at);
        return false;
    }
    *at += length;
    return true;
}

static bool read_any_power(const char **at, double *power) {
    *power = 1.0;
    if (starts(*at, raised_two) || starts(*at, raised_three)) {
        *power = starts(*at, raised_two) ? 2.0 : 3.0;
        *at += strlen(raised_two);
    } else if (**at == '^') {
        (*at)++;
        return read_power(at, power);
    }
    return true;
}

static bool read_factor(const char **at, si_unit *unit, int depth, struct stuck *stuck) {
    si_unit base = unit_one();
    if (**at == '(') {
        (*at)++;
        if (depth == DEPTH_MAX || !read_unit(at, &base, depth + 1, stuck) || **at != ')')
            return false;
        (*at)++;
    } else if (**at == '1') {
        (*at)++;
    } else if (!read_symbol(at, &base, stuck)) {
        return false;
    }
    double power;
    if (!read_any_power(at, &power)) return false;
    *unit = unit_multiply(unit_one(), base, power);
    return true;
}

static bool read_unit(const char **at, si_unit *unit, int depth, struct stuck *stuck) {
    double sign = 1.0;
    *unit = unit_one();
    for (;;) {
        si_unit factor;
        skip_spaces(at);
        if (!read_factor(at, &factor, depth, stuck)) return false;
        *unit = unit_multiply(*unit, factor, sign);
        skip_spaces(at);
        if (**at == '\0' || **at == ')') return true;
        sign = **at == '/' ? -1.0 : 1.0;
        if (**at == '/' || **at == '*') (*at)++;
        if (starts(*at, dot)) *at += strlen(dot);
    }
}

static bool read_whole_unit(const char *text, si_unit *unit, struct stuck *stuck) {
    return read_unit(&text, unit, 0, stuck) && *text == '\0';
}

int unit_read(const char *text, si_unit *unit) {
    struct stuck stuck = {""};
    return read_whole_unit(text, unit, &stuck);
}

// --- values --------------------------------------------------------------------------------------

// A power of ten goes into the text of the number, which is then rounded once.
static double shift(const char *text, size_t length, double number, long ten) {
    char shifted[400];
    size_t mantissa = strcspn(text, "eE");
    if (mantissa > length) mantissa = length;
    long own = mantissa < length ? strtol(text + mantissa + 1, NULL, 10) : 0;
    // what is longer than anybody writes, or far out of range, is rounded twice
    if (mantissa > sizeof shifted - 40 || labs(own) > 100000)
        return ten < 0 ? number / pow(10.0, (double)-ten) : number * pow(10.0, (double)ten);
    snprintf(shifted, sizeof shifted, "%.*se%ld", (int)mantissa, text, own + ten);
    return strtod(shifted, NULL);
}

// Number times unit; `text` is what the number was read from.
static double scale(const char *text, size_t length, double number, const si_unit *unit) {
    double ten = unit->ten, value;
    bool is_whole = ten == floor(ten) && fabs(ten) < 1000.0;
    bool is_decimal = unit->over == 1 && unit->under == 1 && unit->pi == 0;
    if (unit->is_exact && is_whole && is_decimal)
        return ten == 0.0 ? number : shift(text, length, number, (long)ten);
    if (unit->is_exact && is_whole && big_scale(text, length, unit, &value)) return value;
    return unit->factor * (ten < 0.0 ? number / pow(10.0, -ten) : number * pow(10.0, ten));
}

// --- diagnostics ---------------------------------------------------------------------------------

static dp_status bad(const char *name, const char *text, const char *unit, dp_error *err) {
    if (strcmp(unit, "1") == 0)
        return dp_fail(err, DP_ERR_RANGE, "%s is '%.60s'; it must be a number", name, text);
    return dp_fail(err, DP_ERR_RANGE,
                   "%s is '%.60s'; it must be a number, alone (in %s) or with "
                   "its unit",
                   name, text, unit);
}

// A unit that is there, but of another kind.
static dp_status bad_unit(const char *name, const char *text, const char *found, const char *unit,
                          const si_unit *given, dp_error *err) {
    static const char *const twins[][3] = {
        {"N", "lb", " (lb is a mass; the force is lbf)"},
        {"N", "oz", " (oz is a mass; the force is ozf)"},
        {"N", "kg", " (kg is a mass; the force is kgf)"},
        {"kg", "lbf", " (lbf is a force; the mass is lb)"},
        {"m/s^2", "g", " (g is a gram; standard gravity is g0)"},
    };
    const char *hint = "";
    si_unit expected, twin;
    bool is_known = unit_read(unit, &expected);
    for (size_t i = 0; is_known && i < sizeof twins / sizeof *twins; i++) {
        bool is_wanted = unit_read(twins[i][0], &twin) && unit_same_kind(&twin, &expected);
        bool is_given = unit_read(twins[i][1], &twin) && unit_same_kind(&twin, given) &&
                        twin.over == given->over && twin.ten == given->ten &&
                        twin.under == given->under;
        if (is_wanted && is_given) hint = twins[i][2];
    }
    if (strcmp(unit, "1") == 0)
        return dp_fail(err, DP_ERR_RANGE,
                       "%s is '%.60s'; it must be a number without unit, or in %%", name, text);
    char mended[80], meant[120];
    if (hint[0] == '\0' && is_known && mend_unit(found, &expected, mended, sizeof mended)) {
        snprintf(meant, sizeof meant, "; did you mean %s?", mended);
        hint = meant;
    }
    return dp_fail(err, DP_ERR_RANGE, "%s is '%.60s'; its unit must be %s or of the same kind%s",
                   name, text, unit, hint);
}

// A frequency in place of an angular speed. `found` is the unit as written: 1/min becomes rev/min,
// kHz 1000 rev/s.
static dp_status bad_frequency(const char *name, const char *text, const char *found, double number,
                               const si_unit *given, const char *unit, dp_error *err) {
    bool is_per = starts(found, "1/");
    const char *per = is_per ? found + 1 : "/s";
    double amount = is_per ? number : number * given->factor * pow(10.0, given->ten);
    if (given->second != -1.0)
        return dp_fail(err, DP_ERR_RANGE,
                       "%s is '%.60s'; its unit must be %s; this one has neither rad nor rev", name,
                       text, unit);
    return dp_fail(err, DP_ERR_RANGE,
                   "%s is '%.60s'; its unit must be %s; is %.12g rev%.20s meant, or %.12g "
                   "rad%.20s?",
                   name, text, unit, amount, per, amount, per);
}

// Text in place of a unit. A single word is named alone, with what it may be meant to be.
static dp_status no_unit(const char *name, const char *text, const char *found, const char *unit,
                         const char *word, dp_error *err) {
    char hint[160] = "";
    si_unit expected;
    char mended[80];
    bool is_known = unit_read(unit, &expected);
    bool is_alone = strcmp(word, found) == 0 && is_known;
    if (is_known && mend_unit(found, &expected, mended, sizeof mended))
        return dp_fail(err, DP_ERR_RANGE, "%s is '%.60s'; unknown unit '%.40s'; did you mean %s?",
                       name, text, found, mended);
    if (word[0] != '\0') unit_suggest(hint, sizeof hint, word, is_alone ? &expected : NULL);
    if (hint[0] == '\0' && strcmp(unit, "1") != 0)
        snprintf(hint, sizeof hint, "; it is measured in %.40s (dashpot units lists all)", unit);
    return dp_fail(err, DP_ERR_RANGE, "%s is '%.60s'; unknown unit '%.40s'%s", name, text,
                   hint[0] == ';' && word[0] != '\0' ? word : found, hint);
}

// 0,8 as half of the world writes it.
static bool is_comma(const char *at) {
    return at[0] == ',' && is_digit(at[1]);
}

static dp_status bad_comma(const char *name, const char *text, dp_error *err) {
    char mended[120];
    mend_comma(text, mended, sizeof mended);
    return dp_fail(err, DP_ERR_RANGE,
                   "%s is '%.60s'; it must be a number (a decimal point, not a comma)%s%s", name,
                   text, mended[0] != '\0' ? ": " : "", mended);
}

const char *odd_character(const char *text) {
    static const struct {
        const char *bytes, *says;
    } odd[] = {
        {"\xc2\xa0", "a no-break space (U+00A0); write a plain space"},
        {"\xe2\x80\xaf", "a narrow no-break space (U+202F); write a plain space"},
        {"\xe2\x80\x87", "a figure space (U+2007); write a plain space"},
        {"\xe2\x80\x89", "a thin space (U+2009); write a plain space"},
        {"\xe2\x80\x8b", "a zero-width space (U+200B); take it out"},
        {"\xef\xbb\xbf", "a zero-width no-break space (U+FEFF); take it out"},
        {"\xe2\x88\x92", "a minus sign (U+2212); write the hyphen of the keyboard, -"},
        {"\xe2\x80\x93", "a dash (U+2013); write the hyphen of the keyboard, -"},
    };
    const char *at = text;
    while (*at != '\0' && (unsigned char)*at < 0x80)
        at++;
    if (*at == '\0') return NULL;
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        if (strstr(at, odd[i].bytes) != NULL) return odd[i].says;
    }
    return NULL;
}

bool quantity_is_bare(const char *text) {
    double number;
    skip_spaces(&text);
    bool is_number = read_number(&text, &number);
    skip_spaces(&text);
    return is_number && *text == '\0';
}

const char *quantity_unit(const char *text, double *number) {
    skip_spaces(&text);
    if (!read_number(&text, number)) return NULL;
    skip_spaces(&text);
    return text;
}

double quantity_in(double value, const char *unit) {
    char text[120];
    si_unit known;
    double again;
    dp_error err;
    if (unit[0] == '\0' || !unit_read(unit, &known)) return value;
    double number = value / known.factor;
    number = known.ten < 0.0 ? number * pow(10.0, -known.ten) : number / pow(10.0, known.ten);
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g %.70s", digits, number, unit);
        if (dp_quantity_read("", text, unit, &again, &err) == DP_OK && again == value)
            return strtod(text, NULL);
    }
    return round_off(number);
}

dp_status dp_quantity_read(const char *name, const char *text, const char *unit, double *value,
                           dp_error *err) {
    const char *at = text, *odd = odd_character(text);
    double number;
    if (odd != NULL) return dp_fail(err, DP_ERR_RANGE, "%s is '%.60s'; it has %s", name, text, odd);
    skip_spaces(&at);
    errno = 0;
    const char *digits = at;
    if (!read_number(&at, &number)) return bad(name, text, unit, err);
    size_t length = (size_t)(at - digits);
    // strtod gives infinity or 0 for what a double cannot hold; a subnormal number is harmless
    bool lost = errno == ERANGE && (isinf(number) || number == 0.0);

    skip_spaces(&at);
    si_unit given = unit_one(), expected;
    struct stuck stuck = {""};
    char mended[80];
    if (is_comma(at)) return bad_comma(name, text, err);
    if (mend_fraction(number, at, mended, sizeof mended))
        return dp_fail(err, DP_ERR_RANGE, "%s is '%.60s'; a fraction is not a number; write %s",
                       name, text, mended);
    if (*at != '\0') {
        if (!read_whole_unit(at, &given, &stuck))
            return no_unit(name, text, at, unit, stuck.word, err);
        // a parameter whose unit depends on another one takes plain SI numbers only
        if (!unit_read(unit, &expected) || !unit_same_kind(&given, &expected))
            return bad_unit(name, text, at, unit, &given, err);
        if (unit_lacks_angle(&given, &expected))
            return bad_frequency(name, text, at, number, &given, unit, err);
        if (unit_mixes_angle(&given, &expected)) return bad_unit(name, text, at, unit, &given, err);
    }
    *value = scale(digits, length, number, &given);
    // its unit may take it out of the range, too
    lost = lost || !isfinite(*value) || (*value == 0.0 && number != 0.0);
    if (lost)
        return dp_fail(err, DP_ERR_RANGE, "%s is '%.60s'; that is outside the range of a double",
                       name, text);
    return DP_OK;
}

const char *dp_number_text(double value, char buffer[DP_NUMBER_MAX]) {
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(buffer, DP_NUMBER_MAX, "%.*g", digits, value);
        if (strtod(buffer, NULL) == value) break;
    }
    return buffer;
}

double round_off(double value) {
    char text[40];
    snprintf(text, sizeof text, "%.15g", value);
    return strtod(text, NULL);
}

double dp_value_between(double from, double to, long i, long count) {
    double share = (double)i / (double)(count - 1);
    if (i == 0) return from;
    if (i == count - 1) return to;
    double value = round_off(from * (1.0 - share) + to * share);
    // what is left where both ends cancel is rounding
    return fabs(value) < 1e-14 * fmax(fabs(from), fabs(to)) ? 0.0 : value;
}
