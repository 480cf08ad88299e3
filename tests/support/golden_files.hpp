// Reads the recorded data of tests/golden/data.
#pragma once
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace throng::test {

inline std::string data_file(const std::string& name) {
  return std::string(THRONG_SOURCE_DIR) + "/tests/golden/data/" + name;
}

inline std::vector<nlohmann::json> read_json_lines(const std::string& name) {
  std::ifstream file(data_file(name));
  EXPECT_TRUE(file) << data_file(name);
  std::vector<nlohmann::json> cases;
  for (std::string line; std::getline(file, line);) cases.push_back(nlohmann::json::parse(line));
  return cases;
}

inline nlohmann::json read_json(const std::string& name) {
  std::ifstream file(data_file(name));
  EXPECT_TRUE(file) << data_file(name);
  return nlohmann::json::parse(file);
}

/// Rows of numbers by the names of their columns.
inline std::vector<std::map<std::string, double>> read_csv(const std::string& name) {
  std::ifstream file(data_file(name));
  EXPECT_TRUE(file) << data_file(name);
  const auto cells = [](const std::string& line) {
    std::vector<std::string> parts;
    std::istringstream stream(line);
    for (std::string part; std::getline(stream, part, ',');) parts.push_back(part);
    return parts;
  };
  std::string line;
  std::getline(file, line);
  const std::vector<std::string> names = cells(line);
  std::vector<std::map<std::string, double>> rows;
  while (std::getline(file, line)) {
    const std::vector<std::string> values = cells(line);
    EXPECT_EQ(values.size(), names.size()) << name << ": " << line;
    auto& row = rows.emplace_back();
    for (std::size_t k = 0; k < names.size(); ++k) row[names[k]] = std::stod(values[k]);
  }
  return rows;
}

}  // namespace throng::test
