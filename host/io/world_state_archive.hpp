// The two visitors of the schema: one writes a world's state into an HDF5 file, the other reads it.
#pragma once
#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "host/io/hdf5.hpp"
#include "throng/types.hpp"

namespace throng {

/// What both do; `Access` says how a column of numbers gets in or out.
template <typename Access>
class WorldStateArchive : public Access {
 public:
  WorldStateArchive(hid_t file, std::uint64_t version) : Access(file), version_(version) {}
  /// Of the file's format.
  [[nodiscard]] std::uint64_t version() const { return version_; }

  template <typename Value>
  void flag(const char* name, Value& value) {
    std::uint8_t number = value ? 1 : 0;
    this->value(name, number);
    if constexpr (!std::is_const_v<Value>) value = this->as_flag(name, number);
  }
  template <typename Choice>
  void choice(const char* name, Choice& value, std::remove_const_t<Choice> last) {
    auto number = static_cast<std::int32_t>(value);
    this->value(name, number);
    if constexpr (!std::is_const_v<Choice>) value = this->template as_choice<Choice>(name, number, last);
  }
  template <typename Rows, typename Row, typename Member>
  void column(const char* name, Rows& rows, Member Row::*member) {
    this->template rows_as<Member>(
        name, rows, [member](const Row& row) { return row.*member; },
        [member](Row& row, Member v) { row.*member = v; });
  }
  template <typename Rows, typename Row>
  void flag_column(const char* name, Rows& rows, bool Row::*member) {
    this->template rows_as<std::uint8_t>(
        name, rows, [member](const Row& row) { return std::uint8_t{row.*member}; },
        [this, name, member](Row& row, std::uint8_t v) { row.*member = this->as_flag(name, v); });
  }
  template <typename Rows, typename Row, typename Choice>
  void choice_column(const char* name, Rows& rows, Choice Row::*member, Choice last) {
    this->template rows_as<std::int32_t>(
        name, rows, [member](const Row& row) { return static_cast<std::int32_t>(row.*member); },
        [=, this](Row& row, std::int32_t v) { row.*member = this->template as_choice<Choice>(name, v, last); });
  }
  /// Two datasets: whether the value is there, and the value.
  template <typename Rows, typename Row>
  void optional_column(const char* name, Rows& rows, std::optional<double> Row::*member) {
    const std::string given = std::string(name) + "_given";
    this->template rows_as<std::uint8_t>(
        given.c_str(), rows, [member](const Row& row) { return std::uint8_t{(row.*member).has_value()}; },
        [this, name, member](Row& row, std::uint8_t v) {
          row.*member = this->as_flag(name, v) ? std::optional<double>(0.0) : std::nullopt;
        });
    this->template rows_as<double>(
        name, rows, [member](const Row& row) { return (row.*member).value_or(0.0); },
        [member](Row& row, double v) {
          if (row.*member) row.*member = v;
        });
  }
  /// A dataset that says whether a part is there, and one for each of its members.
  template <typename Rows, typename Row, typename Part>
  void given_column(const char* name, Rows& rows, std::optional<Part> Row::*part) {
    this->template rows_as<std::uint8_t>(
        name, rows, [part](const Row& row) { return std::uint8_t{(row.*part).has_value()}; },
        [this, name, part](Row& row, std::uint8_t v) {
          row.*part = this->as_flag(name, v) ? std::optional<Part>(Part()) : std::nullopt;
        });
  }
  template <typename Rows, typename Row, typename Part>
  void part_column(const char* name, Rows& rows, std::optional<Part> Row::*part, double Part::*member) {
    this->template rows_as<double>(
        name, rows, [=](const Row& row) { return row.*part ? (*(row.*part)).*member : 0.0; },
        [=](Row& row, double v) {
          if (row.*part) (*(row.*part)).*member = v;
        });
  }
  /// One that every saved row has.
  template <typename Rows, typename Row>
  void column(const char* name, Rows& rows, std::optional<double> Row::*member) {
    this->template rows_as<double>(
        name, rows, [member](const Row& row) { return (row.*member).value(); },
        [member](Row& row, double v) { row.*member = v; });
  }
  /// A row of another table, or -1.
  template <typename Rows, typename Row, typename Index>
  void row_column(const char* name, Rows& rows, std::optional<Index> Row::*member) {
    this->template rows_as<std::int64_t>(
        name, rows,
        [member](const Row& row) { return row.*member ? std::int64_t{(row.*member)->row} : std::int64_t{-1}; },
        [this, name, member](Row& row, std::int64_t v) {
          this->require(v >= -1 && v <= std::int64_t{0xffffffff}, name, "a number that is no row");
          if (v >= 0) row.*member = Index{static_cast<std::uint32_t>(v)};
        });
  }
  /// Two datasets and a count per row: the shapes' vertices, one shape after the other.
  template <typename Rows, typename Row>
  void vertices(const char* name, Rows& rows, std::vector<Vec2d> Row::*member) {
    const std::string count = std::string(name) + "_count", x = std::string(name) + "_x", y = std::string(name) + "_y";
    std::vector<double> xs, ys;
    for (const auto& row : rows) {
      for (const Vec2d& vertex : row.*member) {
        xs.push_back(vertex.x);
        ys.push_back(vertex.y);
      }
    }
    this->array(x.c_str(), xs);
    this->array(y.c_str(), ys);
    std::uint64_t next = 0;
    this->template rows_as<std::uint64_t>(
        count.c_str(), rows, [member](const Row& row) { return static_cast<std::uint64_t>((row.*member).size()); },
        [&](Row& row, std::uint64_t n) {
          this->require(n <= xs.size() - next && xs.size() == ys.size(), count, "more vertices than there are");
          for (std::uint64_t i = 0; i < n; ++i, ++next) (row.*member).push_back({xs[next], ys[next]});
        });
    if constexpr (!std::is_const_v<Rows>) this->require(next == xs.size(), count, "fewer vertices than there are");
  }

 private:
  std::uint64_t version_;
};

/// Puts values into a file.
class SaveAccess {
 public:
  explicit SaveAccess(hid_t file) : file_(file) {}
  void group(const char* name) {
    group_ = hdf5::Handle(H5Gcreate2(file_, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose, name);
  }
  /// A group that not every file has: whether this one does, and then it is the present one.
  bool optional_group(const char* name, bool wanted) {
    if (wanted) group(name);
    return wanted;
  }
  template <typename T>
  void value(const char* name, const T& value) {
    hdf5::write_attribute(group_, name, value);
  }
  template <typename T>
  void array(const char* name, const std::vector<T>& values) {
    hdf5::write_column<T>(group_, name, values);
  }
  template <typename T, typename Rows, typename Get, typename Set>
  void rows_as(const char* name, const Rows& rows, Get get, Set) {
    std::vector<T> values;
    values.reserve(rows.size());
    for (const auto& row : rows) values.push_back(get(row));
    array(name, values);
  }
  static void require(bool, const std::string&, const char*) {}
  static bool as_flag(const char*, std::uint8_t number) { return number != 0; }
  template <typename Choice>
  static Choice as_choice(const char*, std::int32_t number, Choice) {
    return static_cast<Choice>(number);
  }

 private:
  hid_t file_;
  hdf5::Handle group_;
};

/// Takes values from a file; what can't be is an hdf5::Failure.
class LoadAccess {
 public:
  explicit LoadAccess(hid_t file) : file_(file) {}
  void group(const char* name) {
    group_ = hdf5::Handle(H5Gopen2(file_, name, H5P_DEFAULT), H5Gclose, name);
    group_name_ = name;
    rows_known_ = false;
  }
  bool optional_group(const char* name, bool) {
    if (hdf5::check(H5Lexists(file_, name, H5P_DEFAULT), name) <= 0) return false;
    group(name);
    return true;
  }
  template <typename T>
  void value(const char* name, T& value) {
    value = hdf5::read_attribute<T>(group_, name);
  }
  template <typename T>
  void array(const char* name, std::vector<T>& values) {
    values = hdf5::read_column<T>(group_, name);
  }
  template <typename T, typename Rows, typename Get, typename Set>
  void rows_as(const char* name, Rows& rows, Get, Set set) {
    const std::vector<T> values = hdf5::read_column<T>(group_, name);
    if (!rows_known_) rows.resize(values.size());  // the first column of a group says how many rows there are
    rows_known_ = true;
    require(values.size() == rows.size(), name, "another number of rows than the group's other datasets");
    for (std::size_t i = 0; i < values.size(); ++i) set(rows[i], values[i]);
  }
  void require(bool good, const std::string& name, const char* problem) const {
    if (!good) throw hdf5::Failure(fmt::format("'{}/{}': {}", group_name_, name, problem), 0);
  }
  bool as_flag(const char* name, std::uint8_t number) const {
    require(number <= 1, name, "neither 0 nor 1");
    return number != 0;
  }
  template <typename Choice>
  Choice as_choice(const char* name, std::int32_t number, Choice last) const {
    require(number >= 0 && number <= static_cast<std::int32_t>(last), name, "a number that stands for nothing");
    return static_cast<Choice>(number);
  }

 private:
  hid_t file_;
  hdf5::Handle group_;
  std::string group_name_;
  bool rows_known_ = false;
};

}  // namespace throng
