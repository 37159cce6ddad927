#ifndef WORKBENCH_REPRODUCE_BOOK_H
#define WORKBENCH_REPRODUCE_BOOK_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

// papers/*.yaml in memory: what each paper prints, with all that is inherited written out, so that
// a row or a curve stands for itself. The format is explained in papers/README.md.

enum { BOOK_PAPERS_MAX = 16 };

struct paper {
    char name[32];                   ///< file name without ending
    json_t *tree;                    ///< the file
    json_t *rows;                    ///< array of objects, one printed number each
    json_t *figures;                 ///< array of objects with an array `curves`
    json_t *errata;                  ///< array of objects, see errata.h
    size_t row_count, figure_count;  ///< in the file: more than above when slow ones are left out
};

/// What to read.
struct book_choice {
    const char *const *names;  ///< papers
    int count;                 ///< 0: all of them
    bool quick;                ///< leave out what is marked `slow`
    bool of_errata;            ///< only rows that name an erratum
};

struct book {
    struct paper paper[BOOK_PAPERS_MAX];
    int count;
};

/// Returns an exit status; says on standard error what is wrong.
int book_open(struct book *book, const char *root, const struct book_choice *choice);
void book_close(struct book *book);

/// In all papers: figures, errata, and what was left out.
size_t book_figures(const struct book *book);
size_t book_errata(const struct book *book);
size_t book_rows_left_out(const struct book *book);
size_t book_figures_left_out(const struct book *book);

#endif
