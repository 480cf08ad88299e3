// throng_measure writes what `throng measure --json --csv` writes.
#include <algorithm>
#include <filesystem>

#include "host/cli/commands.hpp"
#include "tests/contract/with_instance.hpp"

namespace throng::test::c_measures_tests {
namespace {

throng_measure_desc no_desc() {
  throng_measure_desc desc;
  throng_measure_desc_init(&desc, sizeof(desc));
  return desc;
}

class CMeasures : public WithInstance {
 protected:
  /// Two people along x at 1 m/s, one behind the other, in no unit that the file names.
  CMeasures() {
    std::string text = "# framerate: 10\n";
    for (int id = 1; id <= 2; ++id) {
      for (int k = 0; k < 50; ++k) text += fmt::format("{} {} {} 1\n", id, k, 0.05 + 0.1 * k - id);
    }
    spill(paths_, text);
    spill(file("place.wkt"), "POLYGON ((-5 0, 9 0, 9 2, -5 2, -5 0))");
  }
  std::string measure(const throng_measure_desc* desc) const {
    throng_text* json = nullptr;
    accept(throng_measure(instance_, paths_.c_str(), desc, &json));
    const std::string text = throng_text_data(json);
    EXPECT_EQ(throng_text_length(json), text.size());
    throng_text_destroy(json);
    return text;
  }
  void refused(const throng_measure_desc& desc, std::string_view words,
               throng_status status = THRONG_INVALID_ARGUMENT) const {
    throng_text* json = nullptr;
    refuse(throng_measure(instance_, paths_.c_str(), &desc, &json), status, words);
    EXPECT_EQ(json, nullptr);
  }

  const std::string paths_ = file("paths.txt");
};

TEST_F(CMeasures, JsonAndTablesAreTheProgramsOwn) {
  const std::vector<Vec2d> lines{{1, 0}, {1, 2}, {0, 0}, {0, 2}};
  const std::vector<Vec2f> box{{0, 0}, {2, 0}, {2, 2}, {0, 2}};
  const throng_array areas[1] = {array_of(box)};
  const std::string place = file("place.wkt"), folder = file("tables");
  throng_measure_desc desc = no_desc();
  desc.threads = 1;
  desc.lines = array_of(lines);
  desc.areas = areas;
  desc.area_count = 1;
  desc.from = 0.5;
  desc.to = 4.5;
  desc.frame_step = 5;
  desc.cut_off = 1.5;
  desc.grid = 1.0;
  desc.density_bin = 0.5;
  desc.radius = 0.2;
  desc.geometry = place.c_str();
  desc.frame_rate = 10.0;
  desc.meters_per_length = 1.0;
  desc.table_folder = folder.c_str();
  desc.shortest_ways = 1;

  cli::MeasureOptions options;
  options.file = paths_;
  options.lines = {"1,0,1,2", "0,0,0,2"};
  options.areas = {"0,0,2,2"};
  options.geometry = place;
  options.from = 0.5;
  options.to = 4.5;
  options.frame_step = 5;
  options.cut_off = 1.5;
  options.grid = 1.0;
  options.density_bin = 0.5;
  options.radius = 0.2;
  options.frame_rate = 10.0;
  options.unit = "m";
  options.shortest_ways = true;
  options.quiet = true;
  options.json = file("cli.json");
  options.csv = file("cli_tables");
  ASSERT_EQ(cli::measure_trajectory(options), cli::ExitCode::ok);

  EXPECT_EQ(measure(&desc), slurp(file("cli.json")));
  std::size_t tables = 0;
  for (const auto& entry : std::filesystem::directory_iterator(file("cli_tables"))) {
    EXPECT_EQ(slurp((folder / entry.path().filename()).string()), slurp(entry.path().string())) << entry.path();
    ++tables;
  }
  EXPECT_EQ(tables, 9u);
  // The same through C++.
  MeasureSettings settings;
  settings.radius = 0.2;
  throng_measure_desc short_desc = no_desc();
  short_desc.radius = 0.2;
  EXPECT_EQ(measure_trajectory(paths_, settings), measure(&short_desc));
}

TEST_F(CMeasures, NotesAreTold) {
  const std::string json = measure(nullptr);
  ASSERT_EQ(warnings_.size(), 2u);  // the unit, and no radii
  for (const std::string& warning : warnings_) {
    EXPECT_EQ(warning.find(paths_ + ": "), 0u);
    EXPECT_NE(json.find(warning.substr(paths_.size() + 2)), std::string::npos) << warning;
  }
}

TEST_F(CMeasures, CancelledNothingIsWritten) {
  cancels_ = "measure";
  const std::string folder = file("tables");
  throng_measure_desc desc = no_desc();
  desc.table_folder = folder.c_str();
  refused(desc, "paths.txt", THRONG_CANCELLED);
  EXPECT_FALSE(std::filesystem::exists(folder));
}

TEST_F(CMeasures, WrongArgumentsAreNamed) {
  throng_text* json = nullptr;
  refuse(throng_measure(instance_, nullptr, nullptr, &json), THRONG_INVALID_ARGUMENT, "path is null");
  refuse(throng_measure(instance_, paths_.c_str(), nullptr, nullptr), THRONG_INVALID_ARGUMENT, "json is null");
  EXPECT_EQ(throng_measure(nullptr, paths_.c_str(), nullptr, &json), THRONG_NULL_HANDLE);
  refuse(throng_measure(instance_, file("none.txt").c_str(), nullptr, &json), THRONG_INPUT_OUTPUT, "none.txt");
  spill(file("bad.txt"), "# framerate: 10\n1 2 x 4\n");
  refuse(throng_measure(instance_, file("bad.txt").c_str(), nullptr, &json), THRONG_BAD_SCENE, "bad.txt");

  const std::vector<Vec2d> points{{1, 0}, {1, 2}, {0, 0}};
  const throng_array untyped[1] = {{const_cast<Vec2d*>(points.data()), 3, 0, THRONG_F64, THRONG_HOST, nullptr}};
  const std::string place = file("place.wkt"), none = file("none.wkt");
  const auto with = [&](const auto& change) {
    throng_measure_desc desc = no_desc();
    change(desc);
    return desc;
  };
  refused(with([&](auto& d) { d.lines = array_of(points); }), "desc.lines.count is 3");
  refused(with([&](auto& d) { d.area_count = 1; }), "desc.areas");
  refused(with([&](auto& d) { d.areas = untyped, d.area_count = 1; }), "desc.areas[0].type");
  refused(with([](auto& d) { d.frame_step = 0; }), "frame step is 0");
  refused(with([](auto& d) { d.grid = -1.0; }), "grid");
  refused(with([](auto& d) { d.density_bin = not_a_number; }), "density bin");
  refused(with([](auto& d) { d.radius = 0.0; }), "radius");
  refused(with([](auto& d) { d.cut_off = INFINITY; }), "cut-off");
  refused(with([](auto& d) { d.threads = -1; }), "threads");
  refused(with([](auto& d) { d.from = 99.0; }), "99");
  refused(with([](auto& d) { d.meters_per_length = 0.3; }), "meters per length is 0.3");
  refused(with([](auto& d) { d.shortest_ways = 2; }), "desc.shortest_ways is 2");
  refused(with([](auto& d) { d.struct_size = 7; }), "desc.struct_size is 7");
  refused(with([&](auto& d) { d.geometry = none.c_str(); }), "none.wkt", THRONG_INPUT_OUTPUT);
  refused(with([&](auto& d) { d.table_folder = place.c_str(); }), "place.wkt", THRONG_INPUT_OUTPUT);
  refused(with([](auto& d) { d.frame_rate = 25.0; }), "25", THRONG_BAD_SCENE);
}

TEST_F(CMeasures, NoTableIsWrittenOverWhatIsMeasured) {
  std::filesystem::create_directory(file("tables"));
  const std::string measured = file("tables/frames.csv"), folder = file("tables");
  std::filesystem::copy_file(paths_, measured);
  throng_measure_desc desc = no_desc();
  desc.table_folder = folder.c_str();
  throng_text* json = nullptr;
  refuse(throng_measure(instance_, measured.c_str(), &desc, &json), THRONG_INVALID_ARGUMENT, "what is measured");
  EXPECT_EQ(slurp(measured), slurp(paths_));
}

}  // namespace
}  // namespace throng::test::c_measures_tests
