// Reads native recordings, a frame at a time.
#pragma once
#include <cstdint>
#include <memory>
#include <string>

#include "host/io/recording_layout.hpp"
#include "throng/world.hpp"

namespace throng {

/// An open recording. Only the frame index is kept in memory.
class Recording {
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
  explicit Recording(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl_;
};

}  // namespace throng
