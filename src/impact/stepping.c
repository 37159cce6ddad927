// Checks that impacts, bounces and journals share.

#include "impact/stepping.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/params.h"
#include "contact/rule.h"

dp_status dp_check_contact(const dp_contact *contact, dp_error *err) {
    return dp_contact_is_prepared(contact) ? DP_OK : dp_contact_refuse(err, -1);
}

dp_status dp_check_cookie(unsigned cookie, const char *maker, dp_error *err) {
    if (cookie == DP_DEF_COOKIE) return DP_OK;
    return dp_fail(err, DP_ERR_NOT_INITIALIZED, "use %s to make the definition", maker);
}

dp_status dp_check_rtol(double rtol, dp_error *err) {
    if (rtol > 0.0 && rtol <= 0.1) return DP_OK;
    return dp_fail_number(err, DP_SUBJECT_FIELD, "rtol", rtol, 0.0, 0.1,
                          "be above 0 and at most 0.1");
}

dp_status dp_check_until(double until, dp_error *err) {
    if (!isnan(until)) return DP_OK;
    return dp_fail_number(err, DP_SUBJECT_FIELD, "until", until, 0.0, INFINITY, "be a time");
}

size_t dp_save_run(const void *run, const struct dp_saved_kind *kind, void *bytes, size_t size) {
    // writing changes nothing of the run
    void *source = (void *)(uintptr_t)run;
    struct dp_archive count = {.at = DP_STATE_HEAD}, a = count;
    kind->exchange(source, &count);
    if (bytes == NULL || size < count.at) return count.at;
    a.out = (unsigned char *)bytes;
    a.size = size;
    kind->exchange(source, &a);
    dp_state_seal(bytes, count.at, kind->digest(run));
    return count.at;
}

dp_status dp_restore_run(void *run, const struct dp_saved_kind *kind, const void *bytes,
                         size_t size, dp_error *err) {
    struct dp_archive a = {.in = (const unsigned char *)bytes, .size = size, .at = DP_STATE_HEAD};
    kind->start(run);
    enum dp_state_origin origin = dp_state_origin(bytes, size, kind->digest(run));
    if (origin != DP_STATE_OURS) return dp_state_refuse(origin, kind->name, DP_ERR_CONFLICT, err);
    kind->exchange(run, &a);
    if (!a.is_bad && a.at == size) return DP_OK;
    kind->start(run);
    return dp_fail(err, DP_ERR_RANGE, "the bytes do not hold the state of such a run");
}

bool dp_prepare_again(const dp_contact *base, double speed, double mass, dp_contact *own) {
    if (isnan(speed)) return true;
    return speed > 0.0 && dp_contact_follows(base) &&
           dp_contact_at_speed(base, speed, mass, own, NULL) == DP_OK;
}

void dp_branch_exchange(struct dp_branch *s, struct dp_archive *a) {
    bool is_loading = s->loading;
    dp_archive_number(a, &s->offset, 0.0, DBL_MAX);
    dp_archive_number(a, &s->low, 0.0, DBL_MAX);
    dp_archive_number(a, &s->high, s->low, INFINITY);
    dp_archive_number(a, &s->end, 0.0, INFINITY);
    dp_archive_number(a, &s->end_z, 0.0, INFINITY);
    dp_archive_bool(a, &is_loading);
    if (a->in != NULL) s->loading = is_loading;
}
