// Runs a target over files instead of a fuzzer: `fuzz_x_replay FILE...`. Every compiler can build
// it, so what a fuzzer once found is a test everywhere.

#include <stdio.h>
#include <stdlib.h>

#include "scratch.h"

static int replay(const char *path) {
    static uint8_t data[1 << 20];
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        perror(path);
        return 1;
    }
    size_t size = fread(data, 1, sizeof data, file);
    fclose(file);
    LLVMFuzzerTestOneInput(data, size);
    return 0;
}

int main(int argc, char **argv) {
    int failed = 0;
    for (int i = 1; i < argc; i++)
        failed += replay(argv[i]);
    printf("%d inputs\n", argc - 1 - failed);
    return failed > 0 || argc < 2;
}
