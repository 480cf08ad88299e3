// Aim points in recordings: there when asked for, and nothing else changes.
#include <fmt/format.h>

#include "host/io/hdf5.hpp"
#include "host/io/recording_layout.hpp"
#include "host/io/text_export.hpp"
#include "tests/files/io_testing.hpp"
#include "throng/recording.hpp"

namespace throng::io_aim_points_tests {
namespace {

using test::expect_error;
using test::expect_frame;
using test::fill_frame;

constexpr std::size_t agents = 700;  // chunks end within frames

RecordingInfo info_with(bool aim_points) {
  RecordingInfo info;
  info.expected_agents = agents;
  info.aim_points = aim_points;
  return info;
}

Vec2d aim_of(std::size_t agent, std::uint64_t step) {
  return {5600000.0 + 1.0 / (1.0 + static_cast<double>(agent)), -0.1 * static_cast<double>(step)};
}

void fill(Snapshot& frame, std::uint64_t step) {
  fill_frame(frame, step, agents);
  frame.aim_point.resize(agents);
  for (std::size_t i = 0; i < agents; ++i) frame.aim_point[i] = aim_of(i, step);
}

void expect_aims(const Snapshot& frame) {
  ASSERT_EQ(frame.aim_point.size(), agents);
  for (std::size_t i = 0; i < agents; ++i) ASSERT_EQ(frame.aim_point[i], aim_of(i, frame.step)) << i;
}

class AimPoints : public test::InFolder {
 protected:
  std::string record(const std::string& name, bool aim_points, std::uint64_t frames = 8) const {
    Recorder recorder(file(name), info_with(aim_points));
    Snapshot frame;
    for (std::uint64_t step = 0; step < frames; ++step) {
      fill(frame, step);
      if (!aim_points) frame.aim_point.clear();
      recorder.push(frame);
    }
    recorder.finish();
    return file(name);
  }
};

TEST_F(AimPoints, ComeBackToTheBit) {
  const Recording recording(record("run.h5", true));
  EXPECT_TRUE(recording.info().aim_points);
  ASSERT_EQ(recording.frame_count(), 8u);
  Snapshot frame;
  for (std::uint64_t i = 0; i < 8; ++i) {
    recording.read(i, frame);
    expect_frame(frame, i, agents);
    expect_aims(frame);
  }
}

TEST_F(AimPoints, AreNotThereUnlessAskedFor) {
  const std::string path = record("run.h5", false);
  const Recording recording(path);
  EXPECT_FALSE(recording.info().aim_points);
  Snapshot frame;
  frame.aim_point.resize(3);  // of an earlier frame
  recording.read(2, frame);
  expect_frame(frame, 2, agents);
  EXPECT_TRUE(frame.aim_point.empty());
  const hdf5::Lock lock;
  const hdf5::Handle opened(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose, "opening");
  EXPECT_EQ(H5Lexists(opened, recording_layout::aim_point, H5P_DEFAULT), 0);
}

TEST_F(AimPoints, AreLeftOutOfARecordingThatDoesNotHaveThem) {
  Recorder recorder(file("run.h5"), info_with(false));
  Snapshot frame;
  fill(frame, 0);
  recorder.push(frame);
  recorder.finish();
  Recording(file("run.h5")).read(0, frame);
  EXPECT_TRUE(frame.aim_point.empty());
}

TEST_F(AimPoints, AreInEveryFrameOrRefused) {
  Recorder recorder(file("run.h5"), info_with(true));
  Snapshot frame;
  fill(frame, 0);
  recorder.push(frame);
  frame.aim_point.clear();
  expect_error(ErrorCode::invalid_argument, "aim_point has 0 entries, but there are 700 agents",
               [&] { recorder.push(frame); });
}

TEST_F(AimPoints, SurviveRecovery) {
  const std::string whole = record("run.h5", true, 200);
  recover_recording(whole, file("copy.h5"));
  const std::string bytes = test::slurp(whole);
  test::spill(file("cut.h5"), bytes.substr(0, bytes.size() - bytes.size() / 19));
  const RecoverReport report = recover_recording(file("cut.h5"), file("recovered.h5"));
  EXPECT_GE(report.frames, 1u);
  for (const char* name : {"copy.h5", "recovered.h5"}) {
    const Recording recording(file(name));
    EXPECT_TRUE(recording.info().aim_points);
    Snapshot frame;
    recording.read(recording.frame_count() - 1, frame);
    expect_frame(frame, recording.frame_count() - 1, agents);
    expect_aims(frame);
  }
}

TEST_F(AimPoints, ChangeNoTextExport) {
  export_text(Recording(record("with.h5", true)), file("with.txt"), Existing::refuse);
  export_text(Recording(record("without.h5", false)), file("without.txt"), Existing::refuse);
  EXPECT_EQ(test::slurp(file("with.txt")), test::slurp(file("without.txt")));
}

}  // namespace
}  // namespace throng::io_aim_points_tests
