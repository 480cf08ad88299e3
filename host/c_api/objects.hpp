// What every object of the C interface has: its host's callbacks, and the text of its last failing call.
#pragma once
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "throng/c/instance.h"
#include "throng/world.hpp"

namespace throng::c_api {

/// The callbacks of an instance, as objects keep them.
struct Callbacks {
  throng_log_level least_level = THRONG_LOG_WARNING;
  throng_log_fn log = nullptr;
  void* log_user = nullptr;
  throng_progress_fn progress = nullptr;
  void* progress_user = nullptr;
  throng_allocate_fn allocate = nullptr;
  throng_release_fn release = nullptr;
  void* memory_user = nullptr;

  void tell(throng_log_level level, const char* text) const {
    if (log != nullptr && level >= least_level) log(level, text, log_user);
  }
  /// Throws cancelled when the host says so.
  void report(const char* what, double done) const;
  /// For work that tells the share done: false = the host cancels. Empty when nobody is to be told.
  [[nodiscard]] std::function<bool(double done)> progress_of(const char* what) const;

  /// Throws std::bad_alloc.
  [[nodiscard]] void* take(std::size_t size, std::size_t alignment) const;
  void give_back(void* memory, std::size_t size, std::size_t alignment) const noexcept;
};

/// The host's memory, for standard containers.
template <class T>
struct HostAllocator {
  using value_type = T;
  const Callbacks* callbacks;

  explicit HostAllocator(const Callbacks& of) : callbacks(&of) {}
  template <class Other>
  HostAllocator(const HostAllocator<Other>& other) : callbacks(other.callbacks) {}
  T* allocate(std::size_t count) {
    if (count > static_cast<std::size_t>(-1) / sizeof(T)) throw std::bad_array_new_length();
    return static_cast<T*>(callbacks->take(count * sizeof(T), alignof(T)));
  }
  void deallocate(T* memory, std::size_t count) noexcept {
    callbacks->give_back(memory, count * sizeof(T), alignof(T));
  }
  friend bool operator==(const HostAllocator& a, const HostAllocator& b) { return a.callbacks == b.callbacks; }
};
using HostString = std::basic_string<char, std::char_traits<char>, HostAllocator<char>>;

/// Base of the opaque objects. Not to be moved: texts refer to its callbacks.
class Object {
 public:
  explicit Object(const Callbacks& callbacks) : callbacks_(callbacks), text_(HostAllocator<char>(callbacks_)) {}
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;

  [[nodiscard]] const Callbacks& callbacks() const { return callbacks_; }
  void set_progress(throng_progress_fn progress, void* user) {
    callbacks_.progress = progress;
    callbacks_.progress_user = user;
  }
  [[nodiscard]] const char* error() const { return error_; }
  /// Keeps a text and tells the host of it; what there is no memory for is said shorter.
  void keep_error(std::string_view text) noexcept;

 protected:
  ~Object() = default;

 private:
  Callbacks callbacks_;
  HostString text_;
  const char* error_ = "";
};

/// An object in its host's memory.
template <class T, class... Arguments>
T* make_object(const Callbacks& callbacks, Arguments&&... arguments) {
  void* const memory = callbacks.take(sizeof(T), alignof(T));
  try {
    return ::new (memory) T(callbacks, std::forward<Arguments>(arguments)...);
  } catch (...) {
    callbacks.give_back(memory, sizeof(T), alignof(T));
    throw;
  }
}
template <class T>
void destroy_object(T* object) noexcept {
  if (object == nullptr) return;
  const Callbacks callbacks = object->callbacks();
  object->~T();
  callbacks.give_back(object, sizeof(T), alignof(T));
}

}  // namespace throng::c_api

struct throng_instance : throng::c_api::Object {
  using Object::Object;
};
