#include "throng/c/world.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "host/c_api/descriptor.hpp"
#include "host/c_api/world_object.hpp"

using namespace throng;
using namespace throng::c_api;

namespace throng::c_api {

static_assert(static_cast<int>(ExecutorKind::automatic) == THRONG_AUTOMATIC);
static_assert(static_cast<int>(ExecutorKind::cuda) == THRONG_CUDA);
static_assert(static_cast<int>(ExecutorKind::cpu) == THRONG_CPU);
static_assert(static_cast<int>(ExecutorKind::reference) == THRONG_REFERENCE);
static_assert(static_cast<int>(Responsibility::speed) == THRONG_SPEED);
static_assert(static_cast<int>(NeighborQuery::range) == THRONG_RANGE);
static_assert(static_cast<int>(StuckRelief::sidestep) == THRONG_SIDESTEP);

Machine machine_of(const throng_world_desc& desc) {
  return {choice(desc.executor, ExecutorKind::reference, "desc.executor"), desc.threads, desc.device};
}

WorldOptions world_options_of(const throng_world_desc& desc) {
  WorldOptions options;
  const Machine machine = machine_of(desc);
  options.executor = machine.executor;
  options.threads = machine.threads;
  options.device = machine.device;
  options.time_step = desc.time_step;
  options.seed = desc.seed;
  options.responsibility = choice(desc.responsibility, Responsibility::speed, "desc.responsibility");
  options.neighbor_query = choice(desc.neighbor_query, NeighborQuery::range, "desc.neighbor_query");
  options.break_symmetry = truth(desc.break_symmetry, "desc.break_symmetry");
  options.leave_obstacles = truth(desc.leave_obstacles, "desc.leave_obstacles");
  options.preferred_velocity_noise = desc.preferred_velocity_noise;
  if (desc.contact_iterations != 0) options.contact = ContactPass{desc.contact_iterations};
  const StuckRelief relief = choice(desc.stuck_relief, StuckRelief::sidestep, "desc.stuck_relief");
  if (const auto time = optional_number(desc.stuck_time)) {
    options.stuck = StuckAgents{*time, desc.stuck_progress, relief, desc.stuck_period};
  }
  options.cell_size = desc.cell_size;
  return options;
}

throng_world_desc world_desc_of(const WorldOptions& options) {
  throng_world_desc desc = blank<throng_world_desc>();
  const StuckAgents stuck = options.stuck.value_or(StuckAgents{});
  desc.executor = static_cast<throng_executor>(options.executor);
  desc.time_step = options.time_step;
  desc.seed = options.seed;
  desc.threads = options.threads;
  desc.device = options.device;
  desc.responsibility = static_cast<throng_responsibility>(options.responsibility);
  desc.neighbor_query = static_cast<throng_neighbor_query>(options.neighbor_query);
  desc.break_symmetry = options.break_symmetry ? 1 : 0;
  desc.leave_obstacles = options.leave_obstacles ? 1 : 0;
  desc.preferred_velocity_noise = options.preferred_velocity_noise;
  desc.contact_iterations = options.contact ? options.contact->iterations : 0;
  desc.stuck_relief = static_cast<throng_stuck_relief>(stuck.relief);
  desc.stuck_time = options.stuck ? stuck.time : std::numeric_limits<double>::quiet_NaN();
  desc.stuck_progress = stuck.progress;
  desc.stuck_period = stuck.period;
  desc.cell_size = options.cell_size;
  return desc;
}

namespace {

/// As much of a text as there is room for.
template <std::size_t Size>
void copy_text(char (&to)[Size], const std::string& text) {
  const std::size_t length = std::min(text.size(), Size - 1);
  std::memcpy(to, text.data(), length);
  to[length] = '\0';
}

}  // namespace
}  // namespace throng::c_api

void throng_world_desc_init(throng_world_desc* desc, std::size_t struct_size) {
  init_descriptor(desc, struct_size, world_desc_of(WorldOptions{}));
}

throng_status throng_world_create(throng_instance* instance, const throng_world_desc* desc, throng_world** world) {
  return create(instance, world, "world", [&](const Callbacks& callbacks) {
    const WorldOptions options = world_options_of(read_optional_descriptor(desc, "desc", throng_world_desc_init));
    return make_world_object(callbacks, [&] { return World(options); });
  });
}
void throng_world_destroy(throng_world* world) { destroy_object(world); }
const char* throng_world_error(const throng_world* world) { return world == nullptr ? "" : world->error(); }
throng_status throng_world_set_progress(throng_world* world, throng_progress_fn progress, void* user) {
  return guarded(world, [&](throng_world& object) { object.set_progress(progress, user); });
}

throng_status throng_world_get_desc(throng_world* world, throng_world_desc* desc) {
  return on_world(world, [&](World& w) {
    WorldOptions options = w.options();
    options.executor = w.executor();
    options.threads = w.threads();
    write_descriptor(desc, "desc", world_desc_of(options));
  });
}

throng_status throng_world_step(throng_world* world, std::uint64_t count) {
  return guarded(world, [&](throng_world& object) {
    if (object.callbacks().progress == nullptr) return object.world.step(count);
    for (std::uint64_t done = 0; done < count; ++done) {
      if (done > 0) object.callbacks().report("step", static_cast<double>(done) / static_cast<double>(count));
      object.world.step();
    }
  });
}

void throng_statistics_init(throng_statistics* statistics, std::size_t struct_size) {
  init_descriptor(statistics, struct_size, blank<throng_statistics>());
}
throng_status throng_world_get_statistics(throng_world* world, throng_statistics* statistics) {
  return on_world(world, [&](World& w) {
    check_target(statistics, "statistics");
    const Statistics& s = w.statistics();
    write_descriptor(statistics, "statistics",
                     throng_statistics{0, 0, s.steps, s.agent_steps, s.arrived, s.infeasible, s.wall_crossings,
                                       s.neighbor_cap_hits, s.became_stuck, s.went_on});
  });
}

void throng_phase_times_init(throng_phase_times* times, std::size_t struct_size) {
  init_descriptor(times, struct_size, blank<throng_phase_times>());
}
throng_status throng_world_get_phase_times(throng_world* world, throng_phase_times* times) {
  return on_world(world, [&](World& w) {
    check_target(times, "times");
    const PhaseTimes t = w.last_phase_times();
    write_descriptor(times, "times", throng_phase_times{0, 0, t.navigate, t.bin, t.solve, t.move});
  });
}

void throng_overlaps_init(throng_overlaps* overlaps, std::size_t struct_size) {
  init_descriptor(overlaps, struct_size, blank<throng_overlaps>());
}
throng_status throng_world_measure_overlaps(throng_world* world, throng_overlaps* overlaps) {
  return on_world(world, [&](World& w) {
    check_target(overlaps, "overlaps");
    const Measures m = w.measure();
    write_descriptor(overlaps, "overlaps", throng_overlaps{0, 0, m.contacts, m.deepest_overlap, m.inside_obstacles});
  });
}

throng_status throng_world_get_time(throng_world* world, double* time) {
  return on_world(world, [&](World& w) { give(time, "time", [&] { return w.time(); }); });
}
throng_status throng_world_get_state_hash(throng_world* world, std::uint64_t* hash) {
  return on_world(world, [&](World& w) { give(hash, "hash", [&] { return w.state_hash(); }); });
}
throng_status throng_world_get_origin(throng_world* world, throng_vec2d* origin) {
  return on_world(world, [&](World& w) { give(origin, "origin", [&] { return c_vector(w.origin()); }); });
}
throng_status throng_world_get_bytes_per_agent(throng_world* world, std::uint64_t* bytes) {
  return on_world(world, [&](World& w) { give(bytes, "bytes", [&] { return w.bytes_per_agent(); }); });
}

throng_status throng_world_save(throng_world* world, const char* path) {
  return on_world(world, [&](World& w) { w.save(wanted_text(path, "path")); });
}
throng_status throng_world_load(throng_instance* instance, const char* path, const throng_world_desc* desc,
                                throng_world** world) {
  return create(instance, world, "world", [&](const Callbacks& callbacks) {
    const std::string file = wanted_text(path, "path");
    const Machine machine = machine_of(read_optional_descriptor(desc, "desc", throng_world_desc_init));
    return make_world_object(callbacks,
                             [&] { return World::load(file, machine.executor, machine.threads, machine.device); });
  });
}

void throng_executor_info_init(throng_executor_info* info, std::size_t struct_size) {
  init_descriptor(info, struct_size, blank<throng_executor_info>());
}
throng_status throng_get_executor_info(throng_instance* instance, throng_executor executor,
                                       throng_executor_info* info) {
  return guarded(instance, [&](Object&) {
    check_target(info, "info");
    for (const ExecutorInfo& known : executors()) {
      if (static_cast<throng_executor>(known.kind) != executor) continue;
      throng_executor_info found = blank<throng_executor_info>();
      found.executor = executor;
      found.available = known.available ? 1 : 0;
      copy_text(found.name, known.name);
      copy_text(found.detail, known.detail);
      return write_descriptor(info, "info", found);
    }
    refuse(fmt::format("executor is {}, wanted 1 to 3 (THRONG_CUDA, THRONG_CPU, THRONG_REFERENCE)", executor));
  });
}
