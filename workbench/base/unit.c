// The table of units. Ratios are exact: the inch, the pound and standard gravity are defined in SI
// (international yard and pound agreement of 1959; CGPM 1901), all others follow from them.

#include "base/unit.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/words.h"

enum { WORD_MAX = 16, NEAR_MAX = 3 };

#define LBF UINT64_C(44482216152605)  // 10^-13 N: 0.45359237 kg * 9.80665 m/s^2

static const unit_symbol symbols[] = {
    {"m", "metre", "m", 1, 1, 0, 0, 0, 1, 0, true},
    {"micron", "micrometre", "m", 1, 1, -6, 0, 0, 1, 0, false},
    {"in", "inch", "m", 254, 1, -4, 0, 0, 1, 0, false},
    {"inch", "inch", "m", 254, 1, -4, 0, 0, 1, 0, false},
    {"mil", "thousandth of an inch", "m", 254, 1, -7, 0, 0, 1, 0, false},
    {"thou", "thousandth of an inch", "m", 254, 1, -7, 0, 0, 1, 0, false},
    {"uin", "millionth of an inch", "m", 254, 1, -10, 0, 0, 1, 0, false},
    {"ft", "foot", "m", 3048, 1, -4, 0, 0, 1, 0, false},
    {"yd", "yard", "m", 9144, 1, -4, 0, 0, 1, 0, false},
    {"mi", "mile", "m", 1609344, 1, -3, 0, 0, 1, 0, false},
    {"L", "litre", "m^3", 1, 1, -3, 0, 0, 3, 0, true},
    {"g", "gram", "kg", 1, 1, -3, 0, 1, 0, 0, true},
    {"t", "tonne", "kg", 1, 1, 3, 0, 1, 0, 0, false},
    {"lb", "pound (mass)", "kg", 45359237, 1, -8, 0, 1, 0, 0, false},
    {"lbm", "pound (mass)", "kg", 45359237, 1, -8, 0, 1, 0, 0, false},
    {"oz", "ounce (mass)", "kg", 45359237, 16, -8, 0, 1, 0, 0, false},
    {"slug", "slug, lbf s^2/ft", "kg", LBF, 3048, -9, 0, 1, 0, 0, false},
    {"s", "second", "s", 1, 1, 0, 0, 0, 0, 1, true},
    {"min", "minute", "s", 60, 1, 0, 0, 0, 0, 1, false},
    {"h", "hour", "s", 3600, 1, 0, 0, 0, 0, 1, false},
    {"day", "day", "s", 86400, 1, 0, 0, 0, 0, 1, false},
    {"Hz", "hertz, 1/s", "1/s", 1, 1, 0, 0, 0, 0, -1, true},
    {"rpm", "revolutions per minute", "rad/s", 1, 30, 0, 1, 0, 0, -1, false},
    {"mph", "mile per hour", "m/s", 44704, 1, -5, 0, 0, 1, -1, false},
    {"knot", "nautical mile per hour", "m/s", 1852, 3600, 0, 0, 0, 1, -1, false},
    {"g0", "standard gravity", "m/s^2", 980665, 1, -5, 0, 0, 1, -2, false},
    {"N", "newton", "N", 1, 1, 0, 0, 1, 1, -2, true},
    {"dyn", "dyne", "N", 1, 1, -5, 0, 1, 1, -2, false},
    {"kgf", "kilogram-force", "N", 980665, 1, -5, 0, 1, 1, -2, false},
    {"lbf", "pound-force", "N", LBF, 1, -13, 0, 1, 1, -2, false},
    {"ozf", "ounce-force", "N", LBF, 16, -13, 0, 1, 1, -2, false},
    {"kip", "1000 lbf", "N", LBF, 1, -10, 0, 1, 1, -2, false},
    {"Pa", "pascal", "Pa", 1, 1, 0, 0, 1, -1, -2, true},
    {"bar", "bar", "Pa", 1, 1, 5, 0, 1, -1, -2, true},
    {"atm", "standard atmosphere", "Pa", 101325, 1, 0, 0, 1, -1, -2, false},
    {"psi", "lbf/in^2", "Pa", LBF, 64516, -5, 0, 1, -1, -2, false},
    {"ksi", "1000 psi", "Pa", LBF, 64516, -2, 0, 1, -1, -2, false},
    {"Msi", "1e6 psi", "Pa", LBF, 64516, 1, 0, 1, -1, -2, false},
    {"J", "joule", "J", 1, 1, 0, 0, 1, 2, -2, true},
    {"erg", "erg", "J", 1, 1, -7, 0, 1, 2, -2, false},
    {"W", "watt", "W", 1, 1, 0, 0, 1, 2, -3, true},
    {"hp", "horsepower, 550 ft lbf/s", "W", UINT64_C(74569987158227022), 1, -14, 0, 1, 2, -3,
     false},
    {"rad", "radian", "rad", 1, 1, 0, 0, 0, 0, 0, true},
    {"deg", "degree", "rad", 1, 180, 0, 1, 0, 0, 0, false},
    {"\xc2\xb0", "degree", "rad", 1, 180, 0, 1, 0, 0, 0, false},
    {"rev", "revolution", "rad", 2, 1, 0, 1, 0, 0, 0, false},
    {"%", "percent", "1", 1, 1, -2, 0, 0, 0, 0, false},
};

static const unit_prefix prefixes[] = {
    {"p", -12}, {"n", -9}, {"u", -6}, {"\xc2\xb5", -6}, {"\xce\xbc", -6}, {"m", -3},
    {"c", -2},  {"d", -1}, {"k", 3},  {"M", 6},         {"G", 9},         {"T", 12},
};

enum {
    SYMBOL_COUNT = sizeof symbols / sizeof *symbols,
    PREFIX_COUNT = sizeof prefixes / sizeof *prefixes
};

const unit_symbol *unit_symbol_at(int index) {
    return index >= 0 && index < SYMBOL_COUNT ? &symbols[index] : NULL;
}

const unit_prefix *unit_prefix_at(int index) {
    return index >= 0 && index < PREFIX_COUNT ? &prefixes[index] : NULL;
}

// --- arithmetic ----------------------------------------------------------------------------------

#define PI 3.14159265358979323846

si_unit unit_one(void) {
    return (si_unit){.factor = 1.0, .is_exact = true, .over = 1, .under = 1};
}

static si_unit unit_of(const unit_symbol *symbol, int ten) {
    return (si_unit){
        .ten = symbol->ten + ten,
        .factor = (double)symbol->over / (double)symbol->under * pow(PI, symbol->pi),
        .is_exact = true,
        .over = symbol->over,
        .under = symbol->under,
        .pi = symbol->pi,
        .kilogram = symbol->kilogram,
        .metre = symbol->metre,
        .second = symbol->second,
        .angle = strncmp(symbol->si, "rad", strlen("rad")) == 0 ? 1.0 : 0.0,
    };
}

static uint64_t common_divisor(uint64_t a, uint64_t b) {
    while (b != 0) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

// unit *= over / under, in lowest terms; false when that leaves 64 bits.
static bool scale_ratio(si_unit *unit, uint64_t over, uint64_t under) {
    uint64_t across = common_divisor(unit->over, under);
    uint64_t other = common_divisor(over, unit->under);
    return !__builtin_mul_overflow(unit->over / across, over / other, &unit->over) &&
           !__builtin_mul_overflow(unit->under / other, under / across, &unit->under);
}

static void multiply_exactly(si_unit *unit, const si_unit *b, double power) {
    bool is_plain = b->over == 1 && b->under == 1 && b->pi == 0;
    if (is_plain && b->is_exact) return;
    // no unit that people write has a higher power
    enum { POWER_MAX = 9 };
    unit->is_exact =
        unit->is_exact && b->is_exact && power == floor(power) && fabs(power) <= POWER_MAX;
    int count = unit->is_exact ? (int)fabs(power) : 0;
    for (int i = 0; i < count && unit->is_exact; i++)
        unit->is_exact = power > 0.0 ? scale_ratio(unit, b->over, b->under)
                                     : scale_ratio(unit, b->under, b->over);
    if (unit->is_exact) unit->pi += (int)power * b->pi;
}

si_unit unit_multiply(si_unit a, si_unit b, double power) {
    si_unit product = a;
    product.ten += power * b.ten;
    // 1 to any power stays exactly 1
    if (b.factor != 1.0) product.factor *= pow(b.factor, power);
    multiply_exactly(&product, &b, power);
    product.kilogram += power * b.kilogram;
    product.metre += power * b.metre;
    product.second += power * b.second;
    product.angle += power * b.angle;
    return product;
}

bool unit_same_kind(const si_unit *a, const si_unit *b) {
    // powers like 1.65 are sums of decimals
    return fabs(a->kilogram - b->kilogram) < 1e-9 && fabs(a->metre - b->metre) < 1e-9 &&
           fabs(a->second - b->second) < 1e-9;
}

bool unit_lacks_angle(const si_unit *given, const si_unit *expected) {
    bool is_turning = expected->angle > 0.0 && expected->second < 0.0 &&
                      expected->kilogram == 0.0 && expected->metre == 0.0;
    return is_turning && given->angle == 0.0;
}

bool unit_mixes_angle(const si_unit *given, const si_unit *expected) {
    bool has_length = expected->kilogram != 0.0 || expected->metre != 0.0;
    bool is_one = given->factor == 1.0 && given->ten == 0.0 && given->angle == 0.0;
    return !has_length && !is_one && given->angle != expected->angle;
}

// --- names ---------------------------------------------------------------------------------------

static bool same(const char *word, size_t length, const char *name) {
    // the first letter tells most of them apart
    return name[0] == word[0] && strlen(name) == length && strncmp(word, name, length) == 0;
}

// The symbol itself first: "min" is a minute, not a milli-inch.
bool unit_find(const char *word, size_t length, si_unit *unit) {
    for (int i = 0; i < SYMBOL_COUNT; i++) {
        if (!same(word, length, symbols[i].name)) continue;
        *unit = unit_of(&symbols[i], 0);
        return true;
    }
    for (int p = 0; p < PREFIX_COUNT; p++) {
        if (prefixes[p].name[0] != word[0]) continue;
        size_t skip = strlen(prefixes[p].name);
        if (length <= skip || strncmp(word, prefixes[p].name, skip) != 0) continue;
        for (int i = 0; i < SYMBOL_COUNT; i++) {
            if (!symbols[i].takes_prefix || !same(word + skip, length - skip, symbols[i].name))
                continue;
            *unit = unit_of(&symbols[i], prefixes[p].ten);
            return true;
        }
    }
    return false;
}

// Names that people write in place of a symbol.
static const struct {
    const char *name, *symbol;
} names[] = {
    {"sec", "s"},     {"secs", "s"},     {"second", "s"},    {"seconds", "s"},
    {"msec", "ms"},   {"usec", "us"},    {"minute", "min"},  {"minutes", "min"},
    {"mins", "min"},  {"hr", "h"},       {"hrs", "h"},       {"hour", "h"},
    {"hours", "h"},   {"days", "day"},   {"meter", "m"},     {"meters", "m"},
    {"metre", "m"},   {"metres", "m"},   {"inches", "in"},   {"\"", "in"},
    {"'", "ft"},      {"foot", "ft"},    {"feet", "ft"},     {"yard", "yd"},
    {"yards", "yd"},  {"mile", "mi"},    {"miles", "mi"},    {"gram", "g"},
    {"grams", "g"},   {"kilo", "kg"},    {"kilos", "kg"},    {"tonne", "t"},
    {"tonnes", "t"},  {"ton", "t"},      {"pound", "lb"},    {"pounds", "lb"},
    {"lbs", "lb"},    {"ounce", "oz"},   {"slugs", "slug"},  {"newton", "N"},
    {"newtons", "N"}, {"kips", "kip"},   {"pascal", "Pa"},   {"pascals", "Pa"},
    {"joule", "J"},   {"joules", "J"},   {"watt", "W"},      {"watts", "W"},
    {"hertz", "Hz"},  {"cps", "Hz"},     {"degree", "deg"},  {"degrees", "deg"},
    {"degs", "deg"},  {"radian", "rad"}, {"radians", "rad"}, {"turn", "rev"},
    {"turns", "rev"}, {"rps", "rev/s"},  {"kph", "km/h"},    {"kmh", "km/h"},
    {"fps", "ft/s"},  {"ips", "in/s"},   {"gn", "g0"},       {"gee", "g0"},
    {"pct", "%"},     {"percent", "%"},  {"pcf", "lb/ft^3"}, {"cc", "cm^3"},
    {"ml", "mL"},
};

// A list of symbols that grows to NEAR_MAX.
struct nearest {
    char word[NEAR_MAX][WORD_MAX];
    int count;
};

static void add(struct nearest *nearest, const char *prefix, const char *symbol) {
    char word[WORD_MAX];
    snprintf(word, sizeof word, "%s%s", prefix, symbol);
    for (int i = 0; i < nearest->count; i++) {
        if (strcmp(nearest->word[i], word) == 0) return;
    }
    if (nearest->count < NEAR_MAX) memcpy(nearest->word[nearest->count++], word, WORD_MAX);
}

static bool same_letters(const char *a, const char *b) {
    while (*a != '\0' && tolower((unsigned char)*a) == tolower((unsigned char)*b)) {
        a++;
        b++;
    }
    return *a == *b;
}

typedef bool (*judge)(const char *word, const char *known);

// All symbols that pass, with and without prefixes; of a kind when it is given.
static void search(struct nearest *nearest, const char *word, const si_unit *kind, judge passes) {
    for (int i = 0; i < SYMBOL_COUNT; i++) {
        si_unit unit = unit_of(&symbols[i], 0);
        if (kind != NULL && !unit_same_kind(&unit, kind)) continue;
        if (passes(word, symbols[i].name)) add(nearest, "", symbols[i].name);
        for (int p = 0; p < PREFIX_COUNT && symbols[i].takes_prefix; p++) {
            char name[WORD_MAX];
            // letters beyond ASCII have a likeness among the others
            if ((unsigned char)prefixes[p].name[0] >= 0x80) continue;
            snprintf(name, sizeof name, "%s%s", prefixes[p].name, symbols[i].name);
            if (passes(word, name)) add(nearest, prefixes[p].name, symbols[i].name);
        }
    }
}

static bool is_one_letter_off(const char *word, const char *known) {
    return strlen(word) >= 2 && dp_edit_distance(word, known) <= 1;
}

void unit_suggest(char *text, size_t size, const char *word, const si_unit *kind) {
    struct nearest nearest = {.count = 0};
    search(&nearest, word, kind, same_letters);
    if (nearest.count == 0) search(&nearest, word, NULL, same_letters);
    for (size_t i = 0; nearest.count == 0 && i < sizeof names / sizeof *names; i++) {
        if (same_letters(word, names[i].name)) add(&nearest, "", names[i].symbol);
    }
    if (nearest.count == 0) search(&nearest, word, kind, is_one_letter_off);
    if (nearest.count == 0) return;
    const char *list[NEAR_MAX + 1] = {NULL};
    for (int i = 0; i < nearest.count; i++)
        list[i] = nearest.word[i];
    text_append(text, size, "; did you mean ");
    dp_append_words(text, size, list, "or");
    text_append(text, size, "?");
}
