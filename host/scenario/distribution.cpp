#include "host/scenario/distribution.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace throng::scenario {

Distribution read_distribution(const JsonNode& node, const Quantity& quantity) {
  Distribution result;
  result.least = quantity.least;
  result.most = quantity.most;
  if (!node.is_object()) {
    if (!node.is_number()) {
      node.fail_wanted(quantity.wanted() + R"(, {"normal": [mean, sd], "min", "max"} or {"uniform": [a, b]})");
    }
    result.first = result.least = result.most = node.number(quantity);
    return result;
  }

  node.require_object({"normal", "uniform", "min", "max"});
  if (node.has("normal") == node.has("uniform")) node.fail("wanted either `normal` or `uniform`");
  const bool normal = node.has("normal");
  const JsonNode parameters = node.at(normal ? "normal" : "uniform");
  if (!parameters.is_array() || parameters.size() != 2) {
    parameters.fail_wanted(
        fmt::format("{} in {}", normal ? "[mean, standard deviation]" : "[least, most]", quantity.unit));
  }
  result.first = parameters.item(0).number(quantity);
  result.second = parameters.item(1).number(quantity);
  if (!normal) {
    if (node.has("min") || node.has("max")) node.fail("`min` and `max` belong to `normal`");
    if (result.first > result.second) parameters.fail_wanted("[least, most], least first");
    result.kind = Distribution::Kind::uniform;
    result.least = result.first;
    result.most = result.second;
    return result;
  }
  result.kind = Distribution::Kind::normal;
  // The sum of twelve uniforms ends six deviations from its mean.
  result.least = std::max(result.least, result.first - 6.0 * result.second);
  result.most = std::min(result.most, result.first + 6.0 * result.second);
  if (const auto least = node.find("min")) result.least = std::max(result.least, least->number(quantity));
  if (const auto most = node.find("max")) result.most = std::min(result.most, most->number(quantity));
  if (result.least > result.most)
    node.fail("no value lies between `min` and `max` and within six deviations of the mean");
  return result;
}

}  // namespace throng::scenario
