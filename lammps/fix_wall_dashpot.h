#ifndef LMP_FIX_WALL_DASHPOT_H
#define LMP_FIX_WALL_DASHPOT_H

#include <memory>
#include <vector>

#include "endings.h"
#include "fix.h"
#include "notes.h"

// fix ID group wall/dashpot LAW key value ... [friction LAW key value ...] WALL [motion]: walls
// with a law of libdashpot. WALL is xplane, yplane or zplane with two coordinates (NULL: no wall
// there), or zcylinder with a radius, around the z axis. Its vector is the force on the wall [N].

namespace LAMMPS_NS {

class FixWallDashpot : public Fix {
  public:
    FixWallDashpot(class LAMMPS *, int, char **);
    ~FixWallDashpot() override;
    int setmask() override;
    void init() override;
    void setup(int) override;
    void post_force(int) override;
    void end_of_step() override;
    void post_run() override;
    void reset_dt() override;
    double compute_vector(int) override;

    double memory_usage() override;
    void grow_arrays(int) override;
    void copy_arrays(int, int, int) override;
    void set_arrays(int) override;
    int pack_exchange(int, double *) override;
    int unpack_exchange(int, double *) override;
    int pack_restart(int, double *) override;
    void unpack_restart(int, int) override;
    int size_restart(int) override;
    int maxsize_restart() override;
    void write_restart(FILE *) override;
    void restart(char *) override;

    /// [J] of this process: what contacts with the wall hold now, what they have lost so far.
    Dashpot::Energies energies();

    /// What was decided without being asked.
    std::vector<std::string> decisions() const { return Dashpot::notes_of(*recipe); }

  private:
    void read_wall(int narg, char **arg, int at);
    int read_motion(int narg, char **arg, int at);
    void move();
    double describe(int i, int side, Dashpot::Touch &touch) const;
    bool meet(int i, int side, Dashpot::Touch &touch) const;
    void hand_over();
    double mark(int edition) const;
    void watch_step(bool is_last);
    void watch_sizes();
    void end_touch(const Dashpot::Touch &);
    void flush();
    double mass_of(int i) const;
    Fix *find_rigid() const;
    double *values_of(int i, int side) const { return values[i] + side * (layout.entries() + 1); }
    [[noreturn]] void stop(const Dashpot::Failure &) const;

    std::unique_ptr<Dashpot::Recipe> recipe;
    Dashpot::Layout layout;
    std::unique_ptr<Dashpot::Touches> touches;

    bool is_cylinder = false;
    int axis = 2;                       // a plane lies across it
    bool is_there[2] = {false, false};  // planes: below and above
    double place[2] = {0, 0}, radius_of_cylinder = 0;
    int wiggles = -1, shears = -1;  // along which axis; -1: not
    double amplitude = 0, period = 1, shear_speed = 0;
    double offset[3] = {0, 0, 0}, velocity[3] = {0, 0, 0};
    double elapsed = 0;  // [s] since the wall was there; steps may have had several lengths

    int sides = 1, per_atom = 0;
    double **values = nullptr;  // per atom and side: is it touching, history
    Dashpot::Energies lost;     // [J]
    Dashpot::Endings endings;
    Dashpot::Sizes sizes;
    std::string said;  // about other styles, at the beginning of the last run
    double on_wall[3] = {0, 0, 0}, on_wall_all[3] = {0, 0, 0};
    bool commits = false, is_summed = false;
    double dt = 0;
    class Fix *fix_rigid = nullptr;
};

}  // namespace LAMMPS_NS

#endif
