// Journeys: where agents go one after the other, where they wait and queue, how they come in and leave
// (docs/journeys.md). They are driven between steps by what the steps report: their cost follows what happens, not the
// number of agents.
#pragma once
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "throng/distribution.hpp"
#include "throng/parameters.hpp"

namespace throng {

namespace limits {
inline constexpr double max_rate = 1.0e6;                        ///< 1/s, of sources and flows
inline constexpr std::size_t max_places = std::size_t{1} << 16;  ///< of a queue or a waiting area
inline constexpr std::size_t max_stages = std::size_t{1} << 16;  ///< of a journey
inline constexpr double probability_tolerance = 1.0e-6;          ///< of a sum of probabilities about 1
}  // namespace limits

/// Places one behind the other. Who reaches the queue's goal joins it; those who do in one step in ascending order of
/// id. The first `servers` places are served, each by itself; when one of them becomes free, all behind move up. Who
/// finds all places taken stays where it joined until it gets one.
struct Queue {
  std::string name;         ///< for messages and statistics
  std::vector<Vec2d> line;  ///< m, from its head; places lie on it from there
  double spacing = 0.6;     ///< m, > 0, between places along the line
  int servers = 1;          ///< >= 1, at most as many as places
  /// s, >= 0: how long one is served, from reaching the place.
  Distribution service_time;
  /// Where one joins; none = the end of the line.
  std::optional<GoalIndex> goal;
};

/// A polygon in which everybody who waits gets a place of its own. Places are drawn by the world's seed, `spacing`
/// apart; who finds all of them taken shares one.
struct WaitingArea {
  std::string name;
  std::vector<Vec2d> polygon;  ///< m, simple
  double spacing = 0.6;        ///< m, > 0
};

/// A thin wall that comes and goes. It begins open, unless `closed_at_start`, and changes at the times of `changes`
/// (s, ascending). With `period` (s) they lie within it and repeat. Nobody is caught: it closes when nobody stands in
/// it (nobody's disc meets its line) and stays open until then.
struct Door {
  std::string name;
  std::vector<Vec2d> line;  ///< m, 2 or more points
  bool closed_at_start = false;
  std::vector<double> changes;
  std::optional<double> period;
};

/// A part of a journey: a goal to reach, and what to do there.
struct Stage {
  enum class Kind {
    pass,   ///< goes on when the goal is reached
    wait,   ///< stays there: for a time, until a time, or until a door is open
    queue,  ///< queues and is served
    leave,  ///< leaves the world when the goal is reached; its id is never reused
  };
  std::string name;  ///< unique in the journey
  Kind kind = Kind::pass;
  std::optional<GoalIndex> goal;         ///< of pass and leave, and of wait without an area
  std::optional<WaitingAreaIndex> area;  ///< of wait
  std::optional<QueueIndex> queue;       ///< of queue

  // What a wait waits for: one of these. The time counts from reaching the goal.
  std::optional<Distribution> wait_time;  ///< s, >= 0
  std::optional<double> wait_until;       ///< s of World::time()
  std::optional<DoorIndex> wait_for;      ///< until it is open

  /// Where to go from here: stages by name. None = the next in order; with several of them `choice` says which.
  struct Next {
    std::string stage;
    double probability = 1.0;  ///< in [0, 1], of Choice::probability; their sum is 1
  };
  std::vector<Next> next;
  enum class Choice {
    probability,  ///< by seed, id and number of the visit
    /// To where the expected time is least: the greater of way / preferred speed and people on the way there and in its
    /// queue / its flow; with a queue the time of service is added. The first of equals. Chosen again, of the people
    /// those before it (docs/journeys.md).
    least_time,
  };
  Choice choice = Choice::probability;
  /// s, > 0: who has chosen by least time chooses again every so often on the way. None = it stays with its choice.
  std::optional<double> reconsider;
  /// In [0, 1): it changes its mind only when the expected time is shorter by more than this share.
  double hysteresis = 0.2;

  /// 1/s, > 0: how many can pass this stage's goal, for those who choose by least time. None = of a queue its servers /
  /// mean service time, else the most that have reached it in any 10 s, or in all of the seconds since the first one;
  /// as long as none have, the greatest of the other choices; when there is none either, only the way counts.
  std::optional<double> flow;
};

/// Stages; an agent begins with the first one. After the last one, unless it says what is next, an agent stays where it
/// is, without a journey.
struct Journey {
  std::string name;
  std::vector<Stage> stages;
};

/// Agents that come in while the world runs.
///
/// They appear in the region, at places drawn by the seed, where nobody stands within the sum of both radii and no wall
/// within their own. Who finds none waits outside (SourceState::waiting) and comes as soon as there is one, in order.
/// Nobody is lost. When they come is decided by one of `rate`, `rates`, `times` and `entries`.
struct Source {
  std::string name;
  /// m: a polygon (>= 3 points), a line (2) or a point (1). Not with `entries`.
  std::vector<Vec2d> region;

  /// Of agents: which, and how large the share of them, > 0; shares are relative to their sum.
  struct Kind {
    ProfileIndex profile;
    double share = 1.0;
    std::optional<Distribution> radius, max_speed, preferred_speed;  ///< in place of the profile's
  };
  std::vector<Kind> kinds;
  // What they head for: one of these.
  std::optional<JourneyIndex> journey;
  std::optional<GoalIndex> goal_region;
  std::optional<Vec2d> goal;

  /// 1/s, from a time on, until the next one's.
  struct Rate {
    double from = 0.0;  ///< s
    double rate = 0.0;  ///< 1/s, 0 to limits::max_rate
  };
  std::vector<Rate> rates;    ///< ascending times; one of them = a constant rate
  bool regular = false;       ///< at equal intervals of the expected number, the first at once; false = Poisson
  std::vector<double> times;  ///< s, ascending: one agent at each

  /// One agent, as it was recorded.
  struct Entry {
    double time = 0.0;  ///< s
    Vec2d position;     ///< m
    Vec2d velocity;     ///< m/s
    std::optional<AgentId> id;
    std::uint32_t kind = 0;  ///< row of `kinds`
  };
  std::vector<Entry> entries;  ///< ascending times

  std::optional<std::uint64_t> total;  ///< agents at most, from `from` on
  /// s: nobody comes before. Of a source added later all who were due since then come at once.
  double from = 0.0;
  double until = std::numeric_limits<double>::infinity();  ///< s: nobody comes at or after it
};

/// What an agent with a journey does.
struct JourneyState {
  JourneyIndex journey;
  std::uint32_t stage = 0;
  enum class Activity { heads, waits, queues, is_served } activity = Activity::heads;
  std::uint64_t visits = 0;  ///< stages it has been to before this one, with repetition
  double since = 0.0;        ///< s: when it began that
};

/// Counts since the world was made.
struct SourceState {
  std::uint64_t due = 0;      ///< agents whose time has come
  std::uint64_t entered = 0;  ///< those of them that are or were in the world
  std::uint64_t waiting = 0;  ///< those that found no room yet: due - entered
  bool ended = false;         ///< nobody more will be due
};
struct StageState {
  std::uint64_t heading = 0;  ///< agents on the way to it
  std::uint64_t there = 0;    ///< agents that wait, queue or are served
  std::uint64_t passed = 0;   ///< how often somebody has gone on from it, or left there
};
struct QueueState {
  std::uint64_t heading = 0;  ///< agents on the way to it
  std::uint64_t length = 0;   ///< agents in it, those being served included
  std::uint64_t served = 0;   ///< so far
};
struct JourneyStatistics {
  std::uint64_t entered = 0;           ///< agents that came from sources
  std::uint64_t left = 0;              ///< agents that left at a stage
  std::uint64_t waiting_to_enter = 0;  ///< of all sources
};

}  // namespace throng
