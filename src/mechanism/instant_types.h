// Where everything is and how it moves, of REAL numbers: those of one instant, or of several side
// by side. Included by motion.h and lanes.h.

/// A link: position, velocity, acceleration of its centre of mass in the fixed frame, the wrench
/// that acts on it from outside, and its articulated inertia.
struct STATE {
    REAL c, s;  // cosine and sine of its angle
    REAL x, y, angle;
    REAL vx, vy, w;
    REAL px, py;                  // joint point, from the centre of the parent
    REAL sx, sy;                  // own centre, from the joint point (pin) or from the parent
    REAL axis_x, axis_y;          // slide
    REAL bx, by;                  // acceleration that needs no unknown one
    REAL bw;                      // driven angular acceleration of a pin; slide: of its position
    REAL ax, ay, alpha, slide;    // accelerations
    REAL fx, fy, m;               // wrench from outside, about the centre
    REAL xx, xy, yy, xt, yt, tt;  // articulated inertia
    REAL zx, zy, zt;              // bias force
    REAL ux, uy, ut, d;           // inertia along the unknown, and 1 over its own part
};

/// A pair of surfaces.
struct TOUCH {
    REAL ex, ey, distance;
    REAL nx, ny;  // the way the first body has to go for more indentation
    REAL delta, rate, slip;
    REAL rx1, ry1, rx2, ry2;  // centres, from the centres of mass
    REAL arm1, arm2;          // of the friction about them
    REAL force, spring, plastic, friction;
    REAL z_rate;
    REAL drag;  // part of the friction that a grip takes as a damper
};

/// Power of dampers and of applied forces.
struct POWER {
    REAL damping, applied;
};
