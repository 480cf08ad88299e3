#include "throng/recording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>
#include <vector>

#include "host/floating_point_mode.hpp"
#include "host/io/hdf5.hpp"
#include "host/io/recording_layout.hpp"
#include "host/io/recording_lock.hpp"

namespace throng {
namespace {

namespace layout = recording_layout;

[[noreturn]] void throw_damaged(const std::string& path, const std::string& reason) {
  throw Error(ErrorCode::corrupt_file, fmt::format("'{}' is damaged or cut short: {}", path, reason));
}

hdf5::Handle make_access() {
  hdf5::Handle access(H5Pcreate(H5P_DATASET_ACCESS), H5Pclose, "setting up the file");
  // Holds a few chunks of any size the writer makes, or every frame would unpack its chunk again.
  hdf5::check(H5Pset_chunk_cache(access, 521, std::size_t{12} << 20, 1.0), "setting up the file");
  return access;
}

void check_readable(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    throw Error(ErrorCode::input_output, fmt::format("'{}' can't be read: it is a folder", path));
  }
  if (!std::ifstream(path, std::ios::binary).is_open()) {
    throw Error(ErrorCode::input_output, fmt::format("'{}' can't be read: {}", path, std::strerror(errno)));
  }
  const hdf5::Lock lock;
  if (H5Fis_hdf5(path.c_str()) <= 0) {
    throw Error(ErrorCode::corrupt_file, fmt::format("'{}' is not a recording: it is no HDF5 file", path));
  }
}

}  // namespace

struct THRONG_LOCAL Recording::Impl {
  Impl(const std::string& file_path, std::optional<std::uint64_t> cut_at) : path(file_path), cut(cut_at) {
    const FloatingPointMode mode;
    check_readable(path);
    const hdf5::Lock lock;
    try {
      open();
    } catch (const hdf5::Failure& failure) {
      hdf5::rethrow_as_read_error(failure, path);
    } catch (const std::bad_alloc&) {
      throw_damaged(path, "its frame index claims more entries than memory holds");
    }
  }

  void open();
  void read_info(hid_t group);
  void read_footprints();
  void read_index();
  void drop_filling();
  [[nodiscard]] std::uint64_t complete_frames(std::uint64_t rows) const;
  [[nodiscard]] hdf5::Handle open_rows(const char* name, int rank) const;
  [[nodiscard]] std::uint64_t row_extent(hid_t dataset) const;
  void check_frame(std::uint64_t frame) const {
    if (frame < offset.size()) return;
    throw Error(
        ErrorCode::invalid_argument,
        fmt::format("'{}' has {} frames, frame {} was asked for (they count from 0)", path, offset.size(), frame));
  }

  std::string path;
  std::optional<std::uint64_t> cut;  // bytes of the file that are its own; zeros follow
  bool clean = true;
  std::size_t entries = 0;  // of the index, whole or not
  RecordingInfo info;
  hdf5::Handle file, trajectory, velocity, heading, profile, aim_point, row_type;
  std::vector<std::int64_t> offset, rows;
  std::vector<std::uint64_t> step, hash;
  std::vector<double> time;
  std::vector<layout::TrajectoryRow> row_buffer;
  std::vector<float> vector_buffer;
};

void Recording::Impl::open() {
  const bool live = is_being_recorded(path);
  const hdf5::Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "setting up the file");
  const hid_t plain = H5Fopen(path.c_str(), H5F_ACC_RDONLY, access);
  // What this process itself is recording opens in either way, and so does what it has open as left by a killed run.
  unsigned open_as = 0;
  clean = plain >= 0 && !live && H5Fget_intent(plain, &open_as) >= 0 && (open_as & H5F_ACC_SWMR_READ) == 0;
  // A checksum that is wrong may be right a moment later, but only when somebody writes; the library's pauses grow
  // twofold.
  hdf5::check(H5Pset_metadata_read_attempts(access, live ? 20 : 1), "setting up the file");
  file = hdf5::Handle(plain >= 0 ? plain : H5Fopen(path.c_str(), H5F_ACC_RDONLY | H5F_ACC_SWMR_READ, access), H5Fclose,
                      "opening");
  if (H5Lexists(file, layout::group, H5P_DEFAULT) <= 0 || H5Lexists(file, layout::trajectory, H5P_DEFAULT) <= 0) {
    throw Error(ErrorCode::corrupt_file,
                fmt::format("'{}' is an HDF5 file, but not a recording of Throng (no '{}' or no '{}' in it)", path,
                            layout::group, layout::trajectory));
  }
  const hdf5::Handle group(H5Gopen2(file, layout::group, H5P_DEFAULT), H5Gclose, layout::group);
  const auto version = hdf5::read_attribute<std::int32_t>(group, layout::version_attribute);
  if (version != layout::format_version) {
    throw Error(ErrorCode::corrupt_file,
                fmt::format("'{}' is a recording of format {}; this version of Throng reads format {}", path, version,
                            layout::format_version));
  }
  trajectory = open_rows(layout::trajectory, 1);
  velocity = open_rows(layout::velocity, 2);
  heading = open_rows(layout::heading, 2);
  profile = open_rows(layout::profile, 1);
  info.aim_points = H5Lexists(file, layout::aim_point, H5P_DEFAULT) > 0;
  if (info.aim_points) aim_point = open_rows(layout::aim_point, 2);
  row_type = hdf5::Handle(H5Dget_type(trajectory), H5Tclose, layout::trajectory);
  if (H5Tget_class(row_type) != H5T_COMPOUND || H5Tget_size(row_type) != sizeof(layout::TrajectoryRow)) {
    throw_damaged(path, fmt::format("'{}' has another row type than expected", layout::trajectory));
  }
  read_info(group);
  read_footprints();
  read_index();
}

hdf5::Handle Recording::Impl::open_rows(const char* name, int rank) const {
  const hdf5::Handle access = make_access();
  hdf5::Handle dataset(H5Dopen2(file, name, access), H5Dclose, name);
  const hdf5::Handle space(H5Dget_space(dataset), H5Sclose, name);
  hsize_t extent[2] = {0, 0};
  if (H5Sget_simple_extent_ndims(space) != rank || H5Sget_simple_extent_dims(space, extent, nullptr) != rank ||
      (rank == 2 && extent[1] != 2)) {
    throw_damaged(path, fmt::format("'{}' has another shape than expected", name));
  }
  return dataset;
}

std::uint64_t Recording::Impl::row_extent(hid_t dataset) const {
  const hdf5::Handle space(H5Dget_space(dataset), H5Sclose, "reading the number of rows");
  hsize_t extent[2] = {0, 0};
  hdf5::check(H5Sget_simple_extent_dims(space, extent, nullptr), "reading the number of rows");
  return extent[0];
}

void Recording::Impl::read_info(hid_t group) {
  info.fps = hdf5::read_attribute<double>(trajectory, layout::fps);
  const bool has_copy = hdf5::has_attribute(group, layout::wkt_geometry);  // earlier ones have none
  info.wkt_geometry = hdf5::read_text(has_copy ? group : hid_t{file}, layout::wkt_geometry);
  info.version = hdf5::read_text(group, layout::engine_version);
  info.executor = hdf5::read_text(group, layout::executor);
  info.time_step = hdf5::read_attribute<double>(group, layout::time_step);
  info.every = hdf5::read_attribute<std::uint64_t>(group, layout::every);
  double origin[2] = {0, 0};
  hdf5::read_attribute(group, layout::origin, H5T_NATIVE_DOUBLE, origin, 2);
  info.origin = {origin[0], origin[1]};
  info.scenario_json = hdf5::read_text(group, layout::scenario);
  info.heights =
      hdf5::has_attribute(group, layout::heights) && hdf5::read_attribute<std::uint8_t>(group, layout::heights) != 0;
  info.profile_names = hdf5::read_texts(group, layout::profile_names);
  if (!(info.fps > 0) || !std::isfinite(info.fps)) throw_damaged(path, fmt::format("its frame rate is {}", info.fps));
}

void Recording::Impl::read_footprints() {
  if (H5Lexists(file, layout::footprint_offset, H5P_DEFAULT) <= 0) return;
  const auto first = hdf5::read_column<std::int64_t>(file, layout::footprint_offset);
  const char* name = layout::footprint_vertex;
  const hdf5::Handle dataset = open_rows(name, 2);
  std::vector<Vec2d> vertices(row_extent(dataset));
  if (!vertices.empty()) {
    hdf5::check(H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, vertices.data()), name);
  }
  const auto bad_vertex = [](const Vec2d& v) { return !std::isfinite(v.x) || !std::isfinite(v.y); };
  if (first.empty() || first.front() != 0 || !std::is_sorted(first.begin(), first.end()) ||
      static_cast<std::uint64_t>(first.back()) != vertices.size() ||
      std::any_of(vertices.begin(), vertices.end(), bad_vertex)) {
    throw_damaged(path, "its table of footprints has no sense");
  }
  for (std::size_t row = 0; row + 1 < first.size(); ++row) {
    info.footprints.emplace_back(vertices.begin() + first[row], vertices.begin() + first[row + 1]);
  }
}

void Recording::Impl::read_index() {
  const auto read = [this]<class T>(const char* name, std::vector<T>& values) {
    std::size_t length = 0;
    if (clean && !cut) {
      values = hdf5::read_column<T>(file, name);
      length = values.size();
    } else {
      values = hdf5::read_column_prefix<T>(file, name, length);
    }
    entries = std::max(entries, length);
  };
  read(layout::frame_offset, offset);
  read(layout::frame_rows, rows);
  read(layout::frame_step, step);
  read(layout::frame_time, time);
  read(layout::state_hash, hash);
  // HDF5 reads zeros behind the end of a file that is open for reading beside its writer.
  if (!cut && !clean) cut = std::filesystem::file_size(path);
  if (cut) drop_filling();
  std::uint64_t shortest =
      std::min({row_extent(trajectory), row_extent(velocity), row_extent(heading), row_extent(profile)});
  if (info.aim_points) shortest = std::min(shortest, row_extent(aim_point));
  const std::uint64_t frames = complete_frames(shortest);
  if (clean && !cut && frames != entries) {
    throw_damaged(
        path, fmt::format("frame {} of {} has no rows where the index says, or is earlier than the one before", frames,
                          entries));
  }
  offset.resize(frames);
  rows.resize(frames);
  step.resize(frames);
  time.resize(frames);
  hash.resize(frames);
  info.expected_agents = frames == 0 ? 0 : static_cast<std::uint64_t>(rows.front());
}

/// Leaves those entries of the index that lie before the cut. Its chunks are not compressed: nothing else tells their
/// bytes from the zeros that stand for what is lost.
void Recording::Impl::drop_filling() {
  const auto whole_entries = [this](const char* name, std::size_t claimed) {
    const hdf5::Handle dataset(H5Dopen2(file, name, H5P_DEFAULT), H5Dclose, name);
    const hdf5::Handle create(H5Dget_create_plist(dataset), H5Pclose, name);
    hsize_t chunk = 0;
    hdf5::check(H5Pget_chunk(create, 1, &chunk), name);
    const std::size_t size = sizeof(std::uint64_t);
    for (hsize_t first = 0; first < claimed; first += chunk) {
      unsigned filters = 0;
      haddr_t address = HADDR_UNDEF;
      hsize_t bytes = 0;
      hdf5::check(H5Dget_chunk_info_by_coord(dataset, &first, &filters, &address, &bytes), name);
      if (address == HADDR_UNDEF || address >= *cut) return static_cast<std::size_t>(first);
      const std::uint64_t whole = (*cut - address) / size;
      if (whole < chunk) return static_cast<std::size_t>(std::min<std::uint64_t>(claimed, first + whole));
    }
    return claimed;
  };
  offset.resize(whole_entries(layout::frame_offset, offset.size()));
  rows.resize(whole_entries(layout::frame_rows, rows.size()));
  step.resize(whole_entries(layout::frame_step, step.size()));
  time.resize(whole_entries(layout::frame_time, time.size()));
  hash.resize(whole_entries(layout::state_hash, hash.size()));
}

/// Frames whose rows follow each other without a gap and are all there, none earlier than the one before.
std::uint64_t Recording::Impl::complete_frames(std::uint64_t row_total) const {
  const std::size_t whole = std::min({offset.size(), rows.size(), step.size(), time.size(), hash.size()});
  std::uint64_t next = 0;
  for (std::size_t frame = 0; frame < whole; ++frame) {
    const auto count = static_cast<std::uint64_t>(rows[frame]);
    if (rows[frame] < 0 || offset[frame] < 0 || static_cast<std::uint64_t>(offset[frame]) != next ||
        count > row_total - next || !std::isfinite(time[frame]) || (frame > 0 && time[frame] < time[frame - 1])) {
      return frame;
    }
    next += count;
  }
  return whole;
}

Recording::Recording(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Recording::Recording(const std::string& path) : Recording(std::make_unique<Impl>(path, std::nullopt)) {}
Recording Recording::of_cut_file(const std::string& path, std::uint64_t cut_at) {
  return Recording(std::make_unique<Impl>(path, cut_at));
}
Recording::~Recording() = default;
Recording::Recording(Recording&&) noexcept = default;
Recording& Recording::operator=(Recording&&) noexcept = default;

const std::string& Recording::path() const { return impl_->path; }
bool Recording::closed_cleanly() const { return impl_->clean; }
const RecordingInfo& Recording::info() const { return impl_->info; }
std::uint64_t Recording::frame_count() const { return impl_->offset.size(); }
std::uint64_t Recording::lost_frames() const { return impl_->entries - impl_->offset.size(); }

std::string Recording::warning() const {
  if (impl_->clean) return {};
  return fmt::format(
      "'{}' was not closed: its run was killed or still goes on; {} complete frames are there "
      "(`throng recover` makes it an ordinary file)",
      impl_->path, frame_count());
}

std::uint64_t Recording::row_count() const {
  return impl_->offset.empty() ? 0 : static_cast<std::uint64_t>(impl_->offset.back() + impl_->rows.back());
}

std::uint64_t Recording::agent_count(std::uint64_t frame) const {
  impl_->check_frame(frame);
  return static_cast<std::uint64_t>(impl_->rows[frame]);
}

double Recording::time(std::uint64_t frame) const {
  impl_->check_frame(frame);
  return impl_->time[frame];
}

std::uint64_t Recording::step(std::uint64_t frame) const {
  impl_->check_frame(frame);
  return impl_->step[frame];
}

std::uint64_t Recording::state_hash(std::uint64_t frame) const {
  impl_->check_frame(frame);
  return impl_->hash[frame];
}

void Recording::read(std::uint64_t frame, Snapshot& out) const {
  const FloatingPointMode mode;
  impl_->check_frame(frame);
  const auto count = static_cast<std::size_t>(impl_->rows[frame]);
  const auto first = static_cast<hsize_t>(impl_->offset[frame]);
  out.time = impl_->time[frame];
  out.step = impl_->step[frame];
  out.state_hash = impl_->hash[frame];
  out.id.resize(count);
  out.position.resize(count);
  out.velocity.resize(count);
  out.heading.resize(count);
  out.profile.resize(count);
  out.aim_point.resize(impl_->info.aim_points ? count : 0);
  out.z.resize(impl_->info.heights ? count : 0);
  if (count == 0) return;
  const hdf5::Lock lock;
  const auto read_rows = [&](hid_t dataset, hid_t type, hsize_t width, void* values) {
    const char* what = "reading a frame";
    const hsize_t begin[2] = {first, 0}, size[2] = {count, width};
    const int rank = width == 1 ? 1 : 2;
    const hdf5::Handle memory(H5Screate_simple(rank, size, nullptr), H5Sclose, what);
    const hdf5::Handle space(H5Dget_space(dataset), H5Sclose, what);
    hdf5::check(H5Sselect_hyperslab(space, H5S_SELECT_SET, begin, nullptr, size, nullptr), what);
    hdf5::check(H5Dread(dataset, type, memory, space, H5P_DEFAULT, values), what);
  };
  const auto read_vectors = [&](hid_t dataset, std::vector<Vec2d>& vectors) {
    impl_->vector_buffer.resize(2 * count);
    read_rows(dataset, H5T_NATIVE_FLOAT, 2, impl_->vector_buffer.data());
    for (std::size_t i = 0; i < count; ++i) vectors[i] = {impl_->vector_buffer[2 * i], impl_->vector_buffer[2 * i + 1]};
  };
  try {
    impl_->row_buffer.resize(count);
    read_rows(impl_->trajectory, impl_->row_type, 1, impl_->row_buffer.data());
    read_vectors(impl_->velocity, out.velocity);
    read_vectors(impl_->heading, out.heading);
    read_rows(impl_->profile, H5T_NATIVE_UINT32, 1, out.profile.data());
    static_assert(sizeof(Vec2d) == 2 * sizeof(double));
    if (impl_->info.aim_points) read_rows(impl_->aim_point, H5T_NATIVE_DOUBLE, 2, out.aim_point.data());
  } catch (const hdf5::Failure& failure) {
    hdf5::rethrow_as_read_error(failure, impl_->path);
  }
  for (std::size_t i = 0; i < count; ++i) {
    const layout::TrajectoryRow& row = impl_->row_buffer[i];
    if (row.frame != static_cast<std::int64_t>(frame)) {
      throw_damaged(impl_->path, fmt::format("a row of frame {} says that it is of frame {}", frame, row.frame));
    }
    out.id[i] = row.id;
    out.position[i] = {row.x, row.y};
    if (!out.z.empty()) out.z[i] = row.z;
  }
}

}  // namespace throng
