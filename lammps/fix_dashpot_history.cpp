#include "fix_dashpot_history.h"

#include "comm.h"
#include "update.h"

using namespace LAMMPS_NS;

// At the end of a run the histories went from the list of neighbours to the atoms. LAMMPS takes
// them from the list once more when it writes a file, though atoms may have been deleted or have
// gone to other processes meanwhile (delete_atoms, balance, write_restart itself), and gives them
// to the wrong contacts.
void FixDashpotHistory::write_restart(FILE *fp) {
    if (update->whichflag != 0) {
        FixNeighHistory::write_restart(fp);
        return;
    }
    if (comm->me != 0) return;
    int size = 0;  // as the base class: all that is kept is kept per atom
    fwrite(&size, sizeof size, 1, fp);
}
