// Tells a recording that is being written from one that a killed run left behind.
#pragma once
#include <string>

namespace throng {

/// Held while a recording is written; the system drops it with the process. An open-file-description lock on a byte far
/// behind the end, so that it meets neither HDF5's own locks nor other locks of this process.
class RecordingLock {
 public:
  RecordingLock() = default;
  /// Takes the lock; on file systems without such locks the recording goes on without it.
  explicit RecordingLock(const std::string& path);
  RecordingLock(RecordingLock&& other) noexcept;
  RecordingLock& operator=(RecordingLock&& other) noexcept;
  ~RecordingLock();

 private:
  int file_ = -1;
};

/// Whether a recorder, of this process or another, is writing to the file.
[[nodiscard]] bool is_being_recorded(const std::string& path);

/// Throws input_output when it is.
void refuse_while_recorded(const std::string& path);

}  // namespace throng
