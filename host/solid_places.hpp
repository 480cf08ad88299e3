// Which places are inside of solid polygons, for those who ask for many places in each call.
#pragma once
#include <cstdint>
#include <vector>

#include "host/ring_index.hpp"

namespace throng {

/// As RingIndex says, in fewer steps where nothing is near: a lattice knows which cells polygons' boxes reach into.
class SolidPlaces {
 public:
  void build(std::vector<std::vector<Vec2d>> rings);
  [[nodiscard]] bool empty() const { return rings_.empty(); }
  [[nodiscard]] bool contains(Vec2d point) const { return may_contain(point) && rings_.contains(point); }

 private:
  /// Of one axis: which cell a coordinate is in, a monotone function. What is inside of a box is between its cells.
  struct Axis {
    double low = 0.0, inverse_size = 0.0;
    std::int32_t cells = 0;

    [[nodiscard]] bool reaches(double coordinate) const { return coordinate >= low && scaled(coordinate) < cells; }
    [[nodiscard]] double scaled(double coordinate) const { return (coordinate - low) * inverse_size; }
    [[nodiscard]] std::size_t cell(double coordinate) const {
      const double at = scaled(coordinate), last = cells - 1;
      return static_cast<std::size_t>(at < last ? at : last);
    }
  };
  [[nodiscard]] bool may_contain(Vec2d p) const {
    return x_.reaches(p.x) && y_.reaches(p.y) &&
           reached_[y_.cell(p.y) * static_cast<std::size_t>(x_.cells) + x_.cell(p.x)] != 0;
  }

  RingIndex rings_;
  Axis x_, y_;
  std::vector<std::uint8_t> reached_;
};

}  // namespace throng
