/* A world steps: what links it needs all that the library stands on. */
#include <stdio.h>
#include <throng/throng.h>

int main(void) {
  throng_instance* instance = NULL;
  throng_world* world = NULL;
  throng_world_desc desc;
  uint64_t hash = 0;
  if (throng_instance_create(NULL, &instance) != THRONG_OK) return 1;
  throng_world_desc_init(&desc, sizeof(desc));
  if (throng_world_create(instance, &desc, &world) != THRONG_OK) return 1;
  if (throng_world_step(world, 1) != THRONG_OK || throng_world_get_state_hash(world, &hash) != THRONG_OK) return 1;
  throng_world_destroy(world);
  throng_instance_destroy(instance);
  printf("%s %08lx%08lx\n", throng_version_text(), (unsigned long)(hash >> 32), (unsigned long)(hash & 0xffffffffu));
  return 0;
}
