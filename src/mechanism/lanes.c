// Room for instants side by side, and which code does them.

#include "mechanism/lanes.h"

#include <string.h>

#include "kernels/targets.h"

static const struct lanes_code *code_of(dp_isa isa) {
#if DP_HAVE_X86
    if (isa == DP_ISA_AVX512) return &dp_lanes_avx512;
    if (isa == DP_ISA_AVX2) return &dp_lanes_avx2;
#endif
    (void)isa;
    return &dp_lanes_baseline;
}

const struct lanes_code *dp_lanes_best(void) {
    return code_of(dp_isa_best());
}

static size_t vectors(const struct run *r) {
    size_t links = (size_t)r->m->link_count, n = (size_t)r->n, count = (size_t)r->count;
    size_t squares = n <= DP_TANGENT_MOST ? 2 * n * n : 0;
    return 4 * count + 10 * links + squares;
}

size_t dp_lanes_size(const struct run *r) {
    const dp_mechanism *m = r->m;
    if (m->independent_count > 0 || m->link_count > DP_LANES_LINKS_MOST) return 0;
    return sizeof(dp_lanes) + vectors(r) * sizeof(dp_lanes) +
           (size_t)m->link_count * sizeof(struct link_lanes) +
           (size_t)m->pair_count * sizeof(struct touch_lanes) +
           (sizeof(struct lanes) + 63) / 64 * 64;
}

void dp_lanes_place(struct run *r, void *room) {
    const dp_mechanism *m = r->m;
    size_t n = (size_t)r->n, squares = n <= DP_TANGENT_MOST ? n * n : 0;
    r->lanes = NULL;
    if (dp_lanes_size(r) == 0) return;
    uintptr_t at = ((uintptr_t)room + sizeof(dp_lanes) - 1) / sizeof(dp_lanes) * sizeof(dp_lanes);
    struct link_lanes *states = (struct link_lanes *)at;
    struct touch_lanes *touches = (struct touch_lanes *)(void *)(states + m->link_count);
    dp_lanes *next = (dp_lanes *)(void *)(touches + m->pair_count);
    dp_lanes *room_of_links = next + 4 * r->count;
    dp_lanes *place = room_of_links + 10 * m->link_count;
    r->lanes = (struct lanes *)(void *)(place + 2 * squares);
    *r->lanes = (struct lanes){.isa = dp_isa_best(),
                               .states = states,
                               .touches = touches,
                               .y = next,
                               .dy = next + r->count,
                               .points = (double *)(void *)(next + 2 * r->count),
                               .rates = (double *)(void *)(next + 3 * r->count),
                               .room = room_of_links,
                               .place = place,
                               .speed = place + squares};
}

void dp_lanes_rates(const struct run *r, int used, const double *y, double *dy, double *tangents,
                    bool with_integrals) {
    code_of(r->lanes->isa)->rates(r, used, y, dy, tangents, with_integrals);
}

void dp_lanes_push(const struct run *r, int used, const double *y) {
    code_of(r->lanes->isa)->push(r, used, y);
}
