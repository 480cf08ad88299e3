// The run loop, on small worlds of the executor that every machine has.
#include "host/cli/run_session.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace throng::cli::cli_run_session_tests {
namespace {

World world_of(std::size_t agents, OnArrival on_arrival = OnArrival::stay) {
  WorldOptions options;
  options.executor = ExecutorKind::cpu;
  options.threads = 1;
  World world(options);
  Profile profile;
  profile.on_arrival = on_arrival;
  const ProfileIndex row = world.add_profile(profile);
  for (std::size_t i = 0; i < agents; ++i) {
    AgentDescription agent;
    agent.profile = row;
    agent.position = {0.0, 10.0 * static_cast<double>(i)};
    agent.goal = Vec2d{1.0, agent.position.y};
    world.add_agent(agent);
  }
  return world;
}

TEST(CliRunSession, FramesComeAtMultiplesFromTheFirstState) {
  World world = world_of(3);
  std::vector<std::uint64_t> frames;
  RunSession::Hooks hooks;
  hooks.frame = [&](const Snapshot& frame) { frames.push_back(frame.step); };
  const RunFigures figures = RunSession(world, {10, 4}).run(hooks);
  EXPECT_EQ(frames, (std::vector<std::uint64_t>{0, 4, 8}));
  EXPECT_EQ(figures.end, RunEnd::completed);
  EXPECT_EQ(figures.steps, 10u);
  EXPECT_EQ(figures.measured_frames, 3u);
  EXPECT_EQ(figures.counts.agent_steps, 30u);
  EXPECT_EQ(figures.agents, 3u);
  EXPECT_EQ(figures.remaining, 3u);
}

TEST(CliRunSession, FramesHaveAimPointsWhenAsked) {
  for (const bool wanted : {false, true}) {
    World world = world_of(2);
    world.set_steering(world.handles()[0], {world.add_behavior(Seek{}), {Vec2d{5.0, 6.0}}});
    std::vector<std::vector<Vec2d>> aims;
    RunSession::Hooks hooks;
    hooks.frame = [&](const Snapshot& frame) { aims.push_back(frame.aim_point); };
    RunSession(world, {2, 2, wanted}).run(hooks);
    ASSERT_EQ(aims.size(), 2u);
    ASSERT_EQ(aims[1].size(), wanted ? 2u : 0u);
    if (!wanted) continue;
    EXPECT_EQ(aims[1], (std::vector<Vec2d>{{5.0, 6.0}, world.positions()[1]}));
  }
}

TEST(CliRunSession, GoesOnWhereTheWorldIs) {
  World world = world_of(2);
  world.step(6);
  std::vector<std::uint64_t> frames;
  RunSession::Hooks hooks;
  hooks.frame = [&](const Snapshot& frame) { frames.push_back(frame.step); };
  const RunFigures figures = RunSession(world, {4, 4}).run(hooks);
  EXPECT_EQ(frames, (std::vector<std::uint64_t>{8}));
  EXPECT_EQ(figures.counts.steps, 4u);
  EXPECT_EQ(figures.counts.agent_steps, 8u);
  EXPECT_EQ(world.statistics().steps, 10u);
}

TEST(CliRunSession, StopsWhenEveryAgentHasLeft) {
  World world = world_of(2, OnArrival::remove);
  const RunFigures figures = RunSession(world, {1000, 1}).run({});
  EXPECT_EQ(figures.end, RunEnd::emptied);
  EXPECT_EQ(figures.counts.arrived, 2u);
  EXPECT_EQ(figures.remaining, 0u);
  EXPECT_EQ(figures.agents, 2u);
  // 1 m minus the tolerance of 0.2 m at 1.34 m/s is 6 steps of 0.1 s.
  EXPECT_EQ(figures.steps, 6u);
}

TEST(CliRunSession, StopsWhenAskedTo) {
  World world = world_of(2);
  std::uint64_t seen = 0;
  RunSession::Hooks hooks;
  hooks.progress = [&](const ProgressState& state) { seen = state.steps_done; };
  hooks.stop = [&] { return seen == 3; };
  const RunFigures figures = RunSession(world, {1000, 1}).run(hooks);
  EXPECT_EQ(figures.end, RunEnd::interrupted);
  EXPECT_EQ(figures.steps, 3u);
  EXPECT_EQ(world.statistics().steps, 3u);
}

TEST(CliRunSession, OverlapsAreSummedOverFrames) {
  WorldOptions options;
  options.executor = ExecutorKind::cpu;
  World world(options);
  Profile still;
  still.radius = 0.5;
  still.max_speed = 0.0;
  AgentDescription agent;
  agent.profile = world.add_profile(still);
  for (const double x : {0.0, 0.75, 10.0}) {
    agent.position = {x, 0.0};
    world.add_agent(agent);
  }
  const RunFigures figures = RunSession(world, {4, 2}).run({});
  EXPECT_EQ(figures.measured_frames, 3u);
  EXPECT_EQ(figures.contacts, 3u);
  EXPECT_EQ(figures.contacts_at_once, 1u);
  EXPECT_NEAR(figures.deepest_overlap, 0.25, 1e-6);
}

TEST(CliRunSession, NoStepsIsOneFrame) {
  World world = world_of(1);
  const RunFigures figures = RunSession(world, {0, 5}).run({});
  EXPECT_EQ(figures.end, RunEnd::completed);
  EXPECT_EQ(figures.measured_frames, 1u);
  EXPECT_EQ(figures.milliseconds_per_step(), 0.0);
  EXPECT_EQ(figures.agent_steps_per_second(), 0.0);
  EXPECT_EQ(figures.infeasible_share(), 0.0);
}

TEST(CliRunSession, WhatAHookThrowsGoesThrough) {
  World world = world_of(1);
  RunSession::Hooks hooks;
  hooks.frame = [](const Snapshot& frame) {
    if (frame.step == 2) throw Error(ErrorCode::input_output, "full");
  };
  EXPECT_THROW(RunSession(world, {10, 1}).run(hooks), Error);
  EXPECT_EQ(world.statistics().steps, 3u);  // the step that had begun when the frame was handed out
}

TEST(CliRunSession, FramesEveryZeroStepsAreRefused) {
  World world = world_of(1);
  EXPECT_THROW(RunSession(world, {10, 0}), Error);
}

}  // namespace
}  // namespace throng::cli::cli_run_session_tests
