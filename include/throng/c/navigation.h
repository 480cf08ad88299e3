/* Finding the way around walls, by flow fields (docs/navigation.md). */
#ifndef THRONG_C_NAVIGATION_H
#define THRONG_C_NAVIGATION_H
#include "throng/c/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How the way to a goal is found. A meter costs 1 + wall_cost (1 - d / clearance)^2 at the distance d from the nearest
 * wall when d < clearance, else 1. Limits: throng/navigation.hpp. */
typedef struct throng_way_options {
  uint32_t struct_size;
  uint32_t reserved; /* 0 */
  double cell_size;  /* m, between nodes; passages narrower than 1.5 of it may be missed */
  double clearance;  /* m */
  double wall_cost;
} throng_way_options;
THRONG_C_API void throng_way_options_init(throng_way_options* options, size_t struct_size);

/* From now on agents find the way to this goal around walls. `options` null = the defaults. */
THRONG_C_API throng_status throng_world_find_way(throng_world* world, uint32_t goal, const throng_way_options* options);
/* `found` (0 or 1; null = not wanted) tells whether the goal has a flow field; when it has none, agents head straight,
 * and `options` gets the defaults. */
THRONG_C_API throng_status throng_world_get_way_options(throng_world* world, uint32_t goal, throng_way_options* options,
                                                        int32_t* found);
/* Makes the fields that are out of date, which else the next step does. The progress callback is asked between pieces
 * of the work ("navigation"): after THRONG_CANCELLED the world is as it was. THRONG_UNREACHABLE: agents can't get to
 * their goal; the text says which ones, and why. The first step says that too; later ones let such agents head
 * straight. */
THRONG_C_API throng_status throng_world_prepare_navigation(throng_world* world);

/* What a goal's field says of a place. */
typedef struct throng_way {
  uint32_t struct_size;
  uint32_t reserved;      /* 0 */
  throng_vec2d direction; /* unit: where an agent there heads; 0 at the goal */
  double way;             /* m, with the cost of walls: what is left to the goal; infinite unless `reached` */
  int32_t sees_goal;      /* 0 or 1: the straight way to the goal's nearest point is free */
  int32_t reached;        /* 0 or 1: the field leads from there to the goal; else the direction is the straight one */
} throng_way;
THRONG_C_API void throng_way_init(throng_way* way, size_t struct_size);
/* `place` in m. Makes the fields that are out of date. The goal must have one. */
THRONG_C_API throng_status throng_world_get_way(throng_world* world, uint32_t goal, throng_vec2d place,
                                                throng_way* way);

/* For people, a line of text each: from which sources no way leads to their first goal, and from which stages of
 * journeys none to the next one, of goals with a flow field; and which queues' lines cross obstacles. A closed door
 * blocks nothing. Makes the fields that are out of date. The texts are the world's until the next call on it; `texts`
 * gets null when there are none. */
THRONG_C_API throng_status throng_world_get_blocked_ways(throng_world* world, const char* const** texts,
                                                         uint64_t* count);

#ifdef __cplusplus
}
#endif
#endif
