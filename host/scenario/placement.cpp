#include "host/scenario/placement.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "kernels/agent/counter_random.hpp"

namespace throng::scenario {
namespace {

constexpr int max_attempts = 100;
constexpr std::uint64_t max_misses = 1'000'000;  // in a row
constexpr double quickly_tried = 1.0e6;          // agents

}  // namespace

void require_room(const JsonNode& entry, const AgentEntry& fill) {
  const double most = most_discs(*fill.fill, fill.spec.radius.least);
  if (static_cast<double>(fill.count) <= most || most <= quickly_tried) return;
  entry.at("count").fail(fmt::format(
      "asked for {} agents, but no more than {:.0f} fit: their discs would fill the shape", fill.count, most));
}

void Placement::add_fixed(Vec2d position, double radius) {
  if (discs_.overlaps(position, radius)) ++overlapping_;
  if (obstacles_.blocked(position)) ++blocked_;
  discs_.add(position, radius);
}

std::vector<Vec2d> Placement::fill(const JsonNode& entry, const AgentEntry& fill, std::uint32_t group, AgentId first_id,
                                   std::uint64_t seed) {
  std::vector<Vec2d> places;
  std::uint64_t attempt = 0;
  const PhiloxKey key = philox_key(seed);
  for (std::uint64_t i = 0; i < fill.count; ++i) {
    const double radius = draw_radius(entry, fill.spec, seed, first_id + static_cast<AgentId>(i));
    std::uint64_t misses = 0;
    for (int left = max_attempts; left > 0;) {
      const PhiloxCounter bits =
          philox4x32_10({{static_cast<std::uint32_t>(attempt), static_cast<std::uint32_t>(attempt >> 32), group,
                          random_stream::fill}},
                        key);
      ++attempt;
      const std::optional<Vec2d> place = place_in_shape(*fill.fill, uniform_unit(bits.word[0], bits.word[1]),
                                                        uniform_unit(bits.word[2], bits.word[3]));
      if (!place || obstacles_.blocked(*place)) {
        if (++misses == max_misses) {
          entry.at("fill").fail(
              fmt::format("asked for {} agents, {} fit: no free place in {} draws; the shape is too thin or "
                          "lies in solid obstacles or off the walkable area",
                          fill.count, i, max_misses));
        }
        continue;
      }
      if (!discs_.overlaps(*place, radius) && !obstacles_.near_edge(*place, radius)) {
        discs_.add(*place, radius);
        places.push_back(*place);
        break;
      }
      --left;
    }
    if (places.size() == i) {
      entry.at("count").fail(fmt::format("asked for {} agents, but only {} fit without overlap ({} attempts for each)",
                                         fill.count, i, max_attempts));
    }
  }
  return places;
}

}  // namespace throng::scenario
