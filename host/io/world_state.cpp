#include "host/world_state.hpp"

#include <fmt/format.h>

#include "host/io/atomic_file.hpp"
#include "host/io/sealed_file.hpp"
#include "host/io/world_state_archive.hpp"
#include "host/io/world_state_check.hpp"
#include "host/io/world_state_schema.hpp"

namespace throng {
namespace {

namespace schema = world_state_schema;

/// The HDF5 file as bytes. In memory, as the library does not survive each failure of a write to a disk.
std::string hdf5_image(const WorldState& state) {
  const hdf5::Lock lock;
  constexpr std::size_t growth = std::size_t{1} << 20;
  const char* setting_up = "setting up the file";
  const hdf5::Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, setting_up);
  hdf5::check(H5Pset_fapl_core(access, growth, false), setting_up);
  const hdf5::Handle file(H5Fcreate("state", H5F_ACC_TRUNC, H5P_DEFAULT, access), H5Fclose, "making the file");
  hdf5::write_text(file, "engine_version", THRONG_VERSION);
  WorldStateArchive<SaveAccess> archive(file, schema::format_version);
  schema::describe(archive, state);
  hdf5::check(H5Fflush(file, H5F_SCOPE_GLOBAL), "closing the file");
  const char* copying = "copying the file";
  std::string image(static_cast<std::size_t>(hdf5::check(H5Fget_file_image(file, nullptr, 0), copying)), '\0');
  hdf5::check(H5Fget_file_image(file, image.data(), image.size()), copying);
  return image;
}

WorldState read_hdf5(const std::string& path, std::uint64_t version) {
  const hdf5::Lock lock;
  const hdf5::Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose, "opening");
  WorldState state;
  WorldStateArchive<LoadAccess> archive(file, version);
  schema::describe(archive, state);
  return state;
}

}  // namespace

void save_world_state(const std::string& path, const WorldState& state) {
  if (const std::string fault = find_fault(state); !fault.empty()) {
    throw Error(ErrorCode::invalid_argument, fmt::format("the world can't be saved to '{}': {}", path, fault));
  }
  AtomicFile target(path, Existing::replace);
  try {
    // The seal takes the room that HDF5 leaves to others, the user block.
    write_bytes(target.temporary_path(), std::string(seal_size, '\0') + hdf5_image(state), path);
  } catch (const hdf5::Failure& failure) {
    throw Error(ErrorCode::input_output, fmt::format("'{}' can't be written: {}", path, failure.what()));
  }
  seal_file(target.temporary_path(), schema::format_version, path);
  target.commit();
}

WorldState load_world_state(const std::string& path) {
  const std::uint64_t version = check_seal(path, schema::oldest_version, schema::format_version);
  WorldState state;
  try {
    state = read_hdf5(path, version);
  } catch (const hdf5::Failure& failure) {
    hdf5::rethrow_as_read_error(failure, path);
  }
  if (const std::string fault = find_fault(state); !fault.empty()) {
    throw Error(ErrorCode::corrupt_file, fmt::format("'{}' holds a state that can't be: {}", path, fault));
  }
  return state;
}

}  // namespace throng
