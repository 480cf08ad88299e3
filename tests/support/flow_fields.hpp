// Small flow fields for tests: made by the plainest of means, or at random.
#pragma once
#include <algorithm>
#include <cmath>
#include <memory>
#include <queue>
#include <random>
#include <utility>
#include <vector>

#include "host/navigation/flow_field.hpp"
#include "throng/types.hpp"

namespace throng::test {

struct Segment {
  Vec2d from, to;
};

/// The field of a point goal among thin walls, on `tiles` x `tiles` tiles from `origin` on. Ways run along links
/// between the eight neighbors of a node, so they are somewhat longer than they need be.
class SmallField {
 public:
  SmallField(Vec2d origin, double cell, int tiles, std::vector<Segment> walls, Vec2d goal)
      : origin_(origin), cell_(cell), tiles_(tiles), walls_(std::move(walls)), goal_(goal) {}

  [[nodiscard]] std::shared_ptr<const FlowField> make() const {
    const int across = tiles_ * flow_tile_quads + 1;
    const std::vector<double> way = ways(across);
    auto field = std::make_shared<FlowField>();
    field->origin_x = static_cast<float>(origin_.x);
    field->origin_y = static_cast<float>(origin_.y);
    field->cell = static_cast<float>(cell_);
    field->columns = field->rows = tiles_;
    for (int row = 0; row < tiles_; ++row) {
      for (int column = 0; column < tiles_; ++column) {
        field->tile.push_back(row * tiles_ + column);
        add_tile(*field, way, across, column * flow_tile_quads, row * flow_tile_quads);
      }
    }
    field->first_wall.push_back(static_cast<std::uint32_t>(field->walls.size()));
    return field;
  }

 private:
  static double det(Vec2d a, Vec2d b) { return a.x * b.y - a.y * b.x; }
  static Vec2d to(Vec2d a, Vec2d b) { return {b.x - a.x, b.y - a.y}; }
  [[nodiscard]] Vec2d place(int i, int j) const { return {origin_.x + cell_ * i, origin_.y + cell_ * j}; }

  [[nodiscard]] bool open(Vec2d p, Vec2d q) const {
    return std::none_of(walls_.begin(), walls_.end(), [&](const Segment& w) {
      const double a = det(to(w.from, w.to), to(w.from, p)), b = det(to(w.from, w.to), to(w.from, q));
      const double c = det(to(p, q), to(p, w.from)), d = det(to(p, q), to(p, w.to));
      return a * b <= 0.0 && c * d <= 0.0;
    });
  }

  static double distance_to(const Segment& w, Vec2d p) {
    const Vec2d along = to(w.from, w.to), way = to(w.from, p);
    const double s =
        std::clamp((along.x * way.x + along.y * way.y) / (along.x * along.x + along.y * along.y), 0.0, 1.0);
    return std::hypot(way.x - s * along.x, way.y - s * along.y);
  }

  [[nodiscard]] std::vector<double> ways(int across) const {
    std::vector<double> way(static_cast<std::size_t>(across) * static_cast<std::size_t>(across), INFINITY);
    const auto number = [across](int i, int j) { return static_cast<std::size_t>(j * across + i); };
    using Entry = std::pair<double, std::size_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> next;
    for (int j = 0; j < across; ++j) {
      for (int i = 0; i < across; ++i) {
        const double distance = std::hypot(place(i, j).x - goal_.x, place(i, j).y - goal_.y);
        if (distance <= 1.5 * cell_ && open(place(i, j), goal_)) next.push({distance, number(i, j)});
      }
    }
    while (!next.empty()) {
      const double w = next.top().first;
      const std::size_t n = next.top().second;
      next.pop();
      if (w >= way[n]) continue;
      way[n] = w;
      const int i = static_cast<int>(n) % across, j = static_cast<int>(n) / across;
      for_neighbors(i, j, across, [&](int x, int y, double length) { next.push({w + length, number(x, y)}); });
    }
    return way;
  }

  template <class Visit>
  void for_neighbors(int i, int j, int across, Visit&& visit) const {
    for (int y = std::max(0, j - 1); y <= std::min(across - 1, j + 1); ++y) {
      for (int x = std::max(0, i - 1); x <= std::min(across - 1, i + 1); ++x) {
        if ((x != i || y != j) && open(place(i, j), place(x, y))) visit(x, y, cell_ * std::hypot(x - i, y - j));
      }
    }
  }

  void add_tile(FlowField& field, const std::vector<double>& way, int across, int first_i, int first_j) const {
    const auto way_at = [&](int i, int j) { return way[static_cast<std::size_t>(j * across + i)]; };
    for (int j = first_j; j <= first_j + flow_tile_quads; ++j) {
      for (int i = first_i; i <= first_i + flow_tile_quads; ++i) {
        FlowNode node{0, 0, flow_unreached};
        if (way_at(i, j) < INFINITY) {
          node.way = static_cast<float>(way_at(i, j));
          Vec2d best = to(place(i, j), goal_);
          double least = way_at(i, j);
          for_neighbors(i, j, across, [&](int x, int y, double length) {
            if (way_at(x, y) + length >= least + 1e-9 || way_at(x, y) >= way_at(i, j)) return;
            least = way_at(x, y) + length;
            best = to(place(i, j), place(x, y));
          });
          const double length = std::max(1e-12, std::hypot(best.x, best.y));
          node.direction_x = static_cast<std::int16_t>(std::lround(flow_unit * best.x / length));
          node.direction_y = static_cast<std::int16_t>(std::lround(flow_unit * best.y / length));
        }
        field.nodes.push_back(node);
      }
    }
    for (int j = first_j; j < first_j + flow_tile_quads; ++j) {
      for (int i = first_i; i < first_i + flow_tile_quads; ++i) add_quad(field, way_at, i, j);
    }
  }

  template <class WayAt>
  void add_quad(FlowField& field, const WayAt& way_at, int i, int j) const {
    std::uint32_t quad = 0;
    const Vec2d middle{place(i, j).x + 0.5 * cell_, place(i, j).y + 0.5 * cell_};
    bool mixed = false, sees = true;
    for (int k = 0; k < 4; ++k) mixed = mixed || way_at(i + k % 2, j + k / 2) == INFINITY;
    const auto first = static_cast<std::uint32_t>(field.walls.size());
    for (const Segment& w : walls_) {
      if (distance_to(w, middle) > 1.8 * cell_) continue;
      mixed = true;
      field.walls.push_back({static_cast<float>(w.from.x), static_cast<float>(w.from.y), static_cast<float>(w.to.x),
                             static_cast<float>(w.to.y)});
    }
    for (int k = 0; k < 25; ++k) {
      const Vec2d at{place(i, j).x + 0.25 * cell_ * (k % 5), place(i, j).y + 0.25 * cell_ * (k / 5)};
      sees = sees && open(at, goal_);
    }
    if (mixed) {
      quad = flow_quad::mixed | static_cast<std::uint32_t>(field.first_wall.size());
      field.first_wall.push_back(first);
    }
    field.quads.push_back(sees ? quad | flow_quad::sees_goal : quad);
  }

  Vec2d origin_;
  double cell_;
  int tiles_;
  std::vector<Segment> walls_;
  Vec2d goal_;
};

/// Anything that the arrays may hold, whether or not a goal has such a field.
inline std::shared_ptr<const FlowField> random_field(std::uint64_t seed, Vec2d origin, double cell, int columns,
                                                     int rows) {
  std::mt19937_64 engine(seed);
  const auto below = [&](std::uint64_t n) { return engine() % n; };
  const auto real = [&](double low, double high) {
    return static_cast<float>(low + (high - low) * static_cast<double>(engine() >> 11) * 0x1p-53);
  };
  auto field = std::make_shared<FlowField>();
  field->origin_x = static_cast<float>(origin.x);
  field->origin_y = static_cast<float>(origin.y);
  field->cell = static_cast<float>(cell);
  field->columns = columns;
  field->rows = rows;
  std::int32_t tiles = 0;
  for (int t = 0; t < columns * rows; ++t) field->tile.push_back(below(5) == 0 ? -1 : tiles++);
  for (int t = 0; t < columns * rows; ++t) {
    if (field->tile[static_cast<std::size_t>(t)] < 0) continue;
    const double left = origin.x + cell * flow_tile_quads * (t % columns);
    const double low = origin.y + cell * flow_tile_quads * (t / columns);
    for (int n = 0; n < flow_tile_nodes * flow_tile_nodes; ++n) {
      const double angle = real(-3.2, 3.2);
      const bool unreached = below(6) == 0, no_direction = below(40) == 0;
      field->nodes.push_back({static_cast<std::int16_t>(unreached || no_direction ? 0 : flow_unit * std::cos(angle)),
                              static_cast<std::int16_t>(unreached || no_direction ? 0 : flow_unit * std::sin(angle)),
                              unreached ? flow_unreached : real(0.0, 50.0)});
    }
    for (int q = 0; q < flow_tile_quads * flow_tile_quads; ++q) {
      std::uint32_t quad = below(8) == 0 ? flow_quad::sees_goal : 0u;
      if (below(2) == 0) {
        quad |= flow_quad::mixed | static_cast<std::uint32_t>(field->first_wall.size());
        field->first_wall.push_back(static_cast<std::uint32_t>(field->walls.size()));
        const double x = left + cell * (q % flow_tile_quads), y = low + cell * (q / flow_tile_quads);
        for (std::uint64_t w = below(4); w > 0; --w) {
          field->walls.push_back(
              {static_cast<float>(x + cell * real(-1.0, 2.0)), static_cast<float>(y + cell * real(-1.0, 2.0)),
               static_cast<float>(x + cell * real(-1.0, 2.0)), static_cast<float>(y + cell * real(-1.0, 2.0))});
        }
      }
      field->quads.push_back(quad);
    }
  }
  field->first_wall.push_back(static_cast<std::uint32_t>(field->walls.size()));
  return field;
}

}  // namespace throng::test
