#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "host/cli/body_pairs.hpp"
#include "host/cli/body_picture.hpp"
#include "host/cli/commands.hpp"
#include "host/cli/files.hpp"
#include "host/cli/json_output.hpp"
#include "host/cli/log.hpp"
#include "host/cli/number_text.hpp"
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

/// A float with its own digits, 0.1 and not 0.10000000149; 0 without a sign.
double own_digits(float x) { return std::stod(fmt::format("{}", x)) + 0.0; }
std::vector<double> own_digits(Vec2f v) { return {own_digits(v.x), own_digits(v.y)}; }

std::string body_name(const FileBody& body) {
  return body.part ? fmt::format("{}.{}", body.index, *body.part) : fmt::format("{}", body.index);
}

std::size_t count_of(const BodyPairs& found, PairState state) {
  return static_cast<std::size_t>(std::count_if(found.pairs.begin(), found.pairs.end(),
                                                [state](const FilePair& pair) { return pair.state == state; }));
}

void print_table(const CollideOptions& options, const scenario::BodyFile& file, const BodyPairs& found,
                 std::size_t near) {
  fmt::print("{}: {}, {}, {} near each other: {} overlapping, {} touching\n", options.file,
             counted(file.polygons.size(), "polygon"), counted(file.discs.size(), "disc"), counted(near, "pair"),
             count_of(found, PairState::overlapping), count_of(found, PairState::touching));
  if (!found.pairs.empty()) {
    fmt::print("  {:>8} {:>8}  {:<11} {:>12}  {:<24} {}\n", "a", "b", "state", "depth (m)", "normal", "points (m)");
  }
  for (const FilePair& pair : found.pairs) {
    std::string points;
    for (const Vec2d& p : pair.points) points += fmt::format("{}({:.9g}, {:.9g})", points.empty() ? "" : " ", p.x, p.y);
    fmt::print("  {:>8} {:>8}  {:<11} {:>12.6g}  {:<24} {}\n", body_name(found.bodies[pair.a]),
               body_name(found.bodies[pair.b]), state_name(pair.state), pair.depth,
               fmt::format("({:.6f}, {:.6f})", pair.normal.x + 0.0f, pair.normal.y + 0.0f), points);
  }
  for (const RefusedBody& refused : found.refused) {
    const bool is_disc = refused.index >= file.polygons.size();
    std::string place;
    if (!is_disc && refused.vertex < file.polygons[refused.index].size()) {
      const Vec2d v = file.polygons[refused.index][refused.vertex];
      place = fmt::format(", vertex {} ({:.9g}, {:.9g})", refused.vertex, v.x, v.y);
    }
    fmt::print("  refused: {} {}: {}{}\n", is_disc ? "disc" : "polygon", refused.index, fault_name(refused.fault),
               refused.fault == BodyFault::reflex_vertex || refused.fault == BodyFault::spike ? place : "");
  }
}

void print_json(const BodyPairs& found) {
  JsonOutput pairs = JsonOutput::array(), refused = JsonOutput::array();
  for (const FilePair& pair : found.pairs) {
    const FileBody &a = found.bodies[pair.a], &b = found.bodies[pair.b];
    JsonOutput points = JsonOutput::array();
    for (const Vec2d& p : pair.points) points.add(std::vector<double>{p.x, p.y});
    JsonOutput entry = JsonOutput::object();
    entry.set("a", a.index).set("b", b.index);
    if (a.part) entry.set("a_part", *a.part).set("b_part", *b.part);
    entry.set("state", state_name(pair.state)).set("depth", own_digits(pair.depth));
    pairs.add(entry.set("normal", own_digits(pair.normal)).set("points", points));
  }
  for (const RefusedBody& body : found.refused) {
    refused.add(JsonOutput::object().set("index", body.index).set("reason", std::string(fault_name(body.fault))));
  }
  fmt::print("{}\n", JsonOutput::object().set("pairs", pairs).set("refused", refused).text());
}

}  // namespace

ExitCode collide_bodies(const CollideOptions& options) {
  const scenario::BodyFile file = scenario::read_body_file(options.file);
  if (options.svg) {
    std::error_code unknown;
    if (std::filesystem::equivalent(options.file, *options.svg, unknown)) {
      throw Error(ErrorCode::invalid_argument, fmt::format("'{}' is both the file to read and --svg", options.file));
    }
    check_text_target(*options.svg);
  }
  BodyPairs found = meet(file, {options.margin, options.parts});
  const std::size_t near = found.pairs.size();
  if (!options.all) {
    std::erase_if(found.pairs, [](const FilePair& pair) { return pair.state == PairState::apart; });
  }
  if (options.svg) write_text(*options.svg, body_picture(found));
  if (options.json) {
    print_json(found);
  } else {
    print_table(options, file, found, near);
  }
  if (!found.refused.empty()) {
    log_warning(fmt::format("{}: {} of {} bodies refused: they take part in nothing", options.file,
                            found.refused.size(), file.polygons.size() + file.discs.size()));
  }
  return ExitCode::ok;
}

}  // namespace throng::cli
