// Levels of service: how much room people have, over the time and over the place.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "host/measures/frame_window.hpp"
#include "host/measures/voronoi_cells.hpp"

namespace throng::measures {

/// Walkways, A to F, by the room that a person has: at least 35, 25, 15, 10, 5 square feet for A to E. J. J. Fruin:
/// Pedestrian Planning and Design. 1971.
inline constexpr std::size_t service_levels = 6;
inline constexpr std::array<const char*, service_levels> service_level_names = {"A", "B", "C", "D", "E", "F"};
inline constexpr std::array<double, service_levels - 1> least_room = {35 * 0.09290304, 25 * 0.09290304, 15 * 0.09290304,
                                                                      10 * 0.09290304, 5 * 0.09290304};  // m^2
/// 0 = A to 5 = F, of `room` in m^2.
std::size_t service_level(double room);

/// A square of the map.
struct MapCell {
  Vec2d center;                 ///< m
  double person_seconds = 0.0;  ///< spent in it
  double density = 0.0;         ///< people/m^2, mean over all frames
  std::optional<double> speed;  ///< m/s, mean over people and frames
  /// people/m^2, mean over people and frames of 1 / the cell of each; none = no cells.
  std::optional<double> felt_density;
  std::optional<std::size_t> level;  ///< of the room 1 / felt_density
};

struct ServiceMap {
  std::vector<MapCell> cells;  ///< where anybody was, by y, then x
  /// person-seconds at each level, by everybody's own cell; none = no cells.
  std::optional<std::array<double, service_levels>> person_seconds;
};

class ServiceMapBuilder {
 public:
  /// Squares of `size` (m) with corners at its multiples.
  explicit ServiceMapBuilder(double size) : size_(size) {}
  /// `cells` may be missing.
  void add(const FrameView& frame, const VoronoiCells::Cells* cells);
  [[nodiscard]] ServiceMap result() const;

 private:
  struct Key {
    std::int64_t x, y;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const {
      const auto mixed = static_cast<std::uint64_t>(key.x) * 0x9e3779b97f4a7c15ull + static_cast<std::uint64_t>(key.y);
      return static_cast<std::size_t>((mixed ^ (mixed >> 29)) * 0xbf58476d1ce4e5b9ull);
    }
  };
  struct Sum {
    std::uint64_t people = 0, with_speed = 0, with_cell = 0;
    double speed = 0.0, density = 0.0;
  };

  double size_;
  double interval_ = 0.0;  ///< s
  std::uint64_t frames_ = 0;
  bool has_cells_ = false;
  std::unordered_map<Key, Sum, Hash> sums_;
  std::array<std::uint64_t, service_levels> at_level_{};
};

}  // namespace throng::measures
