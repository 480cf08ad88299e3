// What has become of a world's journeys, for the summary and the statistics of a run.
#pragma once
#include <string>
#include <vector>

#include "host/io/json_output.hpp"
#include "throng/world.hpp"

namespace throng::cli {

struct JourneyReport {
  JourneyStatistics sum;
  struct NamedStage {
    std::string name;
    StageState state;
  };
  struct NamedJourney {
    std::string name;
    std::vector<NamedStage> stages;
  };
  struct NamedQueue {
    std::string name;
    QueueState state;
  };
  struct NamedSource {
    std::string name;
    SourceState state;
  };
  std::vector<NamedJourney> journeys;
  std::vector<NamedQueue> queues;
  std::vector<NamedSource> sources;

  [[nodiscard]] bool is_empty() const { return journeys.empty() && sources.empty(); }
};

[[nodiscard]] JourneyReport journey_report(const World& world);
/// Adds the keys `entered`, `left`, `waiting_to_enter`, `journeys`, `queues` and `sources`, unless there are none.
void add_journeys(const JourneyReport& report, JsonOutput& stats);

}  // namespace throng::cli
