#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>

#include "host/cli/body_pairs.hpp"
#include "host/cli/body_picture.hpp"
#include "host/cli/commands.hpp"
#include "host/cli/log.hpp"
#include "host/cli/number_text.hpp"
#include "host/cli/progress.hpp"
#include "host/cli/signals.hpp"
#include "host/io/file_roles.hpp"
#include "host/io/output_file.hpp"
#include "throng/error.hpp"

namespace throng::cli {
namespace {

const char* state_name(PairState state) {
  switch (state) {
    case PairState::apart:
      return "apart";
    case PairState::touching:
      return "touching";
    case PairState::overlapping:
      return "overlapping";
    case PairState::invalid:
      break;
  }
  return "invalid";
}

std::string body_name(const FileBody& body) {
  return body.part ? fmt::format("{}.{}", body.index, *body.part) : fmt::format("{}", body.index);
}

/// To stdout; what takes no more bytes ends the work.
template <class... Values>
void print(fmt::format_string<Values...> format, Values&&... values) {
  const std::string text = fmt::format(format, std::forward<Values>(values)...);
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size()) return;
  throw Error(ErrorCode::input_output, "stdout takes no more");
}

std::string vertex_name(const std::vector<Vec2d>& polygon, std::size_t vertex) {
  return fmt::format("vertex {} ({:.9g}, {:.9g})", vertex, polygon[vertex].x, polygon[vertex].y);
}

std::string place_of(const RefusedEntry& refused, const scenario::BodyFile& file) {
  if (!refused.vertex) return "";
  const std::vector<Vec2d>& polygon = file.polygons[refused.index];
  const std::string vertex = vertex_name(polygon, *refused.vertex);
  if (!refused.other_vertex) return ", " + vertex;
  return fmt::format(", the edge from {} meets the one from {}", vertex, vertex_name(polygon, *refused.other_vertex));
}

/// What has been found, printed as it is found.
class PairOutput {
 public:
  PairOutput(const CollideOptions& options, const scenario::BodyFile& file, const FileBodies& bodies)
      : options_(options), file_(file), bodies_(bodies) {
    if (options_.json) print("{{\"pairs\": [");
  }

  void add(const FilePair& pair) {
    ++near_;
    overlapping_ += pair.state == PairState::overlapping ? 1 : 0;
    touching_ += pair.state == PairState::touching ? 1 : 0;
    if (pair.state == PairState::apart && !options_.all) return;
    if (options_.json) {
      print_json(pair);
    } else {
      print_row(pair);
    }
    ++shown_;
  }
  void finish() {
    if (options_.json) {
      print_json_end();
    } else {
      print_summary();
    }
  }

 private:
  [[nodiscard]] const FileBody& body(std::uint32_t number) const { return bodies_.bodies[number]; }

  void print_row(const FilePair& pair) const {
    if (shown_ == 0) {
      print("  {:>8} {:>8}  {:<11} {:>12}  {:<24} {}\n", "a", "b", "state", "depth (m)", "normal", "points (m)");
    }
    std::string points;
    for (std::size_t k = 0; k < pair.point_count; ++k) {
      points += fmt::format("{}({:.9g}, {:.9g})", k == 0 ? "" : " ", pair.points[k].x, pair.points[k].y);
    }
    print("  {:>8} {:>8}  {:<11} {:>12.6g}  {:<24} {}\n", body_name(body(pair.a)), body_name(body(pair.b)),
          state_name(pair.state), pair.depth,
          fmt::format("({:.6f}, {:.6f})", pair.normal.x + 0.0f, pair.normal.y + 0.0f), points);
  }
  void print_summary() const {
    for (const RefusedEntry& refused : bodies_.refused) {
      const bool is_disc = refused.index >= file_.polygons.size();
      print("  refused: {} {}: {}{}\n", is_disc ? "disc" : "polygon", refused.index, refused.reason,
            place_of(refused, file_));
    }
    print("{}: {}, {}, {} near each other: {} overlapping, {} touching\n", options_.file,
          counted(file_.polygons.size(), "polygon"), counted(file_.discs.size(), "disc"), counted(near_, "pair"),
          overlapping_, touching_);
  }

  void print_json(const FilePair& pair) const {
    const FileBody &a = body(pair.a), &b = body(pair.b);
    std::string parts, points;
    if (a.part) parts = fmt::format(R"(, "a_part": {}, "b_part": {})", *a.part, b.part.value_or(0));
    for (std::size_t k = 0; k < pair.point_count; ++k) {
      points += fmt::format("{}[{}, {}]", k == 0 ? "" : ", ", pair.points[k].x + 0.0, pair.points[k].y + 0.0);
    }
    print(R"({}  {{"a": {}, "b": {}{}, "state": "{}", "depth": {}, "normal": [{}, {}], "points": [{}]}})",
          shown_ == 0 ? "\n" : ",\n", a.index, b.index, parts, state_name(pair.state), pair.depth + 0.0f,
          pair.normal.x + 0.0f, pair.normal.y + 0.0f, points);
  }
  void print_json_end() const {
    print("{}], \"refused\": [", shown_ == 0 ? "" : "\n");
    const char* before = "\n";
    for (const RefusedEntry& entry : bodies_.refused) {
      print(R"({}  {{"index": {}, "reason": "{}")", before, entry.index, entry.reason);
      if (entry.vertex) print(R"(, "vertex": {})", *entry.vertex);
      if (entry.other_vertex) print(R"(, "other_vertex": {})", *entry.other_vertex);
      print("}}");
      before = ",\n";
    }
    print("{}]}}\n", bodies_.refused.empty() ? "" : "\n");
  }

  const CollideOptions& options_;
  const scenario::BodyFile& file_;
  const FileBodies& bodies_;
  std::uint64_t near_ = 0, overlapping_ = 0, touching_ = 0, shown_ = 0;
};

/// A bar or lines about bodies that are made, then about their pairs.
class CollideProgress {
 public:
  /// False = the user wants no more.
  bool update(const char* what, const BodyProgress& state) {
    if (signals_.stop_requested()) return false;
    if (progress_.is_due()) progress_.show(line(what, state));
    return true;
  }
  void clear() { progress_.clear(); }
  void begin() { start_ = Clock::now(); }
  [[nodiscard]] bool stopped() const { return signals_.stop_requested(); }

 private:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] ProgressLine line(const char* what, const BodyProgress& state) const {
    const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    const double share = state.all == 0 ? 1.0 : static_cast<double>(state.done) / static_cast<double>(state.all);
    const std::string left = state.done == 0 ? "?" : clock_time(seconds * (1.0 - share) / share);
    return {share,
            fmt::format("{} {} of {}, {}, {} left", what, state.done, state.all, counted(state.pairs, "pair"), left)};
  }

  SignalGuard signals_;
  Progress progress_{progress_style(stderr, false), stderr};
  Clock::time_point start_ = Clock::now();
};

}  // namespace

ExitCode collide_bodies(const CollideOptions& options) {
  const scenario::BodyFile file = scenario::read_body_file(options.file);
  if (options.svg) {
    FileRoles roles;
    roles.take(options.file, "the file to read");
    roles.take(options.svg, "--svg");
    check_text_target(*options.svg);
  }
  CollideProgress progress;
  const FileBodies bodies =
      make_file_bodies(file, options.parts, [&](const BodyProgress& state) { return progress.update("body", state); });
  const auto interrupted = [&] {
    progress.clear();
    log_warning(options.file + ": interrupted, what is printed is not the whole");
    return ExitCode::interrupted;
  };
  if (progress.stopped()) return interrupted();

  PairOutput output(options, file, bodies);
  std::optional<BodyPicture> picture;
  if (options.svg) picture.emplace(bodies.bodies);
  progress.begin();
  for_each_pair(
      bodies.bodies, options.margin,
      [&](const FilePair& pair) {
        progress.clear();
        output.add(pair);
        if (picture) picture->add(pair);
      },
      [&](const BodyProgress& state) { return progress.update("pairs of body", state); });
  progress.clear();
  if (progress.stopped()) return interrupted();
  output.finish();
  if (picture) write_text(*options.svg, picture->text());
  if (!bodies.refused.empty()) {
    log_warning(fmt::format("{}: {} of {} bodies refused: they take part in nothing", options.file,
                            bodies.refused.size(), file.polygons.size() + file.discs.size()));
  }
  return ExitCode::ok;
}

}  // namespace throng::cli
