#include "host/io/recover.hpp"

#include <fmt/format.h>

#include "host/io/atomic_file.hpp"
#include "host/io/recording.hpp"
#include "host/io/recording_lock.hpp"
#include "host/io/recording_writer.hpp"

namespace throng {

RecoverReport recover_recording(const std::string& path, const std::string& output) {
  refuse_while_recorded(path);
  const Recording recording(path);
  RecoverReport report;
  report.frames = recording.frame_count();
  report.rows = recording.row_count();
  if (report.frames != 0) report.last_time = recording.time(report.frames - 1);
  report.already_clean = recording.closed_cleanly();
  if (report.already_clean) return report;

  const std::string& target = output.empty() ? path : output;
  AtomicFile file(target, output.empty() ? Existing::replace : Existing::refuse);
  try {
    RecordingWriter writer(file.temporary_path(), recording.info());
    Snapshot frame;
    for (std::uint64_t i = 0; i < report.frames; ++i) {
      recording.read(i, frame);
      writer.append(frame);
    }
    writer.close();
  } catch (const hdf5::Failure& failure) {
    throw Error(ErrorCode::input_output, fmt::format("'{}' can't be written: {}", target, failure.what()));
  }
  file.commit();
  return report;
}

}  // namespace throng
