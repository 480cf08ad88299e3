// A world of the C interface beside a simple model of it: who is there, where, and which handles are stale. Whatever
// differs ends the program.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "throng/throng.h"

namespace throng::fuzz {

inline void must(bool holds, const char* what, const char* text = "") {
  if (holds) return;
  std::fprintf(stderr, "not so: %s (%s)\n", what, text);
  std::abort();
}
#define MUST(holds) must((holds), #holds)
#define MUST_ON(world, holds) must((holds), #holds, throng_world_error(world))

inline throng_array array_of(void* data, std::uint64_t count, throng_type type) {
  throng_array array = {};
  array.data = data;
  array.count = count;
  array.type = type;
  return array;
}
inline bool operator==(throng_vec2d a, throng_vec2d b) { return a.x == b.x && a.y == b.y; }

/// The input, byte by byte; zeros when it has ended.
class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : at_(data), end_(data + size) {}
  [[nodiscard]] bool is_empty() const { return at_ == end_; }
  std::uint32_t next() { return is_empty() ? 0 : *at_++; }
  std::uint32_t below(std::uint32_t limit) { return next() % limit; }
  /// Multiples of 1/8 m within 16 m: no single-precision number in the engine differs from them.
  throng_vec2d point() {
    const double x = static_cast<double>(next()) / 8.0 - 16.0;
    return {x, static_cast<double>(next()) / 8.0 - 16.0};
  }

 private:
  const std::uint8_t *at_, *end_;
};

struct ModelAgent {
  throng_agent handle;
  throng_vec2d position;
  bool may_leave;  ///< its profile takes it away where it arrives
};

/// Alive ones by id, and what has ever been there.
struct Model {
  std::map<std::int64_t, ModelAgent> agents;
  std::set<std::int64_t> used_ids;
  std::vector<throng_agent> stale_agents;
  std::vector<throng_obstacle> obstacles, stale_obstacles;
  std::uint32_t profiles = 0, goals = 0;
  std::uint64_t steps = 0;

  [[nodiscard]] std::int64_t next_id() const { return used_ids.empty() ? 0 : *used_ids.rbegin() + 1; }
  /// Someone alive, or nobody's handle when there is none.
  [[nodiscard]] throng_agent pick(std::uint32_t k) const {
    if (agents.empty()) return {UINT32_MAX, 0};
    return std::next(agents.begin(), static_cast<std::ptrdiff_t>(k % agents.size()))->second.handle;
  }
  [[nodiscard]] std::map<std::int64_t, ModelAgent>::iterator find(throng_agent handle) {
    return std::find_if(agents.begin(), agents.end(), [&](const auto& entry) {
      return entry.second.handle.slot == handle.slot && entry.second.handle.generation == handle.generation;
    });
  }
  void remove(throng_agent handle) {
    agents.erase(find(handle));
    stale_agents.push_back(handle);
  }
};

inline std::uint64_t hash_of(throng_world* world) {
  std::uint64_t hash = 0;
  MUST_ON(world, throng_world_get_state_hash(world, &hash) == THRONG_OK);
  return hash;
}

/// All that can be read is what the model says. `moved`: positions are the world's to say, and the model learns them.
inline void compare(throng_world* world, Model& model, bool moved) {
  std::uint64_t count = 0;
  std::int32_t contains = 0;
  if (moved) {  // some may have arrived and left
    std::vector<throng_agent> gone;
    for (const auto& [id, agent] : model.agents) {
      MUST_ON(world, throng_world_contains_agent(world, agent.handle, &contains) == THRONG_OK);
      if (contains == 0) {
        MUST(agent.may_leave);
        gone.push_back(agent.handle);
      }
    }
    for (const throng_agent handle : gone) model.remove(handle);
  }
  MUST_ON(world, throng_world_get_agent_count(world, &count) == THRONG_OK);
  MUST(count == model.agents.size());
  std::vector<std::int64_t> ids(count);
  std::vector<throng_agent> handles(count);
  std::vector<throng_vec2d> positions(count);
  throng_readout readout;
  throng_readout_init(&readout, sizeof(readout));
  readout.id = array_of(ids.data(), count, THRONG_I64);
  readout.handle = array_of(handles.data(), count, THRONG_HANDLE);
  readout.position = array_of(positions.data(), count, THRONG_F64X2);
  MUST_ON(world, throng_world_read(world, &readout) == THRONG_OK);
  std::size_t k = 0;
  for (auto& [id, agent] : model.agents) {
    MUST(ids[k] == id);
    MUST(handles[k].slot == agent.handle.slot && handles[k].generation == agent.handle.generation);
    if (moved) agent.position = positions[k];
    MUST(positions[k] == agent.position);
    throng_agent found = {};
    MUST_ON(world, throng_world_find_agent(world, id, &found, &contains) == THRONG_OK);
    MUST(contains == 1 && found.slot == agent.handle.slot);
    ++k;
  }
  for (const throng_agent handle : model.stale_agents) {
    MUST_ON(world, throng_world_contains_agent(world, handle, &contains) == THRONG_OK);
    MUST(contains == 0);
  }
  MUST_ON(world, throng_world_get_obstacle_count(world, &count) == THRONG_OK);
  MUST(count == model.obstacles.size());
  for (const auto* const list : {&model.obstacles, &model.stale_obstacles}) {
    for (const throng_obstacle obstacle : *list) {
      MUST_ON(world, throng_world_contains_obstacle(world, obstacle, &contains) == THRONG_OK);
      MUST((contains == 1) == (list == &model.obstacles));
    }
  }
  MUST_ON(world, throng_world_get_goal_count(world, &count) == THRONG_OK);
  MUST(count == model.goals);
  throng_statistics statistics;
  throng_statistics_init(&statistics, sizeof(statistics));
  MUST_ON(world, throng_world_get_statistics(world, &statistics) == THRONG_OK);
  MUST(statistics.steps == model.steps);
}

}  // namespace throng::fuzz
