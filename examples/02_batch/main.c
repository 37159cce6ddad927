// Eight contacts of an elastoplastic law, pressed to different depths and then released by a tenth.
// Watch loading and unloading part where the material yields, and the dent that stays.
// dp_contact_advance is force and commit in one pass. Take dp_contact_forces in its place and the
// contacts forget: both forces then lie on the loading curve.

#include <stdio.h>

#include "dashpot/dashpot.h"

enum { COUNT = 8 };

static dp_status prepare(dp_contact *contact, dp_error *err) {
    dp_contact_def def = dp_contact_defaults(dp_law_find("ma-liu"));
    def.pair.modulus = 114e9;  // [Pa]
    def.pair.radius = 0.01;    // [m]
    def.pair.yield = 1.03e9;   // [Pa]
    return dp_contact_init(contact, &def, err);
}

// The dent of contact i; its history is column i of the batch.
static double dent(const dp_contact *contact, const dp_contact_arrays *lanes, int i) {
    double history[DP_HISTORY_MAX];
    for (int j = 0; j < DP_HISTORY_MAX; j++)
        history[j] = lanes->history[j][i];
    return dp_contact_residual(contact, history);
}

static dp_status press_and_release(const dp_contact *contact, dp_batch *batch) {
    double loading[COUNT];
    for (int i = 0; i < COUNT; i++)
        batch->delta[i] = 1e-6 * (1 << i);
    dp_status status = dp_contact_advance(contact, &batch->lanes);

    for (int i = 0; i < COUNT; i++) {
        loading[i] = batch->lanes.force[i];
        batch->delta[i] *= 0.9;
    }
    if (status == DP_OK) status = dp_contact_forces(contact, &batch->lanes);
    if (status != DP_OK) return status;

    printf("depth [um]    force [N]  at 0.9 depth [N]    dent [um]\n");
    for (int i = 0; i < COUNT; i++)
        printf("%10d  %11.8g  %16.8g  %11.8g\n", 1 << i, loading[i], batch->lanes.force[i],
               1e6 * dent(contact, &batch->lanes, i));
    return DP_OK;
}

int main(void) {
    dp_contact contact;
    dp_batch batch = {0};
    dp_error err = {0};

    dp_status status = prepare(&contact, &err);
    if (status == DP_OK) status = dp_batch_build(&batch, COUNT, NULL, &err);
    if (status == DP_OK) status = press_and_release(&contact, &batch);
    dp_batch_free(&batch);
    if (status != DP_OK) fprintf(stderr, "%s: %s\n", dp_status_text(status), err.text);
    return status == DP_OK ? 0 : 1;
}
