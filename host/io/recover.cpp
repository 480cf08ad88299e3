#include "throng/recording.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "host/floating_point_mode.hpp"
#include "host/io/atomic_file.hpp"
#include "host/io/recording_lock.hpp"
#include "host/io/recording_writer.hpp"

namespace throng {
namespace {

/// How many bytes the file's superblock (HDF5 file format, version 2 or 3, section II.A) says are there and are not.
std::uint64_t bytes_missing(const std::string& path) {
  static_assert(std::endian::native == std::endian::little, "the superblock is little-endian");
  constexpr std::size_t version_at = 8, end_of_file_at = 28, length = 36;
  std::array<char, length> superblock{};
  std::ifstream file(path, std::ios::binary);
  std::error_code unknown;
  const std::uint64_t size = std::filesystem::file_size(path, unknown);
  if (unknown || !file.read(superblock.data(), length)) return 0;
  if (std::memcmp(superblock.data(), "\x89HDF\r\n\x1a\n", version_at) != 0) return 0;
  if (superblock[version_at] != 2 && superblock[version_at] != 3) return 0;
  std::uint64_t end = 0;
  std::memcpy(&end, superblock.data() + end_of_file_at, sizeof end);
  return end > size ? end - size : 0;
}

/// HDF5 opens no file that is shorter than it says, though most of it may be there. Returns the bytes before the
/// filling.
std::uint64_t copy_filled_up(const std::string& from, const std::string& to, std::uint64_t missing) {
  std::error_code error;
  std::filesystem::copy_file(from, to, std::filesystem::copy_options::overwrite_existing, error);
  const std::uint64_t size = error ? 0 : std::filesystem::file_size(to, error);
  if (!error) std::filesystem::resize_file(to, size + missing, error);
  if (error) throw Error(ErrorCode::input_output, fmt::format("'{}' can't be copied: {}", from, error.message()));
  return size;
}

/// Frames up to the first one that can't be read.
std::uint64_t whole_frames(const Recording& recording) {
  Snapshot frame;
  for (std::uint64_t i = 0; i < recording.frame_count(); ++i) {
    try {
      recording.read(i, frame);
    } catch (const Error&) {
      return i;
    }
  }
  return recording.frame_count();
}

/// Writes the first `report.frames` frames.
void write_frames(const Recording& recording, RecoverReport& report, const std::string& path,
                  const std::string& output) {
  const std::string& target = output.empty() ? path : output;
  AtomicFile file(target, output.empty() ? Existing::replace : Existing::refuse);
  try {
    RecordingWriter writer(file.temporary_path(), recording.info());
    Snapshot frame;
    for (std::uint64_t i = 0; i < report.frames; ++i) {
      recording.read(i, frame);
      writer.append(frame);
      report.rows += frame.id.size();
      report.last_time = frame.time;
    }
    writer.close();
  } catch (const hdf5::Failure& failure) {
    throw Error(ErrorCode::input_output, fmt::format("'{}' can't be written: {}", target, failure.what()));
  }
  file.commit();
}

RecoverReport recover_cut_file(const std::string& path, const std::string& output, std::uint64_t missing) {
  const std::string& target = output.empty() ? path : output;
  check_target(target, output.empty() ? Existing::replace : Existing::refuse);
  const AtomicFile scratch(target + ".filled", Existing::replace);  // never committed: gone in the end
  const std::uint64_t left = copy_filled_up(path, scratch.temporary_path(), missing);
  RecoverReport report;
  report.missing_bytes = missing;
  try {
    const Recording recording = Recording::of_cut_file(scratch.temporary_path(), left);
    report.frames = whole_frames(recording);
    report.lost_frames = recording.lost_frames() + recording.frame_count() - report.frames;
    if (report.frames > 0) write_frames(recording, report, path, output);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::corrupt_file) throw;
  }
  if (report.frames == 0) {
    throw Error(ErrorCode::corrupt_file,
                fmt::format("'{}' is cut short by {} bytes: no whole frame is left", path, missing));
  }
  return report;
}

}  // namespace

RecoverReport recover_recording(const std::string& path, const std::string& output) {
  const FloatingPointMode mode;
  refuse_while_recorded(path);
  if (const std::uint64_t missing = bytes_missing(path)) return recover_cut_file(path, output, missing);
  const Recording recording(path);
  RecoverReport report;
  report.already_clean = recording.closed_cleanly();
  report.frames = report.already_clean ? recording.frame_count() : whole_frames(recording);
  report.lost_frames = recording.lost_frames() + recording.frame_count() - report.frames;
  if (report.frames == 0 && report.lost_frames > 0) {
    throw Error(ErrorCode::corrupt_file,
                fmt::format("'{}' is damaged: none of its {} frames is whole", path, report.lost_frames));
  }
  if (!report.already_clean || !output.empty()) {
    write_frames(recording, report, path, output);
    return report;
  }
  report.rows = recording.row_count();
  if (report.frames != 0) report.last_time = recording.time(report.frames - 1);
  return report;
}

}  // namespace throng
