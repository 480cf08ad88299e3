#include "throng/recording.hpp"

#include <fmt/format.h>
#include <sys/wait.h>
#include <csignal>

#include <chrono>
#include <random>
#include <thread>

#include "tests/files/io_testing.hpp"

namespace throng::io_recover_tests {
namespace {

using test::expect_error;
using test::expect_frame;
using test::fill_frame;

constexpr std::size_t agents = 500;

/// Records without end in a process of its own.
pid_t start_recording(const std::string& path, std::size_t count = agents, int pause_ms = 2) {
  const pid_t child = fork();
  if (child != 0) return child;
  try {
    RecordingInfo info;
    info.expected_agents = count;
    Recorder recorder(path, info);
    Snapshot frame;
    for (std::uint64_t step = 0;; ++step) {
      fill_frame(frame, step, count);
      recorder.push(frame);
      if (pause_ms > 0) std::this_thread::sleep_for(std::chrono::milliseconds(pause_ms));
    }
  } catch (...) {
    _exit(1);
  }
}

bool wait_for_flush(const std::string& path, std::uint64_t least_frames = 1) {
  for (int i = 0; i < 2000; ++i) {
    try {
      if (Recording(path).frame_count() >= least_frames) return true;
    } catch (const Error&) {
      // not there yet, or in the middle of being made
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return false;
}

void kill_and_wait(pid_t child) {
  kill(child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
}

class RecoverTest : public test::InFolder {
 protected:
  std::string killed_recording(const std::string& name, std::chrono::milliseconds after) {
    const pid_t child = start_recording(file(name));
    EXPECT_TRUE(wait_for_flush(file(name)));
    std::this_thread::sleep_for(after);
    kill_and_wait(child);
    return file(name);
  }
  std::string clean_recording(const std::string& name, std::uint64_t frames) {
    Recorder recorder(file(name), {});
    Snapshot frame;
    for (std::uint64_t i = 0; i < frames; ++i) {
      fill_frame(frame, i, agents);
      recorder.push(frame);
    }
    recorder.finish();
    return file(name);
  }
};

TEST_F(RecoverTest, SurvivesFifteenKillsAtRandomMoments) {
  std::mt19937 random(11);
  std::uint64_t most = 0;
  for (int i = 0; i < 15; ++i) {
    const auto wait = std::chrono::milliseconds(random() % 1300);
    const std::string path = killed_recording(fmt::format("k{}.h5", i), wait);
    EXPECT_FALSE(Recording(path).closed_cleanly());
    const RecoverReport report = recover_recording(path);
    EXPECT_FALSE(report.already_clean);
    EXPECT_GE(report.frames, 1u);
    EXPECT_EQ(report.rows, report.frames * agents);
    most = std::max(most, report.frames);
    const Recording recording(path);
    EXPECT_TRUE(recording.closed_cleanly());
    ASSERT_EQ(recording.frame_count(), report.frames);
    EXPECT_EQ(recording.time(report.frames - 1), report.last_time);
    Snapshot frame;
    for (std::uint64_t k = 0; k < report.frames; ++k) {
      recording.read(k, frame);
      expect_frame(frame, k, agents);
    }
    std::filesystem::remove(path);
  }
  EXPECT_GT(most, 100u) << "frames are to be flushed every second";
  EXPECT_EQ(files_in_folder(), 0u);
}

TEST_F(RecoverTest, WritesToAnotherFileOnRequest) {
  const std::string path = killed_recording("a.h5", std::chrono::milliseconds(1200));
  const std::string before = test::slurp(path);
  const RecoverReport report = recover_recording(path, file("b.h5"));
  EXPECT_EQ(test::slurp(path), before);
  EXPECT_EQ(Recording(file("b.h5")).frame_count(), report.frames);
  expect_error(ErrorCode::input_output, "already exists", [&] { recover_recording(path, file("b.h5")); });
  expect_error(ErrorCode::input_output, "no folder", [&] { recover_recording(path, file("c/b.h5")); });
  EXPECT_EQ(files_in_folder(), 2u);
}

TEST_F(RecoverTest, LeavesACleanFileAlone) {
  const std::string path = clean_recording("a.h5", 7);
  const std::string before = test::slurp(path);
  const RecoverReport report = recover_recording(path);
  EXPECT_TRUE(report.already_clean);
  EXPECT_EQ(report.frames, 7u);
  EXPECT_EQ(test::slurp(path), before);
  EXPECT_EQ(files_in_folder(), 1u);
}

/// Either a clear error and the original as it was, or a file whose frames are all right; returns how many.
std::uint64_t expect_safe(const std::string& path, std::uint64_t frames_before) {
  const std::string before = test::slurp(path);
  try {
    const RecoverReport report = recover_recording(path);
    EXPECT_LE(report.frames, frames_before);
    const Recording recording(path);
    Snapshot frame;
    for (std::uint64_t k = 0; k < recording.frame_count(); ++k) {
      recording.read(k, frame);
      expect_frame(frame, k, agents);
    }
    return recording.frame_count();
  } catch (const Error& error) {
    EXPECT_EQ(static_cast<int>(error.code()), static_cast<int>(ErrorCode::corrupt_file)) << error.what();
    EXPECT_NE(std::string(error.what()).find(path), std::string::npos) << error.what();
    EXPECT_EQ(test::slurp(path), before);
    return 0;
  }
}

TEST_F(RecoverTest, CutFilesKeepTheirFirstFrames) {
  const std::string sources[] = {killed_recording("killed.h5", std::chrono::milliseconds(1300)),
                                 clean_recording("clean.h5", 200)};
  for (const std::string& source : sources) {
    const std::string whole = test::slurp(source);
    const std::uint64_t frames = Recording(source).frame_count();
    std::uint64_t kept = 0;
    for (std::size_t length = 0; length < whole.size();
         length = length < 4096 ? length + 331 : length + whole.size() / 19) {
      test::spill(file("cut.h5"), whole.substr(0, length));
      const std::uint64_t now = expect_safe(file("cut.h5"), frames);
      EXPECT_GE(now, kept) << source << " cut to " << length << " bytes";
      kept = std::max(kept, now);
    }
    EXPECT_GT(kept, frames / 3) << source << ": of all but a nineteenth of the bytes";
    std::filesystem::remove(file("cut.h5"));
  }
  EXPECT_EQ(files_in_folder(), 2u);
}

/// The index of many frames has chunks all over the file, and HDF5 reads zeros behind the end of what was left open.
TEST_F(RecoverTest, CutsAmongManyFramesAreSeen) {
  constexpr std::size_t few = 3;
  const pid_t child = start_recording(file("many.h5"), few, 0);
  ASSERT_TRUE(wait_for_flush(file("many.h5"), 4096)) << "more than a chunk of the index";
  kill_and_wait(child);
  const std::string whole = test::slurp(file("many.h5"));
  const std::uint64_t frames = Recording(file("many.h5")).frame_count();
  for (const std::size_t percent : {95u, 70u}) {
    test::spill(file("cut.h5"), whole.substr(0, whole.size() / 100 * percent));
    const RecoverReport report = recover_recording(file("cut.h5"));
    EXPECT_LE(report.frames, frames) << percent;  // what was not flushed may be all that is lost
    EXPECT_EQ(report.frames + report.lost_frames, frames) << percent;
    EXPECT_GT(report.frames, 0u) << percent;
    const Recording recording(file("cut.h5"));
    ASSERT_EQ(recording.frame_count(), report.frames);
    Snapshot frame;
    for (std::uint64_t k = 0; k < report.frames; ++k) {
      recording.read(k, frame);
      ASSERT_NO_FATAL_FAILURE(expect_frame(frame, k, few));
    }
  }
}

TEST_F(RecoverTest, CopiesACleanFileOnRequest) {
  const std::string path = clean_recording("a.h5", 7);
  EXPECT_TRUE(recover_recording(path, file("b.h5")).already_clean);
  EXPECT_EQ(Recording(file("b.h5")).frame_count(), 7u);
  expect_error(ErrorCode::input_output, "already exists", [&] { recover_recording(path, file("b.h5")); });
}

TEST_F(RecoverTest, GarbageIsAClearError) {
  std::mt19937 random(5);
  std::string garbage(20000, '\0');
  for (char& byte : garbage) byte = static_cast<char>(random());
  test::spill(file("garbage.h5"), garbage);
  expect_error(ErrorCode::corrupt_file, "no HDF5 file", [&] { recover_recording(file("garbage.h5")); });
  const std::string signature = "\x89HDF\r\n\x1a\n";
  test::spill(file("signed.h5"), signature + garbage);
  expect_error(ErrorCode::corrupt_file, "signed.h5", [&] { recover_recording(file("signed.h5")); });
  expect_error(ErrorCode::input_output, "missing.h5", [&] { recover_recording(file("missing.h5")); });
}

}  // namespace
}  // namespace throng::io_recover_tests
