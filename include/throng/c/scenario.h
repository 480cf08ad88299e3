/* Scenario files: a whole world, and what to record of it, as JSON (docs/scenario.schema.json). */
#ifndef THRONG_C_SCENARIO_H
#define THRONG_C_SCENARIO_H
#include "throng/c/agents.h"
#include "throng/c/text.h"
#include "throng/c/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A scenario, read and checked, in world coordinates. Everything random is drawn: it says where each agent stands. */
typedef struct throng_scenario throng_scenario;

/* Reads a scenario file and those it names. `seed` replaces the one in the file; null = it stays. THRONG_BAD_SCENE: the
 * text says file, JSON pointer, what was found and what is wanted. Each warning is told to the log callback. */
THRONG_C_API throng_status throng_scenario_read(throng_instance* instance, const char* path, const uint64_t* seed,
                                                throng_scenario** scenario);
/* The same from memory, `length` bytes: other files are looked up in `directory`, errors call the text
 * `display_name`. */
THRONG_C_API throng_status throng_scenario_parse(throng_instance* instance, const char* text, uint64_t length,
                                                 const char* directory, const char* display_name, const uint64_t* seed,
                                                 throng_scenario** scenario);
THRONG_C_API void throng_scenario_destroy(throng_scenario* scenario); /* null: nothing happens */
/* As throng_instance_error. */
THRONG_C_API const char* throng_scenario_error(const throng_scenario* scenario);

/* A world with all of it. Of `desc` executor, threads and device count, the other settings are the scenario's; null =
 * the defaults. What a world refuses in a scene is the scene's fault: THRONG_BAD_SCENE, naming the file. Sources,
 * journeys, steering and the like are read from the world. */
THRONG_C_API throng_status throng_scenario_make_world(throng_scenario* scenario, const throng_world_desc* desc,
                                                      throng_world** world);

typedef struct throng_scenario_info {
  uint32_t struct_size;
  int32_t contact_of_walkers; /* 0 or 1: the contact pass is on without the file's word, since there are walkers */
  double duration;            /* s */
  uint64_t steps;             /* ceil(duration / time_step - 1e-9) */
  uint64_t record_every;      /* steps from one frame to the next */
  int32_t record_aim_points;  /* 0 or 1: frames have aim points */
  int32_t navigation;         /* 0 or 1: every goal has a flow field */
  int32_t heights;            /* 0 or 1: the ground has heights */
  uint32_t reserved;          /* 0 */
  uint64_t agents;
  uint64_t profiles;
  uint64_t behaviors;
  uint64_t steered_agents; /* that have a behavior */
  uint64_t doors;
  uint64_t queues;
  uint64_t waiting_areas;
  uint64_t journeys;
  uint64_t sources;
} throng_scenario_info;
THRONG_C_API void throng_scenario_info_init(throng_scenario_info* info, size_t struct_size);
THRONG_C_API throng_status throng_scenario_get_info(throng_scenario* scenario, throng_scenario_info* info);
/* Settings of the world; executor, threads and device are automatic: they never belong to a scene. */
THRONG_C_API throng_status throng_scenario_get_desc(throng_scenario* scenario, throng_world_desc* desc);

/* ---- Texts. They are the scenario's, as long as it is there. ---- */
THRONG_C_API throng_status throng_scenario_get_name(throng_scenario* scenario, const char** name);
/* The JSON text; and as it is run, with the seed that was given. */
THRONG_C_API throng_status throng_scenario_get_source(throng_scenario* scenario, const char** source);
THRONG_C_API throng_status throng_scenario_get_source_as_run(throng_scenario* scenario, const char** source);
/* The walkable area as the file gives it, well-known text; of GeoJSON its parts together; "" = none given. */
THRONG_C_API throng_status throng_scenario_get_geometry(throng_scenario* scenario, const char** geometry);
/* Things that work, but are hardly meant. `texts` gets null when there are none, as in the following. */
THRONG_C_API throng_status throng_scenario_get_warnings(throng_scenario* scenario, const char* const** texts,
                                                        uint64_t* count);
/* Paths of the files that the scene names and that were read. */
THRONG_C_API throng_status throng_scenario_get_files(throng_scenario* scenario, const char* const** texts,
                                                     uint64_t* count);
/* By row; a row made by an agent's own keys names the place in the file. */
THRONG_C_API throng_status throng_scenario_get_profile_names(throng_scenario* scenario, const char* const** texts,
                                                             uint64_t* count);
THRONG_C_API throng_status throng_scenario_get_behavior_names(throng_scenario* scenario, const char* const** texts,
                                                              uint64_t* count);

/* ---- What stands in the world. What the following lend is the scenario's until the next call on it. ---- */

/* `row`: below throng_scenario_info.profiles. */
THRONG_C_API throng_status throng_scenario_get_profile(throng_scenario* scenario, uint32_t row,
                                                       throng_profile_desc* desc);
/* All agents in the order of the file, with ids. Rows of profiles and goals are the scenario's. */
THRONG_C_API throng_status throng_scenario_get_agents(throng_scenario* scenario, throng_agents_desc* desc);

/* Points in order. */
typedef struct throng_outline {
  throng_array vertices; /* THRONG_F64X2, m */
  int32_t closed;        /* 0 or 1 */
  uint32_t reserved;     /* 0 */
  const char* name;      /* of a path, else "" */
} throng_outline;
/* Closed: counter-clockwise = solid, clockwise = a wall around free space; open = a thin wall. */
THRONG_C_API throng_status throng_scenario_get_obstacles(throng_scenario* scenario, const throng_outline** outlines,
                                                         uint64_t* count);
/* A polygon, a line or a point. */
THRONG_C_API throng_status throng_scenario_get_goals(throng_scenario* scenario, const throng_outline** outlines,
                                                     uint64_t* count);
THRONG_C_API throng_status throng_scenario_get_paths(throng_scenario* scenario, const throng_outline** outlines,
                                                     uint64_t* count);
/* In the agent's frame; throng_profile_desc.footprint is a row of them. */
THRONG_C_API throng_status throng_scenario_get_footprints(throng_scenario* scenario, const throng_outline** outlines,
                                                          uint64_t* count);

/* The text of a scene, `length` bytes of JSON, with this seed in it should it have another. */
THRONG_C_API throng_status throng_scenario_text_with_seed(throng_instance* instance, const char* text, uint64_t length,
                                                          uint64_t seed, throng_text** changed);

#ifdef __cplusplus
}
#endif
#endif
