// The scenario of the C interface.
#pragma once
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "host/c_api/lent.hpp"
#include "throng/c/scenario.h"
#include "throng/scenario.hpp"

struct throng_scenario : throng::c_api::Object {
  throng_scenario(const throng::c_api::Callbacks& callbacks, throng::Scenario&& read, const std::string& file)
      : Object(callbacks),
        scenario(std::move(read)),
        path(file),
        source_as_run(throng::with_seed(scenario.source, scenario.options.seed)),
        texts(this->callbacks()),
        name_text(texts.text(scenario.name)),
        source_text(texts.text(scenario.source)),
        source_as_run_text(texts.text(source_as_run)),
        geometry_text(texts.text(scenario.wkt_geometry)),
        warnings(texts.texts(scenario.warnings)),
        files(texts.texts(scenario.files)),
        profile_names(texts.texts(scenario.profile_names)),
        behavior_names(texts.texts(scenario.behavior_names)),
        lent(this->callbacks()) {}

  throng::Scenario scenario;
  const std::string path;           ///< what errors call it
  const std::string source_as_run;  ///< for recordings
  throng::c_api::Lent texts;        ///< in which the following lie
  const char *const name_text, *const source_text, *const source_as_run_text, *const geometry_text;
  const std::span<const char*const> warnings, files, profile_names, behavior_names;
  throng::c_api::Lent lent;  ///< of the last call
};
