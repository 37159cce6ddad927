// Numbers for people: 1.2e-05 m is 12 µm.

#include "base/prefix.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { LEAST = -12, MOST = 9 };

static const char *const prefixes[] = {"p", "n", "\xc2\xb5", "m", "", "k", "M", "G"};
static const char *const units[] = {"m", "m/s", "s", "N", "J", "Pa", "W"};

struct prefix prefix_of(double value, const char *unit, double plain_from) {
    double size = fabs(value);
    bool is_known = false;
    int power = 0;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        is_known = is_known || strcmp(units[i], unit) == 0;
    bool is_plain = size >= plain_from && size < 1.0;
    if (is_known && isfinite(value) && value != 0.0 && !is_plain) {
        // 999.9999 is said 1000, not 1 k
        power = 3 * (int)floor(log10(size * (1.0 + 1e-9)) / 3.0);
        // seconds and metres have no large units that people use
        int most = unit[0] == 's' || unit[0] == 'm' ? 0 : MOST;
        power = power < LEAST || power > most ? 0 : power;
    }
    return (struct prefix){power, prefixes[(power - LEAST) / 3]};
}

double prefix_for(double value, const char *unit, char *text, size_t size) {
    struct prefix prefix = prefix_of(value, unit, 1.0);
    snprintf(text, size, "%s%s", prefix.text, unit);
    return pow(10.0, prefix.power);
}

const char *quantity_text(double value, const char *unit, char text[QUANTITY_TEXT_MAX]) {
    char shown[32];
    double one = prefix_for(value, unit, shown, sizeof shown);
    bool is_pure = strcmp(unit, "1") == 0;
    snprintf(text, QUANTITY_TEXT_MAX, "%.3g%s%s", value / one, is_pure ? "" : " ",
             is_pure ? "" : shown);
    return text;
}

double unit_axis(double value, const char *unit, char *text, size_t size) {
    char plain[32];
    double one = prefix_for(value, unit, text, size), shown = fabs(value / one);
    if (!isfinite(shown) || shown == 0.0 || (shown >= 0.01 && shown < 1e5)) return one;
    int power = 3 * (int)floor(log10(shown * (1.0 + 1e-9)) / 3.0);
    snprintf(plain, sizeof plain, "%s", strcmp(text, "1") == 0 ? "" : text);
    snprintf(text, size, "10^%d%s%s", power, plain[0] != '\0' ? " " : "", plain);
    return one * pow(10.0, power);
}
