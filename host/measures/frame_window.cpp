#include "host/measures/frame_window.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace throng::measures {
namespace {

/// For each id of `ids` its place in `others`; both ascending.
void match(const std::vector<AgentId>& ids, const std::vector<AgentId>& others, std::vector<std::uint32_t>& places) {
  places.resize(ids.size());
  std::size_t k = 0;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    while (k < others.size() && others[k] < ids[i]) ++k;
    places[i] = k < others.size() && others[k] == ids[i] ? static_cast<std::uint32_t>(k) : FrameView::nobody;
  }
}

}  // namespace

FrameWindow::FrameWindow(Trajectory& trajectory, std::uint64_t first, std::uint64_t last, std::uint64_t step)
    : trajectory_(trajectory),
      first_(first),
      last_(last),
      step_(step),
      next_(first),
      read_(first - std::min(first, std::max<std::uint64_t>(step, 1))),
      ring_(2 * std::max<std::uint64_t>(step, 1) + 1) {}

bool FrameWindow::next(FrameView& view) {
  if (next_ > last_) return false;
  const std::uint64_t index = next_++;
  const std::uint64_t end = std::min(index + step_ + 1, trajectory_.info().frames);
  for (; read_ < end; ++read_) trajectory_.read(read_, at(read_));
  fill_speeds(index);
  number_people(index);
  const TrajectoryFrame& frame = at(index);
  view.number = frame.number;
  view.time = frame.time;
  view.interval = 1.0 / trajectory_.info().frame_rate;
  view.id = frame.id;
  view.position = frame.position;
  view.profile = frame.profile;
  view.speed = speed_;
  view.row = row_;
  view.before = before_;
  view.position_before = index > 0 ? std::span<const Vec2d>(at(index - 1).position) : std::span<const Vec2d>();
  return true;
}

void FrameWindow::fill_speeds(std::uint64_t index) {
  const TrajectoryFrame& frame = at(index);
  const std::uint64_t behind = trajectory_.info().frames - 1 - index;
  speed_.assign(frame.id.size(), std::numeric_limits<double>::quiet_NaN());
  std::vector<Place> past(frame.id.size()), future(frame.id.size());
  // The farthest frames of the window first: what lies nearer is looked at for those who are in none of both only.
  std::size_t left = frame.id.size();
  for (std::uint64_t away = step_; away > 0 && left > 0; --away) {
    if (away <= index) {
      match(frame.id, at(index - away).id, past_);
    } else {
      past_.assign(frame.id.size(), FrameView::nobody);
    }
    if (away <= behind) {
      match(frame.id, at(index + away).id, future_);
    } else {
      future_.assign(frame.id.size(), FrameView::nobody);
    }
    for (std::size_t i = 0; i < frame.id.size(); ++i) {
      if (!std::isnan(speed_[i])) continue;
      const double frames = static_cast<double>(away);
      if (past[i].frames == 0.0 && past_[i] != FrameView::nobody)
        past[i] = {frames, at(index - away).position[past_[i]]};
      if (future[i].frames == 0.0 && future_[i] != FrameView::nobody) {
        future[i] = {frames, at(index + away).position[future_[i]]};
      }
      const bool at_full_distance = away == step_ && (past[i].frames > 0.0 || future[i].frames > 0.0);
      if (!at_full_distance && (past[i].frames == 0.0 || future[i].frames == 0.0) && away > 1) continue;
      if (past[i].frames + future[i].frames == 0.0) continue;
      const Vec2d from = past[i].frames > 0.0 ? past[i].position : frame.position[i];
      const Vec2d to = future[i].frames > 0.0 ? future[i].position : frame.position[i];
      speed_[i] = std::hypot(to.x - from.x, to.y - from.y) * trajectory_.info().frame_rate /
                  (past[i].frames + future[i].frames);
      --left;
    }
  }
}

void FrameWindow::number_people(std::uint64_t index) {
  const TrajectoryFrame& frame = at(index);
  std::swap(row_, row_before_);
  if (index > 0) {
    match(frame.id, at(index - 1).id, before_);
  } else {
    before_.assign(frame.id.size(), FrameView::nobody);
  }
  row_.resize(frame.id.size());
  for (std::size_t i = 0; i < frame.id.size(); ++i) {
    if (before_[i] != FrameView::nobody && index > first_) {
      row_[i] = row_before_[before_[i]];
      continue;
    }
    const auto [entry, is_new] = row_of_.emplace(frame.id[i], static_cast<std::uint32_t>(people_.size()));
    if (is_new) people_.push_back(frame.id[i]);
    row_[i] = entry->second;
  }
}

}  // namespace throng::measures
