// From files to measures, and back to files.
#pragma once
#include <optional>
#include <string>

#include "host/io/file_roles.hpp"
#include "host/measures/measure.hpp"
#include "throng/measures.hpp"

namespace throng::measures {

/// What the settings say of a text file.
[[nodiscard]] TextDefaults text_defaults(const MeasureSettings& settings);
/// The area of a file, or else the trajectory's; none of no area. Throws bad_scene, input_output.
[[nodiscard]] std::optional<WalkableSpace> walkable_space_of(const TrajectoryInfo& info,
                                                             const std::optional<std::string>& geometry);
/// Before anything is read: that tables can be written, and over nothing that has another role. Throws input_output,
/// invalid_argument.
void take_table_files(const MeasureSettings& settings, const char* role, FileRoles& roles);

/// measure_trajectory() before its figures are text.
[[nodiscard]] MeasureReport measure_file(const std::string& path, const MeasureSettings& settings,
                                         const MeasureProgress& progress);

}  // namespace throng::measures
