// A picture to draw on: antialiased lines and polygons, small text, PNG.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "host/io/color_map.hpp"
#include "throng/types.hpp"

namespace throng {

/// Coordinates in pixels, x to the right, y down; the pixel (i, j) covers [i, i+1) x [j, j+1). What lies outside is cut off.
class Canvas {
 public:
  Canvas(int width, int height, Color ground);

  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return height_; }
  /// Lays `color` over a pixel; `share` 0 to 1.
  void paint(int x, int y, Color color, float share);
  void fill_rectangle(int x, int y, int width, int height, Color color);
  /// Inside by the even-odd rule.
  void fill_polygon(std::span<const Vec2d> vertices, Color color);
  void draw_line(Vec2d from, Vec2d to, double line_width, Color color);
  /// `x`, `y`: upper left corner; each pixel of the font is a square of `scale` pixels. See bitmap_font.hpp.
  void draw_text(int x, int y, int scale, std::string_view text, Color color);
  [[nodiscard]] static int text_width(int scale, std::string_view text);
  [[nodiscard]] std::string encode_png() const;

 private:
  int width_, height_;
  std::vector<Color> pixels_;
};

}  // namespace throng
