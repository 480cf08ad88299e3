// What the cpu executor and the reference make of the same agents and behaviors, through the seam.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "host/behavior_fields.hpp"
#include "host/executor.hpp"
#include "kernels/agent/steering_data.hpp"
#include "tests/support/random.hpp"
#include "tests/support/vectors.hpp"

namespace throng::steering_agreement_tests {
namespace {

using namespace test;

double rounded(double a) { return static_cast<float>(a); }
Vec2d rounded(Vec2d a) { return {rounded(a.x), rounded(a.y)}; }

struct Crowd {
  std::vector<Behavior> behaviors;
  std::vector<PathShape> paths;
  std::vector<AgentRecord> agents;
  std::vector<SteeringRecord> steering;
  std::vector<std::uint32_t> group_first;
  std::vector<GroupMember> group_members;
};

bool walks_together(const Crowd& crowd, std::uint32_t row) {
  if (std::holds_alternative<WalkTogether>(crowd.behaviors[row])) return true;
  const auto* blend = std::get_if<Blend>(&crowd.behaviors[row]);
  return blend != nullptr && std::any_of(blend->parts.begin(), blend->parts.end(), [&](const BlendPart& part) {
           return std::holds_alternative<WalkTogether>(crowd.behaviors[part.behavior.row]);
         });
}

/// The table that a world makes, of the labels 0 and 1.
void form_groups(Crowd& crowd) {
  for (std::int32_t label = 0; label < 2; ++label) {
    crowd.group_first.push_back(static_cast<std::uint32_t>(crowd.group_members.size()));
    for (std::size_t i = 0; i < crowd.agents.size(); ++i) {
      if (crowd.agents[i].group != label || !walks_together(crowd, crowd.steering[i].behavior)) continue;
      crowd.group_members.push_back({crowd.agents[i].id, crowd.agents[i].slot});
      crowd.steering[i].group = static_cast<std::uint32_t>(label);
    }
  }
  crowd.group_first.push_back(static_cast<std::uint32_t>(crowd.group_members.size()));
}

std::optional<double> maybe(Random& random, double low, double high) {
  return random.chance(0.5) ? std::optional(rounded(random.between(low, high))) : std::nullopt;
}

/// One of each kind, but blends. The second target is not that of the first behavior.
std::vector<Behavior> random_behaviors(Random& random, std::uint32_t paths) {
  const auto radius = [&] { return random.chance(0.5) ? 0.0 : rounded(random.between(0.5, 10.0)); };
  const auto speed = [&] { return maybe(random, 0.0, 4.0); };
  const auto number = [&](double low, double high) { return rounded(random.between(low, high)); };
  const int target = static_cast<int>(random.below(2));
  return {Seek{speed(), target},
          Flee{speed(), target, maybe(random, 1.0, 20.0)},
          Arrive{speed(), target, radius(), maybe(random, 0.1, 5.0)},
          Pursue{speed(), target},
          Intercept{speed(), target, number(1.0, 50.0)},
          Evade{speed(), target, maybe(random, 1.0, 20.0)},
          OffsetPursue{speed(), target, rounded(random.in_box(5.0)), radius()},
          Interpose{speed(), radius()},
          Wander{speed(), number(0.0, 10.0), number(0.01, 3.0)},
          FollowPath{speed(), {static_cast<std::uint32_t>(random.below(paths))}, number(0.1, 8.0), radius()},
          Flock{speed(), number(0.0, 2.0), number(0.0, 2.0), number(0.0, 2.0), number(0.5, 9.0), number(0.5, 9.0),
                number(0.5, 9.0)},
          HeadForGoal{},
          WalkTogether{speed(), number(0.3, 2.0), number(0.3, 3.0)}};
}

/// Of those before it; at most one of them follows a path.
Behavior random_blend(Random& random, const std::vector<Behavior>& simple) {
  Blend blend;
  blend.rule = random.chance(0.5) ? Blend::Rule::weighted : Blend::Rule::priority;
  const std::size_t parts = 1 + random.below(4);
  bool follows = false;
  while (blend.parts.size() < parts) {
    const auto row = static_cast<std::uint32_t>(random.below(simple.size()));
    const bool another = std::holds_alternative<FollowPath>(simple[row]);
    if (follows && another) continue;
    follows = follows || another;
    blend.parts.push_back({{row}, rounded(random.between(0.0, 2.0))});
  }
  return blend;
}

double length_of(const PathShape& path) {
  double length = path.closed ? distance(path.vertices.back(), path.vertices.front()) : 0.0;
  for (std::size_t k = 1; k < path.vertices.size(); ++k) length += distance(path.vertices[k - 1], path.vertices[k]);
  return length;
}

Crowd random_crowd(Random& random, std::size_t count) {
  Crowd crowd;
  for (int k = 0; k < 4; ++k) {
    PathShape& path = crowd.paths.emplace_back(PathShape{k % 2 == 0, {}});
    for (std::size_t n = 0; n < 3 + random.below(6); ++n) path.vertices.push_back(rounded(random.in_box(20.0)));
  }
  const auto shortest = std::min_element(crowd.paths.begin(), crowd.paths.end(),
                                         [](const auto& a, const auto& b) { return length_of(a) < length_of(b); });
  const double shortest_length = length_of(*shortest);
  for (int k = 0; k < 3; ++k) {
    for (const Behavior& behavior : random_behaviors(random, 4)) crowd.behaviors.push_back(behavior);
  }
  const std::vector<Behavior> simple = crowd.behaviors;
  for (int k = 0; k < 12; ++k) crowd.behaviors.push_back(random_blend(random, simple));
  for (std::uint32_t slot = 0; slot < count; ++slot) {
    AgentRecord agent;
    agent.id = 1000 + slot;
    agent.slot = slot;
    const Vec2d position = rounded(random.in_box(20.0)), velocity = rounded(random.in_disc(2.0));
    const Vec2d heading = rounded(on_circle(1.0, random.between(0.0, 6.3)));
    agent.position_x = position.x, agent.position_y = position.y;
    agent.velocity_x = velocity.x, agent.velocity_y = velocity.y;
    agent.heading_x = heading.x, agent.heading_y = heading.y;
    agent.radius = 0.25;
    agent.max_speed = rounded(random.between(0.5, 3.0));
    agent.preferred_speed = 1.0;
    agent.goal = random.chance(0.5) ? goal_kind::point : goal_kind::none;
    agent.goal_x = rounded(random.between(-20.0, 20.0));
    agent.flags = agent_flag::avoids;
    agent.priority = 1.0;
    agent.layer = 1;
    agent.mask = 0xffffffffu;
    agent.group = static_cast<std::int32_t>(random.below(2));
    crowd.agents.push_back(agent);
    SteeringRecord steering;
    steering.slot = slot;
    steering.active = true;
    steering.behavior = static_cast<std::uint32_t>(random.below(crowd.behaviors.size()));
    for (SteeringRecord::Target& target : steering.targets) {
      target.point = rounded(random.in_box(20.0));
      target.slot = static_cast<std::uint32_t>((slot + 1 + random.below(count - 1)) % count);
      target.id = 1000 + static_cast<AgentId>(target.slot) + (random.chance(0.05) ? 5000 : 0);  // some have left
      target.kind = random.chance(0.8) ? target_kind::agent : target_kind::point;
    }
    steering.ignored_targets = static_cast<std::uint32_t>(random.below(4));
    steering.result = SteeringReadout{};
    if (random.chance(0.5)) steering.result->path_place = rounded(random.between(0.0, shortest_length));
    crowd.steering.push_back(steering);
  }
  form_groups(crowd);
  return crowd;
}

struct Found {
  std::vector<AgentRecord> agents;
  std::vector<SteeringReadout> readouts;
  std::vector<std::vector<std::uint32_t>> neighbors;  ///< before the step
};

Found steer(Executor& executor, const Crowd& crowd, std::uint64_t step) {
  executor.set_profiles(std::vector<Profile>{Profile{}});
  executor.set_behaviors(crowd.behaviors);
  executor.set_paths(crowd.paths);
  executor.set_groups(crowd.group_first, crowd.group_members);
  executor.add(crowd.agents);
  executor.set_steering(crowd.steering);
  Found found;
  for (const AgentRecord& agent : crowd.agents) executor.neighbors(agent.slot, found.neighbors.emplace_back());
  executor.begin_step(step);
  executor.navigate();
  executor.bin();
  executor.steer();
  executor.end_step();  // the place on a path stands when a step does
  std::vector<std::uint32_t> slots;
  for (const AgentRecord& agent : crowd.agents) slots.push_back(agent.slot);
  found.agents.resize(slots.size());
  found.readouts.resize(slots.size());
  executor.read(slots, found.agents);
  executor.read_steering(slots, found.readouts);
  return found;
}

/// The end of a closed path is its beginning.
bool is_same_place(const Crowd& crowd, double a, double b) {
  const double apart = std::abs(a - b);
  return apart < 5.0e-4 || std::any_of(crowd.paths.begin(), crowd.paths.end(), [&](const PathShape& path) {
           return path.closed && std::abs(apart - length_of(path)) < 5.0e-4;
         });
}

TEST(SteeringAgreement, CpuAndReferenceWantTheSame) {
  Random random(131);
  WorldOptions options;
  options.threads = 1;
  options.seed = 7;
  constexpr double tolerance = 1.0e-5;  // relative to the 20 m and 3 m/s of the crowd
  for (int k = 0; k < 150; ++k) {
    const Crowd crowd = random_crowd(random, 60);
    const auto cpu_executor = make_cpu_executor(options);
    const auto reference_executor = make_reference_executor(options);
    const std::uint64_t step = random.below(1000);
    const Found cpu = steer(*cpu_executor, crowd, step), reference = steer(*reference_executor, crowd, step);
    for (std::size_t i = 0; i < crowd.agents.size(); ++i) {
      const std::uint32_t row = crowd.steering[i].behavior;
      SCOPED_TRACE(std::string(behavior_name(crowd.behaviors[row])) + " of agent " + std::to_string(i) + " of crowd " +
                   std::to_string(k));
      const SteeringReadout &a = cpu.readouts[i], &b = reference.readouts[i];
      EXPECT_EQ(a.bits, b.bits);
      EXPECT_LE(distance(a.aim, b.aim), tolerance * (20.0 + norm(b.aim)));
      EXPECT_NEAR(a.time, b.time, tolerance * (1.0 + b.time));
      EXPECT_TRUE(is_same_place(crowd, a.path_place, b.path_place)) << a.path_place << " and " << b.path_place;
      EXPECT_NEAR(cpu.agents[i].preferred_velocity_x, reference.agents[i].preferred_velocity_x, 3.0 * tolerance);
      EXPECT_NEAR(cpu.agents[i].preferred_velocity_y, reference.agents[i].preferred_velocity_y, 3.0 * tolerance);
      EXPECT_EQ(cpu.neighbors[i], reference.neighbors[i]);
    }
  }
}

}  // namespace
}  // namespace throng::steering_agreement_tests
