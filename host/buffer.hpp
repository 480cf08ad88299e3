// Memory that owns: aligned arrays of plain values that grow and never shrink.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

namespace throng {

/// An array of trivially copyable values, aligned to 64 bytes, zeroed when it grows. Sixteen values beyond the end may
/// be read (not used), so that vector loads need no tail of their own: the widest pack that any program or test has.
template <class T>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T>);
  static constexpr std::align_val_t alignment{64};
  static constexpr std::size_t spare = 16;

 public:
  Buffer() = default;
  ~Buffer() { ::operator delete(data_, alignment); }
  Buffer(Buffer&& other) noexcept { swap(other); }
  Buffer& operator=(Buffer&& other) noexcept {
    swap(other);
    return *this;
  }

  /// The present values are kept.
  void resize(std::size_t count) {
    reserve(count);
    size_ = count;
  }
  /// Room for `count` values. Grows by half at least, so that growing one by one stays cheap.
  void reserve(std::size_t count) {
    if (count <= capacity_) return;
    const std::size_t grown = std::max(count, capacity_ + capacity_ / 2);
    const std::size_t bytes = (grown + spare) * sizeof(T);
    T* moved = static_cast<T*>(::operator new(bytes, alignment));
    if (size_ > 0) std::memcpy(moved, data_, size_ * sizeof(T));
    std::memset(static_cast<void*>(moved + size_), 0, bytes - size_ * sizeof(T));
    ::operator delete(data_, alignment);
    data_ = moved;
    capacity_ = grown;
  }

  T* data() { return data_; }
  const T* data() const { return data_; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t capacity_bytes() const { return capacity_ * sizeof(T); }

  void swap(Buffer& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }
  /// With an array of another type of the same size; each then reads the other's bytes as its own.
  template <class Other>
  void swap_memory(Buffer<Other>& other) noexcept {
    static_assert(sizeof(Other) == sizeof(T) && alignof(Other) == alignof(T));
    T* const data = data_;
    data_ = reinterpret_cast<T*>(other.data_);
    other.data_ = reinterpret_cast<Other*>(data);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }

 private:
  template <class>
  friend class Buffer;
  T* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace throng
