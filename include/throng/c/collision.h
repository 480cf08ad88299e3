/* Collision of convex bodies without a world: polygons, segments and discs, in batches (docs/collision.md). The same
 * bits on the CPU and on a GPU. */
#ifndef THRONG_C_COLLISION_H
#define THRONG_C_COLLISION_H
#include "throng/c/array.h"
#include "throng/c/instance.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Convex bodies, numbered: polygons from 0 on in the order of their rows, then discs. All arrays are in host memory,
 * with any strides, or all in device memory, packed and with the same stream, a cudaStream_t. */
typedef struct throng_bodies_desc {
  uint32_t struct_size;
  int32_t threads; /* in host memory; 0 = all cores; never changes a result */
  /* THRONG_U32, one more than there are polygons, never descending, the first is 0: polygon k has the vertices from
   * offsets[k] up to, not including, offsets[k + 1]. 3 to 64 of them; 2 make a segment. Not given: no polygons. */
  throng_array offsets;
  throng_array vertices; /* THRONG_F32X2, m, around the polygon in either direction; as many as the last offset says */
  throng_array translation; /* THRONG_F32X2, m, of each polygon; else 0 */
  throng_array rotation;    /* THRONG_F32X2, (cosine, sine) of each polygon, unit within 1e-3; else (1, 0) */
  throng_array center;      /* THRONG_F32X2, m, of each disc; not given: no discs */
  throng_array radius;      /* THRONG_F32, m, > 0, of each disc */
} throng_bodies_desc;
THRONG_C_API void throng_bodies_desc_init(throng_bodies_desc* desc, size_t struct_size);

/* Why a body takes part in nothing. */
typedef uint32_t throng_body_fault;
enum {
  THRONG_NO_FAULT = 0,
  THRONG_TOO_FEW_VERTICES = 1,  /* fewer than 3 distinct ones (2, of a segment) */
  THRONG_TOO_MANY_VERTICES = 2, /* more than 64; only in throng_bodies */
  THRONG_NOT_FINITE = 3,        /* NaN, infinity or beyond 2^60 m, in a vertex or a pose */
  THRONG_ZERO_AREA = 4,         /* all vertices are on a line */
  THRONG_REFLEX_VERTEX = 5,     /* it turns the other way there */
  THRONG_SPIKE = 6,             /* the boundary turns back by 180 degrees there */
  THRONG_WINDS_TWICE = 7,       /* it goes around more than once, as a pentagram does */
  THRONG_BAD_ROTATION = 8,      /* not of unit length */
  THRONG_BAD_RADIUS = 9         /* not above 0 */
};
/* As "reflex_vertex", in memory that is always there; "unknown fault" for other numbers. */
THRONG_C_API const char* throng_body_fault_name(throng_body_fault fault);
/* A body that is refused. */
typedef struct throng_refused_body {
  uint64_t index;
  uint64_t vertex; /* of the body, where the fault is at one */
  throng_body_fault fault;
  uint32_t reserved; /* 0 */
} throng_refused_body;

/* Whether all polygons of `desc` (in host memory) are convex: `convex` gets 0 or 1. `refused` has room for `capacity`
 * of those that are not, in ascending order, `count` (null = not wanted) gets the number that there are. A vertex
 * within 1e-6 of the polygon's extent of the line through its neighbors is collinear: allowed, as repeated ones are.
 * Neither the number of vertices nor poses are looked at. */
THRONG_C_API throng_status throng_is_convex(throng_instance* instance, const throng_bodies_desc* desc, int32_t* convex,
                                            throng_refused_body* refused, uint64_t capacity, uint64_t* count);
/* The same in device memory: `faults` (THRONG_U8) gets one throng_body_fault for each polygon. Returns when the work is
 * enqueued. */
THRONG_C_API throng_status throng_is_convex_on_device(throng_instance* instance, const throng_bodies_desc* desc,
                                                      const throng_array* faults);

/* A set of convex bodies, checked and made ready: clockwise polygons are turned, repeated and collinear vertices
 * dropped. A body with a fault stays in its place and takes part in nothing. */
typedef struct throng_bodies throng_bodies;
/* Copies what it needs. In device memory all work on the set goes through the stream, which must outlive it. */
THRONG_C_API throng_status throng_bodies_create(throng_instance* instance, const throng_bodies_desc* desc,
                                                throng_bodies** bodies);
THRONG_C_API void throng_bodies_destroy(throng_bodies* bodies); /* null: nothing happens */
/* As throng_instance_error. */
THRONG_C_API const char* throng_bodies_error(const throng_bodies* bodies);

/* Polygons and discs, refused ones too. */
THRONG_C_API throng_status throng_bodies_get_count(throng_bodies* bodies, uint64_t* count);
/* THRONG_HOST or THRONG_DEVICE. */
THRONG_C_API throng_status throng_bodies_get_memory(throng_bodies* bodies, throng_memory* memory);
/* In ascending order: the first `capacity` of them; `count` gets the number that there are. On a device this waits for
 * the stream. */
THRONG_C_API throng_status throng_bodies_get_refused(throng_bodies* bodies, throng_refused_body* refused,
                                                     uint64_t capacity, uint64_t* count);

/* Where bodies are, in the memory that the set is in. A column that is not given: as they were. */
typedef struct throng_poses_desc {
  uint32_t struct_size;
  uint32_t reserved;        /* 0 */
  throng_array translation; /* THRONG_F32X2, m, of each polygon */
  throng_array rotation;    /* THRONG_F32X2, unit, of each polygon */
  throng_array center;      /* THRONG_F32X2, m, of each disc */
} throng_poses_desc;
THRONG_C_API void throng_poses_desc_init(throng_poses_desc* desc, size_t struct_size);
/* The same shapes elsewhere. On a device it returns when the work is enqueued. */
THRONG_C_API throng_status throng_bodies_move(throng_bodies* bodies, const throng_poses_desc* desc);

/* Two bodies of a set. */
typedef struct throng_pair {
  uint32_t a, b;
} throng_pair;

/* Pairs in the memory of the set that they were found in. */
typedef struct throng_pairs throng_pairs;
/* Empty. */
THRONG_C_API throng_status throng_pairs_create(throng_instance* instance, throng_pairs** pairs);
THRONG_C_API void throng_pairs_destroy(throng_pairs* pairs); /* null: nothing happens */
/* As throng_instance_error. */
THRONG_C_API const char* throng_pairs_error(const throng_pairs* pairs);
/* Where they are: THRONG_PAIR, packed; not given (all zero) when there are none. They are the list's until pairs are
 * found again. */
THRONG_C_API throng_status throng_pairs_get(throng_pairs* pairs, throng_array* array);

/* All pairs of bodies whose boxes, which are parallel to the axes, are at most `margin` (m, >= 0) apart on both of
 * them: exactly those, once each, a < b, in ascending order. Bodies with a fault are in none. Replaces what was in
 * `pairs`, using its memory again. On a device it waits once, to learn how many there are. THRONG_OUT_OF_MEMORY also
 * for more than 2^31 pairs. */
THRONG_C_API throng_status throng_bodies_find_pairs(throng_bodies* bodies, double margin, throng_pairs* pairs);

typedef uint8_t throng_pair_state;
enum {
  THRONG_APART = 0,
  THRONG_TOUCHING = 1,    /* neither gap nor overlap is beyond the tolerance */
  THRONG_OVERLAPPING = 2, /* by more than the tolerance */
  THRONG_INVALID_PAIR = 3 /* a number that no body has, a body with itself, or one with a fault */
};

/* Pairs to be tested, and where results go. All arrays are in the memory that the set is in, with one element for each
 * pair where nothing else is said; one that is not given is not wanted. Of an invalid pair all numbers are 0. */
typedef struct throng_collide_desc {
  uint32_t struct_size;
  /* 0 or 1: the largest gap of pairs that are apart, over all axes. Else they are left at the first axis that separates
   * them, and depth and normal are of that one. */
  int32_t measure_misses;
  double tolerance;   /* of the smaller body's extent, 0 to 1; never less than what rounding may be */
  throng_array pairs; /* THRONG_PAIR, in any order, either body first: swapped, only the normal is negated */
  /* THRONG_U32, the axis to begin with, `axis` of an earlier call with the same pairs (any number is allowed). A pair
   * that it still separates costs no more than that; no state depends on it. */
  throng_array last_axis;
  throng_array state;       /* THRONG_U8, throng_pair_state */
  throng_array depth;       /* THRONG_F32, m. Overlapping: along the normal, moving b by it just separates the two.
                             * Apart: minus the largest gap found on an axis, a lower bound of the distance */
  throng_array normal;      /* THRONG_F32X2, unit, from a to b */
  throng_array point_count; /* THRONG_U8, 1 or 2; 0 when they are apart */
  throng_array points;      /* THRONG_F32X2, m, two of each pair, halfway between the two surfaces; 0 where there is
                             * none */
  throng_array axis;        /* THRONG_U32, the one that decided */
} throng_collide_desc;
THRONG_C_API void throng_collide_desc_init(throng_collide_desc* desc, size_t struct_size);
/* On a device it returns when the work is enqueued. */
THRONG_C_API throng_status throng_bodies_collide(throng_bodies* bodies, const throng_collide_desc* desc);

/* ---- Making polygons convex. Points are THRONG_F64X2 arrays, m. `count` gets the number of points, the array gets the
 * first ones, as many as it has elements; null = only the number. ---- */

/* Without repeated and collinear vertices, counter-clockwise: no more points than there are vertices; none when the
 * polygon is refused, `fault` (null = not wanted) says why. */
THRONG_C_API throng_status throng_fixed_polygon(throng_instance* instance, const throng_array* vertices,
                                                const throng_array* fixed, uint64_t* count, throng_refused_body* fault);
/* Counter-clockwise, without collinear vertices: no more points than were given. THRONG_INVALID_ARGUMENT when all are
 * on a line, one is not finite, or two are farther apart than a double can say. */
THRONG_C_API throng_status throng_convex_hull(throng_instance* instance, const throng_array* points,
                                              const throng_array* hull, uint64_t* count);
/* Convex polygons that together are this simple polygon of n vertices, which may turn either way; their vertices are
 * the polygon's. `offsets` (THRONG_U32) is as throng_bodies_desc.offsets, `part_count` gets the number of parts: n - 1
 * offsets and 3 (n - 2) points are room enough. At most 2 r + 1 parts, of r reflex vertices. Parts that are no thicker
 * than 1e-6 of their extent are left out. Takes time that grows with the square of n. THRONG_INVALID_ARGUMENT for a
 * polygon that is not simple. */
THRONG_C_API throng_status throng_convex_parts(throng_instance* instance, const throng_array* vertices,
                                               const throng_array* offsets, const throng_array* points,
                                               uint64_t* part_count, uint64_t* count);

#ifdef __cplusplus
}
#endif
#endif
