// Vectors of the plane, and the directed line as a half-plane of allowed velocities.
#pragma once
#include <Eigen/Dense>

namespace throng::reference {

using Vec = Eigen::Vector2d;

/// A constraint: velocities on the line or to the left of it are allowed. Its direction is a unit vector.
using HalfPlane = Eigen::ParametrizedLine<double, 2>;

inline double det(const Vec& a, const Vec& b) { return a.x() * b.y() - a.y() * b.x(); }

inline Vec turned_left(const Vec& a) { return {-a.y(), a.x()}; }
inline Vec turned_right(const Vec& a) { return {a.y(), -a.x()}; }

/// How far `velocity` is on the forbidden side, m/s; <= 0 when it is allowed.
inline double violation(const HalfPlane& line, const Vec& velocity) {
  return det(line.direction(), line.origin() - velocity);
}

/// Of the closed segment a b, the point nearest to p: exactly a or b when the foot is outside.
Vec nearest_on_segment(const Vec& p, const Vec& a, const Vec& b);

/// One of 16 unit vectors, at angles 2 pi k / 16; k is taken modulo 16.
Vec unit_direction(unsigned k);

}  // namespace throng::reference
