// The border: what a call of the C interface goes through, so that nothing is thrown across it.
#pragma once
#include <exception>
#include <new>
#include <type_traits>

#include "host/c_api/objects.hpp"
#include "host/checks.hpp"
#include "host/floating_point_mode.hpp"
#include "throng/error.hpp"

namespace throng::c_api {

/// Keeps the text of the exception that is being handled, and says what it comes to.
throng_status status_of_exception(Object& object) noexcept;

/// Does `work(object)` in the engine's floating-point mode; what it throws becomes a status, its text is kept.
template <class T, class Work>
throng_status guarded(T* object, const Work& work) noexcept {
  static_assert(std::is_base_of_v<Object, T>);
  if (object == nullptr) return THRONG_NULL_HANDLE;
  const FloatingPointMode mode;
  try {
    work(*object);
    return THRONG_OK;
  } catch (...) {
    return status_of_exception(*object);
  }
}

/// What a pointer argument points to. Throws invalid_argument for null and for a pointer between the places where a T
/// may be.
template <class T>
T& wanted(T* pointer, const char* name) {
  if (pointer == nullptr) refuse(std::string(name) + " is null");
  if (reinterpret_cast<std::uintptr_t>(pointer) % alignof(T) != 0) {
    refuse(std::string(name) + " is at an address that is no multiple of " + std::to_string(alignof(T)));
  }
  return *pointer;
}
/// A text argument. Throws invalid_argument for null.
inline const char* wanted_text(const char* text, const char* name) { return &wanted(text, name); }

/// 0 or 1. Throws invalid_argument for other values.
bool truth(std::int64_t value, const char* name);

/// Throws invalid_argument unless a table of `count` rows has this one.
void check_row(std::uint64_t row, std::uint64_t count, const char* name);

/// A number of an enumeration whose values are 0 to `last`. Throws invalid_argument for others.
template <class Enum>
Enum choice(std::uint32_t value, Enum last, const char* name) {
  if (value > static_cast<std::uint32_t>(last)) {
    refuse(std::string(name) + " is " + std::to_string(value) + ", wanted 0 to " +
           std::to_string(static_cast<std::uint32_t>(last)));
  }
  return static_cast<Enum>(value);
}

/// A result to be written: null or misaligned is refused before anything is done.
template <class T, class Work>
void give(T* out, const char* name, const Work& work) {
  T& target = wanted(out, name);
  target = work();
}
/// The same where null means that it isn't wanted.
template <class T, class Work>
void give_optional(T* out, const char* name, const Work& work) {
  T unwanted;
  give(out == nullptr ? &unwanted : out, name, work);
}

}  // namespace throng::c_api
