// Pairs of convex polygons per second: pairs that are given, and all pairs of ever more bodies.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "bench/convex_scenes.hpp"
#include "bench/processor_time.hpp"

namespace throng {
namespace {

constexpr std::size_t given_bodies = 10000;
constexpr int pairs_per_body = 10;

struct Results {
  explicit Results(std::size_t count)
      : state(count), depth(count), normal(count), point_count(count), points(2 * count) {}
  std::vector<PairState> state;
  std::vector<float> depth;
  std::vector<Vec2f> normal;
  std::vector<std::uint8_t> point_count;
  std::vector<Vec2f> points;

  PairResults arrays(bool with_points) {
    return {.state = state.data(),
            .depth = depth.data(),
            .normal = normal.data(),
            .point_count = with_points ? point_count.data() : nullptr,
            .points = with_points ? points.data() : nullptr};
  }
};

void count_pairs(benchmark::State& state, const std::vector<BodyPair>& pairs, const Results& results) {
  const auto overlapping = std::count(results.state.begin(), results.state.end(), PairState::overlapping);
  state.counters["overlapping"] = static_cast<double>(overlapping) / static_cast<double>(pairs.size());
  const double done = static_cast<double>(state.iterations()) * static_cast<double>(pairs.size());
  state.counters["pairs_per_s"] = benchmark::Counter(done, benchmark::Counter::kIsRate);
}
/// Of a pair, or of a body.
void item_time(benchmark::State& state, std::size_t items) {
  const double done = static_cast<double>(state.iterations()) * static_cast<double>(items);
  state.counters["item_ns"] =
      benchmark::Counter(1.0e-9 * done, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

/// Processor time where one thread works, as for steps.
void timed(benchmark::State& state, int threads, auto&& call) {
  for (auto _ : state) {
    const double begin = threads == 1 ? processor_seconds() : passed_seconds();
    call();
    state.SetIterationTime((threads == 1 ? processor_seconds() : passed_seconds()) - begin);
  }
}

void given_pairs(benchmark::State& state, int corners, bool with_points, int threads) {
  const scenes::ConvexScene scene = scenes::crowded_polygons(given_bodies, corners, pairs_per_body);
  const ConvexSet set(scene.bodies(), threads);
  Results results(scene.pairs.size());
  const PairBatch batch{.pairs = scene.pairs.data(), .count = scene.pairs.size(), .out = results.arrays(with_points)};
  collide(set, batch);
  timed(state, threads, [&] { collide(set, batch); });
  count_pairs(state, scene.pairs, results);
  item_time(state, scene.pairs.size());
}

/// Moving the bodies, finding the pairs and colliding them, as a step of a program does, at one body in 2 m^2.
void all_pairs(benchmark::State& state, int corners, std::size_t count, int threads) {
  const scenes::ConvexScene scene =
      scenes::scattered_polygons(count, corners, std::sqrt(2.0 * static_cast<double>(count)));
  ConvexSet set(scene.bodies(), threads);
  PairList pairs;
  find_pairs(set, pairs);
  Results results(pairs.size());
  const auto step = [&] {
    set.move({scene.translation.data(), scene.rotation.data(), nullptr});
    find_pairs(set, pairs);
    collide(set, {.pairs = pairs.data(), .count = pairs.size(), .out = results.arrays(true)});
  };
  step();
  timed(state, threads, step);
  state.counters["pairs_per_body"] = static_cast<double>(pairs.size()) / static_cast<double>(count);
  count_pairs(state, {pairs.data(), pairs.data() + pairs.size()}, results);
  item_time(state, count);
}

}  // namespace

void register_collision_benchmarks() {
  for (const auto& [name, corners] : {std::pair{"box", 4}, {"octagon", 8}, {"hexadecagon", 16}}) {
    for (const bool with_points : {false, true}) {
      for (const int threads : {1, 2}) {
        const std::string points = with_points ? "given_with_points" : "given";
        const auto measure = [=, corners = corners](benchmark::State& state) {
          given_pairs(state, corners, with_points, threads);
        };
        benchmark::RegisterBenchmark(fmt::format("collide/{}/{}/cpu_{}", name, points, threads).c_str(), measure)
            ->UseManualTime()
            ->Unit(benchmark::kMillisecond);
      }
    }
    for (const std::size_t count : {1000u, 10000u, 100000u, 1000000u}) {
      for (const int threads : {1, 2}) {
        const auto measure = [=, corners = corners](benchmark::State& state) {
          all_pairs(state, corners, count, threads);
        };
        benchmark::RegisterBenchmark(fmt::format("collide/{}/all_pairs/cpu_{}/{}", name, threads, count).c_str(),
                                     measure)
            ->UseManualTime()
            ->Unit(benchmark::kMillisecond);
      }
    }
  }
}

}  // namespace throng
