// Number and unit to SI. The decimal part of a unit is kept as a power of ten, so that 9.5 mm is
// the double nearest to 0.0095 and not a rounding beside it.
//
//     unit   = factor { [ "*" | "/" ] factor }         left to right: N s/m = (N s)/m
//     factor = ( symbol | "1" | "(" unit ")" ) [ "^" power ]
//     power  = number | "(" number [ "/" number ] ")"

#include "quantity.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

#define PI 3.14159265358979323846

enum { DEPTH_MAX = 8 };

struct symbol {
    const char *name;
    cli_unit unit;
    bool takes_prefix;
};

static const struct symbol symbols[] = {
    {"m", {.factor = 1.0, .metre = 1.0}, true},
    {"g", {.ten = -3.0, .factor = 1.0, .kilogram = 1.0}, true},
    {"s", {.factor = 1.0, .second = 1.0}, true},
    {"N", {.factor = 1.0, .kilogram = 1.0, .metre = 1.0, .second = -2.0}, true},
    {"Pa", {.factor = 1.0, .kilogram = 1.0, .metre = -1.0, .second = -2.0}, true},
    {"bar", {.ten = 5.0, .factor = 1.0, .kilogram = 1.0, .metre = -1.0, .second = -2.0}, true},
    {"J", {.factor = 1.0, .kilogram = 1.0, .metre = 2.0, .second = -2.0}, true},
    {"W", {.factor = 1.0, .kilogram = 1.0, .metre = 2.0, .second = -3.0}, true},
    {"Hz", {.factor = 1.0, .second = -1.0}, true},
    {"rad", {.factor = 1.0}, true},
    {"deg", {.factor = PI / 180.0}, false},
    {"rpm", {.factor = PI / 30.0, .second = -1.0}, false},
    {"min", {.factor = 60.0, .second = 1.0}, false},
    {"h", {.factor = 3600.0, .second = 1.0}, false},
    {"%", {.ten = -2.0, .factor = 1.0}, false},
};

static const struct {
    const char *name;
    double ten;
} prefixes[] = {
    {"p", -12.0}, {"n", -9.0}, {"u", -6.0}, {"\xc2\xb5", -6.0}, {"\xce\xbc", -6.0}, {"m", -3.0},
    {"c", -2.0},  {"d", -1.0}, {"k", 3.0},  {"M", 6.0},         {"G", 9.0},         {"T", 12.0},
};

enum {
    SYMBOL_COUNT = sizeof symbols / sizeof *symbols,
    PREFIX_COUNT = sizeof prefixes / sizeof *prefixes
};

static bool same(const char *word, size_t length, const char *name) {
    return strlen(name) == length && strncmp(word, name, length) == 0;
}

// The symbol itself first: "min" is a minute, not a milli-inch.
static bool find_symbol(const char *word, size_t length, cli_unit *unit) {
    for (int i = 0; i < SYMBOL_COUNT; i++) {
        if (!same(word, length, symbols[i].name)) continue;
        *unit = symbols[i].unit;
        return true;
    }
    for (int p = 0; p < PREFIX_COUNT; p++) {
        size_t skip = strlen(prefixes[p].name);
        if (length <= skip || strncmp(word, prefixes[p].name, skip) != 0) continue;
        for (int i = 0; i < SYMBOL_COUNT; i++) {
            if (!symbols[i].takes_prefix || !same(word + skip, length - skip, symbols[i].name))
                continue;
            *unit = symbols[i].unit;
            unit->ten += prefixes[p].ten;
            return true;
        }
    }
    return false;
}

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

static cli_unit multiply(cli_unit a, cli_unit b, double power) {
    return (cli_unit){
        .ten = a.ten + power * b.ten,
        // 1 to any power stays exactly 1
        .factor = b.factor == 1.0 ? a.factor : a.factor * pow(b.factor, power),
        .kilogram = a.kilogram + power * b.kilogram,
        .metre = a.metre + power * b.metre,
        .second = a.second + power * b.second,
    };
}

static const cli_unit one = {.factor = 1.0};

static bool read_unit(const char **at, cli_unit *unit, int depth);

static bool read_factor(const char **at, cli_unit *unit, int depth) {
    cli_unit base = one;
    if (**at == '(') {
        (*at)++;
        if (depth == DEPTH_MAX || !read_unit(at, &base, depth + 1) || **at != ')') return false;
        (*at)++;
    } else if (**at == '1') {
        (*at)++;
    } else {
        size_t length = strcspn(*at, " \t*/^()0123456789.+-");
        if (!find_symbol(*at, length, &base)) return false;
        *at += length;
    }
    double power = 1.0;
    if (**at == '^') {
        (*at)++;
        if (!read_power(at, &power)) return false;
    }
    *unit = multiply(one, base, power);
    return true;
}

static bool read_unit(const char **at, cli_unit *unit, int depth) {
    double sign = 1.0;
    *unit = one;
    for (;;) {
        cli_unit factor;
        skip_spaces(at);
        if (!read_factor(at, &factor, depth)) return false;
        *unit = multiply(*unit, factor, sign);
        skip_spaces(at);
        if (**at == '\0' || **at == ')') return true;
        sign = **at == '/' ? -1.0 : 1.0;
        if (**at == '/' || **at == '*') (*at)++;
    }
}

int cli_unit_read(const char *text, cli_unit *unit) {
    return read_unit(&text, unit, 0) && *text == '\0';
}

static bool same_kind(const cli_unit *a, const cli_unit *b) {
    // powers like 1.65 are sums of decimals
    return fabs(a->kilogram - b->kilogram) < 1e-9 && fabs(a->metre - b->metre) < 1e-9 &&
           fabs(a->second - b->second) < 1e-9;
}

// number times unit; dividing by a positive power of ten rounds once where multiplying by a
// negative one would round twice
static double scale(double number, const cli_unit *unit) {
    double ten = unit->ten;
    return unit->factor * (ten < 0.0 ? number / pow(10.0, -ten) : number * pow(10.0, ten));
}

static dp_status bad(const char *name, const char *text, const char *unit, dp_error *err) {
    if (strcmp(unit, "1") == 0)
        return cli_error(err, DP_ERR_RANGE, "%s is '%.60s'; it must be a number", name, text);
    return cli_error(err, DP_ERR_RANGE,
                     "%s is '%.60s'; it must be a number, alone (in %s) or with "
                     "its unit",
                     name, text, unit);
}

static dp_status bad_unit(const char *name, const char *text, const char *unit, dp_error *err) {
    if (strcmp(unit, "1") == 0)
        return cli_error(err, DP_ERR_RANGE, "%s is '%.60s'; it must be a number without unit", name,
                         text);
    return cli_error(err, DP_ERR_RANGE, "%s is '%.60s'; its unit must be %s or of the same kind",
                     name, text, unit);
}

// 0,8 as half of the world writes it.
static bool is_comma(const char *at) {
    return at[0] == ',' && is_digit(at[1]);
}

dp_status cli_quantity(const char *name, const char *text, const char *unit, double *value,
                       dp_error *err) {
    const char *at = text;
    double number;
    skip_spaces(&at);
    errno = 0;
    if (!read_number(&at, &number)) return bad(name, text, unit, err);
    // strtod gives infinity or 0 for what a double cannot hold; a subnormal number is harmless
    bool lost = errno == ERANGE && (isinf(number) || number == 0.0);

    skip_spaces(&at);
    cli_unit given = one, expected;
    if (is_comma(at))
        return cli_error(err, DP_ERR_RANGE,
                         "%s is '%.60s'; it must be a number (a decimal point, not a comma)", name,
                         text);
    if (*at != '\0') {
        if (!cli_unit_read(at, &given))
            return cli_error(err, DP_ERR_RANGE, "%s is '%.60s'; '%.40s' is no unit known here%s%s",
                             name, text, at, strcmp(unit, "1") == 0 ? "" : ", it is measured in ",
                             strcmp(unit, "1") == 0 ? "" : unit);
        // a parameter whose unit depends on another one takes plain SI numbers only
        if (!cli_unit_read(unit, &expected) || !same_kind(&given, &expected))
            return bad_unit(name, text, unit, err);
    }
    *value = scale(number, &given);
    // its unit may take it out of the range, too
    lost = lost || !isfinite(*value) || (*value == 0.0 && number != 0.0);
    if (lost)
        return cli_error(err, DP_ERR_RANGE, "%s is '%.60s'; that is outside the range of a double",
                         name, text);
    return DP_OK;
}
