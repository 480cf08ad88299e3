#include "host/cli/log.hpp"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

namespace throng::cli {

void set_up_log() {
  spdlog::set_default_logger(spdlog::stderr_color_st("throng"));
  spdlog::set_pattern("%n: %^%l%$: %v");
}

void silence_log() { spdlog::set_level(spdlog::level::err); }

}  // namespace throng::cli
