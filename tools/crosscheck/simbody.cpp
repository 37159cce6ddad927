// Single impact and line of steel balls in Simbody, written as its documentation has it: balls on
// sliders, HuntCrossleyForce between them, Runge-Kutta-Merson with a given accuracy. Run by
// tools/dashpot-crosscheck:
//     simbody version
//     simbody pair FACTOR DISSIPATION MAX_STEP ACCURACY END   "time x1 x2 v1 v2 force" per step
//     simbody chain BEADS FACTOR MAX_STEP ACCURACY END EVERY FILE
//     simbody lost                                            see lost() below
// FACTOR multiplies the stiffness E/(1 - nu^2) that the documentation asks for; MAX_STEP 0 leaves
// the step free. chain leaves FILE.force and FILE.end as chain.lammps does, one row of FILE.force
// per EVERY seconds, and prints steps and seconds.

#include <Simbody.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

using namespace SimTK;

namespace {

const double radius = 0.00476, young = 2e11, poisson = 0.3, density = 7850;
const double mass = 4.0 / 3.0 * Pi * radius * radius * radius * density;

struct Settings {
    int beads;
    double factor, dissipation;
};

struct Balls {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    GeneralContactSubsystem contacts{system};
    ContactSetIndex set = contacts.createContactSet();
    HuntCrossleyForce law{forces, contacts, set};
    Array_<MobilizedBody::Slider> ball;

    // side: distance of the line from the x axis, so that several lines do not meet
    void add(const Settings &s, double side) {
        const Body::Rigid body(MassProperties(mass, Vec3(0), UnitInertia::sphere(radius)));
        const double stiffness = s.factor * young / (1.0 - poisson * poisson);
        for (int i = 0; i < s.beads; i++) {
            const Transform place(Vec3(2.0 * radius * i, side, 0.0));
            ball.push_back(MobilizedBody::Slider(matter.Ground(), place, body, Transform()));
            contacts.addBody(set, ball.back(), ContactGeometry::Sphere(radius), Transform());
            law.setBodyParameters(ContactSurfaceIndex(int(ball.size()) - 1), stiffness,
                                  s.dissipation, 0.0, 0.0, 0.0);
        }
    }

    // what the contact right of ball k carries, k from 1: nothing else pushes the balls beyond it
    double carried(const State &state, int k) const {
        double sum = 0.0;
        for (int i = k; i < int(ball.size()); i++)
            sum += mass * ball[i].getBodyOriginAcceleration(state)[0];
        return sum;
    }
};

void tell_pair(const Balls &b, const State &state) {
    b.system.realize(state, Stage::Acceleration);
    printf("%.17g %.17g %.17g %.17g %.17g %.17g\n", state.getTime(), b.ball[0].getLength(state),
           b.ball[1].getLength(state) + 2.0 * radius, b.ball[0].getRate(state),
           b.ball[1].getRate(state), b.carried(state, 1));
}

int pair(char **argument) {
    Balls b;
    b.add({2, atof(argument[0]), atof(argument[1])}, 0.0);
    const double max_step = atof(argument[2]), end = atof(argument[4]);
    State state = b.system.realizeTopology();
    b.ball[0].setRate(state, 1.0);

    RungeKuttaMersonIntegrator integrator(b.system);
    integrator.setAccuracy(atof(argument[3]));
    if (max_step > 0.0) integrator.setMaximumStepSize(max_step);
    integrator.setReturnEveryInternalStep(true);
    integrator.setFinalTime(end);
    integrator.initialize(state);
    while (integrator.getTime() < end) {
        integrator.stepTo(end);
        tell_pair(b, integrator.getState());
    }
    return 0;
}

int chain(char **argument) {
    Balls b;
    const int beads = atoi(argument[0]);
    b.add({beads, atof(argument[1]), 0.0}, 0.0);
    const double end = atof(argument[4]), every = atof(argument[5]);
    State state = b.system.realizeTopology();
    b.ball[0].setRate(state, 1.0);

    RungeKuttaMersonIntegrator integrator(b.system);
    integrator.setAccuracy(atof(argument[3]));
    integrator.setMaximumStepSize(atof(argument[2]));
    TimeStepper stepper(b.system, integrator);
    stepper.initialize(state);

    const std::string name = argument[6];
    FILE *rows = fopen((name + ".force").c_str(), "w"), *last = fopen((name + ".end").c_str(), "w");
    if (!rows || !last) return 1;
    const double begin = realTime();
    const int count = int(end / every + 0.5);
    for (int i = 1; i <= count; i++) {
        stepper.stepTo(i * every);
        const State &now = stepper.getState();
        b.system.realize(now, Stage::Acceleration);
        fprintf(rows, "%d %.17g %.17g\n", i, b.carried(now, 26), b.carried(now, 38));
    }
    printf("%d %.17g\n", integrator.getNumStepsTaken(), realTime() - begin);
    for (int i = 0; i < beads; i++)
        fprintf(last, "%d %.17g %.17g 0\n", i + 1,
                2.0 * radius * i + b.ball[i].getLength(stepper.getState()),
                b.ball[i].getRate(stepper.getState()));
    return fclose(rows) || fclose(last) ? 1 : 0;
}

// Two pairs that have nothing to do with each other, both pressed together by 1 um. Pair A parts
// with 10 m/s, faster than its damper pushes, so its own force is held at zero. Prints the force
// in pair B over what it is while pair A is at rest.
int lost(char **) {
    Balls b;
    b.add({2, 1.0, 0.5}, 0.0);
    b.add({2, 1.0, 0.5}, 0.1);
    State state = b.system.realizeTopology();
    b.ball[0].setLength(state, 1e-6);
    b.ball[2].setLength(state, 1e-6);
    b.system.realize(state, Stage::Acceleration);
    const double alone = b.ball[3].getBodyOriginAcceleration(state)[0];
    b.ball[0].setRate(state, -10.0);
    b.system.realize(state, Stage::Acceleration);
    printf("%.17g\n", b.ball[3].getBodyOriginAcceleration(state)[0] / alone);
    return 0;
}

int version(char **) {
    int major, minor, build;
    SimTK_version_SimTKcommon(&major, &minor, &build);
    printf("%d.%d.%d\n", major, minor, build);
    return 0;
}

const struct Command {
    const char *name;
    int arguments;
    int (*run)(char **);
} commands[] = {{"pair", 5, pair}, {"chain", 7, chain}, {"lost", 0, lost}, {"version", 0, version}};

}  // namespace

int main(int argc, char **argv) {
    try {
        for (const Command &c : commands)
            if (argc == c.arguments + 2 && !strcmp(argv[1], c.name)) return c.run(argv + 2);
    } catch (const std::exception &e) {
        fprintf(stderr, "Simbody: %s\n", e.what());
        return 1;
    }
    fprintf(stderr, "see the top of simbody.cpp\n");
    return 2;
}
