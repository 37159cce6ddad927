// Contacts in arrays. What stands for all lanes, or belongs to no array, is spread over a short
// stretch at a time, so that no array is ever made for it.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"

enum { STRETCH = 1024 };

enum what { FORCE, RESPOND, COMMIT, ADVANCE };

enum { DELTA, RATE, APPROACH, INPUTS };

struct job {
    const dp_contact *contact;
    const double *fresh;
    Py_ssize_t count;
    enum what what;
    struct core_doubles in[INPUTS], history, out[4];
};

struct scratch {
    double in[INPUTS][STRETCH], history[DP_HISTORY_MAX][STRETCH];
};

static const double *lanes_of(const struct core_doubles *d, Py_ssize_t from, double *room,
                              size_t count) {
    if (d->data != NULL) return d->data + from;
    for (size_t i = 0; i < count; i++)
        room[i] = d->one;
    return room;
}

// A restitution that follows the speed: each lane has constants of its own.
static dp_status follow(const struct job *job, const dp_contact_arrays *lanes,
                        const double *speed) {
    for (size_t i = 0; i < lanes->count; i++) {
        dp_contact now;
        double m[DP_HISTORY_MAX];
        dp_response r = {.force = NAN, .dforce_ddelta = NAN, .dforce_drate = NAN, .stored = NAN};
        dp_contact_reset(m);
        dp_status status = dp_contact_at_speed(job->contact, speed[i], NAN, &now, NULL);
        if (status == DP_OK) status = dp_contact_begin(&now, m, speed[i]);
        if (status != DP_OK && !isnan(speed[i])) return status;
        if (status == DP_OK) r = dp_contact_respond(&now, m, lanes->delta[i], lanes->rate[i]);
        lanes->force[i] = r.force;
        if (lanes->dforce_ddelta != NULL) lanes->dforce_ddelta[i] = r.dforce_ddelta;
        if (lanes->dforce_drate != NULL) lanes->dforce_drate[i] = r.dforce_drate;
        if (lanes->stored != NULL) lanes->stored[i] = r.stored;
    }
    return DP_OK;
}

static dp_status stretch(const struct job *job, struct scratch *s, Py_ssize_t from, size_t count) {
    dp_contact_arrays lanes = {.count = count};
    double **const out[4] = {&lanes.force, &lanes.dforce_ddelta, &lanes.dforce_drate,
                             &lanes.stored};
    lanes.delta = lanes_of(&job->in[DELTA], from, s->in[DELTA], count);
    lanes.rate = lanes_of(&job->in[RATE], from, s->in[RATE], count);
    for (int i = 0; i < 4; i++)
        *out[i] = job->out[i].data != NULL ? job->out[i].data + from : NULL;
    for (int j = 0; j < DP_HISTORY_MAX; j++) {
        if (job->history.data != NULL) {
            lanes.history[j] = job->history.data + j * job->count + from;
            continue;
        }
        lanes.history[j] = s->history[j];
        for (size_t i = 0; i < count; i++)
            s->history[j][i] = job->fresh[j];
    }
    const struct core_doubles *approach = &job->in[APPROACH];
    if (dp_contact_follows(job->contact))
        return follow(job, &lanes, lanes_of(approach, from, s->in[APPROACH], count));
    if (approach->data != NULL) {
        const double *speed = approach->data + from;
        dp_status status = dp_contact_begins(job->contact, &lanes, speed, NULL, 0);
        if (status != DP_OK) return status;
    }
    switch (job->what) {
    case FORCE:
        return dp_contact_forces(job->contact, &lanes);
    case RESPOND:
        return dp_contact_responses(job->contact, &lanes);
    case COMMIT:
        return dp_contact_commits(job->contact, &lanes);
    case ADVANCE:
        return dp_contact_advance(job->contact, &lanes);
    }
    return DP_ERR_UNSUPPORTED;
}

static dp_status run(struct job *job) {
    double begun[DP_HISTORY_MAX];
    struct scratch *s = (struct scratch *)malloc(sizeof *s);
    if (s == NULL) return DP_ERR_MEMORY;
    dp_status status = DP_OK;
    // one speed for all: one touch for all
    if (job->in[APPROACH].data == NULL && !isnan(job->in[APPROACH].one) &&
        !dp_contact_follows(job->contact)) {
        dp_contact_reset(begun);
        status = dp_contact_begin(job->contact, begun, job->in[APPROACH].one);
        job->fresh = begun;
    }
    int is_whole =
        job->in[DELTA].data != NULL && job->in[RATE].data != NULL && job->history.data != NULL;
    if (is_whole && status == DP_OK)
        status = stretch(job, s, 0, (size_t)job->count);  // nothing has to be spread
    else
        for (Py_ssize_t from = 0; from < job->count && status == DP_OK; from += STRETCH) {
            Py_ssize_t left = job->count - from;
            status = stretch(job, s, from, (size_t)(left < STRETCH ? left : STRETCH));
        }
    free(s);
    return status;
}

// _evaluate(what, count, delta, rate, approach, history, force, ddelta, drate, stored)
PyObject *core_contact_evaluate(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    static const char *const in_names[INPUTS] = {"delta", "rate", "approach"};
    struct core_contact *c = (struct core_contact *)self;
    struct job job = {.contact = &c->contact, .fresh = c->fresh};
    PyObject *result = NULL;
    if (count != 10) return core_refuse(NULL, "_evaluate takes ten arguments");
    long what = PyLong_AsLong(args[0]);
    job.count = PyLong_AsSsize_t(args[1]);
    if (PyErr_Occurred()) return NULL;
    if (what < FORCE || what > ADVANCE || job.count < 0)
        return core_refuse(NULL, "_evaluate cannot do %ld with %zd", what, job.count);
    job.what = (enum what)what;
    for (int i = 0; i < INPUTS; i++)
        if (core_hold(&job.in[i], args[2 + i], CORE_READ, job.count, in_names[i]) != 0) goto end;
    if (core_hold(&job.history, args[5], CORE_WRITE, DP_HISTORY_MAX * job.count, "history") != 0)
        goto end;
    for (int i = 0; i < 4; i++)
        if (core_hold(&job.out[i], args[6 + i], CORE_WRITE, job.count, "an output") != 0) goto end;
    if (what >= COMMIT && job.history.data == NULL) {
        core_refuse("history", "a commit needs a history");
        goto end;
    }
    dp_status status;
    Py_BEGIN_ALLOW_THREADS status = run(&job);
    Py_END_ALLOW_THREADS if (status == DP_OK) {
        result = Py_None;
        Py_INCREF(result);
    }
    else if (status == DP_ERR_RANGE) {
        core_refuse("approach", "an approach speed must be 0 or more");
    }
    else {
        core_fail(&(dp_error){.status = status});
    }
end:
    for (int i = 0; i < INPUTS; i++)
        core_release(&job.in[i]);
    core_release(&job.history);
    for (int i = 0; i < 4; i++)
        core_release(&job.out[i]);
    return result;
}

// _begin(count, history, speed, which): which: indices as bytes of size_t, or None.
PyObject *core_contact_begin(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    const dp_contact *c = &((struct core_contact *)self)->contact;
    struct core_doubles history = {0}, speed = {0};
    PyObject *result = NULL;
    Py_buffer which = {0};
    if (count != 4) return core_refuse(NULL, "_begin takes four arguments");
    Py_ssize_t lanes = PyLong_AsSsize_t(args[0]);
    if (PyErr_Occurred()) return NULL;
    if (core_hold(&history, args[1], CORE_WRITE, DP_HISTORY_MAX * lanes, "history") != 0 ||
        core_hold(&speed, args[2], CORE_READ, lanes, "speed") != 0)
        goto end;
    if (history.data == NULL || speed.data == NULL) {
        core_refuse("history", "a touch needs a history and speeds");
        goto end;
    }
    if (args[3] != Py_None && PyObject_GetBuffer(args[3], &which, PyBUF_C_CONTIGUOUS) != 0) {
        which.obj = NULL;
        goto end;
    }
    dp_contact_arrays arrays = {.count = (size_t)lanes};
    for (int j = 0; j < DP_HISTORY_MAX; j++)
        arrays.history[j] = history.data + j * lanes;
    dp_status status =
        dp_contact_begins(c, &arrays, speed.data, (const size_t *)which.buf,
                          which.obj != NULL ? (size_t)which.len / sizeof(size_t) : 0);
    if (status == DP_OK) {
        result = Py_None;
        Py_INCREF(result);
    } else {
        core_refuse("speed", "the speed of a touch must be 0 or more");
    }
end:
    core_release(&history);
    core_release(&speed);
    if (which.obj != NULL) PyBuffer_Release(&which);
    return result;
}

enum { MASS, SPEED, SLIDING_SPEED, SLIDING_MASS, IMPACT_INPUTS };
enum { IMPACT_OUTPUTS = 4, IMPACT_ARRAYS = IMPACT_INPUTS + IMPACT_OUTPUTS };

// _impacts(mass, speed, sliding_speed, sliding_mass, restitution, max_indentation, duration,
//          sliding_speed_after, friction, rtol, threads) -> unfinished
PyObject *core_contact_impacts(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    static const char *const names[IMPACT_ARRAYS] = {
        "mass",        "speed",           "sliding_speed", "sliding_mass",
        "restitution", "max_indentation", "duration",      "sliding_speed_after"};
    struct core_doubles d[IMPACT_ARRAYS] = {0};
    dp_impact_batch batch = dp_impact_batch_defaults();
    dp_error err = {0};
    dp_status status = DP_OK;
    size_t unfinished = 0;
    PyObject *result = NULL;
    if (count != IMPACT_ARRAYS + 3) return core_refuse(NULL, "_impacts takes eleven arguments");
    for (int i = 0; i < IMPACT_ARRAYS; i++) {
        if (core_hold(&d[i], args[i], i < IMPACT_INPUTS ? CORE_READ : CORE_WRITE,
                      i == 0 ? -1 : d[0].count, names[i]) != 0)
            goto end;
    }
    if (d[MASS].data == NULL || d[SPEED].data == NULL || d[IMPACT_INPUTS].data == NULL) {
        core_refuse("mass", "mass and speed must be arrays");
        goto end;
    }
    if (args[8] != Py_None && (batch.friction = core_friction_of(args[8])) == NULL) goto end;
    batch.rtol = PyFloat_AsDouble(args[9]);
    batch.threads = (int)PyLong_AsLong(args[10]);
    if (PyErr_Occurred()) goto end;
    batch.count = (size_t)d[MASS].count;
    batch.contact = &((struct core_contact *)self)->contact;
    batch.contact_count = 1;
    batch.mass = d[MASS].data;
    batch.speed = d[SPEED].data;
    batch.sliding_speed = d[SLIDING_SPEED].data;
    batch.sliding_mass = d[SLIDING_MASS].data;
    batch.restitution = d[IMPACT_INPUTS].data;
    batch.max_indentation = d[IMPACT_INPUTS + 1].data;
    batch.duration = d[IMPACT_INPUTS + 2].data;
    batch.sliding_speed_after = d[IMPACT_INPUTS + 3].data;
    batch.unfinished = &unfinished;
    Py_BEGIN_ALLOW_THREADS status = dp_impact_batch_run(&batch, &err);
    Py_END_ALLOW_THREADS if (status == DP_OK) result = PyLong_FromSize_t(unfinished);
    else core_fail(&err);
end:
    for (int i = 0; i < IMPACT_ARRAYS; i++)
        core_release(&d[i]);
    return result;
}

// _peaks(mass, speed, max_force): largest forces, one impact after the other.
PyObject *core_contact_peaks(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    struct core_doubles mass = {0}, speed = {0}, peak = {0};
    const dp_contact *c = &((struct core_contact *)self)->contact;
    PyObject *result = NULL;
    if (count != 3) return core_refuse(NULL, "_peaks takes three arguments");
    if (core_hold(&mass, args[0], CORE_READ, -1, "mass") == 0 &&
        core_hold(&speed, args[1], CORE_READ, mass.count, "speed") == 0 &&
        core_hold(&peak, args[2], CORE_WRITE, mass.count, "max_force") == 0 && mass.data != NULL &&
        speed.data != NULL && peak.data != NULL) {
        Py_BEGIN_ALLOW_THREADS for (Py_ssize_t i = 0; i < mass.count; i++) {
            dp_impact_def def = dp_impact_defaults();
            dp_impact impact;
            def.mass = mass.data[i];
            def.speed = speed.data[i];
            dp_status status = dp_impact_run(c, &def, &impact, NULL);
            peak.data[i] = status == DP_OK ? impact.max_force : NAN;
        }
        Py_END_ALLOW_THREADS result = Py_None;
        Py_INCREF(result);
    } else if (!PyErr_Occurred()) {
        core_refuse("mass", "mass, speed and max_force must be arrays");
    }
    core_release(&mass);
    core_release(&speed);
    core_release(&peak);
    return result;
}

// _residual(count, history, out): indentations at which relaxed contacts separate.
PyObject *core_contact_residual(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    struct core_doubles history = {0}, out = {0};
    const dp_contact *c = &((struct core_contact *)self)->contact;
    PyObject *result = NULL;
    if (count != 3) return core_refuse(NULL, "_residual takes three arguments");
    Py_ssize_t lanes = PyLong_AsSsize_t(args[0]);
    if (PyErr_Occurred()) return NULL;
    if (core_hold(&history, args[1], CORE_WRITE, DP_HISTORY_MAX * lanes, "history") == 0 &&
        core_hold(&out, args[2], CORE_WRITE, lanes, "out") == 0) {
        for (Py_ssize_t i = 0; i < lanes; i++) {
            double m[DP_HISTORY_MAX];
            for (int j = 0; j < DP_HISTORY_MAX; j++)
                m[j] = history.data[j * lanes + i];
            out.data[i] = dp_contact_residual(c, m);
        }
        result = Py_None;
        Py_INCREF(result);
    }
    core_release(&history);
    core_release(&out);
    return result;
}

// _stiffness(count, delta, history, out): elastic stiffnesses; history may be None.
PyObject *core_contact_stiffness(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    struct core_doubles delta = {0}, history = {0}, out = {0};
    const struct core_contact *own = (const struct core_contact *)self;
    PyObject *result = NULL;
    if (count != 4) return core_refuse(NULL, "_stiffness takes four arguments");
    Py_ssize_t lanes = PyLong_AsSsize_t(args[0]);
    if (PyErr_Occurred()) return NULL;
    if (core_hold(&delta, args[1], CORE_READ, lanes, "delta") == 0 &&
        core_hold(&history, args[2], CORE_READ, DP_HISTORY_MAX * lanes, "history") == 0 &&
        core_hold(&out, args[3], CORE_WRITE, lanes, "out") == 0) {
        for (Py_ssize_t i = 0; i < lanes; i++) {
            double m[DP_HISTORY_MAX];
            for (int j = 0; j < DP_HISTORY_MAX; j++)
                m[j] = history.data != NULL ? history.data[j * lanes + i] : own->fresh[j];
            double now = delta.data != NULL ? delta.data[i] : delta.one;
            out.data[i] = dp_contact_stiffness(&own->contact, m, now, NULL);
        }
        result = Py_None;
        Py_INCREF(result);
    }
    core_release(&delta);
    core_release(&history);
    core_release(&out);
    return result;
}
