// Contacts whose restitution follows the speed (restitution_from). A law has one restitution among
// its constants, so each such contact is a run by itself with constants of its own, prepared again
// at a touch and, where the largest closing speed counts, whenever that grows.

#include <stdio.h>

#include "base/error.h"
#include "chain/chain.h"
#include "kernels/touch.h"

static double effective_mass(const dp_chain *chain, size_t c) {
    double inverse = 0.0;
    for (size_t i = c; i <= c + 1; i++)
        if (i >= chain->first && i <= chain->last) inverse += 1.0 / chain->mass[i];
    return 1.0 / inverse;
}

static dp_status prepare_at(const dp_chain *chain, const struct contact_group *run, size_t c,
                            double speed, dp_contact *out, dp_error *err) {
    return dp_contact_at_speed(run->own, speed, effective_mass(chain, c), out, err);
}

static int is_faster(const dp_chain *chain, const struct contact_group *run, size_t c, double delta,
                     double rate) {
    return run->own->recipe.approach_rule == DP_APPROACH_LARGEST && delta > 0.0 &&
           rate > chain->kept[c];
}

const dp_contact *dp_chain_law_in(const dp_chain *chain, const struct contact_group *run, size_t c,
                                  double delta, double rate, dp_contact *room,
                                  double m[DP_HISTORY_MAX]) {
    chain_gather(chain, run->contact, c, m);
    if (run->own == NULL) return run->contact;
    int is_new = delta > 0.0 && !(chain->touching[c] > 0.0);
    if (!is_new && !is_faster(chain, run, c, delta, rate)) return run->contact;
    // what no relation answers is told when the state is accepted
    if (prepare_at(chain, run, c, rate, room, NULL) != DP_OK) return run->contact;
    // another restitution may have another kernel: hertz has one for 1 and one for all others
    chain_gather(chain, room, c, m);
    dp_touch_begin(room, m, rate);
    return room;
}

void dp_chain_follow(const dp_chain *chain, const struct contact_group *run, size_t c,
                     double speed) {
    dp_error why = {0};
    if (run->own == NULL) return;
    chain->kept[c] = speed;
    dp_status status = prepare_at(chain, run, c, speed, run->own, &why);
    struct chain_refusal *refusal = chain->refusal;
    if (status == DP_OK || refusal->status != DP_OK) return;
    refusal->status = status;
    refusal->contact = c;
    snprintf(refusal->text, sizeof refusal->text, "contact %ld: %.400s",
             chain->first_number + (long)c, why.text);
}

dp_status dp_chain_refuse(const dp_chain *chain, dp_error *err) {
    const struct chain_refusal *refusal = chain->refusal;
    dp_fail(err, refusal->status, "%s", refusal->text);
    return dp_blame(err, refusal->status, DP_SUBJECT_CONTACT, (long)refusal->contact, NULL);
}

void dp_chain_follow_faster(const dp_chain *chain, const struct contact_group *run, size_t c,
                            double delta, double rate) {
    double m[DP_HISTORY_MAX];
    if (run->own == NULL || !is_faster(chain, run, c, delta, rate)) return;
    dp_chain_follow(chain, run, c, rate);
    chain_gather(chain, run->own, c, m);
    dp_touch_begin(run->own, m, rate);
    chain_scatter(chain, run->own, c, m);
}

void dp_chain_follow_restored(dp_chain *chain) {
    if (!chain->follows || !chain->restitution_is_stale) return;
    chain->restitution_is_stale = 0;
    for (size_t r = 0; r < chain->run_count; r++)
        if (chain->runs[r].own != NULL)
            dp_chain_follow(chain, &chain->runs[r], chain->runs[r].from,
                            chain->kept[chain->runs[r].from]);
}
