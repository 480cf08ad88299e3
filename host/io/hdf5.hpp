// HDF5's C interface made safe: handles that close themselves, failures as exceptions, one lock for the process.
#pragma once
#include <hdf5.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "throng/error.hpp"

namespace throng::hdf5 {

/// Held around every call of the library, which distributions build without thread safety: one mutex for the process,
/// recursive because handles close themselves. Also keeps the library from printing its error stack.
class Lock {
 public:
  Lock();
  ~Lock();
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  H5E_auto2_t printer_ = nullptr;
  void* printer_data_ = nullptr;
};

/// A call of the library failed. Turned into throng::Error where the file's name and the purpose are known.
class Failure : public std::runtime_error {
 public:
  Failure(const std::string& message, int system_error) : std::runtime_error(message), system_error_(system_error) {}
  [[nodiscard]] int system_error() const noexcept {
    return system_error_;
  }  ///< errno of the cause, 0 = not the system's

 private:
  int system_error_;
};

/// Throws a Failure with the reason found on the library's error stack; `what` says what was tried.
[[noreturn]] void fail(const std::string& what);

/// Passes a result of the library through; throws when it is negative.
template <typename Result>
Result check(Result result, const char* what) {
  if (result < 0) fail(what);
  return result;
}

/// For readers: the system's fault is input_output, anything else is damage.
[[noreturn]] void rethrow_as_read_error(const Failure& failure, const std::string& path);

/// Owns one identifier of the library.
class Handle {
 public:
  using Close = herr_t (*)(hid_t);
  Handle() = default;
  Handle(hid_t id, Close closer, const char* what) : id_(check(id, what)), close_(closer) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle& operator=(Handle&& other) noexcept {
    if (this != &other) {
      reset();
      id_ = std::exchange(other.id_, -1);
      close_ = other.close_;
    }
    return *this;
  }
  ~Handle() { reset(); }

  void reset() noexcept;
  /// Closes now and throws on failure, which a destructor can't.
  void close_now(const char* what);
  operator hid_t() const noexcept { return id_; }  // NOLINT: stands for the identifier in every call

 private:
  hid_t id_ = -1;
  Close close_ = nullptr;
};

/// Closes a file whose device no longer takes writes. The library would retry its writes for ever and crash at exit, so
/// they go to memory instead: on disk the file stays as the last successful write left it.
void abandon(Handle& file) noexcept;

template <typename T>
hid_t native_type() {
  if constexpr (std::is_same_v<T, double>) {
    return H5T_NATIVE_DOUBLE;
  } else if constexpr (std::is_same_v<T, float>) {
    return H5T_NATIVE_FLOAT;
  } else {
    static_assert(std::is_integral_v<T>);
    constexpr bool is_signed = std::is_signed_v<T>;
    if constexpr (sizeof(T) == 8) return is_signed ? H5T_NATIVE_INT64 : H5T_NATIVE_UINT64;
    if constexpr (sizeof(T) == 4) return is_signed ? H5T_NATIVE_INT32 : H5T_NATIVE_UINT32;
    if constexpr (sizeof(T) == 1) return is_signed ? H5T_NATIVE_INT8 : H5T_NATIVE_UINT8;
  }
}

// ---- Attributes ----
void write_attribute(hid_t object, const char* name, hid_t type, const void* value, std::size_t count);
void read_attribute(hid_t object, const char* name, hid_t type, void* value, std::size_t count);

template <typename T>
void write_attribute(hid_t object, const char* name, const T& value) {
  write_attribute(object, name, native_type<T>(), &value, 1);
}
template <typename T>
T read_attribute(hid_t object, const char* name) {
  T value{};
  read_attribute(object, name, native_type<T>(), &value, 1);
  return value;
}

[[nodiscard]] bool has_attribute(hid_t object, const char* name);

/// UTF-8, filled up with NULs to the length of the longest. It lies in the object's header or, above 64 KiB, in the
/// heap of its attributes: both have checksums. h5py shows it as `bytes`.
void write_text(hid_t object, const char* name, const std::string& value);
void write_texts(hid_t object, const char* name, const std::vector<std::string>& values);
/// For readers that want what h5py shows as `str`. It lies in the file's global heap, which has no checksum: the
/// library (1.10.8) hangs or crashes where that is damaged, so that nothing should depend on reading it.
void write_variable_text(hid_t object, const char* name, const std::string& value);
/// Of either kind.
std::string read_text(hid_t object, const char* name);
std::vector<std::string> read_texts(hid_t object, const char* name);

// ---- Whole one-dimensional datasets ----
void write_column(hid_t parent, const char* name, hid_t type, const void* values, std::size_t count);
/// Number of values; throws unless the dataset is one-dimensional, of `type`'s class and all in the file.
std::size_t column_length(hid_t dataset, const char* name, hid_t type);

template <typename T>
void write_column(hid_t parent, const char* name, std::span<const T> values) {
  write_column(parent, name, native_type<T>(), values.data(), values.size());
}
template <typename T>
std::vector<T> read_column(hid_t parent, const char* name) {
  const Handle dataset(H5Dopen2(parent, name, H5P_DEFAULT), H5Dclose, name);
  std::vector<T> values(column_length(dataset, name, native_type<T>()));
  if (!values.empty()) check(H5Dread(dataset, native_type<T>(), H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), name);
  return values;
}

/// The values before the first one that can't be read, of a file that may be damaged; `length` becomes how many there
/// should be.
template <typename T>
std::vector<T> read_column_prefix(hid_t parent, const char* name, std::size_t& length) {
  constexpr std::size_t piece = 1024;
  const Handle dataset(H5Dopen2(parent, name, H5P_DEFAULT), H5Dclose, name);
  const Handle space(H5Dget_space(dataset), H5Sclose, name);
  hsize_t extent = 0;
  if (H5Sget_simple_extent_ndims(space) != 1) return {};
  check(H5Sget_simple_extent_dims(space, &extent, nullptr), name);
  length = static_cast<std::size_t>(extent);
  std::vector<T> values;
  while (values.size() < length) {
    const hsize_t first = values.size(), count = length - first < piece ? length - first : piece;
    const Handle memory(H5Screate_simple(1, &count, nullptr), H5Sclose, name);
    check(H5Sselect_hyperslab(space, H5S_SELECT_SET, &first, nullptr, &count, nullptr), name);
    values.resize(first + count);
    if (H5Dread(dataset, native_type<T>(), memory, space, H5P_DEFAULT, values.data() + first) < 0) {
      values.resize(first);
      break;
    }
  }
  return values;
}

}  // namespace throng::hdf5
