// throng/c/scenario.h reads what read_scenario reads, and makes the world that make_world makes.
#include "tests/contract/with_instance.hpp"
#include "tests/files/scenario_testing.hpp"

namespace throng::test::c_scenario_tests {
namespace {

/// What the world refuses, not the reader: looking ahead farther than a closed path is long.
const char* const far_ahead = R"("paths": {"ring": {"points": [[0, 0], [1, 0], [1, 1]], "closed": true}},
  "behaviors": {"go": {"kind": "follow_path", "path": "ring", "look_ahead": 50}},
  "agents": [{"position": [0, 0], "behavior": "go"}])";

throng_world_desc one_thread() {
  throng_world_desc desc;
  throng_world_desc_init(&desc, sizeof(desc));
  desc.executor = THRONG_CPU;
  desc.threads = 1;
  return desc;
}

std::uint64_t hash_of(throng_world* world) {
  std::uint64_t hash = 0;
  EXPECT_EQ(throng_world_get_state_hash(world, &hash), THRONG_OK);
  return hash;
}

std::string source_path(const std::string& file) { return std::string(THRONG_SOURCE_DIR) + "/" + file; }

class CScenario : public WithInstance {
 protected:
  ~CScenario() override {
    for (throng_scenario* s : read_) throng_scenario_destroy(s);
  }
  throng_scenario* read(const std::string& path, const std::uint64_t* seed = nullptr) {
    throng_scenario* scenario = nullptr;
    accept(throng_scenario_read(instance_, path.c_str(), seed, &scenario));
    return read_.emplace_back(scenario);
  }
  throng_scenario* parse(const std::string& text) {
    throng_scenario* scenario = nullptr;
    accept(throng_scenario_parse(instance_, text.data(), text.size(), "", "made.json", nullptr, &scenario));
    return read_.emplace_back(scenario);
  }
  void expect_same_world(throng_scenario* scenario, Scenario cpp, std::uint64_t steps) {
    const throng_world_desc desc = one_thread();
    throng_world* world = nullptr;
    ASSERT_EQ(throng_scenario_make_world(scenario, &desc, &world), THRONG_OK) << throng_scenario_error(scenario);
    cpp.options.executor = ExecutorKind::cpu;
    cpp.options.threads = 1;
    World made = make_world(cpp);
    EXPECT_EQ(hash_of(world), made.state_hash());
    made.step(steps);
    EXPECT_EQ(throng_world_step(world, steps), THRONG_OK) << throng_world_error(world);
    EXPECT_EQ(hash_of(world), made.state_hash());
    std::uint64_t obstacles = 0;
    EXPECT_EQ(throng_world_get_obstacle_count(world, &obstacles), THRONG_OK);
    EXPECT_EQ(obstacles, made.obstacle_count());
    throng_world_destroy(world);
  }

 private:
  std::vector<throng_scenario*> read_;
};

using GetText = throng_status (*)(throng_scenario*, const char**);
using GetTexts = throng_status (*)(throng_scenario*, const char* const**, std::uint64_t*);
using GetOutlines = throng_status (*)(throng_scenario*, const throng_outline**, std::uint64_t*);

std::string text(throng_scenario* scenario, GetText get) {
  const char* found = nullptr;
  EXPECT_EQ(get(scenario, &found), THRONG_OK);
  return found;
}
std::vector<std::string> texts(throng_scenario* scenario, GetTexts get) {
  const char* const* found = nullptr;
  std::uint64_t count = 99;
  EXPECT_EQ(get(scenario, &found, &count), THRONG_OK);
  EXPECT_EQ(found == nullptr, count == 0);
  return {found, found + count};
}

template <class Row, class Points, class IsClosed>
void expect_outlines(throng_scenario* scenario, GetOutlines get, const std::vector<Row>& rows, const Points& points,
                     const IsClosed& is_closed) {
  const throng_outline* found = nullptr;
  std::uint64_t count = 99;
  ASSERT_EQ(get(scenario, &found, &count), THRONG_OK);
  ASSERT_EQ(count, rows.size());
  for (std::size_t i = 0; i < count; ++i) {
    EXPECT_EQ(values_of<Vec2d>(found[i].vertices), points(rows[i]));
    EXPECT_EQ(found[i].closed, is_closed(rows[i]) ? 1 : 0);
  }
}

void expect_same_numbers(throng_scenario* scenario, const Scenario& cpp) {
  throng_scenario_info info;
  throng_scenario_info_init(&info, sizeof(info));
  ASSERT_EQ(throng_scenario_get_info(scenario, &info), THRONG_OK);
  EXPECT_EQ(info.duration, cpp.duration);
  EXPECT_EQ(info.steps, cpp.steps);
  EXPECT_EQ(info.record_every, cpp.record.every);
  EXPECT_EQ(info.record_aim_points, cpp.record.aim_points ? 1 : 0);
  EXPECT_EQ(info.contact_of_walkers, cpp.contact_of_walkers ? 1 : 0);
  EXPECT_EQ(info.navigation, cpp.navigation ? 1 : 0);
  EXPECT_EQ(info.heights, cpp.heights ? 1 : 0);
  EXPECT_EQ(info.agents, cpp.agents.size());
  EXPECT_EQ(info.profiles, cpp.profiles.size());
  EXPECT_EQ(info.behaviors, cpp.behaviors.size());
  EXPECT_EQ(info.steered_agents, cpp.steering.size());
  EXPECT_EQ(info.doors, cpp.doors.size());
  EXPECT_EQ(info.queues, cpp.queues.size());
  EXPECT_EQ(info.waiting_areas, cpp.waiting_areas.size());
  EXPECT_EQ(info.journeys, cpp.journeys.size());
  EXPECT_EQ(info.sources, cpp.sources.size());
  throng_world_desc desc;
  throng_world_desc_init(&desc, sizeof(desc));
  ASSERT_EQ(throng_scenario_get_desc(scenario, &desc), THRONG_OK);
  EXPECT_EQ(desc.executor, THRONG_AUTOMATIC);
  EXPECT_EQ(desc.time_step, cpp.options.time_step);
  EXPECT_EQ(desc.seed, cpp.options.seed);
  EXPECT_EQ(desc.contact_iterations, cpp.options.contact ? cpp.options.contact->iterations : 0);
}

void expect_same_texts(throng_scenario* scenario, const Scenario& cpp) {
  EXPECT_EQ(text(scenario, throng_scenario_get_name), cpp.name);
  EXPECT_EQ(text(scenario, throng_scenario_get_source), cpp.source);
  EXPECT_EQ(text(scenario, throng_scenario_get_source_as_run), with_seed(cpp.source, cpp.options.seed));
  EXPECT_EQ(text(scenario, throng_scenario_get_geometry), cpp.wkt_geometry);
  EXPECT_EQ(texts(scenario, throng_scenario_get_warnings), cpp.warnings);
  EXPECT_EQ(texts(scenario, throng_scenario_get_files), cpp.files);
  EXPECT_EQ(texts(scenario, throng_scenario_get_profile_names), cpp.profile_names);
  EXPECT_EQ(texts(scenario, throng_scenario_get_behavior_names), cpp.behavior_names);
}

void expect_same_shapes(throng_scenario* scenario, const Scenario& cpp) {
  const auto vertices = [](const auto& row) { return row.vertices; };
  const auto closed = [](const auto& row) { return row.closed; };
  expect_outlines(scenario, throng_scenario_get_obstacles, cpp.obstacles, vertices, closed);
  expect_outlines(scenario, throng_scenario_get_goals, cpp.goals, vertices, closed);
  expect_outlines(
      scenario, throng_scenario_get_paths, cpp.paths, [](const auto& p) { return p.points; }, closed);
  expect_outlines(
      scenario, throng_scenario_get_footprints, cpp.footprints, [](const auto& v) { return v; },
      [](const auto&) { return true; });
}

void expect_same_agents(throng_scenario* scenario, const Scenario& cpp) {
  throng_agents_desc agents;
  throng_agents_desc_init(&agents, sizeof(agents));
  ASSERT_EQ(throng_scenario_get_agents(scenario, &agents), THRONG_OK);
  ASSERT_EQ(agents.count, cpp.agents.size());
  const std::vector<Vec2d> position = values_of<Vec2d>(agents.position), goal = values_of<Vec2d>(agents.goal);
  const std::vector<std::int64_t> id = values_of<std::int64_t>(agents.id);
  const std::vector<std::uint32_t> profile = values_of<std::uint32_t>(agents.profile),
                                   region = values_of<std::uint32_t>(agents.goal_region);
  const std::vector<double> radius = values_of<double>(agents.radius);
  for (std::size_t i = 0; i < agents.count; ++i) {
    const AgentDescription& a = cpp.agents[i];
    EXPECT_EQ(position[i], a.position);
    EXPECT_EQ(id[i], *a.id);
    EXPECT_EQ(profile[i], a.profile.row);
    EXPECT_EQ(region[i], a.goal_region ? a.goal_region->row : THRONG_NONE);
    EXPECT_EQ(std::isnan(goal[i].x), !a.goal);
    EXPECT_EQ(std::isnan(radius[i]), !a.radius);
  }
  for (std::uint32_t row = 0; row < cpp.profiles.size(); ++row) {
    throng_profile_desc found;
    throng_profile_desc_init(&found, sizeof(found));
    ASSERT_EQ(throng_scenario_get_profile(scenario, row, &found), THRONG_OK);
    EXPECT_EQ(found.max_speed, cpp.profiles[row].max_speed);
    EXPECT_EQ(found.footprint, cpp.profiles[row].footprint ? cpp.profiles[row].footprint->row : THRONG_NONE);
  }
}

TEST_F(CScenario, ReadsWhatCppReads) {
  for (const char* const file : {"examples/carts.json", "examples/formation.json", "examples/bottleneck.json",
                                 "tests/data/scenario_good/journeys.json", "tests/data/scenario_good/every_key.json",
                                 "tests/data/scenario_good/heights_floors.json"}) {
    SCOPED_TRACE(file);
    const Scenario cpp = read_scenario(source_path(file));
    throng_scenario* const scenario = read(source_path(file));
    expect_same_numbers(scenario, cpp);
    expect_same_texts(scenario, cpp);
    expect_same_shapes(scenario, cpp);
    expect_same_agents(scenario, cpp);
    expect_same_world(scenario, cpp, 2);
  }
}

TEST_F(CScenario, ASeedReplacesTheFiles) {
  const std::string path = source_path("examples/bottleneck.json");
  const std::uint64_t seed = 7;
  throng_scenario* const scenario = read(path, &seed);
  expect_same_world(scenario, read_scenario(path, seed), 1);
  const std::string as_run = text(scenario, throng_scenario_get_source_as_run);
  EXPECT_NE(as_run, text(scenario, throng_scenario_get_source));
  throng_text* changed = nullptr;
  const std::string source = text(scenario, throng_scenario_get_source);
  accept(throng_scenario_text_with_seed(instance_, source.data(), source.size(), seed, &changed));
  EXPECT_EQ(throng_text_data(changed), as_run);
  EXPECT_EQ(throng_text_length(changed), as_run.size());
  throng_text_destroy(changed);
  changed = nullptr;
  refuse(throng_scenario_text_with_seed(instance_, "[1", 2, 0, &changed), THRONG_BAD_SCENE, "JSON");
  EXPECT_EQ(changed, nullptr);
}

TEST_F(CScenario, ParsesFromMemory) {
  const std::string folder = data_path("scenario_good"), json = slurp(folder + "/every_key.json");
  throng_scenario* scenario = nullptr;
  accept(throng_scenario_parse(instance_, json.data(), json.size(), folder.c_str(), "mine", nullptr, &scenario));
  expect_same_agents(scenario, read_scenario(folder + "/every_key.json"));
  throng_scenario_destroy(scenario);
  refuse(throng_scenario_parse(instance_, json.data(), 20, folder.c_str(), "mine", nullptr, &scenario),
         THRONG_BAD_SCENE, "mine");
  EXPECT_EQ(scenario, nullptr);
}

TEST_F(CScenario, WarningsAreTold) {
  throng_scenario* const scenario =
      parse(R"({"throng": 1, "duration": 10, "time_step": 5, "agents": [{"position": [0, 0]}]})");
  const std::vector<std::string> kept = texts(scenario, throng_scenario_get_warnings);
  ASSERT_EQ(kept.size(), 1u);
  EXPECT_EQ(warnings_, std::vector<std::string>{"made.json: " + kept[0]});
}

TEST_F(CScenario, WhatAWorldRefusesIsTheScenes) {
  throng_scenario* const scenario = parse(scenario_text(far_ahead));
  throng_world* world = reinterpret_cast<throng_world*>(this);
  const throng_world_desc desc = one_thread();
  const throng_status status = throng_scenario_make_world(scenario, &desc, &world);
  refuse(status, THRONG_BAD_SCENE, "made.json", throng_scenario_error, scenario);
  EXPECT_EQ(world, nullptr);
}

TEST_F(CScenario, WrongArgumentsAreNamed) {
  throng_scenario* scenario = nullptr;
  const auto refused = [&](throng_status status, std::string_view words) {
    refuse(status, THRONG_INVALID_ARGUMENT, words);
  };
  refused(throng_scenario_read(instance_, nullptr, nullptr, &scenario), "path is null");
  refused(throng_scenario_read(instance_, "a.json", nullptr, nullptr), "scenario is null");
  alignas(8) char bytes[16] = {};
  refused(throng_scenario_read(instance_, "a.json", reinterpret_cast<std::uint64_t*>(bytes + 1), &scenario), "seed");
  refused(throng_scenario_parse(instance_, nullptr, 3, "", "x", nullptr, &scenario), "text is null");
  refused(throng_scenario_parse(instance_, "{}", UINT64_MAX, "", "x", nullptr, &scenario), "text");
  refused(throng_scenario_parse(instance_, "{}", 2, nullptr, "x", nullptr, &scenario), "directory is null");
  refused(throng_scenario_parse(instance_, "{}", 2, "", nullptr, nullptr, &scenario), "display_name is null");
  refuse(throng_scenario_read(instance_, file("none.json").c_str(), nullptr, &scenario), THRONG_INPUT_OUTPUT,
         "none.json");
  spill(file("bad.json"), R"({"throng": 1, "duration": -1})");
  refuse(throng_scenario_read(instance_, file("bad.json").c_str(), nullptr, &scenario), THRONG_BAD_SCENE, "/duration");
  EXPECT_EQ(throng_scenario_read(nullptr, "a.json", nullptr, &scenario), THRONG_NULL_HANDLE);
  EXPECT_EQ(scenario, nullptr);
}

TEST_F(CScenario, WrongArgumentsOfItsCallsAreNamed) {
  throng_scenario* const scenario = parse(agent_text(""));
  const auto refused = [&](throng_status status, std::string_view words) {
    refuse(status, THRONG_INVALID_ARGUMENT, words, throng_scenario_error, scenario);
  };
  throng_world* world = nullptr;
  throng_world_desc desc = one_thread();
  desc.executor = 9;
  refused(throng_scenario_make_world(scenario, &desc, &world), "desc.executor is 9");
  desc.struct_size = 3;
  refused(throng_scenario_make_world(scenario, &desc, &world), "desc.struct_size");
  refused(throng_scenario_make_world(scenario, nullptr, nullptr), "world is null");
  throng_profile_desc profile;
  throng_profile_desc_init(&profile, sizeof(profile));
  refused(throng_scenario_get_profile(scenario, 1, &profile), "row is 1");
  refused(throng_scenario_get_profile(scenario, 0, nullptr), "desc is null");
  refused(throng_scenario_get_agents(scenario, nullptr), "desc is null");
  refused(throng_scenario_get_name(scenario, nullptr), "name is null");
  const char* const* lines = nullptr;
  std::uint64_t count = 0;
  refused(throng_scenario_get_files(scenario, nullptr, &count), "texts is null");
  refused(throng_scenario_get_files(scenario, &lines, nullptr), "count is null");
  refused(throng_scenario_get_goals(scenario, nullptr, &count), "outlines is null");
  throng_scenario_info info = {};
  refused(throng_scenario_get_info(scenario, &info), "info.struct_size");
  EXPECT_EQ(throng_scenario_get_info(nullptr, &info), THRONG_NULL_HANDLE);
  EXPECT_STREQ(throng_scenario_error(nullptr), "");
  throng_scenario_destroy(nullptr);
  EXPECT_STREQ(throng_text_data(nullptr), "");
  EXPECT_EQ(throng_text_length(nullptr), 0u);
  throng_text_destroy(nullptr);
}

}  // namespace
}  // namespace throng::test::c_scenario_tests
