#include "host/c_api/arrays.hpp"

#include <fmt/format.h>

#include <array>
#include <cstring>
#include <limits>
#include <type_traits>

#include "host/device_copy.hpp"

namespace throng::c_api {
namespace {

struct TypeTraits {
  const char* name;
  std::int64_t size, alignment;
};
constexpr std::array<TypeTraits, 12> types = {{{"", 0, 0},
                                               {"THRONG_F64X2", 16, 8},
                                               {"THRONG_F32X2", 8, 4},
                                               {"THRONG_F64", 8, 8},
                                               {"THRONG_F32", 4, 4},
                                               {"THRONG_I64", 8, 8},
                                               {"THRONG_U32", 4, 4},
                                               {"THRONG_I32", 4, 4},
                                               {"THRONG_U8", 1, 1},
                                               {"THRONG_HANDLE", 8, 4},
                                               {"THRONG_U64", 8, 8},
                                               {"THRONG_PAIR", 8, 4}}};

const TypeTraits& traits_of(throng_type type, const char* name) {
  if (type == 0 || type >= types.size()) {
    refuse(fmt::format("{}.type is {}, wanted 1 to {} (throng_type)", name, type, types.size() - 1));
  }
  return types[type];
}

/// The type of single precision that may stand in for one of double precision.
throng_type single_of(throng_type type) {
  if (type == THRONG_F64X2) return THRONG_F32X2;
  if (type == THRONG_F64) return THRONG_F32;
  return type;
}

void check_place(const throng_array& array, const char* name, const TypeTraits& type) {
  if (array.memory > THRONG_DEVICE) {
    refuse(fmt::format("{}.memory is {}, wanted 0 (THRONG_HOST) or 1 (THRONG_DEVICE)", name, array.memory));
  }
  if (array.count > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()) / 16) {
    refuse(fmt::format("{}.count is {}, more than there is memory for", name, array.count));
  }
  if (array.count > 0 && array.data == nullptr) refuse(fmt::format("{}.data is null, count {}", name, array.count));
  if (array.stride != 0 && array.stride > -type.size && array.stride < type.size) {
    refuse(fmt::format("{}.stride is {} bytes, wanted 0 or at least {}, the size of an element", name, array.stride,
                       type.size));
  }
  if (reinterpret_cast<std::uintptr_t>(array.data) % static_cast<std::uintptr_t>(type.alignment) != 0 ||
      array.stride % type.alignment != 0) {
    refuse(
        fmt::format("{}: data and stride are not multiples of {} bytes, as {} wants", name, type.alignment, type.name));
  }
  const std::int64_t stride = array.stride == 0 ? type.size : array.stride;
  const std::int64_t most = std::numeric_limits<std::int64_t>::max() / 2;
  if (array.count > 0 && (stride == std::numeric_limits<std::int64_t>::min() ||
                          (stride < 0 ? -stride : stride) > most / static_cast<std::int64_t>(array.count))) {
    refuse(fmt::format("{}: {} elements at a stride of {} bytes reach beyond the address space", name, array.count,
                       array.stride));
  }
}

DeviceElements device_elements(const throng_array& array, const TypeTraits& type) {
  return {array.data, array.count, array.stride, static_cast<std::size_t>(type.size), array.stream};
}

/// What goes wrong with an array says which one it is.
template <class Work>
void naming(const char* name, const Work& work) {
  try {
    work();
  } catch (const Error& error) {
    throw Error(error.code(), fmt::format("{}: {}", name, error.what()));
  }
}

}  // namespace

ArrayBytes::ArrayBytes(const throng_array& array, const char* name, bool writes)
    : array_(array), name_(name), count_(array.count) {
  const TypeTraits& type = traits_of(array.type, name);
  check_place(array, name, type);
  stride_ = array.stride == 0 ? type.size : array.stride;
  array_.stride = stride_;
  first_ = static_cast<unsigned char*>(array.data);
  if (array.memory == THRONG_HOST || count_ == 0) return;
  staged_.resize(count_ * static_cast<std::uint64_t>(type.size));
  naming(name, [&] {
    DeviceElements elements = device_elements(array_, type);
    if (!writes) return copy_from_device(elements, staged_.data());
    // What can't be read can't be written: known before the call has changed anything.
    elements.count = 1;
    copy_from_device(elements, staged_.data());
    elements.first = static_cast<unsigned char*>(elements.first) + static_cast<std::int64_t>(count_ - 1) * stride_;
    copy_from_device(elements, staged_.data());
  });
  first_ = staged_.data();
  stride_ = type.size;
}

void ArrayBytes::finish() {
  if (staged_.empty()) return;
  const DeviceElements elements = device_elements(array_, traits_of(array_.type, name_));
  naming(name_, [&] { copy_to_device(elements, staged_.data()); });
}

void check_type(const throng_array& array, const char* name, throng_type wanted_type) {
  const TypeTraits& found = traits_of(array.type, name);
  if (array.type == wanted_type || array.type == single_of(wanted_type)) return;
  const throng_type single = single_of(wanted_type);
  refuse(fmt::format("{}.type is {}, wanted {}{}{}", name, found.name, types[wanted_type].name,
                     single == wanted_type ? "" : " or ", single == wanted_type ? "" : types[single].name));
}

void check_array(const throng_array& array, const char* name, throng_type wanted_type) {
  check_type(array, name, wanted_type);
  check_place(array, name, types[array.type]);
}

void check_count(std::uint64_t count, std::uint64_t wanted_count, const char* name) {
  if (count != wanted_count) refuse(fmt::format("{}.count is {}, wanted {}", name, count, wanted_count));
}

template <class T>
T InArray<T>::operator[](std::uint64_t i) const {
  const unsigned char* const from = bytes_.at(i);
  T value;
  if constexpr (std::is_same_v<T, Vec2d>) {
    if (bytes_.type() == THRONG_F32X2) {
      float xy[2];
      std::memcpy(xy, from, sizeof(xy));
      return {xy[0], xy[1]};
    }
  }
  if constexpr (std::is_same_v<T, double>) {
    if (bytes_.type() == THRONG_F32) {
      float single;
      std::memcpy(&single, from, sizeof(single));
      return single;
    }
  }
  std::memcpy(&value, from, sizeof(value));
  return value;
}

template <class T>
void OutArray<T>::set(std::uint64_t i, const T& value) {
  unsigned char* const to = bytes_.at(i);
  if constexpr (std::is_same_v<T, Vec2d>) {
    if (bytes_.type() == THRONG_F32X2) {
      const float xy[2] = {static_cast<float>(value.x), static_cast<float>(value.y)};
      std::memcpy(to, xy, sizeof(xy));
      return;
    }
  }
  if constexpr (std::is_same_v<T, double>) {
    if (bytes_.type() == THRONG_F32) {
      const auto single = static_cast<float>(value);
      std::memcpy(to, &single, sizeof(single));
      return;
    }
  }
  std::memcpy(to, &value, sizeof(value));
}

template class InArray<Vec2d>;
template class InArray<Vec2f>;
template class InArray<double>;
template class InArray<float>;
template class InArray<std::int64_t>;
template class InArray<std::uint64_t>;
template class InArray<std::uint32_t>;
template class InArray<std::int32_t>;
template class InArray<std::uint8_t>;
template class InArray<AgentHandle>;
template class InArray<BodyPair>;
template class OutArray<Vec2d>;
template class OutArray<Vec2f>;
template class OutArray<double>;
template class OutArray<float>;
template class OutArray<std::int64_t>;
template class OutArray<std::uint64_t>;
template class OutArray<std::uint32_t>;
template class OutArray<std::int32_t>;
template class OutArray<std::uint8_t>;
template class OutArray<AgentHandle>;

}  // namespace throng::c_api
