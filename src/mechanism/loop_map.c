// Which rows of the loops depend on which others: see model.h.
//
// Two rows are coupled when a wrench of one moves a link of the other. In a ladder of loops each
// loop couples only with its neighbours, so that the factor of the rows is a narrow band: its cost
// grows with the number of loops and not with its cube.

#include "base/error.h"
#include "mechanism/model.h"

static int is_free(const struct link *l) {
    for (int slot = 0; slot < l->slots; slot++)
        if (l->unknown[slot] >= 0) return 1;
    return 0;
}

// Groups of links, numbered from the roots.
static void find_groups(dp_mechanism *m) {
    struct loop_map *map = &m->loops;
    int count = 0, used = 0;
    for (int i = 0; i < m->link_count; i++) {
        const struct link *l = &m->links[i];
        map->group[i] = l->parent >= 0 ? map->group[l->parent] : -1;
        if (map->group[i] < 0 && is_free(l)) map->group[i] = count++;
    }
    for (int g = 0; g < count; g++) {
        map->begin[g] = used;
        for (int i = 0; i < m->link_count; i++) {
            if (map->group[i] != g) continue;
            map->place[i] = used - map->begin[g];
            map->members[used++] = i;
        }
    }
    map->begin[count] = used;
}

static int size_of(const struct loop_map *map, int group) {
    return group < 0 ? 0 : map->begin[group + 1] - map->begin[group];
}

static int are_coupled(const struct loop_map *map, int a, int b) {
    const int *of_a = map->groups + 2 * a, *of_b = map->groups + 2 * b;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            if (of_a[i] >= 0 && of_a[i] == of_b[j]) return 1;
    return a == b;
}

// The ideal cuts in an order in which coupled ones stand near each other: breadth first.
static void order_cuts(const dp_mechanism *m, int ideal, int *queue, char *is_listed) {
    int count = 0;
    for (int seed = 0; seed < ideal; seed++) {
        if (is_listed[seed]) continue;
        is_listed[seed] = 1;
        queue[count++] = seed;
        for (int next = count - 1; next < count; next++)
            for (int other = 0; other < ideal; other++) {
                if (is_listed[other] || !are_coupled(&m->loops, queue[next], other)) continue;
                is_listed[other] = 1;
                queue[count++] = other;
            }
    }
}

static void map_rows(dp_mechanism *m, int ideal, const int *queue) {
    struct loop_map *map = &m->loops;
    int place = 0;
    for (int i = 0; i < ideal; i++) {
        const struct cut *c = &m->cuts[queue[i]];
        const int *groups = map->groups + 2 * queue[i];
        int before = place, from = i;
        for (int k = 0; k < i; k++)
            if (are_coupled(map, queue[i], queue[k])) {
                from = k;
                break;
            }
        for (int k = from; k < i; k++)
            before -= m->cuts[queue[k]].rows;
        for (int r = 0; r < c->rows; r++, place++) {
            map->order[place] = c->row + r;
            map->first[place] = before;
            map->factor[place] = map->factor_size - (size_t)before;
            map->factor_size += (size_t)(place - before + 1);
            map->response[c->row + r] = map->response_size;
            size_t size = 4 * (size_t)(size_of(map, groups[0]) + size_of(map, groups[1]));
            map->response_size += size;
            if (size > map->response_most) map->response_most = size;
        }
    }
    map->ideal_rows = place;
    map->response_size += map->response_most;
    for (int p = 0; p < place; p++)
        for (int s = map->first[p]; s <= p; s++)
            map->last[s] = p;
}

static void map_cuts(dp_mechanism *m) {
    struct loop_map *map = &m->loops;
    for (int i = 0; i < m->cut_count; i++) {
        const struct cut *c = &m->cuts[i];
        int *groups = map->groups + 2 * i;
        groups[0] = c->first < 0 ? -1 : map->group[c->first];
        groups[1] = c->second < 0 ? -1 : map->group[c->second];
        if (groups[1] == groups[0]) groups[1] = -1;
        for (int r = 0; r < c->rows; r++)
            map->cut_of[c->row + r] = i;
    }
}

dp_status dp_mechanism_map_loops(dp_mechanism *m, dp_error *err) {
    struct loop_map *map = &m->loops;
    size_t links = (size_t)m->link_count, cuts = (size_t)m->cut_count, rows = (size_t)m->row_count;
    int *room = (int *)dp_mechanism_room(m, 4 * links + 1 + 3 * cuts + 4 * rows, sizeof *room);
    size_t *places = (size_t *)dp_mechanism_room(m, 2 * rows, sizeof *places);
    char *is_listed = (char *)dp_mechanism_room(m, cuts, 1);
    if (room == NULL || places == NULL || is_listed == NULL)
        return dp_fail(err, DP_ERR_MEMORY, "no memory for the loops");
    map->group = room;
    map->place = room + links;
    map->members = room + 2 * links;
    map->begin = room + 3 * links;
    map->groups = room + 4 * links + 1;
    int *queue = map->groups + 2 * cuts;
    map->cut_of = queue + cuts;
    map->order = map->cut_of + rows;
    map->first = map->order + rows;
    map->last = map->first + rows;
    map->factor = places;
    map->response = places + rows;
    find_groups(m);
    map_cuts(m);
    int ideal = 0;
    while (ideal < m->cut_count && !m->cuts[ideal].loose)
        ideal++;
    order_cuts(m, ideal, queue, is_listed);
    map_rows(m, ideal, queue);
    return DP_OK;
}
