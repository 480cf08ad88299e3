// JSON that is written: over nlohmann::ordered_json, whose header is slow to compile and stays in one file.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace throng {

/// An object or array under construction; keys keep the order in which they are set.
class JsonOutput {
 public:
  static JsonOutput object();
  static JsonOutput array();
  JsonOutput(const JsonOutput& other);
  JsonOutput(JsonOutput&& other) noexcept;
  ~JsonOutput();

  // Of an object.
  JsonOutput& set(const char* key, bool value);
  JsonOutput& set(const char* key, int value);
  JsonOutput& set(const char* key, std::uint64_t value);
  JsonOutput& set(const char* key, double value);  ///< null when not finite: JSON has no such number
  JsonOutput& set(const char* key, const char* value);
  JsonOutput& set(const char* key, const std::string& value);
  JsonOutput& set(const char* key, const std::vector<std::string>& value);
  JsonOutput& set(const char* key, const JsonOutput& value);
  JsonOutput& set(const char* key, const std::vector<double>& value);
  // Of an array.
  JsonOutput& add(const JsonOutput& value);
  JsonOutput& add(const std::vector<double>& value);

  /// Indented; bytes that are not UTF-8 replaced.
  [[nodiscard]] std::string text() const;

 private:
  struct Value;
  explicit JsonOutput(std::unique_ptr<Value> value);

  std::unique_ptr<Value> value_;
};

}  // namespace throng
