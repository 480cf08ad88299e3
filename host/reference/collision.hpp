// Pairs of convex bodies by brute force: all axes of docs/collision.md, one after the other, in double precision.
#pragma once
#include <span>
#include <vector>

#include "host/reference/convex_body.hpp"

namespace throng::reference {

/// What a body covers of an axis, m.
struct Interval {
  double low, high;
};
Interval project(const ConvexBody& body, const Vec& axis, const Vec& center);

/// What an axis says of a pair: moving `b` by `depth` along `direction` makes it free.
struct AxisDepth {
  Vec direction;  ///< unit, from a to b
  double depth;   ///< m
};

/// In the order of the table. `a` has the lower number: of a polygon and a disc it is the polygon.
std::vector<AxisDepth> all_axes(const ConvexBody& a, const ConvexBody& b);

/// The one of the least depth; the first of equals.
AxisDepth least_axis(const ConvexBody& a, const ConvexBody& b);

double touching_tolerance(const ConvexBody& a, const ConvexBody& b, double tolerance = 1e-6);

struct BodyContact {
  PairState state = PairState::invalid;
  double depth = 0.0;
  Vec normal{0.0, 0.0};
  std::size_t axis = 0;
  Vertices points;
};
/// With misses measured.
BodyContact collide(const ConvexBody& a, const ConvexBody& b, double tolerance = 1e-6);

/// Points of a pair of which one axis has decided.
struct ContactPoints {
  Vertices at;
  /// By how little a comparison on the way could have come out the other way: of lengths, in units of both extents, or
  /// of angles. What is computed in another precision may have other points when it is small.
  double margin = 0.0;
  /// How far along the incident edge a point moves when the strip's border moves by 1.
  double stretch = 1.0;
};
ContactPoints contact_points(const ConvexBody& a, const ConvexBody& b, std::size_t axis, const AxisDepth& decided,
                             double tolerance);

/// Pairs whose boxes are at most `margin` apart on both axes, ascending; without bodies that have a fault.
std::vector<BodyPair> near_pairs(std::span<const ConvexBody> bodies, double margin);

}  // namespace throng::reference
