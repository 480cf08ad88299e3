#include "host/io/shuffled_chunk.hpp"

#include <zlib.h>

#include <stdexcept>

namespace throng {
namespace {

/// True when the bytes look random: the chance that two of them agree is near 1/256 (1/170 or less, on a sample).
bool looks_random(std::span<const std::uint8_t> bytes) {
  constexpr std::size_t sample = 4096;
  if (bytes.size() < sample) return false;
  const std::size_t stride = bytes.size() / sample;
  std::array<std::uint32_t, 256> count{};
  for (std::size_t i = 0; i < sample; ++i) ++count[bytes[i * stride]];
  std::uint64_t agreeing = 0;
  for (const std::uint64_t n : count) agreeing += n * (n == 0 ? 0 : n - 1);
  return agreeing * 170 < sample * sample;
}

/// Run-length matching only: after the shuffle nearly all there is to find are runs, at twice the speed of level 1.
class RunDeflater {
 public:
  RunDeflater() {
    if (deflateInit2(&stream_, 1, Z_DEFLATED, -MAX_WBITS, 8, Z_RLE) != Z_OK) throw std::bad_alloc();
  }
  ~RunDeflater() { deflateEnd(&stream_); }
  RunDeflater(const RunDeflater&) = delete;
  RunDeflater& operator=(const RunDeflater&) = delete;

  /// Appends blocks that end on a byte boundary and refer to nothing before them.
  void append(std::span<const std::uint8_t> bytes, std::vector<std::uint8_t>& out) {
    deflateReset(&stream_);
    const std::size_t begin = out.size();
    out.resize(begin + deflateBound(&stream_, static_cast<uLong>(bytes.size())) + 64);
    stream_.next_in = const_cast<Bytef*>(bytes.data());  // zlib's interface predates const; it only reads
    stream_.avail_in = static_cast<uInt>(bytes.size());
    stream_.next_out = out.data() + begin;
    stream_.avail_out = static_cast<uInt>(out.size() - begin);
    if (deflate(&stream_, Z_SYNC_FLUSH) != Z_OK || stream_.avail_in != 0 || stream_.avail_out == 0) {
      throw std::logic_error("zlib did not compress a chunk in one piece");
    }
    out.resize(out.size() - stream_.avail_out);
  }

 private:
  z_stream stream_{};
};

/// Stored blocks (RFC 1951, 3.2.4).
void append_stored(std::span<const std::uint8_t> bytes, bool last, std::vector<std::uint8_t>& out) {
  do {
    const auto block = bytes.first(std::min<std::size_t>(bytes.size(), 0xffff));
    bytes = bytes.subspan(block.size());
    const auto length = static_cast<unsigned>(block.size());
    const unsigned inverse = ~length;
    out.push_back(last && bytes.empty() ? 1 : 0);
    for (const unsigned word : {length, inverse}) {
      out.push_back(static_cast<std::uint8_t>(word));
      out.push_back(static_cast<std::uint8_t>(word >> 8));
    }
    out.insert(out.end(), block.begin(), block.end());
  } while (!bytes.empty());
}

}  // namespace

void ShuffledChunk::compress(std::vector<std::uint8_t>& out) const {
  thread_local RunDeflater deflater;
  out.clear();
  out.push_back(0x78);  // deflate, 32 KiB window
  out.push_back(0x01);  // fastest level; makes the first two bytes a multiple of 31
  const std::size_t planes = bytes_.size() / elements_;
  for (std::size_t first = 0; first < planes;) {
    if (looks_random(plane(first))) {
      append_stored(plane(first++), false, out);
      continue;
    }
    std::size_t end = first + 1;
    while (end < planes && !looks_random(plane(end))) ++end;
    deflater.append(std::span(bytes_).subspan(first * elements_, (end - first) * elements_), out);
    first = end;
  }
  append_stored({}, true, out);
  const uLong sum = adler32(adler32(0, nullptr, 0), bytes_.data(), static_cast<uInt>(bytes_.size()));
  for (int shift = 24; shift >= 0; shift -= 8) out.push_back(static_cast<std::uint8_t>(sum >> shift));
}

}  // namespace throng
