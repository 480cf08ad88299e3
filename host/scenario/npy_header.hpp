// What NumPy's files of arrays (NPY) say of themselves, after numpy.lib.format in NumPy's documentation.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace throng::scenario {

struct NpyColumn {
  std::string name;
  std::string type;  ///< as NumPy writes it: <f8
};

struct NpyHeader {
  std::vector<NpyColumn> columns;  ///< of a structured array
  std::string type;                ///< of all values of one without columns
  bool is_structured = false;
  std::optional<bool> fortran_order;  ///< none = the file does not say
  std::vector<std::uint64_t> shape;
  std::string shape_text;  ///< as the file has it, for messages
  std::string_view data;   ///< what stands behind the header
};

/// By the first bytes.
bool is_npy(std::string_view bytes);

/// Of versions 1 to 3, from a text that outlives it. Types are not judged. Throws bad_scene, `file` in front.
NpyHeader read_npy_header(std::string_view bytes, const std::string& file);

/// Throws bad_scene: "FILE: NPY header: MESSAGE".
[[noreturn]] void fail_npy_header(const std::string& file, const std::string& message);

}  // namespace throng::scenario
