#include "throng/c/scenario.h"

#include "host/c_api/outlines.hpp"
#include "host/c_api/scenario_object.hpp"
#include "host/c_api/text.hpp"
#include "host/c_api/world_object.hpp"
#include "host/scenario/scene_world.hpp"

using namespace throng;
using namespace throng::c_api;

namespace {

std::optional<std::uint64_t> seed_of(const std::uint64_t* seed) {
  return seed == nullptr ? std::nullopt : std::optional(wanted(seed, "seed"));
}

/// As an object; the host is told what is hardly meant.
throng_scenario* make_scenario_object(const Callbacks& callbacks, Scenario&& read, const std::string& path) {
  for (const std::string& warning : read.warnings) {
    callbacks.tell(THRONG_LOG_WARNING, (path + ": " + warning).c_str());
  }
  return make_object<throng_scenario>(callbacks, std::move(read), path);
}

std::string_view wanted_bytes(const char* text, std::uint64_t length) {
  check_borrowed_count(length, PTRDIFF_MAX, "text");
  return {wanted_text(text, "text"), length};
}

/// A scenario whose world is made on a machine: for as long as this is there.
class OnMachine {
 public:
  OnMachine(WorldOptions& options, const Machine& machine) : options_(options), before_(options) {
    options_.executor = machine.executor;
    options_.threads = machine.threads;
    options_.device = machine.device;
  }
  ~OnMachine() { options_ = before_; }
  OnMachine(const OnMachine&) = delete;
  OnMachine& operator=(const OnMachine&) = delete;

 private:
  WorldOptions& options_;
  const WorldOptions before_;
};

/// One of the texts that a scenario keeps.
throng_status give_text(throng_scenario* scenario, const char** text, const char* name,
                        const char* const throng_scenario::*member) {
  return guarded(scenario, [&](throng_scenario& s) { give(text, name, [&] { return s.*member; }); });
}
throng_status give_texts(throng_scenario* scenario, const char* const** texts, std::uint64_t* count,
                         const std::span<const char* const> throng_scenario::*member) {
  return guarded(scenario, [&](throng_scenario& s) { give_span(texts, "texts", count, s.*member); });
}

/// Outlines of a table of the scenario.
template <class Row, class Describe>
throng_status give_outlines(throng_scenario* scenario, const throng_outline** outlines, std::uint64_t* count,
                            const std::vector<Row> Scenario::*table, const Describe& describe) {
  return guarded(scenario, [&](throng_scenario& s) {
    Lent lent(s.callbacks());
    give_span(outlines, "outlines", count, lend_outlines(s.scenario.*table, lent, describe));
    s.lent.swap(lent);
  });
}

throng_agents_desc c_agents(const std::vector<AgentDescription>& agents, Lent& lent) {
  throng_agents_desc desc = blank<throng_agents_desc>();
  desc.count = agents.size();
  const auto column = [&]<class T>(T, const auto& get) {
    return lent.column<T>(agents.size(), [&](std::size_t i) { return get(agents[i]); });
  };
  desc.position = column(Vec2d{}, [](const auto& a) { return a.position; });
  desc.profile = column(std::uint32_t{}, [](const auto& a) { return a.profile.row; });
  desc.id = column(std::int64_t{}, [](const auto& a) { return a.id.value_or(THRONG_NO_ID); });
  desc.velocity = column(Vec2d{}, [](const auto& a) { return a.velocity; });
  desc.radius = column(double{}, [](const auto& a) { return number_or_nan(a.radius); });
  desc.max_speed = column(double{}, [](const auto& a) { return number_or_nan(a.max_speed); });
  desc.preferred_speed = column(double{}, [](const auto& a) { return number_or_nan(a.preferred_speed); });
  desc.preferred_velocity = column(Vec2d{}, [](const auto& a) { return vector_or_nan(a.preferred_velocity); });
  desc.goal = column(Vec2d{}, [](const auto& a) { return vector_or_nan(a.goal); });
  desc.goal_region = column(std::uint32_t{}, [](const auto& a) { return row_or_none(a.goal_region); });
  desc.journey = column(std::uint32_t{}, [](const auto& a) { return row_or_none(a.journey); });
  desc.heading = column(Vec2d{}, [](const auto& a) { return vector_or_nan(a.heading); });
  desc.group = column(std::int32_t{}, [](const auto& a) { return a.group; });
  desc.priority = column(double{}, [](const auto& a) { return a.priority; });
  desc.layer = column(std::uint32_t{}, [](const auto& a) { return a.layer; });
  desc.mask = column(std::uint32_t{}, [](const auto& a) { return a.mask; });
  desc.avoids = column(std::uint8_t{}, [](const auto& a) { return static_cast<std::uint8_t>(a.avoids ? 1 : 0); });
  return desc;
}

}  // namespace

throng_status throng_scenario_read(throng_instance* instance, const char* path, const std::uint64_t* seed,
                                   throng_scenario** scenario) {
  return create(instance, scenario, "scenario", [&](const Callbacks& callbacks) {
    const std::string file = wanted_text(path, "path");
    return make_scenario_object(callbacks, read_scenario(file, seed_of(seed)), file);
  });
}
throng_status throng_scenario_parse(throng_instance* instance, const char* text, std::uint64_t length,
                                    const char* directory, const char* display_name, const std::uint64_t* seed,
                                    throng_scenario** scenario) {
  return create(instance, scenario, "scenario", [&](const Callbacks& callbacks) {
    const std::string_view json = wanted_bytes(text, length);
    const std::string folder = wanted_text(directory, "directory"), name = wanted_text(display_name, "display_name");
    return make_scenario_object(callbacks, parse_scenario(json, folder, name, seed_of(seed)), name);
  });
}
void throng_scenario_destroy(throng_scenario* scenario) { destroy_object(scenario); }
const char* throng_scenario_error(const throng_scenario* scenario) {
  return scenario == nullptr ? "" : scenario->error();
}

throng_status throng_scenario_make_world(throng_scenario* scenario, const throng_world_desc* desc,
                                         throng_world** world) {
  const auto make = [&](const Callbacks& callbacks) {
    Scenario& scene = scenario->scenario;
    const OnMachine machine(scene.options, machine_of(read_optional_descriptor(desc, "desc", throng_world_desc_init)));
    return make_world_object(callbacks, [&] { return make_scene_world(scene, scenario->path); });
  };
  return create(scenario, world, "world", make);
}

void throng_scenario_info_init(throng_scenario_info* info, std::size_t struct_size) {
  init_descriptor(info, struct_size, blank<throng_scenario_info>());
}
throng_status throng_scenario_get_info(throng_scenario* scenario, throng_scenario_info* info) {
  return guarded(scenario, [&](throng_scenario& object) {
    const Scenario& s = object.scenario;
    throng_scenario_info found = blank<throng_scenario_info>();
    found.contact_of_walkers = s.contact_of_walkers ? 1 : 0;
    found.duration = s.duration;
    found.steps = s.steps;
    found.record_every = s.record.every;
    found.record_aim_points = s.record.aim_points ? 1 : 0;
    found.navigation = s.navigation ? 1 : 0;
    found.heights = s.heights ? 1 : 0;
    found.agents = s.agents.size();
    found.profiles = s.profiles.size();
    found.behaviors = s.behaviors.size();
    found.steered_agents = s.steering.size();
    found.doors = s.doors.size();
    found.queues = s.queues.size();
    found.waiting_areas = s.waiting_areas.size();
    found.journeys = s.journeys.size();
    found.sources = s.sources.size();
    write_descriptor(info, "info", found);
  });
}
throng_status throng_scenario_get_desc(throng_scenario* scenario, throng_world_desc* desc) {
  return guarded(scenario,
                 [&](throng_scenario& s) { write_descriptor(desc, "desc", world_desc_of(s.scenario.options)); });
}

throng_status throng_scenario_get_name(throng_scenario* scenario, const char** name) {
  return give_text(scenario, name, "name", &throng_scenario::name_text);
}
throng_status throng_scenario_get_source(throng_scenario* scenario, const char** source) {
  return give_text(scenario, source, "source", &throng_scenario::source_text);
}
throng_status throng_scenario_get_source_as_run(throng_scenario* scenario, const char** source) {
  return give_text(scenario, source, "source", &throng_scenario::source_as_run_text);
}
throng_status throng_scenario_get_geometry(throng_scenario* scenario, const char** geometry) {
  return give_text(scenario, geometry, "geometry", &throng_scenario::geometry_text);
}
throng_status throng_scenario_get_warnings(throng_scenario* scenario, const char* const** texts, std::uint64_t* count) {
  return give_texts(scenario, texts, count, &throng_scenario::warnings);
}
throng_status throng_scenario_get_files(throng_scenario* scenario, const char* const** texts, std::uint64_t* count) {
  return give_texts(scenario, texts, count, &throng_scenario::files);
}
throng_status throng_scenario_get_profile_names(throng_scenario* scenario, const char* const** texts,
                                                std::uint64_t* count) {
  return give_texts(scenario, texts, count, &throng_scenario::profile_names);
}
throng_status throng_scenario_get_behavior_names(throng_scenario* scenario, const char* const** texts,
                                                 std::uint64_t* count) {
  return give_texts(scenario, texts, count, &throng_scenario::behavior_names);
}

throng_status throng_scenario_get_profile(throng_scenario* scenario, std::uint32_t row, throng_profile_desc* desc) {
  return guarded(scenario, [&](throng_scenario& s) {
    check_target(desc, "desc");
    check_row(row, s.scenario.profiles.size(), "row");
    write_descriptor(desc, "desc", profile_desc_of(s.scenario.profiles[row]));
  });
}
throng_status throng_scenario_get_agents(throng_scenario* scenario, throng_agents_desc* desc) {
  return guarded(scenario, [&](throng_scenario& s) {
    check_target(desc, "desc");
    Lent lent(s.callbacks());
    write_descriptor(desc, "desc", c_agents(s.scenario.agents, lent));
    s.lent.swap(lent);
  });
}

throng_status throng_scenario_get_obstacles(throng_scenario* scenario, const throng_outline** outlines,
                                            std::uint64_t* count) {
  return give_outlines(scenario, outlines, count, &Scenario::obstacles, [](const auto& obstacle, Lent& lent) {
    return outline(obstacle.vertices, obstacle.closed, "", lent);
  });
}
throng_status throng_scenario_get_goals(throng_scenario* scenario, const throng_outline** outlines,
                                        std::uint64_t* count) {
  return give_outlines(scenario, outlines, count, &Scenario::goals,
                       [](const auto& goal, Lent& lent) { return outline(goal.vertices, goal.closed, "", lent); });
}
throng_status throng_scenario_get_paths(throng_scenario* scenario, const throng_outline** outlines,
                                        std::uint64_t* count) {
  return give_outlines(scenario, outlines, count, &Scenario::paths,
                       [](const auto& path, Lent& lent) { return outline(path.points, path.closed, path.name, lent); });
}
throng_status throng_scenario_get_footprints(throng_scenario* scenario, const throng_outline** outlines,
                                             std::uint64_t* count) {
  return give_outlines(scenario, outlines, count, &Scenario::footprints,
                       [](const auto& vertices, Lent& lent) { return outline(vertices, true, "", lent); });
}

throng_status throng_scenario_text_with_seed(throng_instance* instance, const char* text, std::uint64_t length,
                                             std::uint64_t seed, throng_text** changed) {
  return create(instance, changed, "changed", [&](const Callbacks& callbacks) {
    return make_object<throng_text>(callbacks, with_seed(std::string(wanted_bytes(text, length)), seed));
  });
}
