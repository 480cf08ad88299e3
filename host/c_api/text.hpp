// Texts of the C interface, in their host's memory.
#pragma once
#include <string_view>

#include "host/c_api/objects.hpp"
#include "throng/c/text.h"

struct throng_text : throng::c_api::Object {
  throng_text(const throng::c_api::Callbacks& callbacks, std::string_view of)
      : Object(callbacks), text(of, throng::c_api::HostAllocator<char>(this->callbacks())) {}
  const throng::c_api::HostString text;
};
