// SUNDIALS ARKODE on the impact problem.

#include <math.h>
#include <stddef.h>

#include "peers.h"

#ifdef BENCH_ARKODE

#include <arkode/arkode_arkstep.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_config.h>

static int rates(realtype t, N_Vector y, N_Vector dy, void *user) {
    (void)t;
    double x = NV_Ith_S(y, 0) > 0.0 ? NV_Ith_S(y, 0) : 0.0, v = NV_Ith_S(y, 1);
    NV_Ith_S(dy, 0) = v;
    NV_Ith_S(dy, 1) = -x * sqrt(x) * (1.0 + *(double *)user * v);
    return 0;
}

static int root(realtype t, N_Vector y, realtype *g, void *user) {
    (void)t, (void)user;
    g[0] = NV_Ith_S(y, 0);
    return 0;
}

double peer_arkode(double d) {
    static SUNContext context;
    static N_Vector y;
    static void *history;
    static double factor;
    factor = d;
    if (context == NULL) {
        if (SUNContext_Create(NULL, &context) != 0) return NAN;
        y = N_VNew_Serial(2, context);
    }
    NV_Ith_S(y, 0) = 0.0;
    NV_Ith_S(y, 1) = 1.0;
    if (history == NULL) {
        int down = -1;
        history = ARKStepCreate(rates, NULL, 0.0, y, context);
        ARKStepSetTableNum(history, ARKODE_DIRK_NONE, ARKODE_DORMAND_PRINCE_7_4_5);
        ARKStepSStolerances(history, 1e-9, 1e-11);
        ARKStepSetUserData(history, &factor);
        ARKStepSetMaxNumSteps(history, 100000);
        ARKStepRootInit(history, 1, root);
        ARKStepSetRootDirection(history, &down);
    } else {
        ARKStepReInit(history, rates, NULL, 0.0, y);
    }
    double t = 0.0;
    int status = ARKStepEvolve(history, 100.0, y, &t, ARK_NORMAL);
    return status == ARK_ROOT_RETURN ? -NV_Ith_S(y, 1) : NAN;
}

const char *peer_arkode_name(void) {
    return "SUNDIALS " SUNDIALS_VERSION " ARKODE Dormand-Prince 7-4-5";
}

#else

double peer_arkode(double d) {
    return (void)d, NAN;
}
const char *peer_arkode_name(void) {
    return "skipped: SUNDIALS is not installed (libsundials-dev)";
}

#endif
