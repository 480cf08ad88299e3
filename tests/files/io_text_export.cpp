#include "host/io/text_export.hpp"

#include <cstdlib>

#include "tests/files/io_testing.hpp"
#include "throng/recording.hpp"

namespace throng::io_text_export_tests {
namespace {

using test::expect_error;

class ExportTest : public test::InFolder {
 protected:
  std::string record(const std::string& name) {
    RecordingInfo info;
    info.fps = 12.5;
    info.wkt_geometry = "POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0))";
    Recorder recorder(file(name), info);
    Snapshot frame;
    test::fill_frame(frame, 0, 2);
    frame.position = {{350000.25, -7.5}, {1e-7, 1.0 / 3.0}};
    recorder.push(frame);
    frame.position = {{350001.25, -7.5}, {2.0, 3.0}};
    recorder.push(frame);
    recorder.finish();
    return file(name);
  }
};

TEST_F(ExportTest, WritesTheHeaderAndARowPerAgentAndFrame) {
  export_text(Recording(record("a.h5")), file("a.txt"));
  EXPECT_EQ(test::slurp(file("a.txt")),
            "# framerate: 12.5\n"
            "# id frame x/m y/m z/m\n"
            "5 0 350000.250000 -7.500000 0\n"
            "8 0 0.000000 0.333333 0\n"
            "5 1 350001.250000 -7.500000 0\n"
            "8 1 2.000000 3.000000 0\n");
}

TEST_F(ExportTest, OverwritesOnlyWhenAsked) {
  const Recording recording(record("a.h5"));
  test::spill(file("a.txt"), "mine");
  expect_error(ErrorCode::input_output, "already exists", [&] { export_text(recording, file("a.txt")); });
  EXPECT_EQ(test::slurp(file("a.txt")), "mine");
  export_text(recording, file("a.txt"), Existing::replace);
  EXPECT_EQ(test::slurp(file("a.txt")).substr(0, 12), "# framerate:");
  expect_error(ErrorCode::input_output, "no folder", [&] { export_text(recording, file("missing/a.txt")); });
}

/// The interpreter named by THRONG_TEST_PYTHON, else python3.
TEST_F(ExportTest, PedPyReadsRecordingAndText) {
  const char* chosen = std::getenv("THRONG_TEST_PYTHON");
  const std::string python = chosen != nullptr ? chosen : "python3";
  if (std::system((python + " -c 'import pedpy' >/dev/null 2>&1").c_str()) != 0) {
    GTEST_SKIP() << "no pedpy for " << python << "; name an interpreter that has it in THRONG_TEST_PYTHON";
  }
  export_text(Recording(record("a.h5")), file("a.txt"));
  test::spill(file("check.py"), R"(import pathlib, sys
import pedpy
h5, txt = map(pathlib.Path, sys.argv[1:])
a = pedpy.load_trajectory_from_ped_data_archive_hdf5(trajectory_file=h5)
b = pedpy.load_trajectory_from_txt(trajectory_file=txt)
for t in a, b:
    assert t.frame_rate == 12.5
    assert list(t.data.id) == [5, 8, 5, 8] and list(t.data.frame) == [0, 0, 1, 1], t.data
    row = t.data[(t.data.id == 5) & (t.data.frame == 1)].iloc[0]
    assert (row.x, row.y) == (350001.25, -7.5), row
area = pedpy.load_walkable_area_from_ped_data_archive_hdf5(trajectory_file=h5)
assert area.area == 100.0
)");
  EXPECT_EQ(std::system((python + " " + file("check.py") + " " + file("a.h5") + " " + file("a.txt")).c_str()), 0);
}

}  // namespace
}  // namespace throng::io_text_export_tests
