#include "host/cli/body_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace throng::cli {
namespace {

constexpr double picture_width = 1000.0;
constexpr double picture_border = 20.0;

}  // namespace

/// From the file's coordinates to the picture's.
class BodyPicture::Paper {
 public:
  explicit Paper(const std::vector<FileBody>& bodies) {
    for (const FileBody& body : bodies) {
      for (const Vec2d& p : body.vertices) include(p, 0.0);
      if (body.vertices.empty()) include(body.center, body.radius);
    }
    if (empty_) return;
    scale_ = (picture_width - 2.0 * picture_border) / std::max({high_.x - low_.x, high_.y - low_.y, 1e-30});
  }
  [[nodiscard]] double width() const { return scale_ * (high_.x - low_.x) + 2.0 * picture_border; }
  [[nodiscard]] double height() const { return scale_ * (high_.y - low_.y) + 2.0 * picture_border; }
  [[nodiscard]] double length(double meters) const { return scale_ * meters; }
  [[nodiscard]] Vec2d at(Vec2d p) const {
    return {scale_ * (p.x - low_.x) + picture_border, scale_ * (high_.y - p.y) + picture_border};
  }

 private:
  void include(Vec2d p, double radius) {
    if (empty_) low_ = high_ = p;
    empty_ = false;
    low_ = {std::min(low_.x, p.x - radius), std::min(low_.y, p.y - radius)};
    high_ = {std::max(high_.x, p.x + radius), std::max(high_.y, p.y + radius)};
  }
  bool empty_ = true;
  Vec2d low_, high_;
  double scale_ = 1.0;
};

class BodyPicture::Drawing {
 public:
  explicit Drawing(const Paper& paper) : paper_(paper) {}

  void body(const FileBody& body, const char* style) {
    if (body.vertices.empty()) {
      const Vec2d c = paper_.at(body.center);
      put(R"(<circle class="{}" cx="{:.3f}" cy="{:.3f}" r="{:.3f}"/>)", style, c.x, c.y, paper_.length(body.radius));
      return;
    }
    text_ += fmt::format(R"(<polygon class="{}" points=")", style);
    for (std::size_t i = 0; i < body.vertices.size(); ++i) {
      const Vec2d p = paper_.at(body.vertices[i]);
      text_ += fmt::format("{}{:.3f},{:.3f}", i == 0 ? "" : " ", p.x, p.y);
    }
    text_ += "\"/>\n";
  }
  void dot(Vec2d at) {
    const Vec2d p = paper_.at(at);
    put(R"(<circle class="point" cx="{:.3f}" cy="{:.3f}" r="2"/>)", p.x, p.y);
  }
  /// From the middle of its points, as long as the pair is deep.
  void way_out(const FilePair& pair) {
    Vec2d from{0.0, 0.0};
    const double share = 1.0 / static_cast<double>(pair.point_count);
    for (std::size_t k = 0; k < pair.point_count; ++k) {
      from = {from.x + share * pair.points[k].x, from.y + share * pair.points[k].y};
    }
    const double depth = static_cast<double>(pair.depth);
    const Vec2d p = paper_.at(from), q = paper_.at({from.x + depth * static_cast<double>(pair.normal.x),
                                                    from.y + depth * static_cast<double>(pair.normal.y)});
    put(R"-(<line class="way" x1="{:.3f}" y1="{:.3f}" x2="{:.3f}" y2="{:.3f}" marker-end="url(#tip)"/>)-", p.x, p.y,
        q.x, q.y);
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  template <class... Values>
  void put(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
    text_ += '\n';
  }
  const Paper& paper_;
  std::string text_;
};

namespace {

constexpr const char* styles = R"(<style>
polygon, circle { fill: #9ab; fill-opacity: 0.5; stroke: #345; stroke-width: 1 }
.deep { fill: #e54; stroke: #922 }
.point { fill: #000; fill-opacity: 1; stroke: none }
.way { stroke: #000; stroke-width: 1.5 }
</style>
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" markerHeight="6" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>
)";

}  // namespace

BodyPicture::BodyPicture(const std::vector<FileBody>& bodies)
    : bodies_(bodies),
      deep_(bodies.size()),
      paper_(std::make_unique<Paper>(bodies)),
      pairs_(std::make_unique<Drawing>(*paper_)) {}
BodyPicture::~BodyPicture() = default;

void BodyPicture::add(const FilePair& pair) {
  for (std::size_t k = 0; k < pair.point_count; ++k) pairs_->dot(pair.points[k]);
  if (pair.state != PairState::overlapping) return;
  deep_[pair.a] = deep_[pair.b] = true;
  pairs_->way_out(pair);
}

std::string BodyPicture::text() const {
  Drawing drawing(*paper_);
  for (std::size_t i = 0; i < bodies_.size(); ++i) drawing.body(bodies_[i], deep_[i] ? "deep" : "free");
  return fmt::format(R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {:.3f} {:.3f}">)", paper_->width(),
                     paper_->height()) +
         "\n" + styles + drawing.text() + pairs_->text() + "</svg>\n";
}

}  // namespace throng::cli
