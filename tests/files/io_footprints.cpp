// Footprints in recordings: there where a profile has one, and nothing else changes.
#include <fmt/format.h>

#include "host/io/hdf5.hpp"
#include "host/io/profile_footprints.hpp"
#include "host/io/recording_layout.hpp"
#include "tests/files/io_testing.hpp"
#include "throng/recording.hpp"

namespace throng::io_footprints_tests {
namespace {

using test::expect_error;
using test::expect_frame;
using test::fill_frame;

using Footprints = std::vector<std::vector<Vec2d>>;
const Footprints some_footprints{
    {}, {{-0.6, -0.35}, {0.6, -0.35}, {0.1, 0.35}}, {}, {{-6.0, -1.25}, {6.0, -1.0 / 3.0}, {6.0, 1.25}, {-6.0, 1.25}}};

class RecordedFootprints : public test::InFolder {
 protected:
  std::string record(const std::string& name, const Footprints& footprints, std::uint64_t frames = 8,
                     std::size_t agents = 40) const {
    RecordingInfo info;
    info.expected_agents = agents;
    info.footprints = footprints;
    Recorder recorder(file(name), info);
    Snapshot frame;
    for (std::uint64_t step = 0; step < frames; ++step) {
      fill_frame(frame, step, agents);
      recorder.push(frame);
    }
    recorder.finish();
    return file(name);
  }
  /// Overwrites one value of a dataset.
  void change(const std::string& path, const char* dataset, hsize_t entry, std::int64_t value) const {
    const hdf5::Lock lock;
    const hdf5::Handle opened(H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), H5Fclose, "opening");
    const hdf5::Handle data(H5Dopen2(opened, dataset, H5P_DEFAULT), H5Dclose, "opening");
    const hdf5::Handle space(H5Dget_space(data), H5Sclose, "a value");
    const hdf5::Handle memory(H5Screate(H5S_SCALAR), H5Sclose, "a value");
    const hsize_t at[2] = {entry, 0};
    hdf5::check(H5Sselect_elements(space, H5S_SELECT_SET, 1, at), "a value");
    hdf5::check(H5Dwrite(data, H5T_NATIVE_INT64, memory, space, H5P_DEFAULT, &value), "a value");
  }
};

TEST_F(RecordedFootprints, ComeBackToTheBit) {
  const Recording recording(record("run.h5", some_footprints));
  EXPECT_EQ(recording.info().footprints, some_footprints);
  ASSERT_EQ(recording.frame_count(), 8u);
  Snapshot frame;
  recording.read(7, frame);
  expect_frame(frame, 7, 40);
}

TEST_F(RecordedFootprints, TakeNothingWhereAllAreDiscs) {
  for (const Footprints& discs : {Footprints{}, Footprints{{}, {}}}) {
    const std::string path = record("discs.h5", discs);
    EXPECT_TRUE(Recording(path).info().footprints.empty());
    const hdf5::Lock lock;
    const hdf5::Handle opened(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose, "opening");
    EXPECT_EQ(H5Lexists(opened, recording_layout::footprint_offset, H5P_DEFAULT), 0);
    EXPECT_EQ(H5Lexists(opened, recording_layout::footprint_vertex, H5P_DEFAULT), 0);
    std::filesystem::remove(path);
  }
}

TEST_F(RecordedFootprints, AreWrittenOnce) {
  const auto size = [&](const std::string& name, const Footprints& footprints, std::uint64_t frames) {
    return static_cast<std::int64_t>(std::filesystem::file_size(record(name, footprints, frames)));
  };
  const std::int64_t few = size("a.h5", some_footprints, 2) - size("b.h5", {}, 2);
  const std::int64_t many = size("c.h5", some_footprints, 200) - size("d.h5", {}, 200);
  EXPECT_NEAR(static_cast<double>(few), static_cast<double>(many), 64.0);
}

TEST_F(RecordedFootprints, SurviveRecovery) {
  const std::string whole = record("run.h5", some_footprints, 200, 700);
  recover_recording(whole, file("copy.h5"));
  const std::string bytes = test::slurp(whole);
  test::spill(file("cut.h5"), bytes.substr(0, bytes.size() - bytes.size() / 19));
  EXPECT_GE(recover_recording(file("cut.h5"), file("recovered.h5")).frames, 1u);
  for (const char* name : {"copy.h5", "recovered.h5"}) {
    EXPECT_EQ(Recording(file(name)).info().footprints, some_footprints) << name;
  }
}

TEST_F(RecordedFootprints, ATableWithoutSenseIsDamage) {
  const char* offset = recording_layout::footprint_offset;
  const std::int64_t wrong[][2] = {{0, 1}, {1, 4}, {2, -1}, {4, 8}, {4, 6}};
  for (const auto& [entry, value] : wrong) {
    const std::string path = record("run.h5", some_footprints, 2);
    change(path, offset, static_cast<hsize_t>(entry), value);
    expect_error(ErrorCode::corrupt_file, "table of footprints", [&] { Recording recording(path); });
    std::filesystem::remove(path);
  }
}

TEST_F(RecordedFootprints, MustBeFinite) {
  RecordingInfo info;
  info.footprints = {{{0.0, std::nan("")}, {1.0, 0.0}, {0.0, 1.0}}};
  expect_error(ErrorCode::invalid_argument, "footprint vertex = nan", [&] { Recorder recorder(file("a.h5"), info); });
}

TEST(ProfileFootprints, AreThoseOfTheWorld) {
  World world({.executor = ExecutorKind::cpu, .threads = 1});
  world.add_profile({});
  EXPECT_TRUE(profile_footprints(world).empty());
  const std::vector<Vec2d> triangle{{1.0, 0.0}, {-1.0, 1.0}, {-1.0, -1.0}};
  Profile cart;
  world.add_footprint(std::vector<Vec2d>{{2.0, 0.0}, {-1.0, 1.0}, {-1.0, -1.0}});
  cart.footprint = world.add_footprint(triangle);
  world.add_profile(cart);
  const auto found = profile_footprints(world);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_TRUE(found[0].empty());
  EXPECT_EQ(found[1], triangle);
}

}  // namespace
}  // namespace throng::io_footprints_tests
