/* Journeys: where agents go one after the other, where they wait and queue, how they come in and leave
 * (docs/journeys.md). Limits: throng/journeys.hpp. Names are UTF-8, unique among things of a kind, never empty. What
 * pointers of a read-back lead to is the world's until the next call on it. */
#ifndef THRONG_C_JOURNEYS_H
#define THRONG_C_JOURNEYS_H
#include "throng/c/array.h"
#include "throng/c/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A number, or a distribution that numbers are drawn from by the seed, the agent's id and what they are for. */
typedef uint32_t throng_distribution_kind;
enum { THRONG_NO_DISTRIBUTION = 0, THRONG_FIXED = 1, THRONG_NORMAL = 2, THRONG_UNIFORM = 3 };
typedef struct throng_distribution {
  throng_distribution_kind kind; /* THRONG_NO_DISTRIBUTION = not given; all zero is that */
  uint32_t reserved;             /* 0 */
  double first;                  /* the value; the mean; the lower bound */
  double second;                 /* standard deviation; upper bound */
  double least;                  /* of what is drawn; a normal draw beyond is drawn again */
  double most;
} throng_distribution;
THRONG_C_API throng_distribution throng_distribution_fixed(double value);
THRONG_C_API throng_distribution throng_distribution_uniform(double least, double most);
/* A sum of twelve uniform numbers: never beyond six deviations of the mean, nor beyond `least` and `most`. */
THRONG_C_API throng_distribution throng_distribution_normal(double mean, double deviation, double least, double most);

/* Places one behind the other. Who reaches the queue's goal joins it; the first `servers` places are served. */
typedef struct throng_queue_desc {
  uint32_t struct_size;
  int32_t servers; /* >= 1, at most as many as places */
  const char* name;
  throng_array line;                /* THRONG_F64X2, m, from its head; places lie on it from there */
  double spacing;                   /* m, between places along the line */
  throng_distribution service_time; /* s: how long one is served, from reaching the place; must be given */
  uint32_t goal;                    /* where one joins; THRONG_NONE = the end of the line */
  uint32_t reserved;                /* 0 */
} throng_queue_desc;
THRONG_C_API void throng_queue_desc_init(throng_queue_desc* desc, size_t struct_size);
THRONG_C_API throng_status throng_world_add_queue(throng_world* world, const throng_queue_desc* desc, uint32_t* row);
/* `goal` as it was found. */
THRONG_C_API throng_status throng_world_get_queue(throng_world* world, uint32_t row, throng_queue_desc* desc);
THRONG_C_API throng_status throng_world_get_queue_count(throng_world* world, uint64_t* count);

/* A polygon in which everybody who waits gets a place of its own, as long as there are any. */
typedef struct throng_waiting_area_desc {
  uint32_t struct_size;
  uint32_t reserved; /* 0 */
  const char* name;
  throng_array polygon; /* THRONG_F64X2, m, simple */
  double spacing;       /* m, between places */
} throng_waiting_area_desc;
THRONG_C_API void throng_waiting_area_desc_init(throng_waiting_area_desc* desc, size_t struct_size);
THRONG_C_API throng_status throng_world_add_waiting_area(throng_world* world, const throng_waiting_area_desc* desc,
                                                         uint32_t* row);
THRONG_C_API throng_status throng_world_get_waiting_area(throng_world* world, uint32_t row,
                                                         throng_waiting_area_desc* desc);
THRONG_C_API throng_status throng_world_get_waiting_area_count(throng_world* world, uint64_t* count);

/* A thin wall that comes and goes; a closed one counts as an obstacle. Nobody is caught: it closes when nobody stands
 * in it, and stays open until then. */
typedef struct throng_door_desc {
  uint32_t struct_size;
  int32_t closed_at_start; /* 0 or 1 */
  const char* name;
  throng_array line;    /* THRONG_F64X2, m, 2 or more points */
  throng_array changes; /* THRONG_F64, s, ascending: it opens or closes */
  double period;        /* s: changes lie within it and repeat; NaN = they don't */
} throng_door_desc;
THRONG_C_API void throng_door_desc_init(throng_door_desc* desc, size_t struct_size);
THRONG_C_API throng_status throng_world_add_door(throng_world* world, const throng_door_desc* desc, uint32_t* row);
THRONG_C_API throng_status throng_world_get_door(throng_world* world, uint32_t row, throng_door_desc* desc);
THRONG_C_API throng_status throng_world_get_door_count(throng_world* world, uint64_t* count);
/* 0 or 1; a door that is to close is open while somebody stands in it. */
THRONG_C_API throng_status throng_world_is_door_open(throng_world* world, uint32_t row, int32_t* open);

typedef uint32_t throng_stage_kind;
enum {
  THRONG_PASS = 0,  /* goes on when the goal is reached */
  THRONG_WAIT = 1,  /* stays there: for a time, until a time, or until a door is open */
  THRONG_QUEUE = 2, /* queues and is served */
  THRONG_LEAVE = 3  /* leaves the world when the goal is reached; its id is never reused */
};
typedef uint32_t throng_next_choice;
enum {
  THRONG_BY_PROBABILITY = 0, /* by seed, id and number of the visit */
  THRONG_BY_LEAST_TIME = 1   /* to where the expected time is least */
};
/* Where to go from a stage. */
typedef struct throng_next_stage {
  const char* stage;  /* of the same journey, by name */
  double probability; /* in [0, 1], of THRONG_BY_PROBABILITY; their sum is 1 */
} throng_next_stage;
/* A part of a journey: a goal to reach, and what to do there. */
typedef struct throng_stage_desc {
  uint32_t struct_size;
  throng_stage_kind kind;
  const char* name;              /* unique in the journey */
  uint32_t goal;                 /* of pass and leave, and of wait without an area; else THRONG_NONE, as the next two */
  uint32_t area;                 /* of wait */
  uint32_t queue;                /* of queue */
  uint32_t wait_for;             /* a door: until it is open. What a wait waits for is one of this and the next two */
  throng_distribution wait_time; /* s, from reaching the goal */
  double wait_until;             /* s of the world's time; NaN = not given */
  const throng_next_stage* next; /* null = the next in order */
  uint64_t next_count;
  throng_next_choice choice; /* which of several */
  uint32_t reserved;         /* 0 */
  double reconsider; /* s: who has chosen by least time chooses again every so often on the way; NaN = it doesn't */
  double hysteresis; /* in [0, 1): it changes its mind only when the time is shorter by more than this share */
  double flow;       /* 1/s: how many can pass this stage's goal, for choices by least time; NaN = as it is observed */
} throng_stage_desc;
THRONG_C_API void throng_stage_desc_init(throng_stage_desc* desc, size_t struct_size);

/* An agent begins with the first stage. After the last one, unless it says what is next, it stays where it is, without
 * a journey. */
typedef struct throng_journey_desc {
  uint32_t struct_size;
  uint32_t stage_size; /* sizeof(throng_stage_desc): of each of the stages; also of a read-back, which asks for it */
  const char* name;
  const throng_stage_desc* stages;
  uint64_t stage_count;
} throng_journey_desc;
THRONG_C_API void throng_journey_desc_init(throng_journey_desc* desc, size_t struct_size, size_t stage_size);
THRONG_C_API throng_status throng_world_add_journey(throng_world* world, const throng_journey_desc* desc,
                                                    uint32_t* row);
THRONG_C_API throng_status throng_world_get_journey(throng_world* world, uint32_t row, throng_journey_desc* desc);
THRONG_C_API throng_status throng_world_get_journey_count(throng_world* world, uint64_t* count);

/* Of agents that come from a source: which, and how large the share of them. */
typedef struct throng_source_kind {
  uint32_t profile;
  uint32_t reserved;                   /* 0 */
  double share;                        /* > 0, relative to the sum of all kinds */
  throng_distribution radius;          /* m; not given = the profile's, as the next two */
  throng_distribution max_speed;       /* m/s */
  throng_distribution preferred_speed; /* m/s */
} throng_source_kind;
#define THRONG_NO_LIMIT UINT64_MAX
/* Agents that come in while the world runs. Who finds no room in the region waits outside and comes as soon as there is
 * some, in order. When they come is said by one of rates, times and entries. */
typedef struct throng_source_desc {
  uint32_t struct_size;
  int32_t regular; /* 0 or 1: at equal intervals of the expected number, the first at once; 0 = Poisson */
  const char* name;
  throng_array region; /* THRONG_F64X2, m: a polygon (>= 3 points), a line (2) or a point (1). Not with entries */
  const throng_source_kind* kinds;
  uint64_t kind_count;
  /* What they head for: one of these. */
  uint32_t journey;     /* THRONG_NONE = not given, as the next */
  uint32_t goal_region; /* of throng_world_add_goal_* */
  throng_vec2d goal;    /* m, a point; NaN in x = not given */
  /* From each time of rate_from on, until the next one's: one for a constant rate. */
  throng_array rate_from; /* THRONG_F64, s, ascending */
  throng_array rate;      /* THRONG_F64, 1/s, as many */
  throng_array times;     /* THRONG_F64, s, ascending: one agent at each */
  /* Agents as they were recorded: a column for each thing, a row for each agent. */
  throng_array entry_time;     /* THRONG_F64, s, ascending; says how many there are */
  throng_array entry_position; /* THRONG_F64X2, m */
  throng_array entry_velocity; /* THRONG_F64X2, m/s; else 0 */
  throng_array entry_id;       /* THRONG_I64; THRONG_NO_ID, or no such column, = the next after the highest so far */
  throng_array entry_kind;     /* THRONG_U32, row of `kinds`; else 0 */
  uint64_t total;              /* agents at most, from `from` on; THRONG_NO_LIMIT = all */
  double from;                 /* s: nobody comes before */
  double until;                /* s: nobody comes at or after it; may be infinite */
} throng_source_desc;
THRONG_C_API void throng_source_desc_init(throng_source_desc* desc, size_t struct_size);
THRONG_C_API throng_status throng_world_add_source(throng_world* world, const throng_source_desc* desc, uint32_t* row);
THRONG_C_API throng_status throng_world_get_source(throng_world* world, uint32_t row, throng_source_desc* desc);
THRONG_C_API throng_status throng_world_get_source_count(throng_world* world, uint64_t* count);
/* 0 or 1: whether a source has agents to come, or that wait outside. */
THRONG_C_API throng_status throng_world_expects_agents(throng_world* world, int32_t* expects);

/* From its first stage on. Goals and preferred velocities that are set take an agent off its journey. */
THRONG_C_API throng_status throng_world_set_journey(throng_world* world, throng_agent agent, uint32_t journey);

typedef uint32_t throng_activity;
enum { THRONG_HEADS = 0, THRONG_WAITS = 1, THRONG_QUEUES = 2, THRONG_IS_SERVED = 3 };
/* What an agent with a journey does. */
typedef struct throng_journey_state {
  uint32_t struct_size;
  uint32_t journey; /* THRONG_NONE = it has none; all else is then 0 */
  uint32_t stage;
  throng_activity activity;
  uint64_t visits; /* stages it has been to before this one, with repetition */
  double since;    /* s: when it began that */
} throng_journey_state;
THRONG_C_API void throng_journey_state_init(throng_journey_state* state, size_t struct_size);
THRONG_C_API throng_status throng_world_get_journey_state(throng_world* world, throng_agent agent,
                                                          throng_journey_state* state);

/* Counts since the world was made. */
typedef struct throng_journey_statistics {
  uint32_t struct_size;
  uint32_t reserved;         /* 0 */
  uint64_t entered;          /* agents that came from sources */
  uint64_t left;             /* agents that left at a stage */
  uint64_t waiting_to_enter; /* of all sources */
} throng_journey_statistics;
THRONG_C_API void throng_journey_statistics_init(throng_journey_statistics* statistics, size_t struct_size);
THRONG_C_API throng_status throng_world_get_journey_statistics(throng_world* world,
                                                               throng_journey_statistics* statistics);
typedef struct throng_stage_state {
  uint32_t struct_size;
  uint32_t reserved; /* 0 */
  uint64_t heading;  /* agents on the way to it */
  uint64_t there;    /* agents that wait, queue or are served */
  uint64_t passed;   /* how often somebody has gone on from it, or left there */
} throng_stage_state;
THRONG_C_API void throng_stage_state_init(throng_stage_state* state, size_t struct_size);
THRONG_C_API throng_status throng_world_get_stage_state(throng_world* world, uint32_t journey, uint32_t stage,
                                                        throng_stage_state* state);
typedef struct throng_queue_state {
  uint32_t struct_size;
  uint32_t reserved; /* 0 */
  uint64_t heading;  /* agents on the way to it */
  uint64_t length;   /* agents in it, those being served included */
  uint64_t served;   /* so far */
} throng_queue_state;
THRONG_C_API void throng_queue_state_init(throng_queue_state* state, size_t struct_size);
THRONG_C_API throng_status throng_world_get_queue_state(throng_world* world, uint32_t queue, throng_queue_state* state);
typedef struct throng_source_state {
  uint32_t struct_size;
  int32_t ended;    /* 0 or 1: nobody more will be due */
  uint64_t due;     /* agents whose time has come */
  uint64_t entered; /* those of them that are or were in the world */
  uint64_t waiting; /* those that found no room yet: due - entered */
} throng_source_state;
THRONG_C_API void throng_source_state_init(throng_source_state* state, size_t struct_size);
THRONG_C_API throng_status throng_world_get_source_state(throng_world* world, uint32_t source,
                                                         throng_source_state* state);

#ifdef __cplusplus
}
#endif
#endif
