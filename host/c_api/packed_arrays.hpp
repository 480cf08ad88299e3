// Arrays that an operation wants packed: the caller's own where they are so, else copies.
#pragma once
#include "host/c_api/arrays.hpp"

namespace throng::c_api {

/// Whether elements lie one behind the other.
template <class T>
[[nodiscard]] bool is_packed(const throng_array& array) {
  return array.stride == 0 || array.stride == static_cast<std::int64_t>(sizeof(T));
}

/// Where all arrays of a call must be: where the one of this name is.
struct ArrayPlace {
  throng_memory memory;
  void* stream;
  const char* name;

  ArrayPlace(const throng_array& array, const char* of) : memory(array.memory), stream(array.stream), name(of) {}
  /// Throws invalid_argument.
  void check(const throng_array& array, const char* other) const;
};

/// The checks of a packed array, read or written: type, place, `count` elements, and in device memory that it is
/// packed.
template <class T>
void check_packed(const throng_array& array, const char* name, const ArrayPlace& place, std::uint64_t count) {
  check_array(array, name, type_of<T>);
  place.check(array, name);
  check_count(array.count, count, name);
  if (array.memory == THRONG_DEVICE && !is_packed<T>(array)) {
    refuse(std::string(name) + ".stride is " + std::to_string(array.stride) +
           " bytes, wanted 0: in device memory elements lie one behind the other");
  }
}

/// To be read. Null when it isn't given.
template <class T>
class PackedIn {
 public:
  PackedIn(const throng_array& array, const char* name, const ArrayPlace& place, std::uint64_t count) {
    if (!is_given(array)) return;
    check_packed<T>(array, name, place, count);
    if (is_packed<T>(array)) {
      data_ = static_cast<const T*>(array.data);
    } else {
      copy_ = InArray<T>(array, name).all();
      data_ = copy_.data();
    }
  }
  PackedIn(const PackedIn&) = delete;
  PackedIn& operator=(const PackedIn&) = delete;
  [[nodiscard]] const T* data() const { return data_; }

 private:
  std::vector<T> copy_;
  const T* data_ = nullptr;
};

/// To be written, by `finish()` at the latest. Null when it isn't given.
template <class T>
class PackedOut {
 public:
  PackedOut(const throng_array& array, const char* name, const ArrayPlace& place, std::uint64_t count)
      : array_(array), name_(name) {
    if (!is_given(array)) return;
    check_packed<T>(array, name, place, count);
    if (is_packed<T>(array)) {
      data_ = static_cast<T*>(array.data);
    } else {
      copy_.resize(count);
      data_ = copy_.data();
    }
  }
  PackedOut(const PackedOut&) = delete;
  PackedOut& operator=(const PackedOut&) = delete;
  [[nodiscard]] T* data() { return data_; }
  void finish() {
    if (copy_.empty()) return;
    OutArray<T> out(array_, name_);
    for (std::uint64_t i = 0; i < copy_.size(); ++i) out.set(i, copy_[i]);
  }

 private:
  throng_array array_;
  const char* name_;
  std::vector<T> copy_;
  T* data_ = nullptr;
};

}  // namespace throng::c_api
