// A small run, recorded and read through C.
#pragma once
#include "tests/contract/with_instance.hpp"
#include "throng/recording.hpp"

namespace throng::test {

/// A scene in which agents leave, with aim points, a footprint and heights.
inline const char* const scene = R"json({"throng": 1, "name": "two carts", "time_step": 0.1, "duration": 2, "seed": 3,
  "record": {"every": 2, "aim_points": true}, "geometry": {"wkt": "POLYGON ((-9 -9, 9 -9, 9 9, -9 9, -9 -9))"},
  "heights": {"floors": [{"polygon": [[-9, -9], [9, -9], [9, 9], [-9, 9]], "z": 2}]},
  "profiles": {"cart": {"footprint": [[-0.4, -0.2], [0.4, -0.2], [0.4, 0.2], [-0.4, 0.2]]}},
  "agents": [{"profile": "cart", "position": [-3, 0], "goal": [3, 0.5]},
             {"position": [0.5, 2], "goal": [0.6, 2], "on_arrival": "remove"}]})json";

class CRecording : public WithInstance {
 protected:
  CRecording() {
    const std::string text = scene;
    accept(throng_scenario_parse(instance_, text.data(), text.size(), "", "scene", nullptr, &scenario_));
    throng_world_desc desc;
    throng_world_desc_init(&desc, sizeof(desc));
    desc.executor = THRONG_CPU;
    desc.threads = 1;
    accept(throng_scenario_make_world(scenario_, &desc, &world_), throng_scenario_error, scenario_);
  }
  ~CRecording() override {
    throng_recorder_destroy(recorder_);
    throng_recording_destroy(recording_);
    throng_scenario_destroy(scenario_);
    throng_world_destroy(world_);
  }

  throng_recorder_desc of_scene() const {
    throng_recorder_desc desc;
    throng_recorder_desc_init(&desc, sizeof(desc));
    desc.world = world_;
    desc.scenario = scenario_;
    return desc;
  }
  void record(const std::string& path, const throng_recorder_desc& desc) {
    accept(throng_recorder_create(instance_, path.c_str(), &desc, &recorder_));
  }
  void push_world() { accept(throng_recorder_push_world(recorder_, world_), throng_recorder_error, recorder_); }
  /// Ten steps through C, a frame at every second one.
  void run_recorded(const std::string& path) {
    record(path, of_scene());
    for (int frame = 0; frame < frames; ++frame) {
      if (frame > 0) accept(throng_world_step(world_, 2), throng_world_error, world_);
      push_world();
    }
  }
  void finish() { accept(throng_recorder_finish(recorder_), throng_recorder_error, recorder_); }
  void open(const std::string& path) { accept(throng_recording_open(instance_, path.c_str(), &recording_)); }
  void accepted(throng_status status) const { accept(status, throng_recording_error, recording_); }
  throng_recording_info info() const {
    throng_recording_info found;
    throng_recording_info_init(&found, sizeof(found));
    accepted(throng_recording_get_info(recording_, &found));
    return found;
  }
  std::string text(throng_status (*get)(throng_recording*, const char**)) const {
    const char* found = nullptr;
    accepted(get(recording_, &found));
    return found;
  }

  static constexpr int frames = 6;
  throng_scenario* scenario_ = nullptr;
  throng_world* world_ = nullptr;
  throng_recorder* recorder_ = nullptr;
  throng_recording* recording_ = nullptr;
};

}  // namespace throng::test
