// All journeys of a world: who is at which stage, in which queue, behind which door, and who is still to come.
//
// Driven once after each step with the agents that arrived in it. What happens in a step happens in this order: doors,
// times that are over, arrivals (each in ascending order of id), those who leave, those who come in.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <queue>
#include <set>
#include <string>
#include <vector>

#include "host/journeys/crowd.hpp"
#include "host/journeys/entry_times.hpp"
#include "host/journeys/places.hpp"
#include "host/journeys/queue_line.hpp"
#include "host/journeys/ranked_counts.hpp"
#include "host/room.hpp"
#include "throng/journeys.hpp"

namespace throng {

class Journeys {
 public:
  Journeys(std::uint64_t seed, double time_step) : seed_(seed), time_step_(time_step) {}

  // ---- What there is; checked by the caller (check_journeys.hpp) ----
  std::vector<Queue> queues;  ///< each with its goal
  std::vector<WaitingArea> areas;
  std::vector<GoalIndex> area_goals;
  std::vector<Door> doors;
  std::vector<Journey> journeys;
  std::vector<Source> sources;
  void add_queue(const Queue& queue);
  void add_area(const WaitingArea& area, GoalIndex goal);
  void add_door(const Door& door, JourneyCrowd& crowd, std::uint64_t step);
  void add_journey(const Journey& journey);
  void add_source(const Source& source);
  [[nodiscard]] bool is_empty() const { return journeys.empty() && doors.empty() && sources.empty(); }
  /// Whether somebody may still come in, or waits to.
  [[nodiscard]] bool expects_agents() const;

  // ---- Agents, by slot ----
  [[nodiscard]] GoalIndex first_goal(JourneyIndex journey) const { return goal_of({journey.row, 0}); }
  [[nodiscard]] GoalIndex goal_of(JourneyIndex journey, std::uint32_t stage) const {
    return goal_of({journey.row, stage});
  }
  /// Rows of the stages that may come after one.
  [[nodiscard]] const std::vector<std::uint32_t>& next_of(JourneyIndex journey, std::uint32_t stage) const {
    return stages_[journey.row][stage].next;
  }
  /// Memory for travellers in so many slots: start() takes none.
  void make_room_for(std::size_t slots) { make_room(travellers_, slots); }
  /// From its first stage on; the caller gives it the goal.
  void start(std::uint32_t slot, AgentId id, JourneyIndex journey, std::uint64_t step);
  /// Off its journey, if it has one.
  void stop(std::uint32_t slot);
  [[nodiscard]] std::optional<JourneyState> state(std::uint32_t slot) const;

  // ---- Time ----
  /// Before the first step, and after loading, when the local origin is known.
  void prepare(Vec2d origin);
  [[nodiscard]] bool is_prepared() const { return prepared_; }
  /// After a step, or before the first one: `step` = steps done. `arrivals` are slots, in ascending order of id.
  void advance(std::uint64_t step, std::span<const std::uint32_t> arrivals, JourneyCrowd& crowd);
  /// Goals that agents are to have and have not been told.
  void send_goals(JourneyCrowd& crowd);

  // ---- Counts ----
  [[nodiscard]] JourneyStatistics statistics() const;
  [[nodiscard]] StageState stage_state(JourneyIndex journey, std::uint32_t stage) const;
  [[nodiscard]] QueueState queue_state(QueueIndex queue) const;
  [[nodiscard]] SourceState source_state(SourceIndex source) const;
  [[nodiscard]] bool is_open(DoorIndex door) const { return !door_states_[door.row].wall; }

  // ---- Keeping (journey_state.cpp): everything, as a tape of numbers and one of text ----
  struct Tape {
    std::vector<std::uint64_t> words;
    std::string text;
  };
  [[nodiscard]] Tape save() const;
  /// `slots`: so many there are of agents. Throws Error{corrupt_file} for a tape that nobody has saved.
  void restore(const Tape& tape, std::size_t slots);
  /// Slots of the agents on journeys, ascending, for checks.
  [[nodiscard]] std::vector<std::uint32_t> slots() const;
  /// Walls that are closed doors, by row.
  [[nodiscard]] std::vector<std::optional<ObstacleHandle>> walls() const;

 private:
  template <class Tool>
  void describe(Tool& tool);

  using Activity = JourneyState::Activity;
  static constexpr std::uint32_t none = 0xffffffffu;
  static constexpr std::uint64_t never = ~std::uint64_t{0};
  struct StageIndex {
    std::uint32_t journey = 0, stage = 0;
  };
  struct Traveller {
    bool active = false;
    AgentId id = 0;
    StageIndex at;
    Activity activity = Activity::heads;
    std::uint64_t visits = 0;
    std::uint64_t since = 0;        ///< step
    std::uint64_t wake = never;     ///< step at which it goes on
    std::uint64_t rethink = never;  ///< step at which it chooses again
    std::uint32_t branch = none;    ///< stage at which it chose, and may choose again
    /// Who chose by time where it heads: a mark (below) of how far it is. `never`: it didn't.
    std::uint64_t mark = never;
    std::uint32_t place = none;  ///< of the waiting area
  };
  /// What is known of a stage beside what was given.
  struct StageCounts {
    std::vector<std::uint32_t> next;  ///< stages
    StageState counts;
  };
  /// How many head for a goal, and how many have reached it of late.
  struct Traffic {
    static constexpr std::size_t seconds = 10;
    std::uint64_t heading = 0;
    /// Of those with a mark: the ways of those who choose again now and then, and for the others, whose ways were of
    /// long ago, the steps by which they are there if nobody holds them up.
    RankedCounts ways, times;
    std::uint64_t first = 0;   ///< second in which the first one has reached it
    std::uint64_t second = 0;  ///< that the last count is of
    std::uint64_t counts[seconds] = {};
    std::uint64_t most = 0;  ///< in any `seconds` of them
    void note(std::uint64_t now);
    /// 1/s: the most in `seconds` seconds, or in those since the first one. 0 = nobody has reached it.
    [[nodiscard]] double flow(std::uint64_t now) const;
    /// Those who head there and are there before whom the two marks are of: half of those who have the same, and all
    /// without a mark.
    [[nodiscard]] std::uint64_t ahead_of(std::uint64_t way, std::uint64_t time) const {
      const std::uint64_t same = ways.at(way) + times.at(time);
      return heading - ways.total() - times.total() + ways.below(way) + times.below(time) + same / 2;
    }
  };
  /// Where somebody goes on to.
  struct Choice {
    std::uint32_t stage = none;
    std::optional<double> way;  ///< m, that is left to there; of choices by time
  };
  struct QueueRoom {
    QueueLine line;
    std::vector<Vec2d> places;  ///< m, relative
    std::uint64_t served = 0;
  };
  struct AreaRoom {
    PlaceTable table;
    std::vector<Vec2d> places;  ///< m, relative
  };
  struct DoorRoom {
    std::optional<ObstacleHandle> wall;  ///< that it is, closed
  };
  struct SourceRoom {
    EntryClock clock;
    std::uint64_t due = 0, entered = 0;
    std::vector<std::uint64_t> waiting;  ///< those of `entries` that are due and have not entered, in order
    std::vector<Vec2d> region;           ///< m, relative
  };
  struct Timer {
    std::uint64_t step;
    AgentId id;
    std::uint32_t slot;
    friend auto operator<=>(const Timer&, const Timer&) = default;
  };

  [[nodiscard]] const Stage& stage_of(StageIndex at) const { return journeys[at.journey].stages[at.stage]; }
  StageCounts& counts_of(StageIndex at) { return stages_[at.journey][at.stage]; }
  [[nodiscard]] GoalIndex goal_of(StageIndex at) const;
  Traffic& traffic(GoalIndex goal);
  [[nodiscard]] std::uint64_t steps_of(double seconds) const;
  [[nodiscard]] double time_of(std::uint64_t step) const { return static_cast<double>(step) * time_step_; }
  /// What is over by then: times are rounded up to steps, but not for rounding's sake, as steps_of() has it.
  [[nodiscard]] double due_time(std::uint64_t step) const { return time_of(step) + 1.0e-9 * time_step_; }
  [[nodiscard]] static std::uint64_t way_mark(double way);
  [[nodiscard]] std::uint64_t time_mark(double way, double speed) const;
  Traveller& traveller(std::uint32_t slot) { return travellers_[slot]; }
  [[nodiscard]] bool travels(std::uint32_t slot) const { return slot < travellers_.size() && travellers_[slot].active; }

  void run_doors(JourneyCrowd& crowd);
  [[nodiscard]] bool somebody_stands_in(const Door& door, JourneyCrowd& crowd) const;
  void read_choosers(std::span<const std::uint32_t> arrivals, std::span<const Timer> due, JourneyCrowd& crowd);
  void arrive(std::uint32_t slot, JourneyCrowd& crowd);
  void settle_in_area(std::uint32_t slot, WaitingAreaIndex area);
  void move_in_queue(QueueIndex queue, std::span<const QueueLine::Move> moves);
  void leave_there(std::uint32_t slot);
  void go_on(std::uint32_t slot, JourneyCrowd& crowd);
  void begin_heading(Traveller& t);
  void end_heading(Traveller& t);
  void head_for(std::uint32_t slot, const Choice& choice, std::uint32_t branch);
  /// Where its mark is counted.
  RankedCounts& marks_with(const Traveller& t);
  void set_mark(std::uint32_t slot, double way);
  void drop_mark(Traveller& t);
  [[nodiscard]] Choice choose(std::uint32_t slot, StageIndex branch, std::uint32_t present, const JourneyCrowd& crowd);
  [[nodiscard]] std::uint32_t choose_by_lot(std::uint32_t slot, StageIndex branch);
  [[nodiscard]] Choice choose_by_time(std::uint32_t slot, StageIndex branch, std::uint32_t present,
                                      const JourneyCrowd& crowd);
  double flow_of(StageIndex to);
  [[nodiscard]] double expected_time(StageIndex to, bool chose_before, bool heads_there, double known_flow,
                                     const AgentRecord& agent, double way);
  void think_again(std::uint32_t slot, JourneyCrowd& crowd);
  /// Of its two times, wake and rethink.
  void set_time(std::uint32_t slot, std::uint64_t Traveller::*which, std::uint64_t step);
  void let_in(JourneyCrowd& crowd);
  [[nodiscard]] Newcomer newcomer(std::uint32_t source, std::uint64_t number) const;
  void point_goal(std::uint32_t slot, Vec2d place);

  std::uint64_t seed_;
  double time_step_;
  Vec2d origin_;
  bool prepared_ = false;
  bool loaded_ = false;                ///< places of waiting areas are still to be taken
  std::uint64_t now_ = 0;              ///< steps done
  std::vector<Traveller> travellers_;  ///< by slot
  std::vector<std::vector<StageCounts>> stages_;
  std::map<std::uint32_t, Traffic> traffic_;  ///< by row of goals
  std::vector<QueueRoom> queue_rooms_;
  std::vector<AreaRoom> area_rooms_;
  std::vector<DoorRoom> door_states_;
  std::vector<SourceRoom> source_rooms_;
  std::set<Timer> timers_;  ///< some are of a past that has changed: an agent's own steps count
  std::vector<std::uint32_t> leaving_, woken_by_doors_;
  std::map<std::uint32_t, GoalRecord> goals_to_send_;
  std::map<std::uint32_t, AgentRecord> choosers_;  ///< of the present call
  std::uint64_t left_ = 0;
  std::size_t most_slots_ = 0;         ///< of agents on a tape
  std::vector<std::uint64_t> passed_;  ///< of stages, on its way from and to a tape
};

}  // namespace throng
