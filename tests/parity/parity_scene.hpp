// Crowds whose state must come out the same to the bit, and the ways in which a run of them may differ.
#pragma once
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "throng/world.hpp"

namespace throng::test {

/// What an agent of a scene does, and whom or what it looks at.
struct SceneSteering {
  AgentId id = 0;
  std::uint32_t behavior = 0;
  std::optional<AgentId> target_ids[max_steering_targets];
  std::optional<Vec2d> target_points[max_steering_targets];
};

/// Everything that goes into a world, with explicit ids and coordinates that are multiples of 2^-10 m.
struct Scene {
  std::string name;
  WorldOptions options;
  std::vector<std::vector<Vec2d>> footprints;
  std::vector<Profile> profiles;
  std::vector<std::vector<Vec2d>> polygons, polylines;
  std::vector<std::vector<Vec2d>> goal_polygons, goal_lines;  ///< rows of goal regions: polygons first
  std::vector<AgentDescription> agents;
  std::vector<std::vector<Vec2d>> paths;  ///< the first one is open, the others closed
  std::vector<Behavior> behaviors;
  std::vector<SceneSteering> steering;
  std::optional<Heights> heights;
  /// After step `step`, in the shifted scene: who and what comes, goes and turns during the run.
  void (*change)(World& world, std::uint64_t step, Vec2d shift) = nullptr;
};

Scene crossing_scene();      ///< 400 agents through blocks to their points, removed there; limits, noise
Scene bottleneck_scene();    ///< 300 agents out of a walled room to a line; priorities; some start inside a solid
Scene streams_scene();       ///< 500 agents of several layers and masks, some avoid nobody; policy `side`
Scene changing_scene();      ///< 300 agents; others come, go, turn round; policy `speed`, all neighbors in range
Scene coincident_scene();    ///< 300 agents on few points and on lattices: ties everywhere
Scene turning_scene();       ///< 300 agents, the turning of two thirds limited
Scene turning_room_scene();  ///< the same among walls, with the policy that looks at headings
Scene steering_scene();      ///< 400 agents with all behaviors, chains and cycles of pursuit; their targets come and go
Scene contact_scene();       ///< the streams with a contact pass, among more walls, with very fast agents; changes
Scene pressed_scene();       ///< the bottleneck and agents on few points with a contact pass
Scene sizes_scene();         ///< 500 agents of radii from 1 mm to 100 m with a contact pass
Scene footprints_scene();    ///< the contact scene with carts, vans and who brakes among the agents
Scene density_scene();       ///< the pressed scene with speeds that depend on density, many agents on one point
Scene dense_scene();         ///< 3000 agents with large radii, infeasible all the time
Scene slopes_scene();        ///< the crossing on hilly ground
Scene ramps_scene();         ///< the scene with all behaviors on ramps and floors
Scene pursuit_scene();       ///< 180 agents who pursue, meet and flee each other in the open; half of them leave
Scene herds_scene();         ///< 240 agents in flocks and on paths among blocks, with long lists; policy `speed`

/// All of them but that of all sizes, the dense one, which takes longer, that of ramps, and the last two.
std::vector<Scene> small_scenes();

/// How a run differs from the plain one, which must not show.
struct Variation {
  ExecutorKind executor = ExecutorKind::cpu;
  int threads = 1;
  double cell_size = 0.0;
  Vec2d shift{};                  ///< of the whole scene, m, whole numbers
  std::uint64_t adding_seed = 0;  ///< agents are added in an order of this seed and in several calls; 0 = as they stand
};

/// What must be the same.
struct Outcome {
  std::uint64_t state_hash = 0, agents = 0, arrived = 0, infeasible = 0, wall_crossings = 0;
  friend bool operator==(const Outcome&, const Outcome&) = default;
};
std::ostream& operator<<(std::ostream& to, const Outcome& outcome);

World make_world(const Scene& scene, const Variation& variation);
/// Steps to step number `last`, with the scene's changes at their steps.
void run_to(World& world, const Scene& scene, const Variation& variation, std::uint64_t last);
Outcome outcome_of(const World& world);
/// The whole of a run.
Outcome run(const Scene& scene, const Variation& variation, std::uint64_t steps);

}  // namespace throng::test
