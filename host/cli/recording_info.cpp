// info FILE: what a recording is of.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "host/cli/commands.hpp"
#include "host/cli/log.hpp"
#include "host/cli/number_text.hpp"
#include "host/io/json_output.hpp"
#include "throng/recording.hpp"

namespace throng::cli {
namespace {

std::string shape_text(const std::vector<Vec2d>& footprint) {
  if (footprint.empty()) return "disc";
  Vec2d low = footprint.front(), high = low;
  std::string text;
  for (const Vec2d& v : footprint) {
    low = {std::min(low.x, v.x), std::min(low.y, v.y)};
    high = {std::max(high.x, v.x), std::max(high.y, v.y)};
    text += fmt::format(" ({:g}, {:g})", v.x, v.y);
  }
  return fmt::format("footprint, {:g} m x {:g} m:{}", high.x - low.x, high.y - low.y, text);
}

/// A state may have more profiles than its scene names.
std::vector<std::string> names_of(const RecordingInfo& info) {
  std::vector<std::string> names = info.profile_names;
  names.resize(std::max(names.size(), info.footprints.size()));
  return names;
}

const std::vector<Vec2d>& footprint_of(const RecordingInfo& info, std::size_t profile) {
  static const std::vector<Vec2d> disc;
  return profile < info.footprints.size() ? info.footprints[profile] : disc;
}

/// Of the agents in a frame.
std::string heights_text(const Recording& recording, std::uint64_t frame) {
  Snapshot state;
  recording.read(frame, state);
  if (state.z.empty()) return "nobody is there";
  const auto [low, high] = std::minmax_element(state.z.begin(), state.z.end());
  return fmt::format("{:g} m to {:g} m", *low, *high);
}

std::string heights_text(const Recording& recording) {
  if (recording.frame_count() == 0) return "yes";
  return fmt::format("agents stand at {} in the first frame, at {} in the last", heights_text(recording, 0),
                     heights_text(recording, recording.frame_count() - 1));
}

void print(const Recording& recording) {
  const RecordingInfo& info = recording.info();
  const auto line = [](const char* name, const std::string& value) { fmt::print("  {:<12}{}\n", name, value); };
  const std::uint64_t frames = recording.frame_count();
  fmt::print("{}: recording by throng {}\n", recording.path(), info.version);
  line("executor", info.executor);
  line("steps", fmt::format("of {:g} s, every {} recorded", info.time_step, info.every));
  if (frames == 0) {
    line("frames", "none");
  } else {
    line("frames", fmt::format("{}, from {:g} s to {:g} s", frames, recording.time(0), recording.time(frames - 1)));
    line("agents", fmt::format("{} in the first frame, {} in the last; {} rows", recording.agent_count(0),
                               recording.agent_count(frames - 1), recording.row_count()));
    line("state hash", hexadecimal(recording.state_hash(frames - 1)));
  }
  line("aim points", info.aim_points ? "yes" : "no");
  if (info.heights) line("heights", heights_text(recording));
  const std::vector<std::string> names = names_of(info);
  for (std::size_t row = 0; row < names.size(); ++row) {
    line(row == 0 ? "profiles" : "", fmt::format("{} {}: {}", row, names[row], shape_text(footprint_of(info, row))));
  }
}

JsonOutput to_json(const Recording& recording) {
  const RecordingInfo& info = recording.info();
  const std::uint64_t frames = recording.frame_count();
  JsonOutput profiles = JsonOutput::array();
  const std::vector<std::string> names = names_of(info);
  for (std::size_t row = 0; row < names.size(); ++row) {
    JsonOutput footprint = JsonOutput::array();
    for (const Vec2d& v : footprint_of(info, row)) footprint.add(std::vector<double>{v.x, v.y});
    profiles.add(JsonOutput::object().set("name", names[row]).set("footprint", footprint));
  }
  JsonOutput result = JsonOutput::object();
  result.set("file", recording.path()).set("version", info.version).set("executor", info.executor);
  result.set("closed_cleanly", recording.closed_cleanly()).set("frames", frames).set("rows", recording.row_count());
  result.set("time_step", info.time_step).set("every", info.every);
  result.set("origin", std::vector<double>{info.origin.x, info.origin.y}).set("aim_points", info.aim_points);
  result.set("heights", info.heights);
  if (frames > 0) {
    result.set("first_time", recording.time(0)).set("last_time", recording.time(frames - 1));
    result.set("state_hash", hexadecimal(recording.state_hash(frames - 1)));
  }
  return result.set("profiles", profiles);
}

}  // namespace

ExitCode show_recording(const std::string& recording_path, bool json) {
  const Recording recording(recording_path);
  if (!recording.closed_cleanly()) log_warning(recording.warning());
  if (json) {
    fmt::print("{}\n", to_json(recording).text());
  } else {
    print(recording);
  }
  return ExitCode::ok;
}

}  // namespace throng::cli
