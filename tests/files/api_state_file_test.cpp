// Saved states: files that are missing, cut short, garbage or of another version; folders that can't be written to.
#include <sys/stat.h>

#include "tests/files/io_testing.hpp"
#include "tests/unit/api_testing.hpp"

namespace throng::api_state_file_tests {
namespace {

using test::expect_throws;
using test::SmallWorld;

struct WrongStateFile : test::InFolder {
  WrongStateFile() { small.world.save(good); }
  static void load(const std::string& from) { (void)World::load(from, ExecutorKind::cpu, 1); }
  std::string put(const char* name, const std::string& content) const {
    test::spill(file(name), content);
    return file(name);
  }

  SmallWorld small{ExecutorKind::cpu, 3};
  std::string good = file("good.h5");
};

TEST_F(WrongStateFile, Good) {
  World loaded = World::load(good, ExecutorKind::cpu, 1);
  EXPECT_EQ(loaded.state_hash(), small.world.state_hash());
  EXPECT_EQ(loaded.handles(), small.world.handles());
  EXPECT_TRUE(loaded.contains(small.square));
  EXPECT_FALSE(loaded.contains(small.removed_agent));
  // The next handles too are the ones that the saved world gives.
  for (int i = 0; i < 2; ++i) EXPECT_EQ(loaded.add_agent({}), small.world.add_agent({}));
  const std::vector<Vec2d> wall{{0, -9}, {1, -9}};
  EXPECT_EQ(loaded.add_polyline(wall), small.world.add_polyline(wall));
}

TEST_F(WrongStateFile, Missing) {
  expect_throws(ErrorCode::input_output, {"missing.h5", "No such file"}, [&] { load(file("missing.h5")); });
  expect_throws(ErrorCode::input_output, {"nowhere"}, [&] { load(file("nowhere/state.h5")); });
  expect_throws(ErrorCode::input_output, {folder_.string()}, [&] { load(folder_.string()); });
  expect_throws(ErrorCode::input_output, {}, [&] { load(""); });
}

TEST_F(WrongStateFile, CutShort) {
  const std::string bytes = test::slurp(good);
  ASSERT_GT(bytes.size(), 1000u);
  for (std::size_t cut = 0; cut < bytes.size(); cut += bytes.size() / 23) {
    SCOPED_TRACE(cut);
    const std::string file = put("cut.h5", bytes.substr(0, cut));
    expect_throws(ErrorCode::corrupt_file, {"cut.h5"}, [&] { load(file); });
  }
}

TEST_F(WrongStateFile, Garbage) {
  expect_throws(ErrorCode::corrupt_file, {"text.h5"}, [&] { load(put("text.h5", "no state at all\n")); });
  expect_throws(ErrorCode::corrupt_file, {"zeros.h5"}, [&] { load(put("zeros.h5", std::string(100000, '\0'))); });
}

TEST_F(WrongStateFile, FlippedBits) {
  const std::string bytes = test::slurp(good);
  for (std::size_t at = 3; at < bytes.size(); at += bytes.size() / 61) {
    SCOPED_TRACE(at);
    std::string flipped = bytes;
    flipped[at] = static_cast<char>(flipped[at] ^ 0x10);
    expect_throws(ErrorCode::corrupt_file, {"flipped.h5"}, [&] { load(put("flipped.h5", flipped)); });
  }
}

TEST_F(WrongStateFile, OtherThreadsAndExecutors) {
  expect_throws(ErrorCode::invalid_argument, {"threads", "-1"},
                [&] { (void)World::load(good, ExecutorKind::cpu, -1); });
  expect_throws(ErrorCode::invalid_argument, {"executor", "9"},
                [&] { (void)World::load(good, static_cast<ExecutorKind>(9), 1); });
  for (const ExecutorInfo& info : executors()) {
    if (info.available) continue;
    expect_throws(ErrorCode::unavailable, {info.name, info.detail}, [&] { (void)World::load(good, info.kind); });
  }
}

TEST_F(WrongStateFile, SaveToWhereNothingCanBe) {
  const std::uint64_t hash = small.world.state_hash();
  expect_throws(ErrorCode::input_output, {"nowhere/s.h5", "no folder"},
                [&] { small.world.save(file("nowhere/s.h5")); });
  expect_throws(ErrorCode::input_output, {"good.h5/s.h5", "no folder"}, [&] { small.world.save(good + "/s.h5"); });
  expect_throws(ErrorCode::input_output, {folder_.string()}, [&] { small.world.save(folder_.string()); });
  expect_throws(ErrorCode::input_output, {}, [&] { small.world.save(""); });
  expect_throws(ErrorCode::input_output, {"/proc"}, [&] { small.world.save("/proc/throng_state.h5"); });
  EXPECT_EQ(small.world.state_hash(), hash);
  EXPECT_NO_THROW(load(good));
  EXPECT_NO_THROW(small.world.step());
}

TEST_F(WrongStateFile, SaveToAFolderOfOthers) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may write anywhere";
  const std::string closed = file("closed");
  std::filesystem::create_directory(closed);
  ::chmod(closed.c_str(), 0555);
  expect_throws(ErrorCode::input_output, {"closed", "Permission denied"}, [&] { small.world.save(closed + "/s.h5"); });
}

}  // namespace
}  // namespace throng::api_state_file_tests
