// Records a run while it goes on: frames go through a bounded queue to a thread that writes them.
#pragma once
#include <cstdint>
#include <memory>
#include <string>

#include "host/io/recording_layout.hpp"
#include "throng/world.hpp"

namespace throng {

/// A slow disk slows the caller; no frame is ever dropped. At least once a second everything written so far is flushed,
/// so that a killed run loses about that much (recover_recording() makes the rest an ordinary file).
///
/// One thread at a time may use a recorder; recorders are independent of each other.
class Recorder {
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

}  // namespace throng
