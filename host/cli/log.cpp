#include "host/cli/log.hpp"

#include <memory>

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

namespace throng::cli {

void set_up_log() {
  // Not by spdlog's factory: that refuses a name it knows, and a process may set this up more than once.
  spdlog::set_default_logger(
      std::make_shared<spdlog::logger>("throng", std::make_shared<spdlog::sinks::stderr_color_sink_st>()));
  spdlog::set_pattern("%n: %^%l%$: %v");
}

void silence_log() { spdlog::set_level(spdlog::level::err); }

void log_info(const std::string& message) { spdlog::info("{}", message); }
void log_warning(const std::string& message) { spdlog::warn("{}", message); }
void log_error(const std::string& message) { spdlog::error("{}", message); }

}  // namespace throng::cli
