// Writes recordings, frame by frame, in the calling thread.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "host/io/hdf5.hpp"
#include "host/io/recording_layout.hpp"
#include "host/io/recording_lock.hpp"
#include "host/io/shuffled_chunk.hpp"
#include "throng/recording.hpp"

namespace throng {

/// Throws invalid_argument unless the arrays of the frame have one length, its aim points too if they are to be
/// recorded.
void check_frame(const Snapshot& frame, bool aim_points, bool heights);
/// Throws invalid_argument for a rate, time step, origin or interval outside its limits.
void check_recording_info(const RecordingInfo& info);

/// Not thread-safe; several writers of different files may work at once. Failures are hdf5::Failure, those of the
/// constructor throng::Error.
///
/// The file is in SWMR mode: a flush writes rows first and the frame index last, so that whatever the index names is
/// there.
class RecordingWriter {
 public:
  /// Makes a new file at `path`. Throws invalid_argument for a bad `info`, input_output when the file can't be made.
  RecordingWriter(const std::string& path, const RecordingInfo& info);
  /// Closes as well as it can; a failing device leaves the file as the last successful write left it.
  ~RecordingWriter();
  RecordingWriter(const RecordingWriter&) = delete;
  RecordingWriter& operator=(const RecordingWriter&) = delete;

  /// Buffers a frame; writes the chunks that it fills.
  void append(const Snapshot& frame);
  /// Everything appended so far becomes readable, also after a crash of this process.
  void flush();
  /// Flushes and closes: from now on the file opens as any other.
  void close();
  /// Leaves the file as the last successful write left it.
  void abandon() noexcept;

  [[nodiscard]] std::uint64_t frames() const { return frames_; }
  [[nodiscard]] std::uint64_t frames_flushed() const { return frames_flushed_; }
  [[nodiscard]] std::uint64_t file_bytes() const;

 private:
  /// A dataset with one entry per agent and frame, written chunk by chunk.
  struct RowColumn {
    hdf5::Handle dataset;
    ShuffledChunk chunk;
    hsize_t width;                 ///< numbers per row, 1 = one-dimensional
    std::size_t partial_size = 0;  ///< bytes of the present chunk in the file, 0 = not there
  };
  /// A dataset with one 8-byte entry per frame.
  struct FrameColumn {
    hdf5::Handle dataset;
    hid_t type;
    std::vector<std::uint64_t> pending;  ///< the entries' bits
  };

  void create(const std::string& path, const RecordingInfo& info);
  void add_row_column(const char* name, hid_t type, hsize_t width);
  void add_frame_column(const char* name, hid_t type);
  void put_rows(const Snapshot& frame, std::size_t first, std::size_t count);
  void write_chunk();

  std::size_t chunk_rows_;
  bool heights_;
  RecordingLock lock_;
  hdf5::Handle file_;
  std::vector<RowColumn> row_columns_;
  std::vector<FrameColumn> frame_columns_;
  std::vector<std::uint8_t> compressed_;
  std::uint64_t chunk_first_ = 0;  ///< row at which the present chunk begins
  std::size_t filled_ = 0;         ///< rows in the present chunk
  bool chunk_dirty_ = false;       ///< rows in it that are not in the file
  std::uint64_t frames_ = 0;
  std::uint64_t frames_flushed_ = 0;
};

}  // namespace throng
