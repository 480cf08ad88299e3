/* 200 people on a circle, each walking to the opposite side; in C. */
#include <math.h>
#include <stdio.h>
#include <throng/throng.h>

#define PEOPLE 200

static void say(throng_log_level level, const char* text, void* user) {
  (void)level;
  (void)user;
  fprintf(stderr, "throng: %s\n", text);
}

static throng_array points(throng_vec2d* data, uint64_t count) {
  throng_array array = {0};
  array.data = data;
  array.count = count;
  array.type = THRONG_F64X2;
  return array;
}

static int run(throng_world* world) {
  static throng_vec2d start[PEOPLE], goal[PEOPLE];
  throng_vec2d corners[4] = {{-1.0, -1.0}, {1.0, -1.0}, {1.0, 1.0}, {-1.0, 1.0}}; /* counter-clockwise: solid */
  const throng_array pillar = points(corners, 4);
  const double radius = 30.0; /* m */
  throng_obstacle obstacle;
  throng_profile_desc walker;
  throng_agents_desc people;
  throng_statistics statistics;
  throng_overlaps overlaps;
  uint32_t row;
  double time;
  int i;

  for (i = 0; i < PEOPLE; ++i) {
    const double angle = 2.0 * acos(-1.0) * i / PEOPLE;
    start[i].x = radius * cos(angle);
    start[i].y = radius * sin(angle);
    goal[i].x = -start[i].x;
    goal[i].y = -start[i].y;
  }
  throng_profile_desc_init_walker(&walker, sizeof(walker));
  throng_agents_desc_init(&people, sizeof(people)); /* row 0 of the profiles, and a default for all that isn't given */
  people.count = PEOPLE;
  people.position = points(start, PEOPLE);
  people.goal = points(goal, PEOPLE);
  throng_statistics_init(&statistics, sizeof(statistics));
  throng_overlaps_init(&overlaps, sizeof(overlaps));

  if (throng_world_add_profile(world, &walker, &row) != THRONG_OK) return 0;
  if (throng_world_add_polygon(world, &pillar, &obstacle) != THRONG_OK) return 0;
  if (throng_world_add_agents(world, &people, NULL) != THRONG_OK) return 0;
  if (throng_world_step(world, 600) != THRONG_OK) return 0; /* 60 s */
  if (throng_world_get_time(world, &time) != THRONG_OK) return 0;
  if (throng_world_get_statistics(world, &statistics) != THRONG_OK) return 0;
  if (throng_world_measure_overlaps(world, &overlaps) != THRONG_OK) return 0;
  printf("after %g s: %llu of %d have arrived, %llu pairs overlap, the deepest by %g m\n", time,
         (unsigned long long)statistics.arrived, PEOPLE, (unsigned long long)overlaps.contacts,
         overlaps.deepest_overlap);
  return 1;
}

int main(void) {
  throng_instance_desc host;
  throng_world_desc settings;
  throng_instance* instance;
  throng_world* world;
  int good;

  throng_instance_desc_init(&host, sizeof(host));
  host.log = say; /* is told of each call that fails, and why */
  if (throng_instance_create(&host, &instance) != THRONG_OK) return 1;
  throng_world_desc_init(&settings, sizeof(settings)); /* the fastest executor of this machine, steps of 0.1 s */
  settings.contact_iterations = 8;                     /* what walkers were calibrated with */
  good = throng_world_create(instance, &settings, &world) == THRONG_OK && run(world);
  throng_world_destroy(world);
  throng_instance_destroy(instance);
  return good ? 0 : 1;
}
