#include "host/io/recording_writer.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cmath>

namespace throng {
namespace {

namespace layout = recording_layout;

enum : std::size_t { trajectory_column, velocity_column, heading_column, profile_column, aim_point_column };

/// About a second of frames: large chunks compress and read best, but a chunk in the making is written again at every
/// flush, and SWMR mode can't use the space of its older versions again.
std::size_t chunk_rows_for(const RecordingInfo& info) {
  constexpr std::uint64_t smallest = 1024, largest = 65536, unknown = 16384;
  if (info.expected_agents == 0) return unknown;
  const double rows = static_cast<double>(info.expected_agents) * std::clamp(info.fps, 1.0, 100.0);
  if (rows >= static_cast<double>(largest)) return largest;
  return std::max(smallest, std::bit_ceil(static_cast<std::uint64_t>(rows)));
}

hdf5::Handle trajectory_type() {
  const char* what = "making the type of a row";
  hdf5::Handle type(H5Tcreate(H5T_COMPOUND, sizeof(layout::TrajectoryRow)), H5Tclose, what);
  hdf5::check(H5Tinsert(type, "id", offsetof(layout::TrajectoryRow, id), H5T_STD_I64LE), what);
  hdf5::check(H5Tinsert(type, "frame", offsetof(layout::TrajectoryRow, frame), H5T_STD_I64LE), what);
  hdf5::check(H5Tinsert(type, "x", offsetof(layout::TrajectoryRow, x), H5T_IEEE_F64LE), what);
  hdf5::check(H5Tinsert(type, "y", offsetof(layout::TrajectoryRow, y), H5T_IEEE_F64LE), what);
  hdf5::check(H5Tinsert(type, "z", offsetof(layout::TrajectoryRow, z), H5T_IEEE_F64LE), what);
  return type;
}

void write_attributes(hid_t file, hid_t group, hid_t trajectory, const RecordingInfo& info) {
  hdf5::write_attribute(trajectory, layout::fps, info.fps);
  hdf5::write_variable_text(file, layout::wkt_geometry, info.wkt_geometry);  // PedPy takes a `str` alone
  hdf5::write_text(group, layout::wkt_geometry, info.wkt_geometry);
  hdf5::write_attribute(group, layout::version_attribute, layout::format_version);
  hdf5::write_text(group, layout::engine_version, info.version);
  hdf5::write_text(group, layout::executor, info.executor);
  hdf5::write_attribute(group, layout::time_step, info.time_step);
  hdf5::write_attribute(group, layout::every, info.every);
  const double origin[2] = {info.origin.x, info.origin.y};
  hdf5::write_attribute(group, layout::origin, H5T_NATIVE_DOUBLE, origin, 2);
  if (info.heights) hdf5::write_attribute(group, layout::heights, std::uint8_t{1});
  hdf5::write_text(group, layout::scenario, info.scenario_json);
  hdf5::write_texts(group, layout::profile_names, info.profile_names);
}

void write_footprints(hid_t file, const RecordingInfo& info) {
  std::vector<std::int64_t> offset{0};
  std::vector<Vec2d> vertices;
  for (const std::vector<Vec2d>& footprint : info.footprints) {
    vertices.insert(vertices.end(), footprint.begin(), footprint.end());
    offset.push_back(static_cast<std::int64_t>(vertices.size()));
  }
  if (vertices.empty()) return;
  hdf5::write_column<std::int64_t>(file, layout::footprint_offset, offset);
  const char* name = layout::footprint_vertex;
  const hsize_t extent[2] = {vertices.size(), 2};
  const hdf5::Handle space(H5Screate_simple(2, extent, nullptr), H5Sclose, name);
  const hdf5::Handle dataset(H5Dcreate2(file, name, H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                             H5Dclose, name);
  static_assert(sizeof(Vec2d) == 2 * sizeof(double));
  hdf5::check(H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, vertices.data()), name);
}

}  // namespace

void check_recording_info(const RecordingInfo& info) {
  const auto require = [](bool good, const char* name, double value, const char* wanted) {
    if (!good) {
      throw Error(ErrorCode::invalid_argument, fmt::format("recording: {} = {}, wanted is {}", name, value, wanted));
    }
  };
  require(std::isfinite(info.fps) && info.fps > 0, "fps", info.fps, "a finite number of frames per second above 0");
  require(std::isfinite(info.time_step) && info.time_step > 0, "time_step", info.time_step, "a finite time above 0 s");
  require(std::isfinite(info.origin.x), "origin.x", info.origin.x, "a finite coordinate (m)");
  require(std::isfinite(info.origin.y), "origin.y", info.origin.y, "a finite coordinate (m)");
  require(info.every > 0, "every", static_cast<double>(info.every), "a number of steps above 0");
  for (const std::vector<Vec2d>& footprint : info.footprints) {
    for (const Vec2d& v : footprint) {
      require(std::isfinite(v.x) && std::isfinite(v.y), "footprint vertex", std::isfinite(v.x) ? v.y : v.x,
              "a finite coordinate (m)");
    }
  }
}

void check_frame(const Snapshot& frame, bool aim_points, bool heights) {
  const std::size_t n = frame.id.size();
  const auto require = [n](const char* name, std::size_t length) {
    if (length != n) {
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("frame: {} has {} entries, but there are {} agents", name, length, n));
    }
  };
  require("position", frame.position.size());
  require("velocity", frame.velocity.size());
  require("heading", frame.heading.size());
  require("profile", frame.profile.size());
  if (aim_points) require("aim_point", frame.aim_point.size());
  if (heights) require("z", frame.z.size());
}

RecordingWriter::RecordingWriter(const std::string& path, const RecordingInfo& info)
    : chunk_rows_(chunk_rows_for(info)), heights_(info.heights) {
  check_recording_info(info);
  const hdf5::Lock lock;
  try {
    create(path, info);
  } catch (...) {
    const bool made = file_ >= 0;
    if (made) {
      abandon();
      ::unlink(path.c_str());
    }
    try {
      throw;
    } catch (const hdf5::Failure& failure) {
      // On a full disk the library makes the file, then fails to open it.
      if (!made && failure.system_error() == ENOSPC) ::unlink(path.c_str());
      throw Error(ErrorCode::input_output, fmt::format("recording '{}' can't be made: {}", path, failure.what()));
    }
  }
}

void RecordingWriter::create(const std::string& path, const RecordingInfo& info) {
  const hdf5::Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "setting up the file");
  hdf5::check(H5Pset_libver_bounds(access, H5F_LIBVER_LATEST, H5F_LIBVER_LATEST), "setting up the file");
  file_ = hdf5::Handle(H5Fcreate(path.c_str(), H5F_ACC_EXCL, H5P_DEFAULT, access), H5Fclose, "making the file");
  const hdf5::Handle group(H5Gcreate2(file_, layout::group, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose,
                           layout::group);
  lock_ = RecordingLock(path);
  add_row_column(layout::trajectory, trajectory_type(), 1);
  add_row_column(layout::velocity, H5T_IEEE_F32LE, 2);
  add_row_column(layout::heading, H5T_IEEE_F32LE, 2);
  add_row_column(layout::profile, H5T_STD_U32LE, 1);
  if (info.aim_points) add_row_column(layout::aim_point, H5T_IEEE_F64LE, 2);
  add_frame_column(layout::frame_offset, H5T_STD_I64LE);
  add_frame_column(layout::frame_rows, H5T_STD_I64LE);
  add_frame_column(layout::frame_step, H5T_STD_U64LE);
  add_frame_column(layout::frame_time, H5T_IEEE_F64LE);
  add_frame_column(layout::state_hash, H5T_STD_U64LE);
  write_attributes(file_, group, row_columns_[trajectory_column].dataset, info);
  write_footprints(file_, info);
  hdf5::check(H5Fstart_swmr_write(file_), "starting to record");  // from here on nothing can be added but data
}

RecordingWriter::~RecordingWriter() {
  try {
    close();
  } catch (...) {
    abandon();
  }
}

void RecordingWriter::add_row_column(const char* name, hid_t type, hsize_t width) {
  const hsize_t extent[2] = {0, width}, greatest[2] = {H5S_UNLIMITED, width}, chunk[2] = {chunk_rows_, width};
  const int rank = width == 1 ? 1 : 2;
  const hdf5::Handle space(H5Screate_simple(rank, extent, greatest), H5Sclose, name);
  const hdf5::Handle create(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, name);
  hdf5::check(H5Pset_chunk(create, rank, chunk), name);
  hdf5::check(H5Pset_shuffle(create), name);
  hdf5::check(H5Pset_deflate(create, 1), name);
  hdf5::Handle dataset(H5Dcreate2(file_, name, type, space, H5P_DEFAULT, create, H5P_DEFAULT), H5Dclose, name);
  row_columns_.push_back({std::move(dataset), ShuffledChunk(H5Tget_size(type), chunk_rows_ * width), width});
}

void RecordingWriter::add_frame_column(const char* name, hid_t type) {
  const hsize_t extent = 0, greatest = H5S_UNLIMITED, chunk = 1024;
  const hdf5::Handle space(H5Screate_simple(1, &extent, &greatest), H5Sclose, name);
  const hdf5::Handle create(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, name);
  // Not compressed: a chunk that is written again keeps its place, and what was in it stays valid at every moment.
  hdf5::check(H5Pset_chunk(create, 1, &chunk), name);
  hdf5::Handle dataset(H5Dcreate2(file_, name, type, space, H5P_DEFAULT, create, H5P_DEFAULT), H5Dclose, name);
  frame_columns_.push_back({std::move(dataset), type, {}});
}

void RecordingWriter::append(const Snapshot& frame) {
  check_frame(frame, row_columns_.size() > aim_point_column, heights_);
  const std::size_t n = frame.id.size();
  const std::uint64_t entries[] = {chunk_first_ + filled_, n, frame.step, std::bit_cast<std::uint64_t>(frame.time),
                                   frame.state_hash};
  for (std::size_t first = 0; first < n;) {
    const std::size_t count = std::min(n - first, chunk_rows_ - filled_);
    put_rows(frame, first, count);
    filled_ += count;
    first += count;
    chunk_dirty_ = true;
    if (filled_ < chunk_rows_) continue;
    write_chunk();
    chunk_first_ += chunk_rows_;
    filled_ = 0;
    for (RowColumn& column : row_columns_) {
      column.chunk.clear();
      column.partial_size = 0;
    }
  }
  for (std::size_t i = 0; i < frame_columns_.size(); ++i) frame_columns_[i].pending.push_back(entries[i]);
  ++frames_;
}

void RecordingWriter::put_rows(const Snapshot& frame, std::size_t first, std::size_t count) {
  const auto index = static_cast<std::int64_t>(frames_);
  ShuffledChunk& rows = row_columns_[trajectory_column].chunk;
  rows.put(offsetof(layout::TrajectoryRow, id), filled_, count, [&](std::size_t i) { return frame.id[first + i]; });
  rows.put(offsetof(layout::TrajectoryRow, frame), filled_, count, [&](std::size_t) { return index; });
  rows.put(offsetof(layout::TrajectoryRow, x), filled_, count,
           [&](std::size_t i) { return frame.position[first + i].x; });
  rows.put(offsetof(layout::TrajectoryRow, y), filled_, count,
           [&](std::size_t i) { return frame.position[first + i].y; });
  if (heights_) {
    rows.put(offsetof(layout::TrajectoryRow, z), filled_, count, [&](std::size_t i) { return frame.z[first + i]; });
  }
  const auto put_vectors = [&](std::size_t column, const std::vector<Vec2d>& vectors) {
    row_columns_[column].chunk.put(0, 2 * filled_, 2 * count, [&](std::size_t i) {
      const Vec2d& v = vectors[first + i / 2];
      return static_cast<float>(i % 2 == 0 ? v.x : v.y);
    });
  };
  put_vectors(velocity_column, frame.velocity);
  put_vectors(heading_column, frame.heading);
  row_columns_[profile_column].chunk.put(0, filled_, count, [&](std::size_t i) { return frame.profile[first + i]; });
  if (row_columns_.size() == aim_point_column) return;
  row_columns_[aim_point_column].chunk.put(0, 2 * filled_, 2 * count, [&](std::size_t i) {
    const Vec2d& aim = frame.aim_point[first + i / 2];
    return i % 2 == 0 ? aim.x : aim.y;
  });
}

void RecordingWriter::write_chunk() {
  if (!chunk_dirty_) return;
  for (RowColumn& column : row_columns_) {
    column.chunk.compress(compressed_);
    // A chunk of the same size would be overwritten in place, and a kill in that moment would take rows that were safe.
    // The byte after the end of the zlib stream is not read.
    if (compressed_.size() == column.partial_size) compressed_.push_back(0);
    column.partial_size = compressed_.size();
    const hsize_t extent[2] = {chunk_first_ + filled_, column.width}, offset[2] = {chunk_first_, 0};
    const hdf5::Lock lock;
    hdf5::check(H5Dset_extent(column.dataset, extent), "writing rows");
    hdf5::check(H5Dwrite_chunk(column.dataset, H5P_DEFAULT, 0, offset, compressed_.size(), compressed_.data()),
                "writing rows");
  }
  chunk_dirty_ = false;
}

void RecordingWriter::flush() {
  write_chunk();
  const hdf5::Lock lock;
  for (const RowColumn& column : row_columns_) hdf5::check(H5Dflush(column.dataset), "writing rows");
  const hsize_t count = frames_ - frames_flushed_;
  if (count == 0) return;
  const hdf5::Handle memory(H5Screate_simple(1, &count, nullptr), H5Sclose, "writing the frame index");
  for (FrameColumn& column : frame_columns_) {
    const hsize_t begin = frames_flushed_, extent = frames_;
    hdf5::check(H5Dset_extent(column.dataset, &extent), "writing the frame index");
    const hdf5::Handle space(H5Dget_space(column.dataset), H5Sclose, "writing the frame index");
    hdf5::check(H5Sselect_hyperslab(space, H5S_SELECT_SET, &begin, nullptr, &count, nullptr),
                "writing the frame index");
    hdf5::check(H5Dwrite(column.dataset, column.type, memory, space, H5P_DEFAULT, column.pending.data()),
                "writing the frame index");
    hdf5::check(H5Dflush(column.dataset), "writing the frame index");
    column.pending.clear();
  }
  frames_flushed_ = frames_;
}

void RecordingWriter::close() {
  if (file_ < 0) return;
  flush();
  const hdf5::Lock lock;
  for (RowColumn& column : row_columns_) column.dataset.close_now("closing the file");
  for (FrameColumn& column : frame_columns_) column.dataset.close_now("closing the file");
  file_.close_now("closing the file");
  lock_ = {};
}

void RecordingWriter::abandon() noexcept {
  if (file_ < 0) return;
  const hdf5::Lock lock;
  // The datasets go after the descriptor has been turned away: closing them writes.
  hdf5::abandon(file_);
  row_columns_.clear();
  frame_columns_.clear();
  lock_ = {};
}

std::uint64_t RecordingWriter::file_bytes() const {
  if (file_ < 0) return 0;
  const hdf5::Lock lock;
  hsize_t size = 0;
  return H5Fget_filesize(file_, &size) < 0 ? 0 : size;
}

}  // namespace throng
