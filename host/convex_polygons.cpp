// Polygons made fit to be bodies: fixed, or wrapped in a hull.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <boost/geometry/geometries/register/point.hpp>

#include "host/boost_geometry.hpp"
#include "host/checks.hpp"
#include "host/floating_point_mode.hpp"
#include "kernels/agent/convexity.hpp"

namespace throng {
namespace {

/// Relative to the first one, with its number: what comes out are the points that went in, to the bit.
struct NumberedPoint {
  double x, y;
  std::size_t number;
};

}  // namespace
}  // namespace throng
BOOST_GEOMETRY_REGISTER_POINT_2D(throng::NumberedPoint, double, boost::geometry::cs::cartesian, x, y)

namespace throng {

std::vector<Vec2d> fixed_polygon(std::span<const Vec2d> vertices, RefusedBody* fault) {
  const FloatingPointMode mode;
  if (vertices.size() > std::numeric_limits<std::uint32_t>::max()) {
    refuse(fmt::format("the polygon has {} vertices; there can be 2^32 - 1", vertices.size()));
  }
  std::vector<Vec2d> kept(vertices.size());
  const CleanPolygon found = clean_polygon(vertices.data(), static_cast<std::uint32_t>(vertices.size()), kept.data());
  if (fault != nullptr) *fault = {0, static_cast<BodyFault>(found.fault), found.vertex};
  kept.resize(found.count);
  return kept;
}

std::vector<Vec2d> convex_hull(std::span<const Vec2d> points) {
  const FloatingPointMode mode;
  namespace bg = boost::geometry;
  Vec2d low{INFINITY, INFINITY}, high{-INFINITY, -INFINITY};
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec2d p = points[i];
    if (!std::isfinite(p.x) || !std::isfinite(p.y)) refuse(fmt::format("point {} is ({}, {})", i, p.x, p.y));
    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  }
  const double extent = points.empty() ? 0.0 : std::max(high.x - low.x, high.y - low.y);
  if (!std::isfinite(extent)) {
    refuse(fmt::format("the {} points reach from ({}, {}) to ({}, {}): no double says how far that is", points.size(),
                       low.x, low.y, high.x, high.y));
  }
  // Of about the size 1: products of coordinates neither overflow nor vanish.
  const int exponent = extent > 0.0 ? std::ilogb(extent) : 0;
  bg::model::multi_point<NumberedPoint> relative;
  relative.reserve(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec2d p = points[i];
    relative.push_back({std::ldexp(p.x - points[0].x, -exponent), std::ldexp(p.y - points[0].y, -exponent), i});
  }
  bg::model::ring<NumberedPoint, false, false> ring;
  bg::convex_hull(relative, ring);
  std::vector<Vec2d> corners;
  for (const NumberedPoint& p : ring) corners.push_back(points[p.number]);
  RefusedBody fault;
  std::vector<Vec2d> hull = fixed_polygon(corners, &fault);
  if (hull.size() < 3) refuse(fmt::format("the {} points have no hull: all are on a line", points.size()));
  return hull;
}

}  // namespace throng
