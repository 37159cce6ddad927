// What emscripten's libc lacks and a browser has no use for.

#include <errno.h>
#include <sys/random.h>

// Names of temporary folders are made with it; nothing is written here.
ssize_t getrandom(void *bytes, size_t size, unsigned flags) {
    (void)bytes;
    (void)size;
    (void)flags;
    errno = ENOSYS;
    return -1;
}
