// Outlines that objects lend.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "host/c_api/lent.hpp"
#include "throng/c/scenario.h"

namespace throng::c_api {

inline throng_outline outline(const std::vector<Vec2d>& vertices, bool closed, const std::string& name, Lent& lent) {
  return {lent.list(vertices), closed ? 1 : 0, 0, lent.text(name)};
}

/// `describe(row, lent)` for each row of a table.
template <class Row, class Describe>
std::span<const throng_outline> lend_outlines(const std::vector<Row>& table, Lent& lent, const Describe& describe) {
  throng_outline* const outlines = lent.structs<throng_outline>(table.size());
  for (std::size_t i = 0; i < table.size(); ++i) outlines[i] = describe(table[i], lent);
  return {outlines, table.size()};
}

}  // namespace throng::c_api
