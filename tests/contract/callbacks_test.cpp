// Callbacks of a host: its memory, its log, its progress.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/contract/stage.hpp"

namespace throng::contract {
namespace {

/// All that takes memory of the host's: objects, and texts of failing calls. Stops at the first thing that there is no
/// memory for; nothing is half made.
throng_status make_and_break(const throng_instance_desc& desc, const char* path) {
  throng_instance* instance = nullptr;
  throng_world *world = nullptr, *loaded = nullptr;
  throng_status status = throng_instance_create(&desc, &instance);
  EXPECT_EQ(instance != nullptr, status == THRONG_OK);
  const throng_world_desc machine = Stage::machine_desc();
  if (status == THRONG_OK) {
    status = throng_world_create(instance, &machine, &world);
    EXPECT_EQ(world != nullptr, status == THRONG_OK);
  }
  if (status == THRONG_OK) {
    EXPECT_EQ(throng_world_set_profile(world, {5, 5}, 0), THRONG_STALE_HANDLE);  // its text needs memory
    EXPECT_STRNE(throng_world_error(world), "");
    EXPECT_EQ(throng_world_save(world, path), THRONG_OK);
    status = throng_world_load(instance, path, &machine, &loaded);
    EXPECT_EQ(loaded != nullptr, status == THRONG_OK);
  }
  throng_world_destroy(world);
  throng_instance_destroy(instance);
  throng_world_destroy(loaded);
  return status;
}

TEST(HostMemory, IsGivenBackAndMayRunOutAtAnyTime) {
  HostMemory stage_memory, memory;
  Stage stage(stage_memory);
  auto desc = filled<throng_instance_desc>(throng_instance_desc_init);
  memory.give_to(desc);
  ASSERT_EQ(make_and_break(desc, stage.new_file()), THRONG_OK);
  const std::uint64_t wanted = memory.calls();
  ASSERT_GE(wanted, 4u);  // instance, two worlds, a text
  int failures = 0;
  for (std::uint64_t lasting = 0; lasting <= wanted; ++lasting) {
    memory.fail_after(lasting);
    const throng_status status = make_and_break(desc, stage.new_file());
    if (status != THRONG_OK) {
      EXPECT_EQ(status, THRONG_OUT_OF_MEMORY) << "after " << lasting << " calls";
      ++failures;
    }
    ASSERT_EQ(memory.pieces(), 0u) << "after " << lasting << " calls";
  }
  EXPECT_GE(failures, 3);
  EXPECT_EQ(memory.wrong_returns(), 0);
}

TEST(HostMemory, OfOneKindOnlyIsRefused) {
  HostMemory memory;
  auto desc = filled<throng_instance_desc>(throng_instance_desc_init);
  memory.give_to(desc);
  Log log;
  desc.log = Log::keep;
  desc.log_user = &log;
  for (const bool takes : {false, true}) {
    throng_instance_desc half = desc;
    if (takes) {
      half.release = nullptr;
    } else {
      half.allocate = nullptr;
    }
    throng_instance* instance = nullptr;
    EXPECT_EQ(throng_instance_create(&half, &instance), THRONG_INVALID_ARGUMENT);
    EXPECT_EQ(instance, nullptr);
    ASSERT_EQ(log.errors.size(), takes ? 2u : 1u);
    EXPECT_NE(log.errors.back().find(takes ? "desc.release" : "desc.allocate"), std::string::npos) << log.errors.back();
  }
}

struct Told {
  std::vector<throng_log_level> levels;
  static void keep(throng_log_level level, const char*, void* user) {
    static_cast<Told*>(user)->levels.push_back(level);
  }
};

TEST(Log, TellsWhatIsAskedFor) {
  for (const throng_log_level least : {THRONG_LOG_DEBUG, THRONG_LOG_WARNING, THRONG_LOG_ERROR}) {
    Told told;
    auto desc = filled<throng_instance_desc>(throng_instance_desc_init);
    desc.log = Told::keep;
    desc.log_user = &told;
    desc.least_level = least;
    throng_instance* instance = nullptr;
    ASSERT_EQ(throng_instance_create(&desc, &instance), THRONG_OK);
    const throng_world_desc machine = Stage::machine_desc();
    throng_world* world = nullptr;
    ASSERT_EQ(throng_world_create(instance, &machine, &world), THRONG_OK);
    EXPECT_EQ(throng_world_set_profile(world, {5, 5}, 0), THRONG_STALE_HANDLE);
    throng_instance_destroy(instance);
    throng_world_destroy(world);
    const bool debug = least == THRONG_LOG_DEBUG;
    EXPECT_EQ(std::count(told.levels.begin(), told.levels.end(), THRONG_LOG_DEBUG) > 0, debug);
    EXPECT_EQ(std::count(told.levels.begin(), told.levels.end(), THRONG_LOG_ERROR), 1);
  }
}

/// Says stop when it is asked for the n-th time.
struct Patience {
  int left;
  std::vector<double> done;
  static std::int32_t ask(const char* what, double done, void* user) {
    EXPECT_STREQ(what, "step");
    auto& self = *static_cast<Patience*>(user);
    self.done.push_back(done);
    return --self.left <= 0 ? 1 : 0;
  }
};

std::uint64_t steps_of(throng_world* world) {
  auto statistics = filled<throng_statistics>(throng_statistics_init);
  EXPECT_EQ(throng_world_get_statistics(world, &statistics), THRONG_OK);
  return statistics.steps;
}

TEST(Progress, StopsStepsAndTheWorldGoesOn) {
  HostMemory memory;
  Stage stopped(memory), unbroken(memory);
  const std::uint64_t before = steps_of(stopped.world());
  Patience patience{7, {}};
  ASSERT_EQ(throng_world_set_progress(stopped.world(), Patience::ask, &patience), THRONG_OK);
  EXPECT_EQ(throng_world_step(stopped.world(), 20), THRONG_CANCELLED);
  EXPECT_NE(std::string(throng_world_error(stopped.world())).find("cancelled"), std::string::npos);
  EXPECT_EQ(steps_of(stopped.world()), before + 7);
  for (std::size_t k = 0; k < patience.done.size(); ++k) EXPECT_EQ(patience.done[k], static_cast<double>(k + 1) / 20.0);
  patience.left = 1000;
  EXPECT_EQ(throng_world_step(stopped.world(), 13), THRONG_OK);
  ASSERT_EQ(throng_world_set_progress(stopped.world(), nullptr, nullptr), THRONG_OK);
  EXPECT_EQ(throng_world_step(stopped.world(), 5), THRONG_OK);
  EXPECT_EQ(throng_world_step(unbroken.world(), 25), THRONG_OK);
  EXPECT_EQ(fingerprint(stopped.world()), fingerprint(unbroken.world()));
}

}  // namespace
}  // namespace throng::contract
