#include "host/io/output_file.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "host/cli/run_targets.hpp"
#include "throng/error.hpp"

namespace throng::cli::cli_files_tests {
namespace {

namespace fs = std::filesystem;

class CliFiles : public testing::Test {
 protected:
  CliFiles() {
    std::string name = (fs::temp_directory_path() / "throng_cli_XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    folder_ = name;
  }
  ~CliFiles() override { fs::remove_all(folder_); }

  [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }
  void put(const std::string& name, const std::string& text) const { std::ofstream(path(name)) << text; }
  [[nodiscard]] std::string content(const std::string& name) const {
    std::ifstream file(path(name));
    return {std::istreambuf_iterator<char>(file), {}};
  }
  [[nodiscard]] std::ptrdiff_t count() const {
    return std::distance(fs::directory_iterator(folder_), fs::directory_iterator());
  }

  fs::path folder_;
};

template <class Call>
ErrorCode code_of(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error.code();
  }
  ADD_FAILURE() << "nothing was thrown";
  return ErrorCode::stale_handle;
}

TEST_F(CliFiles, TextReplacesWhatWasThereAndLeavesNothingBeside) {
  put("stats.json", "old");
  write_text(path("stats.json"), "new\n");
  EXPECT_EQ(content("stats.json"), "new\n");
  EXPECT_EQ(count(), 1);
}

TEST_F(CliFiles, FullDeviceIsAnError) {
  if (!fs::is_character_file("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  EXPECT_EQ(code_of([] { write_text("/dev/full", "text"); }), ErrorCode::input_output);
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

TEST_F(CliFiles, TargetsAreCheckedBeforeTheRun) {
  put("there.h5", "");
  EXPECT_EQ(code_of([&] { check_writable(path("there.h5"), false); }), ErrorCode::input_output);
  EXPECT_NO_THROW(check_writable(path("there.h5"), true));
  EXPECT_EQ(code_of([&] { check_writable(path("missing/a.h5"), true); }), ErrorCode::input_output);
  EXPECT_EQ(code_of([&] { check_writable(folder_.string(), true); }), ErrorCode::input_output);
  EXPECT_EQ(code_of([&] { check_text_target(path("missing/a.json")); }), ErrorCode::input_output);
  EXPECT_NO_THROW(check_text_target(path("there.h5")));
}

TEST_F(CliFiles, RecordingIsNamedAfterTheScene) {
  RunOptions options;
  options.scene = "/somewhere/throng_cli_no_such_scene.json";
  EXPECT_EQ(run_targets(options).recording, "throng_cli_no_such_scene.h5");
  options.no_record = true;
  EXPECT_EQ(run_targets(options).recording, std::nullopt);
}

TEST_F(CliFiles, NoFileHasTwoRoles) {
  RunOptions options;
  options.scene = path("scene.json");
  options.overwrite = true;
  options.output = path("a.h5");
  options.text = path("sub/../a.h5");
  EXPECT_EQ(code_of([&] { (void)run_targets(options); }), ErrorCode::invalid_argument);
  options.text.reset();
  options.stats = options.scene;
  EXPECT_EQ(code_of([&] { (void)run_targets(options); }), ErrorCode::invalid_argument);
  options.stats.reset();
  options.load = path("state.h5");
  options.save = path("state.h5");
  EXPECT_NO_THROW((void)run_targets(options));
  options.output = path("state.h5");
  EXPECT_EQ(code_of([&] { (void)run_targets(options); }), ErrorCode::invalid_argument);
}

TEST_F(CliFiles, ExistingFilesAreRefusedButForStats) {
  put("old", "");
  RunOptions options;
  options.scene = path("scene.json");
  options.output = path("new.h5");
  options.stats = path("old");
  EXPECT_NO_THROW((void)run_targets(options));
  options.stats.reset();
  for (auto member : {&RunOptions::output, &RunOptions::picture, &RunOptions::text, &RunOptions::save}) {
    RunOptions refused = options;
    refused.*member = path("old");
    EXPECT_EQ(code_of([&] { (void)run_targets(refused); }), ErrorCode::input_output);
    refused.overwrite = true;
    EXPECT_NO_THROW((void)run_targets(refused));
  }
}

}  // namespace
}  // namespace throng::cli::cli_files_tests
