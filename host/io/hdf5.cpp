#include "host/io/hdf5.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string_view>

namespace throng::hdf5 {
namespace {

std::recursive_mutex& library_mutex() {
  // Never destroyed: a recorder with static lifetime may still close its file after the destructors of this file ran.
  static auto* mutex = new std::recursive_mutex;
  return *mutex;
}

struct StackSummary {
  std::string innermost;
  int system_error = 0;
};

herr_t summarize(unsigned depth, const H5E_error2_t* entry, void* data) {
  auto& summary = *static_cast<StackSummary*>(data);
  const char* text = entry->desc != nullptr ? entry->desc : "";
  if (depth == 0) summary.innermost = text;
  if (const char* found = std::strstr(text, "errno = "); found != nullptr && summary.system_error == 0) {
    summary.system_error = std::atoi(found + std::strlen("errno = "));
  }
  return 0;
}

/// `size` in bytes, or H5T_VARIABLE.
Handle text_type(std::size_t size) {
  const char* what = "making a text type";
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose, what);
  check(H5Tset_size(type, size), what);
  check(H5Tset_cset(type, H5T_CSET_UTF8), what);
  if (size != H5T_VARIABLE) check(H5Tset_strpad(type, H5T_STR_NULLPAD), what);
  return type;
}

Handle open_attribute(hid_t object, const char* name) {
  if (!has_attribute(object, name)) throw Failure(fmt::format("attribute '{}' is missing", name), 0);
  return {H5Aopen(object, name, H5P_DEFAULT), H5Aclose, name};
}

std::size_t attribute_length(hid_t attribute, const char* name) {
  const Handle space(H5Aget_space(attribute), H5Sclose, name);
  return static_cast<std::size_t>(check(H5Sget_simple_extent_npoints(space), name));
}

void require_no_nul(const char* name, const std::string& value) {
  if (value.find('\0') != std::string::npos) {
    throw Error(ErrorCode::invalid_argument, fmt::format("{}: the text has a NUL character in it", name));
  }
}

void write_text_array(hid_t object, const char* name, const Handle& space, const std::vector<std::string>& values) {
  std::size_t size = 1;
  for (const std::string& value : values) {
    require_no_nul(name, value);
    size = std::max(size, value.size());
  }
  std::string padded;
  for (const std::string& value : values) padded.append(value).append(size - value.size(), '\0');
  const Handle type = text_type(size);
  const Handle attribute(H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose, name);
  if (!padded.empty()) check(H5Awrite(attribute, type, padded.data()), name);
}

std::vector<std::string> read_variable_texts(hid_t attribute, const char* name) {
  std::vector<char*> pointers(attribute_length(attribute, name), nullptr);
  std::vector<std::string> values;
  if (pointers.empty()) return values;
  const Handle type = text_type(H5T_VARIABLE);
  check(H5Aread(attribute, type, pointers.data()), name);
  for (const char* text : pointers) values.emplace_back(text != nullptr ? text : "");
  const Handle space(H5Aget_space(attribute), H5Sclose, name);
  H5Dvlen_reclaim(type, space, H5P_DEFAULT, pointers.data());
  return values;
}

}  // namespace

Lock::Lock() {
  library_mutex().lock();
  // Every handle closes itself; the library's own clean-up at exit would only trip over what a full disk or a damaged
  // file left half open. Has no effect where the program has used the library before.
  static const herr_t without_clean_up = H5dont_atexit();
  (void)without_clean_up;
  H5Eget_auto2(H5E_DEFAULT, &printer_, &printer_data_);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

Lock::~Lock() {
  H5Eset_auto2(H5E_DEFAULT, printer_, printer_data_);
  library_mutex().unlock();
}

void fail(const std::string& what) {
  StackSummary summary;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, summarize, &summary);
  if (summary.system_error != 0) {
    throw Failure(fmt::format("{}: {}", what, std::strerror(summary.system_error)), summary.system_error);
  }
  throw Failure(fmt::format("{}: {}", what, summary.innermost.empty() ? "HDF5 gives no reason" : summary.innermost), 0);
}

void rethrow_as_read_error(const Failure& failure, const std::string& path) {
  const bool system = failure.system_error() != 0;
  throw Error(system ? ErrorCode::input_output : ErrorCode::corrupt_file,
              fmt::format("'{}' {}: {}", path, system ? "can't be read" : "is damaged or cut short", failure.what()));
}

void Handle::reset() noexcept {
  if (id_ < 0) return;
  const Lock lock;
  close_(std::exchange(id_, -1));
}

void Handle::close_now(const char* what) {
  const Lock lock;
  check(close_(id_), what);  // on failure the identifier stays valid, for abandon()
  id_ = -1;
}

void abandon(Handle& file) noexcept {
  const Lock lock;
  void* descriptor = nullptr;
  if (H5Fget_vfd_handle(file, H5P_DEFAULT, &descriptor) >= 0 && descriptor != nullptr) {
    const int memory = memfd_create("throng-abandoned", MFD_CLOEXEC);
    if (memory >= 0) {
      dup2(memory, *static_cast<int*>(descriptor));
      ::close(memory);
    }
  }
  file.reset();
}

void write_attribute(hid_t object, const char* name, hid_t type, const void* value, std::size_t count) {
  const hsize_t extent = count;
  const Handle space(count == 1 ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &extent, nullptr), H5Sclose, name);
  const Handle attribute(H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose, name);
  check(H5Awrite(attribute, type, value), name);
}

void read_attribute(hid_t object, const char* name, hid_t type, void* value, std::size_t count) {
  const Handle attribute = open_attribute(object, name);
  const Handle stored(H5Aget_type(attribute), H5Tclose, name);
  if (attribute_length(attribute, name) != count || H5Tget_class(stored) != H5Tget_class(type)) {
    throw Failure(fmt::format("attribute '{}' has another type or length than expected", name), 0);
  }
  check(H5Aread(attribute, type, value), name);
}

void write_variable_text(hid_t object, const char* name, const std::string& value) {
  require_no_nul(name, value);
  const Handle type = text_type(H5T_VARIABLE);
  const char* text = value.c_str();
  write_attribute(object, name, type, &text, 1);
}

bool has_attribute(hid_t object, const char* name) { return check(H5Aexists(object, name), name) != 0; }

void write_text(hid_t object, const char* name, const std::string& value) {
  write_text_array(object, name, Handle(H5Screate(H5S_SCALAR), H5Sclose, name), {value});
}

void write_texts(hid_t object, const char* name, const std::vector<std::string>& values) {
  const hsize_t extent = values.size();
  write_text_array(object, name, Handle(H5Screate_simple(1, &extent, nullptr), H5Sclose, name), values);
}

std::vector<std::string> read_texts(hid_t object, const char* name) {
  const Handle attribute = open_attribute(object, name);
  const Handle stored(H5Aget_type(attribute), H5Tclose, name);
  if (H5Tget_class(stored) != H5T_STRING) throw Failure(fmt::format("attribute '{}' is not a text", name), 0);
  if (H5Tis_variable_str(stored) > 0) return read_variable_texts(attribute, name);
  const std::size_t size = H5Tget_size(stored);
  std::string padded(size * attribute_length(attribute, name), '\0');
  if (!padded.empty()) check(H5Aread(attribute, stored, padded.data()), name);
  std::vector<std::string> values;
  for (std::size_t at = 0; at < padded.size(); at += size) {
    const std::string_view value = std::string_view(padded).substr(at, size);
    values.emplace_back(value.substr(0, value.find('\0')));
  }
  return values;
}

std::string read_text(hid_t object, const char* name) {
  const std::vector<std::string> values = read_texts(object, name);
  if (values.size() != 1) throw Failure(fmt::format("attribute '{}' is not a single text", name), 0);
  return values.front();
}

void write_column(hid_t parent, const char* name, hid_t type, const void* values, std::size_t count) {
  const hsize_t extent = count;
  const Handle space(H5Screate_simple(1, &extent, nullptr), H5Sclose, name);
  const Handle create(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, name);
  check(H5Pset_obj_track_times(create, false), name);  // the same state is the same file at any time of day
  const Handle dataset(H5Dcreate2(parent, name, type, space, H5P_DEFAULT, create, H5P_DEFAULT), H5Dclose, name);
  if (count != 0) check(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values), name);
}

std::size_t column_length(hid_t dataset, const char* name, hid_t type) {
  const Handle space(H5Dget_space(dataset), H5Sclose, name);
  const Handle stored(H5Dget_type(dataset), H5Tclose, name);
  if (H5Sget_simple_extent_ndims(space) != 1 || H5Tget_class(stored) != H5Tget_class(type) ||
      H5Tget_size(stored) != H5Tget_size(type)) {
    throw Failure(fmt::format("dataset '{}' has another shape or type than expected", name), 0);
  }
  const auto length = static_cast<std::uint64_t>(check(H5Sget_simple_extent_npoints(space), name));
  if (length > H5Dget_storage_size(dataset) / H5Tget_size(type)) {
    throw Failure(fmt::format("dataset '{}' should have {} values, but the file holds fewer", name, length), 0);
  }
  return static_cast<std::size_t>(length);
}

}  // namespace throng::hdf5
