// Makes an ordinary file of what a killed run left.
#pragma once
#include <cstdint>
#include <string>

namespace throng {

struct RecoverReport {
  bool already_clean = false;  ///< nothing was done, no file was written
  std::uint64_t frames = 0;    ///< kept (or found, when already clean)
  std::uint64_t rows = 0;      ///< agents summed over these frames
  double last_time = 0.0;      ///< s, of the last frame
};

/// Copies all complete frames to `output`, or in place (empty `output`): written beside and renamed, so that the
/// original is untouched until all is well. Throws input_output when the file is still being recorded, when `output`
/// exists or can't be written; corrupt_file when the file is damaged, cut short or no recording.
RecoverReport recover_recording(const std::string& path, const std::string& output = {});

}  // namespace throng
