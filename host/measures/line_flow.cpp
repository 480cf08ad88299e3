#include "host/measures/line_flow.hpp"

#include <algorithm>
#include <cmath>

#include "host/orientation.hpp"

namespace throng::measures {
namespace {

constexpr double on_the_line = 1e-5;  ///< m, PedPy's

bool segments_meet(Vec2d a, Vec2d b, Vec2d c, Vec2d d) {
  const auto boxes_apart = [](double p, double q, double r, double s) {
    return std::max(p, q) < std::min(r, s) || std::max(r, s) < std::min(p, q);
  };
  if (boxes_apart(a.x, b.x, c.x, d.x) || boxes_apart(a.y, b.y, c.y, d.y)) return false;
  return orientation(a, b, c) * orientation(a, b, d) <= 0 && orientation(c, d, a) * orientation(c, d, b) <= 0;
}

double distance_to(const Line& line, Vec2d p) {
  const Vec2d along{line.b.x - line.a.x, line.b.y - line.a.y};
  const double length_sq = along.x * along.x + along.y * along.y;
  const double t = std::clamp(((p.x - line.a.x) * along.x + (p.y - line.a.y) * along.y) / length_sq, 0.0, 1.0);
  return std::hypot(p.x - line.a.x - t * along.x, p.y - line.a.y - t * along.y);
}

}  // namespace

void LineFlow::add(const FrameView& frame) {
  for (std::size_t i = 0; i < frame.size(); ++i) {
    if (frame.before[i] == FrameView::nobody) continue;
    const std::uint32_t row = frame.row[i];
    if (row < has_passed_.size() && has_passed_[row]) continue;
    const Vec2d from = frame.position_before[frame.before[i]], to = frame.position[i];
    // A step that came to lie within the threshold beyond the line did not count: the next one does.
    const bool meets = segments_meet(from, to, line_.a, line_.b) || distance_to(line_, from) < on_the_line;
    if (!meets || distance_to(line_, to) < on_the_line) continue;
    if (row >= has_passed_.size()) has_passed_.resize(2 * static_cast<std::size_t>(row) + 1);
    has_passed_[row] = true;
    const int side = orientation(line_.a, line_.b, to);
    const bool forward = side != 0 ? side > 0 : orientation(line_.a, line_.b, from) < 0;
    passages_.push_back({frame.id[i], row, frame.number, frame.time, forward});
  }
}

std::uint64_t passages_forward(const FlowThroughLine& flow) {
  return static_cast<std::uint64_t>(
      std::count_if(flow.passages.begin(), flow.passages.end(), [](const Passage& p) { return p.forward; }));
}

FlowThroughLine LineFlow::result() const {
  FlowThroughLine result{passages_, {}, {}, {}};
  if (passages_.empty()) return result;
  result.first = passages_.front().time;
  result.last = passages_.back().time;
  if (*result.last > *result.first) {
    result.flow = static_cast<double>(passages_.size() - 1) / (*result.last - *result.first);
  }
  return result;
}

}  // namespace throng::measures
