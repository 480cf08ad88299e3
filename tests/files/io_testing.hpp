// What the tests of files share.
#pragma once
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "throng/error.hpp"
#include "throng/world.hpp"

namespace throng::test {

/// A folder of its own for each test, gone afterwards.
class InFolder : public ::testing::Test {
 protected:
  InFolder() {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::temp_directory_path() /
              fmt::format("throng-{}-{}-{}", test->test_suite_name(), test->name(), ::getpid());
    std::filesystem::create_directories(folder_);
  }
  ~InFolder() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] std::string file(const std::string& name) const { return (folder_ / name).string(); }
  [[nodiscard]] std::size_t files_in_folder() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder_), {}));
  }

  std::filesystem::path folder_;
};

inline std::string slurp(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline void spill(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

/// A frame whose every value follows from (agent, step), so that a reader can be checked value for value.
inline void fill_frame(Snapshot& frame, std::uint64_t step, std::size_t agents) {
  frame.step = step;
  frame.time = 0.1 * static_cast<double>(step);
  frame.state_hash = (step + 1) * 0x9e3779b97f4a7c15ull;
  frame.id.resize(agents);
  frame.position.resize(agents);
  frame.velocity.resize(agents);
  frame.heading.resize(agents);
  frame.profile.resize(agents);
  for (std::size_t i = 0; i < agents; ++i) {
    const double a = static_cast<double>(i), t = static_cast<double>(step);
    frame.id[i] = static_cast<AgentId>(3 * i + 5);
    frame.position[i] = {350000.1 + 0.37 * a + 0.1 * t, 5600000.7 - 0.11 * a};
    frame.velocity[i] = {0.25 * static_cast<double>(i % 7), -0.5 * static_cast<double>(step % 5)};
    frame.heading[i] = i % 2 == 0 ? Vec2d{1.0, 0.0} : Vec2d{0.6f, -0.8f};
    frame.profile[i] = static_cast<std::uint32_t>(i % 3);
  }
}

inline void expect_frame(const Snapshot& found, std::uint64_t step, std::size_t agents) {
  Snapshot wanted;
  fill_frame(wanted, step, agents);
  EXPECT_EQ(found.step, wanted.step);
  EXPECT_EQ(found.time, wanted.time);
  EXPECT_EQ(found.state_hash, wanted.state_hash);
  EXPECT_EQ(found.id, wanted.id) << "step " << step;
  EXPECT_EQ(found.position, wanted.position) << "step " << step;
  EXPECT_EQ(found.velocity, wanted.velocity) << "step " << step;
  EXPECT_EQ(found.heading, wanted.heading) << "step " << step;
  EXPECT_EQ(found.profile, wanted.profile) << "step " << step;
}

/// Runs `action`, which must throw throng::Error with this code and a message that has `part` in it.
template <typename Action>
void expect_error(ErrorCode code, const std::string& part, Action action) {
  try {
    action();
    ADD_FAILURE() << "no error; expected one about '" << part << "'";
  } catch (const Error& error) {
    EXPECT_EQ(static_cast<int>(error.code()), static_cast<int>(code)) << error.what();
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

}  // namespace throng::test
