/* A world: a crowd and its surroundings. Making, stepping, keeping it. */
#ifndef THRONG_C_WORLD_H
#define THRONG_C_WORLD_H
#include "throng/c/instance.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct throng_world throng_world;

typedef uint32_t throng_executor;
enum {
  THRONG_AUTOMATIC = 0, /* the fastest one this machine has */
  THRONG_CUDA = 1,      /* NVIDIA GPU, single precision, the same bits as THRONG_CPU */
  THRONG_CPU = 2,       /* all cores, single precision */
  THRONG_REFERENCE = 3  /* double precision, brute force: O(n^2) per step */
};

/* Who gives way in a pair (docs/model.md). */
typedef uint32_t throng_responsibility;
enum { THRONG_EQUAL = 0, THRONG_PRIORITY = 1, THRONG_SIDE = 2, THRONG_SPEED = 3 };

/* Which neighbors constrain an agent, of those nearer than its neighbor distance. */
typedef uint32_t throng_neighbor_query;
enum {
  THRONG_NEAREST = 0, /* the max_neighbors nearest */
  THRONG_RANGE = 1    /* all of them, at most 256 */
};

typedef uint32_t throng_stuck_relief;
enum { THRONG_NO_RELIEF = 0, THRONG_SIDESTEP = 1 };

/* Settings of a world, fixed when it is made. Limits: throng/parameters.hpp, whose names these are. */
typedef struct throng_world_desc {
  uint32_t struct_size;
  throng_executor executor;
  double time_step; /* s */
  uint64_t seed;    /* of everything random; the same seed gives the same bits */
  int32_t threads;  /* of the cpu executor, 0 = all cores; never changes a result */
  int32_t device;   /* GPU, by its number in the CUDA runtime; never changes a result */
  throng_responsibility responsibility;
  throng_neighbor_query neighbor_query;
  int32_t break_symmetry;          /* 0 or 1: agents exactly head-on step aside */
  int32_t leave_obstacles;         /* 0 or 1: an agent inside a solid polygon walks out */
  double preferred_velocity_noise; /* m/s, >= 0 */
  int32_t contact_iterations;      /* of the contact pass; 0 = there is none */
  throng_stuck_relief stuck_relief;
  double stuck_time;     /* s, without progress for so long = stuck; NaN = nobody is watched */
  double stuck_progress; /* m */
  double stuck_period;   /* s */
  double cell_size;      /* m, of the grid; 0 = from the density; never changes a result */
} throng_world_desc;
THRONG_C_API void throng_world_desc_init(throng_world_desc* desc, size_t struct_size);

/* `desc` null = the defaults. */
THRONG_C_API throng_status throng_world_create(throng_instance* instance, const throng_world_desc* desc,
                                               throng_world** world);
THRONG_C_API void throng_world_destroy(throng_world* world); /* null: nothing happens */
/* As throng_instance_error. */
THRONG_C_API const char* throng_world_error(const throng_world* world);
/* In place of the instance's; null = none. */
THRONG_C_API throng_status throng_world_set_progress(throng_world* world, throng_progress_fn progress, void* user);

/* The settings as they are in force, `executor` and `threads` as they were found. */
THRONG_C_API throng_status throng_world_get_desc(throng_world* world, throng_world_desc* desc);

/* Advances by `count` time steps. The progress callback is asked between them ("step"): THRONG_CANCELLED leaves the
 * world where it has got to. On a GPU it returns when the last steps are under way; what goes wrong in them is said by
 * the next call. */
THRONG_C_API throng_status throng_world_step(throng_world* world, uint64_t count);

/* Counts since the world was made, saved and loaded with it. */
typedef struct throng_statistics {
  uint32_t struct_size;
  uint32_t reserved; /* 0 */
  uint64_t steps;
  uint64_t agent_steps;       /* sum over steps of the agents present */
  uint64_t arrived;           /* agents that have reached their goal, once for each goal set */
  uint64_t infeasible;        /* agent-steps whose linear program had no solution */
  uint64_t wall_crossings;    /* agent-steps that passed an obstacle edge from its outside */
  uint64_t neighbor_cap_hits; /* agent-steps with more neighbors than THRONG_RANGE takes */
  uint64_t became_stuck;      /* times that an agent got stuck */
  uint64_t went_on;           /* times that one which was stuck got on, or arrived */
} throng_statistics;
THRONG_C_API void throng_statistics_init(throng_statistics* statistics, size_t struct_size);
THRONG_C_API throng_status throng_world_get_statistics(throng_world* world, throng_statistics* statistics);

/* Where the last step's time went, s. */
typedef struct throng_phase_times {
  uint32_t struct_size;
  uint32_t reserved; /* 0 */
  double navigate, bin, solve, move;
} throng_phase_times;
THRONG_C_API void throng_phase_times_init(throng_phase_times* times, size_t struct_size);
THRONG_C_API throng_status throng_world_get_phase_times(throng_world* world, throng_phase_times* times);

/* Overlaps of the present state, exact. */
typedef struct throng_overlaps {
  uint32_t struct_size;
  uint32_t reserved;         /* 0 */
  uint64_t contacts;         /* pairs that overlap by more than 1e-4 m */
  double deepest_overlap;    /* m */
  uint64_t inside_obstacles; /* agents whose center is inside a solid polygon */
} throng_overlaps;
THRONG_C_API void throng_overlaps_init(throng_overlaps* overlaps, size_t struct_size);
THRONG_C_API throng_status throng_world_measure_overlaps(throng_world* world, throng_overlaps* overlaps);

THRONG_C_API throng_status throng_world_get_time(throng_world* world, double* time); /* s */
/* Order-free hash of ids, positions and velocities as the engine holds them (docs/model.md). */
THRONG_C_API throng_status throng_world_get_state_hash(throng_world* world, uint64_t* hash);
/* The local origin, world coordinates (m): fixed at the first step. */
THRONG_C_API throng_status throng_world_get_origin(throng_world* world, throng_vec2d* origin);
THRONG_C_API throng_status throng_world_get_bytes_per_agent(throng_world* world, uint64_t* bytes);

/* Writes the whole state (HDF5) to `path` (UTF-8); the file appears complete or not at all. */
THRONG_C_API throng_status throng_world_save(throng_world* world, const char* path);
/* A world that continues with the same bits, handles included. Of `desc` executor, threads and device count, the other
 * settings are those of the file; null = the defaults. */
THRONG_C_API throng_status throng_world_load(throng_instance* instance, const char* path, const throng_world_desc* desc,
                                             throng_world** world);

/* What an executor needs, and whether this machine has it. */
typedef struct throng_executor_info {
  uint32_t struct_size;
  throng_executor executor;
  int32_t available; /* 0 or 1 */
  char name[32];
  char detail[512]; /* cores and instruction set, device name, or the reason why it is missing; cut off when longer */
} throng_executor_info;
THRONG_C_API void throng_executor_info_init(throng_executor_info* info, size_t struct_size);
/* `executor`: THRONG_CUDA, THRONG_CPU or THRONG_REFERENCE. */
THRONG_C_API throng_status throng_get_executor_info(throng_instance* instance, throng_executor executor,
                                                    throng_executor_info* info);

#ifdef __cplusplus
}
#endif
#endif
