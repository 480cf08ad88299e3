// The parts of journeys, each by itself: queues' order, places, doors' times, sources' times, draws; and what is
// refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>

#include "host/draw.hpp"
#include "host/edge_index.hpp"
#include "host/journeys/door_schedule.hpp"
#include "host/journeys/entry_times.hpp"
#include "host/journeys/journeys.hpp"
#include "host/journeys/places.hpp"
#include "host/journeys/queue_line.hpp"
#include "host/journeys/ranked_counts.hpp"
#include "host/journeys/source_places.hpp"
#include "tests/support/random.hpp"
#include "tests/support/worlds.hpp"
#include "throng/world.hpp"

namespace throng::journey_parts_tests {
namespace {

using test::box;

TEST(RankedCounts, AreThoseOfASortedList) {
  test::Random random(7);
  RankedCounts counts;
  std::multiset<std::uint64_t> all;
  for (int k = 0; k < 2000; ++k) {
    const std::uint64_t key =
        static_cast<std::uint64_t>(random.between(0.0, 2000.0)) + (k % 5 == 0 ? 1000000000000 : 0);
    if (k % 3 == 2) {
      const auto some = all.lower_bound(key);
      if (some != all.end()) {
        counts.remove(*some);
        all.erase(some);
      }
    } else {
      counts.add(key);
      all.insert(key);
    }
    ASSERT_EQ(counts.total(), all.size());
    for (const std::uint64_t of : {key, key + 1, key / 2, std::uint64_t{0}, std::uint64_t{2000000000000}}) {
      ASSERT_EQ(counts.below(of), static_cast<std::uint64_t>(std::distance(all.begin(), all.lower_bound(of))));
      ASSERT_EQ(counts.at(of), all.count(of));
    }
  }
}

TEST(QueueLine, ServesInOrderAndMovesUp) {
  QueueLine line(2);
  EXPECT_EQ(line.join(10), 0u);
  EXPECT_EQ(line.join(11), 1u);
  EXPECT_EQ(line.join(12), 2u);
  EXPECT_EQ(line.join(13), 3u);
  EXPECT_EQ(line.join(14), 4u);
  std::vector<QueueLine::Move> moves;
  line.leave(11, moves);  // from the second server
  ASSERT_EQ(moves.size(), 3u);
  EXPECT_EQ(moves[0].slot, 12u);
  EXPECT_EQ(moves[0].place, 1u);
  EXPECT_EQ(moves[1].slot, 13u);
  EXPECT_EQ(moves[1].place, 2u);
  EXPECT_TRUE(line.is_at_server(12));
  EXPECT_FALSE(line.is_at_server(13));
  moves.clear();
  line.leave(13, moves);  // out of the middle
  ASSERT_EQ(moves.size(), 1u);
  EXPECT_EQ(moves[0].slot, 14u);
  EXPECT_EQ(moves[0].place, 2u);
  EXPECT_EQ(line.length(), 3u);
  moves.clear();
  line.leave(99, moves);
  EXPECT_TRUE(moves.empty());
}

TEST(QueueLine, AFreeServerIsTakenAtOnce) {
  QueueLine line(3);
  line.join(1);
  line.join(2);
  std::vector<QueueLine::Move> moves;
  line.leave(1, moves);
  EXPECT_TRUE(moves.empty());
  EXPECT_EQ(line.join(3), 0u);
  EXPECT_EQ(line.join(4), 2u);
}

TEST(Places, AlongALineWithCorners) {
  const auto places = places_along(std::vector<Vec2d>{{0.0, 0.0}, {1.0, 0.0}, {1.0, 1.0}}, 0.5, 100);
  ASSERT_EQ(places.size(), 5u);
  EXPECT_EQ(places[2], (Vec2d{1.0, 0.0}));
  EXPECT_EQ(places[3], (Vec2d{1.0, 0.5}));
  EXPECT_EQ(places[4], (Vec2d{1.0, 1.0}));
  EXPECT_EQ(places_along(std::vector<Vec2d>{{0.0, 0.0}, {1.0, 0.0}}, 0.5, 2).size(), 2u);
}

TEST(Places, WithinAPolygonKeepTheirDistanceAndFillIt) {
  const std::vector<Vec2d> polygon = box(-3.0, -2.0, 5.0, 4.0);
  const auto places = places_within(polygon, 0.75, 10000, 5, 0);
  double least = 1.0e9;
  for (std::size_t i = 0; i < places.size(); ++i) {
    for (std::size_t j = i + 1; j < places.size(); ++j) least = std::min(least, test::distance(places[i], places[j]));
    EXPECT_TRUE(places[i].x >= -3.0 && places[i].x <= 5.0 && places[i].y >= -2.0 && places[i].y <= 4.0);
  }
  EXPECT_GE(least, 0.75);
  EXPECT_GT(places.size(), 45u);  // random placement alone covers 0.547 of the area by discs of half the spacing
  EXPECT_NE(places_within(polygon, 0.75, 10000, 6, 0).front(), places.front());
  EXPECT_NE(places_within(polygon, 0.75, 10000, 5, 1).front(), places.front());
}

TEST(Places, WithinAPolygonAreNoFewerForNextToNoSpacing) {
  const std::vector<Vec2d> polygon = box(0.0, 0.0, 4.0, 4.0);
  const auto places = places_within(polygon, 1.0e-7, 20000, 5, 0);
  ASSERT_EQ(places.size(), 20000u);
  EXPECT_EQ(places_within(polygon, 1.0e-300, 20000, 5, 0), places);
}

TEST(PlaceTable, GivesEachPlaceOnceUntilAllAreTaken) {
  PlaceTable table(4);
  std::set<std::size_t> taken;
  for (int k = 0; k < 4; ++k) taken.insert(table.take(2));
  EXPECT_EQ(taken.size(), 4u);
  EXPECT_EQ(table.take(1), 1u);  // shared
  table.give_back(1);
  table.give_back(3);
  EXPECT_EQ(table.take(0), 3u);
}

TEST(Doors, FollowTheirTimes) {
  const Door once{"d", {}, true, {10.0, 20.0}, {}};
  EXPECT_TRUE(is_meant_closed(once, 0.0));
  EXPECT_FALSE(is_meant_closed(once, 10.0));
  EXPECT_TRUE(is_meant_closed(once, 20.0));
  EXPECT_EQ(next_change(once, 0.0), 10.0);
  EXPECT_EQ(next_change(once, 10.0), 20.0);
  EXPECT_FALSE(next_change(once, 20.0));
  const Door tide{"d", {}, false, {4.0}, 6.0};
  for (const double t : {0.0, 3.9, 6.0, 9.9, 12.5}) EXPECT_FALSE(is_meant_closed(tide, t)) << t;
  for (const double t : {4.0, 5.9, 10.0, 11.9}) EXPECT_TRUE(is_meant_closed(tide, t)) << t;
  EXPECT_EQ(next_change(tide, 0.0), 4.0);
  EXPECT_EQ(next_change(tide, 4.5), 6.0);
  EXPECT_EQ(next_change(tide, 6.0), 10.0);
}

std::vector<double> times_of(const Source& source, std::size_t most = 1000) {
  std::vector<double> times;
  for (EntryClock clock = first_entry(source, 0, 3); clock.due && times.size() < most;
       next_entry(source, 0, 3, clock)) {
    times.push_back(*clock.due);
  }
  return times;
}

TEST(EntryTimes, RegularRatesFollowTheirIntegral) {
  Source s;
  s.rates = {{0.0, 2.0}, {1.0, 0.0}, {5.0, 1.0}};
  s.regular = true;
  s.until = 8.0;
  EXPECT_EQ(times_of(s), (std::vector<double>{0.0, 0.5, 5.0, 6.0, 7.0}));
  s.total = 3;
  EXPECT_EQ(times_of(s).size(), 3u);
  s.total.reset();
  s.from = 0.75;
  EXPECT_EQ(times_of(s).front(), 0.75);
  s.rates = {{0.0, 1.0}, {2.0, 0.0}};
  s.until = 1.0e300;
  EXPECT_LE(times_of(s).size(), 3u);  // ends, though nobody says when
}

TEST(EntryTimes, ListsKeepWithinFromAndUntil) {
  Source s;
  s.times = {1.0, 1.0, 2.0, 7.0};
  s.from = 1.5;
  s.until = 7.0;
  EXPECT_EQ(times_of(s), (std::vector<double>{2.0}));
  s.until = 8.0;
  s.total = 1;  // of those that come, not of those before
  EXPECT_EQ(times_of(s), (std::vector<double>{2.0}));
}

TEST(Draws, ExponentialHasItsMeanVarianceAndTail) {
  constexpr int draws = 40000;
  double sum = 0.0, sum_sq = 0.0;
  int beyond = 0;
  for (int k = 0; k < draws; ++k) {
    const double x = draw_exponential(9, static_cast<std::uint64_t>(k), 20);
    ASSERT_GE(x, 0.0);
    sum += x;
    sum_sq += x * x;
    beyond += x > 2.0 ? 1 : 0;
  }
  const double mean = sum / draws;
  EXPECT_NEAR(mean, 1.0, 4.0 / std::sqrt(draws));
  EXPECT_NEAR(sum_sq / draws - mean * mean, 1.0, 4.0 * std::sqrt(8.0 / draws));
  const double tail = std::exp(-2.0);
  EXPECT_NEAR(static_cast<double>(beyond) / draws, tail, 4.0 * std::sqrt(tail / draws));
}

TEST(Draws, OfOneAgentDifferByNumber) {
  const Distribution d = Distribution::uniform(0.0, 1.0), n = Distribution::normal(5.0, 1.0);
  std::set<double> seen;
  for (std::uint32_t k = 0; k < 100; ++k) {
    seen.insert(*draw(d, 1, 7, 16, k));
    seen.insert(*draw(n, 1, 7, 16, k));
  }
  EXPECT_EQ(seen.size(), 200u);
  EXPECT_EQ(draw(d, 1, 7, 16, 3), draw(d, 1, 7, 16, 3));
}

TEST(EdgeIndex, FindsEdgesByTheirNearestPoint) {
  EdgeIndex walls;
  walls.build({{{0.0, 0.0}, {10.0, 0.0}}, {{20.0, 0.0}, {20.0, 10.0}}});
  EXPECT_TRUE(walls.is_any_near({5.0, 0.9}, 1.0));
  EXPECT_FALSE(walls.is_any_near({5.0, 1.1}, 1.0));
  EXPECT_FALSE(walls.is_any_near({10.8, 0.8}, 1.0));  // near the box, not the edge
  EXPECT_TRUE(walls.is_any_near({20.5, 10.5}, 1.0));
}

// ---- What is refused ----

struct Tables {
  World world{{.executor = ExecutorKind::cpu, .threads = 1}};
  ProfileIndex profile = world.add_profile({});
  GoalIndex goal = world.add_goal_polygon(box(0.0, 0.0, 1.0, 1.0));
  Stage stage(const std::string& name) const {
    Stage s;
    s.name = name;
    s.goal = goal;
    return s;
  }
  Source source() const {
    Source s;
    s.name = "s";
    s.region = box(0.0, 0.0, 2.0, 2.0);
    s.kinds = {{profile, 1.0, {}, {}, {}}};
    s.goal_region = goal;
    s.rates = {{0.0, 1.0}};
    return s;
  }
};

std::string refusal(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    return error.what();
  }
  return "nothing was refused";
}

void expect_refusal(const std::function<void()>& call, const std::string& part) {
  const std::string message = refusal(call);
  EXPECT_NE(message.find(part), std::string::npos) << "found:  " << message << "\nwanted: " << part;
}

TEST(JourneyErrors, NameTheStageAndTheValue) {
  Tables t;
  const auto add = [&](std::vector<Stage> stages) { return [&t, stages] { t.world.add_journey({"j", stages}); }; };
  expect_refusal(add({}), "journey 'j': has no stages");
  expect_refusal(add({t.stage("a"), t.stage("a")}), "two stages are called 'a'");
  Stage next = t.stage("a");
  next.next = {{"b"}};
  expect_refusal(add({next}), "stage 'a': next stage 'b' does not exist");
  next.next = {{"a", 0.5}, {"b", 0.4}};
  expect_refusal(add({next, t.stage("b")}), "sum to 0.9");
  next.next = {{"a", 1.5}, {"b", -0.5}};
  expect_refusal(add({next, t.stage("b")}), "probability of 'a' is 1.5");
  next.next = {{"a", NAN}, {"b", 1.0}};
  expect_refusal(add({next, t.stage("b")}), "nan");
  Stage bad = t.stage("a");
  bad.goal = GoalIndex{77};
  expect_refusal(add({bad}), "goal region 77 does not exist");
  bad = t.stage("a");
  bad.kind = Stage::Kind::wait;
  expect_refusal(add({bad}), "found 0 of wait_time, wait_until and wait_for");
  bad.wait_time = Distribution::fixed(-1.0);
  expect_refusal(add({bad}), "wait_time is -1");
  bad = t.stage("a");
  bad.kind = Stage::Kind::leave;
  bad.next = {{"a"}};
  expect_refusal(add({bad}), "who leaves there has no next stage");
  bad = t.stage("a");
  bad.flow = 0.0;
  expect_refusal(add({bad}), "flow is 0");
  bad = t.stage("a");
  bad.hysteresis = 1.0;
  expect_refusal(add({bad}), "hysteresis is 1");
  bad = t.stage("a");
  bad.queue = QueueIndex{3};
  expect_refusal(add({bad}), "found 2 of goal, waiting area and queue");
  t.world.add_journey({"j", {t.stage("a")}});
  expect_refusal(add({t.stage("a")}), "two journeys are called 'j'");
}

TEST(JourneyErrors, OneNextStageIsCertain) {
  Tables t;
  Journey journey{"j", {t.stage("a"), t.stage("b")}};
  journey.stages[0].next = {{"b", 0.5}};
  expect_refusal([&] { t.world.add_journey(journey); }, "sum to 0.5, wanted 1");
}

TEST(JourneyErrors, OfQueuesDoorsAndAreas) {
  Tables t;
  Queue q{"q", {{0.0, 0.0}, {1.0, 0.0}}, 0.6, 3, Distribution::fixed(1.0), {}};
  expect_refusal([&] { t.world.add_queue(q); }, "queue 'q': 3 servers, wanted 1 to 2");
  q.servers = 1;
  q.spacing = 0.0;
  expect_refusal([&] { t.world.add_queue(q); }, "spacing is 0");
  Door d{"d", {{0.0, 0.0}, {1.0, 0.0}}, true, {}, {}};
  expect_refusal([&] { t.world.add_door(d); }, "never opens");
  d.changes = {3.0, 2.0};
  expect_refusal([&] { t.world.add_door(d); }, "time 1 is 2 s, before");
  d.changes = {3.0, 9.0};
  d.period = 9.0;
  expect_refusal([&] { t.world.add_door(d); }, "not within its period of 9 s");
  expect_refusal([&] { t.world.add_waiting_area({"w", {{0.0, 0.0}, {1.0, 0.0}}, 0.6}); }, "waiting area 'w'");
  EXPECT_EQ(t.world.obstacle_count(), 0u);
}

TEST(JourneyErrors, OfSources) {
  Tables t;
  const auto expect = [&](const std::function<void(Source&)>& change, const std::string& part) {
    Source s = t.source();
    change(s);
    expect_refusal([&] { t.world.add_source(s); }, part);
  };
  expect([](Source& s) { s.rates[0].rate = NAN; }, "rate 0 is nan");
  expect([](Source& s) { s.rates[0].rate = -1.0; }, "rate 0 is -1");
  expect([](Source& s) { s.rates[0].rate = 1.0e7; }, "rate 0 is 10000000");
  expect([](Source& s) { s.rates = {{1.0, 1.0}, {1.0, 2.0}}; }, "not after the one in front of it");
  expect([](Source& s) { s.times = {1.0}; }, "found 2 of rates, times and entries");
  expect([](Source& s) { s.kinds[0].profile = {9}; }, "profile 9 does not exist");
  expect([](Source& s) { s.kinds[0].share = 0.0; }, "share is 0");
  expect([](Source& s) { s.goal = Vec2d{}; }, "found 2 of journey, goal_region and goal");
  expect([](Source& s) { s.journey = JourneyIndex{0}, s.goal_region.reset(); }, "journey 0 does not exist");
  expect([](Source& s) { s.until = 0.0; }, "until is 0 s");
  t.world.add_polygon(box(-1.0, -1.0, 3.0, 3.0));
  expect([](Source&) {}, "no place of its region is clear of walls");
  EXPECT_EQ(t.world.source_count(), 0u);
}

TEST(JourneyErrors, OfAgents) {
  Tables t;
  AgentDescription agent;
  agent.journey = JourneyIndex{0};
  expect_refusal([&] { t.world.add_agent(agent); }, "journey 0 does not exist");
  const JourneyIndex journey = t.world.add_journey({"j", {t.stage("a")}});
  agent.goal = Vec2d{};
  expect_refusal([&] { t.world.add_agent(agent); }, "exclude each other");
  Profile removes;
  removes.on_arrival = OnArrival::remove;
  agent = {};
  agent.profile = t.world.add_profile(removes);
  agent.journey = journey;
  expect_refusal([&] { t.world.add_agent(agent); }, "removes agents on arrival");
}

/// A crowd without walls and agents, which may have no room.
class Yard final : public JourneyCrowd {
 public:
  bool is_short = false;
  std::vector<std::optional<AgentId>> came;
  void read(std::span<const std::uint32_t>, std::vector<AgentRecord>&) override {}
  [[nodiscard]] double way(GoalIndex, Vec2d) const override { return 0.0; }
  [[nodiscard]] double straight(GoalIndex, Vec2d) const override { return 0.0; }
  void discs_in(const Box&, std::vector<Disc>&) override {}
  [[nodiscard]] double radius_of(const AgentDescription&) const override { return 0.2; }
  [[nodiscard]] double largest_radius() const override { return 0.2; }
  [[nodiscard]] bool is_clear_of_walls(Vec2d place, double) override { return place.x < 5.0; }
  void set_goals(std::span<const GoalRecord>) override {}
  void remove(std::span<const std::uint32_t>) override {}
  std::vector<Entered> enter(std::span<const Newcomer> newcomers) override {
    if (is_short) throw Error(ErrorCode::out_of_memory, "no room");
    std::vector<Entered> entered;
    for (const Newcomer& person : newcomers) {
      entered.push_back({static_cast<std::uint32_t>(came.size()), static_cast<AgentId>(came.size())});
      came.push_back(person.id);
    }
    return entered;
  }
  ObstacleHandle close_door(std::span<const Vec2d>) override { return {}; }
  void open_door(ObstacleHandle) override {}
};

TEST(Sources, WhoFindsNoMemoryComesLater) {
  Journeys journeys(1, 0.1);
  Source drawn;
  drawn.name = "drawn";
  drawn.region = {{0.0, 0.0}, {4.0, 0.0}};
  drawn.kinds.emplace_back();
  drawn.goal = Vec2d{9.0, 0.0};
  drawn.times = {0.0, 0.0, 0.5};
  Source recorded = drawn;
  recorded.name = "recorded";
  recorded.region.clear();
  recorded.times.clear();
  // The second one has no place of its own.
  for (int k = 0; k < 4; ++k) recorded.entries.push_back({0.0, {k == 1 ? 8.0 : k, 3.0}, {}, 10 + k, 0});
  journeys.add_source(drawn);
  journeys.add_source(recorded);
  journeys.prepare({});
  Yard yard;
  yard.is_short = true;
  EXPECT_THROW(journeys.advance(0, {}, yard), Error);
  for (const std::uint32_t s : {0u, 1u}) {
    EXPECT_EQ(journeys.source_state({s}).entered, 0u);
    EXPECT_EQ(journeys.source_state({s}).waiting, s == 0 ? 2u : 4u);
  }
  yard.is_short = false;
  journeys.advance(1, {}, yard);
  EXPECT_EQ(yard.came.size(), 5u);
  EXPECT_EQ(std::vector(yard.came.end() - 3, yard.came.end()), (std::vector<std::optional<AgentId>>{10, 12, 13}));
  EXPECT_EQ(journeys.source_state({1}).waiting, 1u);
  EXPECT_EQ(journeys.statistics().entered, 5u);
}

TEST(Sources, AThinRegionIsFilledAsEvenlyAsAnyOther) {
  // A fiftieth of its box.
  const std::vector<Vec2d> region{{0.0, 0.0}, {100.0, 98.0}, {100.0, 100.0}, {2.0, 2.0}};
  int low = 0;
  constexpr int count = 1000;
  for (std::uint64_t id = 0; id < count; ++id) {
    const auto place = drawn_place(region, 7, id, 16);
    ASSERT_TRUE(place);
    ASSERT_GE(place->y, 0.98 * place->x - 1.0e-9);
    ASSERT_LE(place->y, place->x + 1.0e-9);
    low += place->x < 50.0 ? 1 : 0;
  }
  // The left half has a quarter of the area of the whole.
  EXPECT_NEAR(low, 250, 60);
  EXPECT_FALSE(drawn_place(std::vector<Vec2d>{{0.0, 0.0}, {1.0, 1.0 - 1.0e-9}, {1.0, 1.0}}, 7, 0, 0));
}

/// 90 steps of 0.03 s are less than 2.7 s as numbers go.
TEST(Sources, TimesAreOverWithTheStepThatEndsThen) {
  Journeys journeys(1, 0.03);
  Source s;
  s.name = "s";
  s.kinds.emplace_back();
  s.goal = Vec2d{9.0, 0.0};
  s.entries.push_back({2.7, {}, {}, {}, 0});
  journeys.add_source(s);
  journeys.prepare({});
  Yard yard;
  journeys.add_door({"door", {{0.0, 9.0}, {1.0, 9.0}}, true, {2.7}, {}}, yard, 0);
  journeys.advance(89, {}, yard);
  EXPECT_TRUE(yard.came.empty());
  EXPECT_FALSE(journeys.is_open({0}));
  journeys.advance(90, {}, yard);
  EXPECT_EQ(yard.came.size(), 1u);
  EXPECT_TRUE(journeys.is_open({0}));
}

TEST(JourneyTape, DamagedOnesAreRefused) {
  Journeys journeys(1, 0.1);
  Queue q{"q", {{0.0, 0.0}, {3.0, 0.0}}, 0.6, 1, Distribution::fixed(1.0), GoalIndex{0}};
  journeys.add_queue(q);
  Stage s;
  s.name = "a";
  s.kind = Stage::Kind::queue;
  s.queue = QueueIndex{0};
  journeys.add_journey({"j", {s}});
  journeys.start(4, 40, {0}, 0);
  const Journeys::Tape good = journeys.save();
  Journeys read(1, 0.1);
  read.restore(good, 5);
  EXPECT_EQ(read.save().words, good.words);
  EXPECT_EQ(read.state(4)->activity, JourneyState::Activity::heads);

  // The first version had no marks: the agent's is its last number, after those of its branch and its place.
  Journeys::Tape first = good;
  const std::uint64_t unset[] = {0xffffffffu, 0xffffffffu, ~std::uint64_t{0}};
  const auto mark = std::search(first.words.begin(), first.words.end(), std::begin(unset), std::end(unset)) + 2;
  ASSERT_LT(mark, first.words.end());
  first.words.erase(mark);
  first.words.front() = 1;
  Journeys old(1, 0.1);
  old.restore(first, 5);
  EXPECT_EQ(old.save().words, good.words);
  // Each number changed, and each length: refused, or read as something that can be.
  int refused = 0;
  for (std::size_t k = 0; k < good.words.size(); ++k) {
    for (const std::uint64_t value : {std::uint64_t{0}, std::uint64_t{1}, ~std::uint64_t{0}, std::uint64_t{1} << 40}) {
      Journeys::Tape bad = good;
      bad.words[k] = value;
      try {
        Journeys(1, 0.1).restore(bad, 5);
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::corrupt_file);
        ++refused;
      }
    }
    Journeys::Tape cut = good;
    cut.words.resize(k);
    EXPECT_THROW(Journeys(1, 0.1).restore(cut, 5), Error);
  }
  EXPECT_GT(refused, 50);
}

/// A room of 20 m by 10 m, halved by a wall with a door at the bottom and, with `two`, one at the top.
struct HalvedRoom {
  World world{{.executor = ExecutorKind::cpu, .threads = 1}};
  GoalIndex goal = world.add_goal_polygon(box(18.0, 1.0, 19.0, 2.0));
  explicit HalvedRoom(bool two) {
    world.add_polygon(test::reversed(box(0.0, 0.0, 20.0, 10.0)));
    world.add_polyline(std::vector<Vec2d>{{10.0, 3.0}, {10.0, two ? 7.0 : 10.0}});
    if (two) world.add_polyline(std::vector<Vec2d>{{10.0, 9.0}, {10.0, 10.0}});
    world.add_door({"low", {{10.0, 0.0}, {10.0, 3.0}}, false, {0.5, 1.0}, {}});
    world.find_way(goal);
    AgentDescription agent;
    agent.position = {3.0, 1.5};
    agent.goal_region = goal;
    agent.preferred_speed = 0.0;
    world.add_profile({});
    world.add_agent(agent);
  }
  [[nodiscard]] double way() const { return world.way(goal, {3.0, 1.5}).way; }
};

TEST(DoorsAndFields, AClosedDoorIsWalkedAroundOrWaitedBefore) {
  HalvedRoom one(false), two(true);
  one.world.step(1);
  two.world.step(1);
  const double straight = one.way();
  EXPECT_NEAR(straight, 15.0, 1.0);
  EXPECT_NEAR(two.way(), straight, 0.01);
  one.world.step(5);
  two.world.step(5);
  ASSERT_FALSE(one.world.is_open({0}));
  EXPECT_EQ(one.way(), straight);        // no other way: the usual one
  EXPECT_GT(two.way(), straight + 3.0);  // by the other opening
  one.world.step(5);
  two.world.step(5);
  ASSERT_TRUE(one.world.is_open({0}));
  EXPECT_EQ(one.way(), straight);
  EXPECT_NEAR(two.way(), straight, 0.01);
}

/// Memory stays as it is, however many come and go.
TEST(JourneyChurn, SlotsAndTimersAreUsedAgain) {
  Tables t;
  Stage in = t.stage("in"), out = t.stage("out");
  in.kind = Stage::Kind::wait;
  in.wait_time = Distribution::uniform(0.2, 1.0);
  out.goal = t.world.add_goal_polygon(box(3.0, 0.0, 4.0, 1.0));
  out.kind = Stage::Kind::leave;
  Source s = t.source();
  s.goal_region.reset();
  s.journey = t.world.add_journey({"j", {in, out}});
  s.rates = {{0.0, 0.5}};
  t.world.add_source(s);
  std::uint32_t highest = 0;
  for (int k = 0; k < 20; ++k) {
    t.world.step(1000);
    for (const AgentHandle agent : t.world.handles()) highest = std::max(highest, agent.slot);
  }
  const JourneyStatistics sum = t.world.journey_statistics();
  EXPECT_GT(sum.left, 700u);
  EXPECT_EQ(sum.entered, sum.left + t.world.agent_count());
  EXPECT_LT(highest, 60u);
  EXPECT_EQ(t.world.ids().empty() ? sum.left : static_cast<std::uint64_t>(t.world.ids().back()) + 1, sum.entered);
}

}  // namespace
}  // namespace throng::journey_parts_tests
