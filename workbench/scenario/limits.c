// Limits on memory, output and time: what they are, and what runs into them.

#define _POSIX_C_SOURCE 200809L  // sysconf

#include "scenario/limits.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/quantity.h"
#include "base/status.h"
#include "cli.h"
#include "scenario/diagnostic.h"

static const double usual_memory = 8.0 * 1024.0 * 1024.0 * 1024.0;
static const double usual_output = 4e9;
static const double usual_time = 24.0 * 3600.0;

// of the process; written before there are threads
static struct limits now;
static double start;

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

static int bad_bytes(const char *option, const char *text) {
    return cli_fail(DP_RUN_USAGE,
                    "%s is '%.40s'; it must be a number of bytes like 4GB or 512 MiB, or none",
                    option, text);
}

static int read_bytes(const char *option, const char *text, double *bytes) {
    char number[64];
    dp_error err;
    size_t length = strcspn(text, "BkMGTK"), unit = 0;
    if (strcmp(text, "none") == 0) {
        *bytes = INFINITY;
        return DP_RUN_DONE;
    }
    if (length >= sizeof number) return bad_bytes(option, text);
    snprintf(number, sizeof number, "%.*s", (int)length, text);
    if (parse_quantity(option, number, "1", bytes, &err) != DP_OK) return bad_bytes(option, text);
    while (unit < sizeof units / sizeof *units && strcmp(units[unit].name, text + length) != 0)
        unit++;
    if (text[length] != '\0' && unit == sizeof units / sizeof *units)
        return bad_bytes(option, text);
    if (text[length] != '\0') *bytes *= units[unit].bytes;
    return *bytes > 0.0 && isfinite(*bytes) ? DP_RUN_DONE : bad_bytes(option, text);
}

static int read_seconds(const char *option, const char *text, double *seconds) {
    dp_error err;
    if (strcmp(text, "none") == 0) {
        *seconds = INFINITY;
        return DP_RUN_DONE;
    }
    if (parse_quantity(option, text, "s", seconds, &err) == DP_OK && *seconds > 0.0)
        return DP_RUN_DONE;
    return cli_fail(DP_RUN_USAGE, "%s is '%.40s'; it must be a time like 30 min or 2h, or none",
                    option, text);
}

static struct limits usual(void) {
    double machine = 0.75 * (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    return (struct limits){
        .memory = machine > 0.0 && machine < usual_memory ? machine : usual_memory,
        .output = usual_output,
        .time = usual_time,
    };
}

int limits_read(const struct limit_words *words) {
    int status = DP_RUN_DONE;
    now = usual();
    if (words->memory != NULL) status = read_bytes("--max-memory", words->memory, &now.memory);
    if (status == DP_RUN_DONE && words->output != NULL)
        status = read_bytes("--max-output", words->output, &now.output);
    if (status == DP_RUN_DONE && words->time != NULL)
        status = read_seconds("--max-time", words->time, &now.time);
    return status;
}

const struct limits *limits_now(void) {
    if (now.time == 0.0) now = usual();
    return &now;
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

bool limits_allow(struct reader *reader, const struct node *at, const struct need *need) {
    const struct limits *limits = limits_now();
    char much[LIMIT_TEXT_MAX], most[LIMIT_TEXT_MAX];
    int before = reader->count;
    // NaN is not above anything
    if (need->memory > limits->memory)
        report_error(
            reader, at,
            "the run would take about %s of memory, and the limit is %s; --max-memory sets it",
            limits_bytes(need->memory, much), limits_bytes(limits->memory, most));
    if (need->output > limits->output)
        report_error(reader, at,
                     "the run would write about %s, and the limit is %s; --max-output sets it",
                     limits_bytes(need->output, much), limits_bytes(limits->output, most));
    if (need->seconds > limits->time)
        report_error(reader, at,
                     "the run would take about %s, and the limit is %s; --max-time sets it",
                     limits_seconds(need->seconds, much), limits_seconds(limits->time, most));
    return reader->count == before;
}

// --- time ----------------------------------------------------------------------------------------

double limits_clock(void) {
    return clock_seconds();
}

void limits_start(void) {
    start = limits_clock();
}

bool limits_is_late(void) {
    return start > 0.0 && limits_clock() - start > limits_now()->time;
}
