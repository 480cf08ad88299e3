// Pairs with a footprint in the contact pass (spec "Footprints").
#pragma once
#include <span>
#include <vector>

#include "host/reference/footprint.hpp"
#include "host/reference/obstacle_chain.hpp"

namespace throng::reference {

/// Bodies of agents while contacts are resolved. Their footprints do not turn meanwhile.
class BodyContacts {
 public:
  /// `shapes` are the agents' footprints turned, relative to their positions. `moved` is where motion
  /// has led. Finds whom each may touch.
  BodyContacts(std::span<const Agent> agents, std::span<const Footprint> shapes, const std::vector<Vec>& moved);

  [[nodiscard]] bool is_disc(std::size_t row) const { return reference::is_disc(shapes_, row); }

  /// What pairs ask of an agent that others may move: adds to the sum and to the number of pairs.
  void add_corrections(std::size_t row, const std::vector<Vec>& places, Vec& sum, int& pairs) const;
  /// Out of the bodies that nobody moves.
  [[nodiscard]] Vec keep_off(std::size_t row, const std::vector<Vec>& places, const Vec& to) const;
  /// A footprint out of an edge.
  [[nodiscard]] Vec keep_off_edge(std::span<const ChainVertex> chains, std::size_t edge, std::size_t row,
                                  const Vec& at) const;
  /// m, from a footprint's position to its farthest vertex.
  [[nodiscard]] double circle(std::size_t row) const;

 private:
  struct Touched {
    std::size_t other;
    double share;
    bool immovable;
  };
  [[nodiscard]] ConvexBody body(std::size_t row, const Vec& at) const;
  [[nodiscard]] bool immovable(std::size_t row) const;
  [[nodiscard]] BodyOverlap pair(std::size_t row, const Vec& at, std::size_t other, const Vec& other_at) const;
  [[nodiscard]] double skin(std::size_t row, std::size_t other) const;

  std::span<const Agent> agents_;
  std::span<const Footprint> shapes_;
  std::vector<std::vector<Touched>> touched_;
};

}  // namespace throng::reference
