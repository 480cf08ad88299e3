// HDF5 files with a seal in front: any change of any byte is seen before the library, which trusts what it reads, opens
// them.
#pragma once
#include <cstdint>
#include <string>

namespace throng {

/// Bytes before the HDF5 part of the file (its user block; HDF5 tools skip it). They hold a magic word, the format
/// version, the file's length, and a hash of everything.
inline constexpr std::uint64_t seal_size = 512;

/// Fills in the seal of the finished file at `path`. Throws input_output naming `shown_path`.
void seal_file(const std::string& path, std::uint64_t format_version, const std::string& shown_path);

/// Throws input_output when the file can't be read, corrupt_file when it is not sealed, of an unknown version, cut
/// short or changed. Versions from `oldest` to `newest` are known; returns the file's.
std::uint64_t check_seal(const std::string& path, std::uint64_t oldest, std::uint64_t newest);

}  // namespace throng
