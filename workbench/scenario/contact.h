#ifndef WORKBENCH_SCENARIO_CONTACT_H
#define WORKBENCH_SCENARIO_CONTACT_H

#include "dashpot/dashpot.h"
#include "scenario/field.h"

// A contact block: policies from a table of fields, parameters from the law's own table, entries of
// the pair from the library's list.

/// Friction of a contact: a number, which is mu of coulomb, or a map with a law and its parameters.
struct friction_block {
    const struct node *node;  // NULL: no friction
    dp_friction_def def;      // its law is NULL without friction, or after a diagnostic
};

struct contact_block {
    const struct node *node;
    dp_contact_def def;  // law and parameters, policies, and the pair as far as it was given here
    int geometry, tension;
    int mass;              // of a mechanism, see below
    int restitution_from;  // -1: not asked for
    double approach, approach_floor;
    double psi, epsilon;      // of restitution_from: ma-liu
    double dynamic_pressure;  // [Pa] of restitution_from: johnson
    struct friction_block friction;
};

enum {
    RESTITUTION_FROM_WAVES,
    RESTITUTION_FROM_MA_LIU,
    RESTITUTION_FROM_JOHNSON,
    RESTITUTION_FROM_THORNTON,
};

/// Which mass a law of a mechanism gets.
enum { MASS_EFFECTIVE, MASS_PAIR };

/// The key that goes with restitution_from: johnson alone.
extern const struct field contact_dynamic_pressure;

/// Keys every contact has, whatever its law; `law` first.
extern const struct field contact_fields[];

/// A parameter of a law, or an entry of the pair, as a field; offset and key apart the same as any.
struct field contact_param_field(const dp_param *param);
struct field contact_pair_field(const dp_law *law, const dp_pair_field *entry);

/// May the pair entry stand in a contact block? A mass may not: bodies have masses.
bool contact_takes(const dp_pair_field *entry);

void contact_read(struct reader *reader, const struct node *node, struct contact_block *block);

/// Complain about friction in a contact whose surfaces do not slide.
void contact_refuse_friction(struct reader *reader, const struct node *contact);

/// The field of a parameter of the friction law that stands at `node`; false when it has none.
bool friction_param_field(const struct node *node, const char *key, struct field *found);

void friction_read(struct reader *reader, const struct node *node, struct friction_block *block);

/// Where coulomb sticks exactly it has no `v_s`. False after a diagnostic.
bool friction_check_exact(struct reader *reader, const struct friction_block *block);

/// Two bodies about to touch.
struct body_pair {
    dp_body body[2];
    double mass;       // [kg] effective
    double speed;      // [m/s] of approach
    bool is_solid[2];  // the radius is the size of the body, not only that of its surface
    bool is_journal;   // in a bearing
    bool are_balls;    // mass and density of a body belong to a ball of its radius
};

/// A contact that is ready to run.
struct prepared_contact {
    dp_contact_def def;
    dp_pair derived;  // what follows from the bodies; entries of the block replace it in `def`
    dp_contact contact;
    dp_contact first;  // as it is at the speed of the meeting
    double speed;      // [m/s] of the meeting; 0: not known
    double requested;  // restitution asked for at this speed; NaN: none
    const struct node *node;
    struct body_pair meeting;  // what it was prepared for
    dp_friction friction;      // its law is NULL without friction
    dp_friction_def slider;    // what it was made of
    bool has_guessed_ratio;    // no material says how stiff the surfaces are along each other
};

/// Join the block and the bodies; false after a diagnostic.
bool contact_build(struct reader *reader, const struct contact_block *block,
                   const struct body_pair *meeting, struct prepared_contact *touch);

/// Poisson's ratio of the weaker material, which a law of a body that yields takes where none is
/// given; NaN: not known, or another law.
double contact_poisson(const struct prepared_contact *touch);

/// Does the stiffness ratio of this friction law follow from the materials?
bool friction_has_ratio(const dp_friction_law *law);

/// The stiffness ratio of friction with compliance follows from the materials where it is not given
/// at the node. Returns whether they do not tell; the note says so.
bool friction_take_ratio(const struct node *given, const struct body_pair *meeting,
                         dp_friction_def *friction);
void friction_note_ratio(bool is_guessed, const char *where, struct outcome *outcome);

/// Values given in contact blocks, over all contacts that were built from them: those without any
/// effect, and those that differ by more than a tenth from what the bodies give. A stiffness that
/// acts on pairs of other radii, and a mass that is not that of a ball of this radius.
struct given_value {
    const struct contact_block *block;
    const struct node *node;
    bool has_effect;
};
struct replacement {
    const struct node *node;  // the given value
    const char *unit, *source;
    double given, low, high;  // low, high: what it replaces
};
struct odd_mass {
    double mass, radius, density;  // density NaN: not known
    double ratio;                  // to the mass of such a ball, or the density that it would have
    double excess;                 // beyond 1: how far outside of what may be
};
struct shared_stiffness {
    const struct node *node;
    double given, low, high;  // low, high: radii of the pairs it acts on
};
enum { GIVEN_MAX = 64, REPLACEMENTS_MAX = 16, SHARED_MAX = 4 };
struct contact_remarks {
    struct given_value given[GIVEN_MAX];
    int given_count;
    struct replacement replaced[REPLACEMENTS_MAX];
    int replaced_count;
    struct shared_stiffness shared[SHARED_MAX];  // no modulus says what they replace
    int shared_count;
    struct odd_mass mass;  // the worst
    long contacts;
};

/// Starts zeroed.
void contact_remark(const struct contact_block *block, const struct prepared_contact *touch,
                    struct contact_remarks *remarks);

/// As notes; `where` names the contact, NULL where there is only one.
void contact_tell_remarks(const struct contact_remarks *remarks, const char *where,
                          struct outcome *outcome);

/// Those of one contact, and the ratio of friction that no material gives.
void contact_notes(const struct contact_block *block, const struct prepared_contact *touch,
                   const char *where, struct outcome *outcome);

#endif
