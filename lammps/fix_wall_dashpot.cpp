#include "fix_wall_dashpot.h"

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "fix_dashpot_ledger.h"
#include "force.h"
#include "math_const.h"
#include "memory.h"
#include "modify.h"
#include "neighbor.h"
#include "update.h"
#include "utils.h"

using namespace LAMMPS_NS;
using namespace FixConst;
using Dashpot::Energies;
using Dashpot::Failure;
using Dashpot::Recipe;
using Dashpot::Touch;
using Dashpot::Touches;

static const char *const planes[] = {"xplane", "yplane", "zplane"};

static bool is_wall(const char *word) {
    for (const char *plane : planes)
        if (strcmp(word, plane) == 0) return true;
    return strcmp(word, "zcylinder") == 0;
}

// --- what the input script says ------------------------------------------------------------------

FixWallDashpot::FixWallDashpot(LAMMPS *lmp, int narg, char **arg) : Fix(lmp, narg, arg) {
    if (!atom->radius_flag || !atom->rmass_flag || !atom->omega_flag)
        error->all(FLERR, "fix wall/dashpot needs atom_style sphere");
    if (strcmp(update->unit_style, "si") != 0)
        error->all(FLERR, "fix wall/dashpot works in units si; this run has units {}",
                   update->unit_style);
    int at = 3;
    while (at < narg && !is_wall(arg[at]))
        at++;
    if (at == narg || at == 3)
        error->all(FLERR, "fix wall/dashpot is: LAW key value ... [friction LAW key value ...] and "
                          "then a wall: xplane, yplane, zplane LOW HIGH or zcylinder RADIUS; other "
                          "shapes, such as regions, are made of fixed spheres");
    try {
        recipe.reset(new Recipe(Dashpot::read_recipe(std::vector<std::string>(arg + 3, arg + at))));
    } catch (const std::invalid_argument &refusal) {
        error->all(FLERR, "fix {} wall/dashpot: {}", id, refusal.what());
    }
    Dashpot::print_decisions(lmp, fmt::format("fix {} wall/dashpot", id), decisions(),
                             Dashpot::all_decisions(lmp));
    read_wall(narg, arg, at);

    layout.fit(*recipe);
    touches.reset(new Touches(*recipe, layout));
    per_atom = sides * (layout.entries() + 1);
    restart_peratom = restart_global = 1;
    create_attribute = 1;
    nevery = Dashpot::watch_every;
    maxexchange = per_atom;
    vector_flag = 1;
    size_vector = 3;
    global_freq = 1;
    extvector = 1;
    FixWallDashpot::grow_arrays(atom->nmax);
    atom->add_callback(Atom::GROW);
    atom->add_callback(Atom::RESTART);
    for (int i = 0; i < atom->nlocal; i++)
        FixWallDashpot::set_arrays(i);
}

FixWallDashpot::~FixWallDashpot() {
    hand_over();
    atom->delete_callback(id, Atom::GROW);
    atom->delete_callback(id, Atom::RESTART);
    memory->destroy(values);
}

void FixWallDashpot::read_wall(int narg, char **arg, int at) {
    is_cylinder = strcmp(arg[at], "zcylinder") == 0;
    if (at + (is_cylinder ? 1 : 2) >= narg)
        error->all(FLERR, "fix {} wall/dashpot: {} needs {}", id, arg[at],
                   is_cylinder ? "a radius" : "two coordinates, of which one may be NULL");
    if (is_cylinder) {
        radius_of_cylinder = utils::numeric(FLERR, arg[at + 1], false, lmp);
        if (!(radius_of_cylinder > 0.0) || std::isinf(radius_of_cylinder))
            error->all(FLERR, "fix {} wall/dashpot: the radius of the cylinder must be positive",
                       id);
        at += 2;
    } else {
        for (axis = 0; strcmp(arg[at], planes[axis]) != 0;)
            axis++;
        for (int side = 0; side < 2; side++) {
            is_there[side] = strcmp(arg[at + 1 + side], "NULL") != 0;
            if (is_there[side]) place[side] = utils::numeric(FLERR, arg[at + 1 + side], false, lmp);
        }
        if (!is_there[0] && !is_there[1])
            error->all(FLERR, "fix {} wall/dashpot: both coordinates are NULL, so there is no wall",
                       id);
        if (is_there[0] && is_there[1] && !(place[0] < place[1]))
            error->all(FLERR, "fix {} wall/dashpot: the first coordinate must be below the second",
                       id);
        sides = 2;
        at += 3;
    }
    while (at < narg)
        at = read_motion(narg, arg, at);
    if (is_cylinder ? domain->xperiodic || domain->yperiodic
                    : (axis == 0 && domain->xperiodic) || (axis == 1 && domain->yperiodic) ||
                          (axis == 2 && domain->zperiodic))
        error->all(FLERR, "fix {} wall/dashpot: a wall across a periodic direction makes no sense",
                   id);
}

int FixWallDashpot::read_motion(int narg, char **arg, int at) {
    bool is_wiggle = strcmp(arg[at], "wiggle") == 0, is_shear = strcmp(arg[at], "shear") == 0;
    int words = is_wiggle ? 4 : 3;
    if ((!is_wiggle && !is_shear) || at + words > narg)
        error->all(FLERR,
                   "fix {} wall/dashpot: '{}' after the wall; {}known are: wiggle AXIS AMPLITUDE "
                   "PERIOD, shear AXIS SPEED",
                   id, arg[at],
                   is_wall(arg[at])
                       ? "one wall to a fix (one pair of planes or one cylinder): give "
                         "the other one to a fix of its own; "
                       : "");
    const char *letter = arg[at + 1];
    int along = letter[0] - 'x';
    if (along < 0 || along > 2 || letter[1] != '\0')
        error->all(FLERR, "fix {} wall/dashpot: an axis is x, y or z, not '{}'", id, letter);
    if (is_cylinder && along != 2)
        error->all(FLERR, "fix {} wall/dashpot: a cylinder moves along z only", id);
    if (is_shear && !is_cylinder && along == axis)
        error->all(FLERR, "fix {} wall/dashpot: a plane shears within itself, not along {}", id,
                   letter);
    double first = utils::numeric(FLERR, arg[at + 2], false, lmp);
    if (is_shear) {
        shears = along;
        shear_speed = first;
        return at + words;
    }
    wiggles = along;
    amplitude = first;
    period = utils::numeric(FLERR, arg[at + 3], false, lmp);
    if (!(period > 0.0)) error->all(FLERR, "fix {} wall/dashpot: the period must be positive", id);
    return at + words;
}

int FixWallDashpot::setmask() {
    return POST_FORCE | END_OF_STEP;
}

// The first of them, as in granular styles.
Fix *FixWallDashpot::find_rigid() const {
    for (int n = 0; n < modify->nfix; n++)
        if (modify->fix[n]->rigid_flag) return modify->fix[n];
    return nullptr;
}

void FixWallDashpot::init() {
    if (update->whichflag == 2)
        error->all(FLERR,
                   "fix {} wall/dashpot: contacts remember steps in time, which minimize has not",
                   id);
    if (utils::strmatch(update->integrate_style, "^respa"))
        error->all(FLERR,
                   "fix {} wall/dashpot: contacts remember every step, so run_style must be verlet",
                   id);
    dt = update->dt;
    fix_rigid = find_rigid();
    watch_sizes();
    // one of all speaks about other styles: the pair style where there is one, else the first wall
    if (force->pair_match("dashpot", 1) != nullptr) return;
    for (int n = 0; n < modify->nfix; n++) {
        auto *first = dynamic_cast<FixWallDashpot *>(modify->fix[n]);
        if (first == nullptr) continue;
        if (first == this) Dashpot::print_other_styles(lmp, said);
        return;
    }
}

// A plane has no curvature; the little that a cylinder has stands back here.
void FixWallDashpot::watch_sizes() {
    if (!recipe->has_own_stiffness()) return;
    size_t types = static_cast<size_t>(atom->ntypes + 1);
    std::vector<double> least(types), most(types);
    Dashpot::find_radii(lmp, least, most, groupbit);
    for (size_t type = 0; type < types; type++)
        if (most[type] > 0.0) sizes.add(*recipe, least[type], most[type]);
    sizes.print(lmp, fmt::format("fix {} wall/dashpot", id));
}

void FixWallDashpot::reset_dt() {
    dt = update->dt;
}

void FixWallDashpot::setup(int vflag) {
    post_force(vflag);
}

// --- forces --------------------------------------------------------------------------------------

void FixWallDashpot::move() {
    for (int c = 0; c < 3; c++)
        offset[c] = velocity[c] = 0.0;
    if (shears >= 0) velocity[shears] = shear_speed;
    if (wiggles < 0) return;
    double omega = MathConst::MY_2PI / period;
    double phase = omega * elapsed;
    offset[wiggles] = amplitude - amplitude * std::cos(phase);
    velocity[wiggles] += amplitude * omega * std::sin(phase);
}

double FixWallDashpot::mass_of(int i) const {
    if (fix_rigid == nullptr) return atom->rmass[i];
    int unused;
    const int *body = static_cast<int *>(fix_rigid->extract("body", unused));
    const double *mass_body = static_cast<double *>(fix_rigid->extract("masstotal", unused));
    return body[i] >= 0 ? mass_body[body[i]] : atom->rmass[i];
}

// The atom and that side of the wall, whose nearest point is the other body; returns its distance.
double FixWallDashpot::describe(int i, int side, Touch &touch) const {
    const double *x = atom->x[i], *v = atom->v[i], *omega = atom->omega[i];
    double radius = atom->radius[i], gap, *own = values_of(i, side);
    for (int c = 0; c < 3; c++) {
        touch.d[c] = 0.0;
        touch.u[c] = v[c] - velocity[c];
        touch.w[c] = radius * omega[c];
    }
    touch.reach = radius;
    touch.radius = radius * radius;
    touch.mass = mass_of(i);
    touch.mass_by = 1.0;
    touch.history = own + 1;
    touch.is_new = own[0] == 0.0;
    touch.i = i;
    touch.j = side;
    if (is_cylinder) {
        double from_axis = std::sqrt(x[0] * x[0] + x[1] * x[1]);
        gap = radius_of_cylinder - from_axis;
        if (from_axis > 0.0) {
            touch.d[0] = -x[0] / from_axis * gap;
            touch.d[1] = -x[1] / from_axis * gap;
        }
        // round the cylinder the surfaces bend the same way, along it only the sphere bends: the
        // geometric mean of both radii stands for the ellipse of the contact
        touch.radius *= std::sqrt(radius_of_cylinder / (radius_of_cylinder - radius));
    } else {
        gap = (x[axis] - place[side] - offset[axis]) * (side == 0 ? 1.0 : -1.0);
        touch.d[axis] = side == 0 ? gap : -gap;
    }
    return gap;
}

// The same; true where they touch.
bool FixWallDashpot::meet(int i, int side, Touch &touch) const {
    double radius = atom->radius[i], gap = describe(i, side, touch);
    if (is_cylinder && radius >= radius_of_cylinder)
        stop({fmt::format("its radius {:.4g} m does not fit into the cylinder", radius), i, 0});
    if (gap <= 0.0)
        stop({fmt::format("its centre lies {:.4g} m behind the wall", std::fabs(gap)), i, side});
    return gap < radius;
}

// The atom has left the wall.
void FixWallDashpot::end_touch(const Touch &touch) {
    Energies last = touches->end(touch, dt);
    lost.add(last, 1.0);
    endings.add(touches->ending_of(touch, last.damping), 1.0, atom->tag[touch.i], 0,
                update->ntimestep);
    double *own = touch.history - 1;
    memset(own, 0, static_cast<size_t>(layout.entries() + 1) * sizeof(double));
}

void FixWallDashpot::post_force(int) {
    commits = !update->setupflag;
    if (commits) elapsed += dt;
    move();
    for (double &part : on_wall)
        part = 0.0;
    is_summed = false;
    touches->rewind();
    if (neighbor->ago == 0) touches->reorder();
    for (int i = 0; i < atom->nlocal; i++) {
        if (!(atom->mask[i] & groupbit)) continue;
        for (int side = 0; side < sides; side++) {
            if (!is_cylinder && !is_there[side]) continue;
            Touch touch;
            if (meet(i, side, touch)) {
                touches->push(touch);
                if (commits) values_of(i, side)[0] = 1.0;
                if (touches->is_full()) flush();
            } else if (!touch.is_new && commits)
                end_touch(touch);
        }
    }
    flush();
}

void FixWallDashpot::flush() {
    try {
        touches->advance(dt, commits);
    } catch (const Failure &failure) {
        stop(failure);
    }
    for (int n = 0; n < touches->count(); n++) {
        int i = touches->i()[n];
        for (int c = 0; c < 3; c++) {
            atom->f[i][c] += touches->force(c)[n];
            atom->torque[i][c] -= atom->radius[i] * touches->arm(c)[n];
            on_wall[c] -= touches->force(c)[n];
        }
        if (commits) {
            lost.damping += touches->damped()[n];
            lost.friction += touches->rubbed()[n];
        }
    }
    touches->clear();
}

void FixWallDashpot::stop(const Failure &failure) const {
    Dashpot::write_at_once(lmp);
    if (failure.i < 0) error->one(FLERR, "fix {} wall/dashpot: {}", id, failure.sentence);
    error->one(FLERR, "fix {} wall/dashpot: atom {} at step {}: {}", id, atom->tag[failure.i],
               update->ntimestep, failure.sentence);
    std::abort();  // not reached: LAMMPS ends the run
}

double FixWallDashpot::compute_vector(int n) {
    if (!is_summed) MPI_Allreduce(on_wall, on_wall_all, 3, MPI_DOUBLE, MPI_SUM, world);
    is_summed = true;
    return on_wall_all[n];
}

Energies FixWallDashpot::energies() {
    Energies all = lost;
    for (int i = 0; i < atom->nlocal; i++) {
        if (!(atom->mask[i] & groupbit)) continue;
        for (int side = 0; side < sides; side++) {
            Touch touch;
            if ((is_cylinder || is_there[side]) && meet(i, side, touch))
                all.add(touches->look(touch, dt).energies, 1.0);
        }
    }
    return all;
}

void FixWallDashpot::watch_step(bool is_last) {
    std::vector<std::string> notes = endings.notes(lmp, lost.damping, is_last);
    for (std::string &note : notes)
        note = fmt::format("fix {}: {}", id, note);
    Dashpot::print_warnings(lmp, notes);
    watch_sizes();
    if (is_last) endings.reset();
}

void FixWallDashpot::end_of_step() {
    watch_step(false);
}

void FixWallDashpot::post_run() {
    watch_step(true);
    std::vector<std::string> notes;
    for (const std::string &note : Dashpot::breaches_of(*touches, Dashpot::has_flowed(lmp)))
        notes.push_back(fmt::format("fix {}: {}", id, note));
    Dashpot::print_notes(lmp, notes);
    touches->reset_extremes();
}

// A wall that is taken away: what was lost at it stays in the books. What its contacts stored is
// gone with it.
void FixWallDashpot::hand_over() {
    int at = modify->find_fix("DASHPOT_LEDGER");
    if (at < 0) return;
    Energies last = lost;
    // at the end, or by unfix, the bodies may have gone before
    fix_rigid = find_rigid();
    for (int i = 0; i < atom->nlocal; i++)
        for (int side = 0; side < sides; side++) {
            Touch touch;
            if (values_of(i, side)[0] == 0.0) continue;
            describe(i, side, touch);
            last.plastic += touches->end(touch, 0.0).plastic;
        }
    static_cast<FixDashpotLedger *>(modify->fix[at])->lost.add(last, 1.0);
}

// --- what travels with the atoms -----------------------------------------------------------------

double FixWallDashpot::memory_usage() {
    return static_cast<double>(atom->nmax) * per_atom * static_cast<double>(sizeof(double));
}

void FixWallDashpot::grow_arrays(int nmax) {
    memory->grow(values, nmax, per_atom, "wall/dashpot:values");
}

void FixWallDashpot::copy_arrays(int i, int j, int) {
    std::copy(values[i], values[i] + per_atom, values[j]);
}

void FixWallDashpot::set_arrays(int i) {
    std::fill(values[i], values[i] + per_atom, 0.0);
}

int FixWallDashpot::pack_exchange(int i, double *buf) {
    std::copy(values[i], values[i] + per_atom, buf);
    return per_atom;
}

int FixWallDashpot::unpack_exchange(int i, double *buf) {
    std::copy(buf, buf + per_atom, values[i]);
    return per_atom;
}

int FixWallDashpot::pack_restart(int i, double *buf) {
    buf[0] = per_atom + 1;
    std::copy(values[i], values[i] + per_atom, buf + 1);
    return per_atom + 1;
}

void FixWallDashpot::unpack_restart(int i, int nth) {
    double *extra = atom->extra[i];
    int at = 0;
    for (int n = 0; n < nth; n++)
        at += static_cast<int>(extra[at]);
    if (static_cast<int>(extra[at]) != per_atom + 1) {
        Dashpot::write_at_once(lmp);
        error->one(FLERR,
                   "fix {} wall/dashpot: the restart file has {} numbers per atom for it, this law "
                   "and wall need {}; give the law and the wall of the first run",
                   id, static_cast<int>(extra[at]) - 1, per_atom);
    }
    std::copy(extra + at + 1, extra + at + 1 + per_atom, values[i]);
}

int FixWallDashpot::size_restart(int) {
    return per_atom + 1;
}

int FixWallDashpot::maxsize_restart() {
    return per_atom + 1;
}

// A number that law, kind of wall and edition of the histories share with no others. Before there
// were editions files had that of the first one.
double FixWallDashpot::mark(int edition) const {
    uint64_t hash = 14695981039346656037u;
    auto add = [&hash](char c) { hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u; };
    for (const std::string &word : recipe->words)
        for (const char *c = word.c_str();; c++) {
            add(*c);
            if (*c == '\0') break;
        }
    add(static_cast<char>(is_cylinder ? 3 : axis));
    if (edition > 1) add(static_cast<char>(edition));
    return static_cast<double>(hash >> 11);
}

void FixWallDashpot::write_restart(FILE *fp) {
    double all[Energies::count + 2];
    MPI_Reduce(lost.begin(), all, Energies::count, MPI_DOUBLE, MPI_SUM, 0, world);
    all[Energies::count] = elapsed;
    all[Energies::count + 1] = mark(Dashpot::Layout::edition);
    if (comm->me != 0) return;
    int size = static_cast<int>(sizeof all);
    fwrite(&size, sizeof size, 1, fp);
    fwrite(all, sizeof all, 1, fp);
}

void FixWallDashpot::restart(char *buffer) {
    double all[Energies::count + 2];
    memcpy(all, buffer, sizeof all);
    elapsed = all[Energies::count];
    if (all[Energies::count + 1] == mark(1))
        error->all(FLERR,
                   "fix {} wall/dashpot: the restart file is of another version of the plugin, "
                   "whose contacts remember other things; go on with that version",
                   id);
    if (all[Energies::count + 1] != mark(Dashpot::Layout::edition))
        error->all(FLERR,
                   "fix {} wall/dashpot: in the restart file it has another law or another kind of "
                   "wall, and its contacts remember that one; give what the first run had, or "
                   "another ID",
                   id);
    if (comm->me == 0) std::copy(all, all + Energies::count, lost.begin());
}
