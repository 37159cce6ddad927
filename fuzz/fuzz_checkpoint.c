// Any bytes as a checkpoint. The first byte: mend the checksum or not, so that what lies behind it
// is reached as well. Nothing beyond the pieces may be written, and only a whole file is good.

#define _POSIX_C_SOURCE 200809L

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/crc.h"
#include "checkpoint/slot.h"
#include "scratch.h"

enum { SIZE_MAX_TRIED = 4096, GUARD = 64, PIECES = 3 };

static void mend(uint8_t *bytes, size_t size) {
    static struct crc64 crc;
    if (size < 8) return;
    crc64_init(&crc);
    crc64_add(&crc, bytes, size - 8);
    uint64_t sum = crc64_sum(&crc);
    for (int i = 0; i < 8; i++)
        bytes[size - 8 + (size_t)i] = (uint8_t)(sum >> (8 * i));
}

static void try_file(int folder) {
    static const size_t wanted[PIECES] = {16, 0, 40};
    uint8_t room[PIECES][GUARD + 64 + GUARD];
    struct checkpoint_piece pieces[PIECES];
    memset(room, 0xa5, sizeof room);
    for (int i = 0; i < PIECES; i++)
        pieces[i] = (struct checkpoint_piece){room[i] + GUARD, wanted[i]};
    // the version that wrote the files of corpus/
    struct slot_head head = {.program = "0.1.0", .kind = "chain", .scenario = 7};
    struct slot_head seen;
    char reason[SLOT_REASON_MAX] = "";
    enum slot_state peeked = slot_peek(folder, "0.chk", &seen);
    enum slot_state state = slot_read(folder, "0.chk", &head, pieces, PIECES, reason);
    must(state != SLOT_BAD || reason[0] != '\0', "a bad checkpoint says why");
    must(state != SLOT_GOOD || peeked == SLOT_GOOD, "what can be read can be looked at");
    must(state != SLOT_GOOD || seen.serial == head.serial, "both see the same head");
    for (int i = 0; i < PIECES; i++) {
        for (size_t j = 0; j < sizeof room[i]; j++) {
            int is_inside = j >= GUARD && j < GUARD + wanted[i];
            must(is_inside || room[i][j] == 0xa5, "nothing is written beside a piece");
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static uint8_t bytes[SIZE_MAX_TRIED];
    if (size < 1 || size > SIZE_MAX_TRIED) return 0;
    memcpy(bytes, data + 1, size - 1);
    if (data[0] % 2 == 1) mend(bytes, size - 1);
    scratch_file("0.chk", bytes, size - 1);
    int folder = open(scratch_folder(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    must(folder >= 0, "the folder");
    try_file(folder);
    close(folder);
    return 0;
}
