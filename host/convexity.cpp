// Are polygons convex? In batch.
#include "kernels/agent/convexity.hpp"

#include "host/body_checks.hpp"
#include "host/checks.hpp"
#include "host/cpu/thread_team.hpp"

namespace throng {
namespace {

constexpr std::size_t convexity_grain = 1024;  // polygons per task

}  // namespace

bool is_convex(const ConvexBodies& polygons, std::vector<RefusedBody>* refused, int threads) {
  const FloatingPointMode mode;
  check_range("threads", threads, 0, 1024, "");
  check_polygon_arrays(polygons);
  const auto* vertices = reinterpret_cast<const BatchPoint*>(polygons.vertices);
  static_assert(sizeof(Vec2f) == sizeof(BatchPoint) && alignof(Vec2f) == alignof(BatchPoint));
  const auto check = [&](std::size_t k) {
    const std::uint32_t first = polygons.offsets[k];
    return clean_polygon<BatchPoint>(vertices + first, polygons.offsets[k + 1] - first, nullptr);
  };
  std::vector<std::uint8_t> bad(polygons.polygon_count);
  ThreadTeam team(polygons.polygon_count <= convexity_grain ? 1 : threads);
  team.for_chunks(polygons.polygon_count, convexity_grain, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t k = begin; k < end; ++k) bad[k] = check(k).fault != 0 ? 1 : 0;
  });
  if (refused != nullptr) refused->clear();
  bool all = true;
  for (std::size_t k = 0; k < bad.size(); ++k) {
    if (bad[k] == 0) continue;
    all = false;
    if (refused == nullptr) break;
    const CleanPolygon found = check(k);
    refused->push_back({k, static_cast<BodyFault>(found.fault), found.vertex});
  }
  return all;
}

std::string_view fault_name(BodyFault fault) {
  switch (fault) {
    case BodyFault::none:
      return "none";
    case BodyFault::too_few_vertices:
      return "too_few_vertices";
    case BodyFault::too_many_vertices:
      return "too_many_vertices";
    case BodyFault::not_finite:
      return "not_finite";
    case BodyFault::zero_area:
      return "zero_area";
    case BodyFault::reflex_vertex:
      return "reflex_vertex";
    case BodyFault::spike:
      return "spike";
    case BodyFault::winds_twice:
      return "winds_twice";
    case BodyFault::bad_rotation:
      return "bad_rotation";
    case BodyFault::bad_radius:
      return "bad_radius";
  }
  return "unknown";
}

}  // namespace throng
