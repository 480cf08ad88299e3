// Reading recordings, of throng/c/recording.h.
#include "throng/c/recording.h"

#include <algorithm>

#include "host/c_api/columns.hpp"
#include "host/c_api/outlines.hpp"
#include "host/c_api/world_object.hpp"
#include "throng/recording.hpp"

using namespace throng;
using namespace throng::c_api;

struct throng_recording : Object {
  throng_recording(const Callbacks& callbacks, Recording&& opened)
      : Object(callbacks),
        recording(std::move(opened)),
        texts(this->callbacks()),
        path(texts.text(recording.path())),
        warning(texts.text(recording.warning())),
        geometry(texts.text(recording.info().wkt_geometry)),
        scenario(texts.text(recording.info().scenario_json)),
        version(texts.text(recording.info().version)),
        executor(texts.text(recording.info().executor)),
        profile_names(texts.texts(recording.info().profile_names)),
        footprints(lend_outlines(recording.info().footprints, texts,
                                 [](const auto& vertices, Lent& lent) { return outline(vertices, true, "", lent); })) {}

  const Recording recording;
  Lent texts;  ///< in which the following lie
  const char *const path, *const warning, *const geometry, *const scenario, *const version, *const executor;
  const std::span<const char* const> profile_names;
  const std::span<const throng_outline> footprints;
  Snapshot frame;  ///< the last one that was read
};

namespace {

throng_recording* make_recording_object(const Callbacks& callbacks, Recording&& opened) {
  if (!opened.closed_cleanly()) callbacks.tell(THRONG_LOG_WARNING, opened.warning().c_str());
  return make_object<throng_recording>(callbacks, std::move(opened));
}

throng_status give_text(throng_recording* recording, const char** text, const char* name,
                        const char* const throng_recording::*member) {
  return guarded(recording, [&](throng_recording& r) { give(text, name, [&] { return r.*member; }); });
}

void check_has(bool has, const throng_array& array, const char* name, const char* what) {
  if (!has && is_given(array)) refuse(std::string(name) + " is given, and this recording has no " + what);
}

/// A column of a throng_track.
template <class T>
class TrackColumn {
 public:
  TrackColumn(const throng_array& array, const char* name) {
    if (is_given(array)) out_.emplace(array, name);
  }
  void put(std::uint64_t row, const T& value) {
    if (out_ && row < out_->count()) out_->set(row, value);
  }
  void finish() {
    if (out_) out_->finish();
  }

 private:
  std::optional<OutArray<T>> out_;
};

class Track {
 public:
  explicit Track(const throng_track& track)
      : frame_(track.frame, "track.frame"),
        time_(track.time, "track.time"),
        position_(track.position, "track.position"),
        velocity_(track.velocity, "track.velocity"),
        heading_(track.heading, "track.heading"),
        profile_(track.profile, "track.profile"),
        aim_point_(track.aim_point, "track.aim_point"),
        elevation_(track.elevation, "track.elevation") {}

  /// Agent `i` of a frame.
  void add(std::uint64_t number, const Snapshot& frame, std::size_t i) {
    frame_.put(rows_, number);
    time_.put(rows_, frame.time);
    position_.put(rows_, frame.position[i]);
    velocity_.put(rows_, frame.velocity[i]);
    heading_.put(rows_, frame.heading[i]);
    profile_.put(rows_, frame.profile[i]);
    if (!frame.aim_point.empty()) aim_point_.put(rows_, frame.aim_point[i]);
    elevation_.put(rows_, frame.z.empty() ? 0.0 : frame.z[i]);
    ++rows_;
  }
  /// Returns the number of frames.
  std::uint64_t finish() {
    frame_.finish();
    time_.finish();
    position_.finish();
    velocity_.finish();
    heading_.finish();
    profile_.finish();
    aim_point_.finish();
    elevation_.finish();
    return rows_;
  }

 private:
  TrackColumn<std::uint64_t> frame_;
  TrackColumn<double> time_;
  TrackColumn<Vec2d> position_, velocity_, heading_;
  TrackColumn<std::uint32_t> profile_;
  TrackColumn<Vec2d> aim_point_;
  TrackColumn<double> elevation_;
  std::uint64_t rows_ = 0;
};

}  // namespace

throng_status throng_recording_open(throng_instance* instance, const char* path, throng_recording** recording) {
  return create(instance, recording, "recording", [&](const Callbacks& callbacks) {
    return make_recording_object(callbacks, Recording(wanted_text(path, "path")));
  });
}
throng_status throng_recording_open_cut(throng_instance* instance, const char* path, std::uint64_t cut_at,
                                        throng_recording** recording) {
  return create(instance, recording, "recording", [&](const Callbacks& callbacks) {
    return make_recording_object(callbacks, Recording::of_cut_file(wanted_text(path, "path"), cut_at));
  });
}
void throng_recording_destroy(throng_recording* recording) { destroy_object(recording); }
const char* throng_recording_error(const throng_recording* recording) {
  return recording == nullptr ? "" : recording->error();
}

void throng_recording_info_init(throng_recording_info* info, std::size_t struct_size) {
  init_descriptor(info, struct_size, blank<throng_recording_info>());
}
throng_status throng_recording_get_info(throng_recording* recording, throng_recording_info* info) {
  return guarded(recording, [&](throng_recording& object) {
    const Recording& r = object.recording;
    throng_recording_info found = blank<throng_recording_info>();
    found.closed_cleanly = r.closed_cleanly() ? 1 : 0;
    found.fps = r.info().fps;
    found.time_step = r.info().time_step;
    found.origin = c_vector(r.info().origin);
    found.every = r.info().every;
    found.frames = r.frame_count();
    found.lost_frames = r.lost_frames();
    found.rows = r.row_count();
    found.aim_points = r.info().aim_points ? 1 : 0;
    found.heights = r.info().heights ? 1 : 0;
    write_descriptor(info, "info", found);
  });
}

throng_status throng_recording_get_path(throng_recording* recording, const char** path) {
  return give_text(recording, path, "path", &throng_recording::path);
}
throng_status throng_recording_get_warning(throng_recording* recording, const char** warning) {
  return give_text(recording, warning, "warning", &throng_recording::warning);
}
throng_status throng_recording_get_geometry(throng_recording* recording, const char** geometry) {
  return give_text(recording, geometry, "geometry", &throng_recording::geometry);
}
throng_status throng_recording_get_scenario(throng_recording* recording, const char** scenario) {
  return give_text(recording, scenario, "scenario", &throng_recording::scenario);
}
throng_status throng_recording_get_version(throng_recording* recording, const char** version) {
  return give_text(recording, version, "version", &throng_recording::version);
}
throng_status throng_recording_get_executor(throng_recording* recording, const char** executor) {
  return give_text(recording, executor, "executor", &throng_recording::executor);
}
throng_status throng_recording_get_profile_names(throng_recording* recording, const char* const** texts,
                                                 std::uint64_t* count) {
  return guarded(recording, [&](throng_recording& r) { give_span(texts, "texts", count, r.profile_names); });
}
throng_status throng_recording_get_footprints(throng_recording* recording, const throng_outline** outlines,
                                              std::uint64_t* count) {
  return guarded(recording, [&](throng_recording& r) { give_span(outlines, "outlines", count, r.footprints); });
}

void throng_frame_info_init(throng_frame_info* info, std::size_t struct_size) {
  init_descriptor(info, struct_size, blank<throng_frame_info>());
}
throng_status throng_recording_get_frame(throng_recording* recording, std::uint64_t frame, throng_frame_info* info) {
  return guarded(recording, [&](throng_recording& object) {
    check_target(info, "info");
    const Recording& r = object.recording;
    throng_frame_info found = blank<throng_frame_info>();
    found.time = r.time(frame);
    found.step = r.step(frame);
    found.state_hash = r.state_hash(frame);
    found.agents = r.agent_count(frame);
    write_descriptor(info, "info", found);
  });
}

throng_status throng_recording_read(throng_recording* recording, std::uint64_t frame, const throng_readout* readout) {
  return guarded(recording, [&](throng_recording& r) {
    const throng_readout columns = read_descriptor(readout, "readout", throng_readout_init);
    const std::uint64_t count = r.recording.agent_count(frame);
    check_has(false, columns.handle, "readout.handle", "handles");
    check_has(r.recording.info().aim_points, columns.aim_point, "readout.aim_point", "aim points");
    WantedColumn<std::int64_t> id(columns.id, "readout.id", count);
    WantedColumn<Vec2d> position(columns.position, "readout.position", count);
    WantedColumn<Vec2d> velocity(columns.velocity, "readout.velocity", count);
    WantedColumn<Vec2d> heading(columns.heading, "readout.heading", count);
    WantedColumn<std::uint32_t> profile(columns.profile, "readout.profile", count);
    WantedColumn<Vec2d> aim_point(columns.aim_point, "readout.aim_point", count);
    WantedColumn<double> elevation(columns.elevation, "readout.elevation", count);
    r.recording.read(frame, r.frame);
    if (r.frame.z.empty()) r.frame.z.resize(count);
    id.fill(r.frame.id);
    position.fill(r.frame.position);
    velocity.fill(r.frame.velocity);
    heading.fill(r.frame.heading);
    profile.fill(r.frame.profile);
    aim_point.fill(r.frame.aim_point);
    elevation.fill(r.frame.z);
  });
}

void throng_track_init(throng_track* track, std::size_t struct_size) {
  init_descriptor(track, struct_size, blank<throng_track>());
}
throng_status throng_recording_read_agent(throng_recording* recording, std::int64_t id, const throng_track* track,
                                          std::uint64_t* count) {
  return guarded(recording, [&](throng_recording& r) {
    const throng_track columns = read_optional_descriptor(track, "track", throng_track_init);
    check_has(r.recording.info().aim_points, columns.aim_point, "track.aim_point", "aim points");
    give(count, "count", [&] {
      Track out(columns);
      const std::uint64_t frames = r.recording.frame_count();
      for (std::uint64_t frame = 0; frame < frames; ++frame) {
        if (frame > 0) r.callbacks().report("track", static_cast<double>(frame) / static_cast<double>(frames));
        r.recording.read(frame, r.frame);
        // No search by halves: what a damaged file holds need not ascend.
        const auto at = std::find(r.frame.id.begin(), r.frame.id.end(), id);
        if (at != r.frame.id.end()) out.add(frame, r.frame, static_cast<std::size_t>(at - r.frame.id.begin()));
      }
      return out.finish();
    });
  });
}
