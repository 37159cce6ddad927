#include "check.h"

#include "lines.h"

const double line_x5[5] = {0.5, 1.0, 1.5, 2.0, 3.0};
const double line_y5[5] = {1.1, 1.9, 3.2, 3.9, 6.1};

double line_proportional(double x, const double *theta) {
    return theta[0] * x;
}

double line_straight(double x, const double *theta) {
    return theta[0] + theta[1] * x;
}

static dp_status model(void *user, int worker, const double *theta, double *fitted, dp_error *err) {
    (void)worker;
    const struct line *line = user;
    for (size_t i = 0; i < line->def.cell_count; i++) {
        fitted[i] = line->f(line->x[i], theta);
        if (isnan(fitted[i])) return dp_fail(err, DP_ERR_VALIDITY, "no line at %g", theta[0]);
    }
    return DP_OK;
}

void line_init(struct line *line, double (*f)(double x, const double *theta), const double *x,
               const double *y, int count, double sigma) {
    static const char *const names[] = {"y"};
    memset(line, 0, sizeof *line);
    line->f = f;
    for (int i = 0; i < count; i++) {
        line->x[i] = x[i];
        line->cells[i] = (dp_fit_cell){.measured = y[i], .sigma = sigma};
    }
    line->def = dp_fit_defaults();
    line->def.parameters = line->parameters;
    line->def.cells = line->cells;
    line->def.cell_count = (size_t)count;
    line->def.target_names = names;
    line->def.target_count = 1;
    line->def.threads = 1;
    line->def.model = model;
    line->def.user = line;
}

void line_free(struct line *line, const char *name, double low, double high, double start,
               bool is_log) {
    line->parameters[line->def.parameter_count++] =
        (dp_fit_parameter){name, NULL, low, high, start, is_log};
}

void line_run(struct line *line, dp_fit_result *fit) {
    dp_error err;
    if (dp_fit_run(fit, &line->def, &err) != DP_OK) fail_msg("%s", err.text);
}

bool line_says(const dp_fit_result *fit, const char *words) {
    for (int i = 0; i < fit->note_count; i++) {
        if (strstr(fit->notes[i], words) != NULL) return true;
    }
    for (int i = 0; i < fit->note_count; i++)
        print_message("note: %s\n", fit->notes[i]);
    return false;
}

// splitmix64
static double uniform(unsigned long long *state) {
    unsigned long long z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    return ((double)(z >> 11) + 0.5) / 9007199254740992.0;
}

double normal_number(unsigned long long *state) {
    double radius = sqrt(-2.0 * log(uniform(state)));
    return radius * cos(2.0 * 3.14159265358979323846 * uniform(state));
}
