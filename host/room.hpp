// Memory ahead of a change, so that the change itself can't run out of it halfway.
#pragma once
#include <algorithm>
#include <cstddef>

namespace throng {

/// Room for `size` elements in all: appending as far as that takes no memory. It at least doubles, so that room for one
/// more, asked for again and again, is cheap. Throws std::bad_alloc; the vector is as it was.
template <class Vector>
void make_room(Vector& vector, std::size_t size) {
  if (size > vector.capacity()) vector.reserve(std::max(size, 2 * vector.capacity()));
}

}  // namespace throng
