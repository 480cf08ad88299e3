// One number type for every executor: `float` on the device and in plain CPU code, `Pack` for several agents at a time.
//
// Code written over it has no data-dependent branches: it computes both sides and selects. Whole packs may be skipped
// with `any`, which on the device is an ordinary branch of one thread.
#pragma once
#include <cmath>
#include <cstdint>

#ifdef __CUDACC__
#define THRONG_HD __host__ __device__
#else
#define THRONG_HD
#endif

// Functions of this folder are compiled several times in one program, for several instruction sets. Each copy has a
// namespace of its own: otherwise the linker would keep one of them for all, perhaps one that this processor can't run.
#ifndef THRONG_ISA
#define THRONG_ISA generic
#endif

namespace throng {
inline namespace THRONG_ISA {

/// What goes with a number type: `Mask` holds one truth value per lane, `Int` one integer per lane.
template <class Real>
struct Lane;

// ---- float: one agent ----
template <>
struct Lane<float> {
  using Mask = bool;
  using Int = std::int32_t;
  static constexpr int width = 1;
};

THRONG_HD inline float select(bool condition, float yes, float no) { return condition ? yes : no; }
THRONG_HD inline std::int32_t select_int(bool condition, std::int32_t yes, std::int32_t no) {
  return condition ? yes : no;
}
THRONG_HD inline float square_root(float x) { return sqrtf(x); }
THRONG_HD inline float absolute(float x) { return fabsf(x); }
THRONG_HD inline std::int32_t truncate(float x) { return static_cast<std::int32_t>(x); }
THRONG_HD inline float to_real(std::int32_t x) { return static_cast<float>(x); }
THRONG_HD inline bool any(bool condition) { return condition; }
THRONG_HD inline bool negate(bool condition) { return !condition; }
THRONG_HD inline std::int32_t smallest(std::int32_t x) { return x; }
/// One lane, for what is done agent by agent.
THRONG_HD inline float lane_of(float x, int) { return x; }
THRONG_HD inline std::int32_t lane_of(std::int32_t x, int) { return x; }
THRONG_HD inline bool lane_of(bool x, int) { return x; }
THRONG_HD inline void set_lane(float& x, int, float value) { x = value; }
THRONG_HD inline void set_lane(std::int32_t& x, int, std::int32_t value) { x = value; }
THRONG_HD inline void set_lane(bool& x, int, bool value) { x = value; }

// ---- Pack: one agent per lane ----
#ifndef __CUDACC__
// The one place that says how many: eight floats are a register of AVX2.
#ifndef THRONG_PACK_LANES
#define THRONG_PACK_LANES 8
#endif
inline constexpr int pack_lanes = THRONG_PACK_LANES;

struct Pack {
  using Lanes [[gnu::vector_size(4 * THRONG_PACK_LANES)]] = float;
  using Mask [[gnu::vector_size(4 * THRONG_PACK_LANES)]] = std::int32_t;  ///< all bits of a lane set = true
  Lanes lanes;

  Pack() = default;
  Pack(Lanes v) : lanes(v) {}                     // NOLINT: a vector is a pack
  explicit Pack(float x) : lanes(x - Lanes{}) {}  // x - (+0) is x, also for -0

  friend Pack operator+(Pack a, Pack b) { return a.lanes + b.lanes; }
  friend Pack operator-(Pack a, Pack b) { return a.lanes - b.lanes; }
  friend Pack operator*(Pack a, Pack b) { return a.lanes * b.lanes; }
  friend Pack operator/(Pack a, Pack b) { return a.lanes / b.lanes; }
  friend Pack operator-(Pack a) { return -a.lanes; }
  friend Mask operator<(Pack a, Pack b) { return a.lanes < b.lanes; }
  friend Mask operator>(Pack a, Pack b) { return a.lanes > b.lanes; }
  friend Mask operator<=(Pack a, Pack b) { return a.lanes <= b.lanes; }
  friend Mask operator>=(Pack a, Pack b) { return a.lanes >= b.lanes; }
};

template <>
struct Lane<Pack> {
  using Mask = Pack::Mask;
  using Int = Pack::Mask;
  static constexpr int width = pack_lanes;
};

inline Pack select(Pack::Mask condition, Pack yes, Pack no) { return condition ? yes.lanes : no.lanes; }
inline Pack::Mask select_int(Pack::Mask condition, Pack::Mask yes, Pack::Mask no) {
  return (condition & yes) | (~condition & no);
}
inline Pack::Mask negate(Pack::Mask condition) { return ~condition; }

inline Pack absolute(Pack x) {
  Pack::Mask bits;
  __builtin_memcpy(&bits, &x.lanes, sizeof bits);
  bits &= 0x7fffffff;
  __builtin_memcpy(&x.lanes, &bits, sizeof bits);
  return x;
}
inline Pack::Mask truncate(Pack x) { return __builtin_convertvector(x.lanes, Pack::Mask); }
inline Pack to_real(Pack::Mask x) { return __builtin_convertvector(x, Pack::Lanes); }

#if defined(__AVX__) && THRONG_PACK_LANES == 8
inline Pack square_root(Pack x) { return __builtin_ia32_sqrtps256(x.lanes); }
/// Bit l = lane l.
inline unsigned mask_bits(Pack::Mask m) {
  Pack::Lanes f;
  __builtin_memcpy(&f, &m, sizeof f);
  return static_cast<unsigned>(__builtin_ia32_movmskps256(f));
}
#else
inline Pack square_root(Pack x) {
  for (int lane = 0; lane < pack_lanes; ++lane) x.lanes[lane] = sqrtf(x.lanes[lane]);
  return x;
}
inline unsigned mask_bits(Pack::Mask m) {
  unsigned bits = 0;
#ifdef __SSE2__
  constexpr int quarters = pack_lanes / 4;
  using Quarter [[gnu::vector_size(16)]] = float;
  Quarter quarter[quarters];
  __builtin_memcpy(quarter, &m, sizeof m);
  for (int q = 0; q < quarters; ++q) bits |= static_cast<unsigned>(__builtin_ia32_movmskps(quarter[q])) << 4 * q;
#else
  for (int lane = 0; lane < pack_lanes; ++lane) bits |= (m[lane] != 0 ? 1u : 0u) << lane;
#endif
  return bits;
}
#endif

inline bool any(Pack::Mask m) { return mask_bits(m) != 0; }
inline std::int32_t smallest(Pack::Mask x) {
  std::int32_t least = x[0];
  for (int lane = 1; lane < pack_lanes; ++lane) least = x[lane] < least ? x[lane] : least;
  return least;
}
inline float lane_of(Pack x, int lane) { return x.lanes[lane]; }
inline std::int32_t lane_of(Pack::Mask x, int lane) { return x[lane]; }
inline void set_lane(Pack& x, int lane, float value) { x.lanes[lane] = value; }
inline void set_lane(Pack::Mask& x, int lane, std::int32_t value) { x[lane] = value; }
inline void set_lane(Pack::Mask& x, int lane, bool value) { x[lane] = value ? -1 : 0; }
#endif

/// The same integer in every lane.
template <class Real>
THRONG_HD typename Lane<Real>::Int broadcast_int(std::int32_t value) {
  return typename Lane<Real>::Int{} + value;
}
/// True in every lane, or false.
template <class Real>
THRONG_HD typename Lane<Real>::Mask broadcast_mask(bool value) {
  if constexpr (Lane<Real>::width == 1) {
    return value;
  } else {
    return broadcast_int<Real>(value ? -1 : 0);
  }
}

/// Smaller, larger: by comparison, so that every machine treats zeros alike.
template <class Real>
THRONG_HD Real smaller(Real a, Real b) {
  return select(b < a, b, a);
}
template <class Real>
THRONG_HD Real larger(Real a, Real b) {
  return select(b > a, b, a);
}

}  // namespace THRONG_ISA
}  // namespace throng
