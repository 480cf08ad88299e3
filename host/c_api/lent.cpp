#include "host/c_api/lent.hpp"

#include <cstring>

namespace throng::c_api {

Lent::~Lent() {
  while (first_ != nullptr) {
    Block* const block = std::exchange(first_, first_->next);
    callbacks_->give_back(block, block->size, alignof(Block));
  }
}

unsigned char* Lent::bytes(std::size_t size) {
  if (size == 0) return nullptr;
  if (size > static_cast<std::size_t>(-1) - sizeof(Block)) throw std::bad_array_new_length();
  void* const memory = callbacks_->take(sizeof(Block) + size, alignof(Block));
  first_ = ::new (memory) Block{first_, sizeof(Block) + size};
  return reinterpret_cast<unsigned char*>(first_ + 1);
}

const char* Lent::text(std::string_view text) {
  unsigned char* const copy = bytes(text.size() + 1);
  std::memcpy(copy, text.data(), text.size());
  copy[text.size()] = '\0';
  return reinterpret_cast<const char*>(copy);
}

std::span<const char* const> Lent::texts(const std::vector<std::string>& texts) {
  const char** const lines = structs<const char*>(texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) lines[i] = text(texts[i]);
  return {lines, texts.size()};
}

void check_borrowed_count(std::uint64_t count, std::uint64_t most, const char* name) {
  if (count <= most) return;
  refuse(std::string(name) + " has " + std::to_string(count) + " elements, wanted at most " + std::to_string(most));
}

std::string text_or_empty(const char* text) { return text == nullptr ? std::string() : std::string(text); }

}  // namespace throng::c_api
