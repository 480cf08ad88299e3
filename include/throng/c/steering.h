/* Steering behaviors: what makes an agent's preferred velocity out of where others are and go (docs/steering.md). */
#ifndef THRONG_C_STEERING_H
#define THRONG_C_STEERING_H
#include "throng/c/array.h"
#include "throng/c/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* After C. W. Reynolds: Steering behaviors for autonomous characters, GDC 1999. */
typedef uint32_t throng_behavior_kind;
enum {
  THRONG_NO_BEHAVIOR = 0,   /* the preferred velocity comes from the agent's goal, or stays what it was */
  THRONG_SEEK = 1,          /* straight to the target */
  THRONG_FLEE = 2,          /* straight away from it */
  THRONG_ARRIVE = 3,        /* to the target, slower near it, and stopped at it */
  THRONG_PURSUE = 4,        /* to where the target will be when it is reached, roughly */
  THRONG_INTERCEPT = 5,     /* to where it can be met first, exactly, if it keeps its velocity */
  THRONG_EVADE = 6,         /* away from where a pursuing agent would aim */
  THRONG_OFFSET_PURSUE = 7, /* keeps a place in a formation behind, beside or before the target */
  THRONG_INTERPOSE = 8,     /* to the midpoint between the agent's two targets, where it will be */
  THRONG_WANDER = 9,        /* ahead, turning a little to and fro by smooth noise */
  THRONG_FOLLOW_PATH = 10,  /* to the point `look_ahead` beyond where the agent is on a path */
  THRONG_FLOCK = 11,        /* separation, alignment and cohesion with neighbors of its group label */
  THRONG_HEAD_FOR_GOAL = 12,
  THRONG_BLEND = 13,        /* several behaviors at once */
  THRONG_WALK_TOGETHER = 14 /* to the agent's goal together with those of its group label */
};

typedef uint32_t throng_blend_rule;
enum {
  THRONG_WEIGHTED = 0,    /* the weighted sum of their velocities, shortened to the agent's maximum speed */
  THRONG_FIRST_MOVING = 1 /* the first of them that wants to move */
};

typedef struct throng_blend_part {
  uint32_t behavior; /* of throng_world_add_behavior, not itself a blend */
  uint32_t reserved; /* 0 */
  double weight;     /* >= 0; unused by THRONG_FIRST_MOVING */
} throng_blend_part;

/* A behavior. What its kind has no use for isn't looked at. Limits: throng/steering.hpp, whose names these are. */
typedef struct throng_behavior_desc {
  uint32_t struct_size;
  throng_behavior_kind kind;
  double speed;            /* m/s, of all kinds but head_for_goal and blend; NaN = the agent's maximum speed */
  int32_t target;          /* 0 or 1, which of the agent's targets; interpose looks at both */
  int32_t avoids_target;   /* 0 or 1: the agent also keeps clear of its target; not of flee, evade */
  double slowing_radius;   /* m, of arrive, offset_pursue, interpose, follow_path: inside it the speed falls linearly */
  double max_deceleration; /* m/s^2, of arrive; NaN = it brakes as hard as it can */
  double panic_radius;     /* m, of flee, evade: beyond it the agent wants to stand; NaN = everywhere */
  double max_time;         /* s, of intercept: aims no further ahead */
  throng_vec2d offset;     /* m, of offset_pursue: x ahead of the target, y to its left */
  double turning_rate;     /* rad/s, of wander, at most */
  double interval;         /* s, of wander, between the knots of the noise */
  uint32_t path;           /* of follow_path: of throng_world_add_path */
  throng_blend_rule rule;  /* of blend */
  double look_ahead;       /* m along the path, of follow_path */
  double spacing;          /* m, of walk_together, from one to the next beside it */
  double waiting_distance; /* m, of walk_together: who is so far ahead of the group's middle stands and waits */
  double separation_weight; /* of flock, as the following */
  double alignment_weight;
  double cohesion_weight;
  double separation_radius;       /* m */
  double alignment_radius;        /* m */
  double cohesion_radius;         /* m */
  const throng_blend_part* parts; /* of blend, 1 to 16 */
  uint64_t part_count;
} throng_behavior_desc;
/* The defaults of a kind; what it has no use for is 0, NaN or THRONG_NONE. */
THRONG_C_API void throng_behavior_desc_init(throng_behavior_desc* desc, size_t struct_size, throng_behavior_kind kind);

THRONG_C_API throng_status throng_world_add_behavior(throng_world* world, const throng_behavior_desc* desc,
                                                     uint32_t* row);
/* In place of what it was, for all agents that have it. */
THRONG_C_API throng_status throng_world_change_behavior(throng_world* world, uint32_t row,
                                                        const throng_behavior_desc* desc);
/* `parts` are the world's until the next call on it. */
THRONG_C_API throng_status throng_world_get_behavior(throng_world* world, uint32_t row, throng_behavior_desc* desc);
THRONG_C_API throng_status throng_world_get_behavior_count(throng_world* world, uint64_t* count);
/* Two or more points (THRONG_F64X2, m), two of them distinct. `closed` (0 or 1): from the last one back to the first.
 */
THRONG_C_API throng_status throng_world_add_path(throng_world* world, const throng_array* points, int32_t closed,
                                                 uint32_t* row);

typedef uint32_t throng_target_kind;
enum { THRONG_NO_TARGET = 0, THRONG_TARGET_AGENT = 1, THRONG_TARGET_POINT = 2 };
typedef struct throng_target {
  throng_target_kind kind;
  uint32_t reserved;  /* 0 */
  throng_agent agent; /* of the same world; looked at when the kind says so, as the next */
  throng_vec2d point; /* m, at rest */
} throng_target;

/* What one agent does. A behavior that looks at a target needs it. */
#define THRONG_MAX_TARGETS 2
typedef struct throng_steering_desc {
  uint32_t struct_size;
  uint32_t behavior;
  throng_target targets[THRONG_MAX_TARGETS];
} throng_steering_desc;
THRONG_C_API void throng_steering_desc_init(throng_steering_desc* desc, size_t struct_size);
/* From now on the behavior gives the agent's preferred velocity. A goal stays and counts as reached in its tolerance,
 * but draws the agent only through head_for_goal and walk_together. */
THRONG_C_API throng_status throng_world_set_steering(throng_world* world, throng_agent agent,
                                                     const throng_steering_desc* desc);

/* The same of many, a column for each thing and a row for each agent. Target k of a row is an agent or a point: a
 * handle whose slot is THRONG_NONE, and a point with NaN in x, are not given; a column that is all zero has neither. */
typedef struct throng_steerings_desc {
  uint32_t struct_size;
  uint32_t reserved; /* 0 */
  uint64_t count;
  throng_array agent;                            /* THRONG_HANDLE, none twice; must be given, as the next */
  throng_array behavior;                         /* THRONG_U32 */
  throng_array target_agent[THRONG_MAX_TARGETS]; /* THRONG_HANDLE */
  throng_array target_point[THRONG_MAX_TARGETS]; /* THRONG_F64X2, m */
} throng_steerings_desc;
THRONG_C_API void throng_steerings_desc_init(throng_steerings_desc* desc, size_t struct_size);
/* All or none. */
THRONG_C_API throng_status throng_world_set_steerings(throng_world* world, const throng_steerings_desc* desc);
/* Without behavior: all or none of `agents` (THRONG_HANDLE). The preferred velocity stays what it was last, unless the
 * agent has a goal. */
THRONG_C_API throng_status throng_world_clear_steering(throng_world* world, const throng_array* agents);

/* What an agent's behavior came to in the last step. Aim points of all agents: throng_readout.aim_point. */
typedef struct throng_steering_state {
  uint32_t struct_size;
  uint32_t behavior; /* THRONG_NONE: it has none; all else is then as in a new agent */
  throng_target targets[THRONG_MAX_TARGETS];
  throng_vec2d aim_point;   /* m, what it headed for or fled from; its own position where there is none */
  double time_to_intercept; /* s, how far ahead pursue, intercept, evade and interpose looked; else 0 */
  int32_t reachable;        /* 0 or 1: of intercept, there is a meeting within max_time */
  int32_t target_lost;      /* 0 or 1: a target left the world; such a behavior asks for standing still */
} throng_steering_state;
THRONG_C_API void throng_steering_state_init(throng_steering_state* state, size_t struct_size);
THRONG_C_API throng_status throng_world_get_steering(throng_world* world, throng_agent agent,
                                                     throng_steering_state* state);

/* Steering without a world, for those who bring their own bodies: one behavior for many pursuers, with the bits of a
 * world's step. Arrays that are all zero are not given; those that are have an element for each pursuer, or for each
 * target. They are all in host memory, with any strides, or all in device memory, packed and with the same stream. */
typedef struct throng_steer_desc {
  uint32_t struct_size;
  int32_t threads;                      /* in host memory; 0 = all cores; never changes a result */
  const throng_behavior_desc* behavior; /* seek, flee, arrive, pursue, intercept, evade, offset_pursue or interpose */
  double time_step;                     /* s: arriving overshoots in no step */
  throng_array position;                /* THRONG_F32X2, m, of the pursuers; must be given */
  throng_array velocity;                /* THRONG_F32X2, m/s; else at rest */
  throng_array heading;                 /* THRONG_F32X2, unit; else the direction of the velocity */
  throng_array max_speed;               /* THRONG_F32, m/s; else the behavior's speed, which must then be given */
  throng_array target_position;         /* THRONG_F32X2, m; must be given, unless there are no targets */
  throng_array target_velocity;         /* THRONG_F32X2, m/s; else at rest */
  throng_array target_heading;          /* THRONG_F32X2, unit; else the direction of the velocity */
  throng_array target;                  /* THRONG_U32, rows of targets; others mean none; else the pursuer's own row */
  throng_array second_target;           /* THRONG_U32, the same of interpose, which needs it */
  /* Results, of those that are given. Pursuers and results may be the same arrays, targets and results may not
   * overlap. */
  throng_array desired_velocity; /* THRONG_F32X2, m/s */
  throng_array steering;         /* THRONG_F32X2, m/s: desired velocity less the pursuer's own */
  throng_array aim_point;        /* THRONG_F32X2, m */
  throng_array time;             /* THRONG_F32, s, how far ahead it looked; of intercept until the meeting */
  throng_array reachable;        /* THRONG_U8, 1; 0 = intercept can't meet its target in time, or there is none */
} throng_steer_desc;
THRONG_C_API void throng_steer_desc_init(throng_steer_desc* desc, size_t struct_size);
/* A pursuer without a target, or with a number that is not finite in what it reads, wants to stand: no result is ever
 * NaN. In device memory it returns when the work is enqueued. */
THRONG_C_API throng_status throng_steer(throng_instance* instance, const throng_steer_desc* desc);

#ifdef __cplusplus
}
#endif
#endif
