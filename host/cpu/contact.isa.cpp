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

template <class Real>
bool resolve_bodies(const StepData& step, const ContactMotion& motion, std::uint32_t first) {
  const ContactPlaces places{motion.from_x, motion.from_y};
  ContactMove<Real> move =
      resolve_contacts<Real>(step, places, {motion.earlier_x, motion.earlier_y}, first, WithFootprints{});
  bool moved = any(move.moved);
  for (int l = 0; l < Lane<Real>::width; ++l) {
    const Vec2<float> to{lane_of(move.position.x, l), lane_of(move.position.y, l)};
    const Vec2<float> kept = keep_off_all(step, places, first + static_cast<std::uint32_t>(l), to);
    moved = moved || kept.x != to.x || kept.y != to.y;
    set_lane(move.position.x, l, kept.x);
    set_lane(move.position.y, l, kept.y);
  }
  store(move.position, motion.to_x, motion.to_y, first);
  return moved;
}

template <class Real>
bool resolve_some(const StepData& step, const ContactMotion& motion, std::uint32_t first) {
  ContactMove<Real> move =
      resolve_contacts<Real>(step, {motion.from_x, motion.from_y}, {motion.earlier_x, motion.earlier_y}, first);
  bool moved = any(move.moved);
  if (step.obstacles.edge_count > 0) {
    const auto near = load_int<Real>(step.contact.edge_count, first) != broadcast_int<Real>(0);
    if (any(near)) {
      for (int l = 0; l < Lane<Real>::width; ++l) {
        if (!lane_of(near, l)) continue;
        const Vec2<float> to{lane_of(move.position.x, l), lane_of(move.position.y, l)};
        const Vec2<float> kept = keep_off_walls(step, first + static_cast<std::uint32_t>(l), to);
        moved = moved || kept.x != to.x || kept.y != to.y;
        set_lane(move.position.x, l, kept.x);
        set_lane(move.position.y, l, kept.y);
      }
    }
  }
  store(move.position, motion.to_x, motion.to_y, first);
  return moved;
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

void list_contacts_of(const StepData& step, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    const auto self = static_cast<std::uint32_t>(i);
    if (step.footprints.count == 0) {
      list_contacts(step, self, PackContactScan{});
      continue;
    }
    list_contacts(step, self, DiscScan{step});
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
