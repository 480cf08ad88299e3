// The few glyphs that the legend of a picture needs, 5 x 7 pixels.
#pragma once
#include <array>
#include <cstdint>

namespace throng {

inline constexpr int glyph_width = 5;
inline constexpr int glyph_height = 7;

/// Rows from the top; bit 4 is the leftmost pixel.
using Glyph = std::array<std::uint8_t, glyph_height>;

/// Anything but digits, `. / -` and the letters of "agents", "km", "m/s", "start" and "end" is blank.
inline constexpr Glyph glyph(char character) {
  switch (character) {
    case '0':
      return {0b01110, 0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b01110};
    case '1':
      return {0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110};
    case '2':
      return {0b01110, 0b10001, 0b00001, 0b00110, 0b01000, 0b10000, 0b11111};
    case '3':
      return {0b01110, 0b10001, 0b00001, 0b00110, 0b00001, 0b10001, 0b01110};
    case '4':
      return {0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010};
    case '5':
      return {0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110};
    case '6':
      return {0b00110, 0b01000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110};
    case '7':
      return {0b11111, 0b00001, 0b00010, 0b00100, 0b00100, 0b01000, 0b01000};
    case '8':
      return {0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110};
    case '9':
      return {0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00010, 0b01100};
    case '.':
      return {0, 0, 0, 0, 0, 0b01100, 0b01100};
    case '/':
      return {0b00001, 0b00001, 0b00010, 0b00100, 0b01000, 0b10000, 0b10000};
    case '-':
      return {0, 0, 0, 0b11111, 0, 0, 0};
    case 'a':
      return {0, 0, 0b01110, 0b00001, 0b01111, 0b10001, 0b01111};
    case 'd':
      return {0b00001, 0b00001, 0b01111, 0b10001, 0b10001, 0b10001, 0b01111};
    case 'e':
      return {0, 0, 0b01110, 0b10001, 0b11111, 0b10000, 0b01110};
    case 'g':
      return {0, 0b01111, 0b10001, 0b10001, 0b01111, 0b00001, 0b01110};
    case 'k':
      return {0b10000, 0b10000, 0b10010, 0b10100, 0b11000, 0b10100, 0b10010};
    case 'm':
      return {0, 0, 0b11010, 0b10101, 0b10101, 0b10101, 0b10101};
    case 'n':
      return {0, 0, 0b10110, 0b11001, 0b10001, 0b10001, 0b10001};
    case 'r':
      return {0, 0, 0b10110, 0b11001, 0b10000, 0b10000, 0b10000};
    case 's':
      return {0, 0, 0b01111, 0b10000, 0b01110, 0b00001, 0b11110};
    case 't':
      return {0b01000, 0b01000, 0b11100, 0b01000, 0b01000, 0b01001, 0b00110};
    default:
      return {};
  }
}

}  // namespace throng
