// Who passes a line, and how many in a time.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "host/measures/frame_window.hpp"
#include "throng/measures.hpp"
#include "throng/types.hpp"

namespace throng::measures {

using Line = MeasureLine;

/// A person's first passage.
struct Passage {
  AgentId id = 0;
  std::uint32_t row = 0;  ///< of the person
  std::int64_t frame = 0;
  double time = 0.0;     ///< s
  bool forward = false;  ///< from the right of the line, seen from its first point to its second, to the left
};

struct FlowThroughLine {
  std::vector<Passage> passages;  ///< by time, then id
  /// s, of the first and last passage; people/s between them: (N - 1) / (last - first). None with fewer than two
  /// passages, or all in one frame.
  std::optional<double> first, last, flow;
};

/// How many of them went forward.
std::uint64_t passages_forward(const FlowThroughLine& flow);

/// Passages of one line, counted as PedPy does: a step that meets the line and does not end on it (within 1e-5 m)
/// passes it, and each person passes once, the first time. A step that begins within 1e-5 m of the line meets it (PedPy
/// loses who ends a step there, just beyond).
class LineFlow {
 public:
  explicit LineFlow(Line line) : line_(line) {}

  void add(const FrameView& frame);
  [[nodiscard]] FlowThroughLine result() const;

 private:
  Line line_;
  std::vector<bool> has_passed_;  ///< by row
  std::vector<Passage> passages_;
};

}  // namespace throng::measures
