// Behaviors of throng/c/steering.h.
#pragma once
#include "host/c_api/lent.hpp"
#include "throng/c/steering.h"
#include "throng/steering.hpp"

namespace throng::c_api {

/// `name` is that of the descriptor, for errors. Throws invalid_argument for what a Behavior can't hold.
Behavior behavior_of(const throng_behavior_desc* given, const std::string& name);
throng_behavior_desc c_behavior(const Behavior& behavior, Lent& lent);

}  // namespace throng::c_api
