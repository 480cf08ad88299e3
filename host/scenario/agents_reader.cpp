#include "host/scenario/agents_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <stdexcept>
#include <utility>
#include <vector>

#include "host/scenario/agent_entry.hpp"
#include "host/scenario/file_agents.hpp"
#include "host/scenario/file_text.hpp"
#include "host/scenario/id_allocator.hpp"
#include "host/scenario/journey_reader.hpp"
#include "host/scenario/placement.hpp"
#include "host/scenario/steering_entries.hpp"

namespace throng::scenario {
namespace {

/// Fails at `entry` when the machine has no room for so many agents.
void require_memory(const JsonNode& entry, std::uint64_t count) {
  try {
    std::vector<AgentDescription>().reserve(count);
  } catch (const std::bad_alloc&) {
    entry.fail(fmt::format("{} agents are more than this machine's memory holds", count));
  }
}

class AgentsReader {
 public:
  AgentsReader(const std::string& directory, const Ground& ground, ProfileTable& profiles, GoalTable& goals,
               BehaviorTable& behaviors, const JourneyReader& journeys, Scenario& scenario)
      : directory_(directory),
        ground_(ground),
        profiles_(profiles),
        scenario_(scenario),
        outlines_(scenario),
        goals_(goals),
        journeys_(journeys),
        steering_(behaviors, scenario) {}

  void read(const JsonNode& agents) {
    const std::size_t entries = agents.require_array("an array of agents");
    std::vector<std::size_t> first_agent{0};  // of each entry: its agents follow each other
    for (std::size_t i = 0; i < entries; ++i) {
      const JsonNode entry = agents.item(i);
      read_entry(entry, i);
      steering_.read(entry, i);
      first_agent.push_back(fixed_.size() + filled_);
      fixed_end_.push_back(fixed_.size());
    }
    require_memory(agents, expected_);
    Placement placement(scenario_, ObstacleIndex(scenario_.obstacles, ground_.first_geometry_ring));
    for (const AgentDescription& agent : fixed_) placement.add_fixed(agent);
    warn(agents, placement.bad_starts());
    merge(agents, placement);
    steering_.finish(agents, first_agent);
  }

 private:
  struct Fill {
    std::size_t entry;         // index in the file
    std::size_t fixed_before;  // its agents come after so many of the others
    AgentId first_id;
    ProfileIndex profile;
    AgentEntry agents;
  };

  void read_entry(const JsonNode& entry, std::size_t index) {
    AgentEntry read = read_agent_entry(entry, profiles_, goals_, ground_, scenario_.obstacles, journeys_);
    warn_of_capped_speed(entry, read.spec);
    if (entry.has("agents_file")) {
      read_file(entry, read);
      return;
    }
    read.prototype.profile = profiles_.row(read.spec);
    const double smallest_radius =
        read.spec.row.footprint ? inner_radius(outlines_.footprint(*read.spec.row.footprint)) : read.spec.radius.least;
    count(entry, read.count, read.fill ? most_discs(*read.fill, smallest_radius) : 1.0);
    if (!read.fill) {
      std::optional<AgentId> id;
      if (const auto given = entry.find("id")) id = given->integer(0, limits::max_id);
      add(entry, read.spec, read.prototype, id);
      return;
    }
    if (const auto* grid = std::get_if<GridShape>(&*read.fill)) {
      constexpr std::uint64_t many = 1'000'000;
      if (read.count > many) require_memory(entry, expected_);
      for (std::uint64_t i = 0; i < read.count; ++i) {
        read.prototype.position = grid->place(i);
        add(entry, read.spec, read.prototype, std::nullopt);
      }
      return;
    }
    require_room(entry, read, smallest_radius);
    filled_ += read.count;
    fills_.push_back({index, fixed_.size(), next_ids(entry, read.count), read.prototype.profile, std::move(read)});
  }

  void read_file(const JsonNode& entry, const AgentEntry& read) {
    const JsonNode node = entry.at("agents_file");
    const std::string& path = node.path("the path of a CSV or NPY file");
    const std::string resolved = resolve_path(directory_, path);
    scenario_.files.push_back(resolved);
    const AgentsTable table = read_agents_table(read_file_named_at(node, resolved), node.place() + ": " + path);
    if (table.find(ColumnId::time) != nullptr) {
      throw Error(ErrorCode::bad_scene,
                  fmt::format("{}: the column `time` belongs to the entries of a source", table.file));
    }
    count(entry, table.rows, static_cast<double>(table.rows));
    FileAgents rows(entry, table, read, profiles_);
    if (table.rows == 0) scenario_.warnings.push_back(fmt::format("{}: the file has no agents", table.file));
    for (std::size_t row = 0; row < table.rows; ++row) {
      const FileAgents::Row agent = rows.row(row);
      if (agent.id && !ids_.take(*agent.id))
        table.fail(row, "id", fmt::format("another agent has the id {} too", *agent.id));
      AgentDescription description = agent.description;
      description.id = agent.id ? *agent.id : next_ids(entry, 1);
      draw_values(entry, agent.spec, scenario_.options.seed, description);
      rows.overwrite_drawn(row, description);
      fixed_.push_back(std::move(description));
    }
  }

  void add(const JsonNode& entry, const ProfileSpec& spec, AgentDescription agent, std::optional<AgentId> id) {
    if (id && !ids_.take(*id)) entry.at("id").fail_wanted("an id that no other agent has");
    agent.id = id ? *id : next_ids(entry, 1);
    draw_values(entry, spec, scenario_.options.seed, agent);
    fixed_.push_back(std::move(agent));
  }

  /// `most` of them can be placed at all.
  void count(const JsonNode& entry, std::uint64_t more, double most) {
    total_ += more;
    expected_ += most < static_cast<double>(more) ? static_cast<std::uint64_t>(most) : more;
    if (total_ > limits::max_agents)
      entry.fail(fmt::format("{} agents so far, wanted no more than {}", total_, limits::max_agents));
  }

  AgentId next_ids(const JsonNode& entry, std::uint64_t number) {
    const auto first = ids_.take_next(number);
    if (!first)
      entry.fail(
          fmt::format("no {} ids are left above the highest one given; ids go up to {}", number, limits::max_id));
    return *first;
  }

  void merge(const JsonNode& agents, Placement& placement) {
    std::vector<AgentDescription>& all = scenario_.agents;
    if (fills_.empty()) {
      all = std::move(fixed_);
      return;
    }
    all.reserve(expected_);
    std::size_t fixed = 0;
    for (const Fill& fill : fills_) {
      for (; fixed < fill.fixed_before; ++fixed) all.push_back(fixed_[fixed]);
      const JsonNode entry = agents.item(fill.entry);
      AgentDescription agent = fill.agents.prototype;
      AgentId id = fill.first_id;
      for (const Vec2d place :
           placement.fill(entry, fill.agents, static_cast<std::uint32_t>(fill.entry), id, scenario_.options.seed)) {
        agent.position = place;
        agent.profile = fill.profile;
        agent.id = id++;
        draw_values(entry, fill.agents.spec, scenario_.options.seed, agent);
        all.push_back(agent);
      }
    }
    for (; fixed < fixed_.size(); ++fixed) all.push_back(fixed_[fixed]);
  }

  void warn_of_capped_speed(const JsonNode& entry, const ProfileSpec& spec) {
    const double slowest = spec.preferred_speed.least, limit = spec.max_speed.most;
    if (slowest <= limit) return;
    scenario_.warnings.push_back(fmt::format(
        "{}: preferred_speed is {:g} m/s and more, max_speed {:g} m/s at most: the agents walk at max_speed",
        entry.pointer(), slowest, limit));
  }

  /// One of the agents with given places: its id, entry and place, and its heading when that counts.
  [[nodiscard]] std::string named(const JsonNode& agents, std::uint32_t number) const {
    const AgentDescription& agent = fixed_[number];
    const auto entry = std::upper_bound(fixed_end_.begin(), fixed_end_.end(), std::size_t{number}) - fixed_end_.begin();
    std::string text =
        fmt::format("agent {} ({}) at ({:g}, {:g})", *agent.id, agents.item(static_cast<std::size_t>(entry)).pointer(),
                    agent.position.x, agent.position.y);
    if (!outlines_.has_footprint(agent)) return text;
    const Vec2d heading = outlines_.heading(agent);
    return text + fmt::format(" heading ({:.3g}, {:.3g})", heading.x, heading.y);
  }

  void warn(const JsonNode& agents, const BadStarts& bad) {
    if (bad.overlaps.count > 0) {
      scenario_.warnings.push_back(
          fmt::format("{} of the agents with given places overlap another one at the start: the first is {}, on {}",
                      bad.overlaps.count, named(agents, bad.overlaps.first), named(agents, bad.overlaps.other)));
    }
    if (bad.blocked > 0) {
      scenario_.warnings.push_back(
          fmt::format("{} of the agents start inside a solid obstacle or outside of the walkable area: the first is {}",
                      bad.blocked, named(agents, bad.first_blocked)));
    }
    if (bad.on_edges > 0) {
      const auto& [from, to] = bad.first_edge;
      scenario_.warnings.push_back(fmt::format(
          "{} of the agents start with their footprint across a wall, an obstacle or the end of the walkable area: the "
          "first is {}, on the edge from ({:g}, {:g}) to ({:g}, {:g})",
          bad.on_edges, named(agents, bad.first_on_edge), from.x, from.y, to.x, to.y));
    }
  }

  const std::string& directory_;
  const Ground& ground_;
  ProfileTable& profiles_;
  Scenario& scenario_;
  StartOutlines outlines_;
  GoalTable& goals_;
  const JourneyReader& journeys_;
  SteeringEntries steering_;
  IdAllocator ids_;
  std::vector<AgentDescription> fixed_;
  std::vector<std::size_t> fixed_end_;  // of each entry: so many of them are of it or of those before
  std::vector<Fill> fills_;
  std::size_t filled_ = 0;  // agents of the fills
  std::uint64_t total_ = 0;
  std::uint64_t expected_ = 0;  // less than total_ when a fill is sure to fail
};

}  // namespace

void read_agents(const JsonNode& agents, const std::string& directory, const Ground& ground, ProfileTable& profiles,
                 GoalTable& goals, BehaviorTable& behaviors, const JourneyReader& journeys, Scenario& scenario) {
  AgentsReader(directory, ground, profiles, goals, behaviors, journeys, scenario).read(agents);
}

}  // namespace throng::scenario
