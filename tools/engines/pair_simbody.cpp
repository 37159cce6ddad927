// Two steel balls head on in Simbody. BLOCK is a file with what dashpot export prints; prints the
// speed at which they part.

#include <Simbody.h>

#include <cstdio>

using namespace SimTK;

int main() {
    const double radius = 0.01, mass = 4.0 / 3.0 * Pi * radius * radius * radius * 7800;
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    GeneralContactSubsystem contacts(system);
    const ContactSetIndex set = contacts.createContactSet();
    HuntCrossleyForce force(forces, contacts, set);
    const Body::Rigid body(MassProperties(mass, Vec3(0), UnitInertia::sphere(radius)));
    Array_<MobilizedBody::Slider> ball;
    for (int i = 0; i < 2; i++) {
        const Transform place(Vec3(2.0 * radius * i, 0.0, 0.0));
        ball.push_back(MobilizedBody::Slider(matter.Ground(), place, body, Transform()));
        contacts.addBody(set, ball.back(), ContactGeometry::Sphere(radius), Transform());
        const ContactSurfaceIndex surface(i);
#include BLOCK
    }
    State state = system.realizeTopology();
    ball[0].setRate(state, 1.0);
    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(1e-9);
    integrator.setMaximumStepSize(1e-8);
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);
    stepper.stepTo(120e-6);
    printf("%.12g\n", ball[1].getRate(stepper.getState()) - ball[0].getRate(stepper.getState()));
}
