// Recordings: the frames of a run in a file (HDF5, docs/files.md), written while it goes on and read a frame at a time.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "throng/export.hpp"
#include "throng/types.hpp"
#include "throng/world.hpp"

namespace throng {

/// What a recording says about itself.
struct RecordingInfo {
  double fps = 10.0;                       ///< frames per second of simulated time, > 0
  std::string wkt_geometry;                ///< the walkable area, WKT; empty = none
  std::string scenario_json;               ///< the scenario as it was run; empty = none
  std::string version;                     ///< of the engine that ran it
  Vec2d origin;                            ///< m, the local origin of the engine's floats
  std::uint64_t every = 1;                 ///< steps from one frame to the next
  double time_step = 0.1;                  ///< s
  std::string executor;                    ///< name of the executor
  std::vector<std::string> profile_names;  ///< by row of the profile table
  bool aim_points = false;                 ///< each frame has them
  bool heights = false;                    ///< each frame has z
  /// m, in the agent's frame, counter-clockwise, by row of the profile table; no vertices = discs. Empty when all are.
  std::vector<std::vector<Vec2d>> footprints;
  /// Agents per frame to be expected, 0 = unknown. Only tunes the size of the file's chunks.
  std::uint64_t expected_agents = 0;
};

/// An open recording. Only the frame index is kept in memory.
class THRONG_API Recording {
 public:
  /// Also opens what a killed run left, and a recording still being written: closed_cleanly() tells. Throws
  /// input_output when the file can't be read, corrupt_file when it is damaged, cut short or no recording of Throng.
  explicit Recording(const std::string& path);
  /// Of a file that was cut after `cut_at` bytes and filled up with zeros to the length it says: the frames that may be
  /// whole. Reading one that is not throws corrupt_file.
  static Recording of_cut_file(const std::string& path, std::uint64_t cut_at);
  ~Recording();
  Recording(Recording&&) noexcept;
  Recording& operator=(Recording&&) noexcept;

  [[nodiscard]] const std::string& path() const;
  /// False: the run that wrote it was killed or still goes on; the frames are those of its last flush.
  [[nodiscard]] bool closed_cleanly() const;
  /// One sentence for people when not closed cleanly, else empty.
  [[nodiscard]] std::string warning() const;
  [[nodiscard]] const RecordingInfo& info() const;
  [[nodiscard]] std::uint64_t frame_count() const;
  /// Frames that the file names and that are not whole, all behind the others.
  [[nodiscard]] std::uint64_t lost_frames() const;
  [[nodiscard]] std::uint64_t row_count() const;  ///< agents summed over all frames
  [[nodiscard]] std::uint64_t agent_count(std::uint64_t frame) const;
  /// s. Throws invalid_argument when there is no such frame, as all that follow.
  [[nodiscard]] double time(std::uint64_t frame) const;
  [[nodiscard]] std::uint64_t step(std::uint64_t frame) const;
  [[nodiscard]] std::uint64_t state_hash(std::uint64_t frame) const;
  /// Replaces `out`, using its arrays again. Velocities and headings have float's precision. Throws corrupt_file.
  void read(std::uint64_t frame, Snapshot& out) const;

 private:
  struct Impl;
  THRONG_LOCAL explicit Recording(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl_;
};

/// Records a run while it goes on: frames go through a bounded queue to a thread that writes them.
///
/// A slow disk slows the caller; no frame is ever dropped. At least once a second everything written so far is flushed,
/// so that a killed run loses about that much (recover_recording() makes the rest an ordinary file).
///
/// One thread at a time may use a recorder; recorders are independent of each other.
class THRONG_API Recorder {
 public:
  /// Throws input_output when the file exists and is not to be overwritten, is being recorded, or can't be made;
  /// invalid_argument for a bad `info`.
  Recorder(const std::string& path, const RecordingInfo& info, bool overwrite = false);
  /// Finishes; errors are lost. Call finish() to see them.
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  /// Copies the frame and returns, waiting while the queue is full. Throws invalid_argument when the frame's arrays
  /// differ in length; input_output, then and in every later call, once writing has failed (the disk is full): the file
  /// keeps what was flushed before, recoverable.
  void push(const Snapshot& frame);
  /// Writes what is left and closes the file; later calls do nothing. Throws as push().
  void finish();

  [[nodiscard]] std::uint64_t frames_written() const;  ///< flushed: safe from a crash of this process
  [[nodiscard]] std::uint64_t bytes_written() const;   ///< size of the file

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// What recover_recording() has found and kept.
struct RecoverReport {
  bool already_clean = false;       ///< a file was written only when an output was named
  std::uint64_t frames = 0;         ///< kept (or found, when already clean)
  std::uint64_t rows = 0;           ///< agents summed over these frames
  double last_time = 0.0;           ///< s, of the last frame
  std::uint64_t lost_frames = 0;    ///< that the file names and does not hold whole
  std::uint64_t missing_bytes = 0;  ///< of a file that is shorter than it says
};

/// Copies all complete frames to `output`, or in place (empty `output`): written beside and renamed, so that the
/// original is untouched until all is well. Throws input_output when the file is still being recorded, when `output`
/// exists or can't be written; corrupt_file when the file is damaged, no recording, or cut so short that no frame is
/// left.
THRONG_API RecoverReport recover_recording(const std::string& path, const std::string& output = {});

}  // namespace throng
