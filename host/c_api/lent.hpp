// Arrays and texts that an object lends until the next call on it, in its host's memory.
#pragma once
#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "host/c_api/arrays.hpp"
#include "host/c_api/descriptor.hpp"

namespace throng::c_api {

class Lent {
 public:
  /// The callbacks are referred to.
  explicit Lent(const Callbacks& callbacks) : callbacks_(&callbacks) {}
  Lent(const Lent&) = delete;
  Lent& operator=(const Lent&) = delete;
  ~Lent();
  void swap(Lent& other) noexcept {
    std::swap(callbacks_, other.callbacks_);
    std::swap(first_, other.first_);
  }

  /// Uninitialized; null for none. Throws std::bad_alloc.
  unsigned char* bytes(std::size_t size);
  template <class T>
  T* structs(std::size_t count) {
    if (count > static_cast<std::size_t>(-1) / sizeof(T)) throw std::bad_array_new_length();
    return reinterpret_cast<T*>(bytes(count * sizeof(T)));
  }
  const char* text(std::string_view text);
  std::span<const char* const> texts(const std::vector<std::string>& texts);
  /// `get(i)` for i from 0 to `count` - 1, packed. All zero when there are none: not given.
  template <class T, class Get>
  throng_array column(std::size_t count, const Get& get) {
    throng_array array{};
    T* const data = structs<T>(count);
    for (std::size_t i = 0; i < count; ++i) data[i] = get(i);
    if (count > 0) array = {data, count, 0, type_of<T>, THRONG_HOST, nullptr};
    return array;
  }
  template <class T>
  throng_array list(const std::vector<T>& values) {
    return column<T>(values.size(), [&](std::size_t i) { return values[i]; });
  }

 private:
  struct alignas(std::max_align_t) Block {
    Block* next;
    std::size_t size;
  };
  const Callbacks* callbacks_;
  Block* first_ = nullptr;
};

/// Where a lent list is, and how long. Null and misaligned pointers are refused before anything is written.
template <class T>
void give_span(const T** first, const char* name, std::uint64_t* count, std::span<const T> list) {
  wanted(first, name);
  give(count, "count", [&] { return list.size(); });
  *first = list.data();
}

void check_borrowed_count(std::uint64_t count, std::uint64_t most, const char* name);
/// The structs of a descriptor that borrows them. Throws invalid_argument for more than `most`, for null with a count,
/// and for a pointer between the places where a T may be.
template <class T>
std::span<const T> borrowed(const T* first, std::uint64_t count, const char* name,
                            std::uint64_t most = PTRDIFF_MAX / sizeof(T)) {
  if (count == 0) return {};
  check_borrowed_count(count, most, name);
  return {&wanted(first, name), count};
}
/// A text that may be null: empty.
std::string text_or_empty(const char* text);

}  // namespace throng::c_api
