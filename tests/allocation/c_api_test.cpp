// A call of the C interface that finds no memory anywhere in the engine: it says so, and nothing has changed.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "tests/allocation/counting_new.hpp"
#include "throng/throng.h"

namespace throng::test::c_api_allocation {
namespace {

throng_array array_of(void* data, std::uint64_t count, throng_type type) {
  throng_array array = {};
  array.data = data;
  array.count = count;
  array.type = type;
  return array;
}

std::vector<std::uint64_t> state_of(throng_world* world) {
  std::vector<std::uint64_t> state;
  for (const auto read : {throng_world_get_state_hash, throng_world_get_agent_count, throng_world_get_profile_count,
                          throng_world_get_obstacle_count, throng_world_get_goal_count}) {
    std::uint64_t value = 0;
    EXPECT_EQ(read(world, &value), THRONG_OK) << throng_world_error(world);
    state.push_back(value);
  }
  return state;
}

struct Case {
  const char* name;
  std::function<throng_status(throng_world*)> call;
};

TEST(CApiAllocation, ACallThatFindsNoMemoryHasChangedNothing) {
  throng_instance* instance = nullptr;
  ASSERT_EQ(throng_instance_create(nullptr, &instance), THRONG_OK);
  throng_world_desc desc;
  throng_world_desc_init(&desc, sizeof(desc));
  desc.executor = THRONG_CPU;
  desc.threads = 1;
  std::vector<throng_vec2d> positions(100), corners = {{20, 20}, {22, 20}, {22, 22}, {20, 22}};
  for (std::size_t i = 0; i < positions.size(); ++i)
    positions[i] = {static_cast<double>(i % 10), static_cast<double>(i / 10)};
  std::vector<throng_agent> handles(positions.size());
  std::vector<throng_vec2d> outline = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  const throng_array outline_array = array_of(outline.data(), outline.size(), THRONG_F64X2);
  const throng_array position_array = array_of(positions.data(), positions.size(), THRONG_F64X2);
  const throng_array corner_array = array_of(corners.data(), corners.size(), THRONG_F64X2);
  const throng_array handle_array = array_of(handles.data(), handles.size(), THRONG_HANDLE);
  throng_agents_desc agents;
  throng_agents_desc_init(&agents, sizeof(agents));
  agents.count = positions.size();
  agents.position = position_array;
  agents.goal = array_of(positions.data(), positions.size(), THRONG_F64X2);
  throng_readout readout;
  throng_readout_init(&readout, sizeof(readout));
  readout.position = position_array;
  std::uint32_t row = 0;
  std::uint64_t count = 0;
  throng_obstacle obstacle = {};
  throng_profile_desc profile;
  throng_profile_desc_init_walker(&profile, sizeof(profile));
  throng_overlaps overlaps;
  throng_overlaps_init(&overlaps, sizeof(overlaps));
  const auto try_all = [&](const Case& each) {
    int failures = 0;
    for (std::uint64_t lasting = 0;; ++lasting) {
      throng_world* world = nullptr;
      ASSERT_EQ(throng_world_create(instance, &desc, &world), THRONG_OK);
      ASSERT_EQ(throng_world_add_profile(world, nullptr, &row), THRONG_OK);
      ASSERT_EQ(throng_world_add_agents(world, &agents, &handle_array), THRONG_OK);
      ASSERT_EQ(throng_world_step(world, 1), THRONG_OK);
      const std::vector<std::uint64_t> before = state_of(world);
      fail_allocations_after(lasting);
      const throng_status status = each.call(world);
      fail_allocations_after(never);
      if (status != THRONG_OK) {
        ++failures;
        ASSERT_EQ(status, THRONG_OUT_OF_MEMORY) << each.name << " after " << lasting;
        ASSERT_STREQ(throng_world_error(world), "out of memory") << each.name << " after " << lasting;
        ASSERT_EQ(state_of(world), before) << each.name << " after " << lasting;
        ASSERT_EQ(each.call(world), THRONG_OK)
            << each.name << " after " << lasting << ": " << throng_world_error(world);
      }
      ASSERT_EQ(throng_world_step(world, 2), THRONG_OK) << each.name << " after " << lasting;
      throng_world_destroy(world);
      if (status == THRONG_OK) break;
    }
    EXPECT_GT(failures, 0) << each.name << " needs no memory";
  };
  const std::vector<Case> cases = {
      {"add_agents", [&](throng_world* w) { return throng_world_add_agents(w, &agents, nullptr); }},
      {"remove_agents", [&](throng_world* w) { return throng_world_remove_agents(w, &handle_array); }},
      {"set_preferred_velocities",
       [&](throng_world* w) { return throng_world_set_preferred_velocities(w, &handle_array, &position_array); }},
      {"add_profile", [&](throng_world* w) { return throng_world_add_profile(w, &profile, &row); }},
      {"add_footprint", [&](throng_world* w) { return throng_world_add_footprint(w, &outline_array, &row); }},
      {"add_polygon", [&](throng_world* w) { return throng_world_add_polygon(w, &corner_array, &obstacle); }},
      {"add_goal_polygon", [&](throng_world* w) { return throng_world_add_goal_polygon(w, &corner_array, &row); }},
      {"read", [&](throng_world* w) { return throng_world_read(w, &readout); }},
      {"get_neighbors", [&](throng_world* w) { return throng_world_get_neighbors(w, handles[50], nullptr, &count); }},
      {"measure_overlaps", [&](throng_world* w) { return throng_world_measure_overlaps(w, &overlaps); }},
  };
  for (const Case& each : cases) try_all(each);
  throng_instance_destroy(instance);
}

TEST(CApiAllocation, AWorldThatFindsNoMemoryIsNotMade) {
  throng_instance* instance = nullptr;
  ASSERT_EQ(throng_instance_create(nullptr, &instance), THRONG_OK);
  throng_world_desc desc;
  throng_world_desc_init(&desc, sizeof(desc));
  desc.executor = THRONG_CPU;
  desc.threads = 1;
  // The first of a process starts oneTBB, whose start can't be repeated when memory lacks in the middle of it.
  throng_world* first = nullptr;
  ASSERT_EQ(throng_world_create(instance, &desc, &first), THRONG_OK);
  throng_world_destroy(first);
  int failures = 0;
  for (std::uint64_t lasting = 0;; ++lasting) {
    throng_world* world = nullptr;
    const std::uint64_t live = live_bytes();
    fail_allocations_after(lasting);
    const throng_status status = throng_world_create(instance, &desc, &world);
    fail_allocations_after(never);
    EXPECT_EQ(world != nullptr, status == THRONG_OK);
    throng_world_destroy(world);
    if (status == THRONG_OK) break;
    ++failures;
    ASSERT_EQ(status, THRONG_OUT_OF_MEMORY) << "after " << lasting;
    if (lasting > 0) {
      ASSERT_EQ(live_bytes(), live) << "after " << lasting;
    }
  }
  EXPECT_GT(failures, 3);
  throng_instance_destroy(instance);
}

}  // namespace
}  // namespace throng::test::c_api_allocation
