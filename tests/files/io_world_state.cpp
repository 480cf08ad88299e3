#include "host/world_state.hpp"

#include <sys/resource.h>
#include <sys/wait.h>

#include <bit>
#include <csignal>
#include <cstdlib>
#include <limits>
#include <random>

#include "host/io/sealed_file.hpp"
#include "host/io/world_state_schema.hpp"
#include "tests/files/io_testing.hpp"

namespace throng::io_world_state_tests {
namespace {

using test::expect_error;

/// Every field differs from its default and from its neighbors.
WorldState some_state(std::size_t agents) {
  WorldState state;
  state.options = {ExecutorKind::cpu,
                   0.05,
                   0xfedcba9876543210u,
                   3,
                   Responsibility::side,
                   NeighborQuery::range,
                   false,
                   false,
                   0.125,
                   ContactPass{23},
                   StuckAgents{7.5, 0.3, StuckRelief::none, 2.5},
                   2.5};
  Profile profile;
  profile.radius = 0.1 + 0.2;
  profile.escape_time = 0.5;
  profile.max_neighbors = 17;
  state.profiles = {profile, Profile::rvo2(), Profile::walker()};
  state.profiles[1].max_acceleration = 5e-324;
  state.profiles[1].on_arrival = OnArrival::remove;
  state.profiles[2].radius = 0.2;
  state.profiles[2].arrival_tolerance = 0.0;
  state.profiles[2].velocity_blend = 1.0 / 3.0;
  state.profiles[0].max_turning_rate = 0.7;
  state.profiles[2].min_heading_speed = 0.1;
  state.footprints = {{{{-1.0, -1.0}, {0.1, -1.0}, {1.0 / 3.0, 2.0}}}};
  state.profiles[1].footprint = FootprintIndex{0};
  state.profiles[1].brakes_when_blocked = true;
  state.profiles[2].density_speed = DensitySpeed{1.5, 6.0, 2.5, 1.0 / 3.0, 0.125};
  state.heights.emplace();
  state.heights->map = HeightMap{{350000.5, -2.0}, 0.75, 3, 2, {1.0, -0.0, 1e5, 0.1, 2.0, -1e5}};
  state.heights->outside = 7.25;
  state.heights->slope_speed = {{-0.5, 0.25}, {0.0, 1.0}, {1.0 / 3.0, 0.75}};
  state.goals = {{false, {{1, 2}, {3, 4}}}, {true, {{5600000.123456789, -0.0}, {1, 0}, {1, 1}, {0, 1}}}};
  state.obstacles = {{4, 2, true, {{0, 0}, {1, 0}, {1, 1}}}, {9, 0, false, {{7, 8}, {9, 10}}}};
  state.obstacle_generations = {5, 6, 7, 8};
  state.free_obstacle_slots = {3, 1};
  state.next_obstacle_id = 12;
  state.first_generation = 77;
  std::mt19937_64 random(2);
  for (std::size_t i = 0; i < agents; ++i) {
    AgentRecord agent;
    std::uint32_t count = 0;
#define THRONG_FIELD(name, record_type, array_type) \
  agent.name =                                      \
      static_cast<record_type>(static_cast<record_type>(random() % 1000000) / static_cast<record_type>(7 + count++));
    THRONG_AGENT_FIELDS(THRONG_FIELD)
#undef THRONG_FIELD
    agent.id = static_cast<AgentId>(i * 5 + 1);
    agent.slot = static_cast<std::uint32_t>(agents - i);
    agent.profile = static_cast<std::uint32_t>(i % 3);
    agent.goal = static_cast<std::int32_t>(i % 4) - 2;
    agent.position_x = -0.0;
    if (i % 3 == 0) agent.priority = std::numeric_limits<double>::infinity();
    state.agents.push_back(agent);
  }
  state.agent_generations.resize(agents + 1);
  for (std::uint32_t& generation : state.agent_generations) generation = static_cast<std::uint32_t>(random());
  state.free_agent_slots = {0};
  state.used_ids = {0, limits::max_id};
  state.origin = {350000.25, -1e-300};
  state.origin_fixed = true;
  state.statistics = {1, 2, 3, 4, 5, std::numeric_limits<std::uint64_t>::max(), 6, 7};
  state.options.stuck = StuckAgents{4.5, 0.25, StuckRelief::none, 0.75};
  return state;
}

template <typename T>
bool same_bits(T a, T b) {
  if constexpr (std::is_same_v<T, double>) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
  } else {
    return a == b;
  }
}

void expect_same(const WorldState& a, const WorldState& b) {
  EXPECT_EQ(a.options.executor, b.options.executor);
  EXPECT_EQ(a.options.time_step, b.options.time_step);
  EXPECT_EQ(a.options.seed, b.options.seed);
  EXPECT_EQ(a.options.threads, b.options.threads);
  EXPECT_EQ(a.options.responsibility, b.options.responsibility);
  EXPECT_EQ(a.options.neighbor_query, b.options.neighbor_query);
  EXPECT_EQ(a.options.break_symmetry, b.options.break_symmetry);
  EXPECT_EQ(a.options.leave_obstacles, b.options.leave_obstacles);
  EXPECT_EQ(a.options.preferred_velocity_noise, b.options.preferred_velocity_noise);
  EXPECT_EQ(a.options.cell_size, b.options.cell_size);
  EXPECT_EQ(a.options.contact, b.options.contact);
  EXPECT_EQ(a.options.stuck, b.options.stuck);
  EXPECT_TRUE(a.profiles == b.profiles);
  ASSERT_EQ(a.footprints.size(), b.footprints.size());
  for (std::size_t i = 0; i < a.footprints.size(); ++i) {
    EXPECT_EQ(a.footprints[i].vertices, b.footprints[i].vertices);
  }
  EXPECT_EQ(a.heights, b.heights);
  ASSERT_EQ(a.goals.size(), b.goals.size());
  for (std::size_t i = 0; i < a.goals.size(); ++i) {
    EXPECT_EQ(a.goals[i].closed, b.goals[i].closed);
    EXPECT_EQ(a.goals[i].vertices, b.goals[i].vertices);
  }
  ASSERT_EQ(a.obstacles.size(), b.obstacles.size());
  for (std::size_t i = 0; i < a.obstacles.size(); ++i) {
    EXPECT_EQ(a.obstacles[i].id, b.obstacles[i].id);
    EXPECT_EQ(a.obstacles[i].slot, b.obstacles[i].slot);
    EXPECT_EQ(a.obstacles[i].closed, b.obstacles[i].closed);
    EXPECT_EQ(a.obstacles[i].vertices, b.obstacles[i].vertices);
  }
  EXPECT_EQ(a.obstacle_generations, b.obstacle_generations);
  EXPECT_EQ(a.free_obstacle_slots, b.free_obstacle_slots);
  EXPECT_EQ(a.next_obstacle_id, b.next_obstacle_id);
  ASSERT_EQ(a.agents.size(), b.agents.size());
  for (std::size_t i = 0; i < a.agents.size(); ++i) {
#define THRONG_FIELD(name, record_type, array_type) \
  EXPECT_TRUE(same_bits(a.agents[i].name, b.agents[i].name)) << #name << " of agent " << i;
    THRONG_AGENT_FIELDS(THRONG_FIELD)
#undef THRONG_FIELD
  }
  EXPECT_EQ(a.agent_generations, b.agent_generations);
  EXPECT_EQ(a.first_generation, b.first_generation);
  EXPECT_EQ(a.free_agent_slots, b.free_agent_slots);
  EXPECT_EQ(a.used_ids, b.used_ids);
  EXPECT_EQ(a.origin, b.origin);
  EXPECT_EQ(a.origin_fixed, b.origin_fixed);
  EXPECT_EQ(a.statistics.steps, b.statistics.steps);
  EXPECT_EQ(a.statistics.agent_steps, b.statistics.agent_steps);
  EXPECT_EQ(a.statistics.arrived, b.statistics.arrived);
  EXPECT_EQ(a.statistics.infeasible, b.statistics.infeasible);
  EXPECT_EQ(a.statistics.wall_crossings, b.statistics.wall_crossings);
  EXPECT_EQ(a.statistics.neighbor_cap_hits, b.statistics.neighbor_cap_hits);
}

using WorldStateTest = test::InFolder;

TEST_F(WorldStateTest, ComesBackToTheBit) {
  for (const std::size_t agents : {0u, 1u, 1000u}) {
    const WorldState state = some_state(agents);
    save_world_state(file("w.h5"), state);  // over the one before
    expect_same(load_world_state(file("w.h5")), state);
  }
  EXPECT_EQ(files_in_folder(), 1u);
}

TEST_F(WorldStateTest, EmptyWorldComesBack) {
  save_world_state(file("w.h5"), {});
  expect_same(load_world_state(file("w.h5")), {});
}

TEST_F(WorldStateTest, RefusesToSaveWhatCannotBe) {
  const auto refuse = [&](const char* part, auto change) {
    WorldState state = some_state(4);
    change(state);
    expect_error(ErrorCode::invalid_argument, part, [&] { save_world_state(file("w.h5"), state); });
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  refuse("agents[2].velocity_y is NaN", [&](WorldState& s) { s.agents[2].velocity_y = nan; });
  refuse("profiles[0].escape_time is NaN", [&](WorldState& s) { s.profiles[0].escape_time = nan; });
  refuse("goals[1].vertices.y is NaN", [&](WorldState& s) { s.goals[1].vertices[3].y = nan; });
  refuse("agents[3].profile = 3, but there are 3", [](WorldState& s) { s.agents[3].profile = 3; });
  refuse("agents[0].goal = 2, but there are 2", [](WorldState& s) { s.agents[0].goal = 2; });
  refuse("agents[1] is not in ascending order", [](WorldState& s) { std::swap(s.agents[0], s.agents[1]); });
  refuse("agents[3] has a slot that is taken already", [](WorldState& s) {
    s.free_agent_slots = {1};
    s.agents[0].slot = 1;
  });
  EXPECT_EQ(files_in_folder(), 0u);
}

TEST_F(WorldStateTest, EveryCutIsSeen) {
  save_world_state(file("w.h5"), some_state(20));
  const std::string whole = test::slurp(file("w.h5"));
  for (std::size_t length = 0; length < whole.size(); length += length < 1024 ? 1 : 97) {
    test::spill(file("cut.h5"), whole.substr(0, length));
    expect_error(ErrorCode::corrupt_file, "cut.h5", [&] { load_world_state(file("cut.h5")); });
  }
  test::spill(file("cut.h5"), whole + '\0');
  expect_error(ErrorCode::corrupt_file, "should have", [&] { load_world_state(file("cut.h5")); });
}

TEST_F(WorldStateTest, EveryFlippedBitIsSeen) {
  save_world_state(file("w.h5"), some_state(20));
  std::string bytes = test::slurp(file("w.h5"));
  std::mt19937_64 random(8);
  for (int i = 0; i < 2000; ++i) {
    const std::size_t at = i < 600 ? static_cast<std::size_t>(i) : random() % bytes.size();
    const char mask = static_cast<char>(1 << (random() % 8));
    bytes[at] ^= mask;
    test::spill(file("flip.h5"), bytes);
    expect_error(ErrorCode::corrupt_file, "flip.h5", [&] { load_world_state(file("flip.h5")); });
    bytes[at] ^= mask;
  }
  test::spill(file("flip.h5"), bytes);
  EXPECT_NO_THROW(load_world_state(file("flip.h5")));
}

TEST_F(WorldStateTest, OtherFilesAreClearErrors) {
  expect_error(ErrorCode::input_output, "No such file", [&] { load_world_state(file("missing.h5")); });
  expect_error(ErrorCode::input_output, "folder", [&] { load_world_state(folder_.string()); });
  test::spill(file("text"), std::string(5000, 'x'));
  expect_error(ErrorCode::corrupt_file, "not a saved state", [&] { load_world_state(file("text")); });
  expect_error(ErrorCode::input_output, "no folder", [&] { save_world_state(file("missing/w.h5"), some_state(1)); });
  expect_error(ErrorCode::input_output, "not a regular file",
               [&] { save_world_state(folder_.string(), some_state(1)); });
}

TEST_F(WorldStateTest, AFootprintThatCannotBeIsRefused) {
  WorldState state = some_state(1);
  state.profiles[1].footprint = FootprintIndex{1};
  expect_error(ErrorCode::invalid_argument, "profiles[1].footprint = 1, but there are 1",
               [&] { save_world_state(file("w.h5"), state); });
  state = some_state(1);
  state.footprints[0].vertices[0] = {5.0, 5.0};
  expect_error(ErrorCode::invalid_argument, "footprints[0]", [&] { save_world_state(file("w.h5"), state); });
}

TEST_F(WorldStateTest, ANewerFormatSaysSo) {
  save_world_state(file("w.h5"), some_state(1));
  std::string bytes = test::slurp(file("w.h5"));
  constexpr std::uint64_t newest = world_state_schema::format_version;
  bytes[8] = static_cast<char>(newest + 1);
  test::spill(file("w.h5"), bytes);
  expect_error(ErrorCode::corrupt_file,
               fmt::format("format {}; this version of Throng reads formats 2 to {}", newest + 1, newest),
               [&] { load_world_state(file("w.h5")); });
}

/// What came after it is as it was without it.
TEST_F(WorldStateTest, AnOlderFormatIsRead) {
  const WorldState state = some_state(5);
  save_world_state(file("w.h5"), state);
  WorldState expected = state;
  for (Profile& profile : expected.profiles) profile.density_speed.reset();
  expected.heights.reset();
  expected.options.stuck.reset();
  expected.statistics.became_stuck = expected.statistics.went_on = 0;
  for (AgentRecord& agent : expected.agents) agent.best_way = agent.progress_step = 0;
  seal_file(file("w.h5"), 4, "w.h5");
  expect_same(load_world_state(file("w.h5")), expected);
  expected.footprints.clear();
  for (Profile& profile : expected.profiles) {
    profile.footprint.reset();
    profile.brakes_when_blocked = false;
  }
  seal_file(file("w.h5"), 3, "w.h5");
  expect_same(load_world_state(file("w.h5")), expected);
  seal_file(file("w.h5"), 2, "w.h5");
  expected.options.contact.reset();
  expect_same(load_world_state(file("w.h5")), expected);
}

/// In a process of its own, with a limit on the size of files in place of a full disk.
TEST_F(WorldStateTest, AFullDiskLeavesTheOldFile) {
  save_world_state(file("w.h5"), some_state(10));
  const std::string before = test::slurp(file("w.h5"));
  for (const rlim_t limit : {100u, 600u, 5000u, 40000u, 300000u, 1500000u}) {
    const pid_t child = fork();
    if (child == 0) {
      std::signal(SIGXFSZ, SIG_IGN);
      const rlimit bytes{limit, limit};
      setrlimit(RLIMIT_FSIZE, &bytes);
      int outcome = 1;
      try {
        save_world_state(file("w.h5"), some_state(20000));
      } catch (const Error& error) {
        const bool good = error.code() == ErrorCode::input_output &&
                          std::string(error.what()).find("File too large") != std::string::npos;
        outcome = good ? 0 : 2;
      }
      std::exit(outcome);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << "status " << status << " with " << limit << " bytes";
    EXPECT_EQ(test::slurp(file("w.h5")), before);
    EXPECT_EQ(files_in_folder(), 1u);
  }
}

}  // namespace
}  // namespace throng::io_world_state_tests
