// A decimal number times over / under * pi^pi * 10^ten, rounded to the nearest double: the quotient
// of two long whole numbers is taken to 64 bits and a rest, and rounded once. Pi has 60 digits,
// which start_in_equilibrium the rounding but for one case in 10^40.

#include "base/unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 96, TEN_MAX = 340, DIGITS_MAX = 60, PI_MAX = 4 };

static const char pi_digits[] = "314159265358979323846264338327950288419716939937510582097494";
enum { PI_TEN = sizeof pi_digits - 2 };

// Words from the least on; `count` of them are used.
struct big {
    uint32_t word[WORDS];
    int count;
    bool is_full;  // something was lost
};

static void push(struct big *a, uint64_t carry) {
    for (; carry != 0; carry >>= 32) {
        if (a->count == WORDS) {
            a->is_full = true;
            return;
        }
        a->word[a->count++] = (uint32_t)carry;
    }
}

// a = a * by + plus
static void multiply_add(struct big *a, uint32_t by, uint32_t plus) {
    uint64_t carry = plus;
    for (int i = 0; i < a->count; i++) {
        carry += (uint64_t)a->word[i] * by;
        a->word[i] = (uint32_t)carry;
        carry >>= 32;
    }
    push(a, carry);
}

static void multiply(struct big *a, const struct big *b) {
    struct big product = {.count = 0, .is_full = a->is_full || b->is_full};
    if (a->count + b->count > WORDS) {
        a->is_full = true;
        return;
    }
    for (int i = 0; i < a->count; i++) {
        uint64_t carry = 0;
        for (int j = 0; j < b->count; j++) {
            carry += product.word[i + j] + (uint64_t)a->word[i] * b->word[j];
            product.word[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
        product.word[i + b->count] = (uint32_t)carry;
    }
    product.count = a->count + b->count;
    while (product.count > 0 && product.word[product.count - 1] == 0)
        product.count--;
    *a = product;
}

static struct big big_of(uint64_t value) {
    struct big a = {.count = 0};
    push(&a, value);
    return a;
}

static void multiply_long(struct big *a, uint64_t by) {
    struct big other = big_of(by);
    multiply(a, &other);
}

static void multiply_tens(struct big *a, long ten) {
    for (; ten > 0; ten--)
        multiply_add(a, 10, 0);
}

static int bits(const struct big *a) {
    int count = 32 * (a->count - 1);
    for (uint32_t top = a->count > 0 ? a->word[a->count - 1] : 0; top != 0; top >>= 1)
        count++;
    return count;
}

static void double_it(struct big *a) {
    multiply_add(a, 2, 0);
}

static int compare(const struct big *a, const struct big *b) {
    if (a->count != b->count) return a->count < b->count ? -1 : 1;
    for (int i = a->count - 1; i >= 0; i--) {
        if (a->word[i] != b->word[i]) return a->word[i] < b->word[i] ? -1 : 1;
    }
    return 0;
}

// a -= b, where a is not less
static void subtract(struct big *a, const struct big *b) {
    int64_t borrow = 0;
    for (int i = 0; i < a->count; i++) {
        int64_t rest = (int64_t)a->word[i] - (i < b->count ? b->word[i] : 0) + borrow;
        a->word[i] = (uint32_t)rest;
        borrow = rest < 0 ? -1 : 0;
    }
    while (a->count > 0 && a->word[a->count - 1] == 0)
        a->count--;
}

// a / b; both are used up.
static double divide(struct big *a, struct big *b) {
    int power = bits(a) - bits(b);
    for (int i = 0; i < power; i++)
        double_it(b);
    for (int i = 0; i < -power; i++)
        double_it(a);
    uint64_t quotient = 0;
    for (int i = 0; i < 64; i++) {
        int bit = compare(a, b) >= 0;
        if (bit) subtract(a, b);
        quotient = quotient << 1 | (uint64_t)bit;
        double_it(a);
    }
    // a rest decides what would be half way; it stands far below the last bit that is kept
    if (a->count > 0) quotient |= 1;
    return ldexp((double)quotient, power - 63);
}

// Digits of a decimal number without its sign, and its power of ten.
static bool read_digits(const char *text, size_t length, struct big *number, long *ten) {
    bool is_fraction = false;
    int digits = 0;
    *ten = 0;
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        if (c == 'e' || c == 'E') {
            *ten += strtol(text + i + 1, NULL, 10);
            break;
        }
        if (c == '.') is_fraction = true;
        if (c < '0' || c > '9') continue;
        if (digits > 0 || c != '0') digits++;
        if (digits > DIGITS_MAX) return false;
        multiply_add(number, 10, (uint32_t)(c - '0'));
        if (is_fraction) --*ten;
    }
    return true;
}

bool big_scale(const char *text, size_t length, const si_unit *unit, double *value) {
    struct big over = {.count = 0}, under = big_of(unit->under), pi = {.count = 0};
    long ten;
    if (!read_digits(text, length, &over, &ten) || abs(unit->pi) > PI_MAX) return false;
    ten += (long)unit->ten - (long)PI_TEN * unit->pi;
    if (labs(ten) > TEN_MAX) return false;
    for (const char *c = pi_digits; *c != '\0'; c++)
        multiply_add(&pi, 10, (uint32_t)(*c - '0'));
    multiply_long(&over, unit->over);
    for (int i = 0; i < abs(unit->pi); i++)
        multiply(unit->pi > 0 ? &over : &under, &pi);
    multiply_tens(ten > 0 ? &over : &under, labs(ten));
    if (over.is_full || under.is_full) return false;
    double size = over.count == 0 ? 0.0 : divide(&over, &under);
    *value = text[0] == '-' ? -size : size;
    return true;
}
