// Which part of a study this process does.

#include "part.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

enum { PARTS_MAX = 1000000 };

// A number that fills the text up to `end`; -1 when it is none.
static long read_number(const char *text, char end, const char **after) {
    char *stop;
    if (text[0] < '0' || text[0] > '9') return -1;
    errno = 0;
    long value = strtol(text, &stop, 10);
    if (errno != 0 || *stop != end || value > INT_MAX) return -1;
    *after = stop + (end != '\0');
    return value;
}

// Of the environment; -1: not set, -2: no number.
static long from_environment(const char *name) {
    const char *text = getenv(name), *after;
    if (text == NULL || text[0] == '\0') return -1;
    long value = read_number(text, '\0', &after);
    return value < 0 ? -2 : value;
}

static int check(const char *source, long part, long parts, int *to_part, int *to_parts) {
    if (part < 1 || parts < 1 || part > parts || parts > PARTS_MAX)
        return cli_fail(DP_RUN_USAGE,
                        "%s is not a part I/N: I goes from 1 to N, and N is at most %d", source,
                        PARTS_MAX);
    *to_part = (int)part;
    *to_parts = (int)parts;
    return DP_RUN_DONE;
}

// A launcher: how it numbers its processes.
struct launcher {
    const char *rank, *size;
    long least;  // with fewer processes it is not meant
};

static int read_array(int *part, int *parts) {
    char source[200];
    long task = from_environment("SLURM_ARRAY_TASK_ID");
    long first = from_environment("SLURM_ARRAY_TASK_MIN");
    long last = from_environment("SLURM_ARRAY_TASK_MAX");
    long step = from_environment("SLURM_ARRAY_TASK_STEP");
    if (step == -1) step = 1;
    if (first == -1 || last == -1)
        return cli_fail(DP_RUN_USAGE, "--part auto: SLURM_ARRAY_TASK_ID is set, but not "
                                      "SLURM_ARRAY_TASK_MIN and SLURM_ARRAY_TASK_MAX; give --part "
                                      "I/N");
    snprintf(source, sizeof source, "task %ld of the Slurm array %ld to %ld, step %ld", task, first,
             last, step);
    if (task < 0 || first < 0 || last < first || task < first || task > last || step < 1 ||
        (task - first) % step != 0)
        return cli_fail(DP_RUN_USAGE, "--part auto: %s makes no sense", source);
    return check(source, (task - first) / step + 1, (last - first) / step + 1, part, parts);
}

static int read_launcher(int *part, int *parts) {
    static const struct launcher launchers[] = {
        {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", 1},
        {"PMI_RANK", "PMI_SIZE", 1},
        {"SLURM_PROCID", "SLURM_NTASKS", 2},
    };
    for (size_t i = 0; i < sizeof launchers / sizeof *launchers; i++) {
        long rank = from_environment(launchers[i].rank);
        long size = from_environment(launchers[i].size);
        char source[200];
        if (rank == -1 || size == -1 || (size >= 1 && size < launchers[i].least)) continue;
        snprintf(source, sizeof source, "--part auto: %s=%s with %s=%s", launchers[i].rank,
                 getenv(launchers[i].rank), launchers[i].size, getenv(launchers[i].size));
        return check(source, rank + 1, size, part, parts);
    }
    if (from_environment("SLURM_ARRAY_TASK_ID") != -1) return read_array(part, parts);
    return cli_fail(DP_RUN_USAGE,
                    "--part auto finds no launcher: neither OMPI_COMM_WORLD_RANK, PMI_RANK, "
                    "SLURM_PROCID with more than one task nor SLURM_ARRAY_TASK_ID is set; give "
                    "--part I/N");
}

int part_read(const char *text, int *part, int *parts) {
    if (strcmp(text, "auto") == 0) return read_launcher(part, parts);
    char source[80];
    const char *after = text;
    long index = read_number(text, '/', &after);
    long count = index >= 0 ? read_number(after, '\0', &after) : -1;
    snprintf(source, sizeof source, "--part %.40s", text);
    return check(source, index, count, part, parts);
}
