#include "throng/c/collision.h"

#include "host/c_api/columns.hpp"
#include "host/c_api/packed_arrays.hpp"
#include "host/c_api/world_object.hpp"
#include "throng/collision.hpp"

using namespace throng;
using namespace throng::c_api;

struct throng_bodies : Object {
  throng_bodies(const Callbacks& callbacks, ConvexSet&& made, std::size_t polygon_count, std::size_t disc_count,
                const ArrayPlace& of)
      : Object(callbacks), set(std::move(made)), polygons(polygon_count), discs(disc_count), place(of) {}
  ConvexSet set;
  const std::size_t polygons, discs;
  const ArrayPlace place;
};
struct throng_pairs : Object {
  using Object::Object;
  PairList list;
  throng_memory memory = THRONG_HOST;
  void* stream = nullptr;
};

namespace {

static_assert(static_cast<int>(BodyFault::none) == THRONG_NO_FAULT);
static_assert(static_cast<int>(BodyFault::not_finite) == THRONG_NOT_FINITE);
static_assert(static_cast<int>(BodyFault::bad_radius) == THRONG_BAD_RADIUS);
static_assert(static_cast<int>(PairState::overlapping) == THRONG_OVERLAPPING);
static_assert(static_cast<int>(PairState::invalid) == THRONG_INVALID_PAIR);
static_assert(sizeof(BodyPair) == sizeof(throng_pair) && sizeof(BodyFault) == 1 && sizeof(PairState) == 1);

ArrayPlace place_of(const throng_bodies_desc& desc) {
  if (is_given(desc.offsets) || !is_given(desc.center)) return {desc.offsets, "desc.offsets"};
  return {desc.center, "desc.center"};
}

std::uint64_t polygon_count_of(const throng_bodies_desc& desc) {
  if (!is_given(desc.offsets)) return 0;
  if (desc.offsets.count == 0) refuse("desc.offsets.count is 0, wanted one more than there are polygons");
  return desc.offsets.count - 1;
}

/// The arrays of a throng_bodies_desc.
class BodyArrays {
 public:
  explicit BodyArrays(const throng_bodies_desc& desc)
      : place_(place_of(desc)),
        polygons_(polygon_count_of(desc)),
        discs_(desc.center.count),
        offsets_(desc.offsets, "desc.offsets", place_, desc.offsets.count),
        vertices_(desc.vertices, "desc.vertices", place_, vertex_count(desc)),
        translation_(desc.translation, "desc.translation", place_, polygons_),
        rotation_(desc.rotation, "desc.rotation", place_, polygons_),
        center_(desc.center, "desc.center", place_, discs_),
        radius_(desc.radius, "desc.radius", place_, discs_) {}

  [[nodiscard]] const ArrayPlace& place() const { return place_; }
  [[nodiscard]] bool is_on_device() const { return place_.memory == THRONG_DEVICE; }
  [[nodiscard]] ConvexBodies bodies() const {
    return {polygons_,        offsets_.data(), vertices_.data(), translation_.data(),
            rotation_.data(), discs_,          center_.data(),   radius_.data()};
  }

 private:
  /// A device's offsets are not looked at.
  [[nodiscard]] std::uint64_t vertex_count(const throng_bodies_desc& desc) const {
    return is_on_device() || polygons_ == 0 ? desc.vertices.count : offsets_.data()[polygons_];
  }

  ArrayPlace place_;
  std::size_t polygons_, discs_;
  PackedIn<std::uint32_t> offsets_;
  PackedIn<Vec2f> vertices_, translation_, rotation_, center_;
  PackedIn<float> radius_;
};

throng_refused_body c_refused(const RefusedBody& body) {
  return {body.index, body.vertex, static_cast<throng_body_fault>(body.fault), 0};
}

void give_refused(const std::vector<RefusedBody>& found, throng_refused_body* refused, std::uint64_t capacity) {
  for (std::uint64_t i = 0; i < std::min<std::uint64_t>(capacity, found.size()); ++i) refused[i] = c_refused(found[i]);
}

/// The arrays of a throng_collide_desc.
class CollideArrays {
 public:
  CollideArrays(const throng_collide_desc& desc, const ArrayPlace& place)
      : count_(desc.pairs.count),
        pairs_(desc.pairs, "desc.pairs", place, count_),
        last_axis_(desc.last_axis, "desc.last_axis", place, count_),
        state_(desc.state, "desc.state", place, count_),
        depth_(desc.depth, "desc.depth", place, count_),
        normal_(desc.normal, "desc.normal", place, count_),
        point_count_(desc.point_count, "desc.point_count", place, count_),
        points_(desc.points, "desc.points", place, 2 * count_),
        axis_(desc.axis, "desc.axis", place, count_) {}

  [[nodiscard]] PairBatch batch(const throng_collide_desc& desc) {
    return {.pairs = pairs_.data(),
            .count = count_,
            .last_axis = last_axis_.data(),
            .measure_misses = truth(desc.measure_misses, "desc.measure_misses"),
            .tolerance = desc.tolerance,
            .out = {.state = reinterpret_cast<PairState*>(state_.data()),
                    .depth = depth_.data(),
                    .normal = normal_.data(),
                    .point_count = point_count_.data(),
                    .points = points_.data(),
                    .axis = axis_.data()}};
  }
  void finish() {
    state_.finish();
    depth_.finish();
    normal_.finish();
    point_count_.finish();
    points_.finish();
    axis_.finish();
  }

 private:
  std::size_t count_;
  PackedIn<BodyPair> pairs_;
  PackedIn<std::uint32_t> last_axis_;
  PackedOut<std::uint8_t> state_;
  PackedOut<float> depth_;
  PackedOut<Vec2f> normal_;
  PackedOut<std::uint8_t> point_count_;
  PackedOut<Vec2f> points_;
  PackedOut<std::uint32_t> axis_;
};

/// As many of the points as there is room for, and their number.
void give_points(const std::vector<Vec2d>& points, std::optional<OutArray<Vec2d>>& out, std::uint64_t& count) {
  fill_first(out, points, [](Vec2d v) { return v; });
  count = points.size();
}

}  // namespace

void throng_bodies_desc_init(throng_bodies_desc* desc, std::size_t struct_size) {
  init_descriptor(desc, struct_size, blank<throng_bodies_desc>());
}
const char* throng_body_fault_name(throng_body_fault fault) {
  // Literals, with a zero behind them.
  return fault > THRONG_BAD_RADIUS ? "unknown fault" : fault_name(static_cast<BodyFault>(fault)).data();
}

throng_status throng_is_convex(throng_instance* instance, const throng_bodies_desc* desc, std::int32_t* convex,
                               throng_refused_body* refused, std::uint64_t capacity, std::uint64_t* count) {
  return guarded(instance, [&](Object&) {
    const throng_bodies_desc read = read_descriptor(desc, "desc", throng_bodies_desc_init);
    if (capacity > 0) wanted(refused, "refused");
    if (count != nullptr) wanted(count, "count");
    const BodyArrays arrays(read);
    if (arrays.is_on_device()) {
      refuse("desc.offsets.memory is 1 (THRONG_DEVICE): throng_is_convex_on_device is for it");
    }
    give(convex, "convex", [&] {
      std::vector<RefusedBody> found;
      const bool all = is_convex(arrays.bodies(), &found, read.threads);
      give_refused(found, refused, capacity);
      if (count != nullptr) *count = found.size();
      return all ? 1 : 0;
    });
  });
}
throng_status throng_is_convex_on_device(throng_instance* instance, const throng_bodies_desc* desc,
                                         const throng_array* faults) {
  return guarded(instance, [&](Object&) {
    const BodyArrays arrays(read_descriptor(desc, "desc", throng_bodies_desc_init));
    if (!arrays.is_on_device()) refuse("desc.offsets.memory is 0 (THRONG_HOST): throng_is_convex is for it");
    const ConvexBodies bodies = arrays.bodies();
    PackedOut<std::uint8_t> out(wanted(faults, "faults"), "faults", arrays.place(), bodies.polygon_count);
    is_convex_on_device(bodies, reinterpret_cast<BodyFault*>(out.data()), arrays.place().stream);
  });
}

throng_status throng_bodies_create(throng_instance* instance, const throng_bodies_desc* desc, throng_bodies** bodies) {
  return create(instance, bodies, "bodies", [&](const Callbacks& callbacks) {
    const throng_bodies_desc read = read_descriptor(desc, "desc", throng_bodies_desc_init);
    const BodyArrays arrays(read);
    const ConvexBodies given = arrays.bodies();
    ArrayPlace place = arrays.place();
    place.name = "bodies";
    return make_object<throng_bodies>(
        callbacks, arrays.is_on_device() ? ConvexSet::on_device(given, place.stream) : ConvexSet(given, read.threads),
        given.polygon_count, given.disc_count, place);
  });
}
void throng_bodies_destroy(throng_bodies* bodies) { destroy_object(bodies); }
const char* throng_bodies_error(const throng_bodies* bodies) { return bodies == nullptr ? "" : bodies->error(); }

throng_status throng_bodies_get_count(throng_bodies* bodies, std::uint64_t* count) {
  return guarded(bodies, [&](throng_bodies& b) { give(count, "count", [&] { return b.set.size(); }); });
}
throng_status throng_bodies_get_memory(throng_bodies* bodies, throng_memory* memory) {
  return guarded(bodies, [&](throng_bodies& b) {
    give(memory, "memory", [&] { return b.set.is_on_device() ? THRONG_DEVICE : THRONG_HOST; });
  });
}
throng_status throng_bodies_get_refused(throng_bodies* bodies, throng_refused_body* refused, std::uint64_t capacity,
                                        std::uint64_t* count) {
  return guarded(bodies, [&](throng_bodies& b) {
    if (capacity > 0) wanted(refused, "refused");
    give(count, "count", [&] {
      const std::vector<RefusedBody> found = b.set.refused();
      give_refused(found, refused, capacity);
      return found.size();
    });
  });
}

void throng_poses_desc_init(throng_poses_desc* desc, std::size_t struct_size) {
  init_descriptor(desc, struct_size, blank<throng_poses_desc>());
}
throng_status throng_bodies_move(throng_bodies* bodies, const throng_poses_desc* desc) {
  return guarded(bodies, [&](throng_bodies& b) {
    const throng_poses_desc read = read_descriptor(desc, "desc", throng_poses_desc_init);
    const PackedIn<Vec2f> translation(read.translation, "desc.translation", b.place, b.polygons);
    const PackedIn<Vec2f> rotation(read.rotation, "desc.rotation", b.place, b.polygons);
    const PackedIn<Vec2f> center(read.center, "desc.center", b.place, b.discs);
    b.set.move({translation.data(), rotation.data(), center.data()});
  });
}

throng_status throng_pairs_create(throng_instance* instance, throng_pairs** pairs) {
  return create(instance, pairs, "pairs",
                [](const Callbacks& callbacks) { return make_object<throng_pairs>(callbacks); });
}
void throng_pairs_destroy(throng_pairs* pairs) { destroy_object(pairs); }
const char* throng_pairs_error(const throng_pairs* pairs) { return pairs == nullptr ? "" : pairs->error(); }
throng_status throng_pairs_get(throng_pairs* pairs, throng_array* array) {
  return guarded(pairs, [&](throng_pairs& p) {
    give(array, "array", [&] {
      throng_array found{};
      if (p.list.size() == 0) return found;
      found.data = const_cast<BodyPair*>(p.list.data());
      found.count = p.list.size();
      found.type = THRONG_PAIR;
      found.memory = p.memory;
      found.stream = p.stream;
      return found;
    });
  });
}

throng_status throng_bodies_find_pairs(throng_bodies* bodies, double margin, throng_pairs* pairs) {
  return guarded(bodies, [&](throng_bodies& b) {
    throng_pairs& found = wanted(pairs, "pairs");
    find_pairs(b.set, found.list, margin);
    found.memory = b.place.memory;
    found.stream = b.place.stream;
  });
}

void throng_collide_desc_init(throng_collide_desc* desc, std::size_t struct_size) {
  throng_collide_desc defaults = blank<throng_collide_desc>();
  defaults.tolerance = PairBatch{}.tolerance;
  init_descriptor(desc, struct_size, defaults);
}
throng_status throng_bodies_collide(throng_bodies* bodies, const throng_collide_desc* desc) {
  return guarded(bodies, [&](throng_bodies& b) {
    const throng_collide_desc read = read_descriptor(desc, "desc", throng_collide_desc_init);
    CollideArrays arrays(read, b.place);
    collide(b.set, arrays.batch(read));
    arrays.finish();
  });
}

throng_status throng_fixed_polygon(throng_instance* instance, const throng_array* vertices, const throng_array* fixed,
                                   std::uint64_t* count, throng_refused_body* fault) {
  return guarded(instance, [&](Object&) {
    const std::vector<Vec2d> given = read_all<Vec2d>(vertices, "vertices");
    auto out = optional_target<Vec2d>(fixed, "fixed");
    std::uint64_t& number = wanted(count, "count");
    if (fault != nullptr) wanted(fault, "fault");
    RefusedBody why;
    give_points(fixed_polygon(given, &why), out, number);
    if (fault != nullptr) *fault = c_refused(why);
  });
}
throng_status throng_convex_hull(throng_instance* instance, const throng_array* points, const throng_array* hull,
                                 std::uint64_t* count) {
  return guarded(instance, [&](Object&) {
    const std::vector<Vec2d> given = read_all<Vec2d>(points, "points");
    auto out = optional_target<Vec2d>(hull, "hull");
    std::uint64_t& number = wanted(count, "count");
    give_points(convex_hull(given), out, number);
  });
}
throng_status throng_convex_parts(throng_instance* instance, const throng_array* vertices, const throng_array* offsets,
                                  const throng_array* points, std::uint64_t* part_count, std::uint64_t* count) {
  return guarded(instance, [&](Object&) {
    const std::vector<Vec2d> given = read_all<Vec2d>(vertices, "vertices");
    auto ends = optional_target<std::uint32_t>(offsets, "offsets");
    auto out = optional_target<Vec2d>(points, "points");
    std::uint64_t& part_number = wanted(part_count, "part_count");
    std::uint64_t& number = wanted(count, "count");
    std::vector<std::uint32_t> rows{0};
    std::vector<Vec2d> all;
    for (const std::vector<Vec2d>& part : convex_parts(given)) {
      all.insert(all.end(), part.begin(), part.end());
      rows.push_back(static_cast<std::uint32_t>(all.size()));
    }
    fill_first(ends, rows, [](std::uint32_t row) { return row; });
    give_points(all, out, number);
    part_number = rows.size() - 1;
  });
}
