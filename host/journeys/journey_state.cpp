// All that journeys are, on a tape: written and read by the same functions.
#include <algorithm>
#include <bit>
#include <type_traits>
#include <utility>

#include "host/journeys/journeys.hpp"
#include "throng/error.hpp"

namespace throng {
namespace {

constexpr std::uint64_t tape_version = 2;  // 1 was without marks

[[noreturn]] void refuse_tape(const char* why) {
  throw Error(ErrorCode::corrupt_file, std::string("journeys: ") + why);
}

class Writer {
 public:
  static constexpr bool reads = false;
  Journeys::Tape tape;
  void word(std::uint64_t& value) { tape.words.push_back(value); }
  void text(std::string& value) {
    tape.words.push_back(value.size());
    tape.text += value;
  }
  template <class Rows>
  void resize(Rows& rows) {
    tape.words.push_back(rows.size());
  }
};

class Reader {
 public:
  static constexpr bool reads = true;
  explicit Reader(const Journeys::Tape& tape) : tape_(tape) {}
  void word(std::uint64_t& value) {
    if (next_ == tape_.words.size()) refuse_tape("fewer numbers than they need");
    value = tape_.words[next_++];
  }
  void text(std::string& value) {
    std::uint64_t size = 0;
    word(size);
    if (size > tape_.text.size() - at_) refuse_tape("less text than they need");
    value = tape_.text.substr(at_, size);
    at_ += size;
  }
  template <class Rows>
  void resize(Rows& rows) {
    std::uint64_t size = 0;
    word(size);
    if (size > tape_.words.size() - next_) refuse_tape("fewer numbers than they need");  // each row takes at least one
    rows.resize(size);
  }
  [[nodiscard]] bool is_at_end() const { return next_ == tape_.words.size() && at_ == tape_.text.size(); }

 private:
  const Journeys::Tape& tape_;
  std::size_t next_ = 0, at_ = 0;
};

template <class Tool, class T>
void tell(Tool& tool, T& value) {
  std::uint64_t word = 0;
  if constexpr (std::is_same_v<T, double>) {
    word = std::bit_cast<std::uint64_t>(value);
    tool.word(word);
    value = std::bit_cast<double>(word);
    if (value != value) refuse_tape("a NaN");
  } else {
    word = static_cast<std::uint64_t>(value);
    tool.word(word);
    value = static_cast<T>(word);
    if (static_cast<std::uint64_t>(value) != word) refuse_tape("a number that is too large");
  }
}
template <class Tool>
void tell(Tool& tool, std::string& value) {
  tool.text(value);
}
template <class Tool>
void tell(Tool& tool, Vec2d& value) {
  tell(tool, value.x);
  tell(tool, value.y);
}
template <class Tool, class T>
requires requires(T& index) { index.row; }
void tell(Tool& tool, T& index) { tell(tool, index.row); }
template <class Tool, class T>
void tell(Tool& tool, std::optional<T>& value) {
  bool there = value.has_value();
  tell(tool, there);
  if (Tool::reads) {
    value.reset();
    if (there) value.emplace();
  }
  if (there) tell(tool, *value);
}
template <class Tool, class T>
void tell(Tool& tool, std::vector<T>& rows) {
  tool.resize(rows);
  for (T& row : rows) tell(tool, row);
}
template <class Tool>
void tell(Tool& tool, Distribution& d) {
  tell(tool, d.kind);
  if (d.kind > Distribution::Kind::uniform) refuse_tape("a distribution of no kind");
  for (double* value : {&d.first, &d.second, &d.least, &d.most}) tell(tool, *value);
}
template <class Tool>
void tell(Tool& tool, Queue& q) {
  tell(tool, q.name), tell(tool, q.line), tell(tool, q.spacing), tell(tool, q.servers), tell(tool, q.service_time);
  tell(tool, q.goal);
}
template <class Tool>
void tell(Tool& tool, WaitingArea& a) {
  tell(tool, a.name), tell(tool, a.polygon), tell(tool, a.spacing);
}
template <class Tool>
void tell(Tool& tool, Door& d) {
  tell(tool, d.name), tell(tool, d.line), tell(tool, d.closed_at_start), tell(tool, d.changes), tell(tool, d.period);
}
template <class Tool>
void tell(Tool& tool, Stage::Next& n) {
  tell(tool, n.stage), tell(tool, n.probability);
}
template <class Tool>
void tell(Tool& tool, Stage& s) {
  tell(tool, s.name), tell(tool, s.kind), tell(tool, s.goal), tell(tool, s.area), tell(tool, s.queue);
  tell(tool, s.wait_time), tell(tool, s.wait_until), tell(tool, s.wait_for), tell(tool, s.next), tell(tool, s.choice);
  tell(tool, s.reconsider), tell(tool, s.hysteresis), tell(tool, s.flow);
  if (s.kind > Stage::Kind::leave || s.choice > Stage::Choice::least_time) refuse_tape("a stage of no kind");
}
template <class Tool>
void tell(Tool& tool, Journey& j) {
  tell(tool, j.name), tell(tool, j.stages);
}
template <class Tool>
void tell(Tool& tool, Source::Kind& k) {
  tell(tool, k.profile), tell(tool, k.share), tell(tool, k.radius), tell(tool, k.max_speed);
  tell(tool, k.preferred_speed);
}
template <class Tool>
void tell(Tool& tool, Source::Rate& r) {
  tell(tool, r.from), tell(tool, r.rate);
}
template <class Tool>
void tell(Tool& tool, Source::Entry& e) {
  tell(tool, e.time), tell(tool, e.position), tell(tool, e.velocity), tell(tool, e.id), tell(tool, e.kind);
}
template <class Tool>
void tell(Tool& tool, Source& s) {
  tell(tool, s.name), tell(tool, s.region), tell(tool, s.kinds), tell(tool, s.journey), tell(tool, s.goal_region);
  tell(tool, s.goal), tell(tool, s.rates), tell(tool, s.regular), tell(tool, s.times), tell(tool, s.entries);
  tell(tool, s.total), tell(tool, s.from), tell(tool, s.until);
}

}  // namespace

template <class Tool>
void Journeys::describe(Tool& tool) {
  std::uint64_t version = tape_version;
  tell(tool, version);
  if (version < 1 || version > tape_version) refuse_tape("of another version");
  tell(tool, queues), tell(tool, areas), tell(tool, area_goals), tell(tool, doors), tell(tool, journeys);
  tell(tool, sources), tell(tool, now_), tell(tool, left_);

  // Travellers: those there are, by slot.
  std::vector<std::uint32_t> present = slots();
  tell(tool, present);
  for (std::size_t k = 0; k < present.size(); ++k) {
    if (k > 0 && present[k] <= present[k - 1]) refuse_tape("agents out of order");
  }
  if (Tool::reads && !present.empty()) {
    if (present.back() >= most_slots_) refuse_tape("an agent that is not there");
    travellers_.resize(std::size_t{present.back()} + 1);
  }
  for (std::size_t k = 0; k < present.size(); ++k) {
    Traveller& t = travellers_[present[k]];
    t.active = true;
    tell(tool, t.id), tell(tool, t.at.journey), tell(tool, t.at.stage), tell(tool, t.activity), tell(tool, t.visits);
    tell(tool, t.since), tell(tool, t.wake), tell(tool, t.rethink), tell(tool, t.branch), tell(tool, t.place);
    if (version > 1) tell(tool, t.mark);
  }

  std::vector<std::uint64_t> passed;
  for (const auto& stages : stages_) {
    for (const StageCounts& stage : stages) passed.push_back(stage.counts.passed);
  }
  tell(tool, passed);
  passed_ = std::move(passed);

  std::vector<std::uint32_t> goals;
  for (const auto& [goal, there] : traffic_) goals.push_back(goal);
  tell(tool, goals);
  for (const std::uint32_t goal : goals) {
    Traffic& there = traffic_[goal];
    tell(tool, there.first), tell(tool, there.second), tell(tool, there.most);
    if (there.first > there.second) refuse_tape("arrivals that end before they begin");
    for (std::uint64_t& count : there.counts) tell(tool, count);
  }

  if (Tool::reads) queue_rooms_.resize(queues.size());
  for (QueueRoom& room : queue_rooms_) {
    std::vector<std::uint32_t> served = room.line.served();
    std::vector<std::uint32_t> waiting(room.line.waiting().begin(), room.line.waiting().end());
    tell(tool, served), tell(tool, waiting), tell(tool, room.served);
    if (Tool::reads) room.line.restore(std::move(served), {waiting.begin(), waiting.end()});
  }
  if (Tool::reads) door_states_.resize(doors.size());
  for (DoorRoom& room : door_states_) {
    bool closed = room.wall.has_value();
    ObstacleHandle wall = room.wall.value_or(ObstacleHandle{});
    tell(tool, closed), tell(tool, wall.slot), tell(tool, wall.generation);
    room.wall = closed ? std::optional(wall) : std::nullopt;
  }
  if (Tool::reads) source_rooms_.resize(sources.size());
  for (SourceRoom& room : source_rooms_) {
    tell(tool, room.clock.number), tell(tool, room.clock.expected), tell(tool, room.clock.due);
    tell(tool, room.due), tell(tool, room.entered), tell(tool, room.waiting);
  }
  std::vector<std::uint32_t> told;
  for (const auto& [slot, goal] : goals_to_send_) told.push_back(slot);
  tell(tool, told);
  for (const std::uint32_t slot : told) {
    GoalRecord& goal = goals_to_send_[slot];
    goal.slot = slot;
    std::int64_t row = goal.goal;
    tell(tool, row), tell(tool, goal.goal_x), tell(tool, goal.goal_y);
    goal.goal = static_cast<std::int32_t>(row);
  }
}

std::vector<std::uint32_t> Journeys::slots() const {
  std::vector<std::uint32_t> present;
  for (std::uint32_t slot = 0; slot < travellers_.size(); ++slot) {
    if (travellers_[slot].active) present.push_back(slot);
  }
  return present;
}

std::vector<std::optional<ObstacleHandle>> Journeys::walls() const {
  std::vector<std::optional<ObstacleHandle>> walls;
  for (const DoorRoom& room : door_states_) walls.push_back(room.wall);
  return walls;
}

Journeys::Tape Journeys::save() const {
  Writer writer;
  Journeys copy = *this;
  copy.describe(writer);
  return std::move(writer.tape);
}

void Journeys::restore(const Tape& tape, std::size_t slots) {
  Journeys read(seed_, time_step_);
  read.most_slots_ = slots;
  Reader reader(tape);
  read.describe(reader);
  if (!reader.is_at_end()) refuse_tape("more than they need");

  // What follows from the rest.
  std::vector<Journey> journeys_read = std::move(read.journeys);
  read.journeys.clear();
  for (const Journey& journey : journeys_read) {
    if (journey.stages.empty()) refuse_tape("a journey without stages");
    read.add_journey(journey);
  }
  read.area_rooms_.resize(read.areas.size());
  std::size_t next = 0;
  for (auto& stages : read.stages_) {
    const std::size_t count = stages.size();
    for (StageCounts& stage : stages) {
      if (next == read.passed_.size()) refuse_tape("fewer counts than stages");
      stage.counts.passed = read.passed_[next++];
      for (const std::uint32_t row : stage.next) {
        if (row >= count) refuse_tape("a stage that leads nowhere");
      }
    }
  }
  const auto require = [](bool good) {
    if (!good) refuse_tape("a reference to what is not there");
  };
  require(read.area_goals.size() == read.areas.size());
  for (const Queue& queue : read.queues) require(queue.goal.has_value() && queue.servers >= 1 && queue.spacing > 0.0);
  for (const auto& stages : read.journeys) {
    for (const Stage& s : stages.stages) {
      require(int{s.goal.has_value()} + int{s.area.has_value()} + int{s.queue.has_value()} == 1);
      require((s.kind == Stage::Kind::queue) == s.queue.has_value());
      require(!s.area || s.kind == Stage::Kind::wait);
      require(!s.queue || s.queue->row < read.queues.size());
      require(!s.area || s.area->row < read.areas.size());
      require(!s.wait_for || s.wait_for->row < read.doors.size());
      require(s.kind != Stage::Kind::wait || s.wait_time || s.wait_until || s.wait_for);
    }
  }
  for (const Source& s : read.sources) {
    require(!s.kinds.empty() && (!s.journey || s.journey->row < read.journeys.size()));
    require(!s.region.empty() || !s.entries.empty());
    for (const Source::Entry& entry : s.entries) require(entry.kind < s.kinds.size());
  }
  for (std::size_t s = 0; s < read.sources.size(); ++s) {
    const SourceRoom& room = read.source_rooms_[s];
    require(room.entered <= room.due);
    if (read.sources[s].entries.empty()) continue;
    require(room.waiting.size() == room.due - room.entered);
    for (const std::uint64_t number : room.waiting) require(number < read.sources[s].entries.size());
  }
  for (const std::uint32_t slot : read.slots()) {
    const Traveller& t = read.travellers_[slot];
    require(t.at.journey < read.journeys.size() && t.at.stage < read.journeys[t.at.journey].stages.size());
    const std::size_t stages = read.journeys[t.at.journey].stages.size();
    require(t.activity <= Activity::is_served && (t.branch == none || t.branch < stages));
    const Stage& stage = read.stage_of(t.at);
    require(t.place == none || stage.area);
    const bool in_queue = t.activity == Activity::queues || t.activity == Activity::is_served;
    require(!in_queue || stage.queue);
    require(t.rethink == never || t.branch != none);
    if (t.branch != none) {
      const StageIndex branch{t.at.journey, t.branch};
      const std::vector<std::uint32_t>& choices = read.counts_of(branch).next;
      require(read.stage_of(branch).choice == Stage::Choice::least_time && read.stage_of(branch).reconsider);
      require(std::find(choices.begin(), choices.end(), t.at.stage) != choices.end());
    }
    require(t.mark == never || t.activity == Activity::heads);
    if (t.activity == Activity::heads) {
      read.begin_heading(read.travellers_[slot]);
      if (t.mark != never) read.marks_with(t).add(t.mark);
    } else {
      ++read.counts_of(t.at).counts.there;
    }
    for (const std::uint64_t step : {t.wake, t.rethink}) {
      if (step != never) read.timers_.insert({step, t.id, slot});
    }
  }
  for (std::size_t q = 0; q < read.queues.size(); ++q) {
    const QueueLine& line = read.queue_rooms_[q].line;
    require(line.served().size() == static_cast<std::size_t>(read.queues[q].servers));
    std::vector<std::uint32_t> members(line.waiting().begin(), line.waiting().end());
    for (const std::uint32_t slot : line.served()) {
      if (slot != QueueLine::nobody) members.push_back(slot);
    }
    for (const std::uint32_t slot : members) {
      require(read.travels(slot));
      const Traveller& t = read.travellers_[slot];
      require((t.activity == Activity::queues || t.activity == Activity::is_served) &&
              read.stage_of(t.at).queue->row == q);
    }
  }
  read.loaded_ = true;
  *this = std::move(read);
}

}  // namespace throng
