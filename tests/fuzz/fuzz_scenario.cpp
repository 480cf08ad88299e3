// Feeds arbitrary bytes to the readers of scenarios. The first byte chooses: t = table of agents (CSV or NPY), w =
// well-known text, g = GeoJSON, a and n =
// height maps (ASCII grid, NPY), all else is the scenario's JSON itself. A scene that the reader accepts also has to
// run: two steps. A throng::Error is the only way out that is allowed.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "host/scenario/agents_table.hpp"
#include "host/scenario/geojson.hpp"
#include "host/scenario/height_map_file.hpp"
#include "host/scenario/walkable_area.hpp"
#include "throng/scenario.hpp"

namespace {

/// Large fills and grids are allowed and slow: no finding.
bool asks_for_many(std::string_view text) {
  if (text.find("fill") == std::string_view::npos) return false;
  std::size_t digits = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool digit = text[i] >= '0' && text[i] <= '9';
    if (digits > 0 && (text[i] == 'e' || text[i] == 'E')) return true;
    digits = digit ? digits + 1 : 0;
    if (digits > 4) return true;
  }
  return false;
}

/// Two steps of a small scene. Beyond the extent a world refuses to step; whatever it does, no agent leaves the
/// numbers.
void run_if_small(throng::Scenario scenario) {
  if (scenario.agents.size() > 64 || scenario.obstacles.size() > 64) return;
  scenario.options.executor = throng::ExecutorKind::cpu;
  scenario.options.threads = 1;
  throng::World world = throng::make_world(scenario);
  world.step(2);
  for (const std::vector<throng::Vec2d>& vectors : {world.positions(), world.velocities()}) {
    for (const throng::Vec2d& v : vectors) {
      if (!std::isfinite(v.x) || !std::isfinite(v.y)) std::abort();
    }
  }
  (void)world.measure();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    if (!text.empty() && text[0] == 't') {
      throng::scenario::read_agents_table(text.substr(1), "fuzz");
    } else if (!text.empty() && text[0] == 'w') {
      throng::scenario::walkable_area_of_wkt(text.substr(1), "fuzz");
    } else if (!text.empty() && text[0] == 'g') {
      throng::scenario::walkable_area_of_geojson(std::string(text.substr(1)), "fuzz");
    } else if (!text.empty() && text[0] == 'a') {
      throng::HeightMap map;
      throng::scenario::read_asc_heights(text.substr(1), "fuzz", map);
    } else if (!text.empty() && text[0] == 'n') {
      throng::HeightMap map;
      throng::scenario::read_npy_heights(text.substr(1), "fuzz", map);
    } else if (!asks_for_many(text)) {
      run_if_small(throng::parse_scenario(text, "no-such-directory", "fuzz"));
    }
  } catch (const throng::Error&) {
  }
  return 0;
}
