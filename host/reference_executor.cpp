// The reference model behind the executor seam: translates records, nothing else.
#include <algorithm>
#include <unordered_map>
#include <utility>

#include "host/executor.hpp"
#include "host/phase_clock.hpp"
#include "host/reference/measures.hpp"
#include "host/reference/model.hpp"
#include "host/reference/state_hash.hpp"
#include "kernels/agent/flow_data.hpp"
#include "kernels/agent/steering_data.hpp"

namespace throng {
namespace {

using reference::Agent;
using reference::GoalKind;
using reference::Vec;

Vec2d to_plain(const Vec& v) { return {v.x(), v.y()}; }

std::vector<Vec> to_vectors(const std::vector<Vec2d>& points) {
  std::vector<Vec> vectors;
  vectors.reserve(points.size());
  for (const Vec2d& point : points) vectors.emplace_back(point.x, point.y);
  return vectors;
}

Agent from_record(const AgentRecord& record) {
  Agent agent;
  agent.id = record.id;
  agent.slot = record.slot;
  agent.position = {record.position_x, record.position_y};
  agent.velocity = {record.velocity_x, record.velocity_y};
  agent.preferred_velocity = {record.preferred_velocity_x, record.preferred_velocity_y};
  agent.heading = {record.heading_x, record.heading_y};
  agent.radius = record.radius;
  agent.max_speed = record.max_speed;
  agent.preferred_speed = record.preferred_speed;
  agent.goal_point = {record.goal_x, record.goal_y};
  if (record.goal == goal_kind::point) {
    agent.goal = GoalKind::point;
  } else if (record.goal >= 0) {
    agent.goal = GoalKind::region;
    agent.goal_region = static_cast<std::uint32_t>(record.goal);
  }
  agent.profile = record.profile;
  agent.avoids = (record.flags & agent_flag::avoids) != 0;
  agent.arrived = (record.flags & agent_flag::arrived) != 0;
  agent.arrival_counted = (record.flags & agent_flag::arrival_counted) != 0;
  agent.inside_obstacle = (record.flags & agent_flag::inside_obstacle) != 0;
  agent.group = record.group;
  agent.priority = record.priority;
  agent.layer = record.layer;
  agent.mask = record.mask;
  if (record.best_way > 0.0) agent.best_way = record.best_way;
  agent.progress_step = record.progress_step;
  return agent;
}

std::int32_t goal_of(const Agent& agent) {
  switch (agent.goal) {
    case GoalKind::none:
      break;
    case GoalKind::point:
      return goal_kind::point;
    case GoalKind::region:
      return static_cast<std::int32_t>(agent.goal_region);
  }
  return goal_kind::none;
}

AgentRecord to_record(const Agent& agent) {
  AgentRecord record;
  record.id = agent.id;
  record.slot = agent.slot;
  record.position_x = agent.position.x();
  record.position_y = agent.position.y();
  record.velocity_x = agent.velocity.x();
  record.velocity_y = agent.velocity.y();
  record.preferred_velocity_x = agent.preferred_velocity.x();
  record.preferred_velocity_y = agent.preferred_velocity.y();
  record.heading_x = agent.heading.x();
  record.heading_y = agent.heading.y();
  record.radius = agent.radius;
  record.max_speed = agent.max_speed;
  record.preferred_speed = agent.preferred_speed;
  record.goal_x = agent.goal_point.x();
  record.goal_y = agent.goal_point.y();
  record.goal = goal_of(agent);
  record.profile = agent.profile;
  record.flags = (agent.avoids ? agent_flag::avoids : 0u) | (agent.arrived ? agent_flag::arrived : 0u) |
                 (agent.arrival_counted ? agent_flag::arrival_counted : 0u) |
                 (agent.inside_obstacle ? agent_flag::inside_obstacle : 0u) |
                 (agent.assignment ? agent_flag::steers : 0u) |
                 (agent.assignment && agent.assignment->ignored_targets != 0 ? agent_flag::ignores_target : 0u);
  record.group = agent.group;
  record.priority = agent.priority;
  record.layer = agent.layer;
  record.mask = agent.mask;
  record.best_way = agent.best_way.value_or(0.0);
  record.progress_step = static_cast<std::uint32_t>(agent.progress_step);
  return record;
}

std::shared_ptr<const reference::FlowField> to_flow(const FlowField& field) {
  auto flow = std::make_shared<reference::FlowField>();
  flow->origin = {field.origin_x, field.origin_y};
  flow->cell = field.cell;
  flow->tile_quads = flow_tile_quads;
  flow->columns = field.columns;
  flow->rows = field.rows;
  flow->tile = field.tile;
  for (const FlowNode& node : field.nodes) {
    reference::FlowNode& to = flow->nodes.emplace_back();
    to.direction = Vec(node.direction_x, node.direction_y) / flow_unit;
    if (node.way < flow_unreached) to.way = node.way;
  }
  for (const std::uint32_t quad : field.quads) {
    reference::FlowQuad& to = flow->quads.emplace_back();
    to.sees_goal = (quad & flow_quad::sees_goal) != 0;
    if ((quad & flow_quad::mixed) == 0) continue;
    to.first_wall = field.first_wall[quad & flow_quad::row];
    to.end_wall = field.first_wall[(quad & flow_quad::row) + 1];
  }
  for (const FlowWall& wall : field.walls) flow->walls.push_back({{wall.from_x, wall.from_y}, {wall.to_x, wall.to_y}});
  return flow;
}

reference::Target to_target(const SteeringRecord::Target& target) {
  using Kind = reference::Target::Kind;
  const Kind kind = target.kind == target_kind::agent   ? Kind::agent
                    : target.kind == target_kind::point ? Kind::point
                                                        : Kind::none;
  return {kind, target.id, {target.point.x, target.point.y}};
}

void set_readout(Agent& agent, const SteeringReadout& readout) {
  agent.path_place.reset();
  if (readout.path_place >= 0.0) agent.path_place = readout.path_place;
  agent.outcome.reset();
  if ((readout.bits & steering_bit::known) == 0) return;
  agent.outcome = reference::Outcome{{readout.aim.x, readout.aim.y},
                                     readout.time,
                                     (readout.bits & steering_bit::reachable) != 0,
                                     (readout.bits & steering_bit::target_lost) != 0};
}

SteeringReadout to_readout(const Agent& agent) {
  SteeringReadout readout;
  if (agent.path_place) readout.path_place = *agent.path_place;
  if (!agent.outcome) return readout;
  readout.aim = to_plain(agent.outcome->aim);
  readout.time = agent.outcome->time;
  readout.bits = steering_bit::known | (agent.outcome->reachable ? steering_bit::reachable : 0u) |
                 (agent.outcome->target_lost ? steering_bit::target_lost : 0u);
  return readout;
}

void stop_steering(Agent& agent) {
  agent.assignment.reset();
  set_readout(agent, {});
}

class ReferenceExecutor final : public Executor {
 public:
  explicit ReferenceExecutor(const WorldOptions& options) : model_(options) {}

  [[nodiscard]] ExecutorKind kind() const override { return ExecutorKind::reference; }
  [[nodiscard]] int threads() const override { return 1; }
  [[nodiscard]] std::size_t bytes_per_agent() const override {
    return reference::model_bytes_per_agent + sizeof(decltype(row_of_slot_)::value_type);
  }

  void set_footprints(std::span<const std::vector<Vec2d>> footprints) override {
    model_.footprints.clear();
    for (const std::vector<Vec2d>& vertices : footprints) model_.footprints.push_back(to_vectors(vertices));
  }

  void set_profiles(std::span<const Profile> profiles) override {
    model_.profiles.assign(profiles.begin(), profiles.end());
  }

  void set_flow_fields(std::span<const std::shared_ptr<const FlowField>> fields) override {
    std::vector<KnownField> known;
    for (const auto& field : fields) {
      const auto same =
          std::find_if(flow_fields_.begin(), flow_fields_.end(), [&](const KnownField& k) { return k.given == field; });
      known.push_back(same != flow_fields_.end() ? *same : KnownField{field, to_flow(*field)});
    }
    flow_fields_ = std::move(known);
  }

  void set_goals(std::span<const GoalShape> goals) override {
    model_.goals.clear();
    for (const GoalShape& goal : goals) {
      model_.goals.push_back({goal.closed, to_vectors(goal.vertices), nullptr});
      if (goal.flow_field < 0) continue;
      model_.goals.back().flow = flow_fields_[static_cast<std::size_t>(goal.flow_field)].converted;
    }
  }

  void set_obstacles(std::span<const ObstacleShape> obstacles) override {
    std::vector<reference::Obstacle> converted;
    for (const ObstacleShape& shape : obstacles) {
      converted.push_back({shape.id, shape.closed, to_vectors(shape.vertices)});
    }
    model_.set_obstacles(std::move(converted));
  }

  void set_heights(const Heights& heights) override { model_.heights = heights; }

  void set_behaviors(std::span<const Behavior> behaviors) override {
    model_.behaviors.assign(behaviors.begin(), behaviors.end());
  }

  void set_paths(std::span<const PathShape> paths) override {
    model_.paths.clear();
    for (const PathShape& path : paths) model_.paths.emplace_back(path.closed, to_vectors(path.vertices));
  }

  void set_groups(std::span<const std::uint32_t>, std::span<const GroupMember>) override {}  // the model finds them

  [[nodiscard]] std::size_t size() const override { return model_.agents.size(); }

  void add(std::span<const AgentRecord> agents) override {
    for (const AgentRecord& record : agents) {
      row_of_slot_[record.slot] = model_.agents.size();
      model_.agents.push_back(from_record(record));
      model_.flag_if_inside(model_.agents.back());
    }
  }

  void remove(std::span<const std::uint32_t> slots) override {
    std::vector<std::uint32_t> sorted(slots.begin(), slots.end());
    std::sort(sorted.begin(), sorted.end());
    std::erase_if(model_.agents, [&sorted](const Agent& agent) {
      return std::binary_search(sorted.begin(), sorted.end(), agent.slot);
    });
    index_slots();
  }

  void write(std::span<const AgentRecord> agents) override {
    for (const AgentRecord& record : agents) {
      Agent& agent = model_.agents[row_of_slot_.at(record.slot)];
      Agent written = from_record(record);
      if ((record.flags & agent_flag::steers) != 0) {
        written.assignment = agent.assignment;
        written.outcome = agent.outcome;
        written.path_place = agent.path_place;
      }
      agent = written;
      model_.flag_if_inside(agent);
    }
  }

  void set_preferred_velocities(std::span<const std::uint32_t> slots, std::span<const Vec2d> velocities) override {
    for (std::size_t k = 0; k < slots.size(); ++k) {
      Agent& agent = model_.agents[row_of_slot_.at(slots[k])];
      agent.preferred_velocity = {velocities[k].x, velocities[k].y};
      agent.goal = GoalKind::none;
      agent.arrived = false;
      stop_steering(agent);
    }
  }

  void set_agent_goals(std::span<const GoalRecord> goals) override {
    for (const GoalRecord& record : goals) {
      Agent& agent = model_.agents[row_of_slot_.at(record.slot)];
      agent.goal_point = {record.goal_x, record.goal_y};
      agent.goal = record.goal == goal_kind::point ? GoalKind::point
                   : record.goal >= 0              ? GoalKind::region
                                                   : GoalKind::none;
      if (record.goal >= 0) agent.goal_region = static_cast<std::uint32_t>(record.goal);
      agent.arrived = agent.arrival_counted = false;
      agent.best_way.reset();
    }
  }

  void set_steering(std::span<const SteeringRecord> records) override {
    for (const SteeringRecord& record : records) {
      Agent& agent = model_.agents[row_of_slot_.at(record.slot)];
      if (!record.active) {
        stop_steering(agent);
        continue;
      }
      agent.assignment = reference::Assignment{
          record.behavior, {to_target(record.targets[0]), to_target(record.targets[1])}, record.ignored_targets};
      if (record.result) set_readout(agent, *record.result);
    }
  }

  void read_steering(std::span<const std::uint32_t> slots, std::span<SteeringReadout> out) const override {
    for (std::size_t k = 0; k < slots.size(); ++k) {
      out[k] = to_readout(model_.agents[row_of_slot_.at(slots[k])]);
    }
  }

  void read(std::span<const std::uint32_t> slots, std::span<AgentRecord> out) const override {
    for (std::size_t k = 0; k < slots.size(); ++k) out[k] = to_record(model_.agents[row_of_slot_.at(slots[k])]);
  }

  void read_motion(MotionColumns& out) const override {
    out = {};
    for (const Agent& agent : model_.agents) {
      out.slot.push_back(agent.slot);
      out.position.push_back(to_plain(agent.position));
      out.velocity.push_back(to_plain(agent.velocity));
      out.heading.push_back(to_plain(agent.heading));
      out.profile.push_back(agent.profile);
      if (brings_aims_) out.aim.push_back(to_plain(agent.outcome ? agent.outcome->aim : agent.position));
    }
  }
  bool bring_aims(bool wanted) override { return brings_aims_ = wanted; }

  void begin_step(std::uint64_t step) override {
    step_ = step;
    clock_.start();
    results_.steps += 1;
    results_.agent_steps += model_.agents.size();
  }
  void navigate() override {
    model_.navigate(step_);
    results_.last.navigate = clock_.lap();
  }
  void bin() override {}  // brute force: there is no grid
  void steer() override {
    model_.steer(step_);
    results_.last.navigate += clock_.lap();
  }
  void solve() override {
    model_.solve(step_);
    results_.infeasible_slots = std::exchange(model_.infeasible, {});
    if (!reports_infeasible_) results_.infeasible_slots.clear();
    results_.last.solve = clock_.lap();
  }
  void move() override {
    take_out_after([&] { model_.move(); });
    results_.last.move = clock_.lap();
  }
  void resolve() override {
    take_out_after([&] { model_.resolve(); });
    results_.last.move += clock_.lap();
  }
  void end_step() override {}

  void report_arrivals(bool wanted) override { reports_arrivals_ = wanted; }
  bool report_infeasible(bool wanted) override { return reports_infeasible_ = wanted; }
  void take_results(StepResults& out) override {
    const reference::Counts counts = std::exchange(model_.counts, {});
    out = std::exchange(results_, {});
    out.arrived = counts.arrived;
    out.infeasible = counts.infeasible;
    out.wall_crossings = counts.wall_crossings;
    out.neighbor_cap_hits = counts.neighbor_cap_hits;
    out.became_stuck = counts.became_stuck;
    out.went_on = counts.went_on;
  }

  [[nodiscard]] std::uint64_t state_hash() const override { return reference::state_hash(model_.agents); }
  [[nodiscard]] Measures measure() const override {
    return reference::measure(model_.agents, model_.solids(), model_.placed_footprints());
  }

  void neighbors(std::uint32_t slot, std::vector<std::uint32_t>& out) const override {
    out.clear();
    for (const std::size_t row : model_.neighbors(row_of_slot_.at(slot)).rows) {
      out.push_back(model_.agents[row].slot);
    }
  }

  void constraints(std::uint32_t slot, std::vector<Constraint>& out) const override {
    out.clear();
    const reference::Program program = model_.program(row_of_slot_.at(slot));
    for (const reference::HalfPlane& line : program.lines) {
      out.push_back({to_plain(line.origin()), to_plain(line.direction()), out.size() < program.obstacle_lines});
    }
  }

 private:
  /// A phase at whose end agents may leave.
  template <class Phase>
  void take_out_after(Phase&& phase) {
    const std::size_t before = model_.agents.size();
    phase();
    if (model_.agents.size() != before) index_slots();
    for (const std::uint32_t slot : std::exchange(model_.removed, {})) results_.removed.push_back({step_, slot});
    const std::vector<std::uint32_t> arrived = std::exchange(model_.arrived, {});
    if (!reports_arrivals_) return;
    for (const std::uint32_t slot : arrived) {
      if (row_of_slot_.count(slot) != 0) results_.arrivals.push_back({step_, slot});
    }
  }
  void index_slots() {
    row_of_slot_.clear();
    for (std::size_t row = 0; row < model_.agents.size(); ++row) row_of_slot_[model_.agents[row].slot] = row;
  }

  struct KnownField {
    std::shared_ptr<const FlowField> given;
    std::shared_ptr<const reference::FlowField> converted;
  };
  std::vector<KnownField> flow_fields_;
  reference::Model model_;
  std::uint64_t step_ = 0;
  PhaseClock clock_;
  StepResults results_;
  bool brings_aims_ = false, reports_arrivals_ = false, reports_infeasible_ = false;
  std::unordered_map<std::uint32_t, std::size_t> row_of_slot_;
};

}  // namespace

std::unique_ptr<Executor> make_reference_executor(const WorldOptions& options) {
  return std::make_unique<ReferenceExecutor>(options);
}

}  // namespace throng
