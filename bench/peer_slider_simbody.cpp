// The slider-crank of peer_slider.h in Simbody, as its documentation would have a user write it:
// crank and rod on pins, the slider on a rail, the crank turned by a prescribed motion, the pin as
// Force::Custom, touch and separation as a triggered event. Two lines: CPODES with BDF, and
// Runge-Kutta-Merson, which is slow where the pin stays in contact. Accuracy is set to RTOL;
// setting up the system is not timed.

#include "peer_slider.h"

#include <Simbody.h>

#include <exception>
#include <string>

using namespace SimTK;

namespace {

// Where the journal is in its bearing.
struct Place {
    Vec3 normal, tangent, touch;
    double depth, rate, sliding;
};

class Pin : public Force::Custom::Implementation {
  public:
    Pin(const GeneralForceSubsystem &forces_, const MobilizedBody &rod_,
        const MobilizedBody &slider_)
        : forces(forces_), rod(rod_), slider(slider_) {}

    Place locate(const State &state) const {
        const Vec3 end(slider_rod, 0.0, 0.0);
        const Vec3 journal = rod.findStationLocationInGround(state, end);
        const Vec3 offset = journal - slider.getBodyOriginLocation(state);
        const Vec3 velocity =
            rod.findStationVelocityInGround(state, end) - slider.getBodyOriginVelocity(state);
        const double distance = offset.norm();
        Place p;
        // concentric: any normal serves, there is no contact
        p.normal = distance > 0.0 ? offset / distance : Vec3(1.0, 0.0, 0.0);
        p.tangent = Vec3(-p.normal[1], p.normal[0], 0.0);
        p.touch = journal + slider_journal * p.normal;
        p.depth = distance - slider_clearance;
        p.rate = dot(velocity, p.normal);
        p.sliding =
            dot(velocity, p.tangent) + slider_journal * rod.getBodyAngularVelocity(state)[2];
        return p;
    }

    double depth(const State &state) const {
        const Vec3 end(slider_rod, 0.0, 0.0);
        return (rod.findStationLocationInGround(state, end) - slider.getBodyOriginLocation(state))
                   .norm() -
               slider_clearance;
    }

    void calcForce(const State &state, Vector_<SpatialVec> &bodies, Vector_<Vec3> &,
                   Vector &) const override {
        evaluations++;
        const double impact_speed =
            Value<double>::downcast(forces.getDiscreteVariable(state, mode));
        if (!(impact_speed > 0.0)) return;
        const Place p = locate(state);
        if (p.depth <= 0.0) return;
        const double n = slider_normal(stiffness, p.depth, p.rate, impact_speed);
        const Vec3 force = slider_tangential(n, p.sliding) * p.tangent - n * p.normal;
        const Vec3 rod_arm = p.touch - rod.getBodyOriginLocation(state);
        const Vec3 slider_arm = p.touch - slider.getBodyOriginLocation(state);
        bodies[rod.getMobilizedBodyIndex()] += SpatialVec(rod_arm % force, force);
        bodies[slider.getMobilizedBodyIndex()] -= SpatialVec(slider_arm % force, force);
    }

    // what the pin stores does not enter the motion
    Real calcPotentialEnergy(const State &) const override { return 0.0; }

    // The speed of the last impact, 0 when apart, is part of the state, so that a change of it
    // restarts the integrator.
    void realizeTopology(State &state) const override {
        mode = forces.allocateDiscreteVariable(state, Stage::Dynamics, new Value<double>(0.0));
    }

    void set_impact_speed(State &state, double speed) const {
        Value<double>::updDowncast(forces.updDiscreteVariable(state, mode)) = speed;
    }

    mutable long evaluations = 0;

  private:
    const GeneralForceSubsystem &forces;
    const MobilizedBody &rod, &slider;
    const double stiffness = slider_stiffness();
    mutable DiscreteVariableIndex mode;
};

class TouchOrSeparation : public TriggeredEventHandler {
  public:
    TouchOrSeparation(const MultibodySystem &system_, const Pin &pin_)
        : TriggeredEventHandler(Stage::Position), system(system_), pin(pin_) {}

    Real getValue(const State &state) const override { return pin.depth(state); }

    void handleEvent(State &state, Real, bool &) const override {
        system.realize(state, Stage::Velocity);
        const double rate = pin.locate(state).rate;
        if (rate > 0.0) {
            const bool slow = rate < slider_least_impact_speed;
            pin.set_impact_speed(state, slow ? slider_least_impact_speed : rate);
            impacts++;
        } else {
            pin.set_impact_speed(state, 0.0);
        }
    }

    mutable long impacts = 0;

  private:
    const MultibodySystem &system;
    const Pin &pin;
};

struct Mechanism {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    MobilizedBody::Pin crank, rod;
    MobilizedBody::Slider slider;
    Pin *pin = nullptr;                  // owned by the force subsystem
    TouchOrSeparation *event = nullptr;  // owned by the system

    Mechanism() {
        // crank and the rod's centre of mass lie on the x axes of their bodies
        const Vec3 middle(0.5 * slider_rod, 0.0, 0.0);
        const double about_pin =
            slider_rod_inertia + 0.25 * slider_rod_mass * slider_rod * slider_rod;
        const MassProperties rod_mass(slider_rod_mass, middle, Inertia(0.0, about_pin, about_pin));
        // neither the crank's mass nor the slider's inertia enters
        const Body::Rigid crank_body(MassProperties(1.0, Vec3(0.0), UnitInertia(1.0)));
        const Body::Rigid slider_body(MassProperties(slider_mass, Vec3(0.0), Inertia(1.0)));
        crank = MobilizedBody::Pin(matter.Ground(), Transform(), crank_body, Transform());
        Motion::Steady(crank, slider_speed);
        rod = MobilizedBody::Pin(crank, Transform(Vec3(slider_crank, 0.0, 0.0)),
                                 Body::Rigid(rod_mass), Transform());
        slider = MobilizedBody::Slider(matter.Ground(), Transform(), slider_body, Transform());
        pin = new Pin(forces, rod, slider);
        Force::Custom(forces, pin);
        event = new TouchOrSeparation(system, *pin);
        system.addEventHandler(event);
    }

    State start() {
        State state = system.realizeTopology();
        rod.setAngle(state, 0.0);
        rod.setRate(state, -slider_speed * slider_crank / slider_rod - slider_speed);
        slider.setLength(state, slider_crank + slider_rod);
        slider.setRate(state, 0.0);
        return state;
    }
};

template <class Method> int measure(slider_run run, const char *name) {
    Mechanism mechanism;
    for (int i = 0; i < run.repeats; i++) {
        const State state = mechanism.start();
        mechanism.pin->evaluations = mechanism.event->impacts = 0;
        const double begin = slider_now();
        Method integrator(mechanism.system);
        integrator.setAccuracy(run.rtol);
        integrator.setInternalStepLimit(1000000000);  // or CPODES complains every 500 steps
        TimeStepper stepper(mechanism.system, integrator);
        stepper.initialize(state);
        stepper.stepTo(slider_end);
        run.seconds[i] = slider_now() - begin;
        run.x_end = mechanism.slider.getLength(stepper.getState());
        run.steps = integrator.getNumStepsTaken();
    }
    run.evaluations = mechanism.pin->evaluations;
    run.impacts = mechanism.event->impacts;
    return slider_tell(&run, name);
}

}  // namespace

int main(int argc, char **argv) {
    static slider_run run;
    if (!slider_ask(&run, argc, argv)) return 2;
    try {
        const int cpodes = measure<CPodesIntegrator>(run, "Simbody CPodes BDF");
        const int merson = measure<RungeKuttaMersonIntegrator>(run, "Simbody RungeKuttaMerson");
        return cpodes && merson ? 0 : 1;
    } catch (const std::exception &e) {
        fprintf(stderr, "Simbody: %s\n", e.what());
        return 1;
    }
}
