#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/animation/frame_block.h"
#include "core/model/model.h"

namespace texeleton::vat {

/// Positions of shapes, eight elements side by side: coordinate c of shape k (0: the base) of the elements 8i … 8i + 7
/// is at [((shapes + 1)·i + k)·24 + 8c].
inline constexpr std::size_t kShapeNumbers = 3 * animation::kFrameLanes;

/// Adds the positions of all elements, base + Σ weight · shape, to `box`, in several frames: `weights` holds
/// `shapeCount` for each.
void boundSums(std::span<const float> shapes, std::uint32_t shapeCount, std::span<const float> weights,
               model::Box& box);

}  // namespace texeleton::vat
