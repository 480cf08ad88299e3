// Height maps in files: NPY, and ESRI's ASCII grid.
#pragma once
#include <string>
#include <string_view>

#include "throng/heights.hpp"

namespace throng::scenario {

/// An array of two dimensions, `<f4` or `<f8`: rows along y, the first one lowest; columns along x. Origin and spacing
/// are left alone. Throws bad_scene; `name` leads the message.
void read_npy_heights(std::string_view bytes, const std::string& name, HeightMap& map);

/// `ncols`, `nrows`, `xllcorner` or `xllcenter`, `yllcorner` or `yllcenter`, `cellsize`, perhaps `NODATA_value`; then
/// the rows, the first one highest. Heights are those of the cells' middles. A cell without data is an error, as is
/// everything that is too much or missing.
void read_asc_heights(std::string_view text, const std::string& name, HeightMap& map);

}  // namespace throng::scenario
