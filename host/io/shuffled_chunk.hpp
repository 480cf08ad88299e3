// One chunk of a dataset in the making, kept in the order of HDF5's shuffle filter and compressed without the library's
// lock.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

namespace throng {

/// Elements are stored byte plane by byte plane: all first bytes, all second bytes, and so on. A file that declares the
/// filters shuffle and deflate reads what compress() returns as an ordinary chunk.
class ShuffledChunk {
 public:
  /// `element_size` in bytes, as HDF5 shuffles: of the whole compound, or of one number.
  ShuffledChunk(std::size_t element_size, std::size_t elements)
      : elements_(elements), bytes_(element_size * elements, 0) {}

  /// Sets the field at byte `offset` of the elements `first` to `first + count - 1` to value(0), value(1), ...
  template <typename Value>
  void put(std::size_t offset, std::size_t first, std::size_t count, Value value) {
    using T = decltype(value(std::size_t{0}));
    using Bits = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
    static_assert(sizeof(T) == sizeof(Bits) && std::endian::native == std::endian::little);
    std::array<Bits, 512> block;  // small enough for the fastest cache, so that each plane is one streaming loop
    for (std::size_t done = 0; done < count; done += block.size()) {
      const std::size_t n = std::min(block.size(), count - done);
      for (std::size_t i = 0; i < n; ++i) block[i] = std::bit_cast<Bits>(value(done + i));
      for (std::size_t byte = 0; byte < sizeof(Bits); ++byte) {
        std::uint8_t* plane = bytes_.data() + (offset + byte) * elements_ + first + done;
        for (std::size_t i = 0; i < n; ++i) plane[i] = static_cast<std::uint8_t>(block[i] >> (8 * byte));
      }
    }
  }

  /// All elements zero again.
  void clear() { std::fill(bytes_.begin(), bytes_.end(), std::uint8_t{0}); }

  /// A zlib stream (RFC 1950) of the chunk. Planes without structure (the low bits of coordinates) are stored as they
  /// are: deflate would spend most of the time on them and save nothing.
  void compress(std::vector<std::uint8_t>& out) const;

 private:
  [[nodiscard]] std::span<const std::uint8_t> plane(std::size_t index) const {
    return std::span(bytes_).subspan(index * elements_, elements_);
  }

  std::size_t elements_;
  std::vector<std::uint8_t> bytes_;
};

}  // namespace throng
