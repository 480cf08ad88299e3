// The C++ interface of Throng, whole.
#pragma once
#include "throng/collision.hpp"
#include "throng/device_view.hpp"
#include "throng/error.hpp"
#include "throng/heights.hpp"
#include "throng/measures.hpp"
#include "throng/parameters.hpp"
#include "throng/recording.hpp"
#include "throng/scenario.hpp"
#include "throng/steering.hpp"
#include "throng/steering_batch.hpp"
#include "throng/types.hpp"
#include "throng/world.hpp"
