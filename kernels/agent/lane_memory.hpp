// Lanes from memory and back: agents that stand side by side in an array.
#pragma once
#include "kernels/agent/vec2.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// Values `first` to `first` + width - 1 of an array.
template <class Real>
THRONG_HD Real load(const float* values, std::uint32_t first) {
  if constexpr (Lane<Real>::width == 1) {
    return values[first];
  } else {
    Real lanes;
    __builtin_memcpy(&lanes, values + first, sizeof lanes);
    return lanes;
  }
}
template <class Real>
THRONG_HD Vec2<Real> load(const float* x, const float* y, std::uint32_t first) {
  return {load<Real>(x, first), load<Real>(y, first)};
}
/// Of 32-bit integers; those without a sign keep their bits.
template <class Real, class Integer>
THRONG_HD typename Lane<Real>::Int load_int(const Integer* values, std::uint32_t first) {
  static_assert(sizeof(Integer) == 4);
  if constexpr (Lane<Real>::width == 1) {
    return static_cast<std::int32_t>(values[first]);
  } else {
    typename Lane<Real>::Int lanes;
    __builtin_memcpy(&lanes, values + first, sizeof lanes);
    return lanes;
  }
}

template <class Real>
THRONG_HD void store(Real lanes, float* values, std::uint32_t first) {
  if constexpr (Lane<Real>::width == 1) {
    values[first] = lanes;
  } else {
    __builtin_memcpy(values + first, &lanes, sizeof lanes);
  }
}
template <class Real>
THRONG_HD void store(Vec2<Real> lanes, float* x, float* y, std::uint32_t first) {
  store(lanes.x, x, first);
  store(lanes.y, y, first);
}
template <class Real, class Integer>
THRONG_HD void store_int(typename Lane<Real>::Int lanes, Integer* values, std::uint32_t first) {
  static_assert(sizeof(Integer) == 4);
  if constexpr (Lane<Real>::width == 1) {
    values[first] = static_cast<Integer>(lanes);
  } else {
    __builtin_memcpy(values + first, &lanes, sizeof lanes);
  }
}

/// Lanes in which a flag word has `bit` set.
template <class Real>
THRONG_HD typename Lane<Real>::Mask has_bit(typename Lane<Real>::Int flags, std::uint32_t bit) {
  return (flags & static_cast<std::int32_t>(bit)) != 0;
}

/// A column of a table of rows, for each lane the row it names. A crowd has few kinds of agents: mostly all lanes name
/// the same row.
template <class Real, class Row>
class RowsOfLanes {
 public:
  using Int = typename Lane<Real>::Int;
  THRONG_HD RowsOfLanes(const Row* rows, Int index)
      : rows_(rows), index_(index), first_(lane_of(index, 0)), same_(!any(index != broadcast_int<Real>(first_))) {}

  THRONG_HD Real operator()(float Row::*column) const {
    if (same_) return Real(rows_[first_].*column);
    Real lanes;
    for (int l = 0; l < Lane<Real>::width; ++l) set_lane(lanes, l, rows_[lane_of(index_, l)].*column);
    return lanes;
  }
  template <class Integer>
  THRONG_HD Int integers(Integer Row::*column) const {
    if (same_) return broadcast_int<Real>(static_cast<std::int32_t>(rows_[first_].*column));
    Int lanes;
    for (int l = 0; l < Lane<Real>::width; ++l) {
      set_lane(lanes, l, static_cast<std::int32_t>(rows_[lane_of(index_, l)].*column));
    }
    return lanes;
  }

 private:
  const Row* rows_;
  Int index_;
  std::int32_t first_;
  bool same_;
};

}  // namespace THRONG_ISA
}  // namespace throng
