#include "host/cli/journey_report.hpp"

namespace throng::cli {

JourneyReport journey_report(const World& world) {
  JourneyReport report;
  report.sum = world.journey_statistics();
  for (std::uint32_t j = 0; j < world.journey_count(); ++j) {
    const Journey& journey = world.journey({j});
    JourneyReport::NamedJourney& named = report.journeys.emplace_back();
    named.name = journey.name;
    for (std::uint32_t s = 0; s < journey.stages.size(); ++s) {
      named.stages.push_back({journey.stages[s].name, world.stage_state({j}, s)});
    }
  }
  for (std::uint32_t q = 0; q < world.queue_count(); ++q) {
    report.queues.push_back({world.queue({q}).name, world.queue_state({q})});
  }
  for (std::uint32_t s = 0; s < world.source_count(); ++s) {
    report.sources.push_back({world.source({s}).name, world.source_state({s})});
  }
  return report;
}

void add_journeys(const JourneyReport& report, JsonOutput& stats) {
  if (report.is_empty()) return;
  stats.set("entered", report.sum.entered);
  stats.set("left", report.sum.left);
  stats.set("waiting_to_enter", report.sum.waiting_to_enter);
  JsonOutput journeys = JsonOutput::object();
  for (const auto& journey : report.journeys) {
    JsonOutput stages = JsonOutput::object();
    for (const auto& [name, state] : journey.stages) {
      stages.set(
          name.c_str(),
          JsonOutput::object().set("heading", state.heading).set("there", state.there).set("passed", state.passed));
    }
    journeys.set(journey.name.c_str(), stages);
  }
  stats.set("journeys", journeys);
  JsonOutput queues = JsonOutput::object();
  for (const auto& [name, state] : report.queues) {
    queues.set(
        name.c_str(),
        JsonOutput::object().set("heading", state.heading).set("length", state.length).set("served", state.served));
  }
  stats.set("queues", queues);
  JsonOutput sources = JsonOutput::object();
  for (const auto& [name, state] : report.sources) {
    sources.set(name.c_str(),
                JsonOutput::object().set("due", state.due).set("entered", state.entered).set("waiting", state.waiting));
  }
  stats.set("sources", sources);
}

}  // namespace throng::cli
