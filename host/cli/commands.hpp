// What each subcommand is given and does. Errors go through as exceptions; main maps them to exit codes.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "host/cli/exit_codes.hpp"

namespace throng::cli {

struct RunOptions {
  std::string scene;
  std::string executor = "auto";
  int threads = 0;                     ///< 0 = all cores
  int device = 0;                      ///< of the cuda executor
  std::optional<std::uint64_t> seed;   ///< in place of the scene's
  std::optional<std::uint64_t> steps;  ///< to do; none = to the end of the scene
  std::optional<std::string> output, picture, stats, text, save, load;
  bool quiet = false;
  bool overwrite = false;
  bool no_record = false;
};
ExitCode run_scene(const RunOptions& options);

struct ValidateOptions {
  std::vector<std::string> files;
  bool json = false;
};
ExitCode validate_scenes(const ValidateOptions& options);

struct InfoOptions {
  std::optional<std::string> file;  ///< a recording or a walkable area; none = this build and this machine
  bool json = false;
};
ExitCode show_info(const InfoOptions& options);

struct VerifyOptions {
  std::optional<std::string> golden;    ///< recorded cases; none = the self check
  std::optional<std::string> executor;  ///< none = every one that this machine has
  bool json = false;
};
ExitCode verify(const VerifyOptions& options);

struct RecoverOptions {
  std::string recording;
  std::optional<std::string> output;  ///< a new file; none = in place
};
ExitCode recover(const RecoverOptions& options);

struct ExportOptions {
  std::string recording;
  std::string text;
  bool overwrite = false;
};
ExitCode export_recording(const ExportOptions& options);
/// What a recording is of.
ExitCode show_recording(const std::string& recording, bool json);

/// Whether a file is of a walkable area, by its name: .wkt, .geojson.
bool is_area_file(const std::string& path);
/// What a walkable area is.
ExitCode show_area(const std::string& path, bool json);

struct CollideOptions {
  std::string file;
  double margin = 0.0;  ///< m
  bool all = false;     ///< also pairs that are apart
  bool parts = false;   ///< polygons that are not convex are taken apart
  bool json = false;
  std::optional<std::string> svg;
};
ExitCode collide_bodies(const CollideOptions& options);

struct MeasureOptions {
  std::string file;
  std::vector<std::string> lines;       ///< x0,y0,x1,y1
  std::vector<std::string> areas;       ///< x0,y0,x1,y1, or POLYGON ((..))
  std::optional<std::string> geometry;  ///< file of well-known text; none = the recording's
  std::optional<double> from, to;       ///< s
  std::uint64_t frame_step = 10;
  std::optional<double> cut_off, grid, radius;  ///< m
  double density_bin = 0.25;                    ///< people/m^2
  std::optional<double> frame_rate;             ///< of a text file that names none
  std::optional<std::string> unit;              ///< m or cm, of a text file that names none
  bool shortest_ways = false;
  int threads = 0;
  std::optional<std::string> scene_folder, json, csv;
  bool quiet = false;
};
ExitCode measure_trajectory(const MeasureOptions& options);

}  // namespace throng::cli
