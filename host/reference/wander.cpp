#include "host/reference/wander.hpp"

#include "host/reference/hashing.hpp"

namespace throng::reference {
namespace {

constexpr std::uint32_t wander_stream = 6;  // last word of a counter (docs/model.md, "Random numbers")

double knot_value(std::uint64_t seed, AgentId id, std::uint64_t knot) {
  const auto low = [](std::uint64_t word) { return static_cast<std::uint32_t>(word); };
  const auto high = [](std::uint64_t word) { return static_cast<std::uint32_t>(word >> 32); };
  const auto name = static_cast<std::uint64_t>(id);
  const std::uint32_t word = philox({low(name), high(name), low(knot), wander_stream}, {low(seed), high(seed)})[0];
  return static_cast<double>(static_cast<std::int32_t>(word)) / 2147483648.0;
}

}  // namespace

double wander_noise(std::uint64_t seed, AgentId id, std::uint64_t step, std::uint64_t interval_steps) {
  const std::uint64_t knot = step / interval_steps;
  const double x = static_cast<double>(step % interval_steps) / static_cast<double>(interval_steps);
  const double from = knot_value(seed, id, knot);
  const double to = knot_value(seed, id, knot + 1);
  return from + (to - from) * x * x * (3.0 - 2.0 * x);
}

Vec turned_by_half(const Vec& a, double tangent_of_half) {
  const double m = tangent_of_half;
  return ((1.0 - m * m) * a + 2.0 * m * turned_left(a)) / (1.0 + m * m);
}

}  // namespace throng::reference
