#include "host/io/canvas.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>

#include "host/io/bitmap_font.hpp"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#include <stb/stb_image_write.h>

namespace throng {

Canvas::Canvas(int width, int height, Color ground)
    : width_(width), height_(height), pixels_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), ground) {}

void Canvas::paint(int x, int y, Color color, float share) {
  if (x < 0 || y < 0 || x >= width_ || y >= height_) return;
  Color& pixel = pixels_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x)];
  pixel = blend(pixel, color, std::clamp(share, 0.0f, 1.0f));
}

void Canvas::fill_rectangle(int x, int y, int width, int height, Color color) {
  for (int j = y; j < y + height; ++j) {
    for (int i = x; i < x + width; ++i) paint(i, j, color, 1.0f);
  }
}

void Canvas::fill_polygon(std::span<const Vec2d> vertices, Color color) {
  if (vertices.size() < 3) return;
  const auto [lowest, highest] =
      std::minmax_element(vertices.begin(), vertices.end(), [](const Vec2d& a, const Vec2d& b) { return a.y < b.y; });
  const int first = static_cast<int>(std::clamp(std::floor(lowest->y), 0.0, static_cast<double>(height_)));
  const int last = static_cast<int>(std::clamp(std::ceil(highest->y), 0.0, static_cast<double>(height_)));
  constexpr int lines = 4;  // per pixel; along x the coverage is exact
  std::vector<float> coverage(static_cast<std::size_t>(width_));
  std::vector<double> crossings;
  for (int row = first; row < last; ++row) {
    std::fill(coverage.begin(), coverage.end(), 0.0f);
    for (int line = 0; line < lines; ++line) {
      const double y = row + (line + 0.5) / lines;
      crossings.clear();
      for (std::size_t i = 0; i < vertices.size(); ++i) {
        const Vec2d &a = vertices[i], &b = vertices[(i + 1) % vertices.size()];
        if ((a.y <= y) != (b.y <= y)) crossings.push_back(a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x));
      }
      std::sort(crossings.begin(), crossings.end());
      for (std::size_t i = 0; i + 1 < crossings.size(); i += 2) {
        const double begin = std::clamp(crossings[i], 0.0, static_cast<double>(width_));
        const double end = std::clamp(crossings[i + 1], 0.0, static_cast<double>(width_));
        for (int x = static_cast<int>(begin); x < end; ++x) {
          const double part = std::min<double>(end, x + 1) - std::max<double>(begin, x);
          coverage[static_cast<std::size_t>(x)] += static_cast<float>(part / lines);
        }
      }
    }
    for (int x = 0; x < width_; ++x) {
      if (coverage[static_cast<std::size_t>(x)] > 0.0f) paint(x, row, color, coverage[static_cast<std::size_t>(x)]);
    }
  }
}

void Canvas::draw_line(Vec2d from, Vec2d to, double line_width, Color color) {
  const bool steep = std::abs(to.y - from.y) > std::abs(to.x - from.x);
  if (steep) {
    std::swap(from.x, from.y);
    std::swap(to.x, to.y);
  }
  if (from.x > to.x) std::swap(from, to);
  const double run = to.x - from.x, rise = to.y - from.y, length = std::hypot(run, rise);
  const double reach = line_width / 2 + 0.5;
  const double longest = steep ? height_ : width_;
  const int first = static_cast<int>(std::clamp(std::floor(from.x - reach), 0.0, longest));
  const int last = static_cast<int>(std::clamp(std::ceil(to.x + reach), 0.0, longest));
  for (int i = first; i < last; ++i) {
    const double along = std::clamp(i + 0.5, from.x, to.x);
    const double middle = run > 0 ? from.y + (along - from.x) / run * rise : from.y;
    const double spread = length > 0 && run > 0 ? reach * length / run + 1 : reach + 1;
    if (std::abs(middle) > 1e6) continue;
    for (int j = static_cast<int>(std::floor(middle - spread)); j <= static_cast<int>(middle + spread); ++j) {
      const double px = i + 0.5 - from.x, py = j + 0.5 - from.y;
      const double t = length > 0 ? std::clamp((px * run + py * rise) / (length * length), 0.0, 1.0) : 0.0;
      const double distance = std::hypot(px - t * run, py - t * rise);
      const auto share = static_cast<float>(std::clamp(reach - distance, 0.0, 1.0));
      if (share > 0.0f) paint(steep ? j : i, steep ? i : j, color, share);
    }
  }
}

void Canvas::draw_text(int x, int y, int scale, std::string_view text, Color color) {
  for (const char character : text) {
    const Glyph rows = glyph(character);
    for (int row = 0; row < glyph_height; ++row) {
      for (int column = 0; column < glyph_width; ++column) {
        if ((rows[static_cast<std::size_t>(row)] >> (glyph_width - 1 - column) & 1) == 0) continue;
        fill_rectangle(x + column * scale, y + row * scale, scale, scale, color);
      }
    }
    x += (glyph_width + 1) * scale;
  }
}

int Canvas::text_width(int scale, std::string_view text) {
  return text.empty() ? 0 : (static_cast<int>(text.size()) * (glyph_width + 1) - 1) * scale;
}

std::string Canvas::encode_png() const {
  std::vector<std::uint8_t> bytes;
  bytes.reserve(pixels_.size() * 3);
  for (const Color& pixel : pixels_) {
    for (const float part : {pixel.red, pixel.green, pixel.blue}) bytes.push_back(static_cast<std::uint8_t>(part + 0.5f));
  }
  std::string png;
  const auto append = [](void* to, void* data, int size) {
    static_cast<std::string*>(to)->append(static_cast<const char*>(data), static_cast<std::size_t>(size));
  };
  if (stbi_write_png_to_func(append, &png, width_, height_, 3, bytes.data(), 3 * width_) == 0) {
    throw std::runtime_error("the picture could not be encoded");
  }
  return png;
}

}  // namespace throng
