// A scene of agents of a model.
#pragma once
#include <string>

#include "bench/validation/experiments.hpp"
#include "throng/scenario.hpp"

namespace throng::validation {

inline constexpr double most_time = 400.0;  ///< s, then a run is given up

/// `agents` are entries of /agents, whose profile is "person"; `more` further members of the scene.
Scenario model_scene(const Model& model, std::uint64_t seed, const std::string& agents, const std::string& more,
                     const std::string& folder);

}  // namespace throng::validation
