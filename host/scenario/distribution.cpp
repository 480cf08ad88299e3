#include "host/scenario/distribution.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "kernels/agent/counter_random.hpp"

namespace throng::scenario {
namespace {

constexpr std::uint32_t max_draws = 1000;

/// Sum of twelve uniforms less 6 (Irwin-Hall): mean 0, variance 1, never beyond 6. An integer sum, so that every
/// machine gives the same bits; a library's logarithm and cosine do not.
double standard_normal(std::uint64_t seed, AgentId id, std::uint32_t stream, std::uint32_t draw) {
  const auto id_bits = static_cast<std::uint64_t>(id);
  std::uint64_t sum = 0;
  for (std::uint32_t block = 0; block < 3; ++block) {
    const PhiloxCounter bits = philox4x32_10(
        {{static_cast<std::uint32_t>(id_bits), static_cast<std::uint32_t>(id_bits >> 32), 3 * draw + block, stream}},
        philox_key(seed));
    for (const std::uint32_t word : bits.word) sum += word;
  }
  constexpr double half_of_each = 6.0;  // a word stands for its middle: (word + 1/2) / 2^32
  return (static_cast<double>(sum) + half_of_each) * 0x1p-32 - 6.0;
}

double standard_uniform(std::uint64_t seed, AgentId id, std::uint32_t stream) {
  const auto id_bits = static_cast<std::uint64_t>(id);
  const PhiloxCounter bits = philox4x32_10(
      {{static_cast<std::uint32_t>(id_bits), static_cast<std::uint32_t>(id_bits >> 32), 0, stream}}, philox_key(seed));
  return uniform_unit(bits.word[0], bits.word[1]);
}

}  // namespace

double Distribution::center() const {
  switch (kind) {
    case Kind::uniform:
      return first + 0.5 * (second - first);
    case Kind::normal:
      return std::clamp(first, least, most);
    case Kind::fixed:
      break;
  }
  return first;
}

std::optional<double> Distribution::draw(std::uint64_t seed, AgentId id, std::uint32_t stream) const {
  if (kind == Kind::fixed) return first;
  if (kind == Kind::uniform) return std::min(first + (second - first) * standard_uniform(seed, id, stream), second);
  for (std::uint32_t attempt = 0; attempt < max_draws; ++attempt) {
    const double value = first + second * standard_normal(seed, id, stream, attempt);
    if (value >= least && value <= most) return value;
  }
  return std::nullopt;
}

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
