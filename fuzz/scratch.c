#define _POSIX_C_SOURCE 200809L

#include "scratch.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64];

static void empty(const char *place) {
    char path[512];
    DIR *dir = opendir(place);
    for (struct dirent *entry; dir != NULL && (entry = readdir(dir)) != NULL;) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        snprintf(path, sizeof path, "%s/%s", place, entry->d_name);
        if (unlink(path) != 0) empty(path);
    }
    if (dir != NULL) closedir(dir);
    rmdir(place);
}

static void clean_up(void) {
    empty(folder);
}

const char *scratch_folder(void) {
    if (folder[0] != '\0') return folder;
    struct stat status;
    int is_memory = stat("/dev/shm", &status) == 0 && access("/dev/shm", W_OK) == 0;
    snprintf(folder, sizeof folder, "%s/dashpot-fuzz-XXXXXX", is_memory ? "/dev/shm" : "/tmp");
    must(mkdtemp(folder) != NULL, "a folder for scratch files");
    atexit(clean_up);
    return folder;
}

const char *scratch_file(const char *name, const uint8_t *data, size_t size) {
    static char path[160];
    snprintf(path, sizeof path, "%s/%s", scratch_folder(), name);
    FILE *file = fopen(path, "wb");
    must(file != NULL && fwrite(data, 1, size, file) == size && fclose(file) == 0, "a file");
    return path;
}

void must(int holds, const char *what) {
    if (holds) return;
    fprintf(stderr, "this must hold: %s\n", what);
    abort();
}
