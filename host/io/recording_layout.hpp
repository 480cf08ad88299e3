// The native recording: names and types of what is in the file, shared by its writer and its reader.
#pragma once
#include <cstdint>

namespace throng::recording_layout {

inline constexpr std::int32_t format_version = 1;

// Read by PedPy as the HDF5 of the pedestrian dynamics data archive.
inline constexpr const char* trajectory = "/trajectory";  ///< compound (id, frame, x, y, z), a row per agent and frame
inline constexpr const char* fps = "fps";                 ///< attribute of the trajectory
inline constexpr const char* wkt_geometry = "wkt_geometry";  ///< attribute of the file, and of the group

inline constexpr const char* group = "/throng";
// A row per agent and frame, as the trajectory.
inline constexpr const char* velocity = "/throng/velocity";    ///< float32 x 2, m/s
inline constexpr const char* heading = "/throng/heading";      ///< float32 x 2, unit
inline constexpr const char* profile = "/throng/profile";      ///< uint32, row of the profile table
inline constexpr const char* aim_point = "/throng/aim_point";  ///< float64 x 2, m; only where they are recorded
// Only where a profile has a footprint.
inline constexpr const char* footprint_offset =
    "/throng/footprint_offset";  ///< int64, first vertex by profile, and end
inline constexpr const char* footprint_vertex = "/throng/footprint_vertex";  ///< float64 x 2, m
// An entry per frame. Written after the rows it points to.
inline constexpr const char* frame_offset = "/throng/frame_offset";  ///< int64, first row
inline constexpr const char* frame_rows = "/throng/frame_rows";      ///< int64, number of rows
inline constexpr const char* frame_step = "/throng/frame_step";      ///< uint64
inline constexpr const char* frame_time = "/throng/frame_time";      ///< float64, s
inline constexpr const char* state_hash = "/throng/state_hash";      ///< uint64
// Attributes of the group.
inline constexpr const char* version_attribute = "format_version";
inline constexpr const char* engine_version = "engine_version";
inline constexpr const char* executor = "executor";
inline constexpr const char* time_step = "time_step";
inline constexpr const char* every = "every";
inline constexpr const char* origin = "origin";
inline constexpr const char* heights = "heights";  ///< 1 = z is the ground's height; not there = z is 0
inline constexpr const char* scenario = "scenario";
inline constexpr const char* profile_names = "profile_names";

/// Row of the trajectory, in the file byte for byte.
struct TrajectoryRow {
  std::int64_t id;
  std::int64_t frame;
  double x, y, z;
};
static_assert(sizeof(TrajectoryRow) == 40);

}  // namespace throng::recording_layout
