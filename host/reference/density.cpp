#include "host/reference/density.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace throng::reference {
namespace {

constexpr double full_crowd_weight = 4096.0, parts_of_disc = 65536.0, least_open = 0.25, short_of_wall = 15.0 / 16.0;

double crowd_weight_at(const Vec& offset, double radius) {
  const double weight = full_crowd_weight * (1.0 - offset.squaredNorm() / (radius * radius));
  return std::max(0.0, std::floor(weight + 0.5));
}

struct WallSide {
  Vec left, right, direction;
};

/// Those that act at `from`.
std::vector<WallSide> edges_facing(std::span<const ChainVertex> chains, const Vec& from) {
  std::vector<WallSide> facing;
  for (const ChainVertex& vertex : chains) {
    const Vec& right = chains[vertex.next].point;
    if (det(vertex.point - from, right - vertex.point) < 0.0) facing.push_back({vertex.point, right, vertex.direction});
  }
  return facing;
}

Vec place_to_look_at(std::span<const WallSide> edges, const Vec& from, const Vec& ahead) {
  const Vec way = ahead / short_of_wall;
  double part = 1.0;
  for (const WallSide& edge : edges) {
    const double before = det(edge.direction, edge.left - from), after = det(edge.direction, edge.left - from - way);
    if (before == after || after > 0.0) continue;
    const double left = det(way, edge.left - from), right = det(way, edge.right - from);
    if (left * right > 0.0) continue;
    part = std::min(part, before / (before - after));
  }
  return from + part * ahead;
}

/// The integral of 1 - d^2 over what lies behind the edge as seen from the center of the unit disc, as a part of the
/// whole, in polar coordinates: for a ray at angle a to the edge's normal, (1 - h^2 / cos(a)^2)^2 / 4.
double hidden_part(const WallSide& edge, const Vec& center, double radius) {
  const double h = det(edge.direction, edge.left - center) / radius;
  if (h <= 0.0 || h >= 1.0) return 0.0;
  const double widest = std::acos(h);
  const auto angle_of = [&](const Vec& end) {
    return std::clamp(std::atan2((end - center).dot(edge.direction) / radius, h), -widest, widest);
  };
  const auto primitive = [&](double a) {
    const double t = std::tan(a), k = h * h;
    return a - 2.0 * k * t + k * k * (t + t * t * t / 3.0);
  };
  const double part = (primitive(angle_of(edge.right)) - primitive(angle_of(edge.left))) / (2.0 * std::numbers::pi);
  return std::max(0.0, std::floor(part * parts_of_disc + 0.5) / parts_of_disc);
}

}  // namespace

double density_ahead(std::span<const Agent> agents, std::span<const ChainVertex> chains, std::size_t row,
                     const DensitySpeed& rule, const Vec& wanted) {
  const Agent& self = agents[row];
  const std::vector<WallSide> edges = edges_facing(chains, self.position);
  const Vec center = place_to_look_at(edges, self.position, rule.ahead * wanted.normalized());
  double others = 0.0;
  for (std::size_t other = 0; other < agents.size(); ++other) {
    if (other == row || !sees(self, agents[other])) continue;
    others += crowd_weight_at(agents[other].position - center, rule.radius);
  }
  if (others == 0.0) return 0.0;
  double open = 1.0;
  for (const WallSide& edge : edges) open -= hidden_part(edge, center, rule.radius);
  const double disc = full_crowd_weight * 0.5 * std::numbers::pi * rule.radius * rule.radius;
  return (others + crowd_weight_at(self.position - center, rule.radius)) / (disc * std::max(open, least_open));
}

Vec slow_in_crowd(std::span<const Agent> agents, std::span<const ChainVertex> chains, std::size_t row,
                  const DensitySpeed& rule, const Vec& wanted) {
  if (wanted.squaredNorm() == 0.0) return wanted;
  const double density = density_ahead(agents, chains, row, rule, wanted);
  if (density == 0.0) return wanted;
  const double factor = 1.0 - std::exp(-rule.gamma * (1.0 / density - 1.0 / rule.max_density));
  return std::max(factor, rule.least_factor) * wanted;
}

}  // namespace throng::reference
