// The agents' arrays in the hands of a program with kernels of its own.
#include <cuda_runtime_api.h>

#include "kernels/cuda/device_error.hpp"
#include "tests/cuda/cuda_worlds.hpp"
#include "tests/cuda/kernels/foreign_kernels.hpp"

namespace throng::cuda_device_view_tests {
namespace {

using namespace test;

template <class T>
std::vector<T> fetch(const DeviceView& view, const T* from) {
  std::vector<T> to(view.count);
  THRONG_CUDA(cudaMemcpyAsync(to.data(), from, to.size() * sizeof(T), cudaMemcpyDeviceToHost, view.stream));
  THRONG_CUDA(cudaStreamSynchronize(view.stream));
  return to;
}

class CudaDeviceView : public OnDevice {};

TEST_F(CudaDeviceView, ShowsWhatTheWorldReads) {
  World world(options());
  world.add_profile({});
  std::vector<AgentDescription> agents = walkers(300, 1.0, 41);
  for (AgentDescription& agent : agents) {
    agent.position = plus(agent.position, {5.0e6, -3.0e6});
    agent.goal = plus(*agent.goal, {5.0e6, -3.0e6});
  }
  world.add_agents(agents);
  world.step(7);
  const DeviceView view = world.device_view();
  ASSERT_EQ(view.count, 300u);
  ASSERT_NE(view.stream, nullptr);
  EXPECT_EQ(view.origin, world.origin());
  const std::vector<std::int64_t> id = fetch(view, view.id);
  const std::vector<float> x = fetch(view, view.position_x), y = fetch(view, view.position_y);
  const std::vector<float> vx = fetch(view, view.velocity_x), vy = fetch(view, view.velocity_y);
  const std::vector<float> goal_x = fetch(view, view.goal_x), radius = fetch(view, view.radius);
  const std::vector<Vec2d> positions = world.positions(), velocities = world.velocities();
  for (std::size_t i = 0; i < view.count; ++i) {
    const auto k = static_cast<std::size_t>(id[i]);
    EXPECT_EQ(positions[k], (Vec2d{view.origin.x + x[i], view.origin.y + y[i]}));
    EXPECT_EQ(velocities[k], (Vec2d{vx[i], vy[i]}));
    EXPECT_NEAR(view.origin.x + goal_x[i], agents[k].goal->x, 1.0e-3);
    EXPECT_EQ(radius[i], static_cast<float>(Profile::disc_radius));
  }
}

/// Steering by a kernel of the program's own, on the world's stream, no host in between.
TEST_F(CudaDeviceView, PreferredVelocitiesFromAForeignKernel) {
  World there(options()), here(options(ExecutorKind::cpu));
  for (World* world : {&there, &here}) {
    world->add_profile({});
    std::vector<AgentDescription> agents = walkers(200, 1.0, 42);
    for (AgentDescription& agent : agents) agent.goal.reset();
    world->add_agents(agents);
    world->step();
  }
  for (int s = 0; s < 10; ++s) {
    head_for(there.device_view(), 3.0f, -2.0f);
    there.step();
    std::vector<Vec2d> preferred = here.positions();
    const Vec2d origin = here.origin();
    for (Vec2d& p : preferred) {
      const auto x = static_cast<float>(p.x - origin.x), y = static_cast<float>(p.y - origin.y);
      p = {0.25f * (3.0f - x), 0.25f * (-2.0f - y)};
    }
    here.set_preferred_velocities(preferred);
    here.step();
  }
  expect_same_state(there, here);
}

TEST_F(CudaDeviceView, OtherExecutorsHaveNone) {
  for (const ExecutorKind kind : {ExecutorKind::cpu, ExecutorKind::reference}) {
    World world(options(kind));
    try {
      static_cast<void>(world.device_view());
      FAIL();
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::unavailable);
      EXPECT_NE(std::string(error.what()).find("cuda"), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace throng::cuda_device_view_tests
