// Numbers for people: 1.2e-05 m is 12 µm.

#include "base/prefix.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LEAST = -12, MOST = 9 };

static const char *const prefixes[] = {"p", "n", "\xc2\xb5", "m", "", "k", "M", "G"};
static const char *const units[] = {"m", "m/s", "s", "N", "J", "Pa", "W"};

double prefix_for(double value, const char *unit, char *text, size_t size) {
    int known = 0, power = 0;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        known = known || strcmp(units[i], unit) == 0;
    if (known && isfinite(value) && value != 0.0) {
        // 999.9999 is said 1000, not 1 k
        power = 3 * (int)floor(log10(fabs(value) * (1.0 + 1e-9)) / 3.0);
        // seconds and metres have no large units that people use
        int most = unit[0] == 's' || unit[0] == 'm' ? 0 : MOST;
        power = power < LEAST || power > most ? 0 : power;
    }
    snprintf(text, size, "%s%s", prefixes[(power - LEAST) / 3], unit);
    return pow(10.0, power);
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
