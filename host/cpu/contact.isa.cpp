// The contact pass. Compiled once per instruction set.
#include "host/cpu/isa_functions.hpp"
#include "host/cpu/pack_io.hpp"
#include "kernels/agent/contact_move.hpp"
#include "kernels/agent/contact_search.hpp"
#include "kernels/agent/footprint_contact.hpp"

namespace throng {
inline namespace THRONG_ISA {
namespace {

/// Candidates of a stretch of cells, a pack at a time.
struct PackContactScan {
  template <class Visit>
  void operator()(const CrowdView& crowd, float x, float y, float reach_sq, std::uint32_t begin, std::uint32_t end,
                  Visit&& visit) const {
    for (std::uint32_t i = begin; i < end; i += pack_lanes) {
      const Vec2<Pack> offset = Vec2<Pack>{Pack(x), Pack(y)} - load<Pack>(crowd.x, crowd.y, i);
      const Pack distance_sq = length_sq(offset);
      const Mask present = lane_numbers() < broadcast_int<Pack>(static_cast<std::int32_t>(end - i));
      unsigned near = mask_bits((distance_sq < Pack(reach_sq)) & present);
      for (; near != 0; near &= near - 1) {
        const int lane = __builtin_ctz(near);
        visit(i + static_cast<std::uint32_t>(lane), lane_of(distance_sq, lane));
      }
    }
  }
};

/// The same without those that have a footprint.
struct DiscScan {
  const StepData& step;
  template <class Visit>
  void operator()(const CrowdView& crowd, float x, float y, float reach_sq, std::uint32_t begin, std::uint32_t end,
                  Visit&& visit) const {
    PackContactScan{}(crowd, x, y, reach_sq, begin, end, [&](std::uint32_t other, float distance_sq) {
      if (step.footprints.number[other] == no_footprint) visit(other, distance_sq);
    });
  }
};

/// Raises `value` to `to`, if it is less; other threads do the same.
void raise(float& value, float to) {
  float now;
  __atomic_load(&value, &now, __ATOMIC_RELAXED);
  while (now < to && !__atomic_compare_exchange(&value, &now, &to, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
}

/// Notes `own` in `sole`, or that there are several; other threads do the same.
void note_sole(std::uint32_t& sole, std::uint32_t own) {
  std::uint32_t now = __atomic_load_n(&sole, __ATOMIC_RELAXED);
  if (now == several_noted) return;
  if (now == 0 && __atomic_compare_exchange_n(&sole, &now, own, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) return;
  if (now != own) __atomic_store_n(&sole, several_noted, __ATOMIC_RELAXED);
}

/// Ends an iteration: agents in lanes `which` off what nobody moves, which `keep_off(self, to)` knows. Returns whether
/// anybody has moved.
template <class Real, class KeepOff>
bool keep_off_and_store(ContactMove<Real> move, typename Lane<Real>::Mask which, const ContactMotion& motion,
                        std::uint32_t first, const KeepOff& keep_off) {
  bool moved = any(move.moved);
  const bool some = any(which);
  for (int l = 0; some && l < Lane<Real>::width; ++l) {
    if (!lane_of(which, l)) continue;
    const Vec2<float> to{lane_of(move.position.x, l), lane_of(move.position.y, l)};
    const Vec2<float> kept = keep_off(first + static_cast<std::uint32_t>(l), to);
    moved = moved || kept.x != to.x || kept.y != to.y;
    set_lane(move.position.x, l, kept.x);
    set_lane(move.position.y, l, kept.y);
  }
  store(move.position, motion.to_x, motion.to_y, first);
  return moved;
}

template <class Real>
bool resolve_bodies(const StepData& step, const ContactMotion& motion, std::uint32_t first) {
  const ContactPlaces places{motion.from_x, motion.from_y};
  const auto move = resolve_contacts<Real>(step, places, {motion.earlier_x, motion.earlier_y}, first, WithFootprints{});
  return keep_off_and_store<Real>(
      move, broadcast_mask<Real>(true), motion, first,
      [&](std::uint32_t self, Vec2<float> to) { return keep_off_all(step, places, self, to); });
}

template <class Real>
bool resolve_some(const StepData& step, const ContactMotion& motion, std::uint32_t first) {
  const auto move =
      resolve_contacts<Real>(step, {motion.from_x, motion.from_y}, {motion.earlier_x, motion.earlier_y}, first);
  auto near_wall = broadcast_mask<Real>(false);
  if (step.obstacles.edge_count > 0) {
    near_wall = load_int<Real>(step.contact.edge_count, first) != broadcast_int<Real>(0);
  }
  return keep_off_and_store<Real>(move, near_wall, motion, first,
                                  [&](std::uint32_t self, Vec2<float> to) { return keep_off_walls(step, self, to); });
}

/// Few agents may touch a footprint, or have one.
template <class Real>
bool resolve_any(const StepData& step, const ContactMotion& motion, std::uint32_t first) {
  if (step.footprints.count == 0) return resolve_some<Real>(step, motion, first);
  const auto bodies = load_int<Real>(step.footprints.disc_count, first) != broadcast_int<Real>(0);
  return any(bodies) ? resolve_bodies<Real>(step, motion, first) : resolve_some<Real>(step, motion, first);
}

}  // namespace

void advance_agents(const StepData& step, std::size_t begin, std::size_t end) {
  std::size_t i = begin;
  for (; i + pack_lanes <= end; i += pack_lanes) advance_agent<Pack>(step, static_cast<std::uint32_t>(i));
  for (; i < end; ++i) advance_agent<float>(step, static_cast<std::uint32_t>(i));
}

void note_reach_of(const StepData& step, std::size_t begin, std::size_t end) {
  const ReachView& reach = step.contact.reach;
  const auto note_all_of = [&](std::uint32_t self) {
    note_reach(step, self, [&](std::size_t entry, float radius) {
      raise(reach.table[entry], radius);
      note_sole(reach.sole[entry], self + 1);
    });
  };
  const float lowest = reach.level[0].top;
  std::size_t i = begin;
  for (; i + pack_lanes <= end; i += pack_lanes) {
    if (!any(load<Pack>(step.crowd.radius, static_cast<std::uint32_t>(i)) > Pack(lowest))) continue;
    for (std::size_t l = i; l < i + pack_lanes; ++l) note_all_of(static_cast<std::uint32_t>(l));
  }
  for (; i < end; ++i) note_all_of(static_cast<std::uint32_t>(i));
}

void list_contacts_of(const StepData& step, std::size_t begin, std::size_t end) {
  if (step.footprints.count == 0) {
    for (std::size_t i = begin; i < end; ++i) list_contacts(step, static_cast<std::uint32_t>(i), PackContactScan{});
    return;
  }
  // A large footprint does not widen the searches of discs for discs.
  StepData discs = step;
  discs.contact.largest_radius = step.footprints.largest_disc;
  for (std::size_t i = begin; i < end; ++i) {
    const auto self = static_cast<std::uint32_t>(i);
    if (step.footprints.number[self] == no_footprint) {
      list_contacts(discs, self, DiscScan{step});
    } else {
      list_no_contacts(step, self);
    }
    list_bodies(step, self);
    list_footprint_edges(step, self);
  }
}

bool resolve_contacts_of(const StepData& step, const ContactMotion& motion, std::size_t begin, std::size_t end) {
  bool moved = false;
  std::size_t i = begin;
  for (; i + pack_lanes <= end; i += pack_lanes) {
    moved |= resolve_any<Pack>(step, motion, static_cast<std::uint32_t>(i));
  }
  for (; i < end; ++i) moved |= resolve_any<float>(step, motion, static_cast<std::uint32_t>(i));
  return moved;
}

void end_contacts_of(const StepData& step, const ContactMotion& motion, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    end_contacts(step, {motion.to_x, motion.to_y}, static_cast<std::uint32_t>(i));
  }
}

}  // namespace THRONG_ISA
}  // namespace throng
