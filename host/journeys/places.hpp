// Places of those who wait: along a queue's line, and spread over a waiting area.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "throng/types.hpp"

namespace throng {

/// m, along a line from its first point on: so many as fit, at most `most`.
std::vector<Vec2d> places_along(std::span<const Vec2d> line, double spacing, std::size_t most);

/// m: points of a polygon no two of which are nearer than `spacing`, drawn one after the other until hardly another one
/// fits. `stream_word` tells polygons apart.
std::vector<Vec2d> places_within(std::span<const Vec2d> polygon, double spacing, std::size_t most, std::uint64_t seed,
                                 std::uint32_t stream_word);

/// Who has which place of a waiting area.
class PlaceTable {
 public:
  explicit PlaceTable(std::size_t count = 0) : taken_(count, 0) {}
  /// A free place, searched from `start` on; `start` itself when all are taken. Must be given back.
  std::size_t take(std::size_t start);
  void give_back(std::size_t place);
  [[nodiscard]] std::size_t count() const { return taken_.size(); }
  /// For loading.
  void take_again(std::size_t place);

 private:
  std::vector<std::uint32_t> taken_;  // by how many
  std::size_t free_places_ = taken_.size();
};

}  // namespace throng
