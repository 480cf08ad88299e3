// The world of the C interface.
#pragma once
#include <cmath>
#include <limits>
#include <utility>

#include "host/c_api/guard.hpp"
#include "host/c_api/lent.hpp"
#include "throng/c/agents.h"
#include "throng/c/world.h"
#include "throng/world.hpp"

struct throng_world : throng::c_api::Object {
  throng_world(const throng::c_api::Callbacks& callbacks, throng::World&& made)
      : Object(callbacks), world(std::move(made)), lent(this->callbacks()) {}
  throng::World world;
  throng::c_api::Lent lent;
};

namespace throng::c_api {

/// As `guarded`, for the C++ world alone.
template <class Work>
throng_status on_world(throng_world* world, const Work& work) noexcept {
  return guarded(world, [&](throng_world& object) { work(object.world); });
}

/// Writes the descriptor that `make(world, lent)` returns. What the world lent before is taken back when all goes well.
template <class Descriptor, class Make>
throng_status lend_from_world(throng_world* world, Descriptor* desc, const Make& make) noexcept {
  return guarded(world, [&](throng_world& object) {
    check_target(desc, "desc");
    Lent lent(object.callbacks());
    write_descriptor(desc, "desc", make(object.world, lent));
    object.lent.swap(lent);
  });
}

inline AgentHandle handle_of(throng_agent agent) { return {agent.slot, agent.generation}; }
inline throng_agent c_handle(AgentHandle agent) { return {agent.slot, agent.generation}; }
inline Vec2d vector_of(throng_vec2d v) { return {v.x, v.y}; }
inline throng_vec2d c_vector(Vec2d v) { return {v.x, v.y}; }

/// NaN in x is not given.
inline std::optional<Vec2d> optional_vector(Vec2d v) {
  return std::isnan(v.x) ? std::nullopt : std::optional<Vec2d>(v);
}
inline Vec2d vector_or_nan(const std::optional<Vec2d>& v) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  return v.value_or(Vec2d{nan, nan});
}

/// A new object, made on another one, most often an instance: `target` is null unless all goes well.
template <class Maker, class T, class Make>
throng_status create(Maker* maker, T** target, const char* name, const Make& make) noexcept {
  return guarded(maker, [&](Maker& object) {
    T*& out = wanted(target, name);
    out = nullptr;
    out = make(object.callbacks());
    object.callbacks().tell(THRONG_LOG_DEBUG, (std::string(name) + " made").c_str());
  });
}

/// The world of `make`, as an object.
template <class Make>
throng_world* make_world_object(const Callbacks& callbacks, const Make& make) {
  return make_object<throng_world>(callbacks, make());
}

[[nodiscard]] throng_world_desc world_desc_of(const WorldOptions& options);
[[nodiscard]] throng_profile_desc profile_desc_of(const Profile& profile);
/// What a descriptor says; it names members in errors. THRONG_AUTOMATIC to THRONG_REFERENCE are the same numbers as
/// ExecutorKind's.
WorldOptions world_options_of(const throng_world_desc& desc);
/// Executor, threads and device of a descriptor, checked; the rest is not looked at.
struct Machine {
  ExecutorKind executor;
  int threads, device;
};
Machine machine_of(const throng_world_desc& desc);

}  // namespace throng::c_api
