// The shortest way between two points of a walkable area.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "host/measures/walkable_space.hpp"

namespace throng::measures {

/// Over the graph of corners that see each other. For points: a way may touch walls. Safe to use from several threads
/// at once.
class ShortestWays {
 public:
  /// Takes the square of the number of corners that stand out into the area. `space` must outlive it.
  explicit ShortestWays(const WalkableSpace& space);

  /// m; none when there is no way, or one of the points is outside.
  [[nodiscard]] std::optional<double> between(Vec2d from, Vec2d to) const;
  [[nodiscard]] std::size_t corners() const { return corners_.size(); }

 private:
  struct Edge {
    std::uint32_t to;
    double length;
  };
  [[nodiscard]] bool sees(Vec2d a, Vec2d b) const;

  const WalkableSpace& space_;
  std::vector<Vec2d> corners_;
  std::vector<std::vector<Edge>> edges_;
};

}  // namespace throng::measures
