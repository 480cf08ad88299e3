// Pairs of convex polygons per second: pairs that are given, and all pairs of ever more bodies.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "bench/convex_scenes.hpp"
#include "bench/processor_time.hpp"
#include "host/reference/collision.hpp"

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
  [[nodiscard]] std::size_t overlapping(std::size_t count) const {
    const auto end = state.begin() + static_cast<std::ptrdiff_t>(count);
    return static_cast<std::size_t>(std::count(state.begin(), end, PairState::overlapping));
  }
};

/// Of one iteration.
void count_pairs(benchmark::State& state, double pairs, double overlapping) {
  state.counters["overlapping"] = overlapping / pairs;
  const double done = static_cast<double>(state.iterations()) * pairs;
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
  count_pairs(state, static_cast<double>(scene.pairs.size()),
              static_cast<double>(results.overlapping(scene.pairs.size())));
  item_time(state, scene.pairs.size());
}

/// What a set makes of its polygons, in double precision.
std::vector<reference::ConvexBody> reference_bodies(const scenes::ConvexScene& scene) {
  const auto wide = [](const Vec2f& v) { return reference::Vec(v.x, v.y); };
  std::vector<reference::ConvexBody> bodies;
  for (std::size_t k = 0; k + 1 < scene.offsets.size(); ++k) {
    reference::Vertices vertices;
    for (std::uint32_t v = scene.offsets[k]; v < scene.offsets[k + 1]; ++v) vertices.push_back(wide(scene.vertices[v]));
    bodies.push_back(reference::make_polygon(vertices, {wide(scene.translation[k]), wide(scene.rotation[k])}));
  }
  return bodies;
}

/// One in ten of the same pairs, always with points.
void given_pairs_by_reference(benchmark::State& state, int corners) {
  const scenes::ConvexScene scene = scenes::crowded_polygons(given_bodies, corners, pairs_per_body / 10);
  const std::vector<reference::ConvexBody> bodies = reference_bodies(scene);
  std::size_t overlapping = 0;
  timed(state, 1, [&] {
    overlapping = 0;
    for (const BodyPair& pair : scene.pairs) {
      const bool swapped = pair.b < pair.a;
      const reference::BodyContact found =
          reference::collide(bodies[swapped ? pair.b : pair.a], bodies[swapped ? pair.a : pair.b]);
      overlapping += found.state == PairState::overlapping ? 1 : 0;
    }
  });
  count_pairs(state, static_cast<double>(scene.pairs.size()), static_cast<double>(overlapping));
  item_time(state, scene.pairs.size());
}

/// Moving the bodies, finding the pairs and colliding them, as a step of a program does, at one body in 2 m^2. Small
/// scenes come in several variants, by turns: of one and the same a processor learns the branches by heart.
void all_pairs(benchmark::State& state, int corners, std::size_t count, int threads) {
  const double side = std::sqrt(2.0 * static_cast<double>(count));
  const auto variants = static_cast<std::uint32_t>(std::clamp<std::size_t>(50000 / count, 1, 32));
  std::vector<scenes::ConvexScene> scenes;
  for (std::uint32_t v = 0; v < variants; ++v) scenes.push_back(scenes::scattered_polygons(count, corners, side, v));
  ConvexSet set(scenes[0].bodies(), threads);
  PairList pairs;
  Results results(0);
  std::size_t found = 0, overlapping = 0;
  const auto step = [&](const scenes::ConvexScene& scene) {
    set.move({scene.translation.data(), scene.rotation.data(), nullptr});
    find_pairs(set, pairs);
    collide(set, {.pairs = pairs.data(), .count = pairs.size(), .out = results.arrays(true)});
  };
  for (const scenes::ConvexScene& scene : scenes) {
    set.move({scene.translation.data(), scene.rotation.data(), nullptr});
    find_pairs(set, pairs);
    if (pairs.size() > results.state.size()) results = Results(pairs.size());
    step(scene);
    found += pairs.size();
    overlapping += results.overlapping(pairs.size());
  }
  std::size_t turn = 0;
  timed(state, threads, [&] { step(scenes[turn++ % scenes.size()]); });
  const double of_all = 1.0 / static_cast<double>(variants);
  state.counters["pairs_per_body"] = of_all * static_cast<double>(found) / static_cast<double>(count);
  count_pairs(state, of_all * static_cast<double>(found), of_all * static_cast<double>(overlapping));
  item_time(state, count);
}

}  // namespace

std::size_t collide_given_pairs(int corners, bool with_points, std::uint64_t calls) {
  const scenes::ConvexScene scene = scenes::crowded_polygons(given_bodies, corners, pairs_per_body);
  const ConvexSet set(scene.bodies(), 1);
  Results results(scene.pairs.size());
  for (std::uint64_t k = 0; k < calls; ++k) {
    collide(set, {.pairs = scene.pairs.data(), .count = scene.pairs.size(), .out = results.arrays(with_points)});
  }
  return calls * scene.pairs.size();
}

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
    const auto by_reference = [corners = corners](benchmark::State& state) {
      given_pairs_by_reference(state, corners);
    };
    benchmark::RegisterBenchmark(fmt::format("collide/{}/given_with_points/reference", name).c_str(), by_reference)
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
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
