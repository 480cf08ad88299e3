// throng/c/heights.h does what World::set_heights and height_at do.
#include "tests/contract/twin_worlds.hpp"

namespace throng::test::c_heights_tests {
namespace {

/// A slope of 0.3 along x, sampled 1 m apart in single precision, with a hole in its stride.
struct Map {
  Map() {
    for (int row = 0; row < rows; ++row) {
      for (int column = 0; column < columns; ++column) {
        z.push_back(0.3f * static_cast<float>(column));
        z.push_back(-1.0f);
      }
    }
    throng_heights_desc_init(&desc, sizeof(desc));
    desc.map = {z.data(), static_cast<std::uint64_t>(columns * rows), 8, THRONG_F32, THRONG_HOST, nullptr};
    desc.map_origin = {-2.0, -3.0};
    desc.map_columns = columns;
    desc.map_rows = rows;
    desc.outside = 0.5;
  }
  [[nodiscard]] Heights cpp() const {
    Heights heights;
    heights.map = HeightMap{{-2.0, -3.0}, 1.0, columns, rows, {}};
    for (std::size_t i = 0; i < z.size(); i += 2) heights.map->z.push_back(static_cast<double>(z[i]));
    heights.outside = 0.5;
    return heights;
  }
  static constexpr int columns = 20, rows = 7;
  std::vector<float> z;
  throng_heights_desc desc;
};

/// A ramp before a floor, and a table of slopes of its own.
struct Ramp {
  Ramp() {
    throng_heights_desc_init(&desc, sizeof(desc));
    floors[0] = {array_of(ramp), {2.0, 0.0}, 0.0, {0.25, 0.0}};
    floors[1] = {array_of(upper), {0.0, 0.0}, 1.0, {0.0, 0.0}};
    desc.floors = floors;
    desc.floor_count = 2;
    desc.slope_speed = slopes;
    desc.slope_speed_count = 2;
  }
  [[nodiscard]] Heights cpp() const {
    Heights heights;
    heights.floors = {{ramp, {2.0, 0.0}, 0.0, {0.25, 0.0}}, {upper, {}, 1.0, {}}};
    heights.slope_speed = {{0.0, 1.0}, {0.5, 0.4}};
    return heights;
  }
  std::vector<Vec2d> ramp{{2, -5}, {6, -5}, {6, 5}, {2, 5}}, upper{{6, -5}, {20, -5}, {20, 5}, {6, 5}};
  throng_floor floors[2];
  throng_slope_speed slopes[2] = {{0.0, 1.0}, {0.5, 0.4}};
  throng_heights_desc desc;
};

/// The read-back, given to another world.
Heights heights_of(const throng_heights_desc& desc) {
  Heights heights;
  if (desc.map.count > 0) {
    heights.map = HeightMap{cpp_vector(desc.map_origin), desc.map_spacing, desc.map_columns, desc.map_rows,
                            values_of<double>(desc.map)};
  }
  for (std::uint64_t i = 0; i < desc.floor_count; ++i) {
    const throng_floor& floor = desc.floors[i];
    heights.floors.push_back(
        {values_of<Vec2d>(floor.polygon), cpp_vector(floor.at), floor.z, cpp_vector(floor.gradient)});
  }
  heights.outside = desc.outside;
  heights.slope_speed.clear();
  for (std::uint64_t i = 0; i < desc.slope_speed_count; ++i) {
    heights.slope_speed.push_back({desc.slope_speed[i].slope, desc.slope_speed[i].factor});
  }
  EXPECT_EQ(desc.slopes_change_speed, heights.slope_speed.empty() ? 0 : 1);
  return heights;
}

struct Walkers : TwinWorlds {
  Walkers() {
    std::vector<AgentDescription> agents(4);
    for (std::size_t i = 0; i < agents.size(); ++i) {
      agents[i].position = {0.0, static_cast<double>(i)};
      agents[i].goal = Vec2d{12.0, static_cast<double>(i)};
    }
    add(agents);
  }
  void expect_read_back(const Heights& wanted) {
    throng_heights_desc read;
    throng_heights_desc_init(&read, sizeof(read));
    std::int32_t found = 0;
    accept(throng_world_get_heights(c, &read, &found));
    EXPECT_EQ(found, 1);
    EXPECT_EQ(heights_of(read), wanted);
  }
};

TEST(CHeights, ChangeSpeedsAsInTheCppWorld) {
  Walkers world;
  const Map map;
  const Ramp ramp;
  world.accept(throng_world_set_heights(world.c, &map.desc));
  world.cpp.set_heights(map.cpp());
  world.expect_read_back(map.cpp());
  world.expect_same(20);
  world.accept(throng_world_set_heights(world.c, &ramp.desc));
  world.cpp.set_heights(ramp.cpp());
  world.expect_read_back(ramp.cpp());
  world.expect_same(20);
  std::vector<double> z(4);
  throng_readout readout;
  throng_readout_init(&readout, sizeof(readout));
  readout.elevation = array_of(z);
  world.accept(throng_world_read(world.c, &readout));
  EXPECT_EQ(z, world.cpp.elevations());
  throng_heights_desc flat = ramp.desc;
  flat.slope_speed_count = 0;
  flat.slopes_change_speed = 0;
  Heights cpp_flat = ramp.cpp();
  cpp_flat.slope_speed.clear();
  world.accept(throng_world_set_heights(world.c, &flat));
  world.cpp.set_heights(cpp_flat);
  world.expect_read_back(cpp_flat);
  world.expect_same(5);
  world.accept(throng_world_clear_heights(world.c));
  world.cpp.clear_heights();
  std::int32_t found = 1;
  world.accept(throng_world_get_heights(world.c, &flat, &found));
  EXPECT_EQ(found, 0);
  EXPECT_EQ(flat.floor_count, 0u);
  EXPECT_EQ(flat.slopes_change_speed, 1);
  world.expect_same(5);
}

TEST(CHeights, OfPlacesWithoutAWorld) {
  const TwinWorlds world;
  const std::vector<Vec2d> places{{0, 0}, {3.5, 1.0}, {7, 7}, {12, -4.5}, {1e6, 0}};
  const Map map;
  const Ramp ramp;
  std::vector<double> z(places.size());
  const throng_array where = array_of(places), out = array_of(z);
  EXPECT_EQ(throng_height_at(world.instance, &map.desc, &where, &out), THRONG_OK);
  for (std::size_t i = 0; i < z.size(); ++i) EXPECT_EQ(z[i], height_at(map.cpp(), places[i]));
  EXPECT_EQ(throng_height_at(world.instance, &ramp.desc, &where, &out), THRONG_OK);
  for (std::size_t i = 0; i < z.size(); ++i) EXPECT_EQ(z[i], height_at(ramp.cpp(), places[i]));

  std::vector<throng_slope_speed> table(3);
  std::uint64_t count = 0;
  EXPECT_EQ(throng_get_standard_slope_speed(world.instance, table.data(), table.size(), &count), THRONG_OK);
  const std::vector<SlopeSpeed> standard = standard_slope_speed();
  ASSERT_EQ(count, standard.size());
  for (std::size_t i = 0; i < table.size(); ++i) {
    EXPECT_EQ((SlopeSpeed{table[i].slope, table[i].factor}), standard[i]);
  }
  const auto refuse = [&](throng_status status, const char* word) {
    EXPECT_EQ(status, THRONG_INVALID_ARGUMENT);
    EXPECT_NE(std::string(throng_instance_error(world.instance)).find(word), std::string::npos)
        << throng_instance_error(world.instance);
  };
  throng_array few = out;
  few.count = 4;
  refuse(throng_height_at(world.instance, &map.desc, &where, &few), "z.count is 4");
  refuse(throng_height_at(world.instance, &map.desc, nullptr, &out), "places is null");
  refuse(throng_height_at(world.instance, &map.desc, &where, nullptr), "z is null");
  refuse(throng_height_at(world.instance, nullptr, &where, &out), "desc is null");
  throng_heights_desc cut = map.desc;
  cut.map.count -= 1;
  refuse(throng_height_at(world.instance, &cut, &where, &out), "139 heights");
  refuse(throng_get_standard_slope_speed(world.instance, nullptr, 1, &count), "table is null");
  refuse(throng_get_standard_slope_speed(world.instance, nullptr, 0, nullptr), "count is null");
}

TEST(CHeights, RefusesByName) {
  Walkers world;
  const auto refuse = [&](const auto& change, std::initializer_list<std::string_view> words) {
    Map map;
    Ramp ramp;
    throng_heights_desc desc = map.desc;
    change(desc, ramp);
    world.refuse(throng_world_set_heights(world.c, &desc), words);
  };
  refuse([](auto& d, auto&) { d.struct_size = 8; }, {"desc.struct_size is 8"});
  refuse([](auto& d, auto&) { d.slopes_change_speed = 2; }, {"desc.slopes_change_speed is 2"});
  refuse([](auto& d, auto&) { d.map.data = nullptr; }, {"desc.map.data is null"});
  refuse([](auto& d, auto&) { d.map.type = THRONG_U32; }, {"desc.map.type", "THRONG_U32"});
  refuse([](auto& d, auto&) { d.map.stride = 6; }, {"desc.map"});
  refuse([](auto& d, auto&) { d.map = {}; }, {"0 heights", "20 columns"});
  refuse([](auto& d, auto&) { d.map_columns = UINT64_MAX; }, {"columns"});
  refuse([](auto& d, auto&) { d.map_spacing = not_a_number; }, {"spacing", "nan"});
  refuse([](auto& d, auto& ramp) { d.floors = ramp.floors, d.floor_count = 2; }, {"a map and there are floors"});
  refuse([](auto& d, auto&) { d.floors = nullptr, d.floor_count = 2; }, {"desc.floors is null"});
  refuse([](auto& d, auto& ramp) { d.floors = ramp.floors, d.floor_count = UINT64_MAX; }, {"desc.floors has"});
  refuse([](auto& d, auto& ramp) { d = ramp.desc, ramp.floors[1].polygon.type = 99; },
         {"desc.floors[1].polygon.type is 99"});
  refuse([](auto& d, auto& ramp) { d = ramp.desc, ramp.floors[1].z = not_a_number; }, {"floor 1", "nan"});
  refuse([](auto& d, auto&) { d.slope_speed_count = 1; }, {"desc.slope_speed is null"});
  refuse([](auto& d, auto& ramp) { d.slope_speed = ramp.slopes, d.slope_speed_count = 65; },
         {"desc.slope_speed has 65", "at most 64"});
  refuse([](auto& d, auto& ramp) { d = ramp.desc, d.slopes_change_speed = 0; },
         {"desc.slope_speed is given", "slopes_change_speed is 0"});
  refuse([](auto& d, auto& ramp) { d = ramp.desc, ramp.slopes[0].factor = 0.0; }, {"factor 0"});
  world.refuse(throng_world_set_heights(world.c, nullptr), {"desc is null"});
  world.refuse(throng_world_get_heights(world.c, nullptr, nullptr), {"desc is null"});
  EXPECT_EQ(throng_world_clear_heights(nullptr), THRONG_NULL_HANDLE);
  world.expect_same(3);
}

}  // namespace
}  // namespace throng::test::c_heights_tests
