// Run a chain: build, march in slices, look at it now and then, keep checkpoints.

#include <math.h>
#include <stdlib.h>

#include "base/status.h"
#include "checkpoint/checkpoint.h"
#include "kinds/chain/results.h"
#include "result/result.h"
#include "scenario/failure.h"
#include "scenario/limits.h"

// A slice takes about this long, so that progress and signals are seen in time.
static const double slice_seconds = 0.1;

enum { PIECES_MAX = DP_CHAIN_PIECES_MAX + 5, STEPS_MOST = 100000000 };

struct marching {
    struct chain_work *work;
    struct checkpoint_store *store;
    struct checkpoint_piece piece[PIECES_MAX];
    int piece_count;
    long step, slice;
    bool must_end;  // amid adaptive steps: a signal, or no time left
    const struct call *call;
    struct chain_trail trail;
};

// --- looks ---------------------------------------------------------------------------------------

static double force_on(const dp_chain_snapshot *view, size_t body) {
    return 0.5 * (view->force[body] + view->force[body + 1]);
}

static double bead_value(const struct chain_config *c, const dp_chain_snapshot *view, size_t body) {
    return c->chain.field.of == CHAIN_FORCE ? force_on(view, body) : view->velocity[body];
}

// The value that is largest, either sign, of the beads in a cell.
static double cell_value(const struct chain_config *c, const dp_chain_snapshot *view, size_t cell) {
    const long *range = c->chain.field.beads.items;
    size_t end = range != NULL ? chain_body_of(c, range[1]) + 1 : c->bodies;
    size_t from = c->field_from + cell * c->field_stride, to = from + c->field_stride;
    double most = bead_value(c, view, from);
    for (size_t i = from + 1; i < to && i < end; i++) {
        double value = bead_value(c, view, i);
        if (fabs(value) > fabs(most)) most = value;
    }
    return most;
}

static void look(struct chain_work *w) {
    const struct chain_config *c = w->config;
    const dp_chain_snapshot *view = dp_chain_state(w->chain);
    w->energy[w->looks] =
        (struct chain_energy){view->time,    view->kinetic, view->potential, view->stored,
                              view->viscous, view->plastic, view->released,  view->input};
    for (size_t i = 0; i < c->field_columns; i++)
        w->field[w->looks * c->field_columns + i] = cell_value(c, view, i);
    chain_keep_frame(w, view);
    w->looks++;
}

// --- start ---------------------------------------------------------------------------------------

// The outermost contacts that carry something, and the range of all contacts there are.
static void note_static_forces(struct chain_work *w) {
    const struct chain_config *c = w->config;
    size_t from = chain_has_contact(c, 0) ? 0 : 1;
    size_t to = chain_has_contact(c, 1) ? c->bodies : c->bodies - 1;
    w->start_range[0] = INFINITY;
    for (size_t i = from; i <= to; i++) {
        double force = dp_chain_static_force(w->chain, i);
        w->start_range[0] = fmin(w->start_range[0], force);
        w->start_range[1] = fmax(w->start_range[1], force);
        if (force == 0.0) continue;
        if (w->start_force[0] == 0.0) w->start_force[0] = force;
        w->start_force[1] = force;
    }
}

static void note_start(struct chain_work *w) {
    const struct chain_config *c = w->config;
    const dp_chain_snapshot *view = dp_chain_state(w->chain);
    w->start_momentum = view->momentum;
    note_static_forces(w);
    w->rest[0] = dp_chain_static_force(w->chain, 0);
    w->rest[1] = dp_chain_static_force(w->chain, c->bodies);
    for (int i = 0; i < 2 && c->sensor_count > 0; i++) {
        size_t body = chain_body_of(c, c->sensors[i == 0 ? 0 : c->sensor_count - 1]);
        w->quiet[i] = force_on(view, body);
    }
    for (size_t i = 0; i < c->stretch_count; i++) {
        for (int k = 0; k < 2; k++)
            w->still[i][k] = force_on(view, c->stretches[i].body[k]);
    }
    if (!c->start_in_equilibrium) return;
    double weight = 0.0, preload = c->chain.preload;
    for (size_t i = chain_carries(c, 0) ? 1 : c->pushed; i < c->bodies; i++)
        weight += c->mass[i] * c->chain.gravity;
    if (c->end[0].glued)
        w->rest[0] = preload == 0.0 ? fmax(0.0, -weight) : c->pushed == 0 ? preload : 0.0;
    if (c->end[1].glued) w->rest[1] = fmax(0.0, weight + preload);
}

static bool make_room(struct chain_work *w) {
    const struct chain_config *c = w->config;
    size_t looks = chain_look_count(c);
    if (!w->has_rows) return true;
    w->energy = calloc(looks, sizeof *w->energy);
    w->field = calloc(looks * c->field_columns + 1, sizeof *w->field);
    w->frames = calloc(1, chain_frame_bytes(c));
    if (w->energy != NULL && w->field != NULL && w->frames != NULL) return true;
    report_no_memory(w->reader);
    return false;
}

static void add_piece(struct marching *m, void *data, size_t bytes) {
    if (data != NULL && bytes > 0)
        m->piece[m->piece_count++] = (struct checkpoint_piece){data, bytes};
}

static void list_pieces(struct marching *m) {
    struct chain_work *w = m->work;
    const struct chain_config *c = w->config;
    dp_chain_piece own[DP_CHAIN_PIECES_MAX];
    int count = dp_chain_pieces(w->chain, own);
    size_t looks = chain_look_count(c);
    for (int i = 0; i < count; i++)
        add_piece(m, own[i].data, own[i].bytes);
    add_piece(m, w->frames, chain_frame_bytes(c));
    add_piece(m, &w->looks, sizeof w->looks);
    add_piece(m, &w->stats, sizeof w->stats);
    add_piece(m, w->field, looks * c->field_columns * sizeof *w->field);
    add_piece(m, w->energy, w->energy != NULL ? looks * sizeof *w->energy : 0);
}

// A diagnostic that the store wrote itself.
static bool has_failed(struct chain_work *w, int status) {
    if (status != 0) w->reader->count++;
    return status != 0;
}

static bool are_finite(const double *value, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(value[i])) return false;
    }
    return true;
}

// A state may come from anybody: what it says must go together.
static bool is_of_this_run(void *user, uint64_t step) {
    const struct chain_work *w = (const struct chain_work *)user;
    const struct chain_config *c = w->config;
    const dp_solve_stats *stats = &w->stats;
    dp_error err;
    if (step == 0 || step >= (uint64_t)c->steps) return false;
    if (dp_chain_check_state(w->chain, &err) != DP_OK) return false;
    double time = dp_chain_time(w->chain), want = (double)step * c->step;
    if (!(fabs(time - want) <= 1e-9 * c->run.until)) return false;
    if (!chain_is_adaptive(c) && (uint64_t)dp_chain_step_count(w->chain) != step) return false;
    if (stats->steps < 0 || stats->rejected < 0 || stats->evaluations < 0 || stats->events < 0)
        return false;
    if (!w->has_rows) return w->looks == 0;
    return w->looks == (size_t)step / (size_t)c->look_every + 1 &&
           are_finite(&w->energy->time, w->looks * sizeof *w->energy / sizeof(double)) &&
           are_finite(w->field, w->looks * c->field_columns) && chain_frames_are_finite(w);
}

static bool take_up(struct marching *m) {
    struct chain_work *w = m->work;
    uint64_t step = UINT64_MAX;
    m->store = w->reader->checkpoints;
    if (m->store == NULL) return true;
    double every = w->config->run.checkpoint;
    checkpoint_interval(m->store, isnan(every) ? INFINITY : every);
    list_pieces(m);
    if (!m->store->resumes) return true;
    m->store->fits = is_of_this_run;
    m->store->user = w;
    if (has_failed(
            w, checkpoint_load(m->store, &step, m->piece, m->piece_count, w->reader->diagnostic)))
        return false;
    if (step == UINT64_MAX) return true;
    m->step = (long)step;
    w->first = chain_is_adaptive(w->config) ? w->stats.steps : m->step;
    // what comes before is not to be had again
    if (!chain_is_adaptive(w->config)) chain_trail_keep(&m->trail, w->chain, m->step);
    return true;
}

// --- the march -----------------------------------------------------------------------------------

static long next_stop(const struct marching *m) {
    const struct chain_config *c = m->work->config;
    long left = c->steps - m->step, to_look = c->look_every - m->step % c->look_every;
    long steps = m->work->has_rows && to_look < left ? to_look : left;
    return m->slice < steps ? m->slice : steps;
}

// Adaptive steps always go from look to look, so that looking changes no digit.
static dp_status solve(struct marching *m, dp_error *err) {
    struct chain_work *w = m->work;
    const struct chain_config *c = w->config;
    long next = m->step + c->look_every;
    bool is_last = next >= c->steps;
    // so many at a time that a signal, and the end of the time, are seen; by their number, not by a
    // clock, so that the bits are the same on every machine
    dp_chain_solve_def def = dp_chain_solve_defaults();
    def.until = is_last ? c->run.until : (double)next * c->step;
    def.rtol = c->run.rtol;
    def.max_steps = 200 + (long)(100000 / c->bodies);
    dp_status status;
    bool goes_on;
    do {
        dp_solve_stats stats = {0};
        double before = dp_chain_time(w->chain);
        status = dp_chain_solve(w->chain, &def, &stats, err);
        w->stats.steps += stats.steps;
        w->stats.evaluations += stats.evaluations;
        w->stats.rejected += stats.rejected;
        w->stats.events += stats.events;
        bool has_run_out =
            stats.steps + stats.rejected >= def.max_steps && dp_chain_time(w->chain) > before;
        goes_on = status == DP_ERR_NUMERIC && has_run_out && w->stats.steps < STEPS_MOST;
        m->must_end = goes_on && (call_is_late(m->call) || call_stops(m->call));
    } while (goes_on && !m->must_end);
    m->step = is_last ? c->steps : next;
    return status;
}

static bool go(struct marching *m) {
    struct chain_work *w = m->work;
    long steps = next_stop(m);
    dp_error err;
    double start = clock_seconds();
    dp_status status =
        chain_is_adaptive(w->config) ? solve(m, &err) : dp_chain_advance(w->chain, steps, &err);
    if (!chain_is_adaptive(w->config)) m->step += steps;
    double took = clock_seconds() - start;
    w->seconds += took;
    if (took < slice_seconds && steps == m->slice) m->slice *= 2;
    if (took > 3.0 * slice_seconds && m->slice > 1) m->slice /= 2;
    if (status == DP_OK) return true;
    if (status == DP_ERR_NUMERIC && !chain_is_adaptive(w->config)) {
        chain_report_failure(w, &m->trail, m->step);
        return false;
    }
    // an end between two looks, where no state can be saved: an older one stays
    bool has_stopped = m->must_end && call_stops(m->call);
    if (has_stopped)
        failure_stopped(w->reader);
    else if (m->must_end)
        failure_late(w->reader, w->config->run.node);
    else
        report_library_error(w->reader, w->config->chain.node, &err);
    if (!has_stopped) chain_break_off(w);
    return false;
}

// Nothing that can be seen from here speaks against going on?
static bool is_well(struct marching *m, bool has_looked) {
    struct chain_work *w = m->work;
    // as much again as all that went in: no step error, but a step that is too long
    bool is_absurd = has_looked && !chain_is_sound(w, 0.5);
    if (!is_absurd && call_is_late(w->reader->call)) {
        dp_diagnostic other;
        failure_late(w->reader, w->config->run.node);
        // whoever has more time goes on from here
        checkpoint_save(m->store, (uint64_t)m->step, m->piece, m->piece_count, &other);
        is_absurd = true;
    }
    if (is_absurd)
        chain_break_off(w);
    else if (!chain_is_adaptive(w->config))
        chain_trail_refresh(&m->trail, w->chain, m->step);
    return !is_absurd;
}

static bool keep(struct marching *m) {
    struct chain_work *w = m->work;
    bool must_stop = call_stops(m->call);
    if (!must_stop && !checkpoint_wanted(m->store)) return true;
    if (has_failed(w, checkpoint_save(m->store, (uint64_t)m->step, m->piece, m->piece_count,
                                      w->reader->diagnostic)))
        return false;
    if (must_stop) failure_stopped(w->reader);
    return !must_stop;
}

static bool march(struct marching *m) {
    struct chain_work *w = m->work;
    const struct chain_config *c = w->config;
    if (w->has_rows && m->step == 0) look(w);
    while (m->step < c->steps) {
        if (!go(m)) return false;
        bool is_time = m->step % c->look_every == 0 || m->step == c->steps;
        if (w->has_rows && is_time) look(w);
        call_progress(m->call, (double)m->step / (double)c->steps);
        if (m->step < c->steps && !is_well(m, w->has_rows && is_time)) return false;
        if (m->step < c->steps && !keep(m)) return false;
    }
    return true;
}

// --- the whole -----------------------------------------------------------------------------------

static void finish(struct chain_work *w) {
    struct chain_pulse pulse;
    // a coarse step loses some energy, a broken one all of it
    if (!chain_is_sound(w, 0.01) || !chain_judge(w)) {
        chain_break_off(w);
        return;
    }
    chain_measure_pulse(w, &pulse);
    chain_summarise(w, &pulse);
    if (!w->has_rows) return;
    chain_write_tables(w, &pulse);
    if (w->reader->count > 0) return;
    chain_draw(w);
    if (!chain_animate(w, &w->outcome->animation)) report_no_memory(w->reader);
}

void chain_define_all(const void *config, dp_definition *out) {
    const struct chain_config *c = (const struct chain_config *)config;
    out->chain = chain_define(c, true);
    out->until = c->run.until;
}

void chain_run(struct reader *reader, const void *config, int rows, struct outcome *outcome) {
    const struct chain_config *c = (const struct chain_config *)config;
    struct chain_work w = {
        .reader = reader, .config = c, .outcome = outcome, .has_rows = rows != 0};
    // about two million steps of bodies to begin with, and whole tiles
    struct marching m = {.work = &w, .slice = 64 + (long)(2000000 / c->bodies)};
    dp_chain_def def = chain_define(c, true);
    dp_error err;
    if (dp_chain_build(&w.chain, &def, &err) != DP_OK) {
        chain_report_error(reader, c, &err);
        return;
    }
    note_start(&w);
    m.call = reader->call;
    if (make_room(&w) && take_up(&m) && march(&m)) finish(&w);
    chain_trail_free(&m.trail);
    free(w.frames);
    free(w.field);
    free(w.energy);
    dp_chain_free(w.chain);
}
