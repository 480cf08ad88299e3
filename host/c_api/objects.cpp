#include "host/c_api/objects.hpp"

namespace throng::c_api {
namespace {

// Room for the size of each piece is not needed: the host is told it again. malloc aligns to max_align_t.
constexpr std::size_t malloc_alignment = alignof(std::max_align_t);

}  // namespace

void Callbacks::report(const char* what, double done) const {
  if (progress != nullptr && progress(what, done, progress_user) != 0) {
    throw Error(ErrorCode::cancelled, std::string(what) + ": cancelled by the progress callback");
  }
}

std::function<bool(double done)> Callbacks::progress_of(const char* what) const {
  if (progress == nullptr) return {};
  return [*this, what](double done) { return progress(what, done, progress_user) == 0; };
}

void* Callbacks::take(std::size_t size, std::size_t alignment) const {
  void* memory = nullptr;
  if (allocate != nullptr) {
    memory = allocate(size, alignment, memory_user);
  } else if (alignment <= malloc_alignment) {
    memory = std::malloc(size);
  } else {
    memory = std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
  }
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void Callbacks::give_back(void* memory, std::size_t size, std::size_t alignment) const noexcept {
  if (release != nullptr) {
    release(memory, size, alignment, memory_user);
  } else {
    std::free(memory);
  }
}

void Object::keep_error(std::string_view text) noexcept {
  try {
    text_.assign(text);
    error_ = text_.c_str();
  } catch (const std::bad_alloc&) {
    error_ = "no memory is left, not even for what to say about it";
  }
  callbacks_.tell(THRONG_LOG_ERROR, error_);
}

}  // namespace throng::c_api
