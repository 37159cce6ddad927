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

uint64_t dp_contact_hash(const dp_contact *contact) {
    const dp_restitution_from *from = &contact->recipe.restitution_from;
    const double numbers[] = {(double)contact->tension,
                              (double)contact->recipe.approach_rule,
                              contact->approach,
                              contact->approach_floor,
                              contact->floor,
                              contact->limit,
                              (double)from->kind,
                              from->young,
                              from->poisson,
                              from->density,
                              from->psi,
                              from->epsilon};
    uint64_t hash = dp_hash(0, contact->law->name, strlen(contact->law->name));
    hash = dp_hash(hash, numbers, sizeof numbers);
    // of this relation alone, so that runs saved before it was there go on
    if (from->kind == DP_RESTITUTION_JOHNSON)
        hash = dp_hash(hash, &from->dynamic_pressure, sizeof from->dynamic_pressure);
    return dp_hash(hash, contact->k, sizeof contact->k);
}

uint64_t dp_friction_hash(uint64_t hash, const dp_friction *friction, double speed, double mass) {
    const double numbers[] = {speed, mass};
    if (friction == NULL) return hash;
    hash = dp_hash(hash, friction->law->name, strlen(friction->law->name));
    hash = dp_hash(hash, friction->k, sizeof friction->k);
    return dp_hash(hash, numbers, sizeof numbers);
}

size_t dp_save_run(const void *run, dp_exchange *exchange, void *bytes, size_t size) {
    // writing changes nothing of the run
    void *source = (void *)(uintptr_t)run;
    struct dp_archive count = {0}, a = {.out = (unsigned char *)bytes, .size = size};
    exchange(source, &count);
    if (bytes != NULL && size >= count.at) exchange(source, &a);
    return count.at;
}

dp_status dp_restore_run(void *run, void (*start)(void *run), dp_exchange *exchange,
                         const void *bytes, size_t size, dp_error *err) {
    struct dp_archive a = {.in = (const unsigned char *)bytes, .size = size};
    start(run);
    bool is_same = exchange(run, &a);
    if (!a.is_bad && a.at == size) return DP_OK;
    start(run);
    if (!is_same && size >= sizeof(uint64_t))
        return dp_fail(err, DP_ERR_CONFLICT,
                       "the bytes were saved by a run with another contact or definition");
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
