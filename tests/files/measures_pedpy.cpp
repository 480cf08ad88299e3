// Recorded people, measured as PedPy measures them (tests/data/measures/README.md).
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "host/measures/measure.hpp"
#include "host/scenario/file_text.hpp"
#include "tests/support/number_table.hpp"

namespace throng::measures::measures_pedpy_tests {
namespace {

const std::string data = THRONG_SOURCE_DIR "/tests/data/";
constexpr double agreed = 1e-8;  ///< PedPy's figures are kept with ten digits

void expect_as_pedpy(const std::string& paths, const std::string& geometry, const std::string& table,
                     const MeasureSettings& settings) {
  const WalkableSpace space(scenario::read_file(data + geometry), geometry);
  const auto trajectory = open_trajectory(data + paths);
  const MeasureReport report = measure(*trajectory, &space, settings);
  const std::vector<std::vector<double>> rows = test::read_number_table(data + table);
  ASSERT_EQ(rows.size(), report.frames.size());
  const std::vector<Passage>& passages = report.lines.at(0).flow.passages;
  std::size_t passed = 0;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const std::vector<double>& row = rows[k];
    ASSERT_EQ(row.size(), 7u);
    const AreaMoment& moment = report.areas.at(0).moments[k];
    while (passed < passages.size() && passages[passed].frame <= moment.frame) ++passed;
    ASSERT_EQ(static_cast<double>(moment.frame), row[0]);
    ASSERT_EQ(static_cast<double>(passed), row[1]) << "frame " << moment.frame;
    ASSERT_NEAR(report.frames[k].speed.value_or(0.0), row[2], agreed) << "frame " << moment.frame;
    ASSERT_NEAR(moment.speed.value_or(0.0), row[3], agreed) << "frame " << moment.frame;
    ASSERT_NEAR(moment.density, row[4], agreed) << "frame " << moment.frame;
    ASSERT_NEAR(*moment.voronoi_density, row[5], agreed) << "frame " << moment.frame;
    ASSERT_NEAR(*moment.voronoi_speed, row[6], agreed) << "frame " << moment.frame;
  }
}

TEST(MeasuresPedpy, Bottleneck) {
  MeasureSettings settings;
  settings.lines = {{{-0.4, 0.0}, {0.4, 0.0}}};
  settings.areas = {{{-0.8, 0.5}, {0.8, 0.5}, {0.8, 1.3}, {-0.8, 1.3}}};
  settings.frame_step = 2;
  expect_as_pedpy("measures/bottleneck_040_c_56_h.txt", "geometry/bottleneck_040_c_56_h.wkt",
                  "measures/bottleneck_pedpy.csv", settings);
}

TEST(MeasuresPedpy, CorridorWithACutOff) {
  MeasureSettings settings;
  settings.lines = {{{0.0, 0.0}, {0.0, 5.0}}};
  settings.areas = {{{-2.0, 0.5}, {2.0, 0.5}, {2.0, 4.5}, {-2.0, 4.5}}};
  settings.frame_step = 1;
  settings.cut_off = 1.0;
  expect_as_pedpy("measures/traj_UNI_CORR_500_01.txt", "measures/uni_corr_500.wkt", "measures/corridor_pedpy.csv",
                  settings);
}

}  // namespace
}  // namespace throng::measures::measures_pedpy_tests
