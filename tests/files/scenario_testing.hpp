// What the tests of scenario files share.
#pragma once
#include <gtest/gtest.h>

#include <string>

#include "throng/scenario.hpp"

namespace throng {

inline std::string data_path(const std::string& name) { return std::string(THRONG_SOURCE_DIR) + "/tests/data/" + name; }

/// A scenario of one second with these keys beside the required ones.
inline std::string scenario_text(const std::string& keys) {
  return R"({"throng": 1, "duration": 1)" + (keys.empty() ? "" : ", " + keys) + "}";
}

/// A scenario of one agent at the origin with these keys.
inline std::string agent_text(const std::string& keys) {
  return scenario_text(R"("agents": [{"position": [0, 0])" + (keys.empty() ? "" : ", " + keys) + "}]");
}

inline Scenario parse(const std::string& text) { return parse_scenario(text, data_path("scenario_good"), "test.json"); }

/// The message of the bad_scene error that `call` throws; a test failure when it throws none, or another.
template <class Call>
std::string error_of(Call call, ErrorCode code = ErrorCode::bad_scene) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), code) << error.what();
    return error.what();
  }
  ADD_FAILURE() << "no error";
  return "";
}

inline void expect_contains(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << "found:  " << text << "\nwanted: " << part;
}

}  // namespace throng
