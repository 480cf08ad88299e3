// Plane vectors over a lane type. Products and sums are written in one fixed order: the order is part of the result.
#pragma once
#include "kernels/agent/lane.hpp"

namespace throng {
inline namespace THRONG_ISA {

template <class Real>
struct Vec2 {
  Real x, y;
};

template <class Real>
THRONG_HD Vec2<Real> operator+(Vec2<Real> a, Vec2<Real> b) {
  return {a.x + b.x, a.y + b.y};
}
template <class Real>
THRONG_HD Vec2<Real> operator-(Vec2<Real> a, Vec2<Real> b) {
  return {a.x - b.x, a.y - b.y};
}
template <class Real>
THRONG_HD Vec2<Real> operator-(Vec2<Real> a) {
  return {-a.x, -a.y};
}
template <class Real>
THRONG_HD Vec2<Real> operator*(Real s, Vec2<Real> a) {
  return {s * a.x, s * a.y};
}
template <class Real>
THRONG_HD Real dot(Vec2<Real> a, Vec2<Real> b) {
  return a.x * b.x + a.y * b.y;
}
template <class Real>
THRONG_HD Real det(Vec2<Real> a, Vec2<Real> b) {
  return a.x * b.y - a.y * b.x;
}
template <class Real>
THRONG_HD Real length_sq(Vec2<Real> a) {
  return dot(a, a);
}
/// a / |a|, by the reciprocal as RVO2 does. Not for zero vectors.
template <class Real>
THRONG_HD Vec2<Real> unit(Vec2<Real> a) {
  return (Real(1.0f) / square_root(length_sq(a))) * a;
}

template <class Mask, class Real>
THRONG_HD Vec2<Real> select(Mask condition, Vec2<Real> yes, Vec2<Real> no) {
  return {select(condition, yes.x, no.x), select(condition, yes.y, no.y)};
}

/// A vector of length <= `limit`: `a` itself, or `a` shortened.
template <class Real>
THRONG_HD Vec2<Real> clip_length(Vec2<Real> a, Real limit) {
  const Real a_sq = length_sq(a);
  return select(a_sq > limit * limit, limit * ((Real(1.0f) / square_root(a_sq)) * a), a);
}

}  // namespace THRONG_ISA
}  // namespace throng
