// What has been measured, as JSON and as tables.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "host/measures/measure.hpp"

namespace throng::measures {

/// One JSON object, its last line ended; docs/measures.md describes its keys.
[[nodiscard]] std::string measure_json(const MeasureReport& report);
/// The files that write_measure_tables writes of so many lines and areas.
[[nodiscard]] std::vector<std::string> measure_table_names(std::size_t lines, std::size_t areas, bool has_map);
/// A file for each series into `folder`, which is made when it is not there; replaces files that are there. Throws
/// input_output.
void write_measure_tables(const MeasureReport& report, const std::string& folder);

}  // namespace throng::measures
