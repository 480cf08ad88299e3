/* The ground's height: for what is read out, and for how fast people walk on slopes. */
#ifndef THRONG_C_HEIGHTS_H
#define THRONG_C_HEIGHTS_H
#include "throng/c/array.h"
#include "throng/c/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A floor, a ramp or a stair: a plane over a simple polygon. */
typedef struct throng_floor {
  throng_array polygon;  /* THRONG_F64X2, m, either direction */
  throng_vec2d at;       /* m, where the height is `z`; counts with a gradient only */
  double z;              /* m */
  throng_vec2d gradient; /* m/m, how much z grows along x and along y */
} throng_floor;

/* How fast people walk on a slope, as a share of their preferred speed on flat ground. */
typedef struct throng_slope_speed {
  double slope;  /* m/m along the way: > 0 up, < 0 down */
  double factor; /* in (0, 1], of the speed in the plane */
} throng_slope_speed;
/* Of Weidmann (1993) and the Highway Capacity Manual (2000), docs/model.md has it: by ascending slope. `table` has room
 * for `capacity`, `count` gets the number that there are. */
THRONG_C_API throng_status throng_get_standard_slope_speed(throng_instance* instance, throng_slope_speed* table,
                                                           uint64_t capacity, uint64_t* count);

/* A map (a grid of heights, bilinear between its points) or floors, not both; none of them: the ground is flat.
 * Limits: throng/heights.hpp. */
typedef struct throng_heights_desc {
  uint32_t struct_size;
  int32_t slopes_change_speed; /* 0 or 1: preferred speeds are taken times the factor of the slope along them */
  /* By ascending slope, straight between them and constant beyond; slope 0 is among them, with factor 1. Count 0 = the
   * standard ones. Without slopes_change_speed there are none. */
  const throng_slope_speed* slope_speed;
  uint64_t slope_speed_count;
  throng_array map;        /* THRONG_F64, m, map_columns * map_rows of them: row by row from the origin, x first */
  throng_vec2d map_origin; /* m, the point of the first height */
  double map_spacing;      /* m, between neighbors along x and along y */
  uint64_t map_columns;    /* >= 2, as the next */
  uint64_t map_rows;
  const throng_floor* floors; /* of those that contain a place, the first counts */
  uint64_t floor_count;
  double outside; /* m: where a place has no height; the ground is flat there */
} throng_heights_desc;
THRONG_C_API void throng_heights_desc_init(throng_heights_desc* desc, size_t struct_size);

/* In place of what was there. */
THRONG_C_API throng_status throng_world_set_heights(throng_world* world, const throng_heights_desc* desc);
THRONG_C_API throng_status throng_world_clear_heights(throng_world* world);
/* `found` (0 or 1; null = not wanted) tells whether the world has heights; when it has none, `desc` gets the defaults.
 * What its pointers lead to is the world's until the next call on it. */
THRONG_C_API throng_status throng_world_get_heights(throng_world* world, throng_heights_desc* desc, int32_t* found);

/* m, of the ground at places (THRONG_F64X2, m); `z` (THRONG_F64) has as many elements. Of agents:
 * throng_readout.elevation. */
THRONG_C_API throng_status throng_height_at(throng_instance* instance, const throng_heights_desc* desc,
                                            const throng_array* places, const throng_array* z);

#ifdef __cplusplus
}
#endif
#endif
