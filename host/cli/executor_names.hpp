// Executors as the command line and the files name them.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "throng/world.hpp"

namespace throng::cli {

/// "auto", "cuda", "cpu", "reference".
[[nodiscard]] std::string executor_name(ExecutorKind kind);
[[nodiscard]] const std::vector<std::string>& executor_names();
/// Throws invalid_argument for any other name.
[[nodiscard]] ExecutorKind parse_executor(const std::string& name);

/// Why `automatic` found no GPU among `known`: one line, empty when it did.
[[nodiscard]] std::string why_no_gpu(std::span<const ExecutorInfo> known);

/// Those of `known` that this machine has.
[[nodiscard]] std::vector<ExecutorKind> available_executors(std::span<const ExecutorInfo> known);

}  // namespace throng::cli
