#include "host/measures/overlaps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "throng/error.hpp"
#include "throng/scenario.hpp"

namespace throng::measures {
namespace {

constexpr double least_overlap = 1e-4;  ///< m, that counts as a pair
constexpr std::size_t discs_at_once = 512;

}  // namespace

std::optional<Radii> Radii::of_recording(const TrajectoryInfo& info, const std::string& folder, std::string& why) {
  if (info.scenario_json.empty()) {
    why = "the file says nothing of how large people are";
    return std::nullopt;
  }
  try {
    const Scenario scene = parse_scenario(info.scenario_json, folder, "the recording's scene");
    Radii radii;
    for (const AgentDescription& agent : scene.agents) {
      const Profile& profile = scene.profiles[agent.profile.row];
      radii.by_id_.emplace(
          *agent.id, profile.footprint ? 0.0 : agent.radius.value_or(profile.radius.value_or(Profile::disc_radius)));
    }
    return radii;
  } catch (const Error& error) {
    why = fmt::format("the recording's scene can't be read again ({})", error.what());
    return std::nullopt;
  }
}

double Radii::of(AgentId id) const {
  if (all_) return *all_;
  const auto found = by_id_.find(id);
  return found == by_id_.end() ? 0.0 : found->second;
}

Overlaps::Overlaps(Radii radii, ThreadTeam& team) : radii_(std::move(radii)), team_(team) {}

OverlapMoment Overlaps::add(const FrameView& frame) {
  OverlapMoment moment;
  double largest = 0.0;
  radius_.resize(frame.size());
  for (std::size_t i = 0; i < frame.size(); ++i) {
    const std::uint32_t row = frame.row[i];
    if (row >= radius_by_row_.size()) radius_by_row_.resize(2 * static_cast<std::size_t>(row) + 1, -1.0);
    if (radius_by_row_[row] < 0.0) {
      radius_by_row_[row] = radii_.of(frame.id[i]);
      unknown_ += radii_.know(frame.id[i]) ? 0 : 1;
    }
    radius_[i] = radius_by_row_[row];
    largest = std::max(largest, radius_[i]);
  }
  if (largest <= 0.0) return moment;
  struct Found {
    std::uint64_t pairs = 0;
    double depth = 0.0;
    std::uint32_t a = 0, b = 0;
  };
  std::vector<Found> found(static_cast<std::size_t>(team_.threads()));
  grid_.build(frame.position, 2.0 * largest);
  team_.for_chunks(frame.size(), discs_at_once, [&](std::size_t begin, std::size_t end, int worker) {
    Found& best = found[static_cast<std::size_t>(worker)];
    for (std::size_t i = begin; i < end; ++i) {
      if (radius_[i] <= 0.0) continue;
      const Vec2d p = frame.position[i];
      grid_.for_each_near(p, radius_[i] + largest, [&](std::uint32_t j) {
        if (j <= i || radius_[j] <= 0.0) return;
        const double depth = radius_[i] + radius_[j] - std::hypot(p.x - frame.position[j].x, p.y - frame.position[j].y);
        if (depth > least_overlap) ++best.pairs;
        const auto a = static_cast<std::uint32_t>(i);
        if (depth > best.depth || (depth == best.depth && depth > 0.0 && std::pair(a, j) < std::pair(best.a, best.b))) {
          best.depth = depth;
          best.a = a;
          best.b = j;
        }
      });
    }
  });
  Found deepest;
  for (const Found& one : found) {
    moment.pairs += one.pairs;
    if (one.depth > deepest.depth ||
        (one.depth == deepest.depth && std::pair(one.a, one.b) < std::pair(deepest.a, deepest.b))) {
      deepest = one;
    }
  }
  moment.deepest = deepest.depth;
  if (deepest.depth > deepest_.depth) {
    deepest_ = {deepest.depth, frame.id[deepest.a], frame.id[deepest.b], frame.time};
  }
  return moment;
}

}  // namespace throng::measures
