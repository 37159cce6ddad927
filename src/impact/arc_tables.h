#ifndef DP_IMPACT_ARC_TABLES_H
#define DP_IMPACT_ARC_TABLES_H

// Lobatto's nine nodes on 0..1 and what belongs to them. Rows: the node whose acceleration is
// weighed; columns: the nodes without the first, or what the names say.

/// Columns of dp_arc_facts.
enum { DP_ARC_LAST, DP_ARC_BEFORE, DP_ARC_MIDDLE, DP_ARC_BELOW, DP_ARC_SLOPE, DP_ARC_SUM = 7 };

enum { DP_ARC_NODES = 9, DP_ARC_LANES = DP_ARC_NODES - 1, DP_ARC_TAIL = 3 };

extern const double dp_arc_node[DP_ARC_LANES];
extern const double dp_arc_speed[DP_ARC_NODES][DP_ARC_LANES];
extern const double dp_arc_way[DP_ARC_NODES][DP_ARC_LANES];
extern const double dp_arc_shift[DP_ARC_NODES][DP_ARC_LANES];
extern const double dp_arc_weight[DP_ARC_NODES];
extern const double dp_arc_powers[DP_ARC_NODES][DP_ARC_NODES];
extern const double dp_arc_facts[DP_ARC_NODES][DP_ARC_LANES];

#endif
