// Borrowed arrays of the C interface: checked by name, read and written element by element.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "host/c_api/guard.hpp"
#include "throng/c/array.h"
#include "throng/collision.hpp"
#include "throng/types.hpp"

namespace throng::c_api {

/// Which element type stands for a C++ type.
template <class T>
inline constexpr throng_type type_of = 0;
template <>
inline constexpr throng_type type_of<Vec2d> = THRONG_F64X2;
template <>
inline constexpr throng_type type_of<Vec2f> = THRONG_F32X2;
template <>
inline constexpr throng_type type_of<double> = THRONG_F64;
template <>
inline constexpr throng_type type_of<float> = THRONG_F32;
template <>
inline constexpr throng_type type_of<std::int64_t> = THRONG_I64;
template <>
inline constexpr throng_type type_of<std::uint64_t> = THRONG_U64;
template <>
inline constexpr throng_type type_of<std::uint32_t> = THRONG_U32;
template <>
inline constexpr throng_type type_of<std::int32_t> = THRONG_I32;
template <>
inline constexpr throng_type type_of<std::uint8_t> = THRONG_U8;
template <>
inline constexpr throng_type type_of<AgentHandle> = THRONG_HANDLE;
template <>
inline constexpr throng_type type_of<BodyPair> = THRONG_PAIR;

/// Whether an array has been given at all.
[[nodiscard]] inline bool is_given(const throng_array& array) { return array.data != nullptr || array.count != 0; }

/// The bytes of an array: where element i is. Those of device memory have been brought to the host.
class ArrayBytes {
 public:
  /// Throws invalid_argument that names the array: null data, unknown type or memory, misaligned, a stride that lets
  /// elements overlap. `writes`: the array is written, so that elements of device memory are brought only by finish().
  ArrayBytes(const throng_array& array, const char* name, bool writes);

  [[nodiscard]] std::uint64_t count() const { return count_; }
  [[nodiscard]] throng_type type() const { return array_.type; }
  [[nodiscard]] unsigned char* at(std::uint64_t i) const { return first_ + static_cast<std::int64_t>(i) * stride_; }
  /// Brings what was written to the device.
  void finish();

 private:
  throng_array array_;
  const char* name_;
  std::uint64_t count_;
  unsigned char* first_ = nullptr;
  std::int64_t stride_ = 0;
  std::vector<unsigned char> staged_;  ///< of device memory
};

/// Throws invalid_argument: the array has elements of another type than `wanted_type` (or its single-precision sister).
void check_type(const throng_array& array, const char* name, throng_type wanted_type);
/// The checks of ArrayBytes and of the type, without bringing anything from anywhere.
void check_array(const throng_array& array, const char* name, throng_type wanted_type);
void check_count(std::uint64_t count, std::uint64_t wanted_count, const char* name);

/// Elements to be read, as T, whatever precision they have.
template <class T>
class InArray {
 public:
  InArray(const throng_array& array, const char* name)
      : bytes_((check_type(array, name, type_of<T>), array), name, false) {}
  [[nodiscard]] std::uint64_t count() const { return bytes_.count(); }
  [[nodiscard]] T operator[](std::uint64_t i) const;
  [[nodiscard]] std::vector<T> all() const {
    std::vector<T> values(count());
    for (std::uint64_t i = 0; i < count(); ++i) values[i] = (*this)[i];
    return values;
  }

 private:
  ArrayBytes bytes_;
};

/// Elements to be written, from T.
template <class T>
class OutArray {
 public:
  OutArray(const throng_array& array, const char* name)
      : bytes_((check_type(array, name, type_of<T>), array), name, true) {}
  [[nodiscard]] std::uint64_t count() const { return bytes_.count(); }
  void set(std::uint64_t i, const T& value);
  void finish() { bytes_.finish(); }

 private:
  ArrayBytes bytes_;
};

/// A column of a descriptor: an array of `count` elements, or one value for all rows.
template <class T>
class Column {
 public:
  Column(const throng_array& array, const char* name, std::uint64_t count, T otherwise) : otherwise_(otherwise) {
    if (!c_api::is_given(array)) return;
    given_.emplace(array, name);
    check_count(given_->count(), count, name);
  }
  [[nodiscard]] bool is_given() const { return given_.has_value(); }
  [[nodiscard]] T operator[](std::uint64_t i) const { return given_ ? (*given_)[i] : otherwise_; }

 private:
  std::optional<InArray<T>> given_;
  T otherwise_;
};

/// An array argument. Throws invalid_argument for null.
template <class T>
std::vector<T> read_all(const throng_array* array, const char* name) {
  return InArray<T>(wanted(array, name), name).all();
}

/// A column of a descriptor; none when it isn't given.
template <class T>
std::vector<T> read_column(const throng_array& array, const char* name) {
  return is_given(array) ? InArray<T>(array, name).all() : std::vector<T>();
}

extern template class InArray<Vec2d>;
extern template class InArray<Vec2f>;
extern template class InArray<double>;
extern template class InArray<float>;
extern template class InArray<std::int64_t>;
extern template class InArray<std::uint64_t>;
extern template class InArray<std::uint32_t>;
extern template class InArray<std::int32_t>;
extern template class InArray<std::uint8_t>;
extern template class InArray<AgentHandle>;
extern template class InArray<BodyPair>;
extern template class OutArray<Vec2d>;
extern template class OutArray<Vec2f>;
extern template class OutArray<double>;
extern template class OutArray<float>;
extern template class OutArray<std::int64_t>;
extern template class OutArray<std::uint64_t>;
extern template class OutArray<std::uint32_t>;
extern template class OutArray<std::int32_t>;
extern template class OutArray<std::uint8_t>;
extern template class OutArray<AgentHandle>;

}  // namespace throng::c_api
