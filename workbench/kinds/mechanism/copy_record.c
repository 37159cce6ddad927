// What a copy of an ensemble leaves, as bytes for a journal.

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/utf8.h"
#include "kinds/mechanism/mechanism.h"

// A copy that is good: channels, pairs, columns, rows; the statistics of every channel and of every
// pair; the places of all pairs; the rows. One that failed: the status of the library, the time,
// body and pair, a sentence.

enum { CHANNEL_NUMBERS = 6, PAIR_NUMBERS = 12, PLACE_NUMBERS = 2 * PLACED, WORD = 8 };

static int columns_of(const struct campaign *k) {
    return k->rows.columns - 1;
}

// --- to bytes ------------------------------------------------------------------------------------

static void put_channel(struct bytes_out *to, const dp_channel_stats *s) {
    bytes_put_number(to, s->max);
    bytes_put_number(to, s->min);
    bytes_put_number(to, s->rms);
    bytes_put_number(to, s->mean);
    bytes_put_number(to, s->max_time);
    bytes_put_number(to, s->min_time);
}

static void put_pair(struct bytes_out *to, const dp_mechanism_contact_stats *s) {
    bytes_put_number(to, s->contact_share);
    bytes_put_number(to, s->impact_share);
    bytes_put_number(to, s->following_share);
    bytes_put_number(to, s->flight_share);
    bytes_put_whole(to, s->impacts);
    bytes_put_whole(to, s->impacts_in_all);
    bytes_put_number(to, s->first_time);
    bytes_put_number(to, s->first_speed);
    bytes_put_number(to, s->max_force);
    bytes_put_number(to, s->max_indentation);
    bytes_put_number(to, s->max_dent);
    bytes_put_whole(to, s->slid_over_sectors);
}

static void put_failure(struct bytes_out *to, const struct history *h) {
    size_t length = strlen(h->err.text);
    bytes_put_whole(to, h->status);
    bytes_put_number(to, h->result.time);
    bytes_put_whole(to, h->result.failed_body);
    bytes_put_whole(to, h->result.failed_pair);
    bytes_put(to, h->err.text, length);
}

void mechanism_pack_copy(const struct campaign *k, int copy, struct bytes_out *to) {
    const struct history *h = &k->copies[copy];
    const struct table *rows = &k->copy_runs[copy].rows;
    int channels = k->config->watch.count, pairs = dp_mechanism_pair_count(k->config->model);
    if (h->status != DP_OK) {
        put_failure(to, h);
        return;
    }
    bytes_put_whole(to, channels);
    bytes_put_whole(to, pairs);
    bytes_put_whole(to, columns_of(k));
    bytes_put_whole(to, (int64_t)rows->rows);
    for (int i = 0; i < channels; i++)
        put_channel(to, &h->stats[i]);
    for (int i = 0; i < pairs; i++)
        put_pair(to, &h->pairs[i]);
    for (size_t i = 0; i < PLACE_NUMBERS * (size_t)pairs; i++)
        bytes_put_number(to, k->copy_runs[copy].places[i]);
    for (size_t i = 0; i < rows->rows * (size_t)columns_of(k); i++)
        bytes_put_number(to, rows->value[i]);
}

// --- from bytes ----------------------------------------------------------------------------------

static bool is_within(int64_t value, int64_t low, int64_t high) {
    return value >= low && value <= high;
}

// Does a sentence fit, without anything that would play tricks with a terminal?
static bool is_sentence(const char *bytes, size_t size) {
    char text[sizeof((dp_error *)0)->text];
    unsigned code;
    if (size >= sizeof text) return false;
    memcpy(text, bytes, size);
    text[size] = '\0';
    if (strlen(text) != size) return false;
    for (const char *at = text; *at != '\0'; at += utf8_next(at, &code)) {
        utf8_next(at, &code);
        if (!utf8_is_plain(code)) return false;
    }
    return true;
}

static bool read_failure(const struct campaign *k, struct bytes_in *in, struct history *out) {
    const dp_mechanism *m = k->config->model;
    int64_t status = bytes_get_whole(in);
    double time = bytes_get_number(in);
    int64_t body = bytes_get_whole(in), pair = bytes_get_whole(in);
    size_t size = in->left;
    const char *text = bytes_get(in, size);
    // a copy that had no memory is not kept
    if (in->is_short || !is_within(status, DP_ERR_MEMORY + 1, DP_ERR_NOT_INITIALIZED) ||
        !is_within(body, -1, dp_mechanism_body_count(m) - 1) ||
        !is_within(pair, -1, dp_mechanism_pair_count(m) - 1) || !is_sentence(text, size))
        return false;
    if (out == NULL) return true;
    out->status = out->err.status = (dp_status)status;
    out->result.time = time;
    out->result.failed_body = (int)body;
    out->result.failed_pair = (int)pair;
    memcpy(out->err.text, text, size);
    out->err.text[size] = '\0';
    return true;
}

// The rows of a copy that is good; the bytes left are its statistics and they.
static bool read_sizes(const struct campaign *k, struct bytes_in *in, size_t *rows) {
    int64_t channels = bytes_get_whole(in), pairs = bytes_get_whole(in);
    int64_t columns = bytes_get_whole(in), count = bytes_get_whole(in);
    size_t wide = (size_t)columns_of(k);
    if (in->is_short || channels != k->config->watch.count ||
        pairs != dp_mechanism_pair_count(k->config->model) || columns != columns_of(k) || count < 0)
        return false;
    size_t fixed = WORD * ((size_t)channels * CHANNEL_NUMBERS +
                           (size_t)pairs * (PAIR_NUMBERS + PLACE_NUMBERS));
    if (in->left < fixed) return false;
    // by division, so that nothing overflows; a row may have no columns
    size_t words = (in->left - fixed) / WORD;
    if ((in->left - fixed) % WORD != 0) return false;
    *rows = (size_t)count;
    return wide == 0 ? words == 0 : words % wide == 0 && words / wide == (size_t)count;
}

static struct bytes_in bytes_of(const struct journal_record *record) {
    return (struct bytes_in){.at = (const uint8_t *)record->remarks, .left = record->size};
}

bool mechanism_check_copy(const struct campaign *k, const struct journal_record *record) {
    struct bytes_in in = bytes_of(record);
    size_t rows;
    return record->status == DP_RUN_DONE ? read_sizes(k, &in, &rows) : read_failure(k, &in, NULL);
}

static void get_channel(struct bytes_in *in, dp_channel_stats *s) {
    s->max = bytes_get_number(in);
    s->min = bytes_get_number(in);
    s->rms = bytes_get_number(in);
    s->mean = bytes_get_number(in);
    s->max_time = bytes_get_number(in);
    s->min_time = bytes_get_number(in);
}

static long get_count(struct bytes_in *in) {
    int64_t value = bytes_get_whole(in);
    return is_within(value, 0, LONG_MAX) ? (long)value : 0;
}

static void get_pair(struct bytes_in *in, dp_mechanism_contact_stats *s) {
    s->contact_share = bytes_get_number(in);
    s->impact_share = bytes_get_number(in);
    s->following_share = bytes_get_number(in);
    s->flight_share = bytes_get_number(in);
    s->impacts = get_count(in);
    s->impacts_in_all = get_count(in);
    s->first_time = bytes_get_number(in);
    s->first_speed = bytes_get_number(in);
    s->max_force = bytes_get_number(in);
    s->max_indentation = bytes_get_number(in);
    s->max_dent = bytes_get_number(in);
    s->slid_over_sectors = get_count(in);
}

static bool get_places(struct campaign *k, struct bytes_in *in, double **places) {
    size_t count = PLACE_NUMBERS * (size_t)dp_mechanism_pair_count(k->config->model);
    *places = malloc((count + 1) * sizeof **places);
    if (*places == NULL) k->is_out_of_memory = true;
    for (size_t i = 0; *places != NULL && i < count; i++)
        (*places)[i] = bytes_get_number(in);
    return *places != NULL;
}

static bool get_rows(struct campaign *k, struct bytes_in *in, size_t count, struct table *rows) {
    size_t numbers = count * (size_t)columns_of(k);
    rows->value = malloc((numbers + 1) * sizeof *rows->value);
    if (rows->value == NULL) {
        k->is_out_of_memory = true;
        return false;
    }
    rows->columns = columns_of(k);
    rows->rows = rows->capacity = count;
    for (size_t i = 0; i < numbers; i++)
        rows->value[i] = bytes_get_number(in);
    return true;
}

bool mechanism_unpack_copy(struct campaign *k, int copy, const struct journal_record *record) {
    struct bytes_in in = bytes_of(record);
    struct history *h = &k->copies[copy];
    size_t rows;
    if (record->status != DP_RUN_DONE) return read_failure(k, &in, h);
    if (!read_sizes(k, &in, &rows)) return false;
    for (int i = 0; i < k->config->watch.count; i++)
        get_channel(&in, &h->stats[i]);
    for (int i = 0; i < dp_mechanism_pair_count(k->config->model); i++)
        get_pair(&in, &h->pairs[i]);
    if (!get_places(k, &in, &k->copy_runs[copy].places)) return false;
    return !k->has_rows || get_rows(k, &in, rows, &k->copy_runs[copy].rows);
}
