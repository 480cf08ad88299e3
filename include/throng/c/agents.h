/* Profiles and agents of a world: adding, changing, reading them. */
#ifndef THRONG_C_AGENTS_H
#define THRONG_C_AGENTS_H
#include "throng/c/array.h"
#include "throng/c/world.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef uint32_t throng_on_arrival;
enum { THRONG_STAY = 0, THRONG_REMOVE = 1 };

/* How a kind of agent moves; limits: throng/parameters.hpp, whose names these are. NaN = not given, where it says so.
 */
typedef struct throng_profile_desc {
  uint32_t struct_size;
  int32_t max_neighbors;        /* 0 to 256 */
  double radius;                /* m; NaN = of the footprint, or 0.2 */
  double max_speed;             /* m/s */
  double preferred_speed;       /* m/s */
  double neighbor_distance;     /* m */
  double time_horizon;          /* s */
  double time_horizon_obstacle; /* s */
  double escape_time;           /* s; NaN = the time step */
  double velocity_blend;        /* in (0, 1] */
  double max_acceleration;      /* m/s^2; NaN = unlimited */
  double max_turning_rate;      /* rad/s; NaN = unlimited */
  double min_heading_speed;     /* m/s */
  double arrival_tolerance;     /* m; NaN = the radius */
  throng_on_arrival on_arrival;
  uint32_t footprint;          /* of throng_world_add_footprint; THRONG_NONE = a disc */
  int32_t brakes_when_blocked; /* 0 or 1 */
  int32_t density_speed;       /* 0 or 1: walks slower the denser the crowd ahead is, as the following say */
  double density_gamma;        /* 1/m^2 */
  double density_max;          /* 1/m^2 */
  double density_radius;       /* m */
  double density_ahead;        /* m */
  double density_least_factor; /* 0 to 1 */
} throng_profile_desc;
/* Plain ORCA agents of a person's size. */
THRONG_C_API void throng_profile_desc_init(throng_profile_desc* desc, size_t struct_size);
/* People walking, calibrated on recorded ones with the contact pass (throng_world_desc.contact_iterations = 8). */
THRONG_C_API void throng_profile_desc_init_walker(throng_profile_desc* desc, size_t struct_size);
/* RVO2 2.0's own example set-up, for comparisons with it. */
THRONG_C_API void throng_profile_desc_init_rvo2(throng_profile_desc* desc, size_t struct_size);

/* `desc` null = the defaults. Equal profiles share a row. */
THRONG_C_API throng_status throng_world_add_profile(throng_world* world, const throng_profile_desc* desc,
                                                    uint32_t* row);
THRONG_C_API throng_status throng_world_get_profile(throng_world* world, uint32_t row, throng_profile_desc* desc);
THRONG_C_API throng_status throng_world_get_profile_count(throng_world* world, uint64_t* count);
/* A convex polygon (THRONG_F64X2, 3 to 16 points, m) in the agent's frame, with (0, 0) inside or on its boundary. */
THRONG_C_API throng_status throng_world_add_footprint(throng_world* world, const throng_array* vertices, uint32_t* row);
/* m, of the circle around it whose center is the agent's position. */
THRONG_C_API throng_status throng_world_get_footprint_radius(throng_world* world, uint32_t row, double* radius);

/* Agents to be added, a column for each thing and a row for each agent. A column that is not given (all zero) has its
 * default in all rows; one that is given has `count` elements. NaN in a column of numbers, THRONG_NONE in one of rows,
 * THRONG_NO_ID in `id`: not given for this agent. At most one of preferred_velocity, goal, goal_region and journey may
 * be given for an agent. */
typedef struct throng_agents_desc {
  uint32_t struct_size;
  uint32_t reserved; /* 0 */
  uint64_t count;
  throng_array position;           /* THRONG_F64X2, m; must be given */
  throng_array profile;            /* THRONG_U32; else row 0, which must be there */
  throng_array id;                 /* THRONG_I64, unique in the world's life; else the next after the highest so far */
  throng_array velocity;           /* THRONG_F64X2, m/s; else 0 */
  throng_array radius;             /* THRONG_F64, m; else the profile's, as the next two */
  throng_array max_speed;          /* THRONG_F64, m/s */
  throng_array preferred_speed;    /* THRONG_F64, m/s */
  throng_array preferred_velocity; /* THRONG_F64X2, m/s, held until changed; NaN in x = not given */
  throng_array goal;               /* THRONG_F64X2, m, a point; NaN in x = not given */
  throng_array goal_region;        /* THRONG_U32, of throng_world_add_goal_* */
  throng_array journey;            /* THRONG_U32, of throng_world_add_journey */
  throng_array heading;            /* THRONG_F64X2, of any length but 0; NaN in x = not given */
  throng_array group;              /* THRONG_I32, a label; else -1 = none */
  throng_array priority;           /* THRONG_F64, >= 0 or infinity; else 1 */
  throng_array layer;              /* THRONG_U32, bits; else 1 */
  throng_array mask;               /* THRONG_U32, bits of the layers that are avoided; else all */
  throng_array avoids;             /* THRONG_U8, 0 or 1; else 1 */
} throng_agents_desc;
THRONG_C_API void throng_agents_desc_init(throng_agents_desc* desc, size_t struct_size);
/* All or none. `handles` (THRONG_HANDLE, as many) gets the new agents' handles; null = not wanted. */
THRONG_C_API throng_status throng_world_add_agents(throng_world* world, const throng_agents_desc* desc,
                                                   const throng_array* handles);

/* `agents`: THRONG_HANDLE, none twice; all or none of them. */
THRONG_C_API throng_status throng_world_remove_agents(throng_world* world, const throng_array* agents);
THRONG_C_API throng_status throng_world_contains_agent(throng_world* world, throng_agent agent, int32_t* contains);
/* `found` null = not wanted; an id that nobody has leaves `agent` a handle that is always stale. */
THRONG_C_API throng_status throng_world_find_agent(throng_world* world, int64_t id, throng_agent* agent,
                                                   int32_t* found);
THRONG_C_API throng_status throng_world_get_agent_count(throng_world* world, uint64_t* count);

/* Held until changed; clears goals and behaviors. `agents`: THRONG_HANDLE, none twice; null = all, in ascending order
 * of id. `velocities`: THRONG_F64X2, m/s. */
THRONG_C_API throng_status throng_world_set_preferred_velocities(throng_world* world, const throng_array* agents,
                                                                 const throng_array* velocities);
THRONG_C_API throng_status throng_world_set_goal_point(throng_world* world, throng_agent agent, throng_vec2d point);
THRONG_C_API throng_status throng_world_set_goal_region(throng_world* world, throng_agent agent, uint32_t region);
THRONG_C_API throng_status throng_world_set_profile(throng_world* world, throng_agent agent, uint32_t profile);
THRONG_C_API throng_status throng_world_set_position(throng_world* world, throng_agent agent, throng_vec2d position);
THRONG_C_API throng_status throng_world_set_velocity(throng_world* world, throng_agent agent, throng_vec2d velocity);
THRONG_C_API throng_status throng_world_set_heading(throng_world* world, throng_agent agent, throng_vec2d heading);

/* One agent. */
typedef struct throng_agent_state {
  uint32_t struct_size;
  uint32_t profile;
  int64_t id;
  throng_vec2d position;           /* m */
  throng_vec2d velocity;           /* m/s */
  throng_vec2d preferred_velocity; /* m/s */
  throng_vec2d heading;            /* unit */
  double radius;                   /* m */
  double max_speed;                /* m/s */
  double preferred_speed;          /* m/s */
  int32_t group;                   /* -1 = none */
  int32_t arrived;                 /* 0 or 1 */
  int32_t stuck;                   /* 0 or 1 */
  uint32_t reserved;               /* 0 */
} throng_agent_state;
THRONG_C_API void throng_agent_state_init(throng_agent_state* state, size_t struct_size);
THRONG_C_API throng_status throng_world_get_agent_state(throng_world* world, throng_agent agent,
                                                        throng_agent_state* state);

/* Where all agents are written, in ascending order of id. A column that is not given is not wanted; one that is given
 * has as many elements as there are agents. */
typedef struct throng_readout {
  uint32_t struct_size;
  uint32_t reserved;      /* 0 */
  throng_array id;        /* THRONG_I64 */
  throng_array handle;    /* THRONG_HANDLE */
  throng_array position;  /* THRONG_F64X2, m, world coordinates */
  throng_array velocity;  /* THRONG_F64X2, m/s */
  throng_array heading;   /* THRONG_F64X2, unit */
  throng_array profile;   /* THRONG_U32 */
  throng_array aim_point; /* THRONG_F64X2, m */
  throng_array elevation; /* THRONG_F64, m, of the ground; 0 without heights */
} throng_readout;
THRONG_C_API void throng_readout_init(throng_readout* readout, size_t struct_size);
THRONG_C_API throng_status throng_world_read(throng_world* world, const throng_readout* readout);

/* Agents that were stuck in the last step, in ascending order of id. `count` gets their number; the arrays
 * (THRONG_HANDLE; THRONG_F64, s since it last got on; null = not wanted) get the first ones, as many as they have
 * elements. */
THRONG_C_API throng_status throng_world_get_stuck_agents(throng_world* world, const throng_array* agents,
                                                         const throng_array* times, uint64_t* count);

/* For debugging, of what the next step would see: the neighbors, nearest first, as above. */
THRONG_C_API throng_status throng_world_get_neighbors(throng_world* world, throng_agent agent,
                                                      const throng_array* neighbors, uint64_t* count);
/* Velocities to the left of the directed line are allowed. */
typedef struct throng_constraint {
  throng_vec2d point;     /* m/s */
  throng_vec2d direction; /* unit */
  int32_t obstacle;       /* 0 or 1 */
  uint32_t reserved;      /* 0 */
} throng_constraint;
/* Obstacles first. `constraints` has room for `capacity`, `count` gets the number that there are. */
THRONG_C_API throng_status throng_world_get_constraints(throng_world* world, throng_agent agent,
                                                        throng_constraint* constraints, uint64_t capacity,
                                                        uint64_t* count);

#ifdef __cplusplus
}
#endif
#endif
