#include "host/array_elements.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>

#include "host/checks.hpp"

namespace throng {
namespace {

struct TypeFacts {
  const char* name;
  ElementKind kind;
  std::size_t size, alignment;
};

/// By the value of ElementType.
constexpr std::array<TypeFacts, 7> type_facts{{{"f32x2", ElementKind::pair, 8, 4},
                                               {"f64x2", ElementKind::pair, 16, 8},
                                               {"f32", ElementKind::number, 4, 4},
                                               {"f64", ElementKind::number, 8, 8},
                                               {"i64", ElementKind::id, 8, 8},
                                               {"u32", ElementKind::bits, 4, 4},
                                               {"u8", ElementKind::flag, 1, 1}}};
static_assert(sizeof(Vec2f) == 8 && sizeof(Vec2d) == 16);

std::string types_of(ElementKind kind) {
  std::string names;
  for (const TypeFacts& type : type_facts) {
    if (type.kind == kind) names += (names.empty() ? "" : " or ") + std::string(type.name);
  }
  return names;
}

}  // namespace

void check_array(std::string_view name, const BorrowedArray& array, ElementKind kind, std::size_t count) {
  if (array.data == nullptr && array.count == 0) return;
  if (array.count != count) {
    refuse(fmt::format("{} has {} elements, positions has {}; it must have as many", name, array.count, count));
  }
  if (array.data == nullptr) refuse(fmt::format("{} has {} elements, but its data is null", name, array.count));
  const auto type = static_cast<std::size_t>(array.type);
  if (type >= type_facts.size()) refuse(fmt::format("{} has the unknown element type {}", name, type));
  const TypeFacts& facts = type_facts[type];
  if (facts.kind != kind) {
    refuse(fmt::format("{} has elements of type {}; they must be {}", name, facts.name, types_of(kind)));
  }
  const auto size = static_cast<std::ptrdiff_t>(facts.size), alignment = static_cast<std::ptrdiff_t>(facts.alignment);
  const bool steps_over = array.stride == 0 || array.stride >= size || array.stride <= -size;
  if (!steps_over || array.stride % alignment != 0) {
    refuse(
        fmt::format("{} has a stride of {} bytes; of {} it must be 0 or, either way, at least {} and a multiple of {}",
                    name, array.stride, facts.name, size, alignment));
  }
  if (reinterpret_cast<std::uintptr_t>(array.data) % facts.alignment != 0) {
    refuse(fmt::format("{} is not aligned to {} bytes, as {} must be", name, alignment, facts.name));
  }
}

BorrowedArray as_borrowed(const WritableArray& array) { return {array.data, array.count, array.type, array.stride}; }

}  // namespace throng
