// What was measured on: told by the machine and by the compiler, never typed by hand.

#include "bench.h"

#include <string.h>
#include <unistd.h>

#ifndef BENCH_FLAGS
#define BENCH_FLAGS "unknown"
#endif

size_t bench_l2_bytes(void) {
    long bytes = 0;
#ifdef _SC_LEVEL2_CACHE_SIZE
    bytes = sysconf(_SC_LEVEL2_CACHE_SIZE);
#endif
    return bytes > 0 ? (size_t)bytes : (size_t)1 << 20;
}

// First value of a key in a file of "key : value" lines.
static void first_value(const char *path, const char *key, char *value, size_t size) {
    snprintf(value, size, "unknown");
    FILE *file = fopen(path, "r");
    if (file == NULL) return;
    char line[4096];
    while (fgets(line, sizeof line, file) != NULL) {
        char *colon = strchr(line, ':');
        if (colon == NULL || strncmp(line, key, strlen(key)) != 0) continue;
        snprintf(value, size, "%.*s", (int)strcspn(colon + 1, "\n"), colon + 1);
        break;
    }
    fclose(file);
    size_t spaces = strspn(value, " \t");
    memmove(value, value + spaces, strlen(value + spaces) + 1);
}

void bench_load(FILE *out, const char *prefix, const char *when) {
    double load[3];
    FILE *file = fopen("/proc/loadavg", "r");
    if (file != NULL && fscanf(file, "%lf %lf %lf", &load[0], &load[1], &load[2]) == 3)
        fprintf(out, "%sload %s: %.2f %.2f %.2f\n", prefix, when, load[0], load[1], load[2]);
    else
        fprintf(out, "%sload %s: unknown\n", prefix, when);
    if (file != NULL) fclose(file);
}

static const char *compiler(void) {
#if defined(__clang__)
    return __VERSION__;
#elif defined(__GNUC__)
    return "gcc " __VERSION__;
#else
    return "unknown";
#endif
}

void bench_machine(FILE *out, const char *prefix) {
    char model[256], family[32], number[32];
    const char *file = "/proc/cpuinfo";
    first_value(file, "model name", model, sizeof model);
    first_value(file, "cpu family", family, sizeof family);
    first_value(file, "model\t", number, sizeof number);
    fprintf(out, "%sprocessor: %s (family %s, model %s)\n", prefix, model, family, number);
    char allowed[64];
    first_value("/proc/self/status", "Cpus_allowed_list", allowed, sizeof allowed);
    int pinned = strspn(allowed, "0123456789") == strlen(allowed);
    fprintf(out, "%scores: %ld%s%s\n", prefix, sysconf(_SC_NPROCESSORS_ONLN),
            pinned ? ", pinned to core " : ", not pinned", pinned ? allowed : "");
    fprintf(out, "%sL2 cache: %zu KiB\n", prefix, bench_l2_bytes() / 1024);
    fprintf(out, "%scompiler: %s\n", prefix, compiler());
    fprintf(out, "%sflags: %s\n", prefix, BENCH_FLAGS);
    fprintf(out, "%slibrary: %s\n", prefix, DP_VERSION_STRING);
}
