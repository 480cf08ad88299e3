// throng/c/navigation.h does what World::find_way and its kin do.
#include <string>

#include "tests/contract/twin_worlds.hpp"

namespace throng::test::c_navigation_tests {
namespace {

/// A room of 10 m with a wall across it, a door of 1 m at its upper end, and a goal line behind it.
struct Room : TwinWorlds {
  Room() {
    add_wall({{0, 0}, {0, 10}, {10, 10}, {10, 0}}, true);
    add_wall({{5, 0}, {5, 9}}, false);
    goal = add_goal_line({{9, 1}, {9, 2}});
    other = add_goal_line({{1, 8}, {1, 9}});
  }
  void find_way(const FlowFieldOptions& options) {
    throng_way_options given;
    throng_way_options_init(&given, sizeof(given));
    given.cell_size = options.cell_size;
    given.clearance = options.clearance;
    given.wall_cost = options.wall_cost;
    accept(throng_world_find_way(c, goal, &given));
    cpp.find_way({goal}, options);
  }
  void add_agents() {
    std::vector<AgentDescription> agents(9);
    for (std::size_t i = 0; i < agents.size(); ++i) {
      agents[i].position = {1.0 + static_cast<double>(i % 3), 1.0 + static_cast<double>(i / 3)};
      agents[i].goal_region = GoalIndex{goal};
    }
    add(agents);
  }
  std::uint32_t goal = THRONG_NONE, other = THRONG_NONE;
};

TEST(CNavigation, LeadsAsTheCppWorldDoes) {
  Room room;
  throng_way_options read;
  throng_way_options_init(&read, sizeof(read));
  std::int32_t found = -1;
  read.cell_size = 0.0;
  room.accept(throng_world_get_way_options(room.c, room.goal, &read, &found));
  EXPECT_EQ(found, 0);
  EXPECT_EQ(read.cell_size, FlowFieldOptions{}.cell_size);
  room.find_way({0.2, 0.5, 1.5});
  room.accept(throng_world_find_way(room.c, room.other, nullptr));
  room.cpp.find_way({room.other});
  room.accept(throng_world_get_way_options(room.c, room.goal, &read, &found));
  EXPECT_EQ(found, 1);
  EXPECT_EQ((FlowFieldOptions{read.cell_size, read.clearance, read.wall_cost}), room.cpp.way_options({room.goal}));
  room.accept(throng_world_get_way_options(room.c, room.other, &read, nullptr));
  EXPECT_EQ((FlowFieldOptions{read.cell_size, read.clearance, read.wall_cost}), FlowFieldOptions{});
  room.add_agents();
  room.accept(throng_world_prepare_navigation(room.c));
  room.cpp.prepare_navigation();
  for (const Vec2d place : {Vec2d{1, 1}, Vec2d{8, 2}, Vec2d{9, 1.5}, Vec2d{20, 1}}) {
    throng_way way;
    throng_way_init(&way, sizeof(way));
    room.accept(throng_world_get_way(room.c, room.goal, c_vector(place), &way));
    const WaySample sample = room.cpp.way({room.goal}, place);
    EXPECT_EQ(cpp_vector(way.direction), sample.direction);
    EXPECT_EQ(way.way, sample.way);
    EXPECT_EQ(way.sees_goal, sample.sees_goal ? 1 : 0);
    EXPECT_EQ(way.reached, sample.reached ? 1 : 0);
  }
  room.expect_same(40);
}

struct Asked {
  int calls = 0, most = 0;
  double last = -1.0;
  std::string what;
};
std::int32_t ask(const char* what, double done, void* user) {
  auto& asked = *static_cast<Asked*>(user);
  asked.what = what;
  EXPECT_GE(done, asked.last);
  EXPECT_LE(done, 1.0);
  asked.last = done;
  return ++asked.calls < asked.most ? 0 : 7;
}

TEST(CNavigation, CanBeCancelledAndGoesOn) {
  Room room;
  room.find_way({0.05, 0.6, 2.0});
  room.add_agents();
  Asked twice{0, 2, -1.0, {}}, always{0, 1 << 30, -1.0, {}};
  room.accept(throng_world_set_progress(room.c, ask, &twice));
  room.refuse(throng_world_prepare_navigation(room.c), {"cancelled"}, THRONG_CANCELLED);
  EXPECT_EQ(twice.calls, 2);
  room.accept(throng_world_set_progress(room.c, ask, &always));
  room.accept(throng_world_prepare_navigation(room.c));
  EXPECT_EQ(always.what, "navigation");
  EXPECT_GT(always.last, 0.9);
  room.accept(throng_world_set_progress(room.c, nullptr, nullptr));
  room.expect_same(5);
}

TEST(CNavigation, NamesWhoCannotReachAGoal) {
  Room room;
  room.find_way({});
  room.add_wall({{7, 7}, {8, 7}, {8, 8}, {7, 8}, {7, 7}}, false);
  AgentDescription caught;
  caught.position = {7.5, 7.5};
  caught.goal_region = GoalIndex{room.goal};
  room.add({caught});
  room.refuse(throng_world_prepare_navigation(room.c), {"agent 0 at (7.5, 7.5)"}, THRONG_UNREACHABLE);
  room.refuse(throng_world_step(room.c, 1), {"agent 0"}, THRONG_UNREACHABLE);
}

TEST(CNavigation, LendsTheTextsOfBlockedWays) {
  Room room;
  const char* const* texts = nullptr;
  std::uint64_t count = 7;
  room.accept(throng_world_get_blocked_ways(room.c, &texts, &count));
  EXPECT_EQ(count, 0u);
  EXPECT_EQ(texts, nullptr);
  room.find_way({});
  const std::vector<Vec2d> far{{-3, 5}};
  throng_source_kind kind{};
  kind.share = 1.0;
  const std::vector<double> time{1.0};
  throng_source_desc source;
  throng_source_desc_init(&source, sizeof(source));
  source.kinds = &kind;
  source.kind_count = 1;
  source.region = array_of(far);
  source.goal_region = room.goal;
  source.times = array_of(time);
  for (const char* name : {"out", "farther out"}) {
    source.name = name;
    std::uint32_t row;
    room.accept(throng_world_add_source(room.c, &source, &row));
    Source same;
    same.name = name;
    same.region = far;
    same.kinds = {{}};
    same.goal_region = GoalIndex{room.goal};
    same.times = time;
    room.cpp.add_source(same);
  }
  room.accept(throng_world_get_blocked_ways(room.c, &texts, &count));
  const std::vector<std::string> wanted = room.cpp.blocked_ways();
  ASSERT_EQ(count, 2u);
  EXPECT_EQ((std::vector<std::string>{texts, texts + count}), wanted);
}

TEST(CNavigation, RefusesByName) {
  Room room;
  room.find_way({});
  room.add_agents();
  std::int32_t found = 0;
  std::uint64_t count = 0;
  const char* const* texts = nullptr;
  throng_way_options options;
  throng_way way;
  throng_way_options_init(&options, sizeof(options));
  throng_way_init(&way, sizeof(way));
  room.refuse(throng_world_find_way(room.c, 7, nullptr), {"goal 7", "has 2"});
  for (double throng_way_options::*member :
       {&throng_way_options::cell_size, &throng_way_options::clearance, &throng_way_options::wall_cost}) {
    throng_way_options bad = options;
    bad.*member = not_a_number;
    room.refuse(throng_world_find_way(room.c, room.goal, &bad), {"nan"});
    bad.*member = -1.0;
    room.refuse(throng_world_find_way(room.c, room.goal, &bad), {"-1"});
  }
  options.struct_size = 12;
  room.refuse(throng_world_find_way(room.c, room.goal, &options), {"options.struct_size", "12"});
  room.refuse(throng_world_get_way_options(room.c, room.goal, &options, nullptr), {"options.struct_size", "12"});
  throng_way_options_init(&options, sizeof(options));
  room.refuse(throng_world_get_way_options(room.c, room.goal, nullptr, nullptr), {"options is null"});
  room.refuse(throng_world_get_way_options(room.c, 9, &options, &found), {"goal 9"});
  room.refuse(throng_world_get_way(room.c, room.other, {1, 1}, &way), {"goal 1", "no flow field"});
  room.refuse(throng_world_get_way(room.c, room.goal, {not_a_number, 1}, &way), {"place", "nan"});
  room.refuse(throng_world_get_way(room.c, room.goal, {1, 1}, nullptr), {"way is null"});
  room.refuse(throng_world_get_blocked_ways(room.c, nullptr, &count), {"texts is null"});
  room.refuse(throng_world_get_blocked_ways(room.c, &texts, nullptr), {"count is null"});
  EXPECT_EQ(throng_world_find_way(nullptr, 0, nullptr), THRONG_NULL_HANDLE);
  EXPECT_EQ(throng_world_prepare_navigation(nullptr), THRONG_NULL_HANDLE);
  room.expect_same(3);
}

}  // namespace
}  // namespace throng::test::c_navigation_tests
