// The leapfrog march: blocks that stay in cache for several time levels, threads, and stretches at
// rest that are passed over. All of it in place, each contact taken exactly once per level, so the
// bits are those of the plain sweep.
//
// A level needs the neighbours at the same level only. Within a thread, a block is carried through
// T levels before the next one; its window moves one body to the left with every level, and the
// force at its right edge is kept for the block that follows. Towards another thread the window
// shrinks by one body per level: that leaves a wedge at each border, which is filled when both
// neighbours are done, with the forces they kept.

#include <math.h>
#include <string.h>
#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

#include "base/error.h"
#include "chain/chain.h"
#include "chain/strip.h"

static void touch(const dp_chain_level *sweep, size_t i, double delta, double rate) {
    const struct chain_worker *worker = (const struct chain_worker *)sweep->owner;
    const dp_chain *chain = worker->chain;
    size_t c = (size_t)(sweep->u - chain->u) + i;
    dp_chain_watch(chain, dp_chain_run_of(chain, c), c, delta, rate);
}

static size_t find_force(const double *force, size_t count, double value) {
    size_t i = 0;
    while (i + 1 < count && force[i] != value)
        i++;
    return i;
}

static double *at(double *array, size_t index) {
    return array == NULL ? NULL : array + index;
}

// Contacts c..c+count-1 of one run and the bodies to their left. Field by field and in place: a
// struct that is put together and then copied is read before its parts have reached the cache.
static void stretch(struct chain_worker *worker, const struct contact_group *run, size_t c,
                    size_t count, double *force, dp_chain_level *s) {
    const dp_chain *chain = worker->chain;
    s->more = 0;
    s->strip = NULL;
    // behind a free end there is room for a full vector of bodies that never touch
    s->count = c + count > chain->last ? (count + 7) / 8 * 8 : count;
    s->u = chain->u + c;
    s->v = chain->v + c;
    s->w = at(chain->w, c);
    s->gap = at(chain->gap, c);
    s->kick = chain->kick + c;
    s->kick_all = run->kick;
    s->drift = chain->dt;
    s->pull = chain->gravity * chain->dt;
    for (int j = 0; j < DP_HISTORY_MAX; j++)
        s->history[j] = j < run->contact->kernel->history_count ? chain->history[j] + c : NULL;
    s->loss = at(chain->loss, c);
    s->weight = chain->dt;
    s->force = force;
    s->touching = run->watches ? chain->touching + c : NULL;
    s->fastest = run->watches ? at(chain->fastest, c) : NULL;
    s->top_force = 0.0;
    s->top_delta = 0.0;
    s->owner = worker;
    s->touch = touch;
}

// Levels from `level` on, one or as many as s->more allows; returns the last of them. Where several
// may be taken they come in order, so only what goes beyond the maxima so far is of interest.
static long take(struct chain_worker *worker, const struct contact_group *run, dp_chain_level *s,
                 size_t c, long level) {
    const long last = level + s->more;
    const dp_chain *chain = worker->chain;
    const dp_kernel *kernel = run->contact->kernel;
    double from_left = s->force[0];
    if (c == chain->pushed) s->force[0] += chain->preload;
    s->top_force = last > level ? worker->tops.force : 0.0;
    s->top_delta = last > level ? worker->tops.delta : 0.0;
    kernel->loops->sweeps[chain->isa][run->is_plain ? DP_LEVEL_PLAIN : DP_LEVEL_FULL](
        run->contact->k, run->contact->floor, s);
    s->force[0] = from_left;
    if (s->top_delta > worker->tops.delta) worker->tops.delta = s->top_delta;
    int is_top = last > level ? s->top_force > worker->tops.force
                              : s->top_force > 0.0 && s->top_force >= worker->tops.force;
    if (is_top)
        dp_chain_raise(&worker->tops, s->top_force, s->top_delta, last - s->more,
                       c + find_force(s->force + 1, s->count, s->top_force));
    return last - s->more;
}

static void sweep_run(struct chain_worker *worker, const struct contact_group *run, size_t c,
                      size_t end, long level, double *force) {
    if (run->is_scalar) {
        dp_chain_sweep_scalar(worker, c, end, level, force);
        return;
    }
    dp_chain_level s;
    stretch(worker, run, c, end - c, force, &s);
    take(worker, run, &s, c, level);
}

// Indices lo..hi-1 by one level; force[0] is the force of contact lo-1.
static void advance(struct chain_worker *worker, size_t lo, size_t hi, long level) {
    dp_chain *chain = worker->chain;
    double *force = worker->force;
    if (chain->probe_count > 0) dp_chain_probe_before(chain, lo, hi, hi);
    const struct contact_group *run = dp_chain_run_of(chain, lo);
    for (size_t c = lo; c < hi; run++) {
        size_t end = run->to < hi ? run->to : hi;
        if (c == chain->last && chain->end[1].type != DP_END_FREE) {
            force[c - lo + 1] = dp_chain_end_force(worker, 1, level);
            dp_chain_move(chain, c, force[c - lo], force[c - lo + 1]);
        } else {
            sweep_run(worker, run, c, end, level, force + (c - lo));
        }
        c = end;
    }
    if (chain->probe_count > 0) dp_chain_probe_after(chain, lo, hi, hi, level, force);
}

// --- tiles ---

static int is_left_border(const struct chain_worker *w) {
    return w->from > w->chain->first;
}

static int is_right_border(const struct chain_worker *w) {
    return w->to <= w->chain->last;
}

static size_t cell_count(const struct chain_worker *w) {
    size_t size = w->chain->block_bodies;
    return (w->to - w->from + size - 1) / size;
}

// May block j be passed over? Nothing can come in from further than a cell within one tile.
static int may_skip(const struct chain_worker *w, size_t j) {
    return j > 0 && j + 1 < cell_count(w) && w->quiet[j - 1] && w->quiet[j] && w->quiet[j + 1];
}

// At rest, and no contact of it carries anything.
static int is_quiet(const struct chain_worker *w, size_t lo, size_t hi) {
    const dp_chain *chain = w->chain;
    for (size_t i = lo; i < hi; i++) {
        if (chain->v[i] != 0.0 || (chain->has_rate && chain->w[i] != 0.0)) return 0;
    }
    for (size_t c = lo - 1; c < hi; c++) {
        if (chain_delta(chain, c) > 0.0) return 0;
    }
    return 1;
}

// After a tile: which cells are at rest. What was passed over still is. Cells at borders count as
// moving, since the wedges come later.
static void look_for_quiet(struct chain_worker *w, const unsigned char *skipped) {
    const dp_chain *chain = w->chain;
    size_t cells = cell_count(w), size = chain->block_bodies;
    for (size_t j = 0; j < cells; j++) {
        size_t lo = w->from + j * size, hi = lo + size < w->to ? lo + size : w->to;
        int still = skipped[j] && j + 1 < cells && skipped[j + 1];
        w->quiet[j] = (unsigned char)(still || is_quiet(w, lo, hi));
    }
    for (size_t p = 0; p < chain->probe_count; p++) {  // what is watched must be seen
        size_t place = dp_chain_probe_place(&chain->probe[p]);
        if (place >= w->from && place < w->to) w->quiet[(place - w->from) / size] = 0;
    }
    w->quiet[0] = 0;
    for (size_t j = cells > 2 ? cells - 2 : 0; j < cells; j++)
        w->quiet[j] = 0;
}

// The force from the left of the first index of level t.
static double first_force(struct chain_worker *w, size_t lo, long level, int t) {
    if (!is_left_border(w)) return dp_chain_end_force(w, 0, level);
    w->left[t] = dp_chain_contact(w, lo - 1, level);
    if (w->chain->probe_count > 0) dp_chain_probe_contact(w->chain, lo - 1, level, w->left[t]);
    return w->left[t];
}

static void block(struct chain_worker *w, size_t b, long level, int levels) {
    const size_t size = w->chain->block_bodies;
    for (int t = 0; t < levels; t++) {
        size_t s = (size_t)t;
        size_t left = w->from + (is_left_border(w) ? s + 1 : 0);
        size_t right = w->to - (is_right_border(w) ? s + 1 : 0);
        size_t lo = b > left + s ? b - s : left;
        size_t hi = b + size - s < right ? b + size - s : right;
        if (lo >= hi) continue;
        w->force[0] = lo == left ? first_force(w, lo, level + t, t) : w->carry[t];
        advance(w, lo, hi, level + t);
        w->carry[t] = w->force[hi - lo];
        if (hi == right) w->right[t] = w->carry[t];
    }
}

// In front of a wave forces fall from contact to contact like F, F^1.5, F^2.25, .. and soon are too
// small to have all their digits. Such numbers cost a hundred cycles each, a short chain a quarter
// of its speed, and are as good as 0: below 1e-308 N. So they are 0 while a chain marches, in every
// thread and on every path.
#if defined(__SSE2__)
static unsigned drop_tiny(void) {
    const unsigned results_and_operands = 0x8040;
    unsigned before = _mm_getcsr();
    _mm_setcsr(before | results_and_operands);
    return before;
}

static void keep_tiny(unsigned before) {
    _mm_setcsr(before);
}
#else
static unsigned drop_tiny(void) {
    return 0;
}

static void keep_tiny(unsigned before) {
    (void)before;
}
#endif

// All the worker may do alone.
static void trapezoid(struct chain_worker *w, long level, int levels) {
    const dp_chain *chain = w->chain;
    const size_t size = chain->block_bodies;
    size_t j = 0, cells = cell_count(w);
    unsigned char *skipped = w->quiet + cells + 1;
    const unsigned before = drop_tiny();
    for (size_t b = w->from; b < w->to + (size_t)levels - 1; b += size, j++) {
        int skips = chain->skip_resting && may_skip(w, j);
        if (chain->skip_resting && j < cells) skipped[j] = (unsigned char)skips;
        if (skips)
            memset(w->carry, 0, (size_t)levels * sizeof *w->carry);
        else
            block(w, b, level, levels);
    }
    keep_tiny(before);
    if (chain->skip_resting) look_for_quiet(w, skipped);
}

// The wedge between this worker and the next.
static void wedge(struct chain_worker *w, const struct chain_worker *next, long level, int levels) {
    dp_chain *chain = w->chain;
    const unsigned before = drop_tiny();
    for (int t = 0; t < levels; t++) {
        size_t lo = w->to - (size_t)t - 1, end = w->to + (size_t)t;
        w->force[0] = w->right[t];
        advance(w, lo, end, level + t);
        if (chain->probe_count > 0) dp_chain_probe_before(chain, end, end + 1, end);
        double pair[2] = {w->force[end - lo], next->left[t]};
        dp_chain_move(chain, end, pair[0], pair[1]);
        if (chain->probe_count > 0) dp_chain_probe_after(chain, end, end + 1, end, level + t, pair);
    }
    keep_tiny(before);
}

// --- a chain that fits into one block needs no tiles ---

// Indices from..to-1 of one run, with the contacts to their right; no run: the right end.
struct segment {
    const struct contact_group *run;
    size_t from, to;
    dp_chain_level level;
};

// What the loops are told is put together once.
static size_t divide(struct chain_worker *w, struct segment *segment) {
    const dp_chain *chain = w->chain;
    const int has_end = chain->end[1].type != DP_END_FREE;
    const size_t end = chain->last + (has_end ? 0 : 1);
    size_t count = 0;
    const struct contact_group *run = dp_chain_run_of(chain, chain->first);
    for (size_t c = chain->first; c < end; run++) {
        struct segment *s = &segment[count++];
        *s = (struct segment){.run = run, .from = c, .to = run->to < end ? run->to : end};
        stretch(w, run, c, s->to - c, w->force + (c - chain->first), &s->level);
        c = s->to;
    }
    if (has_end) segment[count++] = (struct segment){.from = end, .to = end + 1};
    return count;
}

static long take_segment(struct chain_worker *w, struct segment *s, long level) {
    dp_chain *chain = w->chain;
    double *force = w->force + (s->from - chain->first);
    if (s->run == NULL) {
        force[1] = dp_chain_end_force(w, 1, level);
        dp_chain_move(chain, s->from, force[0], force[1]);
    } else if (s->run->is_scalar) {
        dp_chain_sweep_scalar(w, s->from, s->to, level, force);
    } else {
        return take(w, s->run, &s->level, s->from, level);
    }
    return level;
}

// One run between free ends is left to its loop for as many levels as it may take.
static void march_small(dp_chain *chain, long level, long count) {
    struct chain_worker *w = &chain->workers[0];
    struct segment segment[SEGMENTS_MAX + 1];
    struct strip strip;
    const unsigned before = drop_tiny();
    const size_t segments = divide(w, segment);
    const int is_free = segments == 1 && chain->end[0].type == DP_END_FREE && chain->preload == 0.0;
    const long most = dp_strip_lay(&strip, chain), room = most > 0 ? most : count;
    segment[0].level.strip = most > 0 ? &strip.rows : NULL;
    for (long n = 0; n < count;) {
        const long end = count - n < room ? count : n + room, from = n;
        if (most > 0) dp_strip_begin(&strip, chain);
        for (; n < end; n++) {
            w->force[0] = dp_chain_end_force(w, 0, level + n);
            segment[0].level.more = is_free ? end - n - 1 : 0;
            for (size_t i = 0; i < segments; i++)
                n = take_segment(w, &segment[i], level + n) - level;
            if (most > 0) dp_chain_strip_note(&strip.rows);
        }
        if (most > 0) dp_strip_read(&strip, chain, level + from);
    }
    keep_tiny(before);
}

// The same contact by contact.
static void march_plain(dp_chain *chain, long level, long count) {
    struct chain_worker *w = &chain->workers[0];
    const unsigned before = drop_tiny();
    for (long n = 0; n < count; n++) {
        w->force[0] = dp_chain_end_force(w, 0, level + n);
        advance(w, chain->first, chain->last + 1, level + n);
    }
    keep_tiny(before);
}

static void march_alone(dp_chain *chain, long level, long count) {
    struct chain_worker *w = &chain->workers[0];
    if (chain->is_small || w->to - w->from <= chain->block_bodies) {
        (chain->is_small ? march_small : march_plain)(chain, level, count);
        return;
    }
    for (long done = 0; done < count;) {
        long left = count - done;
        int levels = left < chain->levels ? (int)left : chain->levels;
        trapezoid(w, level + done, levels);
        done += levels;
    }
}

// The wedges need both neighbours, and the next tile needs the wedges: both loops end together.
static void march_together(dp_chain *chain, long level, long count) {
    const int threads = chain->threads;
    for (long done = 0; done < count; done += chain->levels) {
        long left = count - done;
        int levels = left < chain->levels ? (int)left : chain->levels;
#ifdef _OPENMP
#pragma omp parallel for num_threads(threads) schedule(static, 1)
#endif
        for (int i = 0; i < threads; i++)
            trapezoid(&chain->workers[i], level + done, levels);
#ifdef _OPENMP
#pragma omp parallel for num_threads(threads) schedule(static, 1)
#endif
        for (int i = 0; i < threads - 1; i++)
            wedge(&chain->workers[i], &chain->workers[i + 1], level + done, levels);
    }
}

dp_status dp_chain_check(const dp_chain *chain, dp_error *err) {
    if (chain->refusal->status != DP_OK) return dp_chain_refuse(chain, err);
    for (size_t i = chain->first; i <= chain->last; i++) {
        if (!isfinite(chain->v[i]) || !isfinite(chain->u[i]))
            return dp_blame(
                err,
                dp_fail(err, DP_ERR_NUMERIC,
                        "the motion is no longer finite at %g s, first seen at body %zu; the "
                        "step may be too long, or a law was left beyond its range",
                        (double)chain->now.level * chain->dt, i),
                DP_SUBJECT_BODY, (long)i - 1, NULL);
    }
    return DP_OK;
}

// Hints and maxima of the workers start anew.
static void prepare(dp_chain *chain) {
    for (int i = 0; i < chain->threads; i++) {
        struct chain_worker *w = &chain->workers[i];
        w->tops = (struct chain_tops){0};
        if (chain->hints_are_stale && chain->skip_resting) memset(w->quiet, 0, 2 * cell_count(w));
    }
    chain->hints_are_stale = 0;
}

// What loops have put off, so that whoever looks sees all of the history.
static void settle(dp_chain *chain) {
    for (size_t r = 0; r < chain->run_count; r++) {
        const struct contact_group *run = &chain->runs[r];
        const dp_kernel *kernel = run->contact->kernel;
        if (run->is_scalar || kernel->loops->settle == NULL) continue;
        dp_chain_level s;
        stretch(&chain->workers[0], run, run->from, run->to - run->from, NULL, &s);
        s.count = run->to - run->from;
        kernel->loops->settles[chain->isa](run->contact->k, run->contact->floor, &s);
    }
}

dp_status dp_chain_march(dp_chain *chain, long count, dp_error *err) {
    prepare(chain);
    if (chain->threads > 1)
        march_together(chain, chain->now.level, count);
    else
        march_alone(chain, chain->now.level, count);
    settle(chain);
    chain->now.level += count;
    for (int i = 0; i < chain->threads; i++)
        dp_chain_merge(&chain->now.tops, &chain->workers[i].tops);
    return dp_chain_check(chain, err);
}
