/* What a C program does with Throng: two agents walk past each other, beside a wall. C99, and no warning. */
#include <math.h>
#include <stdio.h>
#include <throng/throng.h>

static int failures = 0;

static void want(int holds, const char* what, const char* text) {
  if (holds) return;
  printf("not so: %s (%s)\n", what, text);
  ++failures;
}
#define WANT(holds) want((holds) ? 1 : 0, #holds, throng_world_error(world))

static throng_array points(throng_vec2d* data, uint64_t count) {
  throng_array array = {0};
  array.data = data;
  array.count = count;
  array.type = THRONG_F64X2;
  return array;
}

int main(void) {
  throng_instance* instance = NULL;
  throng_world* world = NULL;
  throng_world_desc desc;
  throng_agents_desc agents;
  throng_readout readout;
  throng_obstacle wall;
  uint32_t row = THRONG_NONE;
  uint64_t hash = 0, count = 0;
  int64_t ids[2] = {-1, -1};
  throng_agent handles[2];
  throng_vec2d start[2] = {{0.0, 0.0}, {10.0, 0.0}}, goal[2] = {{10.0, 0.0}, {0.0, 0.0}}, end[2];
  throng_vec2d wall_points[2] = {{0.0, 3.0}, {10.0, 3.0}};
  throng_array wall_array = points(wall_points, 2), handle_array = {0};

  if (throng_version() != THRONG_HEADER_VERSION) return 1;
  if (throng_instance_create(NULL, &instance) != THRONG_OK) return 1;
  throng_world_desc_init(&desc, sizeof(desc));
  desc.executor = THRONG_CPU;
  if (throng_world_create(instance, &desc, &world) != THRONG_OK) {
    printf("%s\n", throng_instance_error(instance));
    return 1;
  }

  WANT(throng_world_add_profile(world, NULL, &row) == THRONG_OK && row == 0);
  WANT(throng_world_add_polyline(world, &wall_array, &wall) == THRONG_OK);
  throng_agents_desc_init(&agents, sizeof(agents));
  agents.count = 2;
  agents.position = points(start, 2);
  agents.goal = points(goal, 2);
  handle_array.data = handles;
  handle_array.count = 2;
  handle_array.type = THRONG_HANDLE;
  WANT(throng_world_add_agents(world, &agents, &handle_array) == THRONG_OK);
  WANT(throng_world_step(world, 50) == THRONG_OK);

  throng_readout_init(&readout, sizeof(readout));
  readout.position = points(end, 2);
  readout.id.data = ids;
  readout.id.count = 2;
  readout.id.type = THRONG_I64;
  WANT(throng_world_read(world, &readout) == THRONG_OK);
  WANT(ids[0] == 0 && ids[1] == 1);
  WANT(end[0].x > 5.0 && end[1].x < 5.0);
  WANT(throng_world_get_state_hash(world, &hash) == THRONG_OK && hash != 0);

  handle_array.count = 1;
  WANT(throng_world_remove_agents(world, &handle_array) == THRONG_OK);
  WANT(throng_world_get_agent_count(world, &count) == THRONG_OK && count == 1);
  WANT(throng_world_remove_agents(world, &handle_array) == THRONG_STALE_HANDLE);
  start[0].x = NAN;
  WANT(throng_world_add_agents(world, &agents, NULL) == THRONG_INVALID_ARGUMENT);
  WANT(throng_world_step(NULL, 1) == THRONG_NULL_HANDLE);

  throng_instance_destroy(instance);
  throng_world_destroy(world);
  printf("%s %016llx\n", throng_version_text(), (unsigned long long)hash);
  return failures == 0 ? 0 : 1;
}
