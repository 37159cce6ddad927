// Finding the shipped data without asking the environment.

#define _GNU_SOURCE  // readlink and access in strict C17

#include "reproduce/locate.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/words.h"

#ifndef DP_DATA_DIR
#define DP_DATA_DIR "/usr/local/share/dashpot"
#endif
#ifndef DP_SOURCE_DIR
#define DP_SOURCE_DIR ""
#endif

// Folder share/dashpot beside the folder of the program; empty when the system does not say.
static void beside_program(char path[LOCATE_PATH_MAX]) {
    static const char tail[] = "/share/dashpot";
    path[0] = '\0';
    ssize_t length = readlink("/proc/self/exe", path, LOCATE_PATH_MAX - sizeof tail);
    if (length <= 0) return;
    path[length] = '\0';
    for (int up = 0; up < 2; up++) {
        char *slash = strrchr(path, '/');
        if (slash == NULL) return;
        *slash = '\0';
    }
    memcpy(path + strlen(path), tail, sizeof tail);
}

static bool holds_data(const char *root) {
    char path[LOCATE_PATH_MAX + 16];
    if (root[0] == '\0') return false;
    snprintf(path, sizeof path, "%s/papers", root);
    if (access(path, R_OK | X_OK) != 0) return false;
    snprintf(path, sizeof path, "%s/scenarios", root);
    return access(path, R_OK | X_OK) == 0;
}

bool locate_data(char root[LOCATE_PATH_MAX]) {
    beside_program(root);
    if (holds_data(root)) return true;
    snprintf(root, LOCATE_PATH_MAX, "%s", DP_SOURCE_DIR);
    if (holds_data(root)) return true;
    snprintf(root, LOCATE_PATH_MAX, "%s", DP_DATA_DIR);
    return holds_data(root);
}

void locate_places(char *text, size_t size) {
    char beside[LOCATE_PATH_MAX];
    beside_program(beside);
    const char *places[] = {beside, DP_SOURCE_DIR[0] != '\0' ? DP_SOURCE_DIR : DP_DATA_DIR,
                            DP_SOURCE_DIR[0] != '\0' ? DP_DATA_DIR : NULL, NULL};
    dp_append_words(text, size, places, "and");
}
