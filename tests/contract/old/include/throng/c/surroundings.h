/* Obstacles and goal regions of a world. Points are THRONG_F64X2 arrays in world coordinates, m. */
#ifndef THRONG_C_SURROUNDINGS_H
#define THRONG_C_SURROUNDINGS_H
#include "throng/c/array.h"
#include "throng/c/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A closed polygon of 3 or more vertices, simple, of non-zero area. Counter-clockwise = solid inside; clockwise = a
 * wall around free space. */
THRONG_C_API throng_status throng_world_add_polygon(throng_world* world, const throng_array* vertices,
                                                    throng_obstacle* obstacle);
/* A thin wall through 2 or more points, seen from both sides. */
THRONG_C_API throng_status throng_world_add_polyline(throng_world* world, const throng_array* vertices,
                                                     throng_obstacle* obstacle);
THRONG_C_API throng_status throng_world_remove_obstacle(throng_world* world, throng_obstacle obstacle);
THRONG_C_API throng_status throng_world_contains_obstacle(throng_world* world, throng_obstacle obstacle,
                                                          int32_t* contains);
THRONG_C_API throng_status throng_world_get_obstacle_count(throng_world* world, uint64_t* count);

/* Agents head for the nearest point of a line (2 or more points); those inside a simple polygon (3 or more) have
 * arrived. */
THRONG_C_API throng_status throng_world_add_goal_line(throng_world* world, const throng_array* points, uint32_t* goal);
THRONG_C_API throng_status throng_world_add_goal_polygon(throng_world* world, const throng_array* points,
                                                         uint32_t* goal);
THRONG_C_API throng_status throng_world_add_goal_point(throng_world* world, throng_vec2d point, uint32_t* goal);
THRONG_C_API throng_status throng_world_get_goal_count(throng_world* world, uint64_t* count);

#ifdef __cplusplus
}
#endif
#endif
