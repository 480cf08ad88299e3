// Heights as the per-agent operations read them.
#pragma once
#include <span>
#include <vector>

#include "kernels/agent/height_data.hpp"
#include "throng/heights.hpp"

namespace throng {

class HeightTable {
 public:
  /// Checked, relative to the local origin.
  void set(const Heights& heights);
  /// Valid until it is set again.
  [[nodiscard]] HeightView view() const;

  [[nodiscard]] std::span<const SlopePiece> pieces() const { return pieces_; }
  [[nodiscard]] std::span<const float> z() const { return z_; }
  [[nodiscard]] std::span<const FloorRow> floors() const { return floors_; }
  [[nodiscard]] std::span<const float> floor_x() const { return floor_x_; }
  [[nodiscard]] std::span<const float> floor_y() const { return floor_y_; }

 private:
  HeightView placed_{};  // but for the pointers and counts
  std::vector<SlopePiece> pieces_;
  std::vector<float> z_;
  std::vector<FloorRow> floors_;
  std::vector<float> floor_x_, floor_y_;
};

}  // namespace throng
