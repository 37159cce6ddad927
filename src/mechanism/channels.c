// Everything that can be watched: names, units and values.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "mechanism/run.h"

struct field {
    const char *name, *unit, *doc;
};

static const struct field body_fields[] = {
    {"x", "m", "position of the centre of mass"},
    {"y", "m", "position of the centre of mass"},
    {"angle", "rad", "angle, anticlockwise"},
    {"vx", "m/s", "velocity of the centre of mass"},
    {"vy", "m/s", "velocity of the centre of mass"},
    {"omega", "rad/s", "angular velocity"},
    {"ax", "m/s^2", "acceleration of the centre of mass"},
    {"ay", "m/s^2", "acceleration of the centre of mass"},
    {"alpha", "rad/s^2", "angular acceleration"},
};
static const struct field turning_fields[] = {
    {"moment", "N m", "moment of the driver on the body"},
    {"power", "W", "power of the driver"},
};
static const struct field moving_fields[] = {
    {"force", "N", "force on the body, along its direction, at the centre of mass"},
    {"power", "W", "power of the driver"},
};
static const struct field joint_fields[] = {
    {"fx", "N", "force of the joint on its second body"},
    {"fy", "N", "force of the joint on its second body"},
    {"force", "N", "size of that force"},
    {"moment", "N m", "moment of the joint on its second body, about the point of that body"},
};
static const struct field pair_fields[] = {
    {"ex", "m", "journal centre from bearing centre, fixed axes"},
    {"ey", "m", "journal centre from bearing centre, fixed axes"},
    {"eccentricity", "m", "distance of the centres (of a plane: of the centre from it)"},
    {"indentation", "m", "overlap of the undeformed surfaces, negative when apart"},
    {"rate", "m/s", "its rate"},
    {"force", "N", "normal force"},
    {"friction", "N", "friction force, along the normal turned by a right angle"},
    {"fx", "N", "contact force on the first body (of a guide: on the block)"},
    {"fy", "N", "contact force on the first body (of a guide: on the block)"},
    {"slip", "m/s", "sliding speed of the surfaces"},
    {"contact", "1", "1 in contact, else 0"},
};
#define COUNT(fields) ((int)(sizeof(fields) / sizeof *(fields)))

static int is_turning(const dp_mechanism *m, int driver) {
    const struct driver *d = &m->drivers[driver];
    return m->links[d->link].kind == LINK_PIN || d->slot == 2;
}

// --- names ---

static void name_fields(dp_mechanism *m, const char *owner, enum channel_kind kind, int index,
                        const struct field *fields, int count) {
    for (int i = 0; i < count; i++) {
        struct channel *c = &m->channels[m->channel_count++];
        snprintf(c->name, sizeof c->name, "%s.%s", owner, fields[i].name);
        c->shown = (dp_channel){c->name, fields[i].unit, fields[i].doc};
        c->kind = kind;
        c->owner = index;
        c->field = i;
    }
}

static int is_ideal(const dp_mechanism *m, int joint) {
    return m->joints[joint].link >= 0 || m->joints[joint].cut >= 0;
}

static dp_status blame_owner(const dp_mechanism *m, const struct channel *c, dp_error *err,
                             dp_status status) {
    switch (c->kind) {
    case CHANNEL_BODY:
        return dp_blame(err, status, DP_SUBJECT_BODY, c->owner, m->body_names[c->owner]);
    case CHANNEL_DRIVER:
        return dp_blame(err, status, DP_SUBJECT_DRIVER, c->owner, m->drivers[c->owner].name);
    case CHANNEL_JOINT:
        return dp_blame(err, status, DP_SUBJECT_JOINT, c->owner, m->joints[c->owner].name);
    case CHANNEL_PAIR:
        return dp_pair_blame(m, c->owner, err, status);
    }
    return status;
}

static dp_status check_unique(const dp_mechanism *m, dp_error *err) {
    // a chain of a thousand links has names by number
    for (int i = 0; i < m->channel_count && m->channel_count < 2000; i++)
        for (int j = 0; j < i; j++)
            if (strcmp(m->channels[i].name, m->channels[j].name) == 0)
                return blame_owner(
                    m, &m->channels[i], err,
                    dp_fail(err, DP_ERR_CONFLICT,
                            "two channels would be called %s; give the body, joint, driver or "
                            "contact another name",
                            m->channels[i].name));
    return DP_OK;
}

dp_status dp_mechanism_name_channels(dp_mechanism *m, dp_error *err) {
    size_t count =
        (size_t)(m->body_count * COUNT(body_fields) + m->driver_count * 2 +
                 m->joint_count * COUNT(joint_fields) + m->pair_count * COUNT(pair_fields));
    m->channels = (struct channel *)dp_mechanism_room(m, count, sizeof *m->channels);
    if (m->channels == NULL) return dp_fail(err, DP_ERR_MEMORY, "no memory for the channels");
    for (int i = 0; i < m->body_count; i++)
        name_fields(m, m->body_names[i], CHANNEL_BODY, i, body_fields, COUNT(body_fields));
    for (int i = 0; i < m->driver_count; i++)
        name_fields(m, m->drivers[i].name, CHANNEL_DRIVER, i,
                    is_turning(m, i) ? turning_fields : moving_fields, 2);
    for (int i = 0; i < m->joint_count; i++)
        if (is_ideal(m, i))
            name_fields(m, m->joints[i].name, CHANNEL_JOINT, i, joint_fields, COUNT(joint_fields));
    for (int i = 0; i < m->pair_count; i++)
        name_fields(m, m->pairs[i].name, CHANNEL_PAIR, i, pair_fields, COUNT(pair_fields));
    return check_unique(m, err);
}

int dp_mechanism_channel_count(const dp_mechanism *m) {
    return m->channel_count;
}

const dp_channel *dp_mechanism_channel(const dp_mechanism *m, int index) {
    return index >= 0 && index < m->channel_count ? &m->channels[index].shown : NULL;
}

int dp_mechanism_channel_find(const dp_mechanism *m, const char *name) {
    for (int i = 0; i < m->channel_count; i++)
        if (strcmp(m->channels[i].name, name) == 0) return i;
    return -1;
}

dp_status dp_mechanism_channel_lookup(const dp_mechanism *m, const char *name, int *index,
                                      dp_error *err) {
    enum { SHOWN = 400 };
    const char *known[SHOWN + 1];
    int count = 0;
    *index = dp_mechanism_channel_find(m, name);
    if (*index >= 0) return DP_OK;
    for (; count < SHOWN && count < m->channel_count; count++)
        known[count] = m->channels[count].name;
    known[count] = NULL;
    return dp_fail_unknown(err, DP_SUBJECT_CHANNEL, name, known, "there is no channel '%.60s'",
                           name);
}

// --- sizes ---

// A unit as powers of a mass, a length and a time, and the part of such a size below which a value
// counts as small. Forces begin from nothing at every touch.
struct unit {
    const char *name;
    int mass, length, time;
    double small;
};

static const struct unit units[] = {
    {"m", 0, 1, 0, 1e-6},      {"rad", 0, 0, 0, 1e-6},    {"m/s", 0, 1, -1, 1e-6},
    {"rad/s", 0, 0, -1, 1e-6}, {"m/s^2", 0, 1, -2, 1e-3}, {"rad/s^2", 0, 0, -2, 1e-3},
    {"N", 1, 1, -2, 1e-3},     {"N m", 1, 2, -2, 1e-3},   {"W", 1, 2, -3, 1e-3},
    {"1", 0, 0, 0, 1e-3},
};

double dp_channel_small(const struct run *r, const struct channel *channel) {
    double mass = 0.0, length = r->m->size, time = length / r->speed;
    for (int i = 0; i < r->m->link_count; i++)
        mass += r->m->links[i].mass;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        const struct unit *u = &units[i];
        if (strcmp(u->name, channel->shown.unit) != 0) continue;
        return u->small * pow(mass, u->mass) * pow(length, u->length) * pow(time, u->time);
    }
    return 1e-6;
}
