// See relations.h.

#include "relations.h"

#include <math.h>

static const double PI = 3.14159265358979323846;

// c0 = sqrt(E/rho) and c2 = sqrt(G/rho), G = E/(2(1+nu))
double eq37(double young, double poisson, double density, double speed) {
    double c0 = sqrt(young / density), c2 = sqrt(young / (2.0 * (1.0 + poisson)) / density);
    return exp(-0.6 * c0 / c2 * pow(speed / c0, 0.6));
}

struct curve {
    double Ke, dc, dp, c1, c2, c3, Pc, Pp, k1;
};

static struct curve curve_of(const dp_pair *pair, double psi, double epsilon) {
    double R = pair->radius, E = pair->modulus, sy = pair->yield, py = 1.61 * sy;
    double L = log(0.5 * epsilon * epsilon);
    struct curve c = {.Ke = 4.0 / 3.0 * E * sqrt(R), .dc = PI * PI * R * py * py / (4.0 * E * E)};
    c.dp = 0.5 * epsilon * epsilon * c.dc;
    c.c1 = PI * R * (py * (1.0 + L) - 2.0 * psi * sy) / L;
    c.c2 = PI * R * (2.0 * psi * sy - py) / L;
    c.Pc = c.Ke * pow(c.dc, 1.5);
    c.c3 = c.Pc - c.c1 * c.dc;
    c.Pp = c.dp * (c.c1 + c.c2 * L) + c.c3;
    c.k1 = 2.0 * PI * R * psi * sy;
    return c;
}

static double load(const struct curve *c, double x) {
    if (x < c->dc) return c->Ke * pow(x, 1.5);
    return x < c->dp ? x * (c->c1 + c->c2 * log(x / c->dc)) + c->c3 : c->Pp + c->k1 * (x - c->dp);
}

// Work of the middle stretch from dc to x.
static double mixed_work(const struct curve *c, double x) {
    double squares = x * x - c->dc * c->dc;
    return 0.5 * c->c1 * squares + c->c3 * (x - c->dc) +
           c->c2 * (0.5 * x * x * log(x / c->dc) - 0.25 * squares);
}

static double work(const struct curve *c, double x) {
    if (x < c->dc) return 0.4 * c->Ke * pow(x, 2.5);
    double first = 0.4 * c->Pc * c->dc;
    if (x < c->dp) return first + mixed_work(c, x);
    double over = x - c->dp;
    return first + mixed_work(c, c->dp) + c->Pp * over + 0.5 * c->k1 * over * over;
}

// sqrt(Ur/Uc). Where the printed law would leave a dent below zero nothing is lost.
double eq38(const dp_pair *pair, double psi, double epsilon, double mass, double speed) {
    struct curve c = curve_of(pair, psi, epsilon);
    double energy = 0.5 * mass * speed * speed, low = 0.0, high = 1.0;
    for (int i = 0; i < 200; i++) {
        double middle = 0.5 * (low + high);
        *(work(&c, middle) < energy ? &low : &high) = middle;
    }
    double dmax = 0.5 * (low + high), xm = dmax < c.dp ? dmax : c.dp;
    double Kx = c.Ke * sqrt(c.Ke * pow(xm, 1.5) / load(&c, xm));
    double depth = pow(load(&c, dmax) / Kx, 2.0 / 3.0);
    return dmax <= c.dc || depth >= dmax ? 1.0 : sqrt(0.4 * Kx * pow(depth, 2.5) / energy);
}
