#include "host/io/sealed_file.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <vector>

#include "kernels/agent/mix64.hpp"
#include "throng/error.hpp"

namespace throng {
namespace {

constexpr std::size_t words_in_seal = seal_size / sizeof(std::uint64_t);
using Seal = std::array<std::uint64_t, words_in_seal>;
enum : std::size_t { magic_word, version_word, length_word, hash_word, first_unused_word };
constexpr std::uint64_t magic = 0x31'57'47'4e'52'48'54'89ull;  // in the file: 0x89 "THRNGW1"

/// Hash of the seal (its hash left out) and of all that follows. Each word goes through a bijection of the state, so
/// that a change of a single word, whatever it is, always changes the result.
std::uint64_t hash_stream(const Seal& seal, std::istream& rest) {
  std::uint64_t hash = 0;
  const auto add = [&hash](std::uint64_t word) { hash = mix64(hash ^ word) + 0x9e3779b97f4a7c15ull; };
  for (std::size_t i = 0; i < seal.size(); ++i) add(i == hash_word ? 0 : seal[i]);
  std::vector<std::uint64_t> block(1 << 13);
  for (;;) {
    rest.read(reinterpret_cast<char*>(block.data()),
              static_cast<std::streamsize>(block.size() * sizeof(std::uint64_t)));
    const auto bytes = static_cast<std::size_t>(rest.gcount());
    if (bytes == 0) return hash;
    std::memset(reinterpret_cast<char*>(block.data()) + bytes, 0, block.size() * sizeof(std::uint64_t) - bytes);
    for (std::size_t i = 0; i * sizeof(std::uint64_t) < bytes; ++i) add(block[i]);
  }
}

[[noreturn]] void throw_io(const std::string& path, const char* what) {
  throw Error(ErrorCode::input_output, fmt::format("'{}' {}: {}", path, what, std::strerror(errno)));
}

[[noreturn]] void throw_corrupt(const std::string& path, const std::string& reason) {
  throw Error(ErrorCode::corrupt_file, fmt::format("'{}' {}", path, reason));
}

}  // namespace

void seal_file(const std::string& path, std::uint64_t format_version, const std::string& shown_path) {
  std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
  if (!file) throw_io(shown_path, "can't be written");
  Seal seal{};
  seal[magic_word] = magic;
  seal[version_word] = format_version;
  seal[length_word] = std::filesystem::file_size(path);
  file.seekg(seal_size);
  seal[hash_word] = hash_stream(seal, file);
  if (file.bad()) throw_io(shown_path, "can't be read back");
  file.clear();
  file.seekp(0);
  file.write(reinterpret_cast<const char*>(seal.data()), seal_size);
  if (!file.flush()) throw_io(shown_path, "can't be written");
}

std::uint64_t check_seal(const std::string& path, std::uint64_t oldest, std::uint64_t newest) {
  std::error_code failure;
  if (std::filesystem::is_directory(path, failure)) {
    throw Error(ErrorCode::input_output, fmt::format("'{}' can't be read: it is a folder", path));
  }
  std::ifstream file(path, std::ios::binary);
  if (!file.is_open()) throw_io(path, "can't be read");
  const std::uint64_t length = std::filesystem::file_size(path, failure);
  if (failure) throw Error(ErrorCode::input_output, fmt::format("'{}' can't be read: {}", path, failure.message()));
  Seal seal{};
  if (length < seal_size) throw_corrupt(path, fmt::format("is not a saved state: it has only {} bytes", length));
  if (!file.read(reinterpret_cast<char*>(seal.data()), seal_size)) throw_io(path, "can't be read");
  if (seal[magic_word] != magic) throw_corrupt(path, "is not a saved state of Throng");
  if (seal[version_word] < oldest || seal[version_word] > newest) {
    throw_corrupt(path, fmt::format("is a saved state of format {}; this version of Throng reads formats {} to {}",
                                    seal[version_word], oldest, newest));
  }
  if (seal[length_word] != length) {
    throw_corrupt(
        path, fmt::format("is cut short or damaged: it should have {} bytes and has {}", seal[length_word], length));
  }
  const std::uint64_t hash = hash_stream(seal, file);
  if (file.bad()) throw_io(path, "can't be read");
  if (hash != seal[hash_word]) throw_corrupt(path, "is damaged: its content doesn't match its checksum");
  return seal[version_word];
}

}  // namespace throng
