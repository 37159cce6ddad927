// The slider-crank of peer_slider.h in SUNDIALS CVODE, written by hand for speed: minimal
// coordinates (angle of the rod, position of the slider), BDF, a dense 4 x 4 Jacobian by finite
// differences, the depth as root function and a new start at each touch and separation.

#define _POSIX_C_SOURCE 200809L  // clock_gettime

#include "peer_slider.h"

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_config.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

// y: angle of the rod, position of the slider, and their rates
enum { ROD, SLIDER, ROD_RATE, SLIDER_RATE, STATES };

typedef struct pin {
    double stiffness;
    double impact_speed;  // of the last impact; 0: apart
    long evaluations;
} pin;

// Where the journal is in its bearing.
typedef struct place {
    double crank_x, crank_y;  // crank pin
    double rod_x, rod_y;      // from crank pin to journal
    double normal_x, normal_y;
    double depth, rate, sliding;
} place;

static place locate(double t, const double *y) {
    place p;
    p.crank_x = slider_crank * cos(slider_speed * t);
    p.crank_y = slider_crank * sin(slider_speed * t);
    p.rod_x = slider_rod * cos(y[ROD]);
    p.rod_y = slider_rod * sin(y[ROD]);
    double x = p.crank_x + p.rod_x - y[SLIDER], y_off = p.crank_y + p.rod_y;
    double offset = sqrt(x * x + y_off * y_off);
    // concentric: any normal serves, there is no contact
    p.normal_x = offset > 0.0 ? x / offset : 1.0;
    p.normal_y = offset > 0.0 ? y_off / offset : 0.0;
    p.depth = offset - slider_clearance;
    double vx = -slider_speed * p.crank_y - y[ROD_RATE] * p.rod_y - y[SLIDER_RATE];
    double vy = slider_speed * p.crank_x + y[ROD_RATE] * p.rod_x;
    p.rate = vx * p.normal_x + vy * p.normal_y;
    p.sliding = vy * p.normal_x - vx * p.normal_y + slider_journal * y[ROD_RATE];
    return p;
}

static int rates(sunrealtype t, N_Vector state, N_Vector change, void *user) {
    pin *joint = (pin *)user;
    const double *y = NV_DATA_S(state);
    double *dy = NV_DATA_S(change);
    place p = locate(t, y);
    joint->evaluations++;
    double fx = 0.0, fy = 0.0;  // on the rod
    if (p.depth > 0.0 && joint->impact_speed > 0.0) {
        double n = slider_normal(joint->stiffness, p.depth, p.rate, joint->impact_speed);
        double f = slider_tangential(n, p.sliding);
        fx = -n * p.normal_x - f * p.normal_y;
        fy = -n * p.normal_y + f * p.normal_x;
    }
    // moments about the crank pin, which moves on a circle
    double arm_x = p.rod_x + slider_journal * p.normal_x;
    double arm_y = p.rod_y + slider_journal * p.normal_y;
    double square = slider_speed * slider_speed;
    double fictitious =
        0.5 * slider_rod_mass * square * (p.rod_x * p.crank_y - p.rod_y * p.crank_x);
    double inertia = slider_rod_inertia + 0.25 * slider_rod_mass * slider_rod * slider_rod;
    dy[ROD] = y[ROD_RATE];
    dy[SLIDER] = y[SLIDER_RATE];
    dy[ROD_RATE] = (arm_x * fy - arm_y * fx + fictitious) / inertia;
    dy[SLIDER_RATE] = -fx / slider_mass;
    return 0;
}

static int depth(sunrealtype t, N_Vector state, sunrealtype *g, void *user) {
    (void)user;
    g[0] = locate(t, NV_DATA_S(state)).depth;
    return 0;
}

// CVODE counts from its last start.
static void count_steps(void *cvode, slider_run *run) {
    long steps = 0;
    CVodeGetNumSteps(cvode, &steps);
    run->steps += steps;
}

static void change_mode(void *cvode, double t, N_Vector y, pin *joint, slider_run *run) {
    int direction = 0;
    CVodeGetRootInfo(cvode, &direction);
    if (direction > 0) {
        double speed = locate(t, NV_DATA_S(y)).rate;
        int slow = speed < slider_least_impact_speed;
        joint->impact_speed = slow ? slider_least_impact_speed : speed;
        run->impacts++;
    } else {
        joint->impact_speed = 0.0;
    }
    count_steps(cvode, run);
    CVodeReInit(cvode, t, y);
}

// Two turns from the start; the status of CVODE.
static int turn_twice(SUNContext context, slider_run *run) {
    pin joint = {.stiffness = slider_stiffness()};
    run->steps = run->impacts = 0;
    N_Vector y = N_VNew_Serial(STATES, context);
    NV_Ith_S(y, ROD) = 0.0;
    NV_Ith_S(y, SLIDER) = slider_crank + slider_rod;
    NV_Ith_S(y, ROD_RATE) = -slider_speed * slider_crank / slider_rod;
    NV_Ith_S(y, SLIDER_RATE) = 0.0;
    void *cvode = CVodeCreate(CV_BDF, context);
    SUNMatrix jacobian = SUNDenseMatrix(STATES, STATES, context);
    SUNLinearSolver solver = SUNLinSol_Dense(y, jacobian, context);
    CVodeInit(cvode, rates, 0.0, y);
    CVodeSStolerances(cvode, run->rtol, run->rtol * 1e-2);
    CVodeSetUserData(cvode, &joint);
    CVodeSetMaxNumSteps(cvode, 10000000);
    CVodeSetLinearSolver(cvode, solver, jacobian);
    CVodeRootInit(cvode, 1, depth);
    CVodeSetNoInactiveRootWarn(cvode);  // each new start is on the root
    double t = 0.0;
    int status = CV_SUCCESS;
    while (status >= 0 && t < slider_end) {
        status = CVode(cvode, slider_end, y, &t, CV_NORMAL);
        if (status == CV_ROOT_RETURN) change_mode(cvode, t, y, &joint, run);
    }
    count_steps(cvode, run);
    run->evaluations = joint.evaluations;
    run->x_end = NV_Ith_S(y, SLIDER);
    CVodeFree(&cvode);
    SUNLinSolFree(solver);
    SUNMatDestroy(jacobian);
    N_VDestroy(y);
    return status;
}

int main(int argc, char **argv) {
    slider_run run;
    if (!slider_ask(&run, argc, argv)) return 2;
    SUNContext context;
    if (SUNContext_Create(NULL, &context) != 0) return 1;
    for (int i = 0; i < run.repeats; i++) {
        double start = slider_now();
        int status = turn_twice(context, &run);
        run.seconds[i] = slider_now() - start;
        if (status < 0) return fprintf(stderr, "CVODE stopped with status %d\n", status), 1;
    }
    SUNContext_Free(&context);
    return slider_tell(&run, "SUNDIALS " SUNDIALS_VERSION " CVODE BDF") ? 0 : 1;
}
