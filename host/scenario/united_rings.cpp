#include "host/scenario/united_rings.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "host/rings.hpp"
#include "host/scenario/area_overlay.hpp"
#include "host/scenario/join_borders.hpp"
#include "host/scenario/near_boxes.hpp"
#include "host/scenario/split_ring.hpp"

namespace throng::scenario {
namespace {

using Ring = std::vector<Vec2d>;

double extent_of(const Ring& ring) {
  double extent = 0.0;
  for (const Vec2d p : ring) extent = std::max({extent, std::abs(p.x - ring[0].x), std::abs(p.y - ring[0].y)});
  return extent;
}

/// As polygon_fault has it: of no area.
bool is_rounding(const Ring& ring) {
  const double extent = extent_of(ring);
  return ring.size() < 3 || !(std::abs(twice_signed_area(ring)) > 1.0e-12 * extent * extent);
}

/// Polygons whose boxes meet, or hang together by others that do.
std::vector<std::vector<PolygonRings>> in_clusters(std::vector<PolygonRings> polygons) {
  std::vector<flow::Box> boxes;
  std::vector<std::size_t> parent;
  for (std::size_t i = 0; i < polygons.size(); ++i) {
    boxes.push_back(flow::box_of(polygons[i][0]));
    parent.push_back(i);
  }
  const auto root = [&](std::size_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  };
  each_near_pair(boxes, joined_gap, [&](std::size_t i, std::size_t k) {
    const std::size_t a = root(i), b = root(k);
    parent[std::max(a, b)] = std::min(a, b);
  });
  std::vector<std::vector<PolygonRings>> clusters(polygons.size());
  for (std::size_t i = 0; i < polygons.size(); ++i) clusters[root(i)].push_back(std::move(polygons[i]));
  std::erase_if(clusters, [](const auto& cluster) { return cluster.empty(); });
  return clusters;
}

}  // namespace

std::vector<Ring> united_rings(std::vector<PolygonRings> polygons) {
  std::vector<Ring> rings;
  const auto take = [&](Ring ring, bool is_hole) {
    if ((twice_signed_area(ring) > 0.0) != is_hole) std::reverse(ring.begin() + 1, ring.end());
    for (Ring& simple : split_at_touches(std::move(ring))) {
      if (!is_rounding(simple)) rings.push_back(std::move(simple));
    }
  };
  for (std::vector<PolygonRings>& cluster : in_clusters(std::move(polygons))) {
    if (cluster.size() > 1) {
      join_borders(cluster);
      cluster = unite(cluster);
      for (PolygonRings& part : cluster) {
        for (Ring& ring : part) ring = without_straight_vertices(ring);
      }
    }
    for (const PolygonRings& part : cluster) {
      for (std::size_t i = 0; i < part.size(); ++i) {
        if (part[i].size() >= 3) take(part[i], i > 0);
      }
    }
  }
  return rings;
}

}  // namespace throng::scenario
