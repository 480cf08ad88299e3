// A finished run, as the summary for people and as JSON for programs.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "host/cli/journey_report.hpp"
#include "host/cli/run_session.hpp"

namespace throng::cli {

struct RunReport {
  std::string scene;     ///< its name
  std::string executor;  ///< that ran it
  int threads = 0;
  std::optional<int> device;    ///< of the cuda executor
  double time_step = 0.0;       ///< s
  double simulated_time = 0.0;  ///< s, of the world at the end
  std::uint64_t seed = 0;
  std::uint64_t state_hash = 0;
  std::uint64_t peak_memory_bytes = 0;
  RunFigures figures;
  JourneyReport journeys;
  std::optional<std::uint64_t> stuck;                ///< agents at the end; none = nobody was watched
  std::optional<int> contact_iterations_of_walkers;  ///< of a contact pass that the scene did not ask for
  std::vector<std::string> files;                    ///< written, in this order
};

/// Greatest resident size of this process so far.
[[nodiscard]] std::uint64_t peak_memory_bytes();

/// Several lines, the last one ended.
[[nodiscard]] std::string summary(const RunReport& report);
/// One JSON object; docs/cli.md describes its keys.
[[nodiscard]] std::string stats_json(const RunReport& report);

}  // namespace throng::cli
