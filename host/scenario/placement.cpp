#include "host/scenario/placement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "kernels/agent/counter_random.hpp"

namespace throng::scenario {
namespace {

constexpr int max_attempts = 100;
constexpr std::uint64_t max_misses = 1'000'000;  // in a row
constexpr double quickly_tried = 1.0e6;          // agents

/// What asks for so many.
JsonNode count_node(const JsonNode& entry) { return entry.at(entry.has("per_area") ? "per_area" : "count"); }

}  // namespace

void require_room(const JsonNode& entry, const AgentEntry& fill, double smallest_radius) {
  const double most = most_discs(*fill.fill, smallest_radius);
  if (static_cast<double>(fill.count) <= most || most <= quickly_tried) return;
  count_node(entry).fail(
      fmt::format("asked for {} agents, but no more than {:.0f} fit: {} would fill the shape", fill.count, most,
                  fill.spec.row.footprint ? "the largest discs in their footprints" : "their discs"));
}

void Placement::add_fixed(const AgentDescription& agent) {
  const std::uint32_t number = fixed_++;
  Outline outline = outlines_.of(agent);
  if (obstacles_.blocked(agent.position)) {
    if (bad_.blocked++ == 0) bad_.first_blocked = number;
  } else if (!outline.vertices.empty()) {
    if (const auto edge = obstacles_.edge_in(agent.position, outline); edge && bad_.on_edges++ == 0) {
      bad_.first_on_edge = number;
      bad_.first_edge = *edge;
    }
  }
  discs_.add(agent.position, std::move(outline));
}

BadStarts Placement::bad_starts() const {
  BadStarts bad = bad_;
  bad.overlaps = discs_.overlaps();
  return bad;
}

std::vector<Vec2d> Placement::fill(const JsonNode& entry, const AgentEntry& fill, std::uint32_t group, AgentId first_id,
                                   std::uint64_t seed) {
  std::vector<Vec2d> places;
  AgentDescription agent = fill.prototype;
  std::uint64_t attempt = 0;
  const PhiloxKey key = philox_key(seed);
  for (std::uint64_t i = 0; i < fill.count; ++i) {
    agent.radius = draw_radius(entry, fill.spec, seed, first_id + static_cast<AgentId>(i));
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
      agent.position = *place;
      Outline outline = outlines_.of(agent);
      if (!discs_.overlapped(*place, outline) && !obstacles_.edge_in(*place, outline)) {
        discs_.add(*place, std::move(outline));
        places.push_back(*place);
        break;
      }
      --left;
    }
    if (places.size() == i) {
      count_node(entry).fail(fmt::format("asked for {} agents, but only {} fit without overlap ({} attempts for each)",
                                         fill.count, i, max_attempts));
    }
  }
  return places;
}

}  // namespace throng::scenario
