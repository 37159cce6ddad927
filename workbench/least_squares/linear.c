// Least squares with a few unknowns, by orthogonal steps: no squared condition numbers.

#include "least_squares/linear.h"

#include <float.h>
#include <math.h>
#include <string.h>

// Make the entries of v below the first zero by a reflection: v becomes its vector, and what stands
// in the first place afterwards is returned. 0: there is nothing to do.
static double reflect(double *v, size_t count, size_t stride) {
    double largest = 0.0;
    for (size_t i = 0; i < count; i++)
        largest = fmax(largest, fabs(v[i * stride]));
    if (largest == 0.0) return 0.0;
    double sum = 0.0;
    for (size_t i = 0; i < count; i++)
        sum += (v[i * stride] / largest) * (v[i * stride] / largest);
    double length = largest * sqrt(sum), head = v[0] > 0.0 ? -length : length;
    double first = v[0] - head;
    v[0] = 1.0;
    for (size_t i = 1; i < count; i++)
        v[i * stride] /= first;
    return head;
}

// b -= tau v (v.b), tau for a vector whose first entry is 1
static void apply(const double *v, size_t v_stride, double tau, double *b, size_t b_stride,
                  size_t count) {
    double dot = 0.0;
    for (size_t i = 0; i < count; i++)
        dot += v[i * v_stride] * b[i * b_stride];
    dot *= tau;
    for (size_t i = 0; i < count; i++)
        b[i * b_stride] -= dot * v[i * v_stride];
}

static double tau_of(const double *v, size_t stride, size_t count) {
    double sum = 0.0;
    for (size_t i = 0; i < count; i++)
        sum += v[i * stride] * v[i * stride];
    return 2.0 / sum;
}

void qr_factor(double *a, double *b, size_t rows, int columns, double triangle[SMALL][SMALL],
               double q_b[SMALL]) {
    memset(triangle, 0, SMALL * sizeof triangle[0]);
    memset(q_b, 0, SMALL * sizeof q_b[0]);
    for (int j = 0; j < columns; j++) {
        size_t top = (size_t)j;
        double *column = a + top * rows;
        for (size_t i = 0; i < top && i < rows; i++)
            triangle[i][j] = column[i];
        if (top >= rows) continue;
        triangle[j][j] = reflect(column + top, rows - top, 1);
        if (triangle[j][j] != 0.0) {
            double tau = tau_of(column + top, 1, rows - top);
            for (int k = j + 1; k < columns; k++)
                apply(column + top, 1, tau, a + (size_t)k * rows + top, 1, rows - top);
            apply(column + top, 1, tau, b + top, 1, rows - top);
        }
        q_b[j] = b[top];
    }
}

double solve_small(double a[2 * SMALL][SMALL], double b[2 * SMALL], int rows, int columns,
                   double dependent, double x[SMALL]) {
    double diagonal[SMALL], fall = 0.0;
    int row_of[SMALL], row = 0;
    for (int j = 0; j < columns; j++) {
        double length = 0.0;
        for (int i = 0; i < rows; i++)
            length += a[i][j] * a[i][j];
        row_of[j] = -1;
        if (row >= rows) continue;
        double rest = 0.0;
        for (int i = row; i < rows; i++)
            rest += a[i][j] * a[i][j];
        if (!(rest > dependent * dependent * length) || rest < DBL_MIN) continue;
        size_t count = (size_t)(rows - row);
        diagonal[j] = reflect(&a[row][j], count, SMALL);
        double tau = tau_of(&a[row][j], SMALL, count);
        for (int k = j + 1; k < columns; k++)
            apply(&a[row][j], SMALL, tau, &a[row][k], SMALL, count);
        apply(&a[row][j], SMALL, tau, &b[row], 1, count);
        fall += b[row] * b[row];
        row_of[j] = row++;
    }
    for (int j = columns - 1; j >= 0; j--) {
        x[j] = 0.0;
        if (row_of[j] < 0) continue;
        double sum = b[row_of[j]];
        for (int k = j + 1; k < columns; k++)
            sum += a[row_of[j]][k] * x[k];
        x[j] = -sum / diagonal[j];
    }
    return fall;
}

void invert_triangle(const double triangle[SMALL][SMALL], int columns,
                     double inverse[SMALL][SMALL]) {
    for (int j = 0; j < columns; j++) {
        for (int i = columns - 1; i >= 0; i--) {
            double sum = i == j ? 1.0 : 0.0;
            for (int k = i + 1; k < columns; k++)
                sum -= triangle[i][k] * inverse[k][j];
            inverse[i][j] = sum / triangle[i][i];
        }
    }
}

// Turn columns j and k of a, and of v, so that they are orthogonal; true if they were not.
static int rotate(double a[SMALL][SMALL], double v[SMALL][SMALL], int columns, int j, int k) {
    double jj = 0.0, kk = 0.0, jk = 0.0;
    for (int i = 0; i < columns; i++) {
        jj += a[i][j] * a[i][j];
        kk += a[i][k] * a[i][k];
        jk += a[i][j] * a[i][k];
    }
    if (fabs(jk) <= DBL_EPSILON * sqrt(jj * kk)) return 0;
    double zeta = (kk - jj) / (2.0 * jk);
    double t = copysign(1.0, zeta) / (fabs(zeta) + sqrt(1.0 + zeta * zeta));
    double c = 1.0 / sqrt(1.0 + t * t), s = c * t;
    for (int i = 0; i < columns; i++) {
        double aj = a[i][j], ak = a[i][k], vj = v[i][j], vk = v[i][k];
        a[i][j] = c * aj - s * ak;
        a[i][k] = s * aj + c * ak;
        v[i][j] = c * vj - s * vk;
        v[i][k] = s * vj + c * vk;
    }
    return 1;
}

void singular_values(double a[SMALL][SMALL], int columns, double values[SMALL],
                     double right[SMALL][SMALL]) {
    double v[SMALL][SMALL] = {{0.0}};
    for (int j = 0; j < columns; j++)
        v[j][j] = 1.0;
    for (int sweep = 0, turned = 1; turned && sweep < 60; sweep++) {
        turned = 0;
        for (int j = 0; j < columns; j++) {
            for (int k = j + 1; k < columns; k++)
                turned |= rotate(a, v, columns, j, k);
        }
    }
    double length[SMALL];
    for (int j = 0; j < columns; j++) {
        length[j] = 0.0;
        for (int i = 0; i < columns; i++)
            length[j] += a[i][j] * a[i][j];
        length[j] = sqrt(length[j]);
    }
    for (int place = 0; place < columns; place++) {
        int largest = -1;
        for (int j = 0; j < columns; j++) {
            if (length[j] >= 0.0 && (largest < 0 || length[j] > length[largest])) largest = j;
        }
        values[place] = length[largest];
        for (int i = 0; i < columns; i++)
            right[place][i] = v[i][largest];
        length[largest] = -1.0;
    }
}
