// Profiles of the parameters of a fit.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fit/pictures.h"
#include "result/result.h"

// The points of a picture, and among them both ends of the interval and the value itself.
enum { NAME_SIZE = 48, POINTS = DP_FIT_PROFILE_POINTS + 3 };

struct profile {
    double value[POINTS], chi2[POINTS];
    int count;
};

static int ascending(const void *a, const void *b) {
    double one = *(const double *)a, two = *(const double *)b;
    return (one > two) - (one < two);
}

// Of equal values one is enough.
static void sort_values(struct profile *p) {
    int kept = 0;
    qsort(p->value, (size_t)p->count, sizeof *p->value, ascending);
    for (int i = 0; i < p->count; i++) {
        if (kept == 0 || p->value[i] > p->value[kept - 1]) p->value[kept++] = p->value[i];
    }
    p->count = kept;
}

static void walk(const struct fitted *f, int parameter, struct profile *p) {
    const dp_fit_estimate *e = &f->result.parameters[parameter];
    const double own[] = {e->low, e->value, e->high};
    dp_error err;
    dp_fit_profile_points(&f->result, &f->def, parameter, p->value);
    p->count = DP_FIT_PROFILE_POINTS;
    for (int i = 0; i < 3; i++) {
        if (isfinite(own[i])) p->value[p->count++] = own[i];
    }
    sort_values(p);
    if (dp_fit_profile(&f->result, &f->def, parameter, p->value, (size_t)p->count, p->chi2, &err) !=
        DP_OK)
        p->count = 0;
}

// The last part of the path where that is enough to tell parameters apart.
static const char *short_name(const struct fitted *f, int parameter) {
    const char *name = f->parameter[parameter].name;
    for (int i = 0; i < f->c->parameter_count; i++) {
        if (i != parameter && strcmp(f->parameter[i].name, name) == 0)
            return f->c->parameter[parameter].path;
    }
    return name;
}

// Columns of a parameter: its values, chi2 along it, and that only at the value and at the ends of
// its interval.
enum part { VALUE, CHI2, INTERVAL, COLUMNS };

static void column_name(const struct fitted *f, int parameter, enum part part,
                        char name[NAME_SIZE]) {
    static const char *const endings[] = {"", "_chi2", "_interval"};
    snprintf(name, NAME_SIZE, "%.36s%s", short_name(f, parameter), endings[part]);
}

static struct table *begin_table(const struct fitted *f, struct outcome *outcome) {
    enum { MOST = COLUMNS * (FIT_FREE_MAX + 1) + 1 };
    char name[MOST][NAME_SIZE];
    const char *names[MOST], *units[MOST];
    int count = 0;
    for (int i = 0; i < f->result.parameter_count; i++) {
        const char *unit = f->c->parameter[i].unit;
        for (int k = 0; k < COLUMNS; k++, count++) {
            column_name(f, i, (enum part)k, name[count]);
            units[count] = k == VALUE && unit[0] != '\0' ? unit : "1";
        }
    }
    snprintf(name[count], NAME_SIZE, "threshold");
    units[count++] = "1";
    for (int i = 0; i < count; i++)
        names[i] = name[i];
    return add_table(outcome, "profiles", count, names, units);
}

static bool is_own(const dp_fit_estimate *e, double value) {
    return value == e->low || value == e->value || value == e->high;
}

static bool fill_table(const struct fitted *f, const struct profile *profiles,
                       struct table *table) {
    double row[COLUMNS * (FIT_FREE_MAX + 1) + 1];
    for (int r = 0; r < POINTS; r++) {
        int count = 0;
        for (int i = 0; i < f->result.parameter_count; i++) {
            const struct profile *p = &profiles[i];
            bool is_there = r < p->count;
            double value = is_there ? p->value[r] : NAN, chi2 = is_there ? p->chi2[r] : NAN;
            row[count++] = value;
            row[count++] = chi2;
            row[count++] = is_own(&f->result.parameters[i], value) ? chi2 : NAN;
        }
        row[count++] = f->result.threshold;
        if (!table_add(table, row)) return false;
    }
    return true;
}

static const char *end_text(const dp_fit_estimate *e) {
    if (!e->is_identifiable)
        return "; this parameter is not identifiable, so its whole range is reported";
    if (e->open_low && e->open_high) return "; both ends are open here";
    return e->open_low    ? "; the lower end is open here"
           : e->open_high ? "; the upper end is open here"
                          : "";
}

static void draw(const struct scenario *s, const struct fitted *f, int parameter,
                 struct outcome *outcome) {
    char value[NAME_SIZE], chi2[NAME_SIZE], interval[NAME_SIZE], stem[40], title[96], caption[384];
    const dp_fit_estimate *e = &f->result.parameters[parameter];
    const char *said = short_name(f, parameter);
    column_name(f, parameter, VALUE, value);
    column_name(f, parameter, CHI2, chi2);
    column_name(f, parameter, INTERVAL, interval);
    const char *y[] = {chi2, "threshold", NULL};
    snprintf(stem, sizeof stem, "profile-%.30s", said);
    snprintf(title, sizeof title, "Profile of %.70s", said);
    snprintf(caption, sizeof caption,
             "Lowest chi2%s with %.60s fixed. The %g %% interval ends where it crosses the "
             "threshold%s.",
             f->result.estimated > 0 ? ", with the estimated sigma," : "", said,
             100.0 * s->fit->block.confidence, end_text(e));
    const struct plot_request request = {stem, title, caption, PLOT_LINES, value, "chi2", y};
    struct plot *plot = add_plot_of(outcome, "profiles", &request);
    if (plot == NULL) return;
    plot->x_log = f->c->parameter[parameter].is_log;
    plot_overlay(plot, &(struct overlay_request){.table = "profiles",
                                                 .x = value,
                                                 .y = interval,
                                                 .label = "value and interval",
                                                 .curve = -1});
}

bool fit_draw_profiles(const struct scenario *s, const struct fitted *best,
                       struct outcome *outcome) {
    int count = best->result.parameter_count;
    struct profile *profiles = calloc((size_t)count + 1, sizeof *profiles);
    if (profiles == NULL) return false;
    for (int i = 0; i < count; i++)
        walk(best, i, &profiles[i]);
    struct table *table = count > 0 ? begin_table(best, outcome) : NULL;
    bool is_done = count == 0 || (table != NULL && fill_table(best, profiles, table));
    for (int i = 0; i < count && is_done; i++) {
        if (profiles[i].count > 1) draw(s, best, i, outcome);
    }
    free(profiles);
    return is_done;
}
