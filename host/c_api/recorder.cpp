// Writing recordings, of throng/c/recording.h.
#include <algorithm>
#include <cmath>
#include <limits>

#include "host/c_api/lent.hpp"
#include "host/c_api/scenario_object.hpp"
#include "host/c_api/world_object.hpp"
#include "host/io/recording_info.hpp"
#include "host/scenario/recorded_scenario.hpp"
#include "throng/c/recording.h"

using namespace throng;
using namespace throng::c_api;

struct throng_recorder : Object {
  throng_recorder(const Callbacks& callbacks, const std::string& path, const RecordingInfo& info, bool overwrite)
      : Object(callbacks), aim_points(info.aim_points), heights(info.heights), recorder(path, info, overwrite) {}
  const bool aim_points, heights;
  Recorder recorder;
  Snapshot frame;  ///< the last one that was pushed
};

namespace {

void check_positive(const char* name, double value, const char* unit) {
  check_above(name, value, 0.0, std::numeric_limits<double>::max(), unit);
}

/// 0 or 1, or -1: `otherwise`.
bool truth_or(std::int32_t value, bool otherwise, const char* name) {
  if (value == -1) return otherwise;
  if (value != 0 && value != 1) refuse(std::string(name) + " is " + std::to_string(value) + ", wanted -1, 0 or 1");
  return value == 1;
}

void take_text(const char* text, std::string& into) {
  if (text != nullptr) into = text;
}

/// What is given goes before the scenario, which goes before the world.
RecordingInfo info_of(const throng_recorder_desc& desc) {
  RecordingInfo info;
  info.version = version();
  if (desc.world != nullptr) info = recording_info(wanted(desc.world, "desc.world").world);
  if (desc.scenario != nullptr) describe_scenario(wanted(desc.scenario, "desc.scenario").scenario, info);
  info.time_step = optional_number(desc.time_step).value_or(info.time_step);
  check_positive("desc.time_step", info.time_step, "s");
  if (desc.every != 0) info.every = desc.every;
  info.fps = optional_number(desc.fps).value_or(frames_per_second(info));
  check_positive("desc.fps", info.fps, "frames per second");
  info.origin = optional_vector(vector_of(desc.origin)).value_or(info.origin);
  take_text(desc.geometry, info.wkt_geometry);
  take_text(desc.scenario_json, info.scenario_json);
  take_text(desc.executor, info.executor);
  take_text(desc.version, info.version);
  if (desc.profile_names != nullptr || desc.profile_name_count > 0) {
    info.profile_names.clear();
    for (const char* const& name : borrowed(desc.profile_names, desc.profile_name_count, "desc.profile_names")) {
      const std::string place = "desc.profile_names[" + std::to_string(info.profile_names.size()) + "]";
      info.profile_names.emplace_back(wanted_text(name, place.c_str()));
    }
  }
  if (desc.footprints != nullptr || desc.footprint_count > 0) {
    info.footprints.clear();
    for (const throng_array& vertices : borrowed(desc.footprints, desc.footprint_count, "desc.footprints")) {
      const std::string place = "desc.footprints[" + std::to_string(info.footprints.size()) + "]";
      info.footprints.push_back(read_column<Vec2d>(vertices, place.c_str()));
    }
  }
  info.aim_points = truth_or(desc.aim_points, info.aim_points, "desc.aim_points");
  info.heights = truth_or(desc.heights, info.heights, "desc.heights");
  if (desc.expected_agents != 0) info.expected_agents = desc.expected_agents;
  return info;
}

/// A column of a throng_frame_desc, which `wanted_here` or is not.
template <class T>
void read_frame_column(const throng_array& array, const char* name, std::uint64_t count, bool wanted_here,
                       std::vector<T>& into) {
  if (!wanted_here) {
    if (is_given(array)) refuse(std::string(name) + " is given, and frames of this recording don't have it");
    return into.clear();
  }
  if (count == 0 && !is_given(array)) return into.clear();
  const InArray<T> column(array, name);
  check_count(column.count(), count, name);
  into = column.all();
}

void read_frame(const throng_frame_desc& desc, const throng_recorder& recorder, Snapshot& frame) {
  const std::uint64_t count = desc.count;
  frame.time = desc.time;
  frame.step = desc.step;
  frame.state_hash = desc.state_hash;
  read_frame_column(desc.id, "frame.id", count, true, frame.id);
  read_frame_column(desc.position, "frame.position", count, true, frame.position);
  read_frame_column(desc.velocity, "frame.velocity", count, true, frame.velocity);
  read_frame_column(desc.heading, "frame.heading", count, true, frame.heading);
  read_frame_column(desc.profile, "frame.profile", count, is_given(desc.profile), frame.profile);
  frame.profile.resize(count);
  read_frame_column(desc.aim_point, "frame.aim_point", count, recorder.aim_points, frame.aim_point);
  read_frame_column(desc.elevation, "frame.elevation", count, recorder.heights, frame.z);
  if (!std::isfinite(desc.time)) refuse("frame.time is " + std::to_string(desc.time) + ", wanted a finite time");
  const auto at = std::adjacent_find(frame.id.begin(), frame.id.end(), std::greater_equal<>());
  if (at != frame.id.end()) {
    refuse("frame.id: " + std::to_string(at[1]) + " follows " + std::to_string(at[0]) + ", wanted ascending ones");
  }
}

}  // namespace

void throng_recorder_desc_init(throng_recorder_desc* desc, std::size_t struct_size) {
  throng_recorder_desc defaults = blank<throng_recorder_desc>();
  defaults.time_step = defaults.fps = defaults.origin.x = defaults.origin.y = number_or_nan(std::nullopt);
  defaults.aim_points = defaults.heights = -1;
  init_descriptor(desc, struct_size, defaults);
}

throng_status throng_recorder_create(throng_instance* instance, const char* path, const throng_recorder_desc* desc,
                                     throng_recorder** recorder) {
  return create(instance, recorder, "recorder", [&](const Callbacks& callbacks) {
    const std::string file = wanted_text(path, "path");
    const throng_recorder_desc read = read_optional_descriptor(desc, "desc", throng_recorder_desc_init);
    return make_object<throng_recorder>(callbacks, file, info_of(read), truth(read.overwrite, "desc.overwrite"));
  });
}
void throng_recorder_destroy(throng_recorder* recorder) { destroy_object(recorder); }
const char* throng_recorder_error(const throng_recorder* recorder) {
  return recorder == nullptr ? "" : recorder->error();
}

throng_status throng_recorder_push_world(throng_recorder* recorder, throng_world* world) {
  return guarded(recorder, [&](throng_recorder& r) {
    wanted(world, "world").world.snapshot(r.frame, {.aim_points = r.aim_points});
    r.recorder.push(r.frame);
  });
}

void throng_frame_desc_init(throng_frame_desc* frame, std::size_t struct_size) {
  init_descriptor(frame, struct_size, blank<throng_frame_desc>());
}
throng_status throng_recorder_push(throng_recorder* recorder, const throng_frame_desc* frame) {
  return guarded(recorder, [&](throng_recorder& r) {
    read_frame(read_descriptor(frame, "frame", throng_frame_desc_init), r, r.frame);
    r.recorder.push(r.frame);
  });
}

throng_status throng_recorder_finish(throng_recorder* recorder) {
  return guarded(recorder, [](throng_recorder& r) { r.recorder.finish(); });
}
throng_status throng_recorder_get_written(throng_recorder* recorder, std::uint64_t* frames, std::uint64_t* bytes) {
  return guarded(recorder, [&](throng_recorder& r) {
    wanted(frames, "frames");
    give(bytes, "bytes", [&] { return r.recorder.bytes_written(); });
    *frames = r.recorder.frames_written();
  });
}

void throng_recover_report_init(throng_recover_report* report, std::size_t struct_size) {
  init_descriptor(report, struct_size, blank<throng_recover_report>());
}
throng_status throng_recover_recording(throng_instance* instance, const char* path, const char* output,
                                       throng_recover_report* report) {
  return guarded(instance, [&](Object&) {
    const std::string file = wanted_text(path, "path");
    if (report != nullptr) check_target(report, "report");
    const RecoverReport r = recover_recording(file, text_or_empty(output));
    if (report == nullptr) return;
    write_descriptor(report, "report",
                     throng_recover_report{0, r.already_clean ? 1 : 0, r.frames, r.rows, r.last_time, r.lost_frames,
                                           r.missing_bytes});
  });
}
