// Free impacts of virgin contacts, many at once.

#include <math.h>

#include "gateway.h"

// Masses and speeds, as arrays of one size.
static int spread(struct gate_call *call, struct gate_doubles d[2], const mxArray **shape) {
    static const char *const names[2] = {"mass", "speed"};
    for (int i = 0; i < 2; i++) {
        const mxArray *value = gate_next_value(call);
        if (value == NULL) return gate_refuse(call, "%s needs mass and speed", call->command);
        if (gate_read_doubles(call, value, names[i], &d[i]) != 0) return -1;
    }
    if (gate_common_size(call, d, names, 2, shape) != 0) return -1;
    size_t count = *shape == NULL ? 1 : mxGetNumberOfElements(*shape);
    for (int i = 0; i < 2; i++) {
        if (d[i].count == count) continue;
        double *all = (double *)mxMalloc((count + 1) * sizeof *all);
        for (size_t k = 0; k < count; k++)
            all[k] = d[i].data[0];
        d[i].data = all;
        d[i].count = count;
    }
    return 0;
}

// Largest forces, one impact after the other; NaN where there is no end.
static int find_peaks(struct gate_call *call, const dp_contact *c, const struct gate_doubles d[2],
                      double *peak) {
    for (size_t i = 0; i < d[0].count; i++) {
        dp_impact_def def = dp_impact_defaults();
        dp_impact impact;
        def.mass = d[0].data[i];
        def.speed = d[1].data[i];
        peak[i] = dp_impact_run(c, &def, &impact, NULL) == DP_OK ? impact.max_force : NAN;
        if (gate_is_interrupted()) return gate_raise(call, "stopped", "stopped by Ctrl-C");
    }
    return 0;
}

// COMMAND(c, mass, speed, 'rtol', r, 'threads', n): `out` has room for three arrays.
static int strike(struct gate_call *call, struct gate_contact *c, struct gate_doubles d[2],
                  struct gate_option *options, mxArray **out, int outputs) {
    const mxArray *shape = NULL;
    dp_impact_batch batch = dp_impact_batch_defaults();
    dp_error err = {0};
    double threads = 0.0;
    if (gate_read_contact(call, c) != 0 || spread(call, d, &shape) != 0) return -1;
    if (gate_read_options(call, options) != 0) return -1;
    if (options[0].value != NULL && gate_number(call, options[0].value, "rtol", &batch.rtol) != 0)
        return -1;
    if (options[1].value != NULL &&
        gate_integer(call, options[1].value, "threads", 0, 1024, &threads) != 0)
        return -1;
    double *to[3] = {NULL};
    for (int i = 0; i < outputs; i++) {
        out[i] = gate_new_like(shape);
        to[i] = mxGetPr(out[i]);
    }
    batch.count = d[0].count;
    batch.contact = &c->contact;
    batch.contact_count = 1;
    batch.mass = d[0].data;
    batch.speed = d[1].data;
    batch.threads = (int)threads;
    batch.restitution = to[0];
    batch.max_indentation = to[1];
    batch.duration = to[2];
    if (batch.count == 0) return 0;
    return dp_impact_batch_run(&batch, &err) == DP_OK ? 0 : gate_fail(call, &err);
}

int gate_restitution(struct gate_call *call) {
    struct gate_contact c;
    struct gate_doubles d[2];
    struct gate_option options[] = {{"rtol", NULL}, {"threads", NULL}, {NULL, NULL}};
    return strike(call, &c, d, options, call->out, 1);
}

int gate_impacts(struct gate_call *call) {
    const char *names[] = {"restitution", "max_indentation", "duration", "max_force"};
    struct gate_contact c;
    struct gate_doubles d[2];
    struct gate_option options[] = {
        {"rtol", NULL}, {"threads", NULL}, {"max_force", NULL}, {NULL, NULL}};
    mxArray *out[4] = {NULL};
    bool has_peaks = true;
    if (strike(call, &c, d, options, out, 3) != 0) return -1;
    if (options[2].value != NULL && gate_bool(call, options[2].value, "max_force", &has_peaks) != 0)
        return -1;
    if (has_peaks) {
        out[3] = gate_new_like(out[0]);
        if (find_peaks(call, &c.contact, d, mxGetPr(out[3])) != 0) return -1;
    }
    call->out[0] = mxCreateStructMatrix(1, 1, has_peaks ? 4 : 3, names);
    for (int i = 0; i < (has_peaks ? 4 : 3); i++)
        mxSetFieldByNumber(call->out[0], 0, i, out[i]);
    return 0;
}
