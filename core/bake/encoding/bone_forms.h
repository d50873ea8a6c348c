#pragma once

#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "core/base/job_context.h"
#include "core/model/model.h"
#include "core/vat/baked_animation.h"

namespace texeleton::bake {

/// Returns the entries that must be stored as matrices because they shear or are scaled unevenly in some frame of some
/// clip, and reports them in an Issue. Entries that no track can shear or scale unevenly are not evaluated. Shorter if
/// cancelled.
std::vector<bool> entriesKeptAsMatrices(const model::Model& model, std::span<const model::PaletteEntry> entries,
                                        std::span<const vat::BakedClip> clips, JobContext& job);

/// The position of an entry's joint in the bind pose, the point that its displacement moves; the origin if it has none.
glm::dvec3 pivotOf(const model::PaletteEntry& entry);

/// Writes the constants of every bone into the texture's last frame: pivot, and which are kept as matrices.
void writeBoneConstants(std::span<const model::PaletteEntry> entries, vat::BakedAnimation& baked);

}  // namespace texeleton::bake
