// A linear constraint on velocities, and rows of them.
#pragma once
#include "kernels/agent/vec2.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// The permitted velocities lie to the left of a directed line in velocity space.
template <class Real>
struct HalfPlane {
  Vec2<Real> point;      ///< on the line, m/s
  Vec2<Real> direction;  ///< unit length, or zero: see `no_constraint`
};

/// A row that permits everything. The linear programs treat it so without a test of its own: a zero direction violates
/// nothing (det = 0 is not > 0) and is parallel to everything without excluding it. Packs are filled up with it where
/// lanes have different numbers of constraints.
template <class Real>
THRONG_HD HalfPlane<Real> no_constraint() {
  return {{Real(0.0f), Real(0.0f)}, {Real(0.0f), Real(0.0f)}};
}

template <class Mask, class Real>
THRONG_HD HalfPlane<Real> select(Mask condition, const HalfPlane<Real>& yes, const HalfPlane<Real>& no) {
  return {select(condition, yes.point, no.point), select(condition, yes.direction, no.direction)};
}

/// How far `velocity` is on the wrong side, m/s: > 0 violates the constraint.
template <class Real>
THRONG_HD Real violation(const HalfPlane<Real>& line, Vec2<Real> velocity) {
  return det(line.direction, line.point - velocity);
}

/// Rows of half-planes in plain memory. Programs take any type with `get` and `set`, so that a device may keep its rows
/// elsewhere (registers, shared memory, interleaved between threads).
template <class Real>
struct HalfPlaneRows {
  HalfPlane<Real>* rows;
  THRONG_HD HalfPlane<Real> get(int i) const { return rows[i]; }
  THRONG_HD void set(int i, const HalfPlane<Real>& line) const { rows[i] = line; }
};

}  // namespace THRONG_ISA
}  // namespace throng
