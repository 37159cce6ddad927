// Limits on memory, output and time: what they are, and what runs into them.

#include "scenario/limits.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/quantity.h"
#include "scenario/diagnostic.h"

// --- the options ---------------------------------------------------------------------------------

static const struct {
    const char *name;
    double bytes;
} units[] = {
    {"B", 1.0},
    {"kB", 1e3},
    {"MB", 1e6},
    {"GB", 1e9},
    {"TB", 1e12},
    {"KiB", 1024.0},
    {"MiB", 1024.0 * 1024.0},
    {"GiB", 1024.0 * 1024.0 * 1024.0},
    {"TiB", 1024.0 * 1024.0 * 1024.0 * 1024.0},
};

static bool read_bytes(const char *text, double *bytes) {
    char number[64];
    size_t length = strcspn(text, "BkMGTK"), unit = 0;
    const size_t count = sizeof units / sizeof *units;
    dp_error err;
    if (length >= sizeof number) return false;
    snprintf(number, sizeof number, "%.*s", (int)length, text);
    if (dp_quantity_read("limit", number, "1", bytes, &err) != DP_OK) return false;
    while (unit < count && strcmp(units[unit].name, text + length) != 0)
        unit++;
    if (unit < count) *bytes *= units[unit].bytes;
    return (unit < count || text[length] == '\0') && *bytes > 0.0 && isfinite(*bytes);
}

static bool read_seconds(const char *text, double *seconds) {
    dp_error err;
    return dp_quantity_read("limit", text, "s", seconds, &err) == DP_OK && *seconds > 0.0;
}

dp_status dp_run_limits_set(dp_run_limits *limits, const char *name, const char *text,
                            dp_error *err) {
    bool is_time = strcmp(name, "time") == 0, is_memory = strcmp(name, "memory") == 0;
    double *limit = is_time ? &limits->seconds : is_memory ? &limits->memory : &limits->output;
    double value = INFINITY;
    if (!is_time && !is_memory && strcmp(name, "output") != 0)
        return dp_fail(err, DP_ERR_UNKNOWN_NAME,
                       "there is no limit '%.40s', only memory, output and time", name);
    bool is_good = strcmp(text, "none") == 0 ||
                   (is_time ? read_seconds(text, &value) : read_bytes(text, &value));
    if (!is_good)
        return dp_fail(err, DP_ERR_RANGE, "%s is '%.40s'; it must be a %s, or none", name, text,
                       is_time ? "time like 30 min or 2h" : "number of bytes like 4GB or 512 MiB");
    *limit = value;
    return DP_OK;
}

// --- what is needed ------------------------------------------------------------------------------

double limits_output_of(double numbers) {
    // a number is about 19 characters and a comma, and 8 bytes in series.h5
    return 28.0 * numbers;
}

double limits_memory_of(double numbers) {
    // a table grows by doubling
    return 2.0 * (double)sizeof(double) * numbers;
}

const char *limits_bytes(double bytes, char text[LIMIT_TEXT_MAX]) {
    static const char *const names[] = {"B", "kB", "MB", "GB", "TB"};
    int i = 0;
    for (; i < 4 && bytes >= 999.5; i++)
        bytes /= 1000.0;
    snprintf(text, LIMIT_TEXT_MAX, "%.3g %s", bytes, names[i]);
    return text;
}

const char *limits_seconds(double seconds, char text[LIMIT_TEXT_MAX]) {
    const double minute = 60.0, hour = 3600.0, day = 86400.0, year = 365.25 * day;
    const char *unit = "s";
    if (seconds >= 2.0 * year) {
        seconds /= year;
        unit = "years";
    } else if (seconds > 2.0 * day) {
        seconds /= day;
        unit = "days";
    } else if (seconds >= 2.0 * hour) {
        seconds /= hour;
        unit = "h";
    } else if (seconds >= 2.0 * minute) {
        seconds /= minute;
        unit = "min";
    }
    snprintf(text, LIMIT_TEXT_MAX, "%.3g %s", seconds, unit);
    return text;
}

dp_run_limits limits_of(const struct reader *reader) {
    return reader->call != NULL ? reader->call->limits : limits_usual();
}

struct need need_unknown(const struct reader *reader) {
    return (struct need){.memory = NAN, .output = NAN, .seconds = NAN, .limits = limits_of(reader)};
}

bool limits_allow(struct reader *reader, const struct node *at, const struct need *need) {
    const dp_run_limits limits = limits_of(reader);
    char much[LIMIT_TEXT_MAX], most[LIMIT_TEXT_MAX];
    int before = reader->count;
    // NaN is not above anything
    if (need->memory > limits.memory)
        report_error(
            reader, at,
            "the run would take about %s of memory, and the limit is %s; --max-memory sets it",
            limits_bytes(need->memory, much), limits_bytes(limits.memory, most));
    if (need->output > limits.output)
        report_error(reader, at,
                     "the run would write about %s, and the limit is %s; --max-output sets it",
                     limits_bytes(need->output, much), limits_bytes(limits.output, most));
    if (need->seconds > limits.seconds)
        report_error(reader, at,
                     "the run would take about %s, and the limit is %s; --max-time sets it",
                     limits_seconds(need->seconds, much), limits_seconds(limits.seconds, most));
    return reader->count == before;
}
