#include "bench/device/device_scenes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "bench/scenes.hpp"
#include "tests/parity/parity_scene.hpp"

namespace throng::device_check {
namespace {

class BenchScene : public NamedScene {
 public:
  explicit BenchScene(scenes::Scene scene) : scene_(std::move(scene)) {}
  [[nodiscard]] World make_world(ExecutorKind executor) const override {
    return scenes::make_world(scene_, executor, 0);
  }
  void run_to(World& world, std::uint64_t last) const override { world.step(last - world.statistics().steps); }

 private:
  scenes::Scene scene_;
};

class ParityScene : public NamedScene {
 public:
  explicit ParityScene(test::Scene scene) : scene_(std::move(scene)) {}
  [[nodiscard]] World make_world(ExecutorKind executor) const override {
    return test::make_world(scene_, {.executor = executor, .threads = 0});
  }
  void run_to(World& world, std::uint64_t last) const override { test::run_to(world, scene_, {}, last); }

 private:
  test::Scene scene_;
};

struct BenchEntry {
  const char* name;
  scenes::Scene (*make)(std::size_t agents);
};
constexpr BenchEntry bench_scenes[] = {
    {"sparse", [](std::size_t n) { return scenes::uniform(n, 0.5); }},
    {"dense", [](std::size_t n) { return scenes::counterflow(n, 2.0); }},
    {"packed", [](std::size_t n) { return scenes::uniform(n, 4.0); }},
    {"boxes", [](std::size_t n) { return scenes::among_boxes(n, std::max<std::size_t>(1, n / 20)); }},
    {"density", [](std::size_t n) { return scenes::with_density(scenes::counterflow(n, 2.0)); }},
    {"ways", [](std::size_t n) { return scenes::ways_among_boxes(n, std::max<std::size_t>(1, n / 20)); }},
    {"outlier", scenes::outlier},
    {"one_spot", scenes::one_spot},
};

struct ParityEntry {
  const char* name;
  test::Scene (*make)();
};
constexpr ParityEntry parity_scenes[] = {
    {"parity_crossing", test::crossing_scene},     {"parity_bottleneck", test::bottleneck_scene},
    {"parity_streams", test::streams_scene},       {"parity_changing", test::changing_scene},
    {"parity_coincident", test::coincident_scene}, {"parity_dense", test::dense_scene},
};

}  // namespace

std::vector<std::string> scene_names() {
  std::vector<std::string> names;
  for (const BenchEntry& entry : bench_scenes) names.emplace_back(entry.name);
  for (const ParityEntry& entry : parity_scenes) names.emplace_back(entry.name);
  return names;
}

std::unique_ptr<NamedScene> find_scene(const std::string& name, std::size_t agents) {
  for (const BenchEntry& entry : bench_scenes) {
    if (name == entry.name) return std::make_unique<BenchScene>(entry.make(agents));
  }
  for (const ParityEntry& entry : parity_scenes) {
    if (name == entry.name) return std::make_unique<ParityScene>(entry.make());
  }
  throw Error(ErrorCode::invalid_argument,
              fmt::format("no scene '{}'; there are: {}", name, fmt::join(scene_names(), ", ")));
}

}  // namespace throng::device_check
