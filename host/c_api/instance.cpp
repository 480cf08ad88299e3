#include "throng/c/instance.h"

#include <fmt/format.h>

#include "host/c_api/descriptor.hpp"

using namespace throng::c_api;

namespace {

Callbacks callbacks_of(const throng_instance_desc& desc) {
  if (desc.least_level > THRONG_LOG_ERROR) {
    throng::refuse(fmt::format("desc.least_level is {}, wanted 0 to {}", desc.least_level, +THRONG_LOG_ERROR));
  }
  if ((desc.allocate == nullptr) != (desc.release == nullptr)) {
    throng::refuse(fmt::format("desc.{} is null, and the other of allocate and release is not",
                               desc.allocate == nullptr ? "allocate" : "release"));
  }
  return {desc.least_level,   desc.log,      desc.log_user, desc.progress,
          desc.progress_user, desc.allocate, desc.release,  desc.memory_user};
}

/// Of making an instance: there is no object yet whose text it could be.
struct NoObject : Object {
  explicit NoObject(const throng_instance_desc* desc) : Object(log_of(desc)) {}
  static Callbacks log_of(const throng_instance_desc* desc) {
    Callbacks callbacks;
    const bool is_in_place = reinterpret_cast<std::uintptr_t>(desc) % alignof(throng_instance_desc) == 0;
    if (desc != nullptr && is_in_place && desc->struct_size >= first_size<throng_instance_desc> &&
        desc->struct_size <= most_size) {
      callbacks.log = desc->log;
      callbacks.log_user = desc->log_user;
    }
    return callbacks;
  }
};

}  // namespace

void throng_instance_desc_init(throng_instance_desc* desc, std::size_t struct_size) {
  throng_instance_desc defaults = blank<throng_instance_desc>();
  defaults.least_level = THRONG_LOG_WARNING;
  init_descriptor(desc, struct_size, defaults);
}

throng_status throng_instance_create(const throng_instance_desc* desc, throng_instance** instance) {
  NoObject nobody(desc);
  return guarded(&nobody, [&](Object&) {
    throng_instance*& target = wanted(instance, "instance");
    target = nullptr;
    target =
        make_object<throng_instance>(callbacks_of(read_optional_descriptor(desc, "desc", throng_instance_desc_init)));
  });
}
void throng_instance_destroy(throng_instance* instance) { destroy_object(instance); }
const char* throng_instance_error(const throng_instance* instance) {
  return instance == nullptr ? "" : instance->error();
}
