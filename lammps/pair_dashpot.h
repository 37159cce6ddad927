#ifndef LMP_PAIR_DASHPOT_H
#define LMP_PAIR_DASHPOT_H

#include <memory>
#include <vector>

#include "endings.h"
#include "notes.h"
#include "pair_gran_hooke_history.h"
#include "touches.h"

// pair_style dashpot: spheres with a law of libdashpot. Neighbour lists, ghost atoms and the store
// of histories are those of LAMMPS' granular styles.

namespace LAMMPS_NS {

class FixDashpotLedger;

class PairDashpot : public PairGranHookeHistory {
  public:
    explicit PairDashpot(class LAMMPS *);

    void compute(int, int) override;
    void settings(int, char **) override;
    void coeff(int, char **) override;
    void init_style() override;
    double init_one(int, int) override;
    void write_restart(FILE *) override;
    void read_restart(FILE *) override;
    void write_restart_settings(FILE *) override;
    void read_restart_settings(FILE *) override;
    double single(int, int, int, int, double, double, double, double &) override;
    double memory_usage() override;
    void transfer_history(double *, double *) override;

    /// [J] of this process: what contacts hold now, what they have lost so far.
    Dashpot::Energies energies();

    /// Sentences about bounds of the laws that were broken since the last call, this process only.
    std::vector<std::string> breaches();

    /// What was decided without being asked, of all types.
    std::vector<std::string> decisions() const;

    /// Warn of a time step that is too long for contacts that have ended, and of a `stiffness` for
    /// spheres of many sizes. `damping` [J] is the ledger of this process. Called by all.
    void watch_step(double damping, bool is_last);

  private:
    struct Pairing {
        std::shared_ptr<Dashpot::Recipe> recipe;
        std::shared_ptr<Dashpot::Touches> touches;  // the same for I J and J I
        std::shared_ptr<Dashpot::Touches> former;   // those of another law, before pair_coeff
        bool is_restored = false;                   // from a restart file, and not run since
    };

    Pairing &pairing(int itype, int jtype);
    void set_pairs(int, int, int, int, const std::vector<std::string> &);
    void fit_history();
    void make_store();
    void retire();
    void follow_rigid_bodies();
    void set_mass(int i, int j, Dashpot::Touch &) const;
    Dashpot::Touch touch_of(int i, int j, double *history, bool is_new) const;
    void collect(int i, int jnum, const int *jlist, int *touching, double *histories);
    void end_touch(const Dashpot::Touch &, const Dashpot::Touches &, int &touching);
    void watch_sizes();
    void check_edition(int edition) const;
    void check_overlap(int i, int j, double rsq) const;
    void flush(Dashpot::Touches &);
    double sum_of(const Dashpot::Touches &, const double *values) const;
    void add_forces(const Dashpot::Touches &);
    template <typename Visit> void visit_contacts(Visit visit);
    void tally_energy();
    [[noreturn]] void stop(const Dashpot::Failure &) const;
    double weight_of(int j) const;

    Dashpot::Layout layout;
    std::vector<Pairing> pairings;  // (ntypes + 1)^2
    std::vector<std::shared_ptr<Dashpot::Touches>> all_touches;
    FixDashpotLedger *ledger = nullptr;
    Dashpot::Endings endings;
    Dashpot::Sizes sizes;
    bool commits = false;
};

}  // namespace LAMMPS_NS

#endif
