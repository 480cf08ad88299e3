// The crowd of a world as its journeys see it.
#pragma once
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "host/world_impl.hpp"

namespace throng {

/// For one call of Journeys::advance.
class THRONG_LOCAL World::Impl::Crowd final : public JourneyCrowd {
 public:
  explicit Crowd(Impl& impl) : impl_(impl) {}
  void read(std::span<const std::uint32_t> slots, std::vector<AgentRecord>& out) override;
  [[nodiscard]] double way(GoalIndex goal, Vec2d place) const override;
  [[nodiscard]] double straight(GoalIndex goal, Vec2d place) const override;
  void discs_in(const Box& box, std::vector<Disc>& out) override;
  [[nodiscard]] double radius_of(const AgentDescription& agent) const override;
  [[nodiscard]] double largest_radius() const override;
  [[nodiscard]] bool is_clear_of_walls(Vec2d place, double radius) override;
  void set_goals(std::span<const GoalRecord> goals) override;
  void remove(std::span<const std::uint32_t> slots) override;
  std::vector<Entered> enter(std::span<const Newcomer> newcomers) override;
  ObstacleHandle close_door(std::span<const Vec2d> line) override;
  void open_door(ObstacleHandle wall) override;

 private:
  Impl& impl_;
  MotionColumns motion_;
  mutable std::map<std::uint32_t, std::shared_ptr<const FlowField>> fields_;
  bool looked_ = false;
};

}  // namespace throng
