#define _POSIX_C_SOURCE 200809L

#include "scratch.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64];

static void clean_up(void) {
    char path[512];
    DIR *dir = opendir(folder);
    for (struct dirent *entry; dir != NULL && (entry = readdir(dir)) != NULL;) {
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        unlink(path);
    }
    if (dir != NULL) closedir(dir);
    rmdir(folder);
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
