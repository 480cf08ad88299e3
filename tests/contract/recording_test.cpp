// Recordings are read through C as through throng::Recording.
#include "tests/contract/recording_fixture.hpp"

namespace throng::test::c_recording_tests {
namespace {

/// All columns of a readout, in arrays.
struct Columns {
  explicit Columns(std::size_t count)
      : id(count), position(count), velocity(count), heading(count), aim_point(count), profile(count), z(count) {
    throng_readout_init(&readout, sizeof(readout));
    readout.id = array_of(id);
    readout.position = array_of(position);
    readout.velocity = array_of(velocity);
    readout.heading = array_of(heading);
    readout.aim_point = array_of(aim_point);
    readout.profile = array_of(profile);
    readout.elevation = array_of(z);
  }
  std::vector<std::int64_t> id;
  std::vector<Vec2d> position, velocity, heading, aim_point;
  std::vector<std::uint32_t> profile;
  std::vector<double> z;
  throng_readout readout;
};

TEST_F(CRecording, IsReadAsThroughCpp) {
  run_recorded(file("c.h5"));
  finish();
  open(file("c.h5"));
  const Recording cpp(file("c.h5"));
  const throng_recording_info found = info();
  EXPECT_EQ(found.closed_cleanly, 1);
  EXPECT_EQ(found.fps, cpp.info().fps);
  EXPECT_EQ(found.time_step, cpp.info().time_step);
  EXPECT_EQ(found.origin.x, cpp.info().origin.x);
  EXPECT_EQ(found.every, cpp.info().every);
  EXPECT_EQ(found.frames, cpp.frame_count());
  EXPECT_EQ(found.lost_frames, 0u);
  EXPECT_EQ(found.rows, cpp.row_count());
  EXPECT_EQ(found.aim_points + found.heights, 2);
  EXPECT_EQ(text(throng_recording_get_path), file("c.h5"));
  EXPECT_EQ(text(throng_recording_get_warning), "");
  EXPECT_EQ(text(throng_recording_get_geometry), cpp.info().wkt_geometry);
  EXPECT_EQ(text(throng_recording_get_scenario), cpp.info().scenario_json);
  EXPECT_EQ(text(throng_recording_get_version), cpp.info().version);
  EXPECT_EQ(text(throng_recording_get_executor), "cpu");
  const char* const* names = nullptr;
  const throng_outline* footprints = nullptr;
  std::uint64_t count = 0;
  accepted(throng_recording_get_profile_names(recording_, &names, &count));
  EXPECT_EQ(std::vector<std::string>(names, names + count), cpp.info().profile_names);
  accepted(throng_recording_get_footprints(recording_, &footprints, &count));
  ASSERT_EQ(count, cpp.info().footprints.size());
  for (std::size_t i = 0; i < count; ++i) {
    EXPECT_EQ(values_of<Vec2d>(footprints[i].vertices), cpp.info().footprints[i]);
  }
  for (std::uint64_t k = 0; k < found.frames; ++k) {
    Snapshot wanted;
    cpp.read(k, wanted);
    throng_frame_info frame;
    throng_frame_info_init(&frame, sizeof(frame));
    accepted(throng_recording_get_frame(recording_, k, &frame));
    EXPECT_EQ(frame.time, wanted.time);
    EXPECT_EQ(frame.step, wanted.step);
    EXPECT_EQ(frame.state_hash, wanted.state_hash);
    ASSERT_EQ(frame.agents, wanted.id.size());
    Columns columns(frame.agents);
    accepted(throng_recording_read(recording_, k, &columns.readout));
    EXPECT_EQ(columns.id, wanted.id);
    EXPECT_EQ(columns.position, wanted.position);
    EXPECT_EQ(columns.velocity, wanted.velocity);
    EXPECT_EQ(columns.heading, wanted.heading);
    EXPECT_EQ(columns.aim_point, wanted.aim_point);
    EXPECT_EQ(columns.profile, wanted.profile);
    EXPECT_EQ(columns.z, wanted.z);
  }
}

TEST_F(CRecording, AnAgentIsReadThroughAllFrames) {
  run_recorded(file("c.h5"));
  finish();
  open(file("c.h5"));
  std::vector<std::uint64_t> frame(frames, 99), short_frame(2);
  std::vector<double> time(frames), z(frames);
  std::vector<Vec2d> position(frames), aim_point(frames);
  throng_track track;
  throng_track_init(&track, sizeof(track));
  track.frame = {frame.data(), frame.size(), 0, THRONG_U64, THRONG_HOST, nullptr};
  track.time = array_of(time);
  track.position = array_of(position);
  track.aim_point = array_of(aim_point);
  track.elevation = array_of(z);
  std::uint64_t count = 0;
  const Recording cpp(file("c.h5"));
  for (const std::int64_t id : {0, 1, 7}) {
    accepted(throng_recording_read_agent(recording_, id, &track, &count));
    std::uint64_t row = 0;
    for (std::uint64_t k = 0; k < cpp.frame_count(); ++k) {
      Snapshot wanted;
      cpp.read(k, wanted);
      for (std::size_t i = 0; i < wanted.id.size(); ++i) {
        if (wanted.id[i] != id) continue;
        ASSERT_LT(row, count);
        EXPECT_EQ(frame[row], k);
        EXPECT_EQ(time[row], wanted.time);
        EXPECT_EQ(position[row], wanted.position[i]);
        EXPECT_EQ(aim_point[row], wanted.aim_point[i]);
        EXPECT_EQ(z[row], 2.0);
        ++row;
      }
    }
    EXPECT_EQ(count, row);
    EXPECT_EQ(count, id == 0 ? frames : id == 7 ? 0u : row);
  }
  accepted(throng_recording_read_agent(recording_, 0, nullptr, &count));
  EXPECT_EQ(count, frames);
  throng_track_init(&track, sizeof(track));
  track.frame = {short_frame.data(), short_frame.size(), 0, THRONG_U64, THRONG_HOST, nullptr};
  accepted(throng_recording_read_agent(recording_, 0, &track, &count));
  EXPECT_EQ(count, frames);
  EXPECT_EQ(short_frame, (std::vector<std::uint64_t>{0, 1}));
  cancels_ = "track";
  refuse(throng_recording_read_agent(recording_, 0, nullptr, &count), THRONG_CANCELLED, "track", throng_recording_error,
         recording_);
}

TEST_F(CRecording, WrongArgumentsOfReadingAreNamed) {
  throng_recording* none = nullptr;
  refuse(throng_recording_open(instance_, nullptr, &none), THRONG_INVALID_ARGUMENT, "path is null");
  refuse(throng_recording_open(instance_, "a.h5", nullptr), THRONG_INVALID_ARGUMENT, "recording is null");
  refuse(throng_recording_open(instance_, file("none.h5").c_str(), &none), THRONG_INPUT_OUTPUT, "none.h5");
  spill(file("text.h5"), "not HDF5 at all");
  refuse(throng_recording_open(instance_, file("text.h5").c_str(), &none), THRONG_CORRUPT_FILE, "text.h5");
  EXPECT_EQ(none, nullptr);
  throng_recorder_desc desc = of_scene();
  desc.aim_points = desc.heights = 0;
  record(file("c.h5"), desc);
  push_world();
  finish();
  open(file("c.h5"));
  const auto refused = [&](throng_status status, std::string_view words) {
    refuse(status, THRONG_INVALID_ARGUMENT, words, throng_recording_error, recording_);
  };
  Columns columns(2);
  refused(throng_recording_read(recording_, 0, nullptr), "readout is null");
  refused(throng_recording_read(recording_, 0, &columns.readout), "readout.aim_point is given");
  columns.readout.aim_point = {};
  refused(throng_recording_read(recording_, 1, &columns.readout), "frame 1");
  columns.readout.position.count = 1;
  refused(throng_recording_read(recording_, 0, &columns.readout), "readout.position.count is 1");
  columns.readout.position = columns.readout.id;
  refused(throng_recording_read(recording_, 0, &columns.readout), "readout.position.type");
  columns.readout.position = {};
  columns.readout.handle = columns.readout.id;
  refused(throng_recording_read(recording_, 0, &columns.readout), "readout.handle is given");
  columns.readout.handle = {};
  columns.readout.struct_size = 1;
  refused(throng_recording_read(recording_, 0, &columns.readout), "readout.struct_size");
  columns.readout.struct_size = sizeof(throng_readout);
  accepted(throng_recording_read(recording_, 0, &columns.readout));
  EXPECT_EQ(columns.z, (std::vector<double>{0.0, 0.0}));
  std::uint64_t count = 0;
  throng_track track;
  throng_track_init(&track, sizeof(track));
  track.time = columns.readout.id;
  refused(throng_recording_read_agent(recording_, 0, &track, &count), "track.time.type");
  refused(throng_recording_read_agent(recording_, 0, nullptr, nullptr), "count is null");
  refused(throng_recording_get_path(recording_, nullptr), "path is null");
  refused(throng_recording_get_frame(recording_, 0, nullptr), "info is null");
  EXPECT_EQ(throng_recording_read(nullptr, 0, &columns.readout), THRONG_NULL_HANDLE);
  EXPECT_STREQ(throng_recording_error(nullptr), "");
}

}  // namespace
}  // namespace throng::test::c_recording_tests
