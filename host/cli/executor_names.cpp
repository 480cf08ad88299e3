#include "host/cli/executor_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace throng::cli {
namespace {

constexpr std::array<std::pair<ExecutorKind, const char*>, 4> names{{{ExecutorKind::automatic, "auto"},
                                                                     {ExecutorKind::cuda, "cuda"},
                                                                     {ExecutorKind::cpu, "cpu"},
                                                                     {ExecutorKind::reference, "reference"}}};

}  // namespace

std::string executor_name(ExecutorKind kind) {
  for (const auto& [value, name] : names) {
    if (value == kind) return name;
  }
  return "unknown";
}

const std::vector<std::string>& executor_names() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> result;
    for (const auto& [value, name] : names) result.emplace_back(name);
    return result;
  }();
  return all;
}

ExecutorKind parse_executor(const std::string& name) {
  for (const auto& [value, known] : names) {
    if (name == known) return value;
  }
  throw Error(ErrorCode::invalid_argument,
              fmt::format("executor \"{}\" is unknown, wanted auto, cuda, cpu or reference", name));
}

std::string why_no_gpu(std::span<const ExecutorInfo> known) {
  for (const ExecutorInfo& executor : known) {
    if (executor.kind == ExecutorKind::cuda) return executor.available ? "" : executor.detail;
  }
  return "this build has no cuda executor";
}

std::vector<ExecutorKind> available_executors(std::span<const ExecutorInfo> known) {
  std::vector<ExecutorKind> result;
  for (const ExecutorInfo& executor : known) {
    if (executor.available) result.push_back(executor.kind);
  }
  return result;
}

}  // namespace throng::cli
