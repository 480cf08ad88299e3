#include "host/reference/footprint_contact.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace throng::reference {
namespace {

constexpr std::size_t most_of_disc = 8, most_of_footprint = 24;
constexpr double reach_part = 0.5;  // of both radii: how far apart whoever may touch is at most
constexpr double skin_part = 0.01;
constexpr int rounds = 2;
constexpr double most_of_shortest = 4.0;  // how much longer than the shortest way out of a wall another one may be

bool is_on_seen_layer(const Agent& i, const Agent& j) { return (i.mask & j.layer) != 0; }

}  // namespace

BodyContacts::BodyContacts(std::span<const Agent> agents, std::span<const Footprint> shapes,
                           const std::vector<Vec>& moved)
    : agents_(agents), shapes_(shapes), touched_(agents.size()) {
  for (std::size_t row = 0; row < agents.size(); ++row) {
    if (shapes.empty() || immovable(row)) continue;
    std::vector<std::tuple<double, AgentId, std::size_t>> found;
    for (std::size_t other = 0; other < agents.size(); ++other) {
      if (other == row || (is_disc(row) && is_disc(other)) || !is_on_seen_layer(agents[row], agents[other])) continue;
      const double gap = -pair(row, moved[row], other, moved[other]).depth;
      if (gap < reach_part * (agents[row].radius + agents[other].radius)) {
        found.emplace_back(gap, agents[other].id, other);
      }
    }
    std::sort(found.begin(), found.end());
    const std::size_t most = std::min(found.size(), is_disc(row) ? most_of_disc : most_of_footprint);
    for (std::size_t k = 0; k < most; ++k) {
      const std::size_t other = std::get<2>(found[k]);
      const bool gives_way = agents[other].avoids && is_on_seen_layer(agents[other], agents[row]);
      touched_[row].push_back({other, gives_way ? 0.5 : 1.0, !is_disc(other) && immovable(other)});
    }
  }
}

ConvexBody BodyContacts::body(std::size_t row, const Vec& at) const {
  return body_of(agents_[row], is_disc(row) ? Footprint{} : shapes_[row], at);
}

BodyOverlap BodyContacts::pair(std::size_t row, const Vec& at, std::size_t other, const Vec& other_at) const {
  return overlap(body(row, at), body(other, other_at), agents_[row].id < agents_[other].id);
}

bool BodyContacts::immovable(std::size_t row) const {
  return !agents_[row].avoids || (!is_disc(row) && std::isinf(agents_[row].priority));
}

double BodyContacts::skin(std::size_t row, std::size_t other) const {
  return skin_part * (agents_[row].radius + agents_[other].radius);
}

void BodyContacts::add_corrections(std::size_t row, const std::vector<Vec>& places, Vec& sum, int& pairs) const {
  for (const Touched& touched : touched_[row]) {
    if (touched.immovable) continue;
    const BodyOverlap found = pair(row, places[row], touched.other, places[touched.other]);
    const double depth = found.depth + skin(row, touched.other);
    if (!(depth > 0.0)) continue;
    sum += touched.share * depth * found.out;
    ++pairs;
  }
}

Vec BodyContacts::keep_off(std::size_t row, const std::vector<Vec>& places, const Vec& to) const {
  Vec at = to;
  for (int round = 0; round < rounds; ++round) {
    for (const Touched& touched : touched_[row]) {
      if (!touched.immovable) continue;
      const BodyOverlap found = pair(row, at, touched.other, places[touched.other]);
      const double depth = found.depth + skin(row, touched.other);
      if (depth > 0.0) at += depth * found.out;
    }
  }
  return at;
}

Vec BodyContacts::keep_off_edge(std::span<const ChainVertex> chains, std::size_t edge, std::size_t row,
                                const Vec& at) const {
  const ChainVertex& left = chains[edge];
  const Vec right = chains[left.next].point, outward = turned_right(left.direction), from = agents_[row].position;
  const auto outside_by = [&](const Vec& place) { return (place - left.point).dot(outward); };
  const ConvexBody own = body(row, at);
  double deepest = std::numeric_limits<double>::infinity();
  for (const Vec& corner : own.corners) deepest = std::min(deepest, outside_by(at + corner));
  const auto passes = [&](const Vec& to) {
    const double before = outside_by(from), after = outside_by(to);
    if (!(before > 0.0 && after <= 0.0)) return false;
    const double along = (from + before / (before - after) * (to - from) - left.point).dot(left.direction);
    return along >= 0.0 && along <= (right - left.point).norm();
  };
  if (passes(at)) return at - deepest * outward;
  if (deepest >= 0.0) return at;
  const BodyOverlap found = overlap(own, make_polygon({left.point, right}), true);
  if (found.depth <= 0.0) return at;
  const Vec freed = at + found.depth * found.out;
  if (found.out.dot(outward) >= 0.0) return freed;
  const bool convex_end = found.out.dot(left.direction) > 0.0 ? chains[left.next].convex : left.convex;
  if (convex_end && !passes(freed)) return freed;
  return at + std::min(-deepest, most_of_shortest * found.depth) * outward;
}

double BodyContacts::circle(std::size_t row) const {
  double farthest = 0.0;
  for (const Vec& vertex : shapes_[row]) farthest = std::max(farthest, vertex.norm());
  return farthest;
}

}  // namespace throng::reference
