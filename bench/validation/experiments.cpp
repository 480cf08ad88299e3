#include "bench/validation/experiments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

#include "bench/validation/memory_trajectory.hpp"
#include "bench/validation/model_scene.hpp"
#include "host/measures/measure.hpp"
#include "host/measures/walkable_space.hpp"
#include "host/scenario/file_text.hpp"
#include "tests/support/number_table.hpp"
#include "throng/scenario.hpp"
#include "throng/world.hpp"

namespace throng::validation {
namespace {

constexpr double recorded_frame_rate = 25.0;  ///< of both recordings
constexpr double recorded_rest = 1.24;        ///< s, of the bottleneck's, after the last passage
constexpr double speed_window = 0.4;          ///< s, before and behind

/// Frames of a run, as near to the recordings' 25 a second as whole steps allow.
std::uint64_t steps_per_frame(double time_step) {
  return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::llround(1.0 / (recorded_frame_rate * time_step))));
}

/// The frame step of speeds that is as long as ten recorded frames.
std::uint64_t frame_step_of(double time_step) {
  const double frame = static_cast<double>(steps_per_frame(time_step)) * time_step;
  return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::llround(speed_window / frame)));
}

/// Steps the world until it is empty or `most_time` has passed. `before_step(time)` may add agents, and says whether
/// more are to come.
template <class BeforeStep>
MemoryTrajectory walk(World& world, double time_step, BeforeStep&& before_step) {
  const std::uint64_t every = steps_per_frame(time_step);
  MemoryTrajectory frames(1.0 / (static_cast<double>(every) * time_step));
  for (std::uint64_t step = 0; static_cast<double>(step) * time_step < most_time; ++step) {
    const bool more = before_step(static_cast<double>(step) * time_step);
    if (!more && world.agent_count() == 0) break;
    if (step % every == 0) frames.add(world);
    world.step();
  }
  return frames;
}

double deepest_overlap(const World& world) { return world.measure().deepest_overlap; }

}  // namespace

Scenario model_scene(const Model& model, std::uint64_t seed, const std::string& agents, const std::string& more,
                     const std::string& folder) {
  const std::string json = fmt::format(
      R"({{"throng": 1, "name": "validation", "time_step": {}, "duration": {}, "seed": {}, "contact": {},
          "preferred_velocity_noise": {}, "profiles": {{"person": {}}}, "agents": [{}]{}}})",
      model.time_step, most_time, seed, model.contact ? "true" : "false", model.noise, model.profile, agents, more);
  Scenario result = parse_scenario(json, folder, "validation");
  result.options.executor = ExecutorKind::cpu;
  result.options.threads = 1;
  return result;
}

BottleneckResult run_bottleneck(const Model& model, const std::string& data_folder, std::uint64_t seed) {
  const Scenario prepared =
      model_scene(model, seed,
                  R"({"profile": "person", "agents_file": "examples/bottleneck_agents.csv",
                "goal": {"line": [[-0.05, -1.5], [0.05, -1.5]]}, "on_arrival": "remove"})",
                  R"(, "geometry": {"wkt": "tests/data/geometry/bottleneck_040_c_56_h.wkt"})", data_folder);
  World world = make_world(prepared);
  BottleneckResult result;
  MemoryTrajectory frames = walk(world, model.time_step, [&](double) {
    result.deepest_overlap = std::max(result.deepest_overlap, deepest_overlap(world));
    return false;
  });
  result.left_behind = world.agent_count();
  const measures::WalkableSpace space(prepared.wkt_geometry, "bottleneck");
  MeasureSettings settings;
  settings.lines = {{{-0.4, 0.0}, {0.4, 0.0}}};
  settings.areas = {{{-0.8, 0.5}, {0.8, 0.5}, {0.8, 1.3}, {-0.8, 1.3}}};
  settings.frame_step = frame_step_of(model.time_step);
  settings.threads = 1;
  settings.to = BottleneckResult::recorded_last + recorded_rest;
  const measures::MeasureReport of_time = measures::measure(frames, &space, settings);
  settings.to.reset();
  settings.areas.clear();
  const measures::MeasureReport report = measures::measure(frames, &space, settings);
  const measures::FlowThroughLine& flow = report.lines.front().flow;
  result.passed = flow.passages.size();
  result.flow = flow.flow.value_or(0.0);
  result.first = flow.first.value_or(0.0);
  result.last = flow.last.value_or(0.0);
  for (const measures::AreaMoment& moment : of_time.areas.front().moments) result.density += *moment.voronoi_density;
  // Where nobody is left before the recording's end there is no density.
  const double frames_recorded = (BottleneckResult::recorded_last + recorded_rest) * frames.info().frame_rate + 1.0;
  result.density /= frames_recorded;
  for (const measures::Person& person : report.people) result.wall_crossings += person.wall_crossings;
  return result;
}

CorridorResult run_corridor(const Model& model, const std::string& data_folder, std::uint64_t seed) {
  const std::vector<std::vector<double>> entries =
      test::read_number_table(data_folder + "/tests/data/measures/corridor_entries.csv");
  std::string agents;
  for (const std::vector<double>& row : entries) {
    // Far apart: the scene only draws what each is like.
    agents += fmt::format("{}{{\"profile\": \"person\", \"position\": [{}, 0], \"on_arrival\": \"remove\"}}",
                          agents.empty() ? "" : ", ", 10.0 * row[0]);
  }
  const Scenario prepared = model_scene(model, seed, agents, "", data_folder);
  World world(prepared.options);
  for (const Profile& profile : prepared.profiles) world.add_profile(profile);
  world.add_polyline(std::array{Vec2d{-9.0, 0.0}, Vec2d{9.0, 0.0}});
  world.add_polyline(std::array{Vec2d{-9.0, 5.0}, Vec2d{9.0, 5.0}});
  const GoalIndex goal = world.add_goal_line(std::array{Vec2d{-7.0, 0.4}, Vec2d{-7.0, 4.6}});
  std::vector<std::size_t> order(entries.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return entries[a][1] < entries[b][1]; });
  std::size_t entered = 0;
  CorridorResult result;
  MemoryTrajectory frames = walk(world, model.time_step, [&](double time) {
    result.deepest_overlap = std::max(result.deepest_overlap, world.agent_count() > 0 ? deepest_overlap(world) : 0.0);
    for (; entered < order.size() && entries[order[entered]][1] <= time + 1e-9; ++entered) {
      const std::vector<double>& row = entries[order[entered]];
      AgentDescription agent = prepared.agents[order[entered]];
      agent.position = {row[2], row[3]};
      agent.velocity = {row[4], row[5]};
      agent.goal_region = goal;
      world.add_agent(agent);
    }
    return entered < order.size();
  });
  result.left_behind = world.agent_count();
  result.wall_crossings = world.statistics().wall_crossings;
  const measures::WalkableSpace space(scenario::read_file(data_folder + "/tests/data/measures/uni_corr_500.wkt"),
                                      "corridor");
  MeasureSettings settings;
  settings.lines = {{{0.0, 0.0}, {0.0, 5.0}}};
  settings.areas = {{{-2.0, 0.5}, {2.0, 0.5}, {2.0, 4.5}, {-2.0, 4.5}}};
  settings.cut_off = 1.0;
  settings.frame_step = frame_step_of(model.time_step);
  settings.threads = 1;
  settings.from = 3.92;
  settings.to = 79.44;
  const measures::MeasureReport report = measures::measure(frames, &space, settings);
  result.passed = report.lines.front().flow.passages.size();
  std::uint64_t with_speed = 0;
  const auto& moments = report.areas.front().moments;
  for (const measures::AreaMoment& moment : moments) {
    result.density += *moment.voronoi_density / static_cast<double>(moments.size());
    if (!moment.speed) continue;
    result.speed += *moment.speed;
    ++with_speed;
  }
  if (with_speed > 0) result.speed /= static_cast<double>(with_speed);
  return result;
}

}  // namespace throng::validation
