// What throng/c/journeys.h refuses, by name, and that the world stays as it was.
#include <cstring>

#include "tests/contract/hall.hpp"

namespace throng::test::c_journey_errors_tests {
namespace {

using Words = std::initializer_list<std::string_view>;

TEST(CJourneyErrors, OfPlaces) {
  Hall hall;
  const std::vector<Vec2d> line{{1, 1}, {4, 1}}, polygon{{14, 12}, {16, 12}, {16, 14}};
  const std::vector<double> changes{2.0, 1.0};
  std::uint32_t row = 77;
  const auto refuse_queue = [&](const auto& change, const Words& words) {
    throng_queue_desc desc;
    throng_queue_desc_init(&desc, sizeof(desc));
    desc.name = "q";
    desc.line = array_of(line);
    change(desc);
    hall.refuse(throng_world_add_queue(hall.c, &desc, &row), words);
  };
  refuse_queue([](auto& d) { d.struct_size = 1; }, {"desc.struct_size is 1"});
  refuse_queue([](auto& d) { d.name = nullptr; }, {"a queue without a name"});
  refuse_queue([](auto& d) { d.name = "counter"; }, {"two queues are called 'counter'"});
  refuse_queue([](auto& d) { d.line = {}; }, {"queue 'q'", "0 "});
  refuse_queue([](auto& d) { d.line.type = THRONG_I64; }, {"desc.line.type", "THRONG_I64"});
  refuse_queue([](auto& d) { d.spacing = not_a_number; }, {"queue 'q' spacing", "nan"});
  refuse_queue([](auto& d) { d.servers = 0; }, {"queue 'q': 0 servers"});
  refuse_queue([](auto& d) { d.service_time = {}; }, {"desc.service_time is not given"});
  refuse_queue([](auto& d) { d.service_time.kind = 4; }, {"desc.service_time.kind is 4"});
  refuse_queue([](auto& d) { d.service_time = throng_distribution_fixed(-1.0); }, {"service_time", "-1"});
  refuse_queue([](auto& d) { d.goal = 9; }, {"goal region 9"});

  const auto refuse_area = [&](const auto& change, const Words& words) {
    throng_waiting_area_desc desc;
    throng_waiting_area_desc_init(&desc, sizeof(desc));
    desc.name = "a";
    desc.polygon = array_of(polygon);
    change(desc);
    hall.refuse(throng_world_add_waiting_area(hall.c, &desc, &row), words);
  };
  refuse_area([](auto& d) { d.struct_size = 8; }, {"desc.struct_size is 8"});
  refuse_area([](auto& d) { d.name = ""; }, {"a waiting area without a name"});
  refuse_area([](auto& d) { d.polygon.count = 2; }, {"waiting area 'a'"});
  refuse_area([](auto& d) { d.polygon.stride = 12; }, {"desc.polygon.stride is 12"});
  refuse_area([](auto& d) { d.spacing = 0.0; }, {"waiting area 'a' spacing", "0"});

  const auto refuse_door = [&](const auto& change, const Words& words) {
    throng_door_desc desc;
    throng_door_desc_init(&desc, sizeof(desc));
    desc.name = "d";
    desc.line = array_of(line);
    change(desc);
    hall.refuse(throng_world_add_door(hall.c, &desc, &row), words);
  };
  refuse_door([](auto& d) { d.struct_size = 8; }, {"desc.struct_size is 8"});
  refuse_door([](auto& d) { d.closed_at_start = 2; }, {"desc.closed_at_start is 2"});
  refuse_door([](auto& d) { d.closed_at_start = 1; }, {"door 'd'", "never opens"});
  refuse_door([&](auto& d) { d.changes = array_of(changes); }, {"door 'd'", "ascending"});
  refuse_door([](auto& d) { d.changes.count = 2; }, {"desc.changes"});
  refuse_door([](auto& d) { d.period = -1.0; }, {"door 'd' period", "-1"});
  EXPECT_EQ(row, 77u);
  hall.refuse(throng_world_add_queue(hall.c, nullptr, &row), {"desc is null"});
  hall.refuse(throng_world_add_waiting_area(hall.c, nullptr, &row), {"desc is null"});
  hall.refuse(throng_world_add_door(hall.c, nullptr, &row), {"desc is null"});
  throng_door_desc door;
  throng_door_desc_init(&door, sizeof(door));
  door.name = "d";
  door.line = array_of(line);
  hall.refuse(throng_world_add_door(hall.c, &door, nullptr), {"row is null"});
  hall.expect_same(3);
}

TEST(CJourneyErrors, OfStages) {
  Hall hall;
  std::uint32_t row = 77;
  const throng_next_stage nowhere{"elsewhere", 1.0};
  const auto refuse = [&](const auto& change, const Words& words) {
    throng_stage_desc stages[2];
    for (throng_stage_desc& stage : stages) throng_stage_desc_init(&stage, sizeof(stage));
    stages[0].name = "first";
    stages[1].name = "second";
    stages[0].goal = stages[1].goal = 0;
    throng_journey_desc desc;
    throng_journey_desc_init(&desc, sizeof(desc), sizeof(throng_stage_desc));
    desc.name = "j";
    desc.stages = stages;
    desc.stage_count = 2;
    change(desc, stages[1]);
    hall.refuse(throng_world_add_journey(hall.c, &desc, &row), words);
  };
  refuse([](auto& d, auto&) { d.struct_size = 8; }, {"desc.struct_size is 8"});
  refuse([](auto& d, auto&) { d.name = nullptr; }, {"a journey without a name"});
  refuse([](auto& d, auto&) { d.name = "errand"; }, {"two journeys are called 'errand'"});
  refuse([](auto& d, auto&) { d.stages = nullptr; }, {"desc.stages is null"});
  refuse([](auto& d, auto&) { d.stage_count = 0; }, {"journey 'j': has no stages"});
  refuse([](auto& d, auto&) { d.stage_count = UINT64_MAX; }, {"desc.stages has", "at most 65536"});
  refuse([](auto& d, auto&) { d.stage_size = 12; }, {"desc.stage_size is 12"});
  refuse([](auto& d, auto&) { d.stage_size = 0x7ffffff8u; }, {"desc.stage_size is 2147483640"});
  refuse([](auto& d, auto&) { d.stage_size += 1; }, {"desc.stage_size is"});
  refuse([](auto& d, auto&) { d.stage_size += 8; }, {"desc.stages[0].struct_size is", "as desc.stage_size"});
  refuse([](auto&, auto& s) { s.struct_size = 0; }, {"desc.stages[1].struct_size is 0"});
  refuse([](auto&, auto& s) { s.kind = 4; }, {"desc.stages[1].kind is 4"});
  refuse([](auto&, auto& s) { s.name = nullptr; }, {"a stage without a name"});
  refuse([](auto&, auto& s) { s.goal = THRONG_NONE; }, {"stage 'second'", "found 0 of goal"});
  refuse([](auto&, auto& s) { s.goal = 50; }, {"stage 'second'", "goal region 50"});
  refuse([](auto&, auto& s) { s.queue = 0; }, {"stage 'second'", "found 2 of goal"});
  refuse([](auto&, auto& s) { s.wait_for = 0; }, {"stage 'second'", "does not wait"});
  refuse([](auto&, auto& s) { s.kind = THRONG_WAIT, s.wait_for = 5; }, {"door 5"});
  refuse([](auto&, auto& s) { s.wait_time.kind = 9; }, {"desc.stages[1].wait_time.kind is 9"});
  refuse([](auto&, auto& s) { s.next_count = 1; }, {"desc.stages[1].next is null"});
  refuse([&](auto&, auto& s) { s.next = &nowhere, s.next_count = 1; }, {"next stage 'elsewhere'"});
  refuse([](auto&, auto& s) { s.choice = 2; }, {"desc.stages[1].choice is 2"});
  refuse([](auto&, auto& s) { s.reconsider = 1.0; }, {"reconsider belongs to a choice by least time"});
  refuse([](auto&, auto& s) { s.hysteresis = not_a_number; }, {"hysteresis is nan"});
  refuse([](auto&, auto& s) { s.flow = 0.0; }, {"flow", "0"});
  EXPECT_EQ(row, 77u);
  hall.refuse(throng_world_add_journey(hall.c, nullptr, &row), {"desc is null"});
  throng_journey_desc journey;
  throng_journey_desc_init(&journey, sizeof(journey), sizeof(throng_stage_desc));
  journey.stage_size = 3;
  hall.refuse(throng_world_get_journey(hall.c, 0, &journey), {"desc.stage_size is 3"});
  hall.expect_same(3);
}

/// Stages of a later header, which has more members: zero at first.
TEST(CJourneyErrors, StagesOfALaterVersion) {
  struct Later {
    throng_stage_desc known;
    std::uint64_t more;
  };
  Hall hall;
  Later stages[2] = {};
  for (Later& stage : stages) {
    throng_stage_desc_init(&stage.known, sizeof(stage.known));
    stage.known.struct_size = sizeof(Later);
    stage.known.goal = 0;
  }
  stages[0].known.name = "a";
  stages[1].known.name = "b";
  throng_journey_desc desc;
  throng_journey_desc_init(&desc, sizeof(desc), sizeof(throng_stage_desc));
  desc.name = "later";
  desc.stages = &stages[0].known;
  desc.stage_count = 2;
  desc.stage_size = sizeof(Later);
  std::uint32_t row = THRONG_NONE;
  stages[1].more = 1;
  hall.refuse(throng_world_add_journey(hall.c, &desc, &row), {"desc.stages[1].struct_size", "is not zero"});
  stages[1].more = 0;
  hall.accept(throng_world_add_journey(hall.c, &desc, &row));
  Journey later{"later", std::vector<Stage>(2)};
  later.stages[0].name = "a";
  later.stages[1].name = "b";
  later.stages[0].goal = later.stages[1].goal = GoalIndex{0};
  hall.cpp.add_journey(later);
  throng_journey_desc read;
  throng_journey_desc_init(&read, sizeof(read), sizeof(throng_stage_desc));
  read.stage_size = sizeof(Later);
  hall.accept(throng_world_get_journey(hall.c, row, &read));
  const Later* const found = reinterpret_cast<const Later*>(read.stages);
  EXPECT_STREQ(found[1].known.name, "b");
  EXPECT_EQ(found[0].more + found[1].more, 0u);
  hall.expect_same(0);
}

TEST(CJourneyErrors, OfSources) {
  Hall hall;
  const std::vector<Vec2d> region{{4, 1}, {9, 1}, {9, 4}};
  const std::vector<double> zero{0.0}, one{1.0};
  std::uint32_t row = 77;
  const auto refuse = [&](const auto& change, const Words& words) {
    throng_source_kind kind{};
    kind.share = 1.0;
    throng_source_desc desc;
    throng_source_desc_init(&desc, sizeof(desc));
    desc.name = "s";
    desc.region = array_of(region);
    desc.kinds = &kind;
    desc.kind_count = 1;
    desc.goal_region = 0;
    desc.times = array_of(one);
    change(desc, kind);
    hall.refuse(throng_world_add_source(hall.c, &desc, &row), words);
  };
  refuse([](auto& d, auto&) { d.struct_size = 8; }, {"desc.struct_size is 8"});
  refuse([](auto& d, auto&) { d.name = nullptr; }, {"a source without a name"});
  refuse([](auto& d, auto&) { d.regular = 5; }, {"desc.regular is 5"});
  refuse([](auto& d, auto&) { d.region = {}; }, {"source 's': has no region"});
  refuse([](auto& d, auto&) { d.region.type = 0; }, {"desc.region.type is 0"});
  refuse([](auto& d, auto&) { d.kind_count = 0; }, {"source 's': no kind of agents"});
  refuse([](auto& d, auto&) { d.kinds = nullptr; }, {"desc.kinds is null"});
  refuse([](auto& d, auto&) { d.kind_count = UINT64_MAX; }, {"desc.kinds has"});
  refuse([](auto&, auto& k) { k.profile = 4; }, {"kind 0", "profile 4"});
  refuse([](auto&, auto& k) { k.share = 0.0; }, {"kind 0 share", "0"});
  refuse([](auto&, auto& k) { k.radius.kind = 7; }, {"desc.kinds[0].radius.kind is 7"});
  refuse([](auto& d, auto&) { d.goal_region = THRONG_NONE; }, {"found 0 of journey, goal_region and goal"});
  refuse([](auto& d, auto&) { d.goal = {1.0, 1.0}; }, {"found 2 of journey, goal_region and goal"});
  refuse([](auto& d, auto&) { d.goal_region = THRONG_NONE, d.journey = 6; }, {"journey 6"});
  refuse([](auto& d, auto&) { d.times = {}; }, {"found 0 of rates, times and entries"});
  refuse([&](auto& d, auto&) { d.rate = array_of(one); }, {"desc.rate.count is 1, wanted 0"});
  refuse([&](auto& d, auto&) { d.rate_from = array_of(zero), d.rate = array_of(one); }, {"found 2 of rates"});
  refuse([](auto& d, auto&) { d.times.data = nullptr; }, {"desc.times.data is null"});
  refuse([&](auto& d, auto&) { d.times = d.region = {}, d.entry_time = array_of(one); },
         {"desc.entry_position is not given"});
  refuse([&](auto& d, auto&) { d.entry_position = array_of(region); }, {"desc.entry_position.count is 3, wanted 0"});
  refuse([](auto& d, auto&) { d.from = not_a_number; }, {"from", "nan"});
  refuse([](auto& d, auto&) { d.until = 0.0; }, {"until is 0 s"});
  EXPECT_EQ(row, 77u);
  hall.refuse(throng_world_add_source(hall.c, nullptr, &row), {"desc is null"});
  hall.expect_same(3);
}

TEST(CJourneyErrors, OfReadingAndSettingOff) {
  Hall hall;
  AgentDescription walker;
  walker.position = {12, 12};
  const throng_agent agent = hall.add({walker}).front();
  throng_journey_state state;
  throng_journey_state_init(&state, sizeof(state));
  throng_queue_desc queue;
  throng_queue_desc_init(&queue, sizeof(queue));
  throng_stage_state stage;
  throng_stage_state_init(&stage, sizeof(stage));
  throng_source_state source;
  throng_source_state_init(&source, sizeof(source));
  std::int32_t flag = 0;
  hall.refuse(throng_world_set_journey(hall.c, agent, 3), {"journey 3"});
  hall.refuse(throng_world_set_journey(hall.c, {agent.slot, agent.generation + 1}, 0), {"agent"}, THRONG_STALE_HANDLE);
  hall.refuse(throng_world_get_journey_state(hall.c, {9999, 0}, &state), {"agent"}, THRONG_STALE_HANDLE);
  hall.refuse(throng_world_get_journey_state(hall.c, agent, nullptr), {"state is null"});
  hall.refuse(throng_world_get_journey_statistics(hall.c, nullptr), {"statistics is null"});
  hall.refuse(throng_world_get_queue(hall.c, 2, &queue), {"queue 2", "has 2"});
  hall.refuse(throng_world_get_queue(hall.c, 0, nullptr), {"desc is null"});
  hall.refuse(throng_world_get_waiting_area(hall.c, 0, nullptr), {"desc is null"});
  hall.refuse(throng_world_get_door(hall.c, 0, nullptr), {"desc is null"});
  hall.refuse(throng_world_get_journey(hall.c, 0, nullptr), {"desc is null"});
  hall.refuse(throng_world_get_source(hall.c, 0, nullptr), {"desc is null"});
  hall.refuse(throng_world_get_stage_state(hall.c, 0, 6, &stage), {"stage 6", "'errand' has 6"});
  hall.refuse(throng_world_get_queue_state(hall.c, 0, nullptr), {"state is null"});
  hall.refuse(throng_world_get_source_state(hall.c, 3, &source), {"source 3", "has 3"});
  stage.struct_size = 4;
  hall.refuse(throng_world_get_stage_state(hall.c, 0, 0, &stage), {"state.struct_size is 4"});
  hall.refuse(throng_world_is_door_open(hall.c, 1, &flag), {"door 1", "has 1"});
  hall.refuse(throng_world_is_door_open(hall.c, 0, nullptr), {"open is null"});
  hall.refuse(throng_world_expects_agents(hall.c, nullptr), {"expects is null"});
  EXPECT_EQ(throng_world_expects_agents(nullptr, &flag), THRONG_NULL_HANDLE);
  hall.expect_same(3);
}

}  // namespace
}  // namespace throng::test::c_journey_errors_tests
