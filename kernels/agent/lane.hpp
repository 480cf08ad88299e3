// One number type for every executor: `float` on the device and in plain CPU code, `Pack8` for eight agents at a time.
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
THRONG_HD inline bool any(bool condition) { return condition; }
THRONG_HD inline bool negate(bool condition) { return !condition; }
THRONG_HD inline std::int32_t smallest(std::int32_t x) { return x; }

// ---- Pack8: eight agents, one per lane ----
#ifndef __CUDACC__
struct Pack8 {
  using Lanes [[gnu::vector_size(32)]] = float;
  using Mask [[gnu::vector_size(32)]] = std::int32_t;  ///< all bits of a lane set = true
  Lanes lanes;

  Pack8() = default;
  Pack8(Lanes v) : lanes(v) {}  // NOLINT: a vector is a pack
  explicit Pack8(float x) : lanes{x, x, x, x, x, x, x, x} {}

  friend Pack8 operator+(Pack8 a, Pack8 b) { return a.lanes + b.lanes; }
  friend Pack8 operator-(Pack8 a, Pack8 b) { return a.lanes - b.lanes; }
  friend Pack8 operator*(Pack8 a, Pack8 b) { return a.lanes * b.lanes; }
  friend Pack8 operator/(Pack8 a, Pack8 b) { return a.lanes / b.lanes; }
  friend Pack8 operator-(Pack8 a) { return -a.lanes; }
  friend Mask operator<(Pack8 a, Pack8 b) { return a.lanes < b.lanes; }
  friend Mask operator>(Pack8 a, Pack8 b) { return a.lanes > b.lanes; }
  friend Mask operator<=(Pack8 a, Pack8 b) { return a.lanes <= b.lanes; }
  friend Mask operator>=(Pack8 a, Pack8 b) { return a.lanes >= b.lanes; }
};

template <>
struct Lane<Pack8> {
  using Mask = Pack8::Mask;
  using Int = Pack8::Mask;
  static constexpr int width = 8;
};

inline Pack8 select(Pack8::Mask condition, Pack8 yes, Pack8 no) { return condition ? yes.lanes : no.lanes; }
inline Pack8::Mask select_int(Pack8::Mask condition, Pack8::Mask yes, Pack8::Mask no) {
  return (condition & yes) | (~condition & no);
}
inline Pack8::Mask negate(Pack8::Mask condition) { return ~condition; }

#ifdef __AVX__
inline Pack8 square_root(Pack8 x) { return __builtin_ia32_sqrtps256(x.lanes); }
/// Bit l = lane l.
inline unsigned mask_bits(Pack8::Mask m) {
  Pack8::Lanes f;
  __builtin_memcpy(&f, &m, sizeof f);
  return static_cast<unsigned>(__builtin_ia32_movmskps256(f));
}
#else
inline Pack8 square_root(Pack8 x) {
  for (int lane = 0; lane < 8; ++lane) x.lanes[lane] = sqrtf(x.lanes[lane]);
  return x;
}
#ifdef __SSE2__
inline unsigned mask_bits(Pack8::Mask m) {
  using Half [[gnu::vector_size(16)]] = float;
  Half half[2];
  __builtin_memcpy(half, &m, sizeof half);
  return static_cast<unsigned>(__builtin_ia32_movmskps(half[0]) | __builtin_ia32_movmskps(half[1]) << 4);
}
#else
inline unsigned mask_bits(Pack8::Mask m) {
  unsigned bits = 0;
  for (int lane = 0; lane < 8; ++lane) bits |= (m[lane] != 0 ? 1u : 0u) << lane;
  return bits;
}
#endif
#endif

inline bool any(Pack8::Mask m) { return mask_bits(m) != 0; }
inline std::int32_t smallest(Pack8::Mask x) {
  std::int32_t least = x[0];
  for (int lane = 1; lane < 8; ++lane) least = x[lane] < least ? x[lane] : least;
  return least;
}
#endif

/// The same integer in every lane.
template <class Real>
THRONG_HD typename Lane<Real>::Int broadcast_int(std::int32_t value) {
  return typename Lane<Real>::Int{} + value;
}

/// Absolute value, smaller, larger: by comparison, so that every machine treats zeros alike.
template <class Real>
THRONG_HD Real magnitude(Real x) {
  return select(x < Real(0.0f), -x, x);
}
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
