#include "touches.h"

#include <algorithm>
#include <cmath>
#include <cstring>

// the same bits on every machine: FP contraction is off
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define CLONES
#endif
#if defined(__GNUC__) && !defined(__clang__)
#define INDEPENDENT _Pragma("GCC ivdep")
#else
#define INDEPENDENT
#endif

namespace Dashpot {

// A sphere has at most 12 neighbours of its size. The force that would stop its sliding within a
// step, felt from 12 sides, must not speed it up: a sixth of it.
static constexpr double brake_share = 2.0 / 7.0 / 6.0;

// Steps of a touch whose first step nobody has seen.
static constexpr double steps_unknown = 1e15;

// --- history -------------------------------------------------------------------------------------

static int normal_entries(const Recipe &recipe) {
    dp_contact_def probe = recipe.normal;
    dp_contact contact;
    dp_error err;
    probe.pair.radius = probe.pair.mass = 1e-3;
    return dp_contact_init(&contact, &probe, &err) == DP_OK ? contact.kernel->history_count : 0;
}

static int friction_rest(const Recipe &recipe) {
    if (!recipe.has_friction) return 0;
    int entries = dp_space_history_count(&recipe.friction);
    return recipe.grips() ? entries - 3 : entries;
}

void Layout::fit(const Recipe &recipe) {
    if (recipe.grips()) turned = 3;
    friction = std::max(friction, friction_rest(recipe));
    normal = std::max(normal, normal_entries(recipe));
}

bool Layout::has_room(const Layout &other) const {
    return turned >= other.turned && friction >= other.friction && normal >= other.normal;
}

int Layout::friction_at(const Recipe &recipe) const {
    return recipe.grips() ? 0 : turned;
}

void Energies::add(const Energies &other, double weight) {
    stored_normal += weight * other.stored_normal;
    stored_tangential += weight * other.stored_tangential;
    damping += weight * other.damping;
    plastic += weight * other.plastic;
    friction += weight * other.friction;
}

// --- constants -----------------------------------------------------------------------------------

Touches::Touches(const Recipe &recipe, const Layout &layout) : recipe_(recipe), layout_(layout) {
    std::memset(&zero_, 0, sizeof zero_);
    std::memset(side_, 0, sizeof side_);
    std::memset(&lanes_, 0, sizeof lanes_);
    lanes_.delta = delta_.of;
    lanes_.rate = rate_.of;
    lanes_.force = normal_.of;
    normal_entries_ = normal_entries(recipe_);
    for (int e = 0; e < normal_entries_; e++)
        lanes_.history[e] = memory_[e].of;

    std::memset(&space_, 0, sizeof space_);
    space_.normal = normal_.of;
    space_.stiffness = stiffness_.of;
    space_.brake = recipe_.grips() ? nullptr : brake_.of;
    space_.stored = stored_.of;
    space_.friction = slip_loss_.of;
    for (int c = 0; c < 3; c++) {
        space_.axis[c] = n_[c].of;
        space_.velocity[c] = slip_[c].of;
        space_.force[c] = side_[c].of;
    }
    std::memset(&stiffness_, 0, sizeof stiffness_);
    const dp_kernel *kernel = prepare(1e-3, 1e-3).kernel;  // that of any radius and mass
    damps_ = !kernel->is_static;
    flows_ = kernel->load_energy != nullptr;
    friction_entries_ = recipe_.has_friction ? dp_space_history_count(&recipe_.friction) : 0;
    grip_.resize(static_cast<size_t>(friction_entries_));
    for (int e = 0; e < friction_entries_; e++)
        space_.history[e] = grip_[static_cast<size_t>(e)].of;
}

static int highest_used(const double *constants) {
    int used = DP_CONSTANT_MAX;
    while (used > 0 && constants[used - 1] == 0.0)
        used--;
    return used;
}

dp_contact Touches::prepare(double radius, double mass) const {
    dp_contact_def def = recipe_.normal;
    dp_contact contact;
    dp_error err;
    def.pair.radius = radius;
    def.pair.mass = mass;
    if (dp_contact_init(&contact, &def, &err) != DP_OK) throw Failure{err.text, -1, -1};
    return contact;
}

void Touches::prepare_shared(double radius, double mass) {
    shared_ = prepare(radius, mass);
    shared_radius_ = radius;
    shared_mass_ = mass;
    used_ = highest_used(shared_.k);
}

CLONES static int count_others(int count, const double *__restrict a, double all) {
    int others = 0;
    for (int n = 0; n < count; n++)
        others += a[n] != all;
    return others;
}

bool Touches::is_uniform() const {
    return count_others(count_, radius_.of, shared_radius_) == 0 &&
           count_others(count_, mass_.of, shared_mass_) == 0;
}

// Contacts that ended stay behind in the old pool.
void Touches::reorder() {
    old_pool_.swap(pool_);
    pool_.clear();
    generation_ = -generation_;
    next_ = 0;
}

const double *Touches::keep_constants(int lane, const double *constants) {
    size_t stride = static_cast<size_t>(2 + used_), number = pool_.size() / stride;
    history_[lane][layout_.constants_at()] = generation_ * static_cast<double>(number + 1);
    pool_.insert(pool_.end(), constants, constants + stride);
    return &pool_[number * stride] + 2;
}

// The history holds where the constants were last time. They follow from radius and mass, so a
// wrong place shows, and a contact that came from another process is prepared once more.
const double *Touches::find_constants(int lane) {
    double place = history_[lane][layout_.constants_at()], radius = radius_.of[lane];
    bool is_current = place * generation_ > 0.0;
    const std::vector<double> &from = is_current ? pool_ : old_pool_;
    size_t stride = static_cast<size_t>(2 + used_), at;
    at = (static_cast<size_t>(std::fabs(place)) - 1) * stride;
    if (is_current) next_ = at + stride;
    if (place != 0.0 && at < from.size()) {
        const double *found = &from[at];
        if (found[0] == radius && found[1] == mass_.of[lane])
            return is_current ? found + 2 : keep_constants(lane, found);
    }
    dp_contact contact = prepare(radius, mass_.of[lane]);
    int used = highest_used(contact.k);
    if (used > used_) {  // seldom: all begin anew
        pool_.clear();
        old_pool_.clear();
        used_ = used;
    }
    double fresh[2 + DP_CONSTANT_MAX] = {radius, mass_.of[lane]};
    std::copy(contact.k, contact.k + used_, fresh + 2);
    return keep_constants(lane, fresh);
}

// Mostly the contacts are those of the step before, in the same order.
inline const double *Touches::constants_of(int lane) {
    const double *next = pool_.data() + next_;
    if (next_ < pool_.size() && next[0] == radius_.of[lane] && next[1] == mass_.of[lane]) {
        next_ += static_cast<size_t>(2 + used_);
        return next + 2;
    }
    return find_constants(lane);
}

void Touches::gather_constants() {
    lanes_.constants = nullptr;
    if (is_uniform()) return;
    for (int used = -1; used != used_;) {
        used = used_;
        for (int n = 0; n < count_; n++) {
            const double *from = constants_of(n);
            for (int c = 0; c < used; c++)
                constants_[c].of[n] = from[c];
        }
    }
    for (int c = 0; c < DP_CONSTANT_MAX; c++)
        table_[c] = c < used_ ? constants_[c].of : zero_.of;
    lanes_.constants = table_;
}

// --- one pass ------------------------------------------------------------------------------------

struct Motion {
    const double *dx, *dy, *dz, *ux, *uy, *uz, *wx, *wy, *wz, *reach;
    double *nx, *ny, *nz, *sx, *sy, *sz, *delta, *rate;
};

CLONES static void resolve(int count, const Motion &m) {
    const double *__restrict dx = m.dx, *__restrict dy = m.dy, *__restrict dz = m.dz;
    const double *__restrict ux = m.ux, *__restrict uy = m.uy, *__restrict uz = m.uz;
    const double *__restrict wx = m.wx, *__restrict wy = m.wy, *__restrict wz = m.wz;
    const double *__restrict reach = m.reach;
    double *__restrict nx = m.nx, *__restrict ny = m.ny, *__restrict nz = m.nz;
    double *__restrict sx = m.sx, *__restrict sy = m.sy, *__restrict sz = m.sz;
    double *__restrict delta = m.delta, *__restrict rate = m.rate;
    INDEPENDENT
    for (int n = 0; n < count; n++) {
        double r = std::sqrt(dx[n] * dx[n] + dy[n] * dy[n] + dz[n] * dz[n]), inverse = 1.0 / r;
        double x = dx[n] * inverse, y = dy[n] * inverse, z = dz[n] * inverse;
        double along = ux[n] * x + uy[n] * y + uz[n] * z;
        nx[n] = x, ny[n] = y, nz[n] = z;
        delta[n] = reach[n] - r;
        rate[n] = -along;
        sx[n] = ux[n] - along * x - (z * wy[n] - y * wz[n]);
        sy[n] = uy[n] - along * y - (x * wz[n] - z * wx[n]);
        sz[n] = uz[n] - along * z - (y * wx[n] - x * wy[n]);
    }
}

CLONES static void divide(int count, double *__restrict a, const double *__restrict by) {
    INDEPENDENT
    for (int n = 0; n < count; n++)
        a[n] /= by[n];
}

// From the doubles of each contact to rows, and back.
template <int Entries>
static void read_rows(int count, double *const *history, int at, double *const *rows) {
    for (int n = 0; n < count; n++)
        for (int e = 0; e < Entries; e++)
            rows[e][n] = history[n][at + e];
}

template <int Entries>
static void write_rows(int count, double *const *history, int at, double *const *rows) {
    for (int n = 0; n < count; n++)
        for (int e = 0; e < Entries; e++)
            history[n][at + e] = rows[e][n];
}

static void gather(int entries, int count, double *const *history, int at, double *const *rows) {
    for (; entries >= 6; entries -= 6, at += 6, rows += 6)
        read_rows<6>(count, history, at, rows);
    for (; entries >= 3; entries -= 3, at += 3, rows += 3)
        read_rows<3>(count, history, at, rows);
    for (; entries >= 1; entries -= 1, at += 1, rows += 1)
        read_rows<1>(count, history, at, rows);
}

static void scatter(int entries, int count, double *const *history, int at, double *const *rows) {
    for (; entries >= 6; entries -= 6, at += 6, rows += 6)
        write_rows<6>(count, history, at, rows);
    for (; entries >= 3; entries -= 3, at += 3, rows += 3)
        write_rows<3>(count, history, at, rows);
    for (; entries >= 1; entries -= 1, at += 1, rows += 1)
        write_rows<1>(count, history, at, rows);
}

void Touches::begin_new() {
    if (!any_new_ || shared_.kernel->begin == nullptr) return;
    double speed[room];
    size_t which[room], many = 0;
    for (int n = 0; n < count_; n++) {
        speed[n] = rate_.of[n] > 0.0 ? rate_.of[n] : 0.0;
        if (new_[n]) which[many++] = static_cast<size_t>(n);
    }
    dp_contact_begins(&shared_, &lanes_, speed, which, many);
}

void Touches::fail(int lane, const std::string &sentence) const {
    throw Failure{sentence, i_[lane], j_[lane]};
}

void Touches::check_forces() const {
    double sum = 0.0;
    for (int n = 0; n < count_; n++)
        sum += 0.0 * normal_.of[n];
    for (int n = 0; sum != 0.0 && n < count_; n++) {
        if (std::isfinite(normal_.of[n])) continue;
        double delta = delta_.of[n];
        char text[300];
        std::snprintf(text, sizeof text,
                      "%s has no finite force at an indentation of %.4g m, %.3g of the equivalent "
                      "radius, and a rate of %.4g m/s",
                      recipe_.normal.law.law->name, delta, delta / radius_.of[n], rate_.of[n]);
        fail(n, text);
    }
}

void Touches::push_apart(bool commits) {
    if (damps_) {  // what the damper adds: the force less that of the same contact at rest
        dp_contact_arrays still = lanes_;
        still.rate = zero_.of;
        still.force = spring_.of;
        dp_contact_forces(&shared_, &still);
    }
    if (commits)
        dp_contact_advance(&shared_, &lanes_);
    else
        dp_contact_forces(&shared_, &lanes_);
    check_forces();
}

void Touches::rub(double step, double since) {
    if (recipe_.grips()) {
        dp_contact_stiffnesses(&shared_, &lanes_, stiffness_.of);
    } else {
        for (int n = 0; n < count_; n++)
            brake_.of[n] = brake_share / step * mass_.of[n];
    }
    gather(friction_entries_, count_, history_, layout_.friction_at(recipe_), space_.history);
    space_.count = static_cast<size_t>(count_);
    space_.step = since;
    size_t failed = 0;
    dp_error err;
    if (dp_space_advances(&recipe_.friction, &space_, &failed, &err) != DP_OK)
        fail(static_cast<int>(failed), err.text);
}

void Touches::add_up() {
    const double *nx = n_[0].of, *ny = n_[1].of, *nz = n_[2].of, *push = normal_.of;
    if (!recipe_.has_friction) {
        for (int n = 0; n < count_; n++) {
            force_[0].of[n] = push[n] * nx[n];
            force_[1].of[n] = push[n] * ny[n];
            force_[2].of[n] = push[n] * nz[n];
            arm_[0].of[n] = arm_[1].of[n] = arm_[2].of[n] = 0.0;
        }
        return;
    }
    const double *sx = side_[0].of, *sy = side_[1].of, *sz = side_[2].of;
    for (int n = 0; n < count_; n++) {
        force_[0].of[n] = push[n] * nx[n] + sx[n];
        force_[1].of[n] = push[n] * ny[n] + sy[n];
        force_[2].of[n] = push[n] * nz[n] + sz[n];
        arm_[0].of[n] = ny[n] * sz[n] - nz[n] * sy[n];
        arm_[1].of[n] = nz[n] * sx[n] - nx[n] * sz[n];
        arm_[2].of[n] = nx[n] * sy[n] - ny[n] * sx[n];
    }
}

// The damper's work is its mean force over the step times the way of the surfaces, as the
// integrator of LAMMPS moves them. It pushes for the whole of the step in which a touch begins, so
// that the whole way counts there, and ends with the step in which the bodies part.
void Touches::count_losses(double step) {
    int at = layout_.lost_at(), wild = 0;
    for (int n = 0; n < count_; n++) {
        double *lost = history_[n] + at, *damper = lost + 1, *damped = lost + 2;
        double *pushed = lost + 3, *steps = lost + 4;
        double work = recipe_.has_friction ? slip_loss_.of[n] : 0.0, way = rate_.of[n] * step;
        bool was_before = new_[n] && delta_.of[n] > way;
        rubbed_.of[n] = work;
        damped_.of[n] = 0.0;
        if (damps_) {
            double now = normal_.of[n] - spring_.of[n];
            // bodies that overlapped before the first step had a damper then, too
            double before = was_before ? now : *damper;
            damped_.of[n] = 0.5 * (before + now) * way;
            // a damper that more than turns the motion round within the step feeds it
            wild += std::fabs(now) * step > 2.0 * mass_.of[n] * std::fabs(rate_.of[n]);
            work += damped_.of[n];
            *damper = now;
            *damped += damped_.of[n];
        }
        *lost += work;
        *pushed += normal_.of[n] * step;
        // 1.5: the way is that of the rate at the end of the step, which a graze changes
        *steps += new_[n] && delta_.of[n] > 1.5 * way ? steps_unknown : 1.0;
    }
    extremes_.wild += wild;
    extremes_.all += count_;
}

// What the bounds of the law are compared with when the run ends.
void Touches::watch() {
    double share = extremes_.share;
    int deeper = 0;
    for (int n = 0; n < count_; n++)
        deeper |= delta_.of[n] > share * radius_.of[n];
    for (int n = 0; deeper && n < count_; n++) {
        if (!(delta_.of[n] > share * radius_.of[n])) continue;
        share = delta_.of[n] / radius_.of[n];
        extremes_.share = share;
        extremes_.indentation = delta_.of[n];
        extremes_.radius = radius_.of[n];
        extremes_.mass = mass_.of[n];
        extremes_.reach = reach_.of[n];
    }
}

// Two spheres: the sum and the product of their radii are known, and their equivalent radius is a
// quarter of the sum at most. A wall has none, and that radius is the sum but for rounding.
double Touches::Extremes::least() const {
    double root = reach * (reach - 4.0 * radius);
    return radius > 0.5 * reach ? reach : 0.5 * (reach - std::sqrt(root > 0.0 ? root : 0.0));
}

void Touches::advance(double step, bool commits) {
    if (count_ == 0) return;
    Motion motion = {d_[0].of, d_[1].of,    d_[2].of,    u_[0].of,    u_[1].of,  u_[2].of,
                     w_[0].of, w_[1].of,    w_[2].of,    reach_.of,   n_[0].of,  n_[1].of,
                     n_[2].of, slip_[0].of, slip_[1].of, slip_[2].of, delta_.of, rate_.of};
    resolve(count_, motion);
    divide(count_, radius_.of, reach_.of);
    divide(count_, mass_.of, mass_by_.of);
    if (shared_radius_ < 0.0) prepare_shared(radius_.of[0], mass_.of[0]);
    lanes_.count = static_cast<size_t>(count_);
    gather_constants();
    gather(normal_entries_, count_, history_, layout_.normal_at(), lanes_.history);
    begin_new();
    push_apart(commits);
    if (recipe_.has_friction) rub(step, commits ? step : 0.0);
    add_up();
    if (commits) {
        scatter(normal_entries_, count_, history_, layout_.normal_at(), lanes_.history);
        scatter(friction_entries_, count_, history_, layout_.friction_at(recipe_), space_.history);
        count_losses(step);
        watch();
    }
    any_new_ = false;
}

// --- one contact ---------------------------------------------------------------------------------

static int deepest_entry(const dp_kernel *kernel) {
    for (int e = 0; kernel->update != nullptr && e < kernel->history_count; e++)
        if (std::strcmp(kernel->history[e].name, "max_indentation") == 0) return e;
    return -1;
}

// A function of the deepest indentation: the work of virgin loading to it less what unloading from
// it gives back.
static double plastic_of(const dp_contact &contact, const double *m) {
    int entry = deepest_entry(contact.kernel);
    if (entry < 0 || contact.kernel->load_energy == nullptr || !(m[entry] > 0.0)) return 0.0;
    return contact.kernel->load_energy(contact.k, m[entry]) -
           contact.kernel->respond(contact.k, m, m[entry], 0.0).stored;
}

Energies Touches::end(const Touch &touch, double step) const {
    Energies last;
    double along = 0.0, square = 0.0;
    for (int c = 0; c < 3; c++) {
        along += touch.d[c] * touch.u[c];
        square += touch.d[c] * touch.d[c];
    }
    last.damping = -0.5 * touch.history[layout_.damper_at()] * along / std::sqrt(square) * step;
    if (flows_)
        last.plastic = plastic_of(prepare(touch.radius / touch.reach, touch.mass / touch.mass_by),
                                  touch.history + layout_.normal_at());
    return last;
}

// Bodies that only graze each other, or that others pull apart, part faster than this contact has
// pushed them.
Ending Touches::ending_of(const Touch &touch, double damping) const {
    double along = 0.0, square = 0.0, mass = touch.mass / touch.mass_by;
    for (int c = 0; c < 3; c++) {
        along += touch.d[c] * touch.u[c];
        square += touch.d[c] * touch.d[c];
    }
    double parting = std::fabs(along) / std::sqrt(square);
    Ending ending;
    ending.steps = touch.history[layout_.steps_at()];
    ending.damped = touch.history[layout_.damped_at()] + damping;
    ending.kinetic = 0.5 * mass * parting * parting;
    ending.is_whole = ending.steps < steps_unknown;
    ending.is_impact = touch.history[layout_.pushed_at()] > 0.5 * mass * parting;
    return ending;
}

View Touches::look(const Touch &touch, double step) const {
    double n[3], s[3], delta, rate, m[DP_HISTORY_MAX] = {0}, f[DP_SPACE_HISTORY_MAX];
    Motion motion = {touch.d, touch.d + 1, touch.d + 2, touch.u,      touch.u + 1, touch.u + 2,
                     touch.w, touch.w + 1, touch.w + 2, &touch.reach, n,           n + 1,
                     n + 2,   s,           s + 1,       s + 2,        &delta,      &rate};
    resolve(1, motion);
    dp_contact contact = prepare(touch.radius / touch.reach, touch.mass / touch.mass_by);
    for (int e = 0; e < normal_entries_; e++)
        m[e] = touch.history[layout_.normal_at() + e];
    if (touch.is_new) dp_contact_begin(&contact, m, rate > 0.0 ? rate : 0.0);
    dp_response response = dp_contact_respond(&contact, m, delta, rate);

    View view;
    view.normal = response.force;
    view.indentation = delta;
    view.dent = dp_contact_residual(&contact, m);
    view.energies.stored_normal = response.stored;
    view.energies.plastic = plastic_of(contact, m);
    view.lost = touch.history[layout_.lost_at()] + view.energies.plastic;
    if (!recipe_.has_friction) return view;

    dp_space_state state = {response.force,     0.0, {n[0], n[1], n[2]},
                            {s[0], s[1], s[2]}, 0.0, INFINITY};
    state.brake = brake_share / step * touch.mass / touch.mass_by;
    state.stiffness = dp_contact_stiffness(&contact, m, delta, nullptr);
    for (int e = 0; e < friction_entries_; e++)
        f[e] = touch.history[layout_.friction_at(recipe_) + e];
    dp_space_response side;
    dp_space_respond(&recipe_.friction, f, &state, &side, nullptr);
    std::memcpy(view.tangential, side.force, sizeof side.force);
    view.energies.stored_tangential = side.stored;
    return view;
}

}  // namespace Dashpot
