#pragma once

#include <span>
#include <vector>

#include "core/base/job_context.h"
#include "core/vat/baked_animation.h"
#include "core/vat/mask_choice.h"

namespace texeleton::bake {

/// Masks for the pack. Issues: vertex mode, which has no bones; names without a bone; masks without remaining bones,
/// which are skipped.
std::vector<vat::BakedMask> bakeMasks(std::span<const vat::BakedBone> bones, vat::BakeMode mode,
                                      const std::vector<vat::MaskChoice>& masks, JobContext& job);

}  // namespace texeleton::bake
