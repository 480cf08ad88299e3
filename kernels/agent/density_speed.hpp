// A preferred velocity that follows the density ahead (docs/model.md, "Density").
//
// U. Weidmann: Transporttechnik der Fussgaenger. ETH Zuerich, 1993.
#pragma once
#include "kernels/agent/contact_walls.hpp"
#include "kernels/agent/density_weight.hpp"
#include "kernels/agent/solve_agent.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// Whether the speed of an agent (storage order) depends on density.
THRONG_HD inline bool follows_density(const StepData& step, std::uint32_t storage) {
  return step.density && step.profiles[step.agents.profile[storage]].density.radius > 0.0f;
}

/// What somebody at this offset from the center of a disc counts for: `full_density_weight` (1 - d^2 / r^2), rounded.
template <class Real>
THRONG_HD typename Lane<Real>::Int density_weight(Real dx, Real dy, Real weight_per_sq) {
  const Real weight = Real(full_density_weight + 0.5f) - (dx * dx + dy * dy) * weight_per_sq;
  return truncate(larger(Real(0.0f), weight));
}

/// The weights of all others in a disc that the agent sees, added up to at most `most`.
THRONG_HD inline std::int32_t others_in_disc(const StepData& step, std::uint32_t self, std::uint32_t storage,
                                             Vec2<float> center, const DensityRow& row) {
  std::int32_t sum = 0;
  for_item_ranges_until(step.crowd.grid, center.x, center.y, row.radius, [&](std::uint32_t begin, std::uint32_t end) {
    for (std::uint32_t j = begin; j < end && sum < row.most; ++j) {
      const Motion& other = step.crowd.motion[j];
      const std::int32_t weight = density_weight(other.x - center.x, other.y - center.y, row.weight_per_sq);
      if (weight > 0 && j != self && sees(step, storage, j)) sum += weight;
    }
    return sum >= row.most;
  });
  return sum < row.most ? sum : row.most;
}

/// The angle of (x, y) with y > 0, in (0, pi): off by less than 1e-6.
THRONG_HD inline float angle_above(float x, float y) {
  const float width = absolute(x);
  const float t = smaller(width, y) / larger(width, y), s = t * t;
  // atan(t) / t for t from 0 to 1: interpolated at Chebyshev's points in s.
  float p = -0.00455979211f;
  p = p * s + 0.0237805191f;
  p = p * s + -0.0588297546f;
  p = p * s + 0.0986886546f;
  p = p * s + -0.140032902f;
  p = p * s + 0.199669614f;
  p = p * s + -0.333318114f;
  p = p * s + 0.999999881f;
  constexpr float half_turn = 3.14159265f;
  const float low = t * p, acute = y > width ? 0.5f * half_turn - low : low;
  return x < 0.0f ? half_turn - acute : acute;
}

/// The part of a disc's weight that an edge hides from its center: what is behind it, between the rays through its
/// ends. In parts of `whole_disc`.
THRONG_HD inline std::int32_t hidden_by_edge(const EdgeData& edge, Vec2<float> center, float radius) {
  const float height = outside_by(edge, center);
  if (!(height > 0.0f && height < radius)) return 0;
  const float half_chord = square_root(radius * radius - height * height);
  const auto along = [&](float x, float y) {
    const float s = (x - center.x) * edge.direction_x + (y - center.y) * edge.direction_y;
    return larger(-half_chord, smaller(half_chord, s));
  };
  const float first = along(edge.left_x, edge.left_y), last = along(edge.right_x, edge.right_y);
  if (!(first < last)) return 0;
  const float angle = angle_above(first * last + height * height, height * (last - first));
  const float u = height / radius, v = first / radius, w = last / radius;
  const auto ring = [&](float s) { return ((u * u - 2.0f) * s + s * s * s * (1.0f / 3.0f)) * u; };
  const float part = (angle + (ring(w) - ring(v))) * 0.159154943f;
  return truncate(larger(0.0f, part) * static_cast<float>(whole_disc) + 0.5f);
}

/// Whether an edge acts at a point: the point is strictly to its right.
THRONG_HD inline bool is_outside(const EdgeData& edge, Vec2<float> point) {
  const Vec2<float> left{edge.left_x, edge.left_y}, right{edge.right_x, edge.right_y};
  return det(left - point, right - left) < 0.0f;
}

/// The point of an edge nearest to `point`.
THRONG_HD inline Vec2<float> nearest_of_edge(const EdgeData& edge, Vec2<float> point) {
  const Vec2<float> left{edge.left_x, edge.left_y}, along{edge.right_x - edge.left_x, edge.right_y - edge.left_y};
  const float t = dot(point - left, along) / length_sq(along);
  return left + (t > 0.0f ? smaller(t, 1.0f) : 0.0f) * along;
}

/// Calls visit(edge) once for each edge that has a point within `reach`, and for others.
template <class Visit>
THRONG_HD void for_edges_within(const ObstacleView& obstacles, Vec2<float> point, float reach, Visit&& visit) {
  const GridView& grid = obstacles.grid;
  const CellBox<float> box = cells_within(grid, point.x, point.y, reach);
  const float cells =
      static_cast<float>(box.last_column - box.first_column + 1) * static_cast<float>(box.last_row - box.first_row + 1);
  if (cells > static_cast<float>(obstacles.edge_count)) {
    for (std::uint32_t e = 0; e < obstacles.edge_count; ++e) visit(obstacles.edges[e]);
    return;
  }
  for (std::int32_t row = box.first_row; row <= box.last_row; ++row) {
    for (std::int32_t column = box.first_column; column <= box.last_column; ++column) {
      const ItemRange items = row_items(grid, row, column, column);
      for (std::uint32_t i = items.begin; i < items.end; ++i) {
        // An edge stands in several cells. Only the one of its nearest point counts.
        const EdgeData& edge = obstacles.edges[obstacles.entries[i]];
        const Vec2<float> nearest = nearest_of_edge(edge, point);
        if (cell_row(grid, nearest.y) == row && cell_column(grid, nearest.x) == column) visit(edge);
      }
    }
  }
}

/// The part of a disc's weight that is open to walk on, as its center sees it from the side on which `from` is.
THRONG_HD inline float open_share(const ObstacleView& obstacles, Vec2<float> from, Vec2<float> center, float radius) {
  if (obstacles.edge_count == 0 || outside_grid(obstacles.grid, center.x, center.y, radius)) return 1.0f;
  std::int32_t hidden = 0;
  for_edges_within(obstacles, center, radius, [&](const EdgeData& edge) {
    if (hidden < whole_disc && is_outside(edge, from)) hidden += hidden_by_edge(edge, center, radius);
  });
  // Edges behind others hide the same twice.
  const std::int32_t most_hidden = whole_disc - whole_disc / 4;
  return 1.0f - static_cast<float>(hidden < most_hidden ? hidden : most_hidden) / static_cast<float>(whole_disc);
}

/// The center of the disc: ahead, but not behind a wall.
THRONG_HD inline Vec2<float> density_center(const ObstacleView& obstacles, Vec2<float> from, Vec2<float> ahead) {
  // Short of the wall, so that rounding does not decide which side it is on.
  constexpr float short_of_wall = 0.9375f;
  const Vec2<float> to = from + (1.0f / short_of_wall) * ahead;
  const float length = square_root(length_sq(to - from));
  if (obstacles.edge_count == 0 || !(length > 0.0f) || outside_grid(obstacles.grid, from.x, from.y, length)) {
    return from + ahead;
  }
  float part = 1.0f;
  for_item_ranges(obstacles.grid, from.x, from.y, length, [&](std::uint32_t begin, std::uint32_t end) {
    for (std::uint32_t i = begin; i < end; ++i) {
      const EdgeData& edge = obstacles.edges[obstacles.entries[i]];
      if (!passes_edge(edge, from, to)) continue;
      const float before = outside_by(edge, from), after = outside_by(edge, to);
      part = smaller(part, before / (before - after));
    }
  });
  // Beside a wall rounding may put both ends behind it.
  return part > 0.0f ? from + part * ahead : from;
}

/// The factor of the preferred velocity, for the sum of the others' weights and the agent's own one.
THRONG_HD inline float density_factor(const DensityRow& row, std::int32_t others, std::int32_t own, float share) {
  if (others == 0) return 1.0f;
  const float exponent = row.dilution * share / static_cast<float>(others + own) - row.offset;
  // exp(18) is what makes 1 - exp(-x) round to 1.
  const float y = 0.125f * larger(0.0f, smaller(18.0f, exponent));
  float power = 1.0f;
  for (int k = 14; k > 0; --k) power = 1.0f + (y * (1.0f / static_cast<float>(k))) * power;
  const float second = power * power, fourth = second * second;
  return larger(row.least_factor, 1.0f - 1.0f / (fourth * fourth));
}

/// The velocity that agent `self` (cell order) wants, slowed down by the density that it sees.
/// others(center, row) is as others_in_disc.
template <class Others>
THRONG_HD Vec2<float> slowed_velocity(const StepData& step, std::uint32_t self, std::uint32_t storage,
                                      Vec2<float> wanted, const Others& others) {
  const DensityRow& row = step.profiles[step.agents.profile[storage]].density;
  const float speed_sq = length_sq(wanted);
  if (!(speed_sq > 0.0f)) return wanted;
  const Vec2<float> position{step.crowd.motion[self].x, step.crowd.motion[self].y};
  const Vec2<float> ahead = row.ahead * ((1.0f / square_root(speed_sq)) * wanted);
  const Vec2<float> center = density_center(step.obstacles, position, ahead);
  const std::int32_t sum = others(center, row);
  if (sum == 0) return wanted;
  const std::int32_t own = density_weight(position.x - center.x, position.y - center.y, row.weight_per_sq);
  const float share = open_share(step.obstacles, position, center, row.radius);
  return density_factor(row, sum, own, share) * wanted;
}
THRONG_HD inline Vec2<float> slowed_velocity(const StepData& step, std::uint32_t self, Vec2<float> wanted) {
  const std::uint32_t storage = step.crowd.storage_index[self];
  return slowed_velocity(step, self, storage, wanted, [&](Vec2<float> center, const DensityRow& row) {
    return others_in_disc(step, self, storage, center, row);
  });
}

}  // namespace THRONG_ISA
}  // namespace throng
