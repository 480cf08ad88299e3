// Small builders for the tests of the reference model.
#pragma once
#include <gtest/gtest.h>

#include <random>

#include "host/reference/model.hpp"

namespace throng::reference::testing_support {

inline Agent agent_at(AgentId id, const Vec& position, const Vec& velocity = Vec::Zero(), double radius = 0.5) {
  Agent agent;
  agent.id = id;
  agent.slot = static_cast<std::uint32_t>(id);
  agent.position = position;
  agent.velocity = velocity;
  agent.preferred_velocity = velocity;
  agent.radius = radius;
  agent.max_speed = 2.0;
  agent.preferred_speed = 1.0;
  return agent;
}

/// Uniform numbers with a fixed seed.
class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  double between(double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine_); }
  Vec in_square(double half_side) {
    const double x = between(-half_side, half_side);
    return {x, between(-half_side, half_side)};
  }
  Vec unit() {
    for (;;) {
      const Vec v = in_square(1.0);
      if (v.norm() > 0.1 && v.norm() < 1.0) return v.normalized();
    }
  }

 private:
  std::mt19937 engine_;
};

inline void expect_near(const Vec& actual, const Vec& expected, double tolerance = 1.0e-12) {
  EXPECT_LE((actual - expected).norm(), tolerance)
      << "(" << actual.transpose() << ") instead of (" << expected.transpose() << ")";
}

inline void expect_line(const HalfPlane& line, const Vec& point, const Vec& direction) {
  expect_near(line.direction(), direction);
  // Any point of the line names it.
  EXPECT_NEAR(det(direction, line.origin() - point), 0.0, 1.0e-12)
      << "through (" << line.origin().transpose() << ") instead of (" << point.transpose() << ")";
}

inline Obstacle wall(std::vector<Vec> vertices, std::uint64_t id = 0) { return {id, false, std::move(vertices)}; }
inline Obstacle polygon(std::vector<Vec> vertices, std::uint64_t id = 0) { return {id, true, std::move(vertices)}; }
/// Counter-clockwise, solid.
inline Obstacle box(double x0, double y0, double x1, double y1, std::uint64_t id = 0) {
  return polygon({{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}, id);
}

inline void step(Model& model, std::uint64_t number = 0) {
  model.navigate();
  model.steer(number);
  model.solve(number);
  model.move();
}

}  // namespace throng::reference::testing_support
