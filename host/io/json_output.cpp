#include "host/io/json_output.hpp"

#include <nlohmann/json.hpp>
#include <utility>

namespace throng {

using Json = nlohmann::ordered_json;

struct JsonOutput::Value {
  Json json;
};

JsonOutput::JsonOutput(std::unique_ptr<Value> value) : value_(std::move(value)) {}
JsonOutput::JsonOutput(const JsonOutput& other) : value_(std::make_unique<Value>(*other.value_)) {}
JsonOutput::JsonOutput(JsonOutput&& other) noexcept = default;
JsonOutput::~JsonOutput() = default;

JsonOutput JsonOutput::object() { return JsonOutput(std::make_unique<Value>(Value{Json::object()})); }
JsonOutput JsonOutput::array() { return JsonOutput(std::make_unique<Value>(Value{Json::array()})); }

JsonOutput& JsonOutput::set(const char* key, bool value) { return value_->json[key] = value, *this; }
JsonOutput& JsonOutput::set(const char* key, int value) { return value_->json[key] = value, *this; }
JsonOutput& JsonOutput::set(const char* key, std::uint64_t value) { return value_->json[key] = value, *this; }
JsonOutput& JsonOutput::set(const char* key, double value) { return value_->json[key] = value, *this; }
JsonOutput& JsonOutput::set(const char* key, const char* value) { return value_->json[key] = value, *this; }
JsonOutput& JsonOutput::set(const char* key, const std::string& value) { return value_->json[key] = value, *this; }
JsonOutput& JsonOutput::set(const char* key, const std::vector<std::string>& value) {
  return value_->json[key] = value, *this;
}
JsonOutput& JsonOutput::set(const char* key, const std::vector<double>& value) {
  return value_->json[key] = value, *this;
}
JsonOutput& JsonOutput::set(const char* key, const JsonOutput& value) {
  return value_->json[key] = value.value_->json, *this;
}
JsonOutput& JsonOutput::add(const JsonOutput& value) { return value_->json.push_back(value.value_->json), *this; }
JsonOutput& JsonOutput::add(const std::vector<double>& value) { return value_->json.push_back(value), *this; }

std::string JsonOutput::text() const { return value_->json.dump(2, ' ', false, Json::error_handler_t::replace); }

}  // namespace throng
