#include "host/reference/contact.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>
#include <utility>

#include "host/reference/agent_constraint.hpp"
#include "host/reference/footprint_contact.hpp"

namespace throng::reference {
namespace {

constexpr std::size_t most_contacts = 24;
constexpr std::size_t most_edges = 8;
constexpr double farthest_moved = 0.5;  // radii that an agent is moved by at most
constexpr double moved_apart = 1.015;   // in sums of radii, that pairs are moved apart to
constexpr double touching = 1.013;      // in the same unit, below which they are
constexpr double mean_weight = 1.5;
constexpr double carried_on = 0.7;    // part of the last move that is carried on
constexpr double most_carried = 3.0;  // of it, in lengths of the correction
constexpr int wall_rounds = 2;

struct Contact {
  std::size_t other = 0;
  double share = 0.5;
};

/// What is known of an agent before the iterations.
struct Touched {
  std::vector<Contact> contacts;
  std::vector<std::size_t> edges;  ///< rows of the chains
};

double edge_length(std::span<const ChainVertex> chains, std::size_t edge) {
  return (chains[chains[edge].next].point - chains[edge].point).norm();
}

/// On the outside, which is the right, of an edge's line: > 0.
double outside_by(const ChainVertex& edge, const Vec& at) {
  return (at - edge.point).dot(turned_right(edge.direction));
}

bool passes(std::span<const ChainVertex> chains, std::size_t edge, const Vec& from, const Vec& to) {
  const double before = outside_by(chains[edge], from), after = outside_by(chains[edge], to);
  if (!(before > 0.0 && after <= 0.0)) return false;
  const Vec at = from + before / (before - after) * (to - from);
  const double along = (at - chains[edge].point).dot(chains[edge].direction);
  return along >= 0.0 && along <= edge_length(chains, edge);
}

bool looks_at(const Agent& i, const Agent& j) { return (i.mask & j.layer) != 0; }

std::vector<Contact> find_contacts(std::span<const Agent> agents, const BodyContacts& bodies, std::size_t row,
                                   const std::vector<Vec>& moved) {
  if (!bodies.is_disc(row)) return {};
  const Agent& self = agents[row];
  std::vector<std::tuple<double, AgentId, std::size_t>> found;
  for (std::size_t other = 0; other < agents.size(); ++other) {
    if (other == row || !bodies.is_disc(other) || !looks_at(self, agents[other])) continue;
    const double apart = (moved[row] - moved[other]).norm();
    if (apart < (1.0 + farthest_moved) * (self.radius + agents[other].radius)) {
      found.emplace_back(apart * apart, agents[other].id, other);
    }
  }
  std::sort(found.begin(), found.end());
  std::vector<Contact> contacts;
  for (std::size_t k = 0; k < std::min(most_contacts, found.size()); ++k) {
    const std::size_t other = std::get<2>(found[k]);
    const bool gives_way = agents[other].avoids && looks_at(agents[other], self);
    contacts.push_back({other, gives_way ? 0.5 : 1.0});
  }
  return contacts;
}

std::vector<std::size_t> find_edges(std::span<const ChainVertex> chains, const Agent& agent, double extent,
                                    const Vec& moved) {
  std::vector<std::pair<double, std::size_t>> found;
  for (std::size_t edge = 0; edge < chains.size(); ++edge) {
    if (outside_by(chains[edge], agent.position) < 0.0) continue;
    const Vec nearest = nearest_on_segment(moved, chains[edge].point, chains[chains[edge].next].point);
    const double apart = (moved - nearest).norm();
    if (apart < extent + farthest_moved * agent.radius) found.emplace_back(apart * apart, edge);
  }
  std::sort(found.begin(), found.end());
  std::vector<std::size_t> edges;
  for (std::size_t k = 0; k < std::min(most_edges, found.size()); ++k) edges.push_back(found[k].second);
  return edges;
}

Vec keep_off(std::span<const ChainVertex> chains, std::size_t edge, const Agent& agent, const Vec& at) {
  const Vec outward = turned_right(chains[edge].direction);
  if (passes(chains, edge, agent.position, at)) {
    return at + (agent.radius - outside_by(chains[edge], at)) * outward;
  }
  const Vec nearest = nearest_on_segment(at, chains[edge].point, chains[chains[edge].next].point);
  const double apart = (at - nearest).norm();
  if (apart >= agent.radius) return at;
  return nearest + agent.radius * (apart > 0.0 ? Vec((at - nearest) / apart) : outward);
}

/// What the contacts ask of an agent; none when nobody touches it.
std::optional<Vec> correction(std::span<const Agent> agents, const BodyContacts& bodies, std::size_t row,
                              const std::vector<Contact>& contacts, const std::vector<Vec>& places) {
  const Agent& self = agents[row];
  Vec sum = Vec::Zero();
  int pairs = 0;
  for (const Contact& contact : contacts) {
    const Agent& other = agents[contact.other];
    const Vec offset = places[row] - places[contact.other];
    const double apart = offset.norm();
    const double radii = self.radius + other.radius;
    if (!(apart < touching * radii)) continue;
    Vec away = offset / apart;
    if (apart == 0.0) {
      away = self.id < other.id ? parting_direction(self.id, other.id) : Vec(-parting_direction(other.id, self.id));
    }
    sum += contact.share * (moved_apart * radii - apart) * away;
    ++pairs;
  }
  bodies.add_corrections(row, places, sum, pairs);
  if (pairs == 0) return std::nullopt;
  return pairs == 1 ? sum : Vec(mean_weight / pairs * sum);
}

}  // namespace

Vec stop_at_walls(std::span<const ChainVertex> chains, const Agent& agent, const Vec& to) {
  const Vec& from = agent.position;
  const auto stops = [&](std::size_t edge, const Vec& end) {
    return !(agent.inside_obstacle && chains[edge].solid) && passes(chains, edge, from, end);
  };
  std::optional<double> part;
  for (std::size_t edge = 0; edge < chains.size(); ++edge) {
    if (!stops(edge, to)) continue;
    const double before = outside_by(chains[edge], from), after = outside_by(chains[edge], to);
    const double own = (before - std::min(agent.radius, before)) / (before - after);
    part = std::min(part.value_or(own), own);
  }
  if (!part) return to;
  const Vec end = from + *part * (to - from);
  for (std::size_t edge = 0; edge < chains.size(); ++edge) {
    if (stops(edge, end)) return from;
  }
  return end;
}

std::vector<Vec> resolve_contacts(std::span<const Agent> agents, std::span<const Footprint> shapes,
                                  std::span<const ChainVertex> chains, const std::vector<Vec>& moved, int iterations) {
  const BodyContacts bodies(agents, shapes, moved);
  std::vector<Touched> touched(agents.size());
  for (std::size_t row = 0; row < agents.size(); ++row) {
    if (!agents[row].avoids) continue;
    touched[row].contacts = find_contacts(agents, bodies, row, moved);
    const double extent = bodies.is_disc(row) ? agents[row].radius : bodies.circle(row);
    if (!agents[row].inside_obstacle) touched[row].edges = find_edges(chains, agents[row], extent, moved[row]);
  }
  std::vector<Vec> places = moved, earlier = moved;
  for (int iteration = 0; iteration < iterations; ++iteration) {
    std::vector<Vec> next = places;
    for (std::size_t row = 0; row < agents.size(); ++row) {
      const Agent& agent = agents[row];
      if (const auto push = correction(agents, bodies, row, touched[row].contacts, places)) {
        Vec carried = carried_on * (places[row] - earlier[row]);
        if (carried.norm() > most_carried * push->norm()) carried *= most_carried * push->norm() / carried.norm();
        Vec way = places[row] + *push + carried - moved[row];
        const double most = farthest_moved * agent.radius;
        if (way.norm() > most) way *= most / way.norm();
        next[row] = moved[row] + way;
      }
      next[row] = bodies.keep_off(row, places, next[row]);
      for (int round = 0; round < wall_rounds; ++round) {
        for (const std::size_t edge : touched[row].edges) {
          next[row] = bodies.is_disc(row) ? keep_off(chains, edge, agent, next[row])
                                          : bodies.keep_off_edge(chains, edge, row, next[row]);
        }
      }
    }
    earlier = std::exchange(places, std::move(next));
  }
  for (std::size_t row = 0; row < agents.size(); ++row) {
    if (places[row] != moved[row]) places[row] = stop_at_walls(chains, agents[row], places[row]);
  }
  return places;
}

}  // namespace throng::reference
