// The state of a chain as bytes, and whether what came back is a state that it can be in.

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/error.h"
#include "chain/adaptive.h"
#include "chain/chain.h"
#include "contact/digest.h"

static int are_finite(const double *value, size_t count) {
    if (value == NULL) return 1;
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(value[i])) return 0;
    }
    return 1;
}

static int check_arrays(const dp_chain *chain) {
    size_t n = chain->count + 2;
    const double *const array[] = {chain->u,        chain->v,        chain->w,       chain->loss,
                                   chain->touching, chain->released, chain->fastest, chain->kept};
    int is_good = 1;
    for (size_t i = 0; i < sizeof array / sizeof *array; i++)
        is_good = is_good && are_finite(array[i], n);
    for (int j = 0; j < chain->history_count; j++)
        is_good = is_good && are_finite(chain->history[j], n);
    return is_good;
}

// The force before the first step is not known, and at a free end there is none.
static int check_now(const dp_chain *chain) {
    const struct chain_tops *tops = &chain->now.tops;
    const double sums[] = {chain->now.time,  chain->now.h,          chain->now.viscous,
                           chain->now.slack, chain->now.energy_top, chain->now.calm_until,
                           tops->force,      tops->delta,           tops->time};
    if (chain->now.level < 0 || chain->now.time < 0.0 || chain->now.h < 0.0) return 0;
    if (tops->contact > chain->count || tops->level < 0) return 0;
    for (int side = 0; side < 2; side++) {
        const struct end_state *e = &chain->now.end[side];
        const double end[] = {e->travel,    e->impulse,     e->work,
                              e->most_work, e->first_force, e->first_power};
        if (isinf(e->force) || !are_finite(end, sizeof end / sizeof *end)) return 0;
    }
    return are_finite(sums, sizeof sums / sizeof *sums);
}

static int check_spots(const dp_chain *chain) {
    for (size_t i = 0; chain->spot != NULL && i <= chain->count; i++) {
        const struct chain_spot *s = &chain->spot[i];
        if (s->mode < SPOT_APART || s->mode > SPOT_RELEASED) return 0;
        if (isnan(s->low) || isnan(s->high) || !isfinite(s->held)) return 0;
    }
    return 1;
}

static int check_probes(const dp_chain *chain) {
    for (size_t p = 0; p < chain->probe_count; p++) {
        const struct probe_state *s = &chain->probe_state[p];
        if (s->rows > chain->row_room || !are_finite(s->seen, 2)) return 0;
        for (int k = 0; k < 2; k++) {
            // nothing yet
            int is_new = s->peak[k] == -INFINITY && isnan(s->peak_time[k]);
            if (!is_new && !(isfinite(s->peak[k]) && isfinite(s->peak_time[k]))) return 0;
            if (isinf(s->before[k]) || isinf(s->now[k])) return 0;
        }
        if (!are_finite(chain->rows[p * chain->row_room], 3 * s->rows)) return 0;
    }
    return 1;
}

dp_status dp_chain_check_state(const dp_chain *chain, dp_error *err) {
    if (check_now(chain) && check_arrays(chain) && check_spots(chain) && check_probes(chain))
        return DP_OK;
    return dp_fail(err, DP_ERR_RANGE,
                   "this is not a state of this chain: it holds numbers that are not finite, or "
                   "counts that are too large");
}

// An array that was left out is the same as one of zeros.
static uint64_t digest_array(uint64_t digest, const double *values, size_t count) {
    const double zero = 0.0;
    if (values != NULL) return dp_digest_numbers(digest, values, count);
    for (size_t i = 0; i < count; i++)
        digest = dp_digest_numbers(digest, &zero, 1);
    return digest;
}

static uint64_t digest_end(uint64_t digest, const dp_chain_end *end) {
    digest = dp_digest_whole(digest, (uint64_t)end->type);
    digest = dp_digest_whole(digest, end->glued);
    digest = dp_digest_numbers(digest, &end->impedance, 1);
    digest = dp_digest_whole(digest, end->signal.count);
    digest = dp_digest_numbers(digest, end->signal.time, end->signal.count);
    return dp_digest_numbers(digest, end->signal.velocity, end->signal.count);
}

// Threads and the number of contact 0 in sentences change no state.
uint64_t dp_chain_digest(const dp_chain_def *def) {
    const double numbers[] = {def->gravity, def->preload, def->step};
    const uint64_t wholes[] = {def->count,
                               def->pushed,
                               def->start_in_equilibrium,
                               (uint64_t)def->method,
                               def->skip_resting,
                               (uint64_t)def->record_every,
                               (uint64_t)def->record_steps,
                               def->law_count,
                               def->probe_count};
    uint64_t digest = dp_digest_text(0, "chain 3");
    digest = dp_digest_numbers(digest, numbers, sizeof numbers / sizeof *numbers);
    for (size_t i = 0; i < sizeof wholes / sizeof *wholes; i++)
        digest = dp_digest_whole(digest, wholes[i]);
    digest = dp_digest_numbers(digest, def->mass, def->count);
    digest = digest_array(digest, def->velocity, def->count);
    digest = digest_array(digest, def->gap, def->count + 1);
    for (size_t i = 0; i < def->law_count; i++)
        digest = dp_digest_contact(digest, &def->laws[i]);
    for (size_t c = 0; c <= def->count; c++)
        digest = dp_digest_whole(digest, def->law == NULL ? 0 : def->law[c]);
    digest = digest_end(digest, &def->left);
    digest = digest_end(digest, &def->right);
    for (size_t p = 0; p < def->probe_count; p++) {
        digest = dp_digest_whole(digest, def->probes[p].is_contact);
        digest = dp_digest_whole(digest, def->probes[p].index);
    }
    return digest;
}

static size_t size_of(const dp_chain_piece *piece, int count) {
    size_t size = DP_STATE_HEAD;
    for (int i = 0; i < count; i++)
        size += piece[i].bytes;
    return size;
}

size_t dp_chain_save(dp_chain *chain, void *bytes, size_t size) {
    dp_chain_piece piece[DP_CHAIN_PIECES_MAX];
    int count = dp_chain_pieces(chain, piece);
    size_t needed = size_of(piece, count);
    if (bytes == NULL || size < needed) return needed;
    char *to = (char *)bytes + DP_STATE_HEAD;
    for (int i = 0; i < count; to += piece[i++].bytes)
        memcpy(to, piece[i].data, piece[i].bytes);
    dp_state_seal(bytes, needed, chain->digest);
    return needed;
}

dp_status dp_chain_restore(dp_chain *chain, const void *bytes, size_t size, dp_error *err) {
    dp_chain_piece piece[DP_CHAIN_PIECES_MAX];
    enum dp_state_origin origin = dp_state_origin(bytes, size, chain->digest);
    int count = dp_chain_pieces(chain, piece);
    if (origin == DP_STATE_OURS && size != size_of(piece, count)) origin = DP_STATE_DAMAGED;
    if (origin != DP_STATE_OURS) return dp_state_refuse(origin, "chain", DP_ERR_RANGE, err);
    const char *from = (const char *)bytes + DP_STATE_HEAD;
    for (int i = 0; i < count; from += piece[i++].bytes)
        memcpy(piece[i].data, from, piece[i].bytes);
    return dp_chain_check_state(chain, err);
}
