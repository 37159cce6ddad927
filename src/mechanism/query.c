// What can be asked of a mechanism.

#include <math.h>

#include "mechanism/model.h"

int dp_mechanism_coordinates(const dp_mechanism *m) {
    return m->unknown_count;
}

int dp_mechanism_constraints(const dp_mechanism *m) {
    return m->independent_count;
}

int dp_mechanism_mobility(const dp_mechanism *m) {
    return m->unknown_count - m->independent_count;
}

int dp_mechanism_redundant_count(const dp_mechanism *m) {
    return m->redundant_count;
}

const char *dp_mechanism_redundant(const dp_mechanism *m, int index) {
    return index >= 0 && index < m->redundant_count ? m->redundant[index] : NULL;
}

double dp_mechanism_size(const dp_mechanism *m) {
    return m->size;
}

double dp_mechanism_period(const dp_mechanism *m) {
    for (int i = 0; i < m->driver_count; i++) {
        const struct driver *d = &m->drivers[i];
        int turns = m->links[d->link].kind == LINK_PIN || d->slot == 2;
        if (turns && d->curve.count == 0 && d->curve.degree == 1)
            return 6.283185307179586477 / fabs(d->curve.coefficient[0]);
    }
    return NAN;
}

int dp_mechanism_body_count(const dp_mechanism *m) {
    return m->body_count;
}

const char *dp_mechanism_body_name(const dp_mechanism *m, int index) {
    return index >= 0 && index < m->body_count ? m->body_names[index] : NULL;
}

dp_body_start dp_mechanism_body_start(const dp_mechanism *m, int body) {
    if (body >= 0 && body < m->body_count) return m->body_starts[body];
    return (dp_body_start){.value = {NAN, NAN, NAN, NAN, NAN, NAN}};
}

const char *dp_start_name(int value) {
    static const char *const names[] = {"x", "y", "angle", "vx", "vy", "omega"};
    return value >= 0 && value < DP_START_VALUES ? names[value] : NULL;
}

const char *dp_start_unit(int value) {
    static const char *const units[] = {"m", "m", "rad", "m/s", "m/s", "rad/s"};
    return value >= 0 && value < DP_START_VALUES ? units[value] : NULL;
}

int dp_mechanism_pair_count(const dp_mechanism *m) {
    return m->pair_count;
}

const char *dp_mechanism_pair_name(const dp_mechanism *m, int index) {
    return index >= 0 && index < m->pair_count ? m->pairs[index].name : NULL;
}

const char *dp_mechanism_joint_name(const dp_mechanism *m, int index) {
    return index >= 0 && index < m->joint_count ? m->joints[index].name : NULL;
}

double dp_mechanism_pair_gap(const dp_mechanism *m, int index) {
    return index >= 0 && index < m->pair_count ? m->pairs[index].gap : NAN;
}

int dp_mechanism_pair_histories(const dp_mechanism *m, int index) {
    return index >= 0 && index < m->pair_count ? m->pairs[index].histories : 0;
}
