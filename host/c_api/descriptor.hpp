// Descriptors of any version: structs whose first member says how much of them their caller knows.
#pragma once
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>

#include "host/c_api/guard.hpp"

namespace throng::c_api {

/// The size that the struct had in its first version: no caller has less. A struct that gets members says so here.
template <class Descriptor>
inline constexpr std::uint32_t first_size = sizeof(Descriptor);

/// No version of a struct will be larger: a size that nobody has filled in is hardly less.
inline constexpr std::uint32_t most_size = 1u << 14;

/// Throws invalid_argument unless `size` is one that a version of the struct has had, or larger.
template <class Descriptor>
void check_size(std::uint32_t size, const char* name) {
  if (size < first_size<Descriptor> || size > most_size) {
    refuse(std::string(name) + ".struct_size is " + std::to_string(size) + ", wanted " +
           std::to_string(sizeof(Descriptor)) + " (throng_*_init fills it in)");
  }
}

/// What a caller has given, whatever version of the struct it knows: members that it lacks have their defaults, those
/// that this library lacks must be zero. Throws invalid_argument.
template <class Descriptor>
Descriptor read_descriptor(const Descriptor* given, const char* name, void (*fill_defaults)(Descriptor*, std::size_t)) {
  static_assert(std::is_trivially_copyable_v<Descriptor> && std::is_standard_layout_v<Descriptor>);
  const std::uint32_t size = wanted(given, name).struct_size;
  check_size<Descriptor>(size, name);
  Descriptor read;
  fill_defaults(&read, sizeof(read));
  const auto* const bytes = reinterpret_cast<const unsigned char*>(given);
  for (std::size_t k = sizeof(Descriptor); k < size; ++k) {
    if (bytes[k] != 0) {
      refuse(std::string(name) + ".struct_size is " + std::to_string(size) + ", this library knows " +
             std::to_string(sizeof(Descriptor)) + " bytes of it, and byte " + std::to_string(k) + " is not zero");
    }
  }
  std::memcpy(&read, given, size < sizeof(Descriptor) ? size : sizeof(Descriptor));
  read.struct_size = sizeof(Descriptor);
  if constexpr (requires { read.reserved; }) {
    if (read.reserved != 0) refuse(std::string(name) + ".reserved is " + std::to_string(read.reserved) + ", wanted 0");
  }
  return read;
}
/// The same where null means the defaults.
template <class Descriptor>
Descriptor read_optional_descriptor(const Descriptor* given, const char* name,
                                    void (*fill_defaults)(Descriptor*, std::size_t)) {
  if (given != nullptr) return read_descriptor(given, name, fill_defaults);
  Descriptor defaults;
  fill_defaults(&defaults, sizeof(defaults));
  return defaults;
}

/// Gives a caller that knows `size` bytes of the struct as much of `value`; what it has beyond that becomes zero.
template <class Descriptor>
void give_known(Descriptor* target, std::uint32_t size, Descriptor value) {
  value.struct_size = size;
  auto* const bytes = reinterpret_cast<unsigned char*>(target);
  std::memcpy(bytes, &value, size < sizeof(Descriptor) ? size : sizeof(Descriptor));
  for (std::size_t k = sizeof(Descriptor); k < size; ++k) bytes[k] = 0;
}

/// A struct to be written. Throws invalid_argument.
template <class Descriptor>
void check_target(const Descriptor* target, const char* name) {
  check_size<Descriptor>(wanted(target, name).struct_size, name);
}
template <class Descriptor>
void write_descriptor(Descriptor* target, const char* name, const Descriptor& value) {
  check_target(target, name);
  give_known(target, target->struct_size, value);
}

/// What throng_*_init does. A size that no version has had leaves a struct_size that is refused, and touches no more.
template <class Descriptor>
void init_descriptor(Descriptor* target, std::size_t size, const Descriptor& defaults) {
  if (target == nullptr || size < sizeof(std::uint32_t)) return;
  if (size < first_size<Descriptor> || size > most_size) {
    target->struct_size = 0;
  } else {
    give_known(target, static_cast<std::uint32_t>(size), defaults);
  }
}

/// A descriptor that is zero but for its size.
template <class Descriptor>
Descriptor blank() {
  Descriptor descriptor;
  std::memset(&descriptor, 0, sizeof(descriptor));
  descriptor.struct_size = sizeof(descriptor);
  return descriptor;
}

/// NaN is not given.
std::optional<double> optional_number(double value);
double number_or_nan(const std::optional<double>& value);
/// THRONG_NONE is not given.
template <class Index>
std::optional<Index> optional_row(std::uint32_t row) {
  return row == THRONG_NONE ? std::nullopt : std::optional<Index>(Index{row});
}
template <class Index>
std::uint32_t row_or_none(const std::optional<Index>& index) {
  return index ? index->row : THRONG_NONE;
}

}  // namespace throng::c_api
