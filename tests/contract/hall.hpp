// Journeys of all kinds in a C++ world and a C world.
#pragma once
#include "tests/contract/twin_worlds.hpp"

namespace throng::test {

/// A hall with a counter, a waiting area, a door, two journeys and three sources, made in both worlds.
struct Hall : TwinWorlds {
  explicit Hall(const throng_instance_desc* desc = nullptr) : TwinWorlds(desc) {
    add_wall({{0, 0}, {0, 20}, {30, 20}, {30, 0}}, true);
    const GoalIndex west{add_goal_line({{2, 2}, {2, 18}})}, east{add_goal_line({{28, 2}, {28, 18}})};
    add_queue(west);
    add_area();
    add_door();
    add_journeys(west, east);
    add_sources(west);
  }

  Queue queue{"counter", {{10, 10}, {6, 10}, {6, 6}}, 0.75, 2, Distribution::normal(1.5, 0.5, 0.5, 3.0), {}};
  WaitingArea area{"lounge", {{14, 2}, {18, 2}, {18, 6}, {14, 6}}, 0.8};
  Door door{"gate", {{20, 0}, {20, 20}}, true, {1.5, 6.0}, 9.0};

  void add_queue(GoalIndex west) {
    throng_queue_desc desc;
    throng_queue_desc_init(&desc, sizeof(desc));
    desc.name = "counter";
    desc.line = array_of(queue.line);
    desc.spacing = 0.75;
    desc.servers = 2;
    desc.service_time = throng_distribution_normal(1.5, 0.5, 0.5, 3.0);
    accept(throng_world_add_queue(c, &desc, &row));
    EXPECT_EQ(row, cpp.add_queue(queue).row);
    throng_queue_desc_init(&desc, sizeof(desc));
    desc.name = "shop";
    desc.line = array_of(queue.line);
    desc.goal = west.row;
    accept(throng_world_add_queue(c, &desc, &row));
    Queue shop;
    shop.name = "shop";
    shop.line = queue.line;
    shop.goal = west;
    EXPECT_EQ(row, cpp.add_queue(shop).row);
  }
  void add_area() {
    throng_waiting_area_desc desc;
    throng_waiting_area_desc_init(&desc, sizeof(desc));
    desc.name = "lounge";
    desc.polygon = array_of(area.polygon);
    desc.spacing = 0.8;
    accept(throng_world_add_waiting_area(c, &desc, &row));
    EXPECT_EQ(row, cpp.add_waiting_area(area).row);
  }
  void add_door() {
    throng_door_desc desc;
    throng_door_desc_init(&desc, sizeof(desc));
    desc.name = "gate";
    desc.line = array_of(door.line);
    desc.closed_at_start = 1;
    desc.changes = array_of(door.changes);
    desc.period = 9.0;
    accept(throng_world_add_door(c, &desc, &row));
    EXPECT_EQ(row, cpp.add_door(door).row);
  }
  void add_journeys(GoalIndex west, GoalIndex east) {
    const throng_next_stage drawn[2] = {{"queue", 0.25}, {"lounge", 0.75}}, timed[2] = {{"out", 0.0}, {"back", 0.0}};
    throng_stage_desc stages[6];
    for (throng_stage_desc& stage : stages) throng_stage_desc_init(&stage, sizeof(stage));
    const char* const names[6] = {"in", "queue", "lounge", "until", "back", "out"};
    for (int k = 0; k < 6; ++k) stages[k].name = names[k];
    stages[0].goal = west.row;
    stages[0].next = drawn;
    stages[0].next_count = 2;
    stages[1].kind = THRONG_QUEUE;
    stages[1].queue = 0;
    stages[1].next = timed;
    stages[1].next_count = 2;
    stages[1].choice = THRONG_BY_LEAST_TIME;
    stages[1].reconsider = 2.0;
    stages[1].hysteresis = 0.1;
    stages[2].kind = THRONG_WAIT;
    stages[2].area = 0;
    stages[2].wait_time = throng_distribution_uniform(0.5, 2.0);
    stages[3].kind = THRONG_WAIT;
    stages[3].goal = west.row;
    stages[3].wait_until = 4.0;
    stages[4].kind = THRONG_WAIT;
    stages[4].goal = west.row;
    stages[4].wait_for = 0;
    stages[4].flow = 1.5;
    stages[5].kind = THRONG_LEAVE;
    stages[5].goal = east.row;
    throng_journey_desc desc;
    throng_journey_desc_init(&desc, sizeof(desc), sizeof(throng_stage_desc));
    desc.name = "errand";
    desc.stages = stages;
    desc.stage_count = 6;
    accept(throng_world_add_journey(c, &desc, &row));

    Journey errand{"errand", std::vector<Stage>(6)};
    for (int k = 0; k < 6; ++k) errand.stages[k].name = names[k];
    errand.stages[0].goal = west;
    errand.stages[0].next = {{"queue", 0.25}, {"lounge", 0.75}};
    Stage& queues = errand.stages[1];
    queues.kind = Stage::Kind::queue;
    queues.queue = QueueIndex{0};
    queues.next = {{"out", 0.0}, {"back", 0.0}};
    queues.choice = Stage::Choice::least_time;
    queues.reconsider = 2.0;
    queues.hysteresis = 0.1;
    for (int k = 2; k < 5; ++k) errand.stages[k].kind = Stage::Kind::wait;
    errand.stages[2].area = WaitingAreaIndex{0};
    errand.stages[2].wait_time = Distribution::uniform(0.5, 2.0);
    errand.stages[3].goal = errand.stages[4].goal = west;
    errand.stages[3].wait_until = 4.0;
    errand.stages[4].wait_for = DoorIndex{0};
    errand.stages[4].flow = 1.5;
    errand.stages[5].kind = Stage::Kind::leave;
    errand.stages[5].goal = east;
    EXPECT_EQ(row, cpp.add_journey(errand).row);
  }
  void add_sources(GoalIndex west) {
    const std::vector<Vec2d> region{{4, 1}, {9, 1}, {9, 4}, {4, 4}}, point{{24, 10}}, entries{{3, 15}, {4, 16}};
    const std::vector<double> from{0.0, 2.0}, rate{3.0, 1.0}, times{0.5, 0.5, 1.0}, entry_time{0.2, 0.7};
    const std::vector<Vec2d> entry_velocity{{1, 0}, {0, 1}};
    const std::vector<std::int64_t> ids{900, THRONG_NO_ID};
    const std::vector<std::uint32_t> kind_rows{1, 0};
    throng_source_kind kinds[2] = {};
    kinds[0].share = 3.0;
    kinds[0].radius = throng_distribution_uniform(0.15, 0.25);
    kinds[0].max_speed = throng_distribution_fixed(1.8);
    kinds[0].preferred_speed = throng_distribution_normal(1.2, 0.1, 0.5, 1.8);
    kinds[1].share = 1.0;
    Source::Kind drawn{
        {}, 3.0, Distribution::uniform(0.15, 0.25), Distribution::fixed(1.8), Distribution::normal(1.2, 0.1, 0.5, 1.8)};

    throng_source_desc desc;
    throng_source_desc_init(&desc, sizeof(desc));
    desc.kinds = kinds;
    desc.kind_count = 2;
    desc.name = "street";
    desc.region = array_of(region);
    desc.journey = 0;
    desc.rate_from = array_of(from);
    desc.rate = array_of(rate);
    desc.regular = 1;
    desc.total = 12;
    desc.from = 0.25;
    desc.until = 8.0;
    accept(throng_world_add_source(c, &desc, &row));
    Source street;
    street.name = "street";
    street.region = region;
    street.kinds = {drawn, {}};
    street.journey = JourneyIndex{0};
    street.rates = {{0.0, 3.0}, {2.0, 1.0}};
    street.regular = true;
    street.total = 12;
    street.from = 0.25;
    street.until = 8.0;
    EXPECT_EQ(row, cpp.add_source(street).row);

    throng_source_desc_init(&desc, sizeof(desc));
    desc.kinds = kinds;
    desc.kind_count = 1;
    desc.name = "stairs";
    desc.region = array_of(point);
    desc.goal_region = west.row;
    desc.times = array_of(times);
    accept(throng_world_add_source(c, &desc, &row));
    Source stairs;
    stairs.name = "stairs";
    stairs.region = point;
    stairs.kinds = {drawn};
    stairs.goal_region = west;
    stairs.times = times;
    EXPECT_EQ(row, cpp.add_source(stairs).row);

    throng_source_desc_init(&desc, sizeof(desc));
    desc.kinds = kinds;
    desc.kind_count = 2;
    desc.name = "recorded";
    desc.goal = {28.0, 3.0};
    desc.entry_time = array_of(entry_time);
    desc.entry_position = array_of(entries);
    desc.entry_velocity = array_of(entry_velocity);
    desc.entry_id = array_of(ids);
    desc.entry_kind = array_of(kind_rows);
    accept(throng_world_add_source(c, &desc, &row));
    Source recorded;
    recorded.name = "recorded";
    recorded.kinds = {drawn, {}};
    recorded.goal = Vec2d{28.0, 3.0};
    recorded.entries = {{0.2, {3, 15}, {1, 0}, 900, 1}, {0.7, {4, 16}, {0, 1}, {}, 0}};
    EXPECT_EQ(row, cpp.add_source(recorded).row);
  }
  std::uint32_t row = THRONG_NONE;
};

}  // namespace throng::test
