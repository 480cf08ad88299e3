// Tables of numbers, as CSV.
#pragma once
#include <sstream>
#include <string>
#include <vector>

#include "host/scenario/file_text.hpp"

namespace throng::test {

/// Rows below a header.
inline std::vector<std::vector<double>> read_number_table(const std::string& path) {
  std::istringstream file(scenario::read_file(path));
  std::vector<std::vector<double>> rows;
  std::string line, word;
  std::getline(file, line);
  while (std::getline(file, line)) {
    rows.emplace_back();
    for (std::istringstream words(line); std::getline(words, word, ',');) rows.back().push_back(std::stod(word));
  }
  return rows;
}

}  // namespace throng::test
