// The C interface on many threads: worlds are independent, on an instance of each thread's own or made on a common one
// in turn, whose callbacks all of them use.
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "throng/throng.h"

namespace throng::test::c_api_threads {
namespace {

constexpr std::size_t thread_count = 16;

/// Callbacks that all threads come to at once.
struct Host {
  std::atomic<std::int64_t> bytes{0};
  std::atomic<int> errors{0}, questions{0};

  throng_instance_desc desc() {
    throng_instance_desc made;
    throng_instance_desc_init(&made, sizeof(made));
    made.log = [](throng_log_level, const char*, void* user) { ++static_cast<Host*>(user)->errors; };
    made.progress = [](const char*, double, void* user) {
      ++static_cast<Host*>(user)->questions;
      return 0;
    };
    made.allocate = [](std::size_t size, std::size_t, void* user) {
      static_cast<Host*>(user)->bytes += static_cast<std::int64_t>(size);
      return std::malloc(size);
    };
    made.release = [](void* memory, std::size_t size, std::size_t, void* user) {
      static_cast<Host*>(user)->bytes -= static_cast<std::int64_t>(size);
      std::free(memory);
    };
    made.log_user = made.progress_user = made.memory_user = this;
    return made;
  }
};

throng_array array_of(void* data, std::uint64_t count, throng_type type) {
  throng_array array = {};
  array.data = data;
  array.count = count;
  array.type = type;
  return array;
}

/// Makes, fills, steps, reads, saves, loads and destroys worlds; what it comes to as numbers.
std::vector<std::uint64_t> life_of_worlds(throng_instance* instance, std::mutex* turn, std::size_t seed,
                                          const std::string& path) {
  const auto in_turn = [&](const auto& make) {  // one thread at a time may use an instance
    if (turn != nullptr) turn->lock();
    EXPECT_EQ(make(), THRONG_OK);
    if (turn != nullptr) turn->unlock();
  };
  std::vector<std::uint64_t> result;
  throng_world_desc desc;
  throng_world_desc_init(&desc, sizeof(desc));
  desc.executor = THRONG_CPU;
  desc.threads = 1 + static_cast<std::int32_t>(seed % 2);
  desc.seed = seed;
  desc.preferred_velocity_noise = 0.05;
  throng_world *world = nullptr, *loaded = nullptr;
  in_turn([&] { return throng_world_create(instance, &desc, &world); });
  std::uint32_t row = 0;
  EXPECT_EQ(throng_world_add_profile(world, nullptr, &row), THRONG_OK);
  std::array<throng_vec2d, 40> positions, goals;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    positions[i] = {static_cast<double>(i % 8) * 0.9 + 0.01 * static_cast<double>(seed), static_cast<double>(i / 8)};
    goals[i] = {8.0 - positions[i].x, 5.0 - positions[i].y};
  }
  throng_agents_desc agents;
  throng_agents_desc_init(&agents, sizeof(agents));
  agents.count = positions.size();
  agents.position = array_of(positions.data(), positions.size(), THRONG_F64X2);
  agents.goal = array_of(goals.data(), goals.size(), THRONG_F64X2);
  EXPECT_EQ(throng_world_add_agents(world, &agents, nullptr), THRONG_OK);
  EXPECT_EQ(throng_world_step(world, 10), THRONG_OK);
  EXPECT_EQ(throng_world_set_profile(world, {7777, 1}, 0), THRONG_STALE_HANDLE);
  EXPECT_NE(std::string(throng_world_error(world)).find("7777"), std::string::npos);
  EXPECT_EQ(throng_world_save(world, path.c_str()), THRONG_OK);
  in_turn([&] { return throng_world_load(instance, path.c_str(), &desc, &loaded); });
  for (throng_world* each : {world, loaded}) {
    EXPECT_EQ(throng_world_step(each, 10), THRONG_OK);
    std::uint64_t hash = 0;
    EXPECT_EQ(throng_world_get_state_hash(each, &hash), THRONG_OK);
    result.push_back(hash);
    throng_readout readout;
    throng_readout_init(&readout, sizeof(readout));
    readout.position = array_of(positions.data(), positions.size(), THRONG_F64X2);
    EXPECT_EQ(throng_world_read(each, &readout), THRONG_OK);
    for (const throng_vec2d& p : positions) result.push_back(static_cast<std::uint64_t>(p.x * 0x1p40));
    throng_world_destroy(each);
  }
  EXPECT_EQ(result[0], result[result.size() / 2]) << "what was loaded goes on otherwise";
  return result;
}

class CApiThreads : public ::testing::Test {
 protected:
  CApiThreads() {
    std::string name = (std::filesystem::temp_directory_path() / "throng_threads_XXXXXX").string();
    if (mkdtemp(name.data()) != nullptr) folder_ = name;
  }
  ~CApiThreads() override { std::filesystem::remove_all(folder_); }
  [[nodiscard]] std::string path(std::size_t k) const { return (folder_ / (std::to_string(k) + ".h5")).string(); }

  std::filesystem::path folder_;
};

TEST_F(CApiThreads, HaveWorldsOfTheirOwn) {
  Host host;
  const throng_instance_desc desc = host.desc();
  std::vector<std::vector<std::uint64_t>> alone(thread_count), common(thread_count), own(thread_count);
  throng_instance* shared = nullptr;
  ASSERT_EQ(throng_instance_create(&desc, &shared), THRONG_OK);
  for (std::size_t k = 0; k < thread_count; ++k) alone[k] = life_of_worlds(shared, nullptr, k, path(k));
  std::mutex turn;
  {
    std::vector<std::jthread> threads;
    for (std::size_t k = 0; k < thread_count; ++k) {
      threads.emplace_back([&, k] { common[k] = life_of_worlds(shared, &turn, k, path(k)); });
    }
  }
  throng_instance_destroy(shared);
  {
    std::vector<std::jthread> threads;
    for (std::size_t k = 0; k < thread_count; ++k) {
      threads.emplace_back([&, k] {
        throng_instance* instance = nullptr;
        EXPECT_EQ(throng_instance_create(&desc, &instance), THRONG_OK);
        own[k] = life_of_worlds(instance, nullptr, k, path(k));
        throng_instance_destroy(instance);
      });
    }
  }
  EXPECT_EQ(common, alone);
  EXPECT_EQ(own, alone);
  EXPECT_NE(alone[0], alone[1]);
  EXPECT_EQ(host.bytes, 0);
  EXPECT_EQ(host.errors, static_cast<int>(3 * thread_count));
  EXPECT_GT(host.questions, 0);
}

}  // namespace
}  // namespace throng::test::c_api_threads
