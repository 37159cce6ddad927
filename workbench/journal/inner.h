#ifndef WORKBENCH_JOURNAL_INNER_H
#define WORKBENCH_JOURNAL_INNER_H

#include <pthread.h>

#include "journal/format.h"

// What is behind a journal: the files of others, read; the file of this process, written.

struct journal {
    char *path;       // of DIR
    int dir, folder;  // DIR and journals/ in it, open; -1: not
    struct journal_file *file;
    int count;
    struct crc64 clean;  // a sum of nothing

    // of this process
    struct journal_head own;
    char *origin;  // owned
    pthread_mutex_t lock;
    int points, remarks;           // open; -1: not made yet
    char stem[JOURNALS_NAME_MAX];  // of their names
    bool has_records;
    uint64_t remarks_size;  // written so far
    uint8_t *bytes;         // room for a record
    struct remarks_place last;
    uint8_t *last_remarks;  // of the last record: many say the same
    double synced;          // [s] of the clock when it last was
    double interval;        // [s] until it is again
    bool is_dirty, is_syncing;
    int error;  // errno of the first failure; nothing is written after it
};

#endif
