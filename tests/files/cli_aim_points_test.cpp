// `throng run` records aim points when the scene says so.
#include "host/cli/commands.hpp"
#include "tests/files/io_testing.hpp"
#include "throng/recording.hpp"

namespace throng::cli::cli_aim_points_tests {
namespace {

class CliAimPoints : public test::InFolder {
 protected:
  /// The first steps of a scene in which agent 0 seeks (5, 6) and agent 1 walks to its goal.
  Recording run(const std::string& record) const {
    test::spill(file("scene.json"), R"({"throng": 1, "duration": 1, "behaviors": {"s": {"kind": "seek"}}, "record": )" +
                                        record +
                                        R"(, "agents": [{"position": [0, 0], "behavior": "s", "target": [5, 6]},
                                    {"position": [9, 0], "goal": [20, 0]}]})");
    RunOptions options;
    options.scene = file("scene.json");
    options.executor = "cpu";
    options.output = file("run.h5");
    options.steps = 4;
    EXPECT_EQ(run_scene(options), ExitCode::ok);
    return Recording(file("run.h5"));
  }
};

TEST_F(CliAimPoints, OnDemand) {
  const Recording recording = run(R"({"every": 2, "aim_points": true})");
  ASSERT_TRUE(recording.info().aim_points);
  ASSERT_EQ(recording.frame_count(), 3u);
  Snapshot frame;
  recording.read(0, frame);
  EXPECT_EQ(frame.aim_point, frame.position);  // nobody has steered yet
  recording.read(2, frame);
  EXPECT_EQ(frame.aim_point, (std::vector<Vec2d>{{5.0, 6.0}, frame.position[1]}));
  EXPECT_GT(frame.position[0].y, 0.0);
}

TEST_F(CliAimPoints, NotOtherwise) { EXPECT_FALSE(run(R"({"every": 2})").info().aim_points); }

}  // namespace
}  // namespace throng::cli::cli_aim_points_tests
