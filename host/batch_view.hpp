// A batch call as the operations take it.
#pragma once
#include "kernels/agent/steer_batch.hpp"
#include "throng/steering_batch.hpp"

namespace throng {

/// Throws Error{invalid_argument}, as throng::steer says.
BatchView batch_view(const SteeringBatch& batch);

}  // namespace throng
