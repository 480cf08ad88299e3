#include "host/batch_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "host/array_elements.hpp"
#include "host/checks.hpp"
#include "host/start_heading.hpp"

namespace throng {
namespace {

constexpr std::size_t read_grain = 512;  // records of a part stay in a core's cache while column after column is read

bool is_within(double value, double most) { return std::abs(value) <= most; }  // false for NaN
bool is_within(Vec2d v, double most) { return is_within(v.x, most) && is_within(v.y, most); }
Vec2d minus(Vec2d a, Vec2d b) { return {a.x - b.x, a.y - b.y}; }

/// Calls visit.column<Value>(name, array, is_valid, check, put, put_default, varies) for each array of a batch,
/// profiles first, which others' defaults depend on. is_valid(value) is quick, check(name, value) throws where that is
/// false; put(record, value); put_default(record) when the array is not given; `varies`: in each call anew.
template <class Visit>
void for_columns(const SolverBatch& batch, const BatchReader::Surroundings& around, Visit&& visit) {
  const Vec2d origin = around.origin;
  const std::span<const Profile> profiles = around.profiles;
  const SolidPlaces* const solids = around.solids;
  const auto any = [](auto) { return true; };
  const auto unchecked = [](const std::string&, auto) {};
  const auto is_velocity = [](Vec2d v) { return is_within(v, limits::max_speed); };
  const auto check_finite_velocity = [](const std::string& name, Vec2d v) { check_velocity(name, v); };

  visit.template column<std::uint32_t>(
      "profiles", batch.profiles, [=](std::uint32_t row) { return row < profiles.size(); },
      [=](const std::string& name, std::uint32_t row) {
        refuse(fmt::format("{} is {}; there are {} profiles", name, row, profiles.size()));
      },
      [](AgentRecord& r, std::uint32_t row) { r.profile = row; }, [](AgentRecord& r) { r.profile = 0; }, false);
  visit.template column<std::uint8_t>(
      "avoids", batch.avoids, any, unchecked,
      [](AgentRecord& r, std::uint8_t avoids) { r.flags = avoids != 0 ? agent_flag::avoids : 0u; },
      [](AgentRecord& r) { r.flags = agent_flag::avoids; }, solids != nullptr);
  visit.template column<Vec2d>(
      "positions", batch.positions,
      [=](Vec2d p) { return is_within(p, limits::max_coordinate) && is_within(minus(p, origin), limits::max_extent); },
      [=](const std::string& name, Vec2d p) {
        check_coordinates(name, p);
        check_extent(name, p, origin);
      },
      [=](AgentRecord& r, Vec2d p) {
        r.position_x = p.x - origin.x;
        r.position_y = p.y - origin.y;
        if (solids != nullptr && solids->contains(p)) r.flags |= agent_flag::inside_obstacle;
      },
      [](AgentRecord&) {}, false);
  visit.template column<Vec2d>(
      "velocities", batch.velocities, is_velocity, check_finite_velocity,
      [](AgentRecord& r, Vec2d v) {
        r.velocity_x = v.x;
        r.velocity_y = v.y;
      },
      [](AgentRecord& r) { r.velocity_x = r.velocity_y = 0.0; }, false);
  visit.template column<Vec2d>(
      "preferred_velocities", batch.preferred_velocities, is_velocity, check_finite_velocity,
      [](AgentRecord& r, Vec2d v) {
        r.preferred_velocity_x = v.x;
        r.preferred_velocity_y = v.y;
      },
      [](AgentRecord& r) { r.preferred_velocity_x = r.preferred_velocity_y = 0.0; }, false);
  const bool needs_headings = around.needs_headings;
  const auto put_heading = [](AgentRecord& r, Vec2d along) {
    const Vec2d heading = unit_or(along, {1.0, 0.0});
    r.heading_x = heading.x;
    r.heading_y = heading.y;
  };
  const bool profiles_given = batch.profiles.is_given();
  visit.template column<Vec2d>(
      "headings", batch.headings,
      [](Vec2d h) { return std::isfinite(h.x) && std::isfinite(h.y) && (h.x != 0.0 || h.y != 0.0); },
      [](const std::string& name, Vec2d h) { check_heading(name, h); }, put_heading,
      [=](AgentRecord& r) {
        put_heading(r, needs_headings ? Vec2d{r.preferred_velocity_x, r.preferred_velocity_y} : Vec2d{1.0, 0.0});
      },
      needs_headings);
  visit.template column<double>(
      "radii", batch.radii, [](double r) { return r >= 0.0 && r <= limits::max_length; },
      [](const std::string& name, double r) { check_range(name, r, 0.0, limits::max_length, "m"); },
      [](AgentRecord& r, double radius) { r.radius = radius; },
      [=](AgentRecord& r) { r.radius = *profiles[r.profile].radius; }, profiles_given);
  visit.template column<double>(
      "max_speeds", batch.max_speeds, [](double s) { return s >= 0.0 && s <= limits::max_speed; },
      [](const std::string& name, double s) { check_range(name, s, 0.0, limits::max_speed, "m/s"); },
      [](AgentRecord& r, double speed) { r.max_speed = speed; },
      [=](AgentRecord& r) { r.max_speed = profiles[r.profile].max_speed; }, profiles_given);
  visit.template column<double>(
      "priorities", batch.priorities, [](double p) { return p >= 0.0 && (p <= limits::max_priority || std::isinf(p)); },
      [](const std::string& name, double p) { check_priority(name, p); },
      [](AgentRecord& r, double priority) { r.priority = priority; }, [](AgentRecord& r) { r.priority = 1.0; }, false);
  visit.template column<std::uint32_t>(
      "layers", batch.layers, any, unchecked, [](AgentRecord& r, std::uint32_t layer) { r.layer = layer; },
      [](AgentRecord& r) { r.layer = 1; }, false);
  visit.template column<std::uint32_t>(
      "masks", batch.masks, any, unchecked, [](AgentRecord& r, std::uint32_t mask) { r.mask = mask; },
      [](AgentRecord& r) { r.mask = ~0u; }, false);
  bool* const ids_changed = visit.ids_changed();
  visit.template column<AgentId>(
      "ids", batch.ids, [](AgentId id) { return id >= 0 && id <= limits::max_id; },
      [](const std::string& name, AgentId id) { check_id(name, id); },
      [=](AgentRecord& r, AgentId id) {
        *ids_changed |= r.id != id;
        r.id = id;
      },
      [=](AgentRecord& r) {
        *ids_changed |= r.id != r.slot;
        r.id = r.slot;
      },
      false);
}

/// Puts what the arrays say of agents [begin, end) into their records.
class PartReader {
 public:
  /// Of agents before `fresh`, the defaults of columns that are not among `stale` are there already.
  PartReader(AgentRecord* records, std::size_t begin, std::size_t end, std::size_t fresh, std::uint32_t stale)
      : records_(records), begin_(begin), end_(end), fresh_(std::clamp(fresh, begin, end)), stale_(stale) {}

  template <class Value, class Valid, class Check, class Put, class PutDefault>
  void column(const char*, const BorrowedArray& array, const Valid& is_valid, const Check&, const Put& put,
              const PutDefault& put_default, bool varies) {
    if (!all_valid_) return;  // later columns rely on what earlier ones have put
    const std::uint32_t bit = 1u << column_++;
    if (!array.is_given()) {
      const std::size_t first = varies || (stale_ & bit) != 0 ? begin_ : fresh_;
      for (std::size_t k = first; k < end_; ++k) put_default(records_[k]);
      return;
    }
    given_ |= bit;
    visit_elements<Value>(array, [&](auto elements) {
      for (std::size_t k = begin_; k < end_; ++k) {
        const Value value = to_value(elements[k]);
        if (!is_valid(value)) {
          all_valid_ = false;
          return;
        }
        put(records_[k], value);
      }
    });
  }
  bool* ids_changed() { return &ids_changed_; }
  [[nodiscard]] bool all_valid() const { return all_valid_; }
  [[nodiscard]] std::uint32_t given() const { return given_; }  ///< columns, by bit

 private:
  AgentRecord* records_;
  std::size_t begin_, end_, fresh_;
  std::uint32_t stale_, given_ = 0, column_ = 0;
  bool all_valid_ = true, ids_changed_ = false;
};

/// Throws what is wrong with the first element for which something is.
struct FaultFinder {
  template <class Value, class Valid, class Check, class Put, class PutDefault>
  void column(const char* name, const BorrowedArray& array, const Valid& is_valid, const Check& check, const Put&,
              const PutDefault&, bool) {
    if (!array.is_given()) return;
    visit_elements<Value>(array, [&](auto elements) {
      for (std::size_t k = 0; k < array.count; ++k) {
        const Value value = to_value(elements[k]);
        if (!is_valid(value)) check(fmt::format("{}[{}]", name, k), value);
      }
    });
  }
  bool* ids_changed() { return nullptr; }
};

}  // namespace

void check_arrays(const SolverBatch& batch) {
  const std::size_t count = batch.positions.count;
  const auto check = [&](const char* name, const BorrowedArray& array, ElementKind kind) {
    check_array(name, array, kind, count);
  };
  check("positions", batch.positions, ElementKind::pair);
  if (count > limits::max_agents)
    refuse(fmt::format("positions has {} elements; at most {} are possible", count, limits::max_agents));
  check("velocities", batch.velocities, ElementKind::pair);
  check("preferred_velocities", batch.preferred_velocities, ElementKind::pair);
  check("headings", batch.headings, ElementKind::pair);
  check("radii", batch.radii, ElementKind::number);
  check("max_speeds", batch.max_speeds, ElementKind::number);
  check("priorities", batch.priorities, ElementKind::number);
  check("profiles", batch.profiles, ElementKind::bits);
  check("ids", batch.ids, ElementKind::id);
  check("layers", batch.layers, ElementKind::bits);
  check("masks", batch.masks, ElementKind::bits);
  check("avoids", batch.avoids, ElementKind::flag);
  check("new_velocities", as_borrowed(batch.new_velocities), ElementKind::pair);
  check("new_headings", as_borrowed(batch.new_headings), ElementKind::pair);
  check("infeasible", as_borrowed(batch.infeasible), ElementKind::flag);
  if (count > 0 && !batch.new_velocities.is_given()) refuse("new_velocities is not given; it is where results go");
}

void BatchReader::check_ids(const SolverBatch& batch) const {
  if (!batch.ids.is_given()) return;
  std::vector<std::uint32_t> by_id(records_.size());
  std::iota(by_id.begin(), by_id.end(), 0u);
  const auto id_of = [&](std::uint32_t k) { return records_[k].id; };
  std::sort(by_id.begin(), by_id.end(),
            [&](std::uint32_t a, std::uint32_t b) { return id_of(a) != id_of(b) ? id_of(a) < id_of(b) : a < b; });
  const auto twice = std::adjacent_find(by_id.begin(), by_id.end(),
                                        [&](std::uint32_t a, std::uint32_t b) { return id_of(a) == id_of(b); });
  if (twice == by_id.end()) return;
  refuse(
      fmt::format("ids[{}] is {}, as ids[{}]; each agent has an id of its own", *(twice + 1), id_of(*twice), *twice));
}

std::span<const AgentRecord> BatchReader::read(const SolverBatch& batch, const Surroundings& around, ThreadTeam& team) {
  const std::size_t fresh = records_.size(), count = batch.positions.count;
  records_.resize(count);
  for (std::size_t k = fresh; k < count; ++k) {
    records_[k].slot = static_cast<std::uint32_t>(k);
    records_[k].id = -1;  // of nobody
    records_[k].goal = goal_kind::none;
    records_[k].group = -1;
  }
  // Until all is read and found good nothing is known of the records. Other columns' defaults depend on the first one.
  const bool ids_known = std::exchange(ids_known_, false);
  const std::uint32_t before = std::exchange(stale_, all_columns), stale = (before & 1u) != 0 ? all_columns : before;
  std::atomic<bool> all_valid{true}, ids_changed{false};
  std::atomic<std::uint32_t> given{0};
  team.for_chunks(count, read_grain, [&](std::size_t begin, std::size_t end, int) {
    PartReader reader(records_.data(), begin, end, fresh, stale);
    for_columns(batch, around, reader);
    if (*reader.ids_changed()) ids_changed.store(true, std::memory_order_relaxed);
    if (!reader.all_valid()) all_valid.store(false, std::memory_order_relaxed);
    given.store(reader.given(), std::memory_order_relaxed);
  });
  if (!all_valid.load()) for_columns(batch, around, FaultFinder{});
  if (ids_changed.load() || !ids_known) check_ids(batch);
  ids_known_ = true;
  stale_ = given.load();
  return records_;
}

}  // namespace throng
