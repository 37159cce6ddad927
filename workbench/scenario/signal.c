// See signal.h.

#include "scenario/signal.h"

#include "scenario/csv.h"

struct point {
    const struct node *node;
    double time, value;
};

enum { TIME, VALUE_AT, FIELDS };

static void fill_fields(const struct signal_form *form, struct field fields[FIELDS + 1]) {
    fields[TIME] = (struct field)QUANTITY(point, time, "s", REQUIRED);
    fields[VALUE_AT] =
        (struct field)FIELD(form->name, FIELD_QUANTITY, point, value, .unit = form->unit, REQUIRED);
    fields[FIELDS] = (struct field){.key = NULL};
}

static void check_times(struct reader *reader, const struct list *points) {
    const struct point *p = points->items;
    for (int i = 1; i < points->count; i++) {
        if (p[i].time > p[i - 1].time) continue;
        report_error(reader, p[i].node, "time %g s does not come after %g s; times must ascend",
                     p[i].time, p[i - 1].time);
        return;
    }
}

static bool keep(struct reader *reader, const struct list *points, struct signal *signal) {
    const struct point *p = points->items;
    size_t bytes = (size_t)points->count * sizeof(double);
    signal->count = points->count;
    signal->time = tree_alloc(&reader->tree, bytes);
    signal->value = tree_alloc(&reader->tree, bytes);
    if (signal->time == NULL || signal->value == NULL) {
        report_no_memory(reader);
        return false;
    }
    for (int i = 0; i < points->count; i++) {
        signal->time[i] = p[i].time;
        signal->value[i] = p[i].value;
    }
    return true;
}

static bool has_enough(struct reader *reader, const struct node *at, int count,
                       const struct signal_form *form) {
    if (count >= form->least) return true;
    report_error(reader, at, "%s has %d point%s [time, %s]; it must have at least %d", at->key,
                 count, count == 1 ? "" : "s", form->name, form->least);
    return false;
}

bool signal_read_list(struct reader *reader, const struct node *list,
                      const struct signal_form *form, struct signal *signal) {
    int before = reader->count;
    struct field fields[FIELDS + 1];
    fill_fields(form, fields);
    if (!has_enough(reader, list, list->count, form)) return false;
    struct point *point = tree_alloc(&reader->tree, (size_t)list->count * sizeof *point);
    struct list points = {.node = list, .items = point};
    if (point == NULL) {
        report_no_memory(reader);
        return false;
    }
    for (const struct node *pair = list->first; pair != NULL; pair = pair->next) {
        struct point *p = &point[points.count++];
        bool is_pair = pair->kind == NODE_LIST && pair->count == 2;
        if (!is_pair || pair->first->kind != NODE_SCALAR || pair->last->kind != NODE_SCALAR) {
            report_error(reader, pair, "point %d of %s must be [time, %s]", points.count, list->key,
                         form->name);
            return false;
        }
        p->node = pair;
        field_read(reader, &fields[TIME], pair->first, p);
        field_read(reader, &fields[VALUE_AT], pair->last, p);
    }
    if (reader->count == before) check_times(reader, &points);
    return reader->count == before && keep(reader, &points, signal);
}

bool signal_read_csv(struct reader *reader, const struct node *at, const char *path,
                     const struct signal_form *form, struct signal *signal) {
    struct field fields[FIELDS + 1];
    const struct csv_form table = {.fields = fields,
                                   .row_size = sizeof(struct point),
                                   .allows_others = form->allows_others,
                                   .check = check_times};
    struct list points;
    fill_fields(form, fields);
    return csv_read_input(reader, at, path, &table, &points) &&
           has_enough(reader, at, points.count, form) && keep(reader, &points, signal);
}
