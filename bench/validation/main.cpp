// throng_validate_people: runs recorded experiments with a model and prints what came of them, a JSON line for each
// seed.
//
//   throng_validate_people FOLDER '{"profile": {..}, "contact": true, "time_step": 0.04, "noise": 0, "seeds": [1, 2],
//                                  "ring": [0.5, 1, 2, 4]}'
//
// FOLDER is the project's. tools/calibrate.py drives it.
#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <exception>
#include <nlohmann/json.hpp>
#include <string>

#include "bench/validation/experiments.hpp"

namespace {

using Json = nlohmann::json;
using namespace throng::validation;

void run(const std::string& folder, const Json& request) {
  Model model;
  model.profile = request.value("profile", Json::object()).dump();
  model.contact = request.value("contact", true);
  model.time_step = request.value("time_step", model.time_step);
  model.noise = request.value("noise", 0.0);
  const bool corridor_wanted = request.value("corridor", true), bottleneck_wanted = request.value("bottleneck", true);
  for (const Json& entry : request.value("seeds", Json::array({1}))) {
    const auto seed = entry.get<std::uint64_t>();
    Json line = {{"seed", seed}};
    if (bottleneck_wanted) {
      const BottleneckResult b = run_bottleneck(model, folder, seed);
      line["bottleneck"] = {{"passed", b.passed},
                            {"left_behind", b.left_behind},
                            {"flow", b.flow},
                            {"first", b.first},
                            {"last", b.last},
                            {"density", b.density},
                            {"overlap", b.deepest_overlap},
                            {"wall_crossings", b.wall_crossings}};
    }
    if (corridor_wanted) {
      const CorridorResult c = run_corridor(model, folder, seed);
      line["corridor"] = {{"passed", c.passed}, {"left_behind", c.left_behind}, {"wall_crossings", c.wall_crossings},
                          {"speed", c.speed},   {"density", c.density},         {"overlap", c.deepest_overlap}};
    }
    for (const Json& density : request.value("ring", Json::array())) {
      const RingResult r = run_ring(model, density.get<double>(), seed);
      line["ring"].push_back({{"density", r.density},
                              {"speed", r.speed},
                              {"weidmann_speed", r.weidmann_speed},
                              {"overlap", r.deepest_overlap},
                              {"wall_crossings", r.wall_crossings}});
    }
    fmt::print("{}\n", line.dump());
    std::fflush(stdout);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    fmt::print(stderr, "usage: throng_validate_people FOLDER REQUEST\n");
    return 2;
  }
  try {
    run(argv[1], Json::parse(argv[2]));
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
  return 0;
}
