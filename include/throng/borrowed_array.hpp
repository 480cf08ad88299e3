// Arrays that the caller owns, as a call borrows them: where they begin, how far apart their elements are, what those
// are.
#pragma once
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <span>
#include <type_traits>
#include <utility>

#include "throng/types.hpp"

namespace throng {

/// What an element of a borrowed array is. The values are fixed.
enum class ElementType : std::uint32_t {
  f32x2 = 0,  ///< two floats, x first: Vec2f
  f64x2 = 1,  ///< two doubles, x first: Vec2d
  f32 = 2,
  f64 = 3,
  i64 = 4,
  u32 = 5,
  u8 = 6,
};

template <class T>
inline constexpr bool is_element_type = false;
template <class T>
inline constexpr ElementType element_type_of = ElementType::f32x2;
#define THRONG_ELEMENT_TYPE(type, name)               \
  template <>                                         \
  inline constexpr bool is_element_type<type> = true; \
  template <>                                         \
  inline constexpr ElementType element_type_of<type> = ElementType::name;
THRONG_ELEMENT_TYPE(Vec2f, f32x2)
THRONG_ELEMENT_TYPE(Vec2d, f64x2)
THRONG_ELEMENT_TYPE(float, f32)
THRONG_ELEMENT_TYPE(double, f64)
THRONG_ELEMENT_TYPE(std::int64_t, i64)
THRONG_ELEMENT_TYPE(std::uint32_t, u32)
THRONG_ELEMENT_TYPE(std::uint8_t, u8)
#undef THRONG_ELEMENT_TYPE

/// `count` elements, the k-th at `data + k * stride` bytes. `Void` is `const void` (read) or `void` (written). Without
/// data it is an array that is not given.
///
/// A stride is 0 (packed), or a multiple of the element's alignment that is at least its size, or such a one negated:
/// the array then runs backward from `data`. `data` is aligned for the element. Calls check this and throw
/// invalid_argument.
template <class Void>
struct StridedArray {
  Void* data = nullptr;
  std::size_t count = 0;
  std::ptrdiff_t stride = 0;  ///< bytes
  ElementType type = ElementType::f32x2;

  StridedArray() = default;
  StridedArray(Void* data_, std::size_t count_, ElementType type_, std::ptrdiff_t stride_ = 0)
      : data(data_), count(count_), stride(stride_), type(type_) {}
  /// All of a vector, array or span of Vec2f, Vec2d or numbers.
  template <std::ranges::contiguous_range Range>
  requires std::ranges::sized_range<Range> && is_element_type<std::ranges::range_value_t<Range>> &&
      std::convertible_to<decltype(std::ranges::data(std::declval<Range&>())), Void*>
      StridedArray(Range&& range)  // NOLINT(google-explicit-constructor)
      : StridedArray(std::ranges::data(range), std::ranges::size(range),
                     element_type_of<std::ranges::range_value_t<Range>>) {}
  /// A member of the structs of an array: `data` is that of the first one, sizeof of the struct the stride.
  template <class T>
  requires is_element_type<std::remove_const_t<T>> && std::convertible_to<T*, Void*> StridedArray(T* data_,
                                                                                                  std::size_t count_,
                                                                                                  std::size_t stride_)
      : StridedArray(data_, count_, element_type_of<std::remove_const_t<T>>, static_cast<std::ptrdiff_t>(stride_)) {}

  [[nodiscard]] bool is_given() const { return data != nullptr; }
};

using BorrowedArray = StridedArray<const void>;
using WritableArray = StridedArray<void>;

}  // namespace throng
