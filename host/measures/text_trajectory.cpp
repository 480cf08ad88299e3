#include "host/measures/text_trajectory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

#include "host/measures/line_reader.hpp"
#include "host/shown_text.hpp"
#include "throng/error.hpp"
#include "throng/parameters.hpp"

namespace throng::measures {
namespace {

constexpr std::int64_t largest_frame = std::int64_t{1} << 53;
constexpr std::int64_t most_frames = 10'000'000;

struct Row {
  AgentId id = 0;
  std::int64_t frame = 0;
  Vec2d position;
};

[[noreturn]] void fail(const std::string& path, const std::string& message) {
  throw Error(ErrorCode::bad_scene, fmt::format("{}: {}", path, message));
}

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

std::string_view take_word(std::string_view& text) {
  std::size_t begin = 0;
  while (begin < text.size() && is_space(text[begin])) ++begin;
  std::size_t end = begin;
  while (end < text.size() && !is_space(text[end])) ++end;
  const std::string_view word = text.substr(begin, end - begin);
  text.remove_prefix(end);
  return word;
}

template <class Number>
bool parse(std::string_view word, Number& value) {
  if (word.size() > 1 && word[0] == '+' && word[1] != '-') word.remove_prefix(1);
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  return !word.empty() && error == std::errc() && end == word.data() + word.size();
}

bool is_letter(char c) { return c >= 'a' && c <= 'z'; }

std::string_view take_letters(std::string_view& text) {
  std::size_t end = 0;
  while (end < text.size() && is_letter(text[end])) ++end;
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(end);
  return word;
}

void skip_spaces(std::string_view& text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
}

template <std::size_t N>
bool is_one_of(std::string_view word, const std::string_view (&words)[N]) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

std::optional<double> meters_per(std::string_view unit) {
  constexpr std::string_view meters[] = {"m", "meter", "meters", "metre", "metres"};
  constexpr std::string_view centimeters[] = {"cm", "centimeter", "centimeters", "centimetre", "centimetres"};
  if (is_one_of(unit, meters)) return 1.0;
  if (is_one_of(unit, centimeters)) return 0.01;
  return std::nullopt;
}

/// Of a file that says so its numbers must not be taken for meters.
bool is_other_length(std::string_view unit) {
  constexpr std::string_view others[] = {"mm",    "millimeter", "millimeters", "millimetre", "millimetres",
                                         "dm",    "decimeter",  "decimeters",  "km",         "foot",
                                         "feet",  "ft",         "inch",        "inches",     "yd",
                                         "yards", "px",         "pixel",       "pixels"};
  return is_one_of(unit, others);
}

/// The word for a unit behind each `x` ("x/m", "x [cm]", "x (mm)") and `in` ("in cm").
template <class Take>
void for_each_unit(std::string_view lower, Take&& take) {
  for (std::size_t at = 0; at < lower.size(); ++at) {
    if (at > 0 && std::isalnum(static_cast<unsigned char>(lower[at - 1])) != 0) continue;
    std::string_view rest = lower.substr(at);
    const std::string_view name = take_letters(rest);
    if (name != "x" && name != "in") continue;
    const bool spaced = !rest.empty() && is_space(rest.front());
    skip_spaces(rest);
    if (name == "x") {
      if (rest.empty() || std::string_view("/[(").find(rest.front()) == std::string_view::npos) continue;
      rest.remove_prefix(1);
      skip_spaces(rest);
    } else if (!spaced) {
      continue;
    }
    const std::string_view unit = take_letters(rest);
    const bool ends = rest.empty() || std::isalnum(static_cast<unsigned char>(rest.front())) == 0;
    const bool is_of_speed = name == "in" && rest.starts_with('/');
    if (ends && !is_of_speed) take(unit);
  }
}

/// "25", "25fps", "25 Hz,"
bool parse_rate(std::string_view word, double& value) {
  while (!word.empty() && (word.back() == ',' || word.back() == ';')) word.remove_suffix(1);
  for (const std::string_view unit : {"fps", "hz"}) {
    if (word.ends_with(unit)) word.remove_suffix(unit.size());
  }
  return parse(word, value);
}

/// What the comments at the head of a file say.
struct Head {
  std::optional<double> frame_rate;
  std::optional<double> meters_per_length;
  std::string other_unit;  ///< that is neither m nor cm
  bool ended = false;      ///< by the first line that is no comment

  void take(std::string_view comment) {
    std::string lower(comment);
    for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    constexpr std::string_view name = "framerate";
    if (const std::size_t at = lower.find(name); !frame_rate && at != std::string::npos) {
      std::string_view rest = std::string_view(lower).substr(at + name.size());
      if (rest.starts_with(':') || rest.starts_with('=')) rest.remove_prefix(1);
      while (!rest.empty() && !frame_rate) {
        double value = 0.0;
        if (parse_rate(take_word(rest), value)) frame_rate = value;
      }
    }
    for_each_unit(lower, [&](std::string_view unit) {
      if (const std::optional<double> meters = meters_per(unit)) {
        meters_per_length = meters;
      } else if (is_other_length(unit)) {
        other_unit = unit;
      }
    });
  }
};

double settled_frame_rate(const std::string& path, const Head& head, const TextDefaults& defaults) {
  if (!head.frame_rate && !defaults.frame_rate) {
    fail(path, "found no frame rate, wanted a comment `# framerate: 25` at its head, or --frame-rate");
  }
  const double rate = head.frame_rate ? *head.frame_rate : *defaults.frame_rate;
  if (!(rate > 0.0) || !std::isfinite(rate)) fail(path, fmt::format("its frame rate is {}, wanted one above 0", rate));
  if (head.frame_rate && defaults.frame_rate && *head.frame_rate != *defaults.frame_rate) {
    fail(path, fmt::format("its frame rate is {}, and {} was given", *head.frame_rate, *defaults.frame_rate));
  }
  return rate;
}

double settled_unit(const std::string& path, const Head& head, const TextDefaults& defaults,
                    std::vector<std::string>& notes) {
  if (!head.meters_per_length && !head.other_unit.empty()) {
    fail(path, fmt::format("its unit is {}, wanted m or cm", head.other_unit));
  }
  if (head.meters_per_length && defaults.meters_per_length && *head.meters_per_length != *defaults.meters_per_length) {
    fail(path, fmt::format("its unit is {}, and {} was given", *head.meters_per_length == 1.0 ? "m" : "cm",
                           *defaults.meters_per_length == 1.0 ? "m" : "cm"));
  }
  if (head.meters_per_length) return *head.meters_per_length;
  if (defaults.meters_per_length) return *defaults.meters_per_length;
  notes.emplace_back("the file names no unit: taken for meters");
  return 1.0;
}

class TextTrajectory final : public Trajectory {
 public:
  TextTrajectory(std::FILE* file, const std::string& path, const TextDefaults& defaults) : lines_(file, path) {
    info_.path = path;
    info_.format = "text";
    look_through(defaults);
    if (!in_order_) keep_all();
    lines_.rewind();
  }

  [[nodiscard]] const TrajectoryInfo& info() const override { return info_; }
  [[nodiscard]] double time(std::uint64_t index) const override {
    return static_cast<double>(first_ + static_cast<std::int64_t>(index)) / info_.frame_rate;
  }

  void read(std::uint64_t index, TrajectoryFrame& out) override {
    out.number = first_ + static_cast<std::int64_t>(index);
    out.time = time(index);
    frame_.clear();
    if (in_order_) {
      read_lines(out.number);
    } else {
      while (next_ < rows_.size() && rows_[next_].frame < out.number) ++next_;
      for (; next_ < rows_.size() && rows_[next_].frame == out.number; ++next_) frame_.push_back(rows_[next_]);
    }
    std::sort(frame_.begin(), frame_.end(), [](const Row& a, const Row& b) { return a.id < b.id; });
    out.id.clear();
    out.position.clear();
    out.profile.clear();
    for (const Row& row : frame_) {
      if (!out.id.empty() && out.id.back() == row.id) {
        fail(info_.path, fmt::format("person {} is twice in frame {}", row.id, out.number));
      }
      out.id.push_back(row.id);
      out.position.push_back(row.position);
    }
  }

 private:
  /// The next line with values, or false at the end.
  bool next_row(Row& row, Head* head) {
    std::string_view line;
    while (lines_.next(line)) {
      if (lines_.number() == 1 && line.substr(0, 3) == "\xEF\xBB\xBF") line.remove_prefix(3);  // byte order mark
      if (head != nullptr && !head->ended) {
        head->ended = line.substr(0, 1) != "#";
        if (!head->ended) head->take(line.substr(1));
      }
      std::string_view rest = line.substr(0, line.find('#'));
      const std::string_view id = take_word(rest);
      if (id.empty()) continue;
      const std::string_view frame = take_word(rest), x = take_word(rest), y = take_word(rest);
      if (y.empty()) wrong_line("found fewer than four values, wanted id, frame, x, y (and z)");
      if (!parse(id, row.id)) wrong_value("id", id, "a whole number");
      if (!parse(frame, row.frame) || row.frame > largest_frame || row.frame < -largest_frame) {
        wrong_value("frame", frame, "a whole number");
      }
      row.position = {coordinate("x", x), coordinate("y", y)};
      return true;
    }
    return false;
  }

  double coordinate(const char* name, std::string_view word) const {
    double value = 0.0;
    if (parse(word, value) && std::abs(meters_ * value) <= limits::max_coordinate) return meters_ * value;
    wrong_value(name, word,
                fmt::format("a number from {:g} to {:g} m", -limits::max_coordinate, limits::max_coordinate));
  }
  [[noreturn]] void wrong_value(const char* name, std::string_view word, const std::string& wanted) const {
    wrong_line(fmt::format("{} is `{}`, wanted {}", name, shown(word), wanted));
  }
  [[noreturn]] void wrong_line(const std::string& message) const {
    fail(info_.path, fmt::format("line {}: {}", lines_.number(), message));
  }

  /// Every line once: what is wrong shows before anything is measured.
  void look_through(const TextDefaults& defaults) {
    Head head;
    Row row;
    std::int64_t last = 0, before = 0;
    for (; next_row(row, &head); ++row_count_) {
      if (row_count_ == 0) {
        first_ = last = before = row.frame;
      }
      in_order_ = in_order_ && row.frame >= before;
      before = row.frame;
      first_ = std::min(first_, row.frame);
      last = std::max(last, row.frame);
    }
    if (row_count_ == 0) fail(info_.path, "nobody is in it, wanted lines of id, frame, x, y, z");
    if (last - first_ >= most_frames) {
      fail(info_.path, fmt::format("its frames go from {} to {}, wanted at most {}", first_, last, most_frames));
    }
    info_.frames = static_cast<std::uint64_t>(last - first_ + 1);
    info_.frame_rate = settled_frame_rate(info_.path, head, defaults);
    meters_ = settled_unit(info_.path, head, defaults, info_.notes);
  }

  void keep_all() {
    lines_.rewind();
    rows_.reserve(row_count_);
    for (Row row; next_row(row, nullptr);) rows_.push_back(row);
    std::sort(rows_.begin(), rows_.end(), [](const Row& a, const Row& b) { return a.frame < b.frame; });
  }

  void read_lines(std::int64_t number) {
    for (; have_ahead_ || next_row(ahead_, nullptr); have_ahead_ = false) {
      have_ahead_ = true;
      if (ahead_.frame > number) return;
      if (ahead_.frame == number) frame_.push_back(ahead_);
    }
  }

  TrajectoryInfo info_;
  LineReader lines_;
  double meters_ = 1.0;  ///< per length of the file
  std::int64_t first_ = 0;
  std::size_t row_count_ = 0;
  bool in_order_ = true;
  std::vector<Row> rows_;  ///< by frame; empty when the file is in order
  std::size_t next_ = 0;   ///< of rows_
  Row ahead_;              ///< read already, belongs to a later frame
  bool have_ahead_ = false;
  std::vector<Row> frame_;
};

}  // namespace

std::unique_ptr<Trajectory> open_text_trajectory(std::FILE* file, const std::string& path,
                                                 const TextDefaults& defaults) {
  return std::make_unique<TextTrajectory>(file, path, defaults);
}

}  // namespace throng::measures
