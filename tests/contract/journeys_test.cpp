// throng/c/journeys.h does what the C++ world's journeys do.
#include <cmath>
#include <map>

#include "tests/contract/hall.hpp"

namespace throng::test::c_journeys_tests {
namespace {

TEST(CJourneys, RunAsTheCppWorlds) {
  Hall hall;
  hall.expect_same(20);
  AgentDescription walker;
  walker.position = {12, 12};
  walker.journey = JourneyIndex{0};
  const throng_agent set_off = hall.add({walker}).front();
  walker.journey.reset();
  walker.position = {13, 13};
  const throng_agent later = hall.add({walker}).front();
  throng_journey_state state;
  throng_journey_state_init(&state, sizeof(state));
  hall.accept(throng_world_get_journey_state(hall.c, later, &state));
  EXPECT_EQ(state.journey, THRONG_NONE);
  hall.accept(throng_world_set_journey(hall.c, later, 0));
  hall.cpp.set_journey({later.slot, later.generation}, {0});
  for (int round = 0; round < 3; ++round) {
    hall.expect_same(20);
    for (const throng_agent agent : {set_off, later}) {
      hall.accept(throng_world_get_journey_state(hall.c, agent, &state));
      const auto wanted = hall.cpp.journey_state({agent.slot, agent.generation});
      ASSERT_TRUE(wanted.has_value());
      EXPECT_EQ(state.journey, wanted->journey.row);
      EXPECT_EQ(state.stage, wanted->stage);
      EXPECT_EQ(state.activity, static_cast<throng_activity>(wanted->activity));
      EXPECT_EQ(state.visits, wanted->visits);
      EXPECT_EQ(state.since, wanted->since);
    }
    throng_journey_statistics statistics;
    throng_journey_statistics_init(&statistics, sizeof(statistics));
    hall.accept(throng_world_get_journey_statistics(hall.c, &statistics));
    const JourneyStatistics wanted = hall.cpp.journey_statistics();
    EXPECT_EQ(statistics.entered, wanted.entered);
    EXPECT_GT(statistics.entered, 5u);
    EXPECT_EQ(statistics.left, wanted.left);
    EXPECT_EQ(statistics.waiting_to_enter, wanted.waiting_to_enter);
    for (std::uint32_t k = 0; k < 6; ++k) {
      throng_stage_state stage;
      throng_stage_state_init(&stage, sizeof(stage));
      hall.accept(throng_world_get_stage_state(hall.c, 0, k, &stage));
      const StageState of_cpp = hall.cpp.stage_state({0}, k);
      EXPECT_EQ(stage.heading, of_cpp.heading);
      EXPECT_EQ(stage.there, of_cpp.there);
      EXPECT_EQ(stage.passed, of_cpp.passed);
    }
    throng_queue_state queue;
    throng_queue_state_init(&queue, sizeof(queue));
    hall.accept(throng_world_get_queue_state(hall.c, 0, &queue));
    const QueueState of_queue = hall.cpp.queue_state({0});
    EXPECT_EQ(queue.heading, of_queue.heading);
    EXPECT_EQ(queue.length, of_queue.length);
    EXPECT_EQ(queue.served, of_queue.served);
    for (std::uint32_t k = 0; k < 3; ++k) {
      throng_source_state source;
      throng_source_state_init(&source, sizeof(source));
      hall.accept(throng_world_get_source_state(hall.c, k, &source));
      const SourceState of_cpp = hall.cpp.source_state({k});
      EXPECT_EQ(source.due, of_cpp.due);
      EXPECT_EQ(source.entered, of_cpp.entered);
      EXPECT_EQ(source.waiting, of_cpp.waiting);
      EXPECT_EQ(source.ended, of_cpp.ended ? 1 : 0);
    }
    std::int32_t open = -1, expects = -1;
    hall.accept(throng_world_is_door_open(hall.c, 0, &open));
    EXPECT_EQ(open, hall.cpp.is_open({0}) ? 1 : 0);
    hall.accept(throng_world_expects_agents(hall.c, &expects));
    EXPECT_EQ(expects, hall.cpp.expects_agents() ? 1 : 0);
  }
}

/// What is read back makes the same again, under another name.
TEST(CJourneys, ReadBacksMakeTheSameAgain) {
  Hall hall;
  std::uint32_t made = THRONG_NONE;
  std::uint64_t count = 0;
  throng_queue_desc queue;
  throng_queue_desc_init(&queue, sizeof(queue));
  hall.accept(throng_world_get_queue(hall.c, 0, &queue));
  EXPECT_STREQ(queue.name, "counter");
  EXPECT_EQ(values_of<Vec2d>(queue.line), hall.queue.line);
  EXPECT_EQ(queue.goal, hall.cpp.queue({0}).goal->row);
  queue.name = "again";
  hall.accept(throng_world_add_queue(hall.c, &queue, &made));
  Queue same_queue = hall.cpp.queue({0});
  same_queue.name = "again";
  EXPECT_EQ(made, hall.cpp.add_queue(same_queue).row);

  throng_waiting_area_desc area;
  throng_waiting_area_desc_init(&area, sizeof(area));
  hall.accept(throng_world_get_waiting_area(hall.c, 0, &area));
  EXPECT_STREQ(area.name, "lounge");
  area.name = "again";
  hall.accept(throng_world_add_waiting_area(hall.c, &area, &made));
  WaitingArea same_area = hall.area;
  same_area.name = "again";
  EXPECT_EQ(made, hall.cpp.add_waiting_area(same_area).row);

  throng_door_desc door;
  throng_door_desc_init(&door, sizeof(door));
  hall.accept(throng_world_get_door(hall.c, 0, &door));
  EXPECT_STREQ(door.name, "gate");
  door.name = "again";
  hall.accept(throng_world_add_door(hall.c, &door, &made));
  Door same_door = hall.door;
  same_door.name = "again";
  EXPECT_EQ(made, hall.cpp.add_door(same_door).row);

  throng_journey_desc journey;
  throng_journey_desc_init(&journey, sizeof(journey), sizeof(throng_stage_desc));
  hall.accept(throng_world_get_journey(hall.c, 0, &journey));
  EXPECT_STREQ(journey.name, "errand");
  ASSERT_EQ(journey.stage_count, 6u);
  EXPECT_STREQ(journey.stages[1].next[1].stage, "back");
  EXPECT_TRUE(std::isnan(journey.stages[0].reconsider));
  journey.name = "again";
  hall.accept(throng_world_add_journey(hall.c, &journey, &made));
  Journey same_journey = hall.cpp.journey({0});
  same_journey.name = "again";
  EXPECT_EQ(made, hall.cpp.add_journey(same_journey).row);

  for (std::uint32_t k = 0; k < 3; ++k) {
    throng_source_desc source;
    throng_source_desc_init(&source, sizeof(source));
    hall.accept(throng_world_get_source(hall.c, k, &source));
    Source same_source = hall.cpp.source({k});
    EXPECT_EQ(source.name, same_source.name);
    const std::string name = same_source.name = "again " + same_source.name;
    source.name = name.c_str();
    std::vector<std::int64_t> ids(source.entry_id.count, THRONG_NO_ID);  // ids are never reused
    source.entry_id = array_of(ids);
    for (Source::Entry& entry : same_source.entries) entry.id.reset();
    hall.accept(throng_world_add_source(hall.c, &source, &made));
    EXPECT_EQ(made, hall.cpp.add_source(same_source).row);
  }
  const std::pair<throng_status (*)(throng_world*, std::uint64_t*), std::size_t> counts[] = {
      {throng_world_get_queue_count, hall.cpp.queue_count()},
      {throng_world_get_waiting_area_count, hall.cpp.waiting_area_count()},
      {throng_world_get_door_count, hall.cpp.door_count()},
      {throng_world_get_journey_count, hall.cpp.journey_count()},
      {throng_world_get_source_count, hall.cpp.source_count()}};
  for (const auto& [get, wanted] : counts) {
    hall.accept(get(hall.c, &count));
    EXPECT_EQ(count, wanted);
    hall.refuse(get(hall.c, nullptr), {"count is null"});
  }
  hall.expect_same(30);
}

/// Memory of a host that counts it.
struct Memory {
  static void* allocate(std::size_t size, std::size_t alignment, void* user) {
    if (static_cast<Memory*>(user)->is_full) return nullptr;
    void* const piece = std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
    static_cast<Memory*>(user)->sizes[piece] = size;
    return piece;
  }
  static void release(void* piece, std::size_t size, std::size_t, void* user) {
    auto& sizes = static_cast<Memory*>(user)->sizes;
    EXPECT_EQ(sizes.at(piece), size);
    sizes.erase(piece);
    std::free(piece);
  }
  [[nodiscard]] bool has(const void* address) const {
    const auto after = sizes.upper_bound(const_cast<void*>(address));
    if (after == sizes.begin()) return false;
    const auto& [first, size] = *std::prev(after);
    return static_cast<const char*>(address) < static_cast<const char*>(first) + size;
  }
  [[nodiscard]] throng_instance_desc desc() {
    throng_instance_desc desc;
    throng_instance_desc_init(&desc, sizeof(desc));
    desc.allocate = allocate;
    desc.release = release;
    desc.memory_user = this;
    return desc;
  }
  std::map<void*, std::size_t> sizes;
  bool is_full = false;
};

TEST(CJourneys, ReadBacksAreOfTheHostsMemory) {
  Memory memory;
  const throng_instance_desc desc = memory.desc();
  {
    Hall hall(&desc);
    throng_journey_desc journey;
    throng_journey_desc_init(&journey, sizeof(journey), sizeof(throng_stage_desc));
    hall.accept(throng_world_get_journey(hall.c, 0, &journey));
    EXPECT_TRUE(memory.has(journey.name));
    EXPECT_TRUE(memory.has(journey.stages));
    EXPECT_TRUE(memory.has(journey.stages[5].name));
    EXPECT_TRUE(memory.has(journey.stages[0].next[1].stage));
    const std::size_t pieces = memory.sizes.size();
    for (int i = 0; i < 5; ++i) hall.accept(throng_world_get_journey(hall.c, 0, &journey));
    EXPECT_EQ(memory.sizes.size(), pieces) << "what was lent before is taken back";
    hall.refuse(throng_world_get_journey(hall.c, 1, &journey), {"journey 1 does not exist; the world has 1"});
    memory.is_full = true;
    EXPECT_EQ(throng_world_get_journey(hall.c, 0, &journey), THRONG_OUT_OF_MEMORY);
    memory.is_full = false;
    EXPECT_STREQ(journey.name, "errand") << "a call that fails writes nothing, and takes nothing back";
  }
  EXPECT_TRUE(memory.sizes.empty());
}

}  // namespace
}  // namespace throng::test::c_journeys_tests
