// Where to begin: the value of the caller, then Halton's points, which leave no gap of any size
// twice. All are tried; descents begin from the best or from all of them.

#include "least_squares/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SCAN_MAX = 2000 };

static const int primes[SMALL] = {2, 3, 5, 7, 11, 13, 17, 19};

double halton(int index, int dimension) {
    int base = primes[dimension];
    double part = 1.0, sum = 0.0;
    for (; index > 0; index /= base) {
        part /= base;
        sum += part * (index % base);
    }
    return sum;
}

static bool has_start(const dp_fit_parameter *it) {
    return it->start >= it->low && it->start <= it->high;
}

static bool has_first(const dp_fit_def *def) {
    for (int j = 0; j < def->parameter_count; j++) {
        if (has_start(&def->parameters[j])) return true;
    }
    return false;
}

int search_size(const dp_fit_def *def) {
    int count = def->parameter_count, usual = count == 1 ? 32 : count == 2 ? 64 : 128;
    if (count <= 0) return 0;
    return (def->starts > 0 ? def->starts : usual) + (has_first(def) ? 1 : 0);
}

static void place_starts(struct search *search, const struct problem *problem) {
    int before = has_first(problem->def) ? 1 : 0;
    for (int i = 0; i < search->count; i++) {
        for (int j = 0; j < problem->count; j++) {
            const dp_fit_parameter *it = &problem->def->parameters[j];
            double share = i < before ? 0.5 : halton(i - before + 1, j);
            double u = problem->low[j] + share * (problem->high[j] - problem->low[j]);
            if (i < before && has_start(it)) u = to_search(problem, j, it->start);
            search->starts[i][j] = u;
        }
    }
    memcpy(search->first, search->starts[0], sizeof search->first);
}

struct task {
    struct search *search;
    const int *chosen;  // numbers of starts
    const struct search_share *share;
    bool *is_tried;     // of each start
    bool is_own_round;  // trials of others are left to them
};

// Where the caller would begin near this start.
static void place_start(struct work *work, double *u) {
    const struct problem *problem = work->problem;
    double theta[SMALL] = {0.0};
    all_from_search(problem, u, theta);
    problem->def->place(problem->def->user, work->worker, theta);
    for (int j = 0; j < problem->count; j++) {
        const dp_fit_parameter *it = &problem->def->parameters[j];
        double inside = fmin(fmax(theta[j], it->low), it->high);
        // what was not moved keeps its bits
        if (inside != from_search(problem, j, u[j])) u[j] = to_search(problem, j, inside);
    }
}

// chi2 at a start; the parameter that is scanned goes where it is lowest.
static void find_start(struct work *work, long i, const struct task *task) {
    const struct problem *problem = work->problem;
    const dp_fit_def *def = problem->def;
    double *u = task->search->starts[i], *chi2 = &task->search->ends[i].chi2;
    if (def->place != NULL && !work_stops(work)) place_start(work, u);
    *chi2 = work_stops(work) ? INFINITY : chi2_at(work, u, work->trial);
    if (def->scan < 0) return;
    const dp_fit_parameter *it = &def->parameters[def->scan];
    double there[SMALL], steps = fmin(ceil((it->high - it->low) / def->scan_step), SCAN_MAX);
    memcpy(there, u, sizeof there);
    for (int k = 0; k <= (int)steps && !work_stops(work); k++) {
        double theta = it->low + (it->high - it->low) * k / steps;
        there[def->scan] = to_search(problem, def->scan, theta);
        double here = chi2_at(work, there, work->trial);
        if (!(here < *chi2)) continue;
        *chi2 = here;
        u[def->scan] = there[def->scan];
    }
}

// --- what others have found ----------------------------------------------------------------------

// A trial leaves the first two numbers and the place; a descent all of them.
enum { CHI2, EVALUATIONS, START, CONVERGED, AT_EDGE, CORNERS, ITERATIONS, PLACE };

static bool is_whole(double value, double most) {
    return value >= 0.0 && value <= most && value == floor(value);
}

// Numbers may come from anybody.
static bool is_possible(const struct problem *problem, const double *numbers) {
    const double many = 1e15;
    for (int j = 0; j < problem->count; j++) {
        double u = numbers[PLACE + j];
        if (!(u >= problem->low[j] && u <= problem->high[j])) return false;
    }
    double sets = (double)(1u << problem->count) - 1.0;
    return numbers[CHI2] >= 0.0 && is_whole(numbers[EVALUATIONS], many) &&
           is_whole(numbers[CONVERGED], 1.0) && is_whole(numbers[AT_EDGE], sets) &&
           is_whole(numbers[CORNERS], sets) && is_whole(numbers[ITERATIONS], many);
}

static bool recall(const struct search_share *share, const struct problem *problem,
                   enum share_stage stage, long job, double numbers[SHARE_NUMBERS]) {
    return share != NULL && share->known(share->user, stage, (int)job, numbers) &&
           is_possible(problem, numbers);
}

static bool is_left_out(const struct search_share *share, enum share_stage stage, long job) {
    return share != NULL && !share->is_mine(share->user, stage, (int)job);
}

// What was stopped is not known.
static void keep(const struct work *work, const struct search_share *share, enum share_stage stage,
                 long job, double numbers[SHARE_NUMBERS], const double *u) {
    if (share == NULL || work->is_stopped) return;
    memcpy(numbers + PLACE, u, (size_t)work->problem->count * sizeof *u);
    share->keep(share->user, stage, (int)job, numbers);
}

// --- jobs ----------------------------------------------------------------------------------------

static void try_start(struct work *work, long job, void *user) {
    struct task *task = user;
    struct search *search = task->search;
    double numbers[SHARE_NUMBERS] = {0.0};
    long i = job;
    // those that were left
    if (!task->is_own_round) i = (job + (long)(task->share->begin * search->count)) % search->count;
    if (task->is_tried[i]) return;
    if (recall(task->share, work->problem, SHARE_TRIAL, i, numbers)) {
        memcpy(search->starts[i], numbers + PLACE, sizeof search->starts[i]);
        search->ends[i].chi2 = numbers[CHI2];
        work->evaluations += (long)numbers[EVALUATIONS];
        task->is_tried[i] = true;
        return;
    }
    if (task->is_own_round && is_left_out(task->share, SHARE_TRIAL, i)) return;
    long before = work->evaluations;
    find_start(work, i, task);
    memset(numbers, 0, sizeof numbers);
    numbers[CHI2] = search->ends[i].chi2;
    numbers[EVALUATIONS] = (double)(work->evaluations - before);
    keep(work, task->share, SHARE_TRIAL, i, numbers, search->starts[i]);
    task->is_tried[i] = true;
}

static void take_descent(struct descent *end, const double *numbers) {
    *end = (struct descent){.chi2 = numbers[CHI2],
                            .converged = numbers[CONVERGED] != 0.0,
                            .at_edge = (unsigned)numbers[AT_EDGE],
                            .corners = (unsigned)numbers[CORNERS],
                            .iterations = (long)numbers[ITERATIONS]};
    memcpy(end->u, numbers + PLACE, sizeof end->u);
}

static void descend_from(struct work *work, long job, void *user) {
    struct task *task = user;
    int start = task->chosen[job];
    struct descent *end = &task->search->ends[start];
    double numbers[SHARE_NUMBERS] = {0.0};
    if (recall(task->share, work->problem, SHARE_DESCENT, job, numbers) &&
        numbers[START] == start) {
        take_descent(end, numbers);
        work->evaluations += (long)numbers[EVALUATIONS];
        return;
    }
    if (is_left_out(task->share, SHARE_DESCENT, job)) return;
    long before = work->evaluations;
    *end = descend(work, task->search->starts[start], 0, NEAR_ENOUGH);
    const double found[PLACE] = {[CHI2] = end->chi2,
                                 [EVALUATIONS] = (double)(work->evaluations - before),
                                 [START] = start,
                                 [CONVERGED] = end->converged,
                                 [AT_EDGE] = end->at_edge,
                                 [CORNERS] = end->corners,
                                 [ITERATIONS] = (double)end->iterations};
    memset(numbers, 0, sizeof numbers);
    memcpy(numbers, found, sizeof found);
    keep(work, task->share, SHARE_DESCENT, job, numbers, end->u);
}

// Numbers of the starts to descend from: all of them, or the first and the best by (chi2, number).
static int choose(const struct search *search, const struct problem *problem, int *chosen) {
    bool is_all = problem->def->all_starts;
    int wanted = is_all ? 0 : 4 + 4 * problem->count, count = 0;
    for (int i = 0; i < search->count; i++) {
        bool is_kept = is_all || (i == 0 && has_first(problem->def));
        if (is_kept && isfinite(search->ends[i].chi2)) chosen[count++] = i;
    }
    for (int more = 0; more < wanted; more++) {
        int best = -1;
        for (int i = 0; i < search->count; i++) {
            bool is_taken = !isfinite(search->ends[i].chi2);
            for (int k = 0; k < count && !is_taken; k++)
                is_taken = chosen[k] == i;
            if (is_taken) continue;
            if (best < 0 || search->ends[i].chi2 < search->ends[best].chi2) best = i;
        }
        if (best < 0) break;
        chosen[count++] = best;
    }
    return count;
}

// The lowest end; of those that are equal the one with the lowest number.
static int lowest_end(const struct search *search, double floor) {
    double least = INFINITY;
    for (int i = 0; i < search->count; i++)
        least = fmin(least, search->ends[i].chi2);
    for (int i = 0; isfinite(least) && i < search->count; i++) {
        if (search->ends[i].chi2 <= least + 1e-9 * fmax(floor, least)) return i;
    }
    return -1;
}

static bool is_all_tried(const struct task *task) {
    for (int i = 0; i < task->search->count; i++) {
        if (!task->is_tried[i]) return false;
    }
    return true;
}

// Descents that nobody needs are done.
static void keep_rest(const struct task *task, int jobs) {
    const struct search_share *share = task->share;
    for (int job = jobs; share != NULL && job < task->search->count; job++) {
        double numbers[SHARE_NUMBERS];
        bool is_left = !is_left_out(share, SHARE_DESCENT, job) &&
                       !share->known(share->user, SHARE_DESCENT, job, numbers);
        memset(numbers, 0, sizeof numbers);
        numbers[START] = -1.0;
        if (is_left) share->keep(share->user, SHARE_DESCENT, job, numbers);
    }
}

static void run_stages(struct search *search, const struct problem *problem, struct team *team,
                       struct task *task, int *chosen) {
    const struct search_share *share = task->share;
    task->is_own_round = true;
    team_run(team, search->count, try_start, task);
    if (share != NULL && share->end == SHARE_TRIALS) return;
    if (share != NULL && !is_all_tried(task)) {
        share->look(share->user);
        task->is_own_round = false;
        team_run(team, search->count, try_start, task);
    }
    // nobody knows what is to be chosen
    if (share != NULL && team_stopped(team)) return;
    int jobs = choose(search, problem, chosen);
    for (int i = 0; i < search->count; i++)
        search->ends[i].chi2 = INFINITY;
    team_run(team, jobs, descend_from, task);
    if (!team_stopped(team)) keep_rest(task, jobs);
    search->best = lowest_end(search, problem->floor);
}

bool search_run(struct search *search, const struct problem *problem, struct team *team,
                const struct search_share *share) {
    *search = (struct search){.count = search_size(problem->def), .best = -1};
    size_t count = (size_t)search->count;
    search->ends = calloc(count, sizeof *search->ends);
    search->starts = calloc(count, sizeof *search->starts);
    int *chosen = calloc(count + 1, sizeof *chosen);
    bool *is_tried = calloc(count + 1, sizeof *is_tried);
    bool has_room =
        search->ends != NULL && search->starts != NULL && chosen != NULL && is_tried != NULL;
    if (has_room) {
        struct task task = {search, chosen, share, is_tried, true};
        place_starts(search, problem);
        run_stages(search, problem, team, &task, chosen);
    } else {
        search_free(search);
    }
    free(chosen);
    free(is_tried);
    return has_room;
}

void search_free(struct search *search) {
    free(search->ends);
    free(search->starts);
    *search = (struct search){0};
}

bool is_same_place(const struct problem *problem, const double *a, const double *b) {
    for (int j = 0; j < problem->count; j++) {
        if (fabs(a[j] - b[j]) > 1e-4 * (problem->high[j] - problem->low[j])) return false;
    }
    return true;
}

int search_minima(const struct search *search, struct work *work, const struct descent *lowest,
                  struct descent minima[DP_FIT_MINIMA_MAX]) {
    const struct problem *problem = work->problem;
    const double above = 3.841458820694124;  // of one parameter, 95 %
    int count = 0;
    for (int i = 0; i < search->count && count < DP_FIT_MINIMA_MAX; i++) {
        const struct descent *end = &search->ends[i];
        if (!isfinite(end->chi2) || is_same_place(problem, end->u, lowest->u)) continue;
        bool is_known = false;
        for (int k = 0; k < count && !is_known; k++)
            is_known = is_same_place(problem, end->u, minima[k].u);
        // cheap first: most ends lie far above
        if (is_known || !(chi2_at(work, end->u, work->trial) < 2.0 * lowest->chi2 + 4.0 * above))
            continue;
        struct descent it = descend(work, end->u, 0, NEAR_ENOUGH);
        if (!it.converged || !(it.chi2 < lowest->chi2 + above)) continue;
        is_known = is_same_place(problem, it.u, lowest->u);
        for (int k = 0; k < count && !is_known; k++)
            is_known = is_same_place(problem, it.u, minima[k].u);
        if (!is_known) minima[count++] = it;
    }
    for (int i = 1; i < count; i++) {
        struct descent it = minima[i];
        int k = i;
        for (; k > 0 && minima[k - 1].chi2 > it.chi2; k--)
            minima[k] = minima[k - 1];
        minima[k] = it;
    }
    return count;
}
