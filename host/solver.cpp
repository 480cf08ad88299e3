// A Solver: an executor's step for the agents of each call, of which the new velocities are kept.
#include "throng/solver.hpp"

#include <algorithm>
#include <numeric>

#include "host/array_elements.hpp"
#include "host/batch_reader.hpp"
#include "host/checks.hpp"
#include "host/floating_point_mode.hpp"
#include "host/obstacle_outlines.hpp"
#include "host/world_impl.hpp"

namespace throng {
namespace {

constexpr std::size_t write_grain = 4096;  // agents

WorldOptions world_options(const SolverOptions& options) {
  WorldOptions same;
  same.executor = options.executor;
  same.threads = options.threads;
  same.device = options.device;
  same.time_step = options.time_step;
  same.responsibility = options.responsibility;
  same.neighbor_query = options.neighbor_query;
  same.break_symmetry = options.break_symmetry;
  same.leave_obstacles = options.leave_obstacles;
  same.cell_size = options.cell_size;
  return same;
}

WorldOptions checked(const SolverOptions& options) {
  const FloatingPointMode mode;
  const WorldOptions same = world_options(options);
  check_options(same);
  if (options.origin) check_coordinates("origin", *options.origin);
  return resolve_executor(same);
}

/// Of those that are coordinates; others are refused when they are read.
PointBox box_of(const BorrowedArray& positions) {
  PointBox box;
  visit_elements<Vec2d>(positions, [&](auto elements) {
    for (std::size_t k = 0; k < positions.count; ++k) {
      const Vec2d p = to_value(elements[k]);
      if (distance_from({}, p) <= limits::max_coordinate) box.include(p);
    }
  });
  return box;
}

/// vectors[i] goes to element place[i].
void write_pairs(const WritableArray& array, std::span<const std::uint32_t> place, std::span<const Vec2d> vectors,
                 ThreadTeam& team) {
  if (!array.is_given()) return;
  const auto write = [&](auto elements, auto as_element) {
    team.for_chunks(place.size(), write_grain, [&](std::size_t begin, std::size_t end, int) {
      for (std::size_t i = begin; i < end; ++i) elements.set(place[i], as_element(vectors[i]));
    });
  };
  if (array.type == ElementType::f64x2) return write(WritableElements<Vec2d>(array), [](Vec2d v) { return v; });
  write(WritableElements<Vec2f>(array), [](Vec2d v) {
    return Vec2f{static_cast<float>(v.x), static_cast<float>(v.y)};
  });
}

}  // namespace

struct THRONG_LOCAL Solver::Impl {
  explicit Impl(const SolverOptions& requested)
      : options(requested), settings(checked(requested)), executor(make_executor(settings)), team(requested.threads) {
    options.executor = settings.executor;
  }

  /// The executor as `outlines`, `profiles` and the origin are now.
  void synchronize() {
    if (profiles_changed) executor->set_profiles(profiles);
    profiles_changed = false;
    if (obstacles_changed) executor->set_obstacles(relative_shapes(obstacles, *options.origin));
    obstacles_changed = false;
  }

  /// As many agents as there are records, with their values.
  void give_agents(std::span<const AgentRecord> records) {
    const std::size_t before = executor->size(), count = records.size();
    if (count < before) {
      std::vector<std::uint32_t> gone(before - count);
      std::iota(gone.begin(), gone.end(), static_cast<std::uint32_t>(count));
      executor->remove(gone);
    }
    executor->write(records.first(std::min(before, count)));
    if (count > before) {
      executor->reserve(count, count);
      executor->add(records.subspan(before));
    }
  }

  /// A step that counts for its new velocities only: what it has moved is given anew before the next one.
  void step() {
    // On a device a step that found too little room did nothing, and is done again.
    do {
      executor->begin_step(steps);
      executor->navigate();
      executor->bin();
      executor->steer();
      executor->solve();
      executor->move();
      executor->resolve();
      executor->end_step();
      executor->take_results(results);
    } while (results.steps == 0);
    ++steps;
  }

  SolverOptions options;  ///< with the origin, once it is known
  WorldOptions settings;
  std::unique_ptr<Executor> executor;
  ThreadTeam team;
  std::vector<Profile> profiles;
  std::vector<ObstacleShape> obstacles;  ///< world coordinates
  SolidPlaces solids;                    ///< the same
  bool profiles_changed = true, obstacles_changed = false, turning = false;
  BatchReader reader;
  std::uint64_t steps = 0;
  StepResults results;
  MotionColumns motion;
};

Solver::Solver(const SolverOptions& options) : impl_(std::make_unique<Impl>(options)) {
  const Profile profile;
  set_profiles({&profile, 1});
}
Solver::~Solver() = default;
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;

const SolverOptions& Solver::options() const { return impl_->options; }
int Solver::threads() const { return impl_->executor->threads(); }
std::optional<Vec2d> Solver::origin() const { return impl_->options.origin; }

void Solver::set_profiles(std::span<const Profile> profiles) {
  const FloatingPointMode mode;
  if (profiles.empty()) refuse("profiles are empty; there must be one");
  bool turning = false;
  for (std::size_t row = 0; row < profiles.size(); ++row) {
    try {
      check_profile(profiles[row]);
      if (profiles[row].footprint) refuse("it has a footprint; without a world agents are discs");
    } catch (const Error& error) {
      throw Error(error.code(), "profile " + std::to_string(row) + ": " + error.what());
    }
    turning = turning || profiles[row].max_turning_rate || profiles[row].brakes_when_blocked;
  }
  impl_->profiles.assign(profiles.begin(), profiles.end());
  for (Profile& profile : impl_->profiles) profile.radius = profile.radius.value_or(Profile::disc_radius);
  impl_->turning = turning;
  impl_->reader.forget();
  impl_->profiles_changed = true;
}

void Solver::set_obstacles(std::span<const ObstacleOutline> outlines) {
  const FloatingPointMode mode;
  std::vector<ObstacleShape> shapes = check_outlines(outlines);
  if (impl_->options.origin) static_cast<void>(relative_shapes(shapes, *impl_->options.origin));  // throws
  impl_->solids.build(solid_rings(shapes));
  impl_->obstacles = std::move(shapes);
  impl_->reader.forget();
  impl_->obstacles_changed = true;
}

SolverCounts Solver::solve(const SolverBatch& batch) {
  const FloatingPointMode mode;
  Impl& impl = *impl_;
  check_arrays(batch);
  if (!impl.executor->report_infeasible(batch.infeasible.is_given()) && batch.infeasible.is_given()) {
    throw Error(ErrorCode::unavailable,
                "infeasible is given; executor cuda counts who is infeasible, and does not say who");
  }
  if (batch.positions.count == 0) return {};

  Vec2d origin = impl.options.origin.value_or(Vec2d{});
  if (!impl.options.origin) {
    PointBox box = box_of(impl.obstacles);
    box.include(box_of(batch.positions));
    origin = box.center();
  }
  const bool needs_headings =
      impl.turning || impl.settings.responsibility != Responsibility::equal || batch.new_headings.is_given();
  const SolidPlaces* const solids = impl.settings.leave_obstacles && !impl.solids.empty() ? &impl.solids : nullptr;
  const std::span<const AgentRecord> records =
      impl.reader.read(batch, {impl.profiles, solids, origin, needs_headings}, impl.team);
  if (!impl.options.origin) {
    static_cast<void>(relative_shapes(impl.obstacles, origin));  // throws
    impl.options.origin = origin;
  }
  impl.synchronize();
  impl.give_agents(records);
  impl.step();
  impl.executor->read_motion(impl.motion);
  write_pairs(batch.new_velocities, impl.motion.slot, impl.motion.velocity, impl.team);
  write_pairs(batch.new_headings, impl.motion.slot, impl.motion.heading, impl.team);
  if (batch.infeasible.is_given()) {
    const WritableElements<std::uint8_t> infeasible(batch.infeasible);
    for (std::size_t k = 0; k < records.size(); ++k) infeasible.set(k, 0);
    for (const std::uint32_t slot : impl.results.infeasible_slots) infeasible.set(slot, 1);
  }
  return {impl.results.infeasible, impl.results.neighbor_cap_hits};
}

}  // namespace throng
