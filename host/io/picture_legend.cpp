#include "host/io/picture_legend.hpp"

#include <fmt/format.h>

#include <cmath>

#include "host/io/bitmap_font.hpp"

namespace throng {

double round_length(double limit) {
  double power = std::pow(10.0, std::floor(std::log10(limit)));
  if (power > limit) power /= 10;  // the logarithm may round up
  for (const double step : {10.0, 5.0, 2.0}) {
    if (step * power <= limit) return step * power;
  }
  return power;
}

void draw_footprint(Canvas& canvas, std::span<const Vec2d> vertices, std::optional<Color> filling) {
  constexpr Color at_the_start{90, 90, 94}, at_the_end{30, 30, 34};
  if (filling) canvas.fill_polygon(vertices, *filling);
  for (std::size_t k = 0; k < vertices.size(); ++k) {
    const Vec2d to = vertices[k + 1 < vertices.size() ? k + 1 : 0];
    canvas.draw_line(vertices[k], to, 1.0, filling ? at_the_end : at_the_start);
  }
}

void draw_legend(Canvas& canvas, const Legend& legend) {
  constexpr Color ground{255, 255, 255}, ink{60, 60, 64}, rule{214, 214, 210};
  const int top = canvas.height() - legend_height;
  canvas.fill_rectangle(0, top, canvas.width(), legend_height, ground);
  canvas.fill_rectangle(0, top, canvas.width(), 1, rule);
  const int size = canvas.width() >= 800 ? 2 : 1, margin = 12 * size;
  const int text_top = top + (legend_height - glyph_height * size) / 2;

  int x = margin;
  canvas.draw_text(x, text_top, size, "0", ink);
  x += Canvas::text_width(size, "0") + 5 * size;
  const int bar = canvas.width() / 7, bar_height = 10 * size, bar_top = top + (legend_height - bar_height) / 2;
  for (int i = 0; i < bar; ++i) canvas.fill_rectangle(x + i, bar_top, 1, bar_height, viridis((i + 0.5) / bar));
  x += bar + 5 * size;
  const std::string speed = fmt::format("{:.3g} m/s", legend.max_speed);
  canvas.draw_text(x, text_top, size, speed, ink);
  x += Canvas::text_width(size, speed) + 14 * size;

  const int note_width = Canvas::text_width(size, legend.note), note_left = (canvas.width() - note_width) / 2;
  const bool has_note = note_width < canvas.width() / 3;
  const auto footprint = [&](const char* when, std::optional<Color> filling) {
    const int width = 16 * size, all = width + 4 * size + Canvas::text_width(size, when);
    if (!legend.footprints || x + all > (has_note ? note_left : canvas.width() / 2) - 6 * size) return;
    const double left = x, right = x + width, low = bar_top + 1.5 * size, high = bar_top + 8.5 * size;
    const Vec2d corners[] = {
        {left, low}, {right - 2 * size, low}, {right, 0.5 * (low + high)}, {right - 2 * size, high}, {left, high}};
    draw_footprint(canvas, corners, filling);
    canvas.draw_text(x + width + 4 * size, text_top, size, when, ink);
    x += all + 10 * size;
  };
  footprint("start", std::nullopt);
  footprint("end", viridis(0.5));

  const double meters = round_length(canvas.width() / 6.0 / legend.pixels_per_meter);
  const std::string length = meters >= 1000 ? fmt::format("{:.6g} km", meters / 1000) : fmt::format("{:.6g} m", meters);
  const double right = canvas.width() - margin, left = right - meters * legend.pixels_per_meter;
  const double y = top + legend_height / 2.0, tick = 4.0 * size;
  canvas.draw_line({left, y}, {right, y}, size, ink);
  canvas.draw_line({left, y - tick}, {left, y + tick}, size, ink);
  canvas.draw_line({right, y - tick}, {right, y + tick}, size, ink);
  canvas.draw_text(static_cast<int>(left) - 6 * size - Canvas::text_width(size, length), text_top, size, length, ink);

  if (has_note) canvas.draw_text(note_left, text_top, size, legend.note, ink);
}

}  // namespace throng
