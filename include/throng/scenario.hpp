// Scenario files, version 1: a whole world and what to record of it, as JSON (docs/scenario.schema.json).
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "throng/world.hpp"

namespace throng {

/// A scenario, read and checked, in world coordinates. Everything random is drawn: it says where each agent stands.
struct Scenario {
  std::string name;
  WorldOptions options;             ///< executor and threads are left automatic; they never belong to a scene
  bool contact_of_walkers = false;  ///< the file does not speak of the contact pass: it is on, since there are walkers
  double duration = 0.0;            ///< s
  std::uint64_t steps = 0;          ///< ceil(duration / time_step - 1e-9)

  std::vector<std::vector<Vec2d>> footprints;  ///< Profile::footprint is a row of it
  std::vector<Profile> profiles;               ///< no two equal
  std::vector<std::string>
      profile_names;                     ///< same length; a row made by an agent's own keys names the place in the file
  std::vector<AgentDescription> agents;  ///< in file order, `id` always set; `profile` is a row of `profiles`

  struct Goal {
    bool closed = false;  ///< a polygon, else a line, or a point
    std::vector<Vec2d> vertices;
  };
  std::vector<Goal> goals;                     ///< AgentDescription::goal_region is a row of it
  std::optional<FlowFieldOptions> navigation;  ///< every goal has a flow field, points are rows of `goals` too

  struct Path {
    std::string name;
    bool closed = false;
    std::vector<Vec2d> points;
  };
  std::vector<Path> paths;
  std::vector<Behavior> behaviors;          ///< a blend comes after its parts; FollowPath::path is a row of `paths`
  std::vector<std::string> behavior_names;  ///< same length; a place in a formation names its entry in the file

  struct AgentSteering {
    std::size_t agent = 0;  ///< row of `agents`
    BehaviorIndex behavior;
    std::variant<std::monostate, std::size_t, Vec2d> targets[max_steering_targets];  ///< a row of `agents`, or a point
  };
  std::vector<AgentSteering> steering;  ///< of those that have a behavior, in the order of `agents`

  struct Obstacle {
    bool closed = true;  ///< counter-clockwise = solid, clockwise = a wall around free space; open = a thin wall
    std::vector<Vec2d> vertices;
  };
  std::vector<Obstacle> obstacles;  ///< those of the file first, then the rings of `geometry`

  std::vector<Door> doors;
  std::vector<Queue> queues;  ///< what these refer to are rows of the tables here
  std::vector<WaitingArea> waiting_areas;
  std::vector<Journey> journeys;
  std::vector<Source> sources;

  std::optional<Heights> heights;  ///< of the ground

  std::string
      wkt_geometry;  ///< the walkable area as the file gives it, of GeoJSON its parts together; empty = none given

  struct Record {
    std::uint64_t every = 1;  ///< steps from one frame to the next; default: 10 frames a second
    bool aim_points = false;  ///< World::aim_points() in each frame
  } record;

  std::vector<std::string> warnings;  ///< things that work, but are hardly meant
  std::vector<std::string> files;     ///< that the scene names and that were read
  std::string source;                 ///< the JSON text, for recordings
};

/// Reads a scenario file and those it names. `seed` replaces the one in the file. Throws bad_scene, with file, JSON
/// pointer, what was found and what is wanted; input_output when a file can't be read.
THRONG_API Scenario read_scenario(const std::string& path, std::optional<std::uint64_t> seed = {});

/// The same from memory: other files are looked up in `directory`, errors call the text `display_name`.
THRONG_API Scenario parse_scenario(std::string_view text, const std::string& directory, const std::string& display_name,
                                   std::optional<std::uint64_t> seed = {});

/// A world with all of it, on the executor of `scenario.options`. Throws what World does.
THRONG_API World make_world(const Scenario& scenario);

/// The text of a scene, with this seed in it should it have another: the scene as it was run. Throws bad_scene when it
/// is no JSON object.
THRONG_API std::string with_seed(const std::string& scenario_json, std::uint64_t seed);

}  // namespace throng
