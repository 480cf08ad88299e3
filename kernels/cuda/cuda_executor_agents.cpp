// Agents and surroundings on their way to the device and back.
#include "kernels/cuda/on_device.hpp"

namespace throng::cuda {

void CudaExecutor::set_footprints(std::span<const std::vector<Vec2d>> footprints) {
  tables_.set_footprints(footprints);
  footprints_stale_ = true;
}

void CudaExecutor::set_profiles(std::span<const Profile> profiles) {
  tables_.set_profiles(profiles);
  profiles_stale_ = obstacles_stale_ = true;  // their grid may have followed the reach
}

void CudaExecutor::set_flow_fields(std::span<const std::shared_ptr<const FlowField>> fields) {
  tables_.set_flow_fields(fields);
  flow_fields_stale_ = true;
}

void CudaExecutor::set_goals(std::span<const GoalShape> goals) {
  tables_.set_goals(goals);
  goals_stale_ = true;
}

void CudaExecutor::set_heights(const Heights& heights) {
  tables_.set_heights(heights);
  heights_stale_ = true;
}

void CudaExecutor::set_obstacles(std::span<const ObstacleShape> obstacles) {
  tables_.set_obstacles(obstacles);
  wanted_ = {};  // of other obstacles
  obstacles_stale_ = true;
}

void CudaExecutor::add(std::span<const AgentRecord> agents) {
  if (agents.empty()) return;
  on_device([&] {
    std::size_t slots = 0;
    for (const AgentRecord& agent : agents) slots = std::max(slots, std::size_t{agent.slot} + 1);
    make_room(size_ + agents.size(), slots);
    binned_ = grid_follows_ = false;
    note_agents(agents);
    staging_->send(agents, [&](const AgentRecord* records, std::size_t, std::size_t count) {
      launch_add_agents(step_, records, static_cast<std::uint32_t>(count), stream_->get());
    });
    size_ += agents.size();
  });
}

void CudaExecutor::note_agents(std::span<const AgentRecord> agents) {
  note([&](StepTables& tables) { tables.note_agents(agents); });
}

/// A whole list on the device, however many pieces it is sent in.
DeviceBuffer<std::uint32_t> CudaExecutor::send_slots(std::span<const std::uint32_t> slots) {
  DeviceBuffer<std::uint32_t> list(*memory_, slots.size());
  staging_->send(slots, [&](const std::uint32_t* piece, std::size_t first, std::size_t count) {
    copy_on_device(list.device_pointer() + first, piece, count, stream_->get());
  });
  return list;
}

void CudaExecutor::remove(std::span<const std::uint32_t> slots) {
  if (slots.empty()) return;
  on_device([&] {
    make_room();
    binned_ = grid_follows_ = false;
    wanted_ = {};  // of a larger crowd: steps ask again if they must
    // Whole lists: the kernels that close up take out all who leave at once.
    const DeviceBuffer<std::uint32_t> list = send_slots(slots);
    launch_remove_agents(step_, list.device_pointer(), static_cast<std::uint32_t>(slots.size()), stream_->get());
    size_ -= slots.size();
  });
}

void CudaExecutor::write(std::span<const AgentRecord> agents) {
  if (agents.empty()) return;
  on_device([&] {
    make_room();
    binned_ = grid_follows_ = false;
    note_agents(agents);
    staging_->send(agents, [&](const AgentRecord* records, std::size_t, std::size_t count) {
      launch_write_agents(step_, records, static_cast<std::uint32_t>(count), stream_->get());
    });
  });
}

void CudaExecutor::set_preferred_velocities(std::span<const std::uint32_t> slots, std::span<const Vec2d> velocities) {
  if (slots.empty()) return;
  on_device([&] {
    make_room();
    const DeviceBuffer<std::uint32_t> list = send_slots(slots);
    static_assert(sizeof(Vec2d) == sizeof(double2));
    staging_->send(velocities, [&](const Vec2d* piece, std::size_t first, std::size_t count) {
      launch_set_preferred_velocities(step_, list.device_pointer() + first, reinterpret_cast<const double2*>(piece),
                                      static_cast<std::uint32_t>(count), stream_->get());
    });
  });
}

void CudaExecutor::set_agent_goals(std::span<const GoalRecord> goals) {
  if (goals.empty()) return;
  on_device([&] {
    make_room();
    staging_->send(goals, [&](const GoalRecord* piece, std::size_t, std::size_t count) {
      launch_set_goals(step_, piece, static_cast<std::uint32_t>(count), stream_->get());
    });
  });
}

void CudaExecutor::report_arrivals(bool wanted) {
  if (reports_arrivals_ != wanted) arguments_stale_ = true;
  reports_arrivals_ = wanted;
}

void CudaExecutor::read(std::span<const std::uint32_t> slots, std::span<AgentRecord> out) const {
  if (slots.empty()) return;
  on_device([&] {
    read_agents_.read(
        *memory_, *staging_, slots,
        [&](const std::uint32_t* piece, std::uint32_t count, AgentRecord* to) {
          launch_read_agents(step_, piece, count, to, stream_->get());
        },
        [&](std::size_t first, std::span<const AgentRecord> records) {
          std::copy(records.begin(), records.end(), out.begin() + static_cast<std::ptrdiff_t>(first));
        });
  });
}

void CudaExecutor::request_motion() {
  on_device([&] {
    make_room();
    motion_->request(step_, size_);
  });
}

void CudaExecutor::take_motion(MotionColumns& out) {
  on_device([&] { motion_->take(out); });
}

void CudaExecutor::read_motion(MotionColumns& out) const {
  on_device([&] {
    const_cast<CudaExecutor&>(*this).make_room();
    motion_->read(step_, size_, out);
  });
}

DeviceView CudaExecutor::device_view() {
  return on_device([&] {
    make_room();
    const AgentArrays& a = step_.data.agents;
    return DeviceView{.device = device_,
                      .stream = stream_->get(),
                      .count = size_,
                      .id = a.id,
                      .position_x = a.position_x,
                      .position_y = a.position_y,
                      .velocity_x = a.velocity_x,
                      .velocity_y = a.velocity_y,
                      .heading_x = a.heading_x,
                      .heading_y = a.heading_y,
                      .radius = a.radius,
                      .preferred_velocity_x = a.preferred_velocity_x,
                      .preferred_velocity_y = a.preferred_velocity_y,
                      .goal_x = a.goal_x,
                      .goal_y = a.goal_y,
                      .origin = {}};
  });
}

}  // namespace throng::cuda
