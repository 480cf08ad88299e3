// Runs are recorded through C as through throng::Recorder.
#include <filesystem>

#include "tests/contract/recording_fixture.hpp"

namespace throng::test::c_recorder_tests {
namespace {

using CRecorder = CRecording;

TEST_F(CRecorder, ARunIsRecordedAsThroughCpp) {
  run_recorded(file("c.h5"));
  finish();
  std::uint64_t written = 0, bytes = 0;
  accept(throng_recorder_get_written(recorder_, &written, &bytes), throng_recorder_error, recorder_);
  EXPECT_EQ(written, frames);
  EXPECT_EQ(bytes, std::filesystem::file_size(file("c.h5")));

  Scenario scenario = parse_scenario(scene, "", "scene");
  scenario.options.executor = ExecutorKind::cpu;
  World world = make_world(scenario);
  const Recording found(file("c.h5"));
  ASSERT_EQ(found.frame_count(), frames);
  for (int k = 0; k < frames; ++k) {
    if (k > 0) world.step(2);
    Snapshot wanted, frame;
    world.snapshot(wanted, {.aim_points = true});
    found.read(k, frame);
    EXPECT_EQ(frame.step, wanted.step);
    EXPECT_EQ(frame.time, wanted.time);
    EXPECT_EQ(frame.state_hash, wanted.state_hash);
    EXPECT_EQ(frame.id, wanted.id);
    EXPECT_EQ(frame.position, wanted.position);
    EXPECT_EQ(frame.aim_point, wanted.aim_point);
    EXPECT_EQ(frame.z, wanted.z);
  }
  const RecordingInfo& of = found.info();
  EXPECT_EQ(of.every, scenario.record.every);
  EXPECT_EQ(of.fps, 5.0);
  EXPECT_EQ(of.time_step, 0.1);
  EXPECT_EQ(of.wkt_geometry, scenario.wkt_geometry);
  EXPECT_EQ(of.scenario_json, scene);
  EXPECT_EQ(of.executor, "cpu");
  EXPECT_EQ(of.version, throng_version_text());
  EXPECT_EQ(of.profile_names, scenario.profile_names);
  EXPECT_EQ(of.footprints.size(), scenario.profiles.size());
  EXPECT_TRUE(of.aim_points && of.heights);
}

TEST_F(CRecorder, FramesOfOnesOwn) {
  const std::vector<Vec2d> footprint{{-1, -1}, {1, -1}, {0, 1}};
  const throng_array footprints[2] = {{}, array_of(footprint)};
  const char* const names[2] = {"robot", "cart"};
  throng_recorder_desc desc;
  throng_recorder_desc_init(&desc, sizeof(desc));
  desc.time_step = 0.5;
  desc.every = 4;
  desc.origin = {100.0, 200.0};
  desc.geometry = "POLYGON ((0 0, 1 0, 1 1, 0 0))";
  desc.scenario_json = "{}";
  desc.executor = "robots";
  desc.version = "9";
  desc.profile_names = names;
  desc.profile_name_count = 2;
  desc.footprints = footprints;
  desc.footprint_count = 2;
  desc.heights = 1;
  record(file("own.h5"), desc);
  std::vector<std::int64_t> id{4, 8};
  std::vector<Vec2d> position{{1, 2}, {3, 4}}, velocity{{1, 0}, {0, 1}}, heading{{1, 0}, {0, 1}};
  const std::vector<double> z{0.5, 0.25};
  throng_frame_desc frame;
  throng_frame_desc_init(&frame, sizeof(frame));
  frame.time = 2.0;
  frame.step = 4;
  frame.count = 2;
  frame.id = array_of(id);
  frame.position = array_of(position);
  frame.velocity = array_of(velocity);
  frame.heading = array_of(heading);
  frame.elevation = array_of(z);
  accept(throng_recorder_push(recorder_, &frame), throng_recorder_error, recorder_);
  throng_frame_desc empty;
  throng_frame_desc_init(&empty, sizeof(empty));
  empty.time = 4.0;
  accept(throng_recorder_push(recorder_, &empty), throng_recorder_error, recorder_);

  const auto refused = [&](std::string_view words) {
    refuse(throng_recorder_push(recorder_, &frame), THRONG_INVALID_ARGUMENT, words, throng_recorder_error, recorder_);
  };
  id[1] = 4;
  refused("frame.id: 4 follows 4");
  id[1] = 8;
  frame.velocity.count = 1;
  refused("frame.velocity.count is 1");
  frame.velocity.count = 2;
  frame.aim_point = array_of(position);
  refused("frame.aim_point is given");
  frame.aim_point = {};
  frame.elevation = {};
  refused("frame.elevation");
  frame.time = not_a_number;
  frame.elevation = array_of(z);
  refused("frame.time");
  finish();

  const Recording cpp(file("own.h5"));
  EXPECT_EQ(cpp.info().fps, 0.5);
  EXPECT_EQ(cpp.info().every, 4u);
  EXPECT_EQ(cpp.info().origin, (Vec2d{100.0, 200.0}));
  EXPECT_EQ(cpp.info().wkt_geometry, desc.geometry);
  EXPECT_EQ(cpp.info().scenario_json, "{}");
  EXPECT_EQ(cpp.info().executor, "robots");
  EXPECT_EQ(cpp.info().version, "9");
  EXPECT_EQ(cpp.info().profile_names, (std::vector<std::string>{"robot", "cart"}));
  EXPECT_EQ(cpp.info().footprints, (std::vector<std::vector<Vec2d>>{{}, footprint}));
  ASSERT_EQ(cpp.frame_count(), 2u);
  EXPECT_EQ(cpp.agent_count(1), 0u);
  Snapshot found;
  cpp.read(0, found);
  EXPECT_EQ(found.id, id);
  EXPECT_EQ(found.position, position);
  EXPECT_EQ(found.z, z);
  EXPECT_EQ(found.profile, (std::vector<std::uint32_t>{0, 0}));
}

TEST_F(CRecorder, WhatAKilledRunLeavesIsRecovered) {
  record(file("killed.h5"), of_scene());
  push_world();
  std::uint64_t flushed = 0, bytes = 0;
  while (flushed == 0) {
    accept(throng_recorder_get_written(recorder_, &flushed, &bytes), throng_recorder_error, recorder_);
  }
  refuse(throng_recover_recording(instance_, file("killed.h5").c_str(), nullptr, nullptr), THRONG_INPUT_OUTPUT,
         "killed.h5");
  std::filesystem::copy_file(file("killed.h5"), file("left.h5"));
  open(file("left.h5"));
  EXPECT_EQ(info().closed_cleanly, 0);
  EXPECT_NE(text(throng_recording_get_warning), "");
  EXPECT_EQ(warnings_, std::vector<std::string>{text(throng_recording_get_warning)});

  throng_recording* cut = nullptr;
  const std::uint64_t size = std::filesystem::file_size(file("left.h5"));
  accept(throng_recording_open_cut(instance_, file("left.h5").c_str(), size, &cut));
  throng_recording_destroy(cut);

  throng_recover_report report;
  throng_recover_report_init(&report, sizeof(report));
  accept(throng_recover_recording(instance_, file("left.h5").c_str(), file("whole.h5").c_str(), &report));
  EXPECT_EQ(report.already_clean, 0);
  EXPECT_EQ(report.frames, 1u);
  EXPECT_EQ(report.rows, 2u);
  EXPECT_EQ(report.last_time, 0.0);
  EXPECT_TRUE(Recording(file("whole.h5")).closed_cleanly());
  refuse(throng_recover_recording(instance_, file("left.h5").c_str(), file("whole.h5").c_str(), nullptr),
         THRONG_INPUT_OUTPUT, "whole.h5");
  accept(throng_recover_recording(instance_, file("left.h5").c_str(), nullptr, nullptr));
  EXPECT_TRUE(Recording(file("left.h5")).closed_cleanly());
}

TEST_F(CRecorder, WrongArgumentsOfRecordingAreNamed) {
  throng_recorder* none = nullptr;
  const std::string path = file("new.h5");
  throng_recorder_desc desc = of_scene();
  const auto refused = [&](std::string_view words) {
    refuse(throng_recorder_create(instance_, path.c_str(), &desc, &none), THRONG_INVALID_ARGUMENT, words);
    desc = of_scene();
    EXPECT_FALSE(std::filesystem::exists(path));
  };
  desc.time_step = -1.0;
  refused("desc.time_step is -1");
  desc.fps = 0.0;
  refused("desc.fps is 0");
  desc.heights = 2;
  refused("desc.heights is 2");
  desc.overwrite = 3;
  refused("desc.overwrite is 3");
  desc.profile_name_count = 1;
  refused("desc.profile_names");
  const char* const nobody[1] = {nullptr};
  desc.profile_names = nobody;
  desc.profile_name_count = 1;
  refused("desc.profile_names[0] is null");
  const throng_array untyped[1] = {{&desc, 1, 0, 0, THRONG_HOST, nullptr}};
  desc.footprints = untyped;
  desc.footprint_count = 1;
  refused("desc.footprints[0].type");
  desc.origin = {1.0, not_a_number};
  refused("origin.y");
  desc.struct_size = 8;
  refused("desc.struct_size");
  refuse(throng_recorder_create(instance_, nullptr, nullptr, &none), THRONG_INVALID_ARGUMENT, "path is null");
  refuse(throng_recorder_create(instance_, "/nowhere/a.h5", nullptr, &none), THRONG_INPUT_OUTPUT, "/nowhere/a.h5");
  spill(path, "precious");
  refuse(throng_recorder_create(instance_, path.c_str(), nullptr, &none), THRONG_INPUT_OUTPUT, "new.h5");
  EXPECT_EQ(slurp(path), "precious");
  EXPECT_EQ(none, nullptr);
  desc.overwrite = 1;
  record(path, desc);
  refuse(throng_recorder_push_world(recorder_, nullptr), THRONG_INVALID_ARGUMENT, "world is null",
         throng_recorder_error, recorder_);
  refuse(throng_recorder_push(recorder_, nullptr), THRONG_INVALID_ARGUMENT, "frame is null", throng_recorder_error,
         recorder_);
  refuse(throng_recorder_get_written(recorder_, nullptr, nullptr), THRONG_INVALID_ARGUMENT, "frames is null",
         throng_recorder_error, recorder_);
  EXPECT_EQ(throng_recorder_finish(nullptr), THRONG_NULL_HANDLE);
  EXPECT_STREQ(throng_recorder_error(nullptr), "");
}

}  // namespace
}  // namespace throng::test::c_recorder_tests
