// A world made through C++ and one made through C, to be filled alike and found alike.
#pragma once
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "throng/throng.h"
#include "throng/throng.hpp"

namespace throng::test {

inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

inline throng_type c_type(const Vec2d*) { return THRONG_F64X2; }
inline throng_type c_type(const Vec2f*) { return THRONG_F32X2; }
inline throng_type c_type(const double*) { return THRONG_F64; }
inline throng_type c_type(const float*) { return THRONG_F32; }
inline throng_type c_type(const std::int64_t*) { return THRONG_I64; }
inline throng_type c_type(const std::int32_t*) { return THRONG_I32; }
inline throng_type c_type(const std::uint32_t*) { return THRONG_U32; }
inline throng_type c_type(const std::uint8_t*) { return THRONG_U8; }
inline throng_type c_type(const throng_agent*) { return THRONG_HANDLE; }

/// Of a vector that stays where it is.
template <class T>
throng_array array_of(const std::vector<T>& values) {
  return {const_cast<T*>(values.data()), values.size(), 0, c_type(values.data()), THRONG_HOST, nullptr};
}
/// What a read-back lends.
template <class T>
std::vector<T> values_of(const throng_array& array) {
  if (array.count == 0) return {};
  EXPECT_EQ(array.type, c_type(static_cast<const T*>(nullptr)));
  EXPECT_EQ(array.stride, 0);
  EXPECT_EQ(array.memory, THRONG_HOST);
  const T* const first = static_cast<const T*>(array.data);
  return {first, first + array.count};
}

inline throng_vec2d c_vector(Vec2d v) { return {v.x, v.y}; }
inline throng_agent c_agent(AgentHandle agent) { return {agent.slot, agent.generation}; }
inline Vec2d cpp_vector(throng_vec2d v) { return {v.x, v.y}; }

inline std::string bytes_of_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

class TwinWorlds {
 public:
  /// Both from one file: a world that is made has handles of its own.
  explicit TwinWorlds(const throng_instance_desc* desc = nullptr) : cpp(World({.time_step = 0.1})) {
    cpp.add_profile({});
    const std::string path = file_name("first");
    cpp.save(path);
    cpp = World::load(path, ExecutorKind::cpu, 1);
    throng_world_desc settings;
    throng_world_desc_init(&settings, sizeof(settings));
    settings.executor = THRONG_CPU;
    settings.threads = 1;
    EXPECT_EQ(throng_instance_create(desc, &instance), THRONG_OK);
    EXPECT_EQ(throng_world_load(instance, path.c_str(), &settings, &c), THRONG_OK);
    std::remove(path.c_str());
  }
  ~TwinWorlds() {
    throng_world_destroy(c);
    throng_instance_destroy(instance);
  }
  TwinWorlds(const TwinWorlds&) = delete;
  TwinWorlds& operator=(const TwinWorlds&) = delete;

  void accept(throng_status status) const { EXPECT_EQ(status, THRONG_OK) << throng_world_error(c); }
  /// A call on the C world that came to `wanted`, with a text that has these words in it.
  void refuse(throng_status status, std::initializer_list<std::string_view> words,
              throng_status wanted = THRONG_INVALID_ARGUMENT) const {
    const std::string text = throng_world_error(c);
    EXPECT_EQ(status, wanted) << text;
    for (const std::string_view word : words) EXPECT_NE(text.find(word), std::string::npos) << word << " in: " << text;
  }

  /// At places, with goals and groups, if any.
  std::vector<throng_agent> add(const std::vector<AgentDescription>& agents) {
    std::vector<throng_agent> handles(agents.size());
    std::vector<Vec2d> position, goal;
    std::vector<std::uint32_t> region, journey;
    std::vector<std::int32_t> group;
    for (const AgentDescription& agent : agents) {
      position.push_back(agent.position);
      goal.push_back(agent.goal.value_or(Vec2d{not_a_number, 0.0}));
      region.push_back(agent.goal_region ? agent.goal_region->row : THRONG_NONE);
      journey.push_back(agent.journey ? agent.journey->row : THRONG_NONE);
      group.push_back(agent.group);
    }
    throng_agents_desc desc;
    throng_agents_desc_init(&desc, sizeof(desc));
    desc.count = agents.size();
    desc.position = array_of(position);
    desc.goal = array_of(goal);
    desc.goal_region = array_of(region);
    desc.journey = array_of(journey);
    desc.group = array_of(group);
    const throng_array out = array_of(handles);
    accept(throng_world_add_agents(c, &desc, &out));
    const std::vector<AgentHandle> added = cpp.add_agents(agents);
    for (std::size_t i = 0; i < added.size(); ++i) {
      EXPECT_EQ(handles[i].slot, added[i].slot);
      EXPECT_EQ(handles[i].generation, added[i].generation);
    }
    return handles;
  }
  void add_wall(const std::vector<Vec2d>& points, bool closed) {
    const throng_array array = array_of(points);
    throng_obstacle obstacle;
    closed ? cpp.add_polygon(points) : cpp.add_polyline(points);
    accept(closed ? throng_world_add_polygon(c, &array, &obstacle) : throng_world_add_polyline(c, &array, &obstacle));
  }
  std::uint32_t add_goal_line(const std::vector<Vec2d>& points) {
    const throng_array array = array_of(points);
    std::uint32_t row = THRONG_NONE;
    accept(throng_world_add_goal_line(c, &array, &row));
    EXPECT_EQ(cpp.add_goal_line(points).row, row);
    return row;
  }

  /// Now, and after `steps`: the whole states, as they are saved.
  void expect_same(std::uint64_t steps) {
    expect_same_files();
    cpp.step(steps);
    accept(throng_world_step(c, steps));
    std::uint64_t hash = 0;
    accept(throng_world_get_state_hash(c, &hash));
    EXPECT_EQ(hash, cpp.state_hash());
    expect_same_files();
  }

  World cpp;
  throng_instance* instance = nullptr;
  throng_world* c = nullptr;

 private:
  static std::string file_name(const char* name) {
    return testing::TempDir() + "twin_worlds_" + std::to_string(getpid()) + "_" + name + ".h5";
  }
  void expect_same_files() {
    const std::string of_cpp = file_name("cpp"), of_c = file_name("c");
    cpp.save(of_cpp);
    accept(throng_world_save(c, of_c.c_str()));
    EXPECT_FALSE(bytes_of_file(of_cpp).empty());
    EXPECT_TRUE(bytes_of_file(of_cpp) == bytes_of_file(of_c)) << "the saved states differ";
    std::remove(of_cpp.c_str());
    std::remove(of_c.c_str());
  }
};

}  // namespace throng::test
