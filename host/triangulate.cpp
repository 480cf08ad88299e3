// A polygon is cut into pieces that each vertical line meets in one stretch, and these into triangles from left to
// right.
//
// M. R. Garey, D. S. Johnson, F. P. Preparata, R. E. Tarjan: Triangulating a simple polygon. Information Processing
// Letters 7, 1978.
#include "host/triangulate.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "host/edge_sweep.hpp"
#include "host/orientation.hpp"

namespace throng {
namespace {

using Diagonal = std::pair<std::size_t, std::size_t>;

/// Looks for the diagonals that leave no vertex at which a piece opens or closes inside.
class MonotoneCuts {
 public:
  explicit MonotoneCuts(const EdgeSweep& sweep, std::size_t count)
      : sweep_(sweep), below_(sweep.none_crossed()), place_(count, below_.end()), helper_(count), closes_(count) {}

  std::vector<Diagonal> find() {
    for (const std::size_t v : sweep_.order()) visit(v);
    return std::move(cuts_);
  }

 private:
  void visit(std::size_t v) {
    const std::size_t before = sweep_.previous(v), behind = sweep_.next(v);
    const bool comes_from_left = sweep_.is_before(before, v), goes_left = sweep_.is_before(behind, v);
    const bool turns_left = orientation(sweep_.at(before), sweep_.at(v), sweep_.at(behind)) > 0;
    if (comes_from_left) end_edge(before, v);
    // Where the interior lies on both sides of v, or above and below it, the edge below v sees it.
    const bool opens_inside = !comes_from_left && !goes_left && !turns_left;
    closes_[v] = comes_from_left && goes_left && !turns_left;
    if (opens_inside || closes_[v] || (!comes_from_left && goes_left)) {
      const std::size_t edge = *std::prev(below_.lower_bound(sweep_.at(v)));
      if (opens_inside || closes_[helper_[edge]]) cuts_.emplace_back(v, helper_[edge]);
      helper_[edge] = v;
    }
    if (!goes_left) begin_edge(v);
  }
  void begin_edge(std::size_t v) {
    place_[v] = below_.insert(v).first;
    helper_[v] = v;
  }
  void end_edge(std::size_t edge, std::size_t v) {
    if (closes_[helper_[edge]]) cuts_.emplace_back(v, helper_[edge]);
    below_.erase(place_[edge]);
  }

  const EdgeSweep& sweep_;
  EdgeSweep::Crossed below_;  ///< edges that have the interior above them
  std::vector<EdgeSweep::Crossed::iterator> place_;
  std::vector<std::size_t> helper_;  ///< of each edge the last vertex that can be seen straight above it
  std::vector<bool> closes_;         ///< two pieces meet there that go on as one
  std::vector<Diagonal> cuts_;
};

/// The rings of the pieces: at a vertex an edge goes on along the one that is next clockwise from where it came.
std::vector<std::vector<std::size_t>> pieces_of(const EdgeSweep& sweep, std::size_t count,
                                                const std::vector<Diagonal>& cuts) {
  struct Way {
    std::size_t from, to;
    bool taken = false;
  };
  std::vector<std::vector<Way>> ways(count);
  for (std::size_t v = 0; v < count; ++v) ways[v].push_back({v, sweep.next(v)});
  for (const auto& [a, b] : cuts) {
    ways[a].push_back({a, b});
    ways[b].push_back({b, a});
  }
  for (std::size_t v = 0; v < count; ++v) {
    // Counter-clockwise, from the ring's own edge on: all others are inside, to the left of it.
    const Vec2d own = sweep.at(sweep.next(v)), at = sweep.at(v);
    const auto beyond = [&](Vec2d p) { return orientation(at, own, p) < 0; };  // more than half a turn
    std::sort(ways[v].begin() + 1, ways[v].end(), [&](const Way& one, const Way& other) {
      const Vec2d p = sweep.at(one.to), q = sweep.at(other.to);
      if (beyond(p) != beyond(q)) return beyond(q);
      return orientation(at, p, q) > 0;
    });
  }
  std::vector<std::vector<std::size_t>> pieces;
  const auto follow = [&](Way& start) {
    std::vector<std::size_t>& piece = pieces.emplace_back();
    for (Way* way = &start; !way->taken;) {
      way->taken = true;
      piece.push_back(way->from);
      std::vector<Way>& here = ways[way->to];
      // The one that comes before the way back; the ring's edge into the vertex is the last of all.
      std::size_t back = here.size();
      for (std::size_t k = 1; k < here.size(); ++k) {
        if (here[k].to == way->from) back = k;
      }
      way = &here[back - 1];
    }
  };
  for (std::vector<Way>& from : ways) {
    for (Way& way : from) {
      if (!way.taken) follow(way);
    }
  }
  return pieces;
}

/// `piece` is met by each vertical line in one stretch.
void cut_monotone(const EdgeSweep& sweep, const std::vector<std::size_t>& piece,
                  std::vector<std::array<std::size_t, 3>>& triangles) {
  const std::size_t n = piece.size();
  const auto is_before = [&](std::size_t i, std::size_t j) { return sweep.is_before(piece[i], piece[j]); };
  std::size_t leftmost = 0;
  for (std::size_t i = 1; i < n; ++i) {
    if (is_before(i, leftmost)) leftmost = i;
  }
  // The lower side runs ahead from there, the upper one back.
  struct Place {
    std::size_t vertex;
    bool lower;
  };
  std::vector<Place> order{{piece[leftmost], true}};
  std::size_t low = (leftmost + 1) % n, high = (leftmost + n - 1) % n;
  while (order.size() < n) {
    const bool lower = low != high && is_before(low, high);
    order.push_back({piece[lower ? low : high], lower});
    (lower ? low : high) = lower ? (low + 1) % n : (high + n - 1) % n;
  }
  const auto add = [&](std::size_t a, std::size_t b, std::size_t c, bool ahead) {
    triangles.push_back(ahead ? std::array{a, b, c} : std::array{a, c, b});
  };
  std::vector<Place> open{order[0], order[1]};  // a chain that does not turn inward
  for (std::size_t i = 2; i < n; ++i) {
    const Place now = order[i];
    const bool last = i + 1 == n;
    if (last || now.lower != open.back().lower) {
      const Place top = open.back();
      const bool chain_is_lower = top.lower;
      for (std::size_t k = 0; k + 1 < open.size(); ++k) {
        add(open[k].vertex, open[k + 1].vertex, now.vertex, chain_is_lower);
      }
      open = {top, now};
      continue;
    }
    while (open.size() >= 2) {
      const std::size_t a = open[open.size() - 2].vertex, b = open.back().vertex;
      const int turn = orientation(sweep.at(a), sweep.at(b), sweep.at(now.vertex));
      if (now.lower ? turn <= 0 : turn >= 0) break;
      add(a, b, now.vertex, now.lower);
      open.pop_back();
    }
    open.push_back(now);
  }
}

}  // namespace

std::vector<std::array<std::size_t, 3>> triangulate(std::span<const Vec2d> ring) {
  const EdgeSweep sweep(ring);
  std::vector<std::array<std::size_t, 3>> triangles;
  triangles.reserve(ring.size());
  const std::vector<Diagonal> cuts = MonotoneCuts(sweep, ring.size()).find();
  for (const std::vector<std::size_t>& piece : pieces_of(sweep, ring.size(), cuts)) {
    cut_monotone(sweep, piece, triangles);
  }
  return triangles;
}

}  // namespace throng
