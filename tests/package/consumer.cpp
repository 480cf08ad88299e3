// Two agents walk past each other: what a user's first program does, with nothing but the public interface.
#include <cinttypes>
#include <cstdio>
#include <throng/throng.hpp>

int main() {
  throng::World world;
  throng::AgentDescription agent;
  agent.profile = world.add_profile(throng::Profile::walker());
  agent.position = {0.0, 0.0};
  agent.goal = throng::Vec2d{10.0, 0.0};
  world.add_agent(agent);
  agent.position = {10.0, 0.0};
  agent.goal = throng::Vec2d{0.0, 0.0};
  world.add_agent(agent);
  world.step(50);

  try {
    agent.position.x = 1.0e300;
    world.add_agent(agent);
    std::puts("an impossible agent was accepted");
    return 1;
  } catch (const throng::Error& error) {
    if (error.code() != throng::ErrorCode::invalid_argument) return 1;
  }
  std::printf("%s %016" PRIx64 "\n", throng::version().c_str(), world.state_hash());
}
