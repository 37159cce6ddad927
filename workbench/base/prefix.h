#ifndef WORKBENCH_BASE_PREFIX_H
#define WORKBENCH_BASE_PREFIX_H

#include <stddef.h>

struct prefix {
    int power;  // of ten
    const char *text;
};

/// A prefix that makes a value of this unit read well; none where the unit takes none, and for
/// values from `plain_from` to 1, where that is below 1.
struct prefix prefix_of(double value, const char *unit, double plain_from);

/// The unit with a prefix that makes `value` read well, "m" to "µm", and what one of it is in SI. A
/// unit that takes no prefix stays as it is.
double prefix_for(double value, const char *unit, char *text, size_t size);

/// The value in words: "8 mm", "2.46e+10 N/m^1.5", "0.3".
enum { QUANTITY_TEXT_MAX = 64 };
const char *quantity_text(double value, const char *unit, char text[QUANTITY_TEXT_MAX]);

/// prefix_for for an axis that reaches up to `value`: where no prefix helps, a power of ten stands
/// before the unit, "10^3 m/s^2", so that the numbers on the axis stay short.
double unit_axis(double value, const char *unit, char *text, size_t size);

#endif
