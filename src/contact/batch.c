// Many contacts with one law: choice of the loop, and arrays to hold them.

#include "contact/batch.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "contact/rule.h"
#include "kernels/elastic.h"
#include "kernels/touch.h"

static void read_lane(const dp_contact_arrays *lanes, size_t i, dp_contact *one, double *m) {
    for (int j = 0; lanes->constants != NULL && j < DP_CONSTANT_MAX; j++)
        one->k[j] = lanes->constants[j][i];
    if (lanes->constants != NULL) dp_contact_set_ready(one);
    for (int j = 0; j < DP_HISTORY_MAX; j++)
        m[j] = j < one->kernel->history_count ? lanes->history[j][i] : 0.0;
}

static void write_lane(const dp_contact_arrays *lanes, size_t i, const dp_contact *one,
                       const double *m) {
    for (int j = 0; j < one->kernel->history_count; j++)
        lanes->history[j][i] = m[j];
}

static void respond_lane(const dp_contact_arrays *lanes, size_t i, const dp_contact *one,
                         const double *m) {
    dp_response r = dp_contact_respond(one, m, lanes->delta[i], lanes->rate[i]);
    if (lanes->force != NULL) lanes->force[i] = r.force;
    if (lanes->dforce_ddelta != NULL) lanes->dforce_ddelta[i] = r.dforce_ddelta;
    if (lanes->dforce_drate != NULL) lanes->dforce_drate[i] = r.dforce_drate;
    if (lanes->stored != NULL) lanes->stored[i] = r.stored;
}

// A user's kernel without loops is called contact by contact.
static void one_by_one(const dp_contact *contact, const dp_contact_arrays *lanes,
                       dp_lane_task task) {
    dp_contact one = *contact;
    for (size_t i = 0; i < lanes->count; i++) {
        double m[DP_HISTORY_MAX], delta = lanes->delta[i], rate = lanes->rate[i];
        read_lane(lanes, i, &one, m);
        if (task == DP_LANE_RESPONSES) respond_lane(lanes, i, &one, m);
        if (task == DP_LANE_FORCES || task == DP_LANE_ADVANCE)
            lanes->force[i] = dp_contact_force(&one, m, delta, rate);
        if (task == DP_LANE_COMMITS || task == DP_LANE_ADVANCE) {
            dp_contact_commit(&one, m, delta, rate);
            write_lane(lanes, i, &one, m);
        }
    }
}

static bool has_arrays(const dp_contact *contact, const dp_contact_arrays *lanes) {
    for (int j = 0; j < contact->kernel->history_count; j++) {
        if (lanes->history[j] == NULL) return false;
    }
    for (int j = 0; lanes->constants != NULL && j < DP_CONSTANT_MAX; j++) {
        if (lanes->constants[j] == NULL) return false;
    }
    return true;
}

static dp_status run(const dp_contact *contact, const dp_contact_arrays *lanes, dp_lane_task task,
                     dp_isa isa) {
    if (!dp_contact_is_prepared(contact)) return DP_ERR_NOT_INITIALIZED;
    if (!dp_isa_available(isa)) return DP_ERR_UNSUPPORTED;
    if (lanes->count == 0) return DP_OK;
    if (lanes->delta == NULL || !has_arrays(contact, lanes)) return DP_ERR_MISSING;

    const dp_kernel *kernel = contact->kernel;
    bool writes = kernel->update != NULL || kernel->raise != NULL;
    if (!writes && task == DP_LANE_COMMITS) return DP_OK;
    if (!writes && task == DP_LANE_ADVANCE) task = DP_LANE_FORCES;
    if (lanes->force == NULL && (task == DP_LANE_FORCES || task == DP_LANE_ADVANCE))
        return DP_ERR_MISSING;

    bool is_whole =
        task != DP_LANE_RESPONSES || (lanes->force != NULL && lanes->dforce_ddelta != NULL &&
                                      lanes->dforce_drate != NULL && lanes->stored != NULL);
    dp_lane_constants where = lanes->constants == NULL ? DP_CONSTANTS_SHARED : DP_CONSTANTS_EACH;
    const dp_lane_loop loop =
        is_whole && kernel->loops != NULL ? kernel->loops->lanes[task][where][isa] : NULL;
    if (loop != NULL) {
        loop(contact->k, contact->floor, lanes);
    } else if (task == DP_LANE_ADVANCE && kernel->loops != NULL) {
        run(contact, lanes, DP_LANE_FORCES, isa);
        run(contact, lanes, DP_LANE_COMMITS, isa);
    } else {
        one_by_one(contact, lanes, task);
    }
    return DP_OK;
}

dp_status dp_contact_forces_on(const dp_contact *contact, const dp_contact_arrays *lanes,
                               dp_isa isa) {
    return run(contact, lanes, DP_LANE_FORCES, isa);
}

dp_status dp_contact_responses_on(const dp_contact *contact, const dp_contact_arrays *lanes,
                                  dp_isa isa) {
    return run(contact, lanes, DP_LANE_RESPONSES, isa);
}

dp_status dp_contact_commits_on(const dp_contact *contact, const dp_contact_arrays *lanes,
                                dp_isa isa) {
    return run(contact, lanes, DP_LANE_COMMITS, isa);
}

dp_status dp_contact_advance_on(const dp_contact *contact, const dp_contact_arrays *lanes,
                                dp_isa isa) {
    return run(contact, lanes, DP_LANE_ADVANCE, isa);
}

dp_status dp_contact_forces(const dp_contact *contact, const dp_contact_arrays *lanes) {
    return run(contact, lanes, DP_LANE_FORCES, dp_isa_best());
}

dp_status dp_contact_responses(const dp_contact *contact, const dp_contact_arrays *lanes) {
    return run(contact, lanes, DP_LANE_RESPONSES, dp_isa_best());
}

dp_status dp_contact_commits(const dp_contact *contact, const dp_contact_arrays *lanes) {
    return run(contact, lanes, DP_LANE_COMMITS, dp_isa_best());
}

dp_status dp_contact_advance(const dp_contact *contact, const dp_contact_arrays *lanes) {
    return run(contact, lanes, DP_LANE_ADVANCE, dp_isa_best());
}

// One loop without a call for the spring that most laws have.
static void hertz_stiffnesses(const dp_contact *contact, const dp_contact_arrays *lanes,
                              double *restrict stiffness) {
    const double *restrict delta = lanes->delta;
    const double *restrict each = lanes->constants == NULL ? NULL : lanes->constants[0];
    for (size_t i = 0; i < lanes->count; i++) {
        double K = each == NULL ? contact->k[0] : each[i], x = delta[i] <= 0.0 ? 0.0 : delta[i];
        stiffness[i] = 1.5 * K * sqrt(x);
    }
}

dp_status dp_contact_stiffnesses(const dp_contact *contact, const dp_contact_arrays *lanes,
                                 double *stiffness) {
    if (!dp_contact_is_prepared(contact)) return DP_ERR_NOT_INITIALIZED;
    if (lanes->count == 0) return DP_OK;
    if (stiffness == NULL || lanes->delta == NULL || !has_arrays(contact, lanes))
        return DP_ERR_MISSING;
    if (contact->kernel->stiffness == dp_stiffness_hertz) {
        hertz_stiffnesses(contact, lanes, stiffness);
        return DP_OK;
    }
    const struct dp_kernel_loops *loops = contact->kernel->loops;
    bool is_quick =
        contact->kernel->stiffness != NULL && loops != NULL && loops->stiffnesses != NULL;
    if (is_quick) loops->stiffnesses(contact->k, lanes, stiffness);
    dp_contact one = *contact;
    for (size_t i = 0; i < lanes->count; i++) {
        double m[DP_HISTORY_MAX];
        if (is_quick && !isnan(stiffness[i])) continue;
        read_lane(lanes, i, &one, m);
        stiffness[i] = dp_contact_stiffness(&one, m, lanes->delta[i], NULL);
    }
    return DP_OK;
}

dp_status dp_contact_begins(const dp_contact *contact, const dp_contact_arrays *lanes,
                            const double *speed, const size_t *which, size_t count) {
    if (!dp_contact_is_prepared(contact)) return DP_ERR_NOT_INITIALIZED;
    if (which == NULL) count = lanes->count;
    for (size_t n = 0; which != NULL && n < count; n++) {
        if (which[n] >= lanes->count) return DP_ERR_RANGE;
    }
    if (count == 0 || contact->kernel->begin == NULL) return DP_OK;
    if (speed == NULL || !has_arrays(contact, lanes)) return DP_ERR_MISSING;
    for (size_t n = 0; n < count; n++) {
        double v = speed[which == NULL ? n : which[n]];
        if (!(v >= 0.0) || isinf(v)) return DP_ERR_RANGE;
    }

    dp_contact one = *contact;
    for (size_t n = 0; n < count; n++) {
        size_t i = which == NULL ? n : which[n];
        double m[DP_HISTORY_MAX];
        read_lane(lanes, i, &one, m);
        dp_touch_begin(&one, m, speed[i]);
        write_lane(lanes, i, &one, m);
    }
    return DP_OK;
}

enum { BATCH_ARRAYS = 6 + DP_HISTORY_MAX };

// Arrays that start a multiple of a page apart make stores hold up later loads.
static size_t stride_of(size_t count) {
    size_t stride = (count + 7) / 8 * 8;
    if (count >= 512) stride += (512 + 136 - stride % 512) % 512;
    return stride;
}

dp_status dp_batch_build(dp_batch *batch, size_t count, const dp_allocator *allocator,
                         dp_error *err) {
    memset(batch, 0, sizeof *batch);
    size_t stride = stride_of(count);
    if (count == 0 || count > SIZE_MAX / sizeof(double) / BATCH_ARRAYS / 2)
        return dp_fail(err, DP_ERR_RANGE, "a batch of %zu contacts cannot be made", count);

    batch->allocator = dp_allocator_or_default(allocator);
    batch->size = stride * sizeof(double) * BATCH_ARRAYS;
    batch->block = batch->allocator.alloc(batch->allocator.user, batch->size);
    if (batch->block == NULL)
        return dp_fail(err, DP_ERR_MEMORY, "no memory for %zu contacts (%zu bytes)", count,
                       batch->size);
    memset(batch->block, 0, batch->size);

    double *next = (double *)batch->block;
    double **arrays[] = {&batch->delta,
                         &batch->rate,
                         &batch->lanes.force,
                         &batch->lanes.dforce_ddelta,
                         &batch->lanes.dforce_drate,
                         &batch->lanes.stored};
    for (int j = 0; j < BATCH_ARRAYS - DP_HISTORY_MAX; j++, next += stride)
        *arrays[j] = next;
    for (int j = 0; j < DP_HISTORY_MAX; j++, next += stride)
        batch->lanes.history[j] = next;
    batch->lanes.count = count;
    batch->lanes.delta = batch->delta;
    batch->lanes.rate = batch->rate;
    return DP_OK;
}

static bool same_speed(double a, double b) {
    return a == b || (isnan(a) && isnan(b));
}

// One kernel and one policy, so that one loop does for all.
static dp_status check_contacts(const dp_contact *contacts, size_t count, dp_error *err) {
    for (size_t i = 0; i < count; i++) {
        const dp_contact *c = &contacts[i];
        if (!dp_contact_is_prepared(c)) return dp_contact_refuse(err, (long)i);
        dp_status status = DP_OK;
        if (c->kernel != contacts->kernel)
            status = dp_fail(err, DP_ERR_CONFLICT,
                             "contact %zu has the kernel %s, contact 0 has %s; one batch, one "
                             "kernel",
                             i, c->kernel->name, contacts->kernel->name);
        else if (c->tension != contacts->tension || !same_speed(c->approach, contacts->approach) ||
                 c->approach_floor != contacts->approach_floor)
            status = dp_fail(err, DP_ERR_CONFLICT,
                             "contact %zu differs from contact 0 in tension or approach; one batch "
                             "has one of each",
                             i);
        if (status != DP_OK) return dp_blame(err, status, DP_SUBJECT_CONTACT, (long)i, NULL);
    }
    return DP_OK;
}

dp_status dp_batch_set_contacts(dp_batch *batch, const dp_contact *contacts, dp_error *err) {
    size_t count = batch->lanes.count, stride = stride_of(count);
    if (batch->block == NULL || contacts == NULL)
        return dp_fail(err, DP_ERR_MISSING, "a batch that was built, and its contacts, are needed");
    dp_status status = check_contacts(contacts, count, err);
    if (status != DP_OK) return status;

    // a table of arrays and the arrays in one block, so that the batch may be moved
    if (batch->constants == NULL) {
        size_t table = DP_CONSTANT_MAX * sizeof(double *);
        size_t size = (table + 63) / 64 * 64 + stride * sizeof(double) * DP_CONSTANT_MAX;
        batch->constants = batch->allocator.alloc(batch->allocator.user, size);
        if (batch->constants == NULL)
            return dp_fail(err, DP_ERR_MEMORY, "no memory for the constants of %zu contacts",
                           count);
        batch->constants_size = size;
    }
    double **table = (double **)batch->constants;
    double *next =
        (double *)((char *)batch->constants + batch->constants_size) - stride * DP_CONSTANT_MAX;
    for (int j = 0; j < DP_CONSTANT_MAX; j++, next += stride) {
        table[j] = next;
        for (size_t i = 0; i < count; i++)
            next[i] = contacts[i].k[j];
    }
    batch->lanes.constants = (const double *const *)table;
    return DP_OK;
}

void dp_batch_free(dp_batch *batch) {
    if (batch == NULL || batch->block == NULL) return;
    const dp_allocator *from = &batch->allocator;
    if (batch->constants != NULL) from->free(from->user, batch->constants, batch->constants_size);
    from->free(from->user, batch->block, batch->size);
    memset(batch, 0, sizeof *batch);
}
