// Behaviors, paths and steering of throng/c/steering.h do what the C++ world's do.
#include <functional>

#include "tests/contract/twin_worlds.hpp"

namespace throng::test::c_steering_tests {
namespace {

struct Case {
  Behavior cpp;
  throng_behavior_kind kind;
  std::function<void(throng_behavior_desc&)> fill;
};

/// Every kind, with other values than the defaults in all of its fields. Path 0 and behaviors 0 and 1 are there.
std::vector<Case> cases() {
  using D = throng_behavior_desc;
  const Flock flock{1.25, 2.0, 1.1, 0.7, 1.5, 4.0, 6.0};
  const Blend blend{Blend::Rule::priority, {{{1}, 0.5}, {{0}, 2.0}}};
  static const throng_blend_part parts[2] = {{1, 0, 0.5}, {0, 0, 2.0}};
  return {{std::monostate{}, THRONG_NO_BEHAVIOR, [](D&) {}},
          {Seek{1.1, 1, true}, THRONG_SEEK, [](D& d) { d.speed = 1.1, d.target = 1, d.avoids_target = 1; }},
          {Flee{0.9, 1, 20.0}, THRONG_FLEE, [](D& d) { d.speed = 0.9, d.target = 1, d.panic_radius = 20.0; }},
          {Arrive{1.3, 1, 3.0, 2.0, false}, THRONG_ARRIVE,
           [](D& d) {
             d.speed = 1.3, d.target = 1, d.slowing_radius = 3.0, d.max_deceleration = 2.0, d.avoids_target = 0;
           }},
          {Pursue{1.2, 1, true}, THRONG_PURSUE, [](D& d) { d.speed = 1.2, d.target = 1, d.avoids_target = 1; }},
          {Intercept{1.4, 1, 12.0, true}, THRONG_INTERCEPT,
           [](D& d) { d.speed = 1.4, d.target = 1, d.max_time = 12.0, d.avoids_target = 1; }},
          {Evade{0.8, 1, 9.0}, THRONG_EVADE, [](D& d) { d.speed = 0.8, d.target = 1, d.panic_radius = 9.0; }},
          {OffsetPursue{1.0, 1, {-2.0, 1.0}, 2.0, false}, THRONG_OFFSET_PURSUE,
           [](D& d) {
             d.speed = 1.0, d.target = 1, d.offset = {-2.0, 1.0}, d.slowing_radius = 2.0, d.avoids_target = 0;
           }},
          {Interpose{1.1, 1.5, false}, THRONG_INTERPOSE,
           [](D& d) { d.speed = 1.1, d.slowing_radius = 1.5, d.avoids_target = 0; }},
          {Wander{0.7, 0.8, 2.0}, THRONG_WANDER, [](D& d) { d.speed = 0.7, d.turning_rate = 0.8, d.interval = 2.0; }},
          {FollowPath{1.2, {0}, 2.0, 1.0}, THRONG_FOLLOW_PATH,
           [](D& d) { d.speed = 1.2, d.path = 0, d.look_ahead = 2.0, d.slowing_radius = 1.0; }},
          {flock, THRONG_FLOCK,
           [](D& d) {
             d.speed = 1.25;
             d.separation_weight = 2.0, d.alignment_weight = 1.1, d.cohesion_weight = 0.7;
             d.separation_radius = 1.5, d.alignment_radius = 4.0, d.cohesion_radius = 6.0;
           }},
          {HeadForGoal{}, THRONG_HEAD_FOR_GOAL, [](D&) {}},
          {blend, THRONG_BLEND, [](D& d) { d.rule = THRONG_FIRST_MOVING, d.parts = parts, d.part_count = 2; }},
          {WalkTogether{1.3, 0.9, 2.0}, THRONG_WALK_TOGETHER,
           [](D& d) { d.speed = 1.3, d.spacing = 0.9, d.waiting_distance = 2.0; }}};
}

/// Twenty agents, a path, and two behaviors that blends may have.
struct Crowd : TwinWorlds {
  Crowd() {
    std::vector<AgentDescription> all(20);
    for (std::size_t i = 0; i < all.size(); ++i) {
      all[i].position = {1.5 * static_cast<double>(i % 5), 1.5 * static_cast<double>(i / 5)};
      all[i].goal = Vec2d{20.0, static_cast<double>(i)};
      all[i].group = static_cast<std::int32_t>(i % 4);
    }
    agents = add(all);
    const std::vector<Vec2d> points{{0, 0}, {10, 0}, {10, 8}, {0, 8}};
    const throng_array array = array_of(points);
    std::uint32_t row = THRONG_NONE;
    accept(throng_world_add_path(c, &array, 1, &row));
    EXPECT_EQ(row, cpp.add_path(points, true).row);
    for (const throng_behavior_kind kind : {THRONG_HEAD_FOR_GOAL, THRONG_WANDER}) {
      throng_behavior_desc desc;
      throng_behavior_desc_init(&desc, sizeof(desc), kind);
      accept(throng_world_add_behavior(c, &desc, &row));
    }
    cpp.add_behavior(HeadForGoal{});
    cpp.add_behavior(Wander{});
  }
  [[nodiscard]] AgentHandle handle(std::size_t i) const { return {agents[i].slot, agents[i].generation}; }
  std::vector<throng_agent> agents;
};

throng_behavior_desc desc_of(const Case& of) {
  throng_behavior_desc desc;
  throng_behavior_desc_init(&desc, sizeof(desc), of.kind);
  of.fill(desc);
  return desc;
}
throng_target agent_target(throng_agent agent) { return {THRONG_TARGET_AGENT, 0, agent, {0, 0}}; }
throng_target point_target(double x, double y) { return {THRONG_TARGET_POINT, 0, {0, 0}, {x, y}}; }

/// All members, numbers that are not given included.
bool are_equal(const throng_behavior_desc& a, const throng_behavior_desc& b) {
  const auto same = [](double x, double y) { return x == y || (x != x && y != y); };
  bool parts_are = a.part_count == b.part_count;
  for (std::uint64_t i = 0; parts_are && i < a.part_count; ++i) {
    parts_are = a.parts[i].behavior == b.parts[i].behavior && a.parts[i].weight == b.parts[i].weight;
  }
  return a.kind == b.kind && same(a.speed, b.speed) && a.target == b.target && a.avoids_target == b.avoids_target &&
         a.slowing_radius == b.slowing_radius && same(a.max_deceleration, b.max_deceleration) &&
         same(a.panic_radius, b.panic_radius) && a.max_time == b.max_time && a.offset.x == b.offset.x &&
         a.offset.y == b.offset.y && a.turning_rate == b.turning_rate && a.interval == b.interval && a.path == b.path &&
         a.rule == b.rule && a.look_ahead == b.look_ahead && a.spacing == b.spacing &&
         a.waiting_distance == b.waiting_distance && a.separation_weight == b.separation_weight &&
         a.alignment_weight == b.alignment_weight && a.cohesion_weight == b.cohesion_weight &&
         a.separation_radius == b.separation_radius && a.alignment_radius == b.alignment_radius &&
         a.cohesion_radius == b.cohesion_radius && parts_are;
}

TEST(CSteering, EveryKindIsTheCppWorlds) {
  Crowd crowd;
  const std::vector<Case> all = cases();
  ASSERT_EQ(all.size(), std::variant_size_v<Behavior>);
  std::vector<std::uint32_t> rows;
  for (const Case& each : all) {
    const throng_behavior_desc desc = desc_of(each);
    std::uint32_t row = THRONG_NONE;
    crowd.accept(throng_world_add_behavior(crowd.c, &desc, &row));
    EXPECT_EQ(row, crowd.cpp.add_behavior(each.cpp).row);
    rows.push_back(row);
    throng_behavior_desc read = desc;
    crowd.accept(throng_world_get_behavior(crowd.c, row, &read));
    EXPECT_TRUE(are_equal(read, desc)) << "kind " << each.kind;
    EXPECT_EQ(crowd.cpp.behavior({row}).index(), each.kind);
  }
  std::uint64_t count = 0;
  crowd.accept(throng_world_get_behavior_count(crowd.c, &count));
  EXPECT_EQ(count, crowd.cpp.behavior_count());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    throng_steering_desc desc;
    throng_steering_desc_init(&desc, sizeof(desc));
    desc.behavior = rows[i];
    desc.targets[0] = point_target(3.0, -4.0);
    desc.targets[1] = agent_target(crowd.agents[i + 1]);
    crowd.accept(throng_world_set_steering(crowd.c, crowd.agents[i], &desc));
    crowd.cpp.set_steering(crowd.handle(i), {{rows[i]}, {Vec2d{3.0, -4.0}, crowd.handle(i + 1)}});
  }
  crowd.expect_same(10);
  for (std::size_t i = 0; i < rows.size() + 1; ++i) {
    throng_steering_state state;
    throng_steering_state_init(&state, sizeof(state));
    crowd.accept(throng_world_get_steering(crowd.c, crowd.agents[i], &state));
    const SteeringState wanted = crowd.cpp.steering(crowd.handle(i));
    EXPECT_EQ(state.behavior, wanted.active ? wanted.steering.behavior.row : THRONG_NONE);
    EXPECT_EQ(state.targets[0].kind, wanted.active ? THRONG_TARGET_POINT : THRONG_NO_TARGET);
    EXPECT_EQ(state.targets[1].kind, wanted.active ? THRONG_TARGET_AGENT : THRONG_NO_TARGET);
    if (wanted.active) {
      EXPECT_EQ(cpp_vector(state.targets[0].point), (Vec2d{3.0, -4.0}));
      EXPECT_EQ(state.targets[1].agent.slot, crowd.agents[i + 1].slot);
    }
    EXPECT_EQ(cpp_vector(state.aim_point), wanted.aim_point);
    EXPECT_EQ(state.time_to_intercept, wanted.time_to_intercept);
    EXPECT_EQ(state.reachable, wanted.reachable ? 1 : 0);
    EXPECT_EQ(state.target_lost, wanted.target_lost ? 1 : 0);
  }
}

TEST(CSteering, DefaultsAreTheCppOnes) {
  Crowd crowd;
  for (const Case& each : cases()) {
    if (each.kind == THRONG_BLEND || each.kind == THRONG_FOLLOW_PATH) continue;  // can't do without
    throng_behavior_desc desc, read;
    throng_behavior_desc_init(&desc, sizeof(desc), each.kind);
    throng_behavior_desc_init(&read, sizeof(read), THRONG_BLEND);
    std::uint32_t row = THRONG_NONE;
    crowd.accept(throng_world_add_behavior(crowd.c, &desc, &row));
    std::visit([&](auto kind) { crowd.cpp.add_behavior(decltype(kind){}); }, each.cpp);
    crowd.accept(throng_world_get_behavior(crowd.c, row, &read));
    EXPECT_TRUE(are_equal(read, desc)) << "kind " << each.kind;
  }
  crowd.expect_same(0);
}

TEST(CSteering, OfManyAgentsAtOnce) {
  Crowd crowd;
  throng_behavior_desc pursue;
  throng_behavior_desc_init(&pursue, sizeof(pursue), THRONG_INTERPOSE);
  std::uint32_t row = THRONG_NONE;
  crowd.accept(throng_world_add_behavior(crowd.c, &pursue, &row));
  crowd.cpp.add_behavior(Interpose{});
  const std::size_t count = 12;
  const std::vector<throng_agent> agents(crowd.agents.begin(), crowd.agents.begin() + count);
  std::vector<std::uint32_t> behaviors(count, row);
  behaviors[3] = 1;
  // Target 0: an agent for the even ones, a point for the odd ones; target 1: a point.
  std::vector<throng_agent> others;
  std::vector<Vec2f> points;
  std::vector<Vec2d> second;
  std::vector<AgentHandle> handles;
  std::vector<Steering> steering;
  for (std::size_t i = 0; i < count; ++i) {
    const bool is_agent = i % 2 == 0;
    const Vec2f point{0.1f * static_cast<float>(i), 3.0f};
    others.push_back(is_agent ? crowd.agents[19 - i] : throng_agent{THRONG_NONE, 0});
    points.push_back(is_agent ? Vec2f{std::numeric_limits<float>::quiet_NaN(), 0.0f} : point);
    second.push_back({static_cast<double>(i), -2.0});
    handles.push_back(crowd.handle(i));
    const auto first = is_agent ? SteeringTarget(crowd.handle(19 - i)) : SteeringTarget(Vec2d{point.x, point.y});
    steering.push_back({{behaviors[i]}, {first, second[i]}});
  }
  throng_steerings_desc desc;
  throng_steerings_desc_init(&desc, sizeof(desc));
  desc.count = count;
  desc.agent = array_of(agents);
  desc.behavior = array_of(behaviors);
  desc.target_agent[0] = array_of(others);
  desc.target_point[0] = array_of(points);
  desc.target_point[1] = array_of(second);
  crowd.accept(throng_world_set_steerings(crowd.c, &desc));
  crowd.cpp.set_steering(handles, steering);
  crowd.expect_same(10);

  const std::vector<throng_agent> some(agents.begin() + 2, agents.begin() + 7);
  const throng_array given = array_of(some);
  crowd.accept(throng_world_clear_steering(crowd.c, &given));
  crowd.cpp.clear_steering({handles.data() + 2, 5});
  throng_behavior_desc arrive;
  throng_behavior_desc_init(&arrive, sizeof(arrive), THRONG_ARRIVE);
  crowd.accept(throng_world_change_behavior(crowd.c, row, &arrive));
  crowd.cpp.change_behavior({row}, Arrive{});
  crowd.expect_same(10);

  // All or none of them.
  const auto refuse = [&](const auto& change, std::initializer_list<std::string_view> words,
                          throng_status status = THRONG_INVALID_ARGUMENT) {
    throng_steerings_desc bad = desc;
    std::vector<throng_agent> bad_agents = agents, bad_others = others;
    bad.agent = array_of(bad_agents);
    bad.target_agent[0] = array_of(bad_others);
    change(bad, bad_agents, bad_others);
    crowd.refuse(throng_world_set_steerings(crowd.c, &bad), words, status);
  };
  refuse([](auto& d, auto&, auto&) { d.struct_size = 0; }, {"desc.struct_size is 0"});
  refuse([](auto& d, auto&, auto&) { d.count = 13; }, {"desc.agent.count is 12, wanted 13"});
  refuse([](auto& d, auto&, auto&) { d.agent = {}; }, {"desc.agent.count is 0"});
  refuse([](auto& d, auto&, auto&) { d.behavior.count = 11; }, {"desc.behavior.count is 11"});
  refuse([](auto& d, auto&, auto&) { d.behavior.type = THRONG_I32; }, {"desc.behavior.type", "THRONG_I32"});
  refuse([](auto& d, auto&, auto&) { d.target_agent[0].count = 1; }, {"desc.target_agent[0].count is 1"});
  refuse([](auto& d, auto&, auto&) { d.target_point[1].data = nullptr; }, {"desc.target_point[1].data is null"});
  refuse([](auto& d, auto&, auto&) { d.target_point[1].memory = 5; }, {"desc.target_point[1].memory is 5"});
  refuse([](auto&, auto&, auto& o) { o[1] = o[0]; }, {"desc.target_agent[0]", "row 1"});
  refuse([](auto&, auto& a, auto&) { a[5].generation += 1; }, {"agent"}, THRONG_STALE_HANDLE);
  refuse([](auto&, auto& a, auto&) { a[5] = a[4]; }, {"named twice"});
  refuse([](auto&, auto& a, auto& o) { o[4] = a[4]; }, {"the agent itself"});
  crowd.refuse(throng_world_set_steerings(crowd.c, nullptr), {"desc is null"});
  crowd.refuse(throng_world_clear_steering(crowd.c, nullptr), {"agents is null"});
  crowd.expect_same(3);
}

TEST(CSteering, RefusesByName) {
  Crowd crowd;
  std::uint32_t row = 77;
  const auto refuse = [&](throng_behavior_kind kind, const auto& change,
                          std::initializer_list<std::string_view> words) {
    throng_behavior_desc desc;
    throng_behavior_desc_init(&desc, sizeof(desc), kind);
    change(desc);
    crowd.refuse(throng_world_add_behavior(crowd.c, &desc, &row), words);
    crowd.refuse(throng_world_change_behavior(crowd.c, 0, &desc), words);
  };
  const throng_blend_part parts[17] = {{9, 0, 1.0}};
  refuse(15, [](auto&) {}, {"desc.kind is 15"});
  refuse(THRONG_SEEK, [](auto& d) { d.struct_size = 4; }, {"desc.struct_size is 4"});
  refuse(THRONG_SEEK, [](auto& d) { d.speed = -1.0; }, {"speed of seek", "-1"});
  refuse(THRONG_SEEK, [](auto& d) { d.target = 2; }, {"target of seek", "2"});
  refuse(THRONG_SEEK, [](auto& d) { d.avoids_target = -1; }, {"desc.avoids_target is -1"});
  refuse(THRONG_ARRIVE, [](auto& d) { d.slowing_radius = not_a_number; }, {"slowing_radius of arrive", "nan"});
  refuse(THRONG_FOLLOW_PATH, [](auto& d) { d.path = THRONG_NONE; }, {"path 4294967295 does not exist"});
  refuse(THRONG_BLEND, [](auto&) {}, {"blend has 0 parts"});
  refuse(THRONG_BLEND, [](auto& d) { d.part_count = 1; }, {"desc.parts is null"});
  refuse(THRONG_BLEND, [&](auto& d) { d.parts = parts, d.part_count = 17; }, {"desc.parts has 17", "at most 16"});
  refuse(THRONG_BLEND, [&](auto& d) { d.parts = parts, d.part_count = 1; }, {"behavior 9 does not exist"});
  refuse(THRONG_BLEND, [&](auto& d) { d.parts = parts, d.part_count = 1, d.rule = 2; }, {"desc.rule is 2"});
  throng_behavior_desc desc;
  throng_behavior_desc_init(&desc, sizeof(desc), THRONG_SEEK);
  crowd.refuse(throng_world_add_behavior(crowd.c, nullptr, &row), {"desc is null"});
  crowd.refuse(throng_world_add_behavior(crowd.c, &desc, nullptr), {"row is null"});
  crowd.refuse(throng_world_change_behavior(crowd.c, 5, &desc), {"behavior 5", "has 2"});
  crowd.refuse(throng_world_get_behavior(crowd.c, 5, &desc), {"behavior 5", "has 2"});
  crowd.refuse(throng_world_get_behavior(crowd.c, 0, nullptr), {"desc is null"});
  crowd.refuse(throng_world_get_behavior_count(crowd.c, nullptr), {"count is null"});
  std::vector<Vec2d> points{{0, 0}, {0, 0}};
  const throng_array array = array_of(points);
  crowd.refuse(throng_world_add_path(crowd.c, &array, 0, &row), {"path"});
  points[1].x = 1.0;
  crowd.refuse(throng_world_add_path(crowd.c, &array, 3, &row), {"closed is 3"});
  crowd.refuse(throng_world_add_path(crowd.c, nullptr, 0, &row), {"points is null"});
  crowd.refuse(throng_world_add_path(crowd.c, &array, 0, nullptr), {"row is null"});
  EXPECT_EQ(row, 77u);

  throng_steering_desc steering;
  throng_steering_desc_init(&steering, sizeof(steering));
  steering.behavior = 9;
  crowd.refuse(throng_world_set_steering(crowd.c, crowd.agents[0], &steering), {"behavior 9"});
  steering.behavior = 1;
  steering.targets[1].kind = 3;
  crowd.refuse(throng_world_set_steering(crowd.c, crowd.agents[0], &steering), {"desc.targets[1].kind is 3"});
  steering.targets[1] = point_target(not_a_number, 0.0);
  crowd.refuse(throng_world_set_steering(crowd.c, crowd.agents[0], &steering), {"target 1", "nan"});
  steering.targets[1] = agent_target({crowd.agents[1].slot, crowd.agents[1].generation + 1});
  crowd.refuse(throng_world_set_steering(crowd.c, crowd.agents[0], &steering), {"agent"}, THRONG_STALE_HANDLE);
  steering.targets[1] = {};
  crowd.refuse(throng_world_set_steering(crowd.c, {1000, 0}, &steering), {"agent"}, THRONG_STALE_HANDLE);
  crowd.refuse(throng_world_set_steering(crowd.c, crowd.agents[0], nullptr), {"desc is null"});
  throng_steering_state state;
  throng_steering_state_init(&state, sizeof(state));
  crowd.refuse(throng_world_get_steering(crowd.c, {1000, 0}, &state), {"agent"}, THRONG_STALE_HANDLE);
  crowd.refuse(throng_world_get_steering(crowd.c, crowd.agents[0], nullptr), {"state is null"});
  EXPECT_EQ(throng_world_set_steering(nullptr, crowd.agents[0], &steering), THRONG_NULL_HANDLE);
  crowd.expect_same(3);
}

}  // namespace
}  // namespace throng::test::c_steering_tests
