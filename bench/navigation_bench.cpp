// Ways around walls: making flow fields, and one way of a field beside a shortest path over the same nodes.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <boost/graph/astar_search.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <cmath>
#include <utility>
#include <vector>

#include "bench/bench_steps.hpp"
#include "host/navigation/make_flow_field.hpp"
#include "kernels/agent/sample_flow.hpp"

namespace throng {
namespace {

constexpr double cell = 0.25;  ///< m

/// A walled square around (0, 0) with boxes in it.
struct Map {
  double half;  ///< m
  std::vector<std::pair<Vec2d, Vec2d>> boxes;

  [[nodiscard]] bool is_free(Vec2d p) const {
    const auto holds = [&](const std::pair<Vec2d, Vec2d>& box) {
      return p.x >= box.first.x && p.x <= box.second.x && p.y >= box.first.y && p.y <= box.second.y;
    };
    return std::abs(p.x) < half && std::abs(p.y) < half && std::none_of(boxes.begin(), boxes.end(), holds);
  }
  [[nodiscard]] std::vector<flow::WallShape> walls() const {
    std::vector<flow::WallShape> shapes{{true, {{-half, -half}, {-half, half}, {half, half}, {half, -half}}}};
    for (const auto& [low, high] : boxes) {
      shapes.push_back({true, {low, {high.x, low.y}, high, {low.x, high.y}}});
    }
    return shapes;
  }
};

/// One box of 0.3 to 0.7 of its side in each cell of a grid, up to `buildings`.
Map map_of(double side, std::size_t buildings) {
  Map map{0.5 * side, {}};
  const auto columns = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(buildings))));
  scenes::Stream random(7);
  for (std::size_t k = 0; k < buildings; ++k) {
    const double plot = side / static_cast<double>(columns), free = 0.12 * plot;
    const double width = plot * random.between(0.3, 0.7), depth = plot * random.between(0.3, 0.7);
    const double x = plot * static_cast<double>(k % columns) - map.half + random.between(free, plot - free - width);
    const double y = plot * static_cast<double>(k / columns) - map.half + random.between(free, plot - free - depth);
    map.boxes.push_back({{x, y}, {x + width, y + depth}});
  }
  return map;
}

/// Doors of 4 m, `k` of them in the east wall and then the west one.
FlowGoal door_of(const Map& map, std::size_t k, double wall_cost) {
  const double x = (k % 2 == 0 ? 1.0 : -1.0) * (map.half - 0.5);
  return {false, {{x, -2.0}, {x, 2.0}}, {cell, 0.6, wall_cost}};
}

void make_fields(benchmark::State& state, const Map& map, std::size_t goals, int threads) {
  const std::vector<flow::WallShape> walls = map.walls();
  std::vector<FlowGoal> doors;
  for (std::size_t k = 0; k < goals; ++k) doors.push_back(door_of(map, k, FlowFieldOptions{}.wall_cost));
  std::vector<double> passed, processor;
  double cells = 0.0;
  for (auto _ : state) {
    const double cpu = processor_seconds(), begin = passed_seconds();
    const auto fields = make_flow_fields(walls, doors, {.threads = threads, .progress = {}});
    passed.push_back(passed_seconds() - begin);
    processor.push_back(processor_seconds() - cpu);
    state.SetIterationTime(passed.back());
    cells = 0.0;
    for (const auto& field : fields) cells += static_cast<double>(field->quads.size());
  }
  state.counters["cells"] = cells;
  state.counters["cpu_s"] = median(processor);
  state.counters["passed_s"] = median(passed);
  state.counters["cells_per_cpu_s"] = cells / median(processor);
}

using Grid = boost::compressed_sparse_row_graph<boost::directedS, boost::no_property,
                                                boost::property<boost::edge_weight_t, double>>;

/// The free nodes of a map, linked with eight neighbors, and where they are.
struct NodeGraph {
  int across;
  double half;
  Grid graph;

  [[nodiscard]] Vec2d place(std::size_t node) const {
    const auto size = static_cast<std::size_t>(across);
    return {cell * static_cast<double>(node % size) - half, cell * static_cast<double>(node / size) - half};
  }
  [[nodiscard]] std::size_t nearest(Vec2d p) const {
    const auto column = static_cast<std::size_t>(std::lround((p.x + half) / cell));
    const auto row = static_cast<std::size_t>(std::lround((p.y + half) / cell));
    return row * static_cast<std::size_t>(across) + column;
  }
};

NodeGraph graph_of(const Map& map) {
  NodeGraph made{static_cast<int>(2.0 * map.half / cell) + 1, map.half, {}};
  const int n = made.across;
  const auto number = [n](int column, int row) {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(n) + static_cast<std::size_t>(column);
  };
  std::vector<char> free(static_cast<std::size_t>(n) * static_cast<std::size_t>(n));
  for (std::size_t k = 0; k < free.size(); ++k) free[k] = map.is_free(made.place(k)) ? 1 : 0;
  const auto is_free = [&](int column, int row) {
    return column >= 0 && row >= 0 && column < n && row < n && free[number(column, row)] != 0;
  };
  std::vector<std::pair<std::size_t, std::size_t>> links;
  std::vector<double> lengths;
  for (int row = 0; row < n; ++row) {
    for (int column = 0; column < n; ++column) {
      if (!is_free(column, row)) continue;
      for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
          // Boxes are larger than a cell: a diagonal is free where both ways around it are.
          if ((dx == 0 && dy == 0) || !is_free(column + dx, row + dy) || !is_free(column + dx, row) ||
              !is_free(column, row + dy)) {
            continue;
          }
          links.emplace_back(number(column, row), number(column + dx, row + dy));
          lengths.push_back(dx != 0 && dy != 0 ? cell * std::sqrt(2.0) : cell);
        }
      }
    }
  }
  made.graph = Grid(boost::edges_are_sorted, links.begin(), links.end(), lengths.begin(), free.size());
  return made;
}

struct Found {};
struct StopAt : boost::default_astar_visitor {
  std::size_t goal;
  explicit StopAt(std::size_t node) : goal(node) {}
  void examine_vertex(std::size_t node, const Grid&) const {
    if (node == goal) throw Found{};
  }
};

/// The length of the shortest path over links, m.
double shortest_path(const NodeGraph& nodes, std::size_t from, std::size_t to) {
  std::vector<double> way(boost::num_vertices(nodes.graph));
  const auto index = boost::get(boost::vertex_index, nodes.graph);
  const Vec2d goal = nodes.place(to);
  const auto straight = [&](std::size_t node) {
    const Vec2d at = nodes.place(node);
    return std::sqrt((at.x - goal.x) * (at.x - goal.x) + (at.y - goal.y) * (at.y - goal.y));
  };
  try {
    boost::astar_search(nodes.graph, from, straight,
                        boost::visitor(StopAt(to))
                            .distance_map(boost::make_iterator_property_map(way.begin(), index))
                            .weight_map(boost::get(boost::edge_weight, nodes.graph)));
  } catch (const Found&) {
    return way[to];
  }
  return -1.0;
}

/// Places from which there is a way.
std::vector<Vec2d> starts_in(const Map& map, std::size_t count) {
  scenes::Stream random(8);
  std::vector<Vec2d> starts;
  while (starts.size() < count) {
    const double reach = map.half - 1.0;
    const Vec2d at{random.between(-reach, reach), random.between(-reach, reach)};
    bool clear = true;
    for (const double dx : {-0.5, 0.5}) {
      for (const double dy : {-0.5, 0.5}) clear = clear && map.is_free({at.x + dx, at.y + dy});
    }
    if (clear) starts.push_back(at);
  }
  return starts;
}

/// 200 m x 200 m with 30 buildings. The ways are those of `wall_cost` 0 to a point.
constexpr double asked_side = 200.0;
constexpr std::size_t asked_buildings = 30;
constexpr std::size_t asked_starts = 64;  ///< of the graph; a field is asked from more
const Vec2d asked_goal{asked_side / 2 - 5.0, 0.0};

void ask_field(benchmark::State& state) {
  const Map map = map_of(asked_side, asked_buildings);
  const FlowGoal goal{false, {asked_goal}, {cell, 0.0, 0.0}};
  const double begin = processor_seconds();
  const auto field = make_flow_fields(map.walls(), {&goal, 1}, {.threads = 1, .progress = {}}).front();
  state.counters["making_s"] = processor_seconds() - begin;
  const std::vector<Vec2d> starts = starts_in(map, 4096);
  const auto place = [](const Vec2d& p) { return Vec2<float>{static_cast<float>(p.x), static_cast<float>(p.y)}; };
  double sum = 0.0;
  for (auto _ : state) {
    for (const Vec2d& start : starts) {
      auto sample = sample_flow(field->view(), place(start));
      benchmark::DoNotOptimize(sample);
    }
  }
  for (std::size_t k = 0; k < asked_starts; ++k) {
    sum += static_cast<double>(sample_flow(field->view(), place(starts[k])).way);
  }
  state.counters["mean_way"] = sum / static_cast<double>(asked_starts);
  const auto asked = static_cast<double>(state.iterations()) * static_cast<double>(starts.size());
  state.counters["item_ns"] =
      benchmark::Counter(1.0e-9 * asked, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void ask_graph(benchmark::State& state) {
  const Map map = map_of(asked_side, asked_buildings);
  const double begin = processor_seconds();
  const NodeGraph nodes = graph_of(map);
  state.counters["making_s"] = processor_seconds() - begin;
  const std::vector<Vec2d> starts = starts_in(map, asked_starts);  // the first of the field's
  const std::size_t goal = nodes.nearest(asked_goal);
  double sum = 0.0;
  for (auto _ : state) {
    sum = 0.0;
    for (const Vec2d& start : starts) sum += shortest_path(nodes, nodes.nearest(start), goal);
  }
  state.counters["mean_way"] = sum / static_cast<double>(starts.size());
  const auto asked = static_cast<double>(state.iterations()) * static_cast<double>(starts.size());
  state.counters["item_ns"] =
      benchmark::Counter(1.0e-9 * asked, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

}  // namespace

void register_navigation_benchmarks() {
  for (const auto& [name, buildings] : {std::pair{"hall", 0u}, {"buildings", 200u}}) {
    for (const std::size_t goals : {1u, 2u}) {
      if (goals == 2 && buildings == 0) continue;
      for (const int threads : {1, 2}) {
        const auto measure = [=, buildings = buildings](benchmark::State& state) {
          make_fields(state, map_of(500.0, buildings), goals, threads);
        };
        benchmark::RegisterBenchmark(fmt::format("field/{}/cpu_{}/{}", name, threads, goals).c_str(), measure)
            ->Iterations(3)
            ->UseManualTime()
            ->Unit(benchmark::kMillisecond);
      }
    }
  }
  benchmark::RegisterBenchmark("way/buildings/field/1", ask_field)->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("way/buildings/astar/1", ask_graph)->Unit(benchmark::kMillisecond);
}

}  // namespace throng
