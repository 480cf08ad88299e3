#include "tests/contract/stage.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <stdexcept>

namespace throng::contract {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// What a stage is built from works, or there is nothing to test.
void must(throng_status status, const char* text) {
  if (status != THRONG_OK) throw std::runtime_error(std::string(throng_status_name(status)) + ": " + text);
}

/// FNV-1a.
void mix(std::uint64_t& hash, std::uint64_t value) { hash = (hash ^ value) * 0x100000001b3u; }

}  // namespace

void Log::keep(throng_log_level level, const char* text, void* user) {
  if (level == THRONG_LOG_ERROR) static_cast<Log*>(user)->errors.emplace_back(text);
}

std::size_t size_of(throng_type type) {
  constexpr std::size_t sizes[] = {0, 16, 8, 8, 4, 8, 4, 4, 1, 8, 8};
  return sizes[type];
}

std::uint64_t fingerprint(throng_world* world) {
  std::uint64_t hash = 0xcbf29ce484222325u, value = 0;
  for (const auto read : {throng_world_get_state_hash, throng_world_get_agent_count, throng_world_get_profile_count,
                          throng_world_get_obstacle_count, throng_world_get_goal_count}) {
    must(read(world, &value), throng_world_error(world));
    mix(hash, value);
  }
  auto statistics = filled<throng_statistics>(throng_statistics_init);
  must(throng_world_get_statistics(world, &statistics), throng_world_error(world));
  mix(hash, statistics.steps);
  return hash;
}

Stage::Stage(HostMemory& memory) : memory_(memory) {
  std::string name = (std::filesystem::temp_directory_path() / "throng_contract_XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder: " + name);
  folder_ = name;
  const throng_instance_desc desc = instance_desc();
  must(throng_instance_create(&desc, &instance_), "instance");
  const throng_world_desc machine = machine_desc();
  for (throng_world** world : {&other_, &world_}) {
    must(throng_world_create(instance_, &machine, world), throng_instance_error(instance_));
    std::uint32_t row = 0;
    must(throng_world_add_profile(*world, nullptr, &row), throng_world_error(*world));
    auto agents = filled<throng_agents_desc>(throng_agents_desc_init);
    agents.count = 3;
    agents.position = f64x2({{0, 0}, {2, 0}, {4, 0}});
    agents.goal = f64x2({{9, 0}, {-9, 0}, {4, 9}});
    const throng_array handles = room(THRONG_HANDLE, 3);
    must(throng_world_add_agents(*world, &agents, &handles), throng_world_error(*world));
    std::copy_n(static_cast<throng_agent*>(handles.data), 3, agents_);
    const throng_array wall = f64x2({{10, 10}, {12, 10}, {12, 12}, {10, 12}});
    must(throng_world_add_polygon(*world, &wall, &obstacle_), throng_world_error(*world));
    if (*world == world_) break;
    foreign_agent_ = agents_[0];
    foreign_obstacle_ = obstacle_;
  }
  removed_agent_ = agents_[2];
  throng_array gone = handles();
  gone.count = 1;
  *static_cast<throng_agent*>(gone.data) = removed_agent_;
  must(throng_world_remove_agents(world_, &gone), throng_world_error(world_));
  removed_obstacle_ = obstacle_;
  must(throng_world_remove_obstacle(world_, removed_obstacle_), throng_world_error(world_));
  const throng_array wall = f64x2({{10, 10}, {12, 10}, {12, 12}, {10, 12}});
  must(throng_world_add_polygon(world_, &wall, &obstacle_), throng_world_error(world_));
  const throng_array outline = f64x2({{-0.3, -0.1}, {0.3, -0.1}, {0.3, 0.1}, {-0.3, 0.1}});
  must(throng_world_add_footprint(world_, &outline, &footprint_), throng_world_error(world_));
  const throng_array exit = f64x2({{30, 0}, {30, 5}});
  must(throng_world_add_goal_line(world_, &exit, &goal_), throng_world_error(world_));
  must(throng_world_step(world_, 2), throng_world_error(world_));
}

Stage::~Stage() {
  throng_world_destroy(world_);
  throng_world_destroy(other_);
  throng_instance_destroy(instance_);
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

throng_instance_desc Stage::instance_desc() {
  auto desc = filled<throng_instance_desc>(throng_instance_desc_init);
  desc.log = Log::keep;
  desc.log_user = &log_;
  memory_.give_to(desc);
  return desc;
}

throng_world_desc Stage::machine_desc() {
  auto desc = filled<throng_world_desc>(throng_world_desc_init);
  desc.executor = THRONG_CPU;
  desc.threads = 1;
  return desc;
}

throng_world_desc Stage::world_desc() {
  throng_world_desc desc = machine_desc();
  desc.contact_iterations = 2;
  desc.stuck_time = 5.0;
  desc.preferred_velocity_noise = 0.01;
  desc.cell_size = 2.0;
  return desc;
}

throng_profile_desc Stage::profile_desc() const {
  auto desc = filled<throng_profile_desc>(throng_profile_desc_init);
  desc.density_speed = 1;
  desc.footprint = footprint_;
  return desc;
}

throng_agents_desc Stage::agents_desc() {
  auto desc = filled<throng_agents_desc>(throng_agents_desc_init);
  desc.count = 4;
  desc.position = f64x2({{-4, 5}, {-4, 6}, {-4, 7}, {-4, 8}});
  desc.profile = u32({0, 0, 0, 0});
  desc.id = i64({100, 101, 102, 103});
  desc.velocity = f64x2({{1, 0}, {0, 1}, {0, 0}, {-1, 0}});
  desc.radius = f64({0.2, nan, 0.3, 0.2});
  desc.max_speed = f64({2.0, nan, 2.0, 2.0});
  desc.preferred_speed = f64({1.0, nan, 1.0, 1.0});
  desc.preferred_velocity = f64x2({{nan, nan}, {nan, nan}, {1, 0}, {nan, nan}});
  desc.goal = f64x2({{1, 1}, {nan, nan}, {nan, nan}, {nan, nan}});
  desc.goal_region = u32({THRONG_NONE, goal_, THRONG_NONE, THRONG_NONE});
  desc.journey = u32({THRONG_NONE, THRONG_NONE, THRONG_NONE, THRONG_NONE});
  desc.heading = f64x2({{1, 0}, {nan, nan}, {0, 1}, {1, 1}});
  desc.group = i32({-1, 0, 1, 2});
  desc.priority = f64({1, 2, std::numeric_limits<double>::infinity(), 0});
  desc.layer = u32({1, 2, 3, 4});
  desc.mask = u32({1, 2, 3, 4});
  desc.avoids = u8({1, 0, 1, 1});
  return desc;
}

throng_readout Stage::readout() {
  auto readout = filled<throng_readout>(throng_readout_init);
  readout.id = room(THRONG_I64, 2);
  readout.handle = room(THRONG_HANDLE, 2);
  readout.position = room(THRONG_F64X2, 2);
  readout.velocity = room(THRONG_F64X2, 2);
  readout.heading = room(THRONG_F64X2, 2);
  readout.profile = room(THRONG_U32, 2);
  readout.aim_point = room(THRONG_F64X2, 2);
  readout.elevation = room(THRONG_F64, 2);
  return readout;
}

const char* Stage::saved_world() {
  const char* const path = new_file();
  must(throng_world_save(world_, path), throng_world_error(world_));
  return path;
}

const char* Stage::new_file() {
  paths_.push_back((folder_ / (std::to_string(paths_.size()) + ".h5")).string());
  return paths_.back().c_str();
}

throng_array Stage::room(throng_type type, std::size_t count) {
  arrays_.emplace_back((size_of(type) * count + 7) / 8);
  throng_array made = {};
  made.data = arrays_.back().data();
  made.count = count;
  made.type = type;
  return made;
}

}  // namespace throng::contract
