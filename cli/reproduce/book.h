#ifndef CLI_REPRODUCE_BOOK_H
#define CLI_REPRODUCE_BOOK_H

#include <jansson.h>
#include <stddef.h>

// papers/*.yaml in memory: what each paper prints, with all that is inherited written out, so that
// a row or a curve stands for itself. The format is explained in papers/README.md.

enum { BOOK_PAPERS_MAX = 16 };

struct paper {
    char name[32];    ///< file name without ending
    json_t *tree;     ///< the file
    json_t *rows;     ///< array of objects, one printed number each
    json_t *figures;  ///< array of objects with an array `curves`
};

struct book {
    struct paper paper[BOOK_PAPERS_MAX];
    int count;
};

/// Read the papers that are named, or all of them when count is 0. Returns an exit status; says on
/// standard error what is wrong.
int book_open(struct book *book, const char *root, const char *const *names, int count);
void book_close(struct book *book);

#endif
