// The command `throng`: what it understands, and nothing else.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "host/cli/commands.hpp"
#include "host/cli/executor_names.hpp"
#include "host/cli/log.hpp"
#include "host/nearest_name.hpp"
#include "host/shown_text.hpp"
#include "throng/world.hpp"

namespace {

using namespace throng::cli;

constexpr int most_threads = 1024;
constexpr int most_devices = 1023;

/// CLI11 reads "-1" as 2^64 - 1 and clips what is too large.
const CLI::Validator whole_number(
    [](std::string& text) {
      // CLI11 would read 010 as 8.
      if (text.size() > 1 && text[0] == '0') return "found " + text + ", wanted a whole number without leading zeros";
      std::uint64_t value = 0;
      const char* end = text.data() + text.size();
      const auto [stop, error] = std::from_chars(text.data(), end, value);
      if (error == std::errc() && stop == end) return std::string();
      return "found " + text + ", wanted a whole number from 0 to 2^64 - 1";
    },
    "", "whole number");

const CLI::Validator a_path(
    [](std::string& text) { return text.empty() ? std::string("found '', wanted a path") : std::string(); }, "",
    "path");

/// CLI11's range takes what is no number for one inside.
const CLI::Validator a_margin(
    [](std::string& text) {
      const char* const begin = text.data() + (text.substr(0, 1) == "+" ? 1 : 0);
      const char* const end = text.data() + text.size();
      double value = 0.0;
      const auto [stop, error] = std::from_chars(begin, end, value);
      const bool in_range = value >= 0.0 && value <= throng::limits::max_length;
      if (error == std::errc() && stop == end && in_range) return std::string();
      return fmt::format("found '{}', wanted a number of meters from 0 to {:g}", text, throng::limits::max_length);
    },
    fmt::format("FLOAT in [0 - {:g}]", throng::limits::max_length), "margin");

/// Sets `code` when the subcommand was given; CLI11 calls it after everything has been parsed.
template <class Options, class Command>
void on_call(CLI::App& command, const Options& options, Command run, ExitCode& code) {
  command.callback([&options, run, &code] { code = run(options); });
}

void describe_run(CLI::App& command, RunOptions& o) {
  command.add_option("scene", o.scene, "scenario file (JSON)")->required();
  command.add_option("--executor", o.executor, "what computes the steps")
      ->check(CLI::IsMember(executor_names()))
      ->capture_default_str();
  command.add_option("--threads", o.threads, "of the cpu executor; 0 = all cores, never changes a result")
      ->check(whole_number)
      ->check(CLI::Range(0, most_threads))
      ->capture_default_str();
  command.add_option("--device", o.device, "GPU of the cuda executor, by number; never changes a result")
      ->check(whole_number)
      ->check(CLI::Range(0, most_devices))
      ->capture_default_str();
  auto* seed = command.add_option("--seed", o.seed, "in place of the scene's")->check(whole_number);
  command.add_option("--steps", o.steps, "to do; default: to the end of the scene")->check(whole_number);
  auto* output = command.add_option("--output", o.output, "recording (HDF5); default: the scene's name + .h5, here")
                     ->check(a_path);
  command.add_option("--picture", o.picture, "the paths as a picture (PNG)")->check(a_path);
  command.add_option("--stats", o.stats, "what the run came to (JSON); replaces the file that is there")->check(a_path);
  auto* text = command.add_option("--text", o.text, "the recording as text, for tools that read that")->check(a_path);
  command.add_option("--save", o.save, "the state at the end, to go on from")->check(a_path);
  command.add_option("--load", o.load, "goes on from a saved state instead of the scene's agents")
      ->excludes(seed)
      ->check(a_path);
  command.add_flag("--quiet", o.quiet, "says nothing but errors");
  command.add_flag("--overwrite", o.overwrite, "replaces files that are there");
  command.add_flag("--no-record", o.no_record, "makes no recording")->excludes(output)->excludes(text);
}

void describe_verify(CLI::App& command, VerifyOptions& o) {
  command.add_option("--golden", o.golden, "recorded single steps (JSON lines) to run instead of the self check");
  command.add_option("--executor", o.executor, "only this one; default: every one on this machine")
      ->check(CLI::IsMember(executor_names()));
  command.add_flag("--json", o.json, "for programs");
}

void describe_collide(CLI::App& command, CollideOptions& o) {
  command.add_option("file", o.file, "well-known text, or JSON")->required();
  command.add_option("--margin", o.margin, "m: bodies are near whose boxes are at most this far apart")
      ->check(a_margin)
      ->capture_default_str();
  command.add_flag("--all", o.all, "also pairs that are near and apart");
  command.add_flag("--parts", o.parts, "takes polygons that are not convex apart");
  command.add_flag("--json", o.json, "for programs");
  command.add_option("--svg", o.svg, "bodies, pairs and ways out as a picture (SVG); replaces the file that is there")
      ->check(a_path);
}

void describe_measure(CLI::App& command, MeasureOptions& o) {
  command.add_option("file", o.file, "recording (HDF5), or text of the pedestrian dynamics data archive")->required();
  command.add_option("--line", o.lines, "x0,y0,x1,y1 (m): flow through it; may be given several times")
      ->expected(1)
      ->take_all();
  command
      .add_option(
          "--area", o.areas,
          "x0,y0,x1,y1 (m) or a convex POLYGON ((x y, ..)): density and speed in it; may be given several times")
      ->expected(1)
      ->take_all();
  command
      .add_option("--geometry", o.geometry,
                  "walkable area (well-known text, or GeoJSON in a file named .geojson); default: the recording's")
      ->check(a_path);
  command.add_option("--from", o.from, "s: frames from this time on");
  command.add_option("--to", o.to, "s: frames up to this time");
  command.add_option("--frame-step", o.frame_step, "frames before and behind, of speeds")
      ->check(whole_number)
      ->capture_default_str();
  command.add_option("--cut-off", o.cut_off, "m: Voronoi cells end at this distance; default: at the walls");
  command.add_option("--grid", o.grid, "m: squares of a map of density and levels of service; default: no map");
  command.add_option("--density-bin", o.density_bin, "people/m^2: of the fundamental diagram")->capture_default_str();
  command.add_option("--radius", o.radius, "m: of everybody, for overlaps; default: those of the recording's scene");
  command
      .add_option("--scene-folder", o.scene_folder,
                  "with the files that a recording's scene names, for radii; default: the recording's")
      ->check(a_path);
  command.add_flag("--shortest-ways", o.shortest_ways, "also the shortest way of each person");
  command.add_option("--frame-rate", o.frame_rate, "of a text file that names none");
  command.add_option("--unit", o.unit, "of a text file that names none")->check(CLI::IsMember({"m", "cm"}));
  command.add_option("--threads", o.threads, "0 = all cores; never changes a result")
      ->check(whole_number)
      ->check(CLI::Range(0, most_threads))
      ->capture_default_str();
  command.add_option("--json", o.json, "all figures (JSON); replaces the file that is there")->check(a_path);
  command.add_option("--csv", o.csv, "folder for the series (CSV), a file for each; replaces files")->check(a_path);
  command.add_flag("--quiet", o.quiet, "says nothing but errors");
}

/// What was meant by a first word that is no subcommand, or nothing.
std::optional<std::string> meant_subcommand(const CLI::App& app, const char* word) {
  std::vector<const char*> names;
  for (const CLI::App* subcommand : app.get_subcommands(nullptr)) names.push_back(subcommand->get_name().c_str());
  return throng::nearest_name(word, names);
}

int usage_error(const CLI::App& app, const CLI::ParseError& error, const char* first_word) {
  if (first_word != nullptr && first_word[0] != '-' && app.get_subcommands().empty()) {
    const auto meant = meant_subcommand(app, first_word);
    log_error("'" + throng::shown(first_word) + "' is no subcommand" +
              (meant ? ", did you mean '" + *meant + "'?" : "; --help lists them"));
    return static_cast<int>(ExitCode::usage);
  }
  // Help and version come as "errors" too, with exit code 0.
  const int result = app.exit(error, std::cout, std::cerr);
  return static_cast<int>(result == 0 ? ExitCode::ok : ExitCode::usage);
}

}  // namespace

int main(int argc, char** argv) {
  // A limit on the size of files is an error like a full disk, not the end of the program.
  std::signal(SIGXFSZ, SIG_IGN);
  set_up_log();
  CLI::App app("Throng: massive crowds, stepped by ORCA", "throng");
  app.set_version_flag("--version", throng::version());
  app.require_subcommand(1);
  ExitCode code = ExitCode::ok;

  RunOptions run;
  CLI::App& run_command = *app.add_subcommand("run", "runs a scene and records it");
  describe_run(run_command, run);
  on_call(run_command, run, run_scene, code);

  ValidateOptions validate;
  CLI::App& validate_command = *app.add_subcommand("validate", "checks scene files");
  validate_command.add_option("files", validate.files, "scenario files (JSON)")->required();
  validate_command.add_flag("--json", validate.json, "for programs");
  on_call(validate_command, validate, validate_scenes, code);

  InfoOptions info;
  CLI::App& info_command = *app.add_subcommand("info", "says what this build and this machine offer, or a file holds");
  info_command.add_option("file", info.file,
                          "recording (HDF5) or walkable area (.wkt, .geojson); default: this build and this machine");
  info_command.add_flag("--json", info.json, "for programs");
  on_call(info_command, info, show_info, code);

  VerifyOptions verification;
  CLI::App& verify_command = *app.add_subcommand("verify", "checks this build on this machine");
  describe_verify(verify_command, verification);
  on_call(verify_command, verification, verify, code);

  RecoverOptions recovery;
  CLI::App& recover_command = *app.add_subcommand("recover", "makes a clean file of what a killed run left");
  recover_command.add_option("recording", recovery.recording, "recording (HDF5)")->required();
  recover_command.add_option("--output", recovery.output, "new file; default: in place")->check(a_path);
  on_call(recover_command, recovery, recover, code);

  ExportOptions exported;
  CLI::App& export_command = *app.add_subcommand("export", "writes a recording as text");
  export_command.add_option("recording", exported.recording, "recording (HDF5)")->required();
  export_command.add_option("--text", exported.text, "text file: id, frame, x, y, z")->required()->check(a_path);
  export_command.add_flag("--overwrite", exported.overwrite, "replaces a file that is there");
  on_call(export_command, exported, export_recording, code);

  CollideOptions collision;
  CLI::App& collide_command = *app.add_subcommand("collide", "says which convex polygons and discs of a file overlap");
  describe_collide(collide_command, collision);
  on_call(collide_command, collision, collide_bodies, code);

  MeasureOptions measurement;
  CLI::App& measure_command = *app.add_subcommand("measure", "measures flow, density, speed and more of a trajectory");
  describe_measure(measure_command, measurement);
  on_call(measure_command, measurement, measure_trajectory, code);

  try {
    app.parse(argc, argv);
    // A full disk or a closed pipe shows only when the last bytes go out.
    if (std::fflush(stdout) != 0) throw throng::Error(throng::ErrorCode::input_output, "stdout takes no more");
  } catch (const CLI::ParseError& error) {
    return usage_error(app, error, argc > 1 ? argv[1] : nullptr);
  } catch (...) {
    code = report_current_exception();
  }
  return static_cast<int>(code);
}
