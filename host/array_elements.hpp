// Elements of borrowed arrays: checked once, then read and written as they lie.
#pragma once
#include <cstddef>
#include <cstring>
#include <string_view>

#include "throng/borrowed_array.hpp"

namespace throng {

/// Which types of element an array may have.
enum class ElementKind { pair, number, id, bits, flag };

/// Throws invalid_argument unless the array has `count` elements of this kind that lie as StridedArray says. Arrays
/// that are not given, and those without elements, pass.
void check_array(std::string_view name, const BorrowedArray& array, ElementKind kind, std::size_t count);
[[nodiscard]] BorrowedArray as_borrowed(const WritableArray& array);

/// The elements of an array of T, where they lie.
template <class T>
class Elements {
 public:
  explicit Elements(const BorrowedArray& array)
      : data_(static_cast<const std::byte*>(array.data)), stride_(stride_of(array.stride)) {}
  [[nodiscard]] T operator[](std::size_t k) const {
    T value;
    std::memcpy(&value, data_ + static_cast<std::ptrdiff_t>(k) * stride_, sizeof(T));
    return value;
  }

  static std::ptrdiff_t stride_of(std::ptrdiff_t given) {
    return given != 0 ? given : static_cast<std::ptrdiff_t>(sizeof(T));
  }

 private:
  const std::byte* data_;
  std::ptrdiff_t stride_;
};

/// The same, to be written.
template <class T>
class WritableElements {
 public:
  explicit WritableElements(const WritableArray& array)
      : data_(static_cast<std::byte*>(array.data)), stride_(Elements<T>::stride_of(array.stride)) {}
  void set(std::size_t k, const T& value) const {
    std::memcpy(data_ + static_cast<std::ptrdiff_t>(k) * stride_, &value, sizeof(T));
  }

 private:
  std::byte* data_;
  std::ptrdiff_t stride_;
};

/// Calls visit(elements) with those of a checked array that is given. `Value` says of which kind it is.
template <class Value, class Visit>
void visit_elements(const BorrowedArray& array, Visit&& visit) {
  if constexpr (std::is_same_v<Value, Vec2d>) {
    array.type == ElementType::f32x2 ? visit(Elements<Vec2f>(array)) : visit(Elements<Vec2d>(array));
  } else if constexpr (std::is_same_v<Value, double>) {
    array.type == ElementType::f32 ? visit(Elements<float>(array)) : visit(Elements<double>(array));
  } else {
    visit(Elements<Value>(array));
  }
}

inline Vec2d to_value(Vec2f v) { return {v.x, v.y}; }
template <class T>
T to_value(T value) {
  return value;
}

}  // namespace throng
