// Paths, and how an agent goes along one (docs/steering.md, "Follow path").
//
// A place on a path is the length, m, from its beginning.
#pragma once
#include <cstddef>
#include <optional>
#include <vector>

#include "host/reference/geometry.hpp"

namespace throng::reference {

class Path {
 public:
  /// At least 2 vertices; a closed path goes on from the last to the first.
  Path(bool closed, std::vector<Vec> vertices);

  [[nodiscard]] bool closed() const { return closed_; }
  [[nodiscard]] double length() const { return places_.back(); }
  /// Of a closed path every place is one; of an open one those from 0 to the length.
  [[nodiscard]] Vec point_at(double place) const;
  /// Of the places from `from` to `to`, the first whose point is nearest to p. 0 <= from <= to <= the length, or, of a
  /// closed path, to <= from + the length.
  [[nodiscard]] double nearest_place(const Vec& p, double from, double to) const;

 private:
  /// Of the edge that ends in point k.
  [[nodiscard]] Vec unit_edge(std::size_t k) const { return (points_[k] - points_[k - 1]).stableNormalized(); }

  bool closed_;
  std::vector<Vec> points_;  // a closed path ends with its first vertex again
  std::vector<double> places_;
};

struct PathAim {
  double place = 0.0;       ///< of the agent
  Vec point = Vec::Zero();  ///< m, where it heads for
  bool is_end = false;      ///< of an open path
};

/// Of an agent at p that was at the place `before`; none: it has no place yet.
PathAim aim_on_path(const Path& path, std::optional<double> before, double look_ahead, const Vec& p);

}  // namespace throng::reference
