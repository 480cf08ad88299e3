#include "host/reference/path.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace throng::reference {

Path::Path(bool closed, std::vector<Vec> vertices) : closed_(closed), points_(std::move(vertices)) {
  if (closed_) points_.push_back(points_.front());
  places_.push_back(0.0);
  for (std::size_t k = 1; k < points_.size(); ++k) {
    places_.push_back(places_.back() + (points_[k] - points_[k - 1]).norm());
  }
}

Vec Path::point_at(double place) const {
  if (closed_ && length() > 0.0) place = std::fmod(place, length());
  for (std::size_t k = 1; k < points_.size(); ++k) {
    if (place >= places_[k]) continue;
    return points_[k - 1] + (place - places_[k - 1]) * unit_edge(k);
  }
  return points_.back();
}

double Path::nearest_place(const Vec& p, double from, double to) const {
  double nearest = from;
  double least_sq = std::numeric_limits<double>::infinity();
  for (double lap = 0.0; lap <= (closed_ ? 1.0 : 0.0); ++lap) {
    for (std::size_t k = 1; k < points_.size(); ++k) {
      const double begin = lap * length() + places_[k - 1];
      const double end = lap * length() + places_[k];
      if (end < from || begin > to) continue;
      const Vec direction = unit_edge(k);
      const double place =
          std::clamp(begin + (p - points_[k - 1]).dot(direction), std::max(begin, from), std::min(end, to));
      const double distance_sq = (points_[k - 1] + (place - begin) * direction - p).squaredNorm();
      if (distance_sq < least_sq) {
        least_sq = distance_sq;
        nearest = place;
      }
    }
  }
  return nearest;
}

PathAim aim_on_path(const Path& path, std::optional<double> before, double look_ahead, const Vec& p) {
  PathAim aim;
  if (!before) {
    aim.place = path.nearest_place(p, 0.0, path.length());
  } else {
    const double farthest = path.closed() ? *before + path.length() : path.length();
    aim.place = path.nearest_place(p, *before, std::min(*before + look_ahead, farthest));
  }
  if (path.closed() && path.length() > 0.0) aim.place = std::fmod(aim.place, path.length());
  aim.is_end = !path.closed() && aim.place + look_ahead >= path.length();
  aim.point = path.point_at(aim.place + look_ahead);
  return aim;
}

}  // namespace throng::reference
