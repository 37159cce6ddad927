// Two steel balls head on in ODE, the touch in the middle of a step. BLOCK is a file with what
// dashpot export prints, less the line that steps; prints the speed at which they part.

#include <ode/ode.h>
#include <stdio.h>

int main(void) {
    const double radius = 0.01, step = STEP;
    dInitODE2(0);
    dWorldID world = dWorldCreate();
    dJointGroupID group = dJointGroupCreate(0);
    dBodyID ball[2];
    dGeomID sphere[2];
    for (int i = 0; i < 2; i++) {
        dMass mass;
        dMassSetSphere(&mass, 7800, radius);
        ball[i] = dBodyCreate(world);
        dBodySetMass(ball[i], &mass);
        sphere[i] = dCreateSphere(0, radius);
        dGeomSetBody(sphere[i], ball[i]);
        dBodySetPosition(ball[i], i * (2.0 * radius + 0.5 * step), 0, 0);
    }
    dBodySetLinearVel(ball[0], 1, 0, 0);
    for (int k = 0; k < (int)(200e-6 / step); k++) {
        dContact contact = {0};
        if (dCollide(sphere[0], sphere[1], 1, &contact.geom, sizeof contact.geom) > 0) {
#include BLOCK
            dJointAttach(dJointCreateContact(world, group, &contact), ball[0], ball[1]);
        }
        dWorldStep(world, step);
        dJointGroupEmpty(group);
    }
    printf("%.12g\n", dBodyGetLinearVel(ball[1])[0] - dBodyGetLinearVel(ball[0])[0]);
    return 0;
}
