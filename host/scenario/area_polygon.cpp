#include "host/scenario/area_polygon.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/geometry/index/rtree.hpp>
#include <cmath>
#include <optional>
#include <utility>

#include "host/boost_geometry.hpp"
#include "host/orientation.hpp"
#include "host/rings.hpp"
#include "host/scenario/area_overlay.hpp"
#include "throng/error.hpp"

namespace throng::scenario {
namespace {

namespace bgi = boost::geometry::index;
using AreaPoint = boost::geometry::model::d2::point_xy<double>;
using AreaBox = boost::geometry::model::box<AreaPoint>;
using Ring = std::vector<Vec2d>;
using Edge = std::pair<AreaBox, std::size_t>;  // its box, the point that it begins at
using EdgeTree = bgi::rtree<Edge, bgi::quadratic<16>>;

std::string ring_name(std::size_t ring) { return ring == 0 ? "outer ring" : fmt::format("hole {}", ring); }

std::string point_name(const Ring& ring, std::size_t i) {
  return fmt::format("point {} ({:.9g}, {:.9g})", i, ring[i].x, ring[i].y);
}

std::size_t next(const Ring& ring, std::size_t i) { return i + 1 == ring.size() ? 0 : i + 1; }

AreaBox edge_box(const Ring& ring, std::size_t i) {
  const Vec2d a = ring[i], b = ring[next(ring, i)];
  return {AreaPoint(std::min(a.x, b.x), std::min(a.y, b.y)), AreaPoint(std::max(a.x, b.x), std::max(a.y, b.y))};
}

EdgeTree tree_of(const Ring& ring) {
  std::vector<Edge> edges;
  for (std::size_t i = 0; i < ring.size(); ++i) edges.emplace_back(edge_box(ring, i), i);
  return EdgeTree(edges.begin(), edges.end());
}

/// Cross each other, or lie on each other along a line.
bool edges_cross(Vec2d a, Vec2d b, Vec2d c, Vec2d d) {
  const int of_a = orientation(c, d, a), of_b = orientation(c, d, b);
  const int of_c = orientation(a, b, c), of_d = orientation(a, b, d);
  if (of_a * of_b < 0 && of_c * of_d < 0) return true;
  if (of_a != 0 || of_b != 0) return false;
  const bool by_x = std::abs(b.x - a.x) > std::abs(b.y - a.y);
  const auto along = [by_x](Vec2d p) { return by_x ? p.x : p.y; };
  const double low = std::max(std::min(along(a), along(b)), std::min(along(c), along(d)));
  const double high = std::min(std::max(along(a), along(b)), std::max(along(c), along(d)));
  return low < high;
}

struct Place {
  std::size_t of_first, of_second;
};
/// Edges of two rings that cross.
std::optional<Place> crossing(const Ring& first, const Ring& second, const EdgeTree& second_edges) {
  for (std::size_t i = 0; i < first.size(); ++i) {
    const auto hit = second_edges.qbegin(bgi::intersects(edge_box(first, i)) && bgi::satisfies([&](const Edge& edge) {
                                           return edges_cross(first[i], first[next(first, i)], second[edge.second],
                                                              second[next(second, edge.second)]);
                                         }));
    if (hit != second_edges.qend()) return Place{i, hit->second};
  }
  return std::nullopt;
}

bool is_on(const Ring& ring, const EdgeTree& edges, Vec2d p) {
  return edges.qbegin(bgi::intersects(AreaPoint(p.x, p.y)) && bgi::satisfies([&](const Edge& edge) {
                        return orientation(ring[edge.second], ring[next(ring, edge.second)], p) == 0;
                      })) != edges.qend();
}

/// The points of `ring` that lie strictly inside (or outside) another; the first of them.
std::optional<std::size_t> first_point(const Ring& ring, const Ring& other, const EdgeTree& other_edges, bool inside) {
  for (std::size_t i = 0; i < ring.size(); ++i) {
    if (!is_on(other, other_edges, ring[i]) && ring_contains(other, ring[i]) == inside) return i;
  }
  return std::nullopt;
}

/// In exact numbers: all rings times the same power of two.
PolygonRings scaled(const PolygonRings& rings) {
  Ring all;
  for (const Ring& ring : rings) all.insert(all.end(), ring.begin(), ring.end());
  const Ring together = scaled_for_orientation(all);
  PolygonRings result;
  std::size_t from = 0;
  for (const Ring& ring : rings) {
    const auto begin = together.begin() + static_cast<std::ptrdiff_t>(from);
    result.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(ring.size()));
    from += ring.size();
  }
  return result;
}

std::string crossing_text(const PolygonRings& rings, std::size_t a, std::size_t b, Place place) {
  return fmt::format("its {} crosses its {}, or runs along it: the edge from {} and the edge from {}", ring_name(a),
                     ring_name(b), point_name(rings[a], place.of_first), point_name(rings[b], place.of_second));
}

/// What is wrong with simple rings together.
std::string fault_of_rings(const PolygonRings& rings) {
  const PolygonRings exact = scaled(rings);
  std::vector<EdgeTree> edges;
  for (const Ring& ring : exact) edges.push_back(tree_of(ring));
  for (std::size_t h = 1; h < rings.size(); ++h) {
    if (const auto place = crossing(exact[h], exact[0], edges[0])) return crossing_text(rings, h, 0, *place);
    if (const auto outside = first_point(exact[h], exact[0], edges[0], false)) {
      return fmt::format("its {} lies outside of its outer ring: {}", ring_name(h), point_name(rings[h], *outside));
    }
  }
  for (std::size_t h = 1; h < rings.size(); ++h) {
    for (std::size_t k = 1; k < h; ++k) {
      if (const auto place = crossing(exact[h], exact[k], edges[k])) return crossing_text(rings, h, k, *place);
      if (const auto inside = first_point(exact[h], exact[k], edges[k], true)) {
        return fmt::format("its {} lies inside its {}: {}", ring_name(h), ring_name(k), point_name(rings[h], *inside));
      }
      if (const auto inside = first_point(exact[k], exact[h], edges[h], true)) {
        return fmt::format("its {} lies inside its {}: {}", ring_name(k), ring_name(h), point_name(rings[k], *inside));
      }
    }
  }
  return "";
}

/// Where a hole touches another ring, of holes that cut the inside apart.
std::string touching_text(const PolygonRings& rings) {
  const PolygonRings exact = scaled(rings);
  for (std::size_t h = rings.size(); h-- > 1;) {
    for (std::size_t k = 0; k < h; ++k) {
      const EdgeTree edges = tree_of(exact[k]), own = tree_of(exact[h]);
      for (std::size_t i = 0; i < rings[h].size(); ++i) {
        if (!is_on(exact[k], edges, exact[h][i])) continue;
        return fmt::format("; its {} touches its {} at {}", ring_name(h), ring_name(k), point_name(rings[h], i));
      }
      for (std::size_t i = 0; i < rings[k].size(); ++i) {
        if (!is_on(exact[h], own, exact[k][i])) continue;
        return fmt::format("; its {} touches its {} at {}", ring_name(k), ring_name(h), point_name(rings[k], i));
      }
    }
  }
  return "";
}

std::string fault_of(const AreaPolygon& polygon) {
  PolygonRings rings;
  for (std::size_t i = 0; i < polygon.rings.size(); ++i) {
    const Ring& ring = polygon.rings[i];
    const std::size_t distinct = without_repeated(ring).size();
    if (distinct < 3) {
      return fmt::format("its {} has {} distinct points, wanted 3 or more: the first is {}", ring_name(i), distinct,
                         point_name(ring, 0));
    }
    const std::string fault = polygon_fault(ring);
    if (!fault.empty()) return fmt::format("its {} {}", ring_name(i), fault);
    rings.push_back(without_repeated(ring));
  }
  if (rings.size() < 2) return "";
  const std::optional<AreaFault> judged = find_area_fault(rings);
  if (!judged) return "";
  // GEOS says where, not which rings.
  const std::string known = fault_of_rings(polygon.rings);
  if (!known.empty()) return known;
  if (judged->reason.find("Interior is disconnected") != std::string::npos) {
    return "its holes cut its inside into parts that don't hang together" + touching_text(polygon.rings);
  }
  return fmt::format("its rings cross or touch but for rounding, near ({:.9g}, {:.9g})", judged->at.x, judged->at.y);
}

}  // namespace

void require_valid(const AreaPolygon& polygon) {
  const std::string fault = fault_of(polygon);
  if (!fault.empty()) throw Error(ErrorCode::bad_scene, fmt::format("{}: {}", polygon.name, fault));
}

}  // namespace throng::scenario
