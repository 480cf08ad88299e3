// Density and speed of crowds in corridors without ends, as JSON: tools/fundamental_diagram.py makes a table of it.
#include <cstdio>
#include <vector>

#include "tests/support/ring_corridor.hpp"

namespace {

using throng::test::RingCorridor;

struct Setting {
  const char* name;
  RingCorridor ring;
};

std::vector<Setting> settings() {
  RingCorridor wide, narrow, mixed, unaware;
  narrow.inner = 20.0;
  narrow.outer = 21.8;
  mixed.speed_spread = 0.2;
  unaware.density_speed.reset();
  return {{"wide", wide}, {"narrow", narrow}, {"mixed", mixed}, {"unaware", unaware}};
}

}  // namespace

int main() {
  const char* comma = "";
  std::printf("[");
  for (Setting setting : settings()) {
    for (const double density : {0.25, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5}) {
      for (const std::uint64_t seed : {1, 2, 3}) {
        setting.ring.density = density;
        setting.ring.seed = seed;
        const throng::test::RingFlow flow = throng::test::walk_around(setting.ring);
        std::printf(
            "%s\n  {\"setting\": \"%s\", \"seed\": %d, \"agents\": %zu, \"density\": %.6f, \"speed\": %.6f, "
            "\"weidmann\": %.6f, \"deepest_overlap\": %.6f}",
            comma, setting.name, static_cast<int>(seed), flow.agents, flow.density, flow.speed,
            throng::test::weidmann_speed(flow.density), flow.deepest_overlap);
        std::fflush(stdout);
        comma = ",";
      }
    }
  }
  std::printf("\n]\n");
  return 0;
}
