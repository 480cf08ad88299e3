// Columns that are written: arrays of a descriptor that may not be wanted, and lists of unknown length.
#pragma once
#include <algorithm>

#include "host/c_api/arrays.hpp"

namespace throng::c_api {

/// A column that is wanted, or none. Checked before anything is written.
template <class T>
class WantedColumn {
 public:
  WantedColumn(const throng_array& array, const char* name, std::uint64_t count) {
    if (!c_api::is_given(array)) return;
    out_.emplace(array, name);
    check_count(out_->count(), count, name);
  }
  [[nodiscard]] bool is_wanted() const { return out_.has_value(); }
  template <class Values>
  void fill(const Values& values) {
    if (!out_) return;
    for (std::uint64_t i = 0; i < out_->count(); ++i) out_->set(i, static_cast<T>(values[i]));
    out_->finish();
  }

 private:
  std::optional<OutArray<T>> out_;
};

/// The first values of a list of unknown length, as many as the array takes; none when it is null.
template <class T>
std::optional<OutArray<T>> optional_target(const throng_array* array, const char* name) {
  if (array == nullptr) return std::nullopt;
  return OutArray<T>(wanted(array, name), name);
}
template <class T, class Values, class Get>
void fill_first(std::optional<OutArray<T>>& out, const Values& values, const Get& get) {
  if (!out) return;
  const std::uint64_t count = std::min<std::uint64_t>(out->count(), values.size());
  for (std::uint64_t i = 0; i < count; ++i) out->set(i, get(values[i]));
  out->finish();
}

}  // namespace throng::c_api
