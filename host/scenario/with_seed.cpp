#include <nlohmann/json.hpp>

#include "host/floating_point_mode.hpp"
#include "throng/error.hpp"
#include "throng/scenario.hpp"

namespace throng {

std::string with_seed(const std::string& scenario_json, std::uint64_t seed) {
  const FloatingPointMode mode;
  auto json = nlohmann::ordered_json::parse(scenario_json, nullptr, false);
  if (!json.is_object()) throw Error(ErrorCode::bad_scene, "the text of a scene is no JSON object");
  const auto found = json.find("seed");
  if (found != json.end() ? *found == seed : seed == 0) return scenario_json;
  json["seed"] = seed;
  return json.dump(2);
}

}  // namespace throng
