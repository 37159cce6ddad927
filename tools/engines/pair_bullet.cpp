// Two steel balls head on in Bullet, the touch in the middle of a step. BLOCK is a file with what
// dashpot export prints, less the line that steps; prints the speed at which they part.

#include <btBulletDynamicsCommon.h>

#include <cstdio>

int main() {
    const double radius = 0.01, step = STEP;
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher(&configuration);
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld dynamics(&dispatcher, &broadphase, &solver, &configuration);
    btDiscreteDynamicsWorld *world = &dynamics;
    world->setGravity(btVector3(0, 0, 0));
    btSphereShape shape{btScalar(radius)};
    const double mass = 4.0 / 3.0 * 3.14159265358979 * radius * radius * radius * 7800;
    btVector3 inertia;
    shape.calculateLocalInertia(btScalar(mass), inertia);
    btRigidBody *ball[2];
    for (int i = 0; i < 2; i++) {
        btRigidBody::btRigidBodyConstructionInfo info(btScalar(mass), nullptr, &shape, inertia);
        // near the origin, where a float has most digits
        const double x = i == 0 ? -radius - 0.5 * step : radius;
        info.m_startWorldTransform.setOrigin(btVector3(btScalar(x), 0, 0));
        info.m_friction = 0;
        btRigidBody *body = ball[i] = new btRigidBody(info);
        body->setSleepingThresholds(0, 0);
#include BLOCK
        world->addRigidBody(body);
    }
    ball[0]->setLinearVelocity(btVector3(1, 0, 0));
    for (int k = 0; k < int(200e-6 / step); k++)
        world->stepSimulation(btScalar(step), 0);
    printf("%.9g\n",
           double(ball[1]->getLinearVelocity().x()) - double(ball[0]->getLinearVelocity().x()));
}
