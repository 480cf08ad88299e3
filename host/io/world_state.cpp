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

void write_hdf5(const std::string& path, const WorldState& state) {
  const hdf5::Lock lock;
  const hdf5::Handle creation(H5Pcreate(H5P_FILE_CREATE), H5Pclose, "setting up the file");
  hdf5::check(H5Pset_userblock(creation, seal_size), "setting up the file");
  hdf5::Handle file(H5Fcreate(path.c_str(), H5F_ACC_EXCL, creation, H5P_DEFAULT), H5Fclose, "making the file");
  try {
    hdf5::write_text(file, "engine_version", THRONG_VERSION);
    WorldStateArchive<SaveAccess> archive(file);
    schema::describe(archive, state);
  } catch (...) {
    hdf5::abandon(file);
    throw;
  }
  try {
    file.close_now("closing the file");
  } catch (...) {
    hdf5::abandon(file);
    throw;
  }
}

WorldState read_hdf5(const std::string& path) {
  const hdf5::Lock lock;
  const hdf5::Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose, "opening");
  WorldState state;
  WorldStateArchive<LoadAccess> archive(file);
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
    write_hdf5(target.temporary_path(), state);
  } catch (const hdf5::Failure& failure) {
    throw Error(ErrorCode::input_output, fmt::format("'{}' can't be written: {}", path, failure.what()));
  }
  seal_file(target.temporary_path(), schema::format_version, path);
  target.commit();
}

WorldState load_world_state(const std::string& path) {
  check_seal(path, schema::format_version);
  WorldState state;
  try {
    state = read_hdf5(path);
  } catch (const hdf5::Failure& failure) {
    hdf5::rethrow_as_read_error(failure, path);
  }
  if (const std::string fault = find_fault(state); !fault.empty()) {
    throw Error(ErrorCode::corrupt_file, fmt::format("'{}' holds a state that can't be: {}", path, fault));
  }
  return state;
}

}  // namespace throng
