#include "fix_dashpot_ledger.h"

#include <cstring>

#include "comm.h"
#include "error.h"
#include "force.h"
#include "notes.h"
#include "pair_dashpot.h"

using namespace LAMMPS_NS;

FixDashpotLedger::FixDashpotLedger(LAMMPS *lmp, int narg, char **arg) : Fix(lmp, narg, arg) {
    restart_global = 1;
    nevery = Dashpot::watch_every;
}

int FixDashpotLedger::setmask() {
    return FixConst::END_OF_STEP;
}

void FixDashpotLedger::init() {
    Dashpot::print_other_styles(lmp, said);
}

void FixDashpotLedger::end_of_step() {
    auto *pair = dynamic_cast<PairDashpot *>(force->pair_match("dashpot", 1));
    if (pair != nullptr) pair->watch_step(lost.damping, false);
}

void FixDashpotLedger::write_restart(FILE *fp) {
    Dashpot::Energies all;
    MPI_Reduce(lost.begin(), all.begin(), Dashpot::Energies::count, MPI_DOUBLE, MPI_SUM, 0, world);
    if (comm->me != 0) return;
    int size = Dashpot::Energies::count * static_cast<int>(sizeof(double));
    fwrite(&size, sizeof size, 1, fp);
    fwrite(all.begin(), sizeof(double), Dashpot::Energies::count, fp);
}

void FixDashpotLedger::restart(char *buffer) {
    lost = Dashpot::Energies();
    if (comm->me == 0) std::memcpy(lost.begin(), buffer, sizeof lost);
}

void FixDashpotLedger::post_run() {
    auto *pair = dynamic_cast<PairDashpot *>(force->pair_match("dashpot", 1));
    if (pair == nullptr) return;
    pair->watch_step(lost.damping, true);
    Dashpot::print_notes(lmp, pair->breaches());
}
