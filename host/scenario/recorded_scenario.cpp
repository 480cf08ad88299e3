#include "host/scenario/recorded_scenario.hpp"

namespace throng {

void describe_scenario(const Scenario& scenario, RecordingInfo& info) {
  info.every = scenario.record.every;
  info.wkt_geometry = scenario.wkt_geometry;
  info.scenario_json = with_seed(scenario.source, scenario.options.seed);
  info.profile_names = scenario.profile_names;
  info.aim_points = scenario.record.aim_points;
}

}  // namespace throng
