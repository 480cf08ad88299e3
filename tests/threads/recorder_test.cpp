#include "throng/recording.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <thread>

#include "host/io/hdf5.hpp"
#include "tests/files/io_testing.hpp"

namespace throng::recorder_tests {
namespace {

using test::expect_error;
using test::expect_frame;
using test::fill_frame;

RecordingInfo some_info() {
  RecordingInfo info;
  info.fps = 12.5;
  info.wkt_geometry = "POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0))";
  info.scenario_json = R"({"throng": 1, "name": "Straße"})" + std::string(100000, ' ');  // beyond HDF5's 64 KiB
  info.version = "0.1.0";
  info.origin = {350000.25, 5600000.5};
  info.every = 4;
  info.time_step = 0.02;
  info.executor = "cpu";
  info.profile_names = {"walker", "", "rvo2"};
  return info;
}

class RecordingTest : public test::InFolder {
 protected:
  std::string record(const std::string& name, std::size_t frames, std::size_t agents,
                     RecordingInfo info = some_info()) {
    Recorder recorder(file(name), info);
    Snapshot frame;
    for (std::size_t i = 0; i < frames; ++i) {
      fill_frame(frame, 4 * i, agents);
      recorder.push(frame);
    }
    recorder.finish();
    EXPECT_EQ(recorder.frames_written(), frames);
    EXPECT_GT(recorder.bytes_written(), 0u);
    return file(name);
  }
};

TEST_F(RecordingTest, ReadsBackEveryValue) {
  const Recording recording(record("a.h5", 30, 1000));
  EXPECT_TRUE(recording.closed_cleanly());
  EXPECT_EQ(recording.warning(), "");
  ASSERT_EQ(recording.frame_count(), 30u);
  EXPECT_EQ(recording.row_count(), 30000u);
  Snapshot frame;
  for (const std::uint64_t i : {29u, 0u, 16u, 17u, 3u}) {  // 16384 rows are one chunk: frame 16 lies across two
    recording.read(i, frame);
    expect_frame(frame, 4 * i, 1000);
    EXPECT_EQ(recording.step(i), 4 * i);
    EXPECT_EQ(recording.time(i), frame.time);
    EXPECT_EQ(recording.state_hash(i), frame.state_hash);
    EXPECT_EQ(recording.agent_count(i), 1000u);
  }
}

TEST_F(RecordingTest, KeepsWhatItSaysAboutItself) {
  const RecordingInfo wanted = some_info();
  const Recording recording(record("a.h5", 1, 3));
  const RecordingInfo& info = recording.info();
  EXPECT_EQ(info.fps, wanted.fps);
  EXPECT_EQ(info.wkt_geometry, wanted.wkt_geometry);
  EXPECT_EQ(info.scenario_json, wanted.scenario_json);
  EXPECT_EQ(info.version, wanted.version);
  EXPECT_EQ(info.origin, wanted.origin);
  EXPECT_EQ(info.every, wanted.every);
  EXPECT_EQ(info.time_step, wanted.time_step);
  EXPECT_EQ(info.executor, wanted.executor);
  EXPECT_EQ(info.profile_names, wanted.profile_names);
}

TEST_F(RecordingTest, TakesChangingNumbersOfAgents) {
  const std::size_t counts[] = {0, 1, 0, 70000, 5, 140000, 0};
  {
    Recorder recorder(file("a.h5"), some_info());
    Snapshot frame;
    for (std::size_t i = 0; i < std::size(counts); ++i) {
      fill_frame(frame, i, counts[i]);
      recorder.push(frame);
    }
  }  // the destructor finishes
  const Recording recording(file("a.h5"));
  ASSERT_EQ(recording.frame_count(), std::size(counts));
  Snapshot frame;
  for (std::size_t i = 0; i < std::size(counts); ++i) {
    recording.read(i, frame);
    expect_frame(frame, i, counts[i]);
  }
}

TEST_F(RecordingTest, WithoutFramesIsAValidFile) {
  const Recording recording(record("a.h5", 0, 0));
  EXPECT_EQ(recording.frame_count(), 0u);
  EXPECT_EQ(recording.row_count(), 0u);
  Snapshot frame;
  expect_error(ErrorCode::invalid_argument, "frame 0 was asked for", [&] { recording.read(0, frame); });
}

TEST_F(RecordingTest, RefusesToOverwriteUnlessAsked) {
  const std::string path = record("a.h5", 2, 5);
  const std::string before = test::slurp(path);
  expect_error(ErrorCode::input_output, "already exists", [&] { Recorder again(path, some_info()); });
  RecordingInfo bad = some_info();
  bad.fps = 0.0;
  expect_error(ErrorCode::invalid_argument, "fps = 0", [&] { Recorder again(path, bad, true); });
  EXPECT_EQ(test::slurp(path), before);
  Recorder(path, some_info(), true).finish();
  EXPECT_EQ(Recording(path).frame_count(), 0u);
}

TEST_F(RecordingTest, NamesWhatCannotBeWritten) {
  expect_error(ErrorCode::input_output, "there is no folder", [&] { Recorder r(file("missing/a.h5"), some_info()); });
  expect_error(ErrorCode::input_output, "not a regular file", [&] { Recorder r(folder_.string(), some_info(), true); });
  expect_error(ErrorCode::input_output, "not a regular file", [&] { Recorder r("/dev/null", some_info(), true); });
  expect_error(ErrorCode::input_output, "can't be made", [&] { Recorder r("/proc/a.h5", some_info()); });
  RecordingInfo bad = some_info();
  bad.time_step = std::nan("");
  expect_error(ErrorCode::invalid_argument, "time_step = nan", [&] { Recorder r(file("a.h5"), bad); });
  EXPECT_EQ(files_in_folder(), 0u);
}

TEST_F(RecordingTest, RefusesFramesThatDoNotFit) {
  Recorder recorder(file("a.h5"), some_info());
  Snapshot frame;
  fill_frame(frame, 0, 4);
  frame.heading.pop_back();
  expect_error(ErrorCode::invalid_argument, "heading has 3 entries", [&] { recorder.push(frame); });
  recorder.finish();
  fill_frame(frame, 0, 4);
  expect_error(ErrorCode::invalid_argument, "after finish()", [&] { recorder.push(frame); });
  EXPECT_NO_THROW(recorder.finish());
  EXPECT_EQ(Recording(file("a.h5")).frame_count(), 0u);
}

TEST_F(RecordingTest, SeveralRecordersAndReadersWorkAtOnce) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([this, t] {
      const std::string name = fmt::format("r{}.h5", t);
      const Recording recording(record(name, 40, 500 + static_cast<std::size_t>(t)));
      Snapshot frame;
      for (std::uint64_t i = 0; i < 40; ++i) {
        recording.read(i, frame);
        expect_frame(frame, 4 * i, 500 + static_cast<std::size_t>(t));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST_F(RecordingTest, IsReadableWhileItIsWritten) {
  Recorder recorder(file("a.h5"), some_info());
  Snapshot frame;
  fill_frame(frame, 0, 100);
  recorder.push(frame);
  while (recorder.frames_written() == 0) std::this_thread::yield();
  const Recording recording(file("a.h5"));
  EXPECT_FALSE(recording.closed_cleanly());
  EXPECT_NE(recording.warning().find("not closed"), std::string::npos);
  ASSERT_EQ(recording.frame_count(), 1u);
  recording.read(0, frame);
  expect_frame(frame, 0, 100);
  expect_error(ErrorCode::input_output, "being recorded", [&] { recover_recording(file("a.h5")); });
  expect_error(ErrorCode::input_output, "being recorded", [&] { Recorder other(file("a.h5"), some_info(), true); });
}

TEST_F(RecordingTest, FlushesEverySecondWithoutNewFrames) {
  Recorder recorder(file("a.h5"), some_info());
  Snapshot frame;
  for (std::uint64_t i = 0; i < 3; ++i) {
    fill_frame(frame, i, 10);
    recorder.push(frame);
  }
  const auto begin = std::chrono::steady_clock::now();
  while (recorder.frames_written() < 3 && std::chrono::steady_clock::now() - begin < std::chrono::seconds(20)) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  EXPECT_EQ(recorder.frames_written(), 3u);
}

/// In a process of its own, with a limit on the size of files in place of a full disk.
[[noreturn]] void record_onto_full_disk(const std::string& path) {
  std::signal(SIGXFSZ, SIG_IGN);
  int outcome = 1;
  {
    Recorder recorder(path, some_info());
    const rlimit limit{2'000'000, 2'000'000};
    setrlimit(RLIMIT_FSIZE, &limit);
    Snapshot frame;
    try {
      for (std::uint64_t i = 0; i < 1000; ++i) {
        fill_frame(frame, i, 20000);
        recorder.push(frame);
      }
      recorder.finish();
    } catch (const Error& error) {
      const std::string text = error.what();
      const bool good = error.code() == ErrorCode::input_output && text.find(path) != std::string::npos &&
                        text.find("at frame") != std::string::npos && text.find("File too large") != std::string::npos;
      outcome = good ? 0 : 2;
      try {
        recorder.finish();
        outcome = 3;  // it must not pretend that all is well
      } catch (const Error&) {
      }
    }
  }
  std::exit(outcome);  // with the library's own clean-up, which must neither crash nor hang
}

TEST_F(RecordingTest, AFullDiskIsAnErrorAndKeepsWhatWasFlushed) {
  const std::string path = file("a.h5");
  const pid_t child = fork();
  if (child == 0) record_onto_full_disk(path);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
  EXPECT_EQ(WEXITSTATUS(status), 0);
  const RecoverReport report = recover_recording(path);
  EXPECT_GE(report.frames, 1u);
  const Recording recording(path);
  EXPECT_TRUE(recording.closed_cleanly());
  Snapshot frame;
  for (std::uint64_t i = 0; i < recording.frame_count(); ++i) {
    recording.read(i, frame);
    expect_frame(frame, i, 20000);
  }
}

TEST_F(RecordingTest, TellsWhatIsNoRecording) {
  expect_error(ErrorCode::input_output, "No such file", [&] { Recording r(file("missing.h5")); });
  expect_error(ErrorCode::input_output, "folder", [&] { Recording r(folder_.string()); });
  test::spill(file("text.h5"), "id,x,y\n1,2,3\n");
  expect_error(ErrorCode::corrupt_file, "no HDF5 file", [&] { Recording r(file("text.h5")); });
  test::spill(file("empty.h5"), "");
  expect_error(ErrorCode::corrupt_file, "no HDF5 file", [&] { Recording r(file("empty.h5")); });
  {
    const hdf5::Lock lock;
    const hdf5::Handle other(H5Fcreate(file("other.h5").c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose,
                             "");
    hdf5::write_column<double>(other, "trajectory", std::vector<double>{1.0, 2.0});
  }
  expect_error(ErrorCode::corrupt_file, "not a recording of Throng", [&] { Recording r(file("other.h5")); });
}

}  // namespace
}  // namespace throng::recorder_tests
