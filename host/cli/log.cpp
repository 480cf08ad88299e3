#include "host/cli/log.hpp"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

namespace throng::cli {

void set_up_log() {
  spdlog::set_default_logger(spdlog::stderr_color_st("throng"));
  spdlog::set_pattern("%n: %^%l%$: %v");
}

void silence_log() { spdlog::set_level(spdlog::level::err); }

void log_info(const std::string& message) { spdlog::info("{}", message); }
void log_warning(const std::string& message) { spdlog::warn("{}", message); }
void log_error(const std::string& message) { spdlog::error("{}", message); }

}  // namespace throng::cli
