/* A program as it was built when the C interface was new: against the headers in old/include, which stay as they are.
 * It is linked to the present library, and has to find what it knows. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <throng/throng.h>

static int failures = 0;
static void want(int holds, const char* what, const char* text) {
  if (holds) return;
  printf("not so: %s (%s)\n", what, text);
  ++failures;
}
#define WANT(holds) want((holds) ? 1 : 0, #holds, throng_world_error(world))

static throng_array array_of(void* data, uint64_t count, throng_type type) {
  throng_array array;
  memset(&array, 0, sizeof(array));
  array.data = data;
  array.count = count;
  array.type = type;
  return array;
}

/* A struct of the old size, and bytes behind it that nobody may touch. */
#define GUARDED(type)       \
  struct guarded_##type {   \
    type value;             \
    unsigned char rest[64]; \
  }
GUARDED(throng_world_desc);
GUARDED(throng_profile_desc);
GUARDED(throng_agents_desc);
GUARDED(throng_agent_state);
GUARDED(throng_statistics);
GUARDED(throng_executor_info);
static int untouched(const unsigned char* rest) {
  size_t k;
  for (k = 0; k < 64; ++k) {
    if (rest[k] != 0x5a) return 0;
  }
  return 1;
}

int main(void) {
  throng_instance* instance = NULL;
  throng_world* world = NULL;
  struct guarded_throng_world_desc desc;
  struct guarded_throng_profile_desc profile;
  struct guarded_throng_agents_desc agents;
  struct guarded_throng_agent_state state;
  struct guarded_throng_statistics statistics;
  struct guarded_throng_executor_info info;
  throng_vec2d positions[2] = {{0.0, 0.0}, {8.0, 0.25}}, goals[2] = {{8.0, 0.0}, {0.0, 0.25}}, end[2];
  throng_vec2d wall[3] = {{0.0, 4.0}, {4.0, 5.0}, {8.0, 4.0}};
  throng_agent handles[2];
  throng_array wall_array = array_of(wall, 3, THRONG_F64X2), handle_array = array_of(handles, 2, THRONG_HANDLE);
  throng_obstacle obstacle;
  throng_readout readout;
  uint32_t row = THRONG_NONE;
  uint64_t hash = 0;
  memset(&desc, 0x5a, sizeof(desc));
  memset(&profile, 0x5a, sizeof(profile));
  memset(&agents, 0x5a, sizeof(agents));
  memset(&state, 0x5a, sizeof(state));
  memset(&statistics, 0x5a, sizeof(statistics));
  memset(&info, 0x5a, sizeof(info));

  if (throng_version() < THRONG_HEADER_VERSION) return 1;
  if (throng_instance_create(NULL, &instance) != THRONG_OK) return 1;
  throng_executor_info_init(&info.value, sizeof(info.value));
  if (throng_get_executor_info(instance, THRONG_CPU, &info.value) != THRONG_OK || !info.value.available) return 1;
  throng_world_desc_init(&desc.value, sizeof(desc.value));
  desc.value.executor = THRONG_CPU;
  desc.value.threads = 1;
  if (throng_world_create(instance, &desc.value, &world) != THRONG_OK) return 1;
  throng_profile_desc_init(&profile.value, sizeof(profile.value));
  profile.value.preferred_speed = 1.0;
  WANT(throng_world_add_profile(world, &profile.value, &row) == THRONG_OK && row == 0);
  WANT(throng_world_add_polyline(world, &wall_array, &obstacle) == THRONG_OK);
  throng_agents_desc_init(&agents.value, sizeof(agents.value));
  agents.value.count = 2;
  agents.value.position = array_of(positions, 2, THRONG_F64X2);
  agents.value.goal = array_of(goals, 2, THRONG_F64X2);
  WANT(throng_world_add_agents(world, &agents.value, &handle_array) == THRONG_OK);
  WANT(throng_world_step(world, 20) == THRONG_OK);
  throng_agent_state_init(&state.value, sizeof(state.value));
  WANT(throng_world_get_agent_state(world, handles[1], &state.value) == THRONG_OK);
  WANT(state.value.id == 1 && state.value.preferred_speed == 1.0 && state.value.position.x < 7.0);
  throng_statistics_init(&statistics.value, sizeof(statistics.value));
  WANT(throng_world_get_statistics(world, &statistics.value) == THRONG_OK);
  WANT(statistics.value.steps == 20 && statistics.value.agent_steps == 40);
  throng_readout_init(&readout, sizeof(readout));
  readout.position = array_of(end, 2, THRONG_F64X2);
  WANT(throng_world_read(world, &readout) == THRONG_OK);
  WANT(end[1].x == state.value.position.x && end[1].y == state.value.position.y);
  WANT(throng_world_get_state_hash(world, &hash) == THRONG_OK);
  WANT(throng_world_get_desc(world, &desc.value) == THRONG_OK && desc.value.executor == THRONG_CPU);
  handles[0].generation += 1000;
  handle_array.count = 1;
  WANT(throng_world_remove_agents(world, &handle_array) == THRONG_STALE_HANDLE);

  WANT(untouched(desc.rest) && untouched(profile.rest) && untouched(agents.rest) && untouched(state.rest));
  WANT(untouched(statistics.rest) && untouched(info.rest));
  throng_world_destroy(world);
  throng_instance_destroy(instance);
  printf("%016llx\n", (unsigned long long)hash);
  return failures == 0 ? 0 : 1;
}
