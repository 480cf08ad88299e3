// Values that differ from agent to agent: a number, or a distribution drawn from by seed and id.
#pragma once
#include <cstdint>
#include <optional>

#include "host/scenario/json_node.hpp"
#include "throng/types.hpp"

namespace throng::scenario {

/// Independent of the order of agents: a draw depends on the seed, the agent's id and the stream only.
struct Distribution {
  enum class Kind { fixed, normal, uniform };
  Kind kind = Kind::fixed;
  double first = 0.0;   ///< the value; the mean; the lower bound
  double second = 0.0;  ///< standard deviation; upper bound
  double least = 0.0;   ///< of what is drawn; a normal draw beyond is drawn again
  double most = 0.0;

  /// What a profile shows: the mean of the uniform, the mean parameter of the normal, moved to where draws can be.
  [[nodiscard]] double center() const;
  /// Nothing when no draw of many falls between `least` and `most`.
  [[nodiscard]] std::optional<double> draw(std::uint64_t seed, AgentId id, std::uint32_t stream) const;
};

/// A number, {"normal": [mean, sd], "min", "max"} or {"uniform": [a, b]}, all within `quantity`.
Distribution read_distribution(const JsonNode& node, const Quantity& quantity);

}  // namespace throng::scenario
