// Digests of mechanisms and their runs: every field of the definitions.

#include "contact/digest.h"
#include "mechanism/model.h"

#define NUMBERS(array) array, sizeof(array) / sizeof *(array)

static uint64_t add_wholes(uint64_t digest, const long *values, size_t count) {
    for (size_t i = 0; i < count; i++)
        digest = dp_digest_whole(digest, (uint64_t)values[i]);
    return digest;
}

static uint64_t add_points(uint64_t digest, const double at[2][2]) {
    return dp_digest_numbers(dp_digest_numbers(digest, at[0], 2), at[1], 2);
}

static uint64_t add_table(uint64_t digest, const dp_mechanism_table *table) {
    digest = dp_digest_whole(digest, (uint64_t)table->count);
    if (table->count <= 0) return digest;
    digest = dp_digest_whole(digest, (uint64_t)table->shape);
    digest = dp_digest_whole(digest, (uint64_t)table->beyond);
    digest = dp_digest_numbers(digest, table->time, (size_t)table->count);
    return dp_digest_numbers(digest, table->value, (size_t)table->count);
}

static uint64_t add_body(uint64_t digest, const dp_mechanism_body *b) {
    const double numbers[] = {b->mass, b->inertia, b->x,      b->y,      b->angle,     b->vx,
                              b->vy,   b->omega,   b->near_x, b->near_y, b->near_angle};
    return dp_digest_numbers(dp_digest_text(digest, b->name), NUMBERS(numbers));
}

static uint64_t add_joint(uint64_t digest, const dp_mechanism_joint *j) {
    const double numbers[] = {
        j->axis[0],        j->axis[1],        j->through[0], j->through[1], j->angle,
        j->journal_radius, j->bearing_radius, j->length,     j->height,     j->gap};
    const long wholes[] = {(long)j->type, j->first, j->second, j->keep_history, j->sectors};
    digest = add_points(dp_digest_text(digest, j->name), j->at);
    digest = dp_digest_numbers(digest, NUMBERS(numbers));
    digest = add_wholes(digest, NUMBERS(wholes));
    return dp_digest_friction_def(dp_digest_contact_def(digest, &j->contact), &j->friction);
}

static uint64_t add_contact(uint64_t digest, const dp_mechanism_contact *c) {
    const long wholes[] = {(long)c->type, c->first, c->second};
    digest = add_points(dp_digest_text(digest, c->name), c->at);
    digest = dp_digest_numbers(digest, NUMBERS(c->radius));
    digest = dp_digest_numbers(digest, NUMBERS(c->normal));
    digest = add_wholes(digest, NUMBERS(wholes));
    return dp_digest_friction_def(dp_digest_contact_def(digest, &c->contact), &c->friction);
}

static uint64_t add_driver(uint64_t digest, const dp_mechanism_driver *d) {
    const long wholes[] = {d->body, (long)d->what};
    digest = add_wholes(dp_digest_text(digest, d->name), NUMBERS(wholes));
    digest = dp_digest_numbers(digest, &d->start, 1);
    digest = dp_digest_numbers(digest, NUMBERS(d->coefficient));
    return add_table(digest, &d->table);
}

static uint64_t add_force(uint64_t digest, const dp_mechanism_force *f) {
    const double numbers[] = {f->stiffness, f->damping,  f->rest,  f->preload,
                              f->force[0],  f->force[1], f->torque};
    const long wholes[] = {(long)f->type, f->first, f->second};
    digest = add_points(dp_digest_text(digest, f->name), f->at);
    digest = dp_digest_numbers(digest, NUMBERS(numbers));
    digest = add_wholes(digest, NUMBERS(wholes));
    return add_table(digest, &f->factor);
}

uint64_t dp_mechanism_digest(const dp_mechanism_def *def) {
    const long counts[] = {def->body_count, def->joint_count, def->touch_count, def->driver_count,
                           def->force_count};
    uint64_t digest = add_wholes(dp_digest_text(0, "mechanism 3"), NUMBERS(counts));
    digest = dp_digest_numbers(digest, NUMBERS(def->gravity));
    for (int i = 0; i < def->body_count; i++)
        digest = add_body(digest, &def->bodies[i]);
    for (int i = 0; i < def->joint_count; i++)
        digest = add_joint(digest, &def->joints[i]);
    for (int i = 0; i < def->touch_count; i++)
        digest = add_contact(digest, &def->touches[i]);
    for (int i = 0; i < def->driver_count; i++)
        digest = add_driver(digest, &def->drivers[i]);
    for (int i = 0; i < def->force_count; i++)
        digest = add_force(digest, &def->forces[i]);
    return digest;
}

// Of tables that the caller owns only what decides which numbers a run keeps.
uint64_t dp_mechanism_run_digest(const dp_mechanism *m, const dp_mechanism_run_def *d) {
    const double numbers[] = {d->until, d->skip,  d->rtol,         d->offset,
                              d->aside, d->every, d->section_every};
    const long wholes[] = {(long)d->method,
                           d->max_steps,
                           d->allows_deep,
                           d->no_ledger,
                           d->copy,
                           (long)d->seed,
                           d->watch_count,
                           d->row_channel_count,
                           d->pairs != NULL || d->impact != NULL || d->impact_room > 0,
                           d->contact_row != NULL};
    uint64_t digest = dp_digest_numbers(m->digest, NUMBERS(numbers));
    digest = add_wholes(digest, NUMBERS(wholes));
    for (int i = 0; i < d->watch_count; i++)
        digest = dp_digest_whole(digest, (uint64_t)d->watch[i]);
    for (int i = 0; i < d->row_channel_count; i++)
        digest = dp_digest_whole(digest, (uint64_t)d->row_channels[i]);
    return digest;
}
