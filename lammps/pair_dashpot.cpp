#include "pair_dashpot.h"

#include <climits>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "fix.h"
#include "fix_dashpot_history.h"
#include "fix_dashpot_ledger.h"
#include "force.h"
#include "memory.h"
#include "modify.h"
#include "neigh_list.h"
#include "neighbor.h"
#include "update.h"
#include "utils.h"

using namespace LAMMPS_NS;
using Dashpot::Energies;
using Dashpot::Failure;
using Dashpot::Recipe;
using Dashpot::Touch;
using Dashpot::Touches;
using Dashpot::View;

PairDashpot::PairDashpot(LAMMPS *lmp) : PairGranHookeHistory(lmp) {
    single_enable = 1;
    restartinfo = 1;
    nondefault_history_transfer = 1;
    // a contact that opens in the step of a new neighbour list is seen once more, for its losses
    beyond_contact = 1;
    single_extra = 10;  // as many as the base class has room for
    kn = kt = gamman = gammat = xmu = 0.0;
    dampflag = limit_damping = 0;
    history = 1;
}

// --- what the input script says ------------------------------------------------------------------

void PairDashpot::settings(int narg, char **) {
    if (narg != 0)
        error->all(
            FLERR,
            "pair_style dashpot takes no words; laws are given by pair_coeff, and what those of "
            "gran styles become is in docs/lammps-gran.md");
    if (strcmp(update->unit_style, "si") != 0)
        error->all(FLERR,
                   "pair_style dashpot works in units si; this run has units {}, in which defaults "
                   "of the laws (speeds, bounds) would mean something else",
                   update->unit_style);
}

PairDashpot::Pairing &PairDashpot::pairing(int itype, int jtype) {
    return pairings[static_cast<size_t>(itype * (atom->ntypes + 1) + jtype)];
}

void PairDashpot::set_pairs(int ilo, int ihi, int jlo, int jhi,
                            const std::vector<std::string> &words) {
    if (!allocated) allocate();
    size_t types = static_cast<size_t>(atom->ntypes + 1);
    pairings.resize(types * types);
    auto recipe = std::make_shared<Recipe>(Dashpot::read_recipe(words));
    for (int i = ilo; i <= ihi; i++)
        for (int j = jlo; j <= jhi; j++) {
            const Pairing &now = pairing(i, j);
            if (now.recipe && now.recipe->words == words) continue;
            if (now.is_restored)
                throw std::invalid_argument(
                    "the restart file has another law for these types, and its contacts remember "
                    "that one; leave pair_coeff out, or change it after the first run");
            setflag[std::min(i, j)][std::max(i, j)] = 1;
            pairing(i, j) =
                pairing(j, i) = {recipe, nullptr, now.touches ? now.touches : now.former, false};
        }
}

void PairDashpot::coeff(int narg, char **arg) {
    if (narg < 3)
        error->all(FLERR,
                   "pair_coeff of pair_style dashpot is: I J LAW key value ... [friction LAW key "
                   "value ...]");
    int ilo, ihi, jlo, jhi;
    utils::bounds(FLERR, arg[0], 1, atom->ntypes, ilo, ihi, error);
    utils::bounds(FLERR, arg[1], 1, atom->ntypes, jlo, jhi, error);
    std::vector<std::string> said = Dashpot::all_decisions(lmp);
    try {
        set_pairs(ilo, ihi, jlo, jhi, std::vector<std::string>(arg + 2, arg + narg));
    } catch (const std::invalid_argument &refusal) {
        error->all(FLERR, "pair_coeff {} {}: {}", arg[0], arg[1], refusal.what());
    }
    Dashpot::print_decisions(lmp, fmt::format("pair_coeff {} {}", arg[0], arg[1]),
                             Dashpot::notes_of(*pairing(ilo, jlo).recipe), said);
}

std::vector<std::string> PairDashpot::decisions() const {
    std::vector<std::string> notes;
    for (const Pairing &p : pairings) {
        if (!p.recipe) continue;
        for (const std::string &note : Dashpot::notes_of(*p.recipe))
            notes.push_back(note);
    }
    return notes;
}

// The layout may not change once histories are kept.
void PairDashpot::fit_history() {
    Dashpot::Layout needed;
    for (const Pairing &p : pairings)
        if (p.recipe) needed.fit(*p.recipe);
    if (fix_history == nullptr)
        layout = needed;
    else if (!layout.has_room(needed))
        error->all(FLERR,
                   "pair_coeff asks for a law that remembers more than those of the first run; "
                   "give all laws before the first run");
    size_history = layout.entries();

    std::vector<std::shared_ptr<Touches>> kept;
    for (int i = 1; i <= atom->ntypes && !pairings.empty(); i++)
        for (int j = i; j <= atom->ntypes; j++) {
            Pairing &p = pairing(i, j);
            if (!p.recipe) continue;
            if (!p.touches) p.touches = std::make_shared<Touches>(*p.recipe, layout);
            p.is_restored = false;
            pairing(j, i) = p;
            kept.push_back(p.touches);
        }
    all_touches = kept;
}

void PairDashpot::init_style() {
    if (utils::strmatch(update->integrate_style, "^respa"))
        error->all(FLERR, "pair_style dashpot: contacts remember every step, so run_style must be "
                          "verlet");
    if (update->whichflag == 2)
        error->all(FLERR, "pair_style dashpot: contacts remember steps in time, which minimize has "
                          "not; let the spheres come to rest in a run with damping");
    if (comm->style == 1 && force->newton_pair)
        error->all(FLERR, "pair_style dashpot: with comm_style tiled LAMMPS brings histories to "
                          "other processes only where newton is off; say newton off");
    // asked for the second one, LAMMPS gives the first where it is the only one
    if (utils::strmatch(force->pair_style, "^hybrid") &&
        force->pair_match("dashpot", 1, 2) != force->pair_match("dashpot", 1, 1))
        error->all(FLERR, "pair_style hybrid has dashpot more than once; one takes a law for every "
                          "pair of types");
    fit_history();
    make_store();
    PairGranHookeHistory::init_style();
    int at = modify->find_fix("DASHPOT_LEDGER");
    ledger = static_cast<FixDashpotLedger *>(
        at < 0 ? modify->add_fix("DASHPOT_LEDGER all dashpot/ledger") : modify->fix[at]);
    watch_sizes();
}

// In place of the one that the base class would make.
void PairDashpot::make_store() {
    if (fix_history != nullptr) return;
    auto command =
        fmt::format("NEIGH_HISTORY_HH{} all dashpot/history {}", instance_me, size_history);
    fix_history = static_cast<FixNeighHistory *>(
        modify->replace_fix("NEIGH_HISTORY_HH_DUMMY" + std::to_string(instance_me), command, 1));
    fix_history->pair = this;
}

double PairDashpot::init_one(int i, int j) {
    if (pairings.empty() || !pairing(i, j).recipe)
        error->all(FLERR, "pair_style dashpot: pair_coeff {} {} is missing", i, j);
    return PairGranHookeHistory::init_one(i, j);
}

// Contacts of types whose law has changed begin anew: what they remember is of another law.
void PairDashpot::retire() {
    bool has_changed = false;
    for (const Pairing &p : pairings)
        has_changed |= p.former != nullptr;
    if (!has_changed) return;
    bigint mine = 0, all = 0;
    for (int ii = 0; ii < list->inum; ii++) {
        int i = list->ilist[ii];
        for (int jj = 0; jj < list->numneigh[i]; jj++) {
            int j = list->firstneigh[i][jj] & NEIGHMASK, &touching = fix_history->firstflag[i][jj];
            const Pairing &p = pairing(atom->type[i], atom->type[j]);
            if (p.former == nullptr || !touching) continue;
            double *values = fix_history->firstvalue[i] + static_cast<ptrdiff_t>(size_history) * jj;
            mine += weight_of(j) > 0.5 || atom->tag[i] < atom->tag[j];
            ledger->lost.add(p.former->end(touch_of(i, j, values, false), 0.0), weight_of(j));
            memset(values, 0, static_cast<size_t>(size_history) * sizeof(double));
            touching = 0;
        }
    }
    for (Pairing &p : pairings)
        p.former = nullptr;
    MPI_Allreduce(&mine, &all, 1, MPI_LMP_BIGINT, MPI_SUM, world);
    if (comm->me == 0 && all > 0)
        error->warning(FLERR,
                       "pair_style dashpot: {} contacts begin anew, since the law of their types "
                       "has changed; what they had stored is not what they store now",
                       all);
}

// --- forces --------------------------------------------------------------------------------------

// m1 m2/(m1 + m2) as a quotient; of a frozen sphere and another, the mass of the other.
inline void PairDashpot::set_mass(int i, int j, Touch &touch) const {
    double mi = atom->rmass[i], mj = atom->rmass[j];
    touch.mass = mi * mj;
    touch.mass_by = mi + mj;
    if (fix_rigid == nullptr && freeze_group_bit == 0) return;
    if (fix_rigid != nullptr && mass_rigid[i] > 0.0) mi = mass_rigid[i];
    if (fix_rigid != nullptr && mass_rigid[j] > 0.0) mj = mass_rigid[j];
    bool stays_i = atom->mask[i] & freeze_group_bit, stays_j = atom->mask[j] & freeze_group_bit;
    touch.mass = stays_j ? mi : stays_i ? mj : mi * mj;
    touch.mass_by = stays_i || stays_j ? 1.0 : mi + mj;
}

inline Touch PairDashpot::touch_of(int i, int j, double *values, bool is_new) const {
    const double *xi = atom->x[i], *xj = atom->x[j], *vi = atom->v[i], *vj = atom->v[j];
    const double *wi = atom->omega[i], *wj = atom->omega[j];
    double ri = atom->radius[i], rj = atom->radius[j];
    Touch touch;
    for (int c = 0; c < 3; c++) {
        touch.d[c] = xi[c] - xj[c];
        touch.u[c] = vi[c] - vj[c];
        touch.w[c] = ri * wi[c] + rj * wj[c];
    }
    touch.reach = ri + rj;
    touch.radius = ri * rj;
    set_mass(i, j, touch);
    touch.history = values;
    touch.is_new = is_new;
    touch.i = i;
    touch.j = j;
    return touch;
}

// With newton off a pair of two processes is counted by both.
double PairDashpot::weight_of(int j) const {
    return force->newton_pair || j < atom->nlocal ? 1.0 : 0.5;
}

void PairDashpot::end_touch(const Touch &touch, const Touches &touches, int &touching) {
    Energies last = touches.end(touch, dt);
    double weight = weight_of(touch.j);
    ledger->lost.add(last, weight);
    endings.add(touches.ending_of(touch, last.damping), weight, atom->tag[touch.i],
                atom->tag[touch.j], update->ntimestep);
    memset(touch.history, 0, static_cast<size_t>(size_history) * sizeof(double));
    touching = 0;
}

void PairDashpot::collect(int i, int jnum, const int *jlist, int *touching, double *histories) {
    double *const *x = atom->x;
    const double *radius = atom->radius;
    double xi = x[i][0], yi = x[i][1], zi = x[i][2], ri = radius[i];
    const Pairing *row = &pairings[static_cast<size_t>(atom->type[i] * (atom->ntypes + 1))];
    for (int jj = 0; jj < jnum; jj++) {
        int j = jlist[jj] & NEIGHMASK;
        double dx = xi - x[j][0], dy = yi - x[j][1], dz = zi - x[j][2];
        double rsq = dx * dx + dy * dy + dz * dz, sum = ri + radius[j];
        if (rsq >= sum * sum && !touching[jj]) continue;
        double *values = histories + static_cast<ptrdiff_t>(size_history) * jj;
        Touches &touches = *row[atom->type[j]].touches;
        if (rsq >= sum * sum) {
            if (commits) end_touch(touch_of(i, j, values, false), touches, touching[jj]);
            continue;
        }
        check_overlap(i, j, rsq);
        touches.push(touch_of(i, j, values, !touching[jj]));
        if (commits) touching[jj] = 1;
        if (touches.is_full()) flush(touches);
    }
}

inline void PairDashpot::check_overlap(int i, int j, double rsq) const {
    double ri = atom->radius[i], rj = atom->radius[j], larger = ri > rj ? ri : rj;
    if (rsq >= larger * larger) return;
    stop({fmt::format("they overlap by {:.4g} m, more than the radius of the smaller one, {:.4g} "
                      "m; no solid sphere does that",
                      ri + rj - std::sqrt(rsq), ri < rj ? ri : rj),
          i, j});
}

// Four sums at a time, which need not wait for each other.
double PairDashpot::sum_of(const Touches &touches, const double *values) const {
    double part[4] = {0, 0, 0, 0};
    int owned = force->newton_pair ? INT_MAX : atom->nlocal;
    for (int n = 0; n < touches.count(); n++)
        part[n % 4] += touches.j()[n] < owned ? values[n] : 0.5 * values[n];
    return (part[0] + part[1]) + (part[2] + part[3]);
}

void PairDashpot::flush(Touches &touches) {
    try {
        touches.advance(dt, commits);
    } catch (const Failure &failure) {
        stop(failure);
    }
    add_forces(touches);
    if (commits) {
        if (touches.damps()) ledger->lost.damping += sum_of(touches, touches.damped());
        ledger->lost.friction += sum_of(touches, touches.rubbed());
    }
    for (int n = 0; evflag && n < touches.count(); n++)
        ev_tally_xyz(touches.i()[n], touches.j()[n], atom->nlocal, force->newton_pair, 0.0, 0.0,
                     touches.force(0)[n], touches.force(1)[n], touches.force(2)[n], touches.d(0)[n],
                     touches.d(1)[n], touches.d(2)[n]);
    touches.clear();
}

// Contacts of one atom follow each other, so its own sums are kept until the next one comes.
void PairDashpot::add_forces(const Touches &touches) {
    double **f = atom->f, **torque = atom->torque;
    const double *radius = atom->radius;
    const int *first = touches.i(), *second = touches.j();
    int count = touches.count(), owned = force->newton_pair ? INT_MAX : atom->nlocal;
    for (int n = 0; n < count;) {
        int i = first[n];
        double force[3] = {0, 0, 0}, arm[3] = {0, 0, 0};
        for (; n < count && first[n] == i; n++) {
            int j = second[n];
            double *fj = f[j], *tj = torque[j], rj = radius[j];
            for (int c = 0; c < 3; c++) {
                double push = touches.force(c)[n], turn = touches.arm(c)[n];
                force[c] += push;
                arm[c] += turn;
                if (j >= owned) continue;
                fj[c] -= push;
                tj[c] -= rj * turn;
            }
        }
        for (int c = 0; c < 3; c++) {
            f[i][c] += force[c];
            torque[i][c] -= radius[i] * arm[c];
        }
    }
}

void PairDashpot::stop(const Failure &failure) const {
    Dashpot::write_at_once(lmp);
    if (failure.i < 0) error->one(FLERR, "pair_style dashpot: {}", failure.sentence);
    error->one(FLERR, "pair_style dashpot: atoms {} and {} at step {}: {}", atom->tag[failure.i],
               atom->tag[failure.j], update->ntimestep, failure.sentence);
    std::abort();  // not reached: LAMMPS ends the run
}

// As the granular styles do: a sphere of a rigid body pushes with the mass of the body.
void PairDashpot::follow_rigid_bodies() {
    if (fix_rigid == nullptr || neighbor->ago != 0) return;
    int unused;
    int *body = static_cast<int *>(fix_rigid->extract("body", unused));
    double *mass_body = static_cast<double *>(fix_rigid->extract("masstotal", unused));
    if (atom->nmax > nmax) {
        memory->destroy(mass_rigid);
        nmax = atom->nmax;
        memory->create(mass_rigid, nmax, "pair:mass_rigid");
    }
    for (int i = 0; i < atom->nlocal; i++)
        mass_rigid[i] = body[i] >= 0 ? mass_body[body[i]] : 0.0;
    comm->forward_comm_pair(this);
}

void PairDashpot::compute(int eflag, int vflag) {
    ev_init(eflag, vflag);
    // before the first step of a run nothing has moved
    commits = !update->setupflag;
    follow_rigid_bodies();
    retire();
    for (const auto &touches : all_touches) {
        touches->rewind();
        if (neighbor->ago == 0) touches->reorder();
    }
    for (int ii = 0; ii < list->inum; ii++) {
        int i = list->ilist[ii];
        collect(i, list->numneigh[i], list->firstneigh[i], fix_history->firstflag[i],
                fix_history->firstvalue[i]);
    }
    for (const auto &touches : all_touches)
        flush(*touches);
    if (eflag_global || eflag_atom) tally_energy();
    if (vflag_fdotr) virial_fdotr_compute();
}

// Seen from the other atom the spring along the surface points the other way; all else is the same.
void PairDashpot::transfer_history(double *source, double *target) {
    for (int k = 0; k < size_history; k++)
        target[k] = k < layout.turned ? -source[k] : source[k];
}

// --- what is asked about contacts ----------------------------------------------------------------

template <typename Visit> void PairDashpot::visit_contacts(Visit visit) {
    if (list == nullptr || fix_history->firstflag == nullptr) return;
    for (int ii = 0; ii < list->inum; ii++) {
        int i = list->ilist[ii];
        for (int jj = 0; jj < list->numneigh[i]; jj++) {
            int j = list->firstneigh[i][jj] & NEIGHMASK;
            double *values = fix_history->firstvalue[i] + static_cast<ptrdiff_t>(size_history) * jj;
            double sum = atom->radius[i] + atom->radius[j], rsq = 0.0;
            for (int c = 0; c < 3; c++)
                rsq += (atom->x[i][c] - atom->x[j][c]) * (atom->x[i][c] - atom->x[j][c]);
            if (rsq >= sum * sum) continue;
            visit(i, j, touch_of(i, j, values, !fix_history->firstflag[i][jj]),
                  *pairing(atom->type[i], atom->type[j]).touches);
        }
    }
}

void PairDashpot::tally_energy() {
    visit_contacts([this](int i, int j, const Touch &touch, Touches &touches) {
        View view = touches.look(touch, dt);
        double stored = view.energies.stored_normal + view.energies.stored_tangential;
        ev_tally(i, j, atom->nlocal, force->newton_pair, stored, 0.0, 0.0, 0.0, 0.0, 0.0);
    });
}

Energies PairDashpot::energies() {
    // unfix may have taken it
    int at = modify->find_fix("DASHPOT_LEDGER");
    if (at < 0)
        error->all(FLERR, "fix DASHPOT_LEDGER, where pair_style dashpot keeps its losses, is gone");
    Energies all = static_cast<FixDashpotLedger *>(modify->fix[at])->lost;
    visit_contacts([this, &all](int, int j, const Touch &touch, Touches &touches) {
        all.add(touches.look(touch, dt).energies, weight_of(j));
    });
    return all;
}

std::vector<std::string> PairDashpot::breaches() {
    std::vector<std::string> notes;
    bool has_flowed = Dashpot::has_flowed(lmp);
    for (int i = 1; i <= atom->ntypes; i++)
        for (int j = i; j <= atom->ntypes; j++) {
            Touches *touches = pairing(i, j).touches.get();
            if (touches == nullptr) continue;
            for (const std::string &note : Dashpot::breaches_of(*touches, has_flowed))
                notes.push_back(fmt::format("types {} and {}: {}", i, j, note));
            touches->reset_extremes();
        }
    return notes;
}

void PairDashpot::watch_step(double damping, bool is_last) {
    std::vector<std::string> notes = endings.notes(lmp, damping, is_last);
    for (std::string &note : notes)
        note = "pair_style dashpot: " + note;
    Dashpot::print_warnings(lmp, notes);
    watch_sizes();
    if (is_last) endings.reset();
}

// One stiffness is that of one pair of radii.
void PairDashpot::watch_sizes() {
    bool is_needed = false;
    for (const Pairing &p : pairings)
        is_needed |= p.recipe && p.recipe->has_own_stiffness();
    if (!is_needed) return;
    size_t types = static_cast<size_t>(atom->ntypes + 1);
    std::vector<double> least(types), most(types);
    Dashpot::find_radii(lmp, least, most);
    for (int i = 1; i <= atom->ntypes; i++)
        for (int j = i; j <= atom->ntypes; j++) {
            size_t a = static_cast<size_t>(i), b = static_cast<size_t>(j);
            const Recipe *recipe = pairing(i, j).recipe.get();
            if (recipe == nullptr || !(most[a] > 0.0) || !(most[b] > 0.0)) continue;
            sizes.add(*recipe, least[a] * least[b] / (least[a] + least[b]),
                      most[a] * most[b] / (most[a] + most[b]));
        }
    sizes.print(lmp, "pair_style dashpot");
}

// compute pair/local: eng and force as usual; p1 to p3 tangential force, p4 its size, p5 normal
// force, p6 indentation, p7 dent, p8 energy lost in this touch, p9 and p10 energies stored across
// and along
double PairDashpot::single(int i, int j, int itype, int jtype, double rsq, double, double,
                           double &fforce) {
    double sum = atom->radius[i] + atom->radius[j];
    fforce = 0.0;
    for (int k = 0; k < single_extra; k++)
        svector[k] = 0.0;
    if (rsq >= sum * sum) return 0.0;
    const int *jlist = list->firstneigh[i];
    int jnum = list->numneigh[i], at = 0;
    while (at < jnum && (jlist[at] & NEIGHMASK) != j)
        at++;
    std::vector<double> none(static_cast<size_t>(size_history), 0.0);
    bool is_new = at == jnum || !fix_history->firstflag[i][at];
    double *values = is_new
                         ? none.data()
                         : fix_history->firstvalue[i] + static_cast<ptrdiff_t>(size_history) * at;
    View view = pairing(itype, jtype).touches->look(touch_of(i, j, values, is_new), dt);
    const double *side = view.tangential;
    double size = std::sqrt(side[0] * side[0] + side[1] * side[1] + side[2] * side[2]);
    const double shown[] = {side[0],
                            side[1],
                            side[2],
                            size,
                            view.normal,
                            view.indentation,
                            view.dent,
                            view.lost,
                            view.energies.stored_normal,
                            view.energies.stored_tangential};
    std::copy(shown, shown + 10, svector);
    fforce = view.normal / std::sqrt(rsq);
    return view.energies.stored_normal + view.energies.stored_tangential;
}

double PairDashpot::memory_usage() {
    return PairGranHookeHistory::memory_usage() +
           static_cast<double>(all_touches.size() * sizeof(Touches));
}

// --- restart files: the words of the input script ------------------------------------------------

// In a hybrid style LAMMPS keeps the settings alone; pair_coeff is given again.
void PairDashpot::write_restart_settings(FILE *fp) {
    int edition = Dashpot::Layout::edition;
    fwrite(&edition, sizeof edition, 1, fp);
}

void PairDashpot::read_restart_settings(FILE *fp) {
    int edition = 0;
    if (comm->me == 0) utils::sfread(FLERR, &edition, sizeof edition, 1, fp, nullptr, error);
    MPI_Bcast(&edition, 1, MPI_INT, 0, world);
    check_edition(edition);
}

void PairDashpot::check_edition(int edition) const {
    if (edition != Dashpot::Layout::edition)
        error->all(FLERR,
                   "pair_style dashpot: the restart file is of another version of the plugin, "
                   "whose contacts remember other things; go on with that version");
}

void PairDashpot::write_restart(FILE *fp) {
    write_restart_settings(fp);
    for (int i = 1; i <= atom->ntypes; i++)
        for (int j = i; j <= atom->ntypes; j++) {
            std::string text;
            if (setflag[i][j])
                for (const std::string &word : pairing(i, j).recipe->words)
                    text += word + "\n";
            int size = static_cast<int>(text.size());
            fwrite(&size, sizeof size, 1, fp);
            fwrite(text.data(), 1, text.size(), fp);
        }
}

static std::vector<std::string> split_lines(const std::string &text) {
    std::vector<std::string> lines;
    for (size_t from = 0, end; (end = text.find('\n', from)) != std::string::npos; from = end + 1)
        lines.push_back(text.substr(from, end - from));
    return lines;
}

void PairDashpot::read_restart(FILE *fp) {
    if (!allocated) allocate();
    read_restart_settings(fp);
    for (int i = 1; i <= atom->ntypes; i++)
        for (int j = i; j <= atom->ntypes; j++) {
            int size = 0;
            if (comm->me == 0) utils::sfread(FLERR, &size, sizeof size, 1, fp, nullptr, error);
            MPI_Bcast(&size, 1, MPI_INT, 0, world);
            if (size < 0 || size > 1 << 20)
                error->all(FLERR, "the restart file holds no laws of pair_style dashpot");
            std::string text(static_cast<size_t>(size), '\0');
            if (comm->me == 0 && size > 0)
                utils::sfread(FLERR, &text[0], 1, text.size(), fp, nullptr, error);
            MPI_Bcast(&text[0], size, MPI_CHAR, 0, world);
            setflag[i][j] = 0;
            if (size == 0) continue;
            try {
                set_pairs(i, i, j, j, split_lines(text));
                pairing(i, j).is_restored = pairing(j, i).is_restored = true;
            } catch (const std::invalid_argument &refusal) {
                error->all(FLERR, "restart file, types {} and {}: {}", i, j, refusal.what());
            }
        }
}
