// Agents: wrong descriptions, ids, handles and counts.
#include "tests/unit/api_testing.hpp"

namespace throng::api_agents_tests {
namespace {

using test::agent_at;
using test::agent_called;
using test::infinite;
using test::largest;
using test::not_a_number;
using test::SmallWorld;
using test::Words;

struct WrongAgents : test::WrongArgument {};

struct WrongDescription {
  Words words;
  std::function<void(AgentDescription&)> spoil;
};

const double above_coordinate = std::nextafter(limits::max_coordinate, infinite);
const double above_speed = std::nextafter(limits::max_speed, infinite);

std::vector<WrongDescription> wrong_descriptions() {
  using D = AgentDescription;
  std::vector<WrongDescription> wrong;
  const auto components = [&](const Words& words, double above, std::function<void(D&, Vec2d)> set) {
    for (const double bad : {not_a_number, infinite, -infinite, above, -above, largest}) {
      wrong.push_back({words, [=](D& d) { set(d, {bad, 0.0}); }});
      wrong.push_back({words, [=](D& d) { set(d, {0.0, bad}); }});
    }
  };
  components({"position", "m of 0"}, above_coordinate, [](D& d, Vec2d v) { d.position = v; });
  components({"goal", "m of 0"}, above_coordinate, [](D& d, Vec2d v) { d.goal = v; });
  components({"velocity", "m/s"}, above_speed, [](D& d, Vec2d v) { d.velocity = v; });
  components({"preferred_velocity", "m/s"}, above_speed, [](D& d, Vec2d v) { d.preferred_velocity = v; });
  for (const double bad : {not_a_number, infinite, -infinite}) {
    wrong.push_back({{"heading"}, [=](D& d) { d.heading = Vec2d{bad, 1.0}; }});
    wrong.push_back({{"heading"}, [=](D& d) { d.heading = Vec2d{1.0, bad}; }});
  }
  wrong.push_back({{"heading", "(0, -0)"}, [](D& d) { d.heading = Vec2d{0.0, -0.0}; }});
  for (const double bad : {not_a_number, infinite, -infinite, -1.0, -5e-324, largest}) {
    wrong.push_back({{"radius is"}, [=](D& d) { d.radius = bad; }});
    wrong.push_back({{"max_speed is"}, [=](D& d) { d.max_speed = bad; }});
    wrong.push_back({{"preferred_speed is"}, [=](D& d) { d.preferred_speed = bad; }});
    if (bad != infinite) wrong.push_back({{"priority is"}, [=](D& d) { d.priority = bad; }});
  }
  wrong.push_back({{"radius is"}, [](D& d) { d.radius = std::nextafter(limits::max_length, infinite); }});
  wrong.push_back({{"max_speed is"}, [](D& d) { d.max_speed = above_speed; }});
  wrong.push_back({{"preferred_speed is"}, [](D& d) { d.preferred_speed = above_speed; }});
  wrong.push_back({{"priority is"}, [](D& d) { d.priority = std::nextafter(limits::max_priority, infinite); }});
  wrong.push_back({{"profile 1 ", "has 1"}, [](D& d) { d.profile = {1}; }});
  wrong.push_back({{"profile 4294967295 "}, [](D& d) { d.profile = {0xffffffffu}; }});
  wrong.push_back({{"goal_region 1 ", "has 1"}, [](D& d) { d.goal_region = GoalIndex{1}; }});
  wrong.push_back({{"goal_region 4294967295 "}, [](D& d) { d.goal_region = GoalIndex{0xffffffffu}; }});
  wrong.push_back({{"preferred_velocity", "goal", "exclude"}, [](D& d) {
                     d.goal = d.preferred_velocity = Vec2d{1, 1};
                   }});
  wrong.push_back({{"goal_region", "exclude"}, [](D& d) { d.goal = Vec2d{}, d.goal_region = GoalIndex{0}; }});
  wrong.push_back({{"id is -1"}, [](D& d) { d.id = -1; }});
  wrong.push_back({{"id is -9223372036854775808"}, [](D& d) { d.id = std::numeric_limits<AgentId>::min(); }});
  wrong.push_back({{"id is 9223372036854775807"}, [](D& d) { d.id = limits::max_id + 1; }});
  wrong.push_back({{"id 0 ", "in use"}, [](D& d) { d.id = 0; }});
  wrong.push_back({{"id 5 ", "never reused"}, [](D& d) { d.id = 5; }});  // of the removed agent
  return wrong;
}

TEST_P(WrongAgents, OneDescription) {
  for (const WrongDescription& wrong : wrong_descriptions()) {
    AgentDescription agent;
    wrong.spoil(agent);
    refuses_argument(wrong.words, [&] { world.add_agent(agent); });
  }
}

TEST_P(WrongAgents, OneOfSeveralAddsNone) {
  for (const WrongDescription& wrong : wrong_descriptions()) {
    std::vector<AgentDescription> agents(3);
    for (std::size_t i = 0; i < agents.size(); ++i) agents[i].position.y = -10.0 - static_cast<double>(i);
    wrong.spoil(agents[2]);
    refuses_argument({"agent 2 of 3"}, [&] { world.add_agents(agents); });
  }
}

TEST_P(WrongAgents, IdsWithinOneCall) {
  std::vector<AgentDescription> agents(2);
  agents[0].id = agents[1].id = 77;
  refuses_argument({"agent 1 of 2", "id 77 "}, [&] { world.add_agents(agents); });
  agents[0].id = limits::max_id;
  agents[1].id = std::nullopt;
  refuses_argument({"agent 1 of 2", "id"}, [&] { world.add_agents(agents); });
}

TEST_P(WrongAgents, MoreThanTheLimit) {
  const AgentDescription agent;
  // The count is looked at before the agents are: there are no such many.
  refuses_argument({std::to_string(limits::max_agents)},
                   [&] { world.add_agents(std::span(&agent, std::size_t{limits::max_agents} - 4)); });
  refuses_argument({std::to_string(limits::max_agents)},
                   [&] { world.add_agents(std::span(&agent, std::size_t{1} << 40)); });
}

TEST_P(WrongAgents, Handles) {
  const SmallWorld other(GetParam().first, GetParam().second);
  const AgentHandle good = small.agents.front();
  const AgentHandle stale[] = {small.removed_agent,
                               AgentHandle{},
                               other.agents.front(),
                               {good.slot, good.generation + 1},
                               {good.slot, good.generation - 1},
                               {1000, good.generation}};
  for (const AgentHandle handle : stale) {
    SCOPED_TRACE(::testing::Message() << "slot " << handle.slot << ", generation " << handle.generation);
    const std::string slot = "slot " + std::to_string(handle.slot);
    EXPECT_FALSE(world.contains(handle));
    const AgentHandle pair[] = {good, handle};
    const Vec2d velocities[] = {{1, 0}, {0, 1}};
    refuses_handle({slot}, [&] { world.remove_agent(handle); });
    refuses_handle({slot}, [&] { world.remove_agents(pair); });
    refuses_handle({slot}, [&] { world.set_preferred_velocities(pair, velocities); });
    refuses_handle({slot}, [&] { world.set_preferred_velocity(handle, {1, 0}); });
    refuses_handle({slot}, [&] { world.set_goal(handle, Vec2d{1, 0}); });
    refuses_handle({slot}, [&] { world.set_goal(handle, small.region); });
    refuses_handle({slot}, [&] { world.set_profile(handle, ProfileIndex{0}); });
    refuses_handle({slot}, [&] { world.set_position(handle, {1, 0}); });
    refuses_handle({slot}, [&] { world.set_velocity(handle, {1, 0}); });
    refuses_handle({slot}, [&] { (void)world.state(handle); });
    refuses_handle({slot}, [&] { (void)world.neighbors(handle); });
    refuses_handle({slot}, [&] { (void)world.constraints(handle); });
  }
}

TEST_P(WrongAgents, SlotUsedAgain) {
  const AgentHandle reborn = world.add_agent(agent_at({0.0, -7.0}));
  EXPECT_EQ(reborn.slot, small.removed_agent.slot);
  refuses_handle({"generation"}, [&] { world.remove_agent(small.removed_agent); });
  world.remove_agent(reborn);
  refuses_handle({"generation"}, [&] { world.remove_agent(reborn); });
  small = SmallWorld(GetParam().first, GetParam().second);  // for TearDown: an id is used up
}

TEST_P(WrongAgents, RemovedTwiceInOneCall) {
  const AgentHandle twice[] = {small.agents[1], small.agents[0], small.agents[1]};
  refuses_argument({"twice", "1"}, [&] { world.remove_agents(twice); });
}

TEST_P(WrongAgents, Counts) {
  const std::vector<Vec2d> velocities(4);
  refuses_argument({"5 agents", "4 velocities"}, [&] { world.set_preferred_velocities(small.agents, velocities); });
  refuses_argument({"4 velocities", "5 agents"}, [&] { world.set_preferred_velocities(velocities); });
  refuses_argument({"0 velocities"}, [&] { world.set_preferred_velocities(std::span<const Vec2d>{}); });
}

TEST_P(WrongAgents, Changes) {
  const AgentHandle agent = small.agents[2];
  for (const double bad : {not_a_number, infinite, -infinite, above_coordinate, largest}) {
    refuses_argument({"position"}, [&] { world.set_position(agent, {bad, 0}); });
    refuses_argument({"position"}, [&] { world.set_position(agent, {0, bad}); });
    refuses_argument({"goal"}, [&] { world.set_goal(agent, Vec2d{bad, 0}); });
    refuses_argument({"goal"}, [&] { world.set_goal(agent, Vec2d{0, bad}); });
    refuses_argument({"velocity"}, [&] { world.set_velocity(agent, {bad, 0}); });
    refuses_argument({"velocity"}, [&] { world.set_velocity(agent, {0, bad}); });
    refuses_argument({"preferred_velocity"}, [&] { world.set_preferred_velocity(agent, {0, bad}); });
    std::vector<Vec2d> velocities(5, Vec2d{1, 0});
    velocities[3].y = bad;
    refuses_argument({"agent 3 of 5", "preferred_velocity"}, [&] { world.set_preferred_velocities(velocities); });
    refuses_argument({"agent 3 of 5"}, [&] { world.set_preferred_velocities(small.agents, velocities); });
  }
  refuses_argument({"velocity", "100000.5"}, [&] { world.set_velocity(agent, {0, -100000.5}); });
  refuses_argument({"profile 7 "}, [&] { world.set_profile(agent, ProfileIndex{7}); });
  refuses_argument({"goal region 7 "}, [&] { world.set_goal(agent, GoalIndex{7}); });
  refuses_argument({"profile 7 "}, [&] { (void)world.profile(ProfileIndex{7}); });
  EXPECT_FALSE(world.find(5));
  EXPECT_FALSE(world.find(-1));
}

THRONG_INSTANTIATE_WRONG_ARGUMENT(WrongAgents);

TEST(LastId, LeavesNone) {
  World world({.threads = 1});
  world.add_profile({});
  const AgentHandle last = world.add_agent(agent_called(limits::max_id));
  test::expect_throws(ErrorCode::invalid_argument, {"id"}, [&] { world.add_agent({}); });
  world.add_agent(agent_called(3));
  world.remove_agent(last);
  test::expect_throws(ErrorCode::invalid_argument, {"id"}, [&] { world.add_agent({}); });
  EXPECT_EQ(world.agent_count(), 1u);
}

}  // namespace
}  // namespace throng::api_agents_tests
