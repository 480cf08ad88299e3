// Steering without a world, of throng/c/steering.h.
#include "throng/steering_batch.hpp"

#include "host/c_api/behaviors.hpp"
#include "host/c_api/packed_arrays.hpp"

using namespace throng;
using namespace throng::c_api;

namespace {

/// The arrays of a throng_steer_desc.
class BatchArrays {
 public:
  explicit BatchArrays(const throng_steer_desc& desc)
      : place_(desc.position, "desc.position"),
        count_(desc.position.count),
        target_count_(desc.target_position.count),
        position_(desc.position, "desc.position", place_, count_),
        velocity_(desc.velocity, "desc.velocity", place_, count_),
        heading_(desc.heading, "desc.heading", place_, count_),
        target_position_(desc.target_position, "desc.target_position", place_, target_count_),
        target_velocity_(desc.target_velocity, "desc.target_velocity", place_, target_count_),
        target_heading_(desc.target_heading, "desc.target_heading", place_, target_count_),
        max_speed_(desc.max_speed, "desc.max_speed", place_, count_),
        target_(desc.target, "desc.target", place_, count_),
        second_target_(desc.second_target, "desc.second_target", place_, count_),
        desired_velocity_(desc.desired_velocity, "desc.desired_velocity", place_, count_),
        steering_(desc.steering, "desc.steering", place_, count_),
        aim_point_(desc.aim_point, "desc.aim_point", place_, count_),
        time_(desc.time, "desc.time", place_, count_),
        reachable_(desc.reachable, "desc.reachable", place_, count_) {}

  [[nodiscard]] SteeringBatch batch(const Behavior& behavior, double time_step) {
    return {.behavior = behavior,
            .pursuers = {count_, position_.data(), velocity_.data(), heading_.data()},
            .max_speed = max_speed_.data(),
            .targets = {target_count_, target_position_.data(), target_velocity_.data(), target_heading_.data()},
            .target = target_.data(),
            .second_target = second_target_.data(),
            .time_step = time_step,
            .out = {desired_velocity_.data(), steering_.data(), aim_point_.data(), time_.data(), reachable_.data()}};
  }
  void finish() {
    desired_velocity_.finish();
    steering_.finish();
    aim_point_.finish();
    time_.finish();
    reachable_.finish();
  }

 private:
  ArrayPlace place_;
  std::size_t count_, target_count_;
  PackedIn<Vec2f> position_, velocity_, heading_, target_position_, target_velocity_, target_heading_;
  PackedIn<float> max_speed_;
  PackedIn<std::uint32_t> target_, second_target_;
  PackedOut<Vec2f> desired_velocity_, steering_, aim_point_;
  PackedOut<float> time_;
  PackedOut<std::uint8_t> reachable_;
};

}  // namespace

void throng_steer_desc_init(throng_steer_desc* desc, std::size_t struct_size) {
  throng_steer_desc defaults = blank<throng_steer_desc>();
  defaults.time_step = SteeringBatch{}.time_step;
  init_descriptor(desc, struct_size, defaults);
}

throng_status throng_steer(throng_instance* instance, const throng_steer_desc* desc) {
  return guarded(instance, [&](Object&) {
    const throng_steer_desc read = read_descriptor(desc, "desc", throng_steer_desc_init);
    const Behavior behavior = behavior_of(read.behavior, "desc.behavior");
    BatchArrays arrays(read);
    const SteeringBatch batch = arrays.batch(behavior, read.time_step);
    if (read.position.memory == THRONG_DEVICE) return steer_on_device(batch, read.position.stream);
    steer(batch, read.threads);
    arrays.finish();
  });
}
