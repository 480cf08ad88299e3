// Makes an ordinary file of what a killed run, a full disk or a broken copy left.
#pragma once
#include <cstdint>
#include <string>

namespace throng {

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
RecoverReport recover_recording(const std::string& path, const std::string& output = {});

}  // namespace throng
