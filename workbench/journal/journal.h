#ifndef WORKBENCH_JOURNAL_JOURNAL_H
#define WORKBENCH_JOURNAL_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/call.h"
#include "files/journals.h"

// Finished points of a study on disk: DIR/journals/ with two files of each process that works on
// it. NAME.points begins with a head and goes on with records of one size, each with a checksum;
// NAME.remarks holds the bytes that records refer to. Files are made exclusively and written by one
// process only, so that nothing needs a lock; a record that is torn does not count, and its point
// is done again. docs/cluster.md describes the format.

/// What the head of a file says.
struct journal_head {
    const char *origin;  // JSON: where the study came from, see load/parts.h
    long points;
    int width;        // numbers of a record
    int part, parts;  // I and N of --part; 0: it went on with what was missing
};

/// A finished point.
struct journal_record {
    long point;
    int status;            // exit status of its run
    const double *values;  // as many as the width says
    const void *remarks;   // what it says beside its numbers
    size_t size;           // bytes of that
    // of one that was read
    uint64_t at;        // where it lies in its file
    uint64_t checksum;  // of its remarks
};

struct journal_file {
    struct journal_head head;
    char name[JOURNALS_NAME_MAX];  // without its end
    uint64_t begin, end;           // bytes of its records
    double modified;               // [s] since 1970
    char *origin;                  // owned
};

struct journal;

/// What a study does with journals: points that they have are not run again, others are put there.
struct journal_use {
    struct journal *journal;
    int part, parts;   // only the points part - 1, part - 1 + parts, ...; parts 0: all of them
    const char *file;  // what messages call the scenario
    /// Do all journals still belong to this study? Asked after journal_look.
    bool (*agree)(void *user, dp_diagnostic *diagnostic);
    void *user;
};

/// Does a part do this point? `use` NULL: there are no parts.
bool journal_is_mine(const struct journal_use *use, long point);

/// The journals in `dir`. NULL and a diagnostic: status 4; when there are none, `is_none` says so.
struct journal *journal_open(const char *dir, bool *is_none, dp_diagnostic *diagnostic);

/// The same for a process that is going to write its own: `dir` and journals/ are made. A folder
/// that holds anything but journals and results is refused.
struct journal *journal_begin(const char *dir, dp_diagnostic *diagnostic);

/// Say that this process works on the study until the journal ends, so that nobody replaces it.
int journal_hold(const struct journal *journal, dp_diagnostic *diagnostic);

/// Its files, but for those whose head is not whole, which hold nothing of use; in the order of
/// their names.
int journal_count(const struct journal *journal);
const struct journal_file *journal_file(const struct journal *journal, int index);

/// The head that speaks for the study: of the first file with records, or of the first. There must
/// be a file.
const struct journal_head *journal_study(const struct journal *journal);

/// Open folder `dir`, which belongs to the journal.
int journal_folder(const struct journal *journal);

/// All records that are whole, file by file, in the order in which they were written. One point may
/// come more than once. `take` returns false to end it. Returns how many were torn, or -1 and an
/// errno.
typedef bool journal_take(void *user, int file, const struct journal_record *record);
long journal_read(const struct journal *journal, journal_take *take, void *user);

/// One record again, by its file and place. False when it is torn by now.
bool journal_read_one(const struct journal *journal, int file, uint64_t at, journal_take *take,
                      void *user);

/// Look again for files, those of this process among them, and for records behind the ones that
/// were there. 0 or an errno.
int journal_look(struct journal *journal);

/// Where the record of a point is; records may be too large for all to be kept at once.
struct journal_spot {
    int file;  // -1: there is none
    int status;
    uint64_t at, sum;
};

struct journal_map {
    struct journal_spot *spot;  // of each point
    long points;
    long torn;
};

/// Fill a map. `is_good`, which may be NULL, looks at every record: one that makes no sense counts
/// as torn. Those that are torn are told to `call`, once in the life of the map. A diagnostic
/// (status 4) when journals disagree about a point or cannot be read.
typedef bool journal_judge(void *user, const struct journal_record *record);
int journal_map_fill(struct journal_map *map, const struct journal_use *use, long points,
                     journal_judge *is_good, void *user, const struct call *call,
                     dp_diagnostic *diagnostic);
void journal_map_free(struct journal_map *map);

/// What the file of this process will say of itself. It is made with the first record.
void journal_own(struct journal *journal, const struct journal_head *head);

/// Make it now, so that others see that this part has begun, unless an earlier process left one of
/// this part. 0 or an errno.
int journal_start(struct journal *journal);

/// The same again, and the path of DIR. They belong to the journal.
const struct journal_head *journal_own_head(const struct journal *journal);
const char *journal_path(const struct journal *journal);

/// Write a record; it outlives this process when this returns. All of them are synced with the disk
/// every second, less often where that takes long. Any thread may call it. 0 or an errno.
int journal_put(struct journal *journal, const struct journal_record *record);

/// Sync the rest, close and free. 0 or an errno.
int journal_end(struct journal *journal);

#endif
