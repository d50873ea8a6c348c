#pragma once

#include <glm/glm.hpp>
#include <memory>
#include <vector>

#include "core/pipeline/attach_models.h"
#include "viewport/scene/scene.h"

namespace texeleton::viewport {

/// Returns those that are drawn beside the character: all that are not merged into its mesh, in their order. `placed`
/// must be what the animation's sockets were made from; their `local` may be another by now. `character`: what it was
/// baked from.
std::shared_ptr<const std::vector<SceneAttachment>> sceneAttachments(
    const std::vector<pipeline::PlacedAttachment>& placed, const model::Model& character,
    const bake::BakedAnimation& animation);

/// Boxes of an animation's clips in pack space, with what hangs on the character: over all frames, and places half-way
/// between them. Empty: nothing hangs there.
std::vector<model::Box> attachedBounds(const bake::BakedAnimation& animation,
                                       const std::vector<SceneAttachment>& attachments);

/// The world matrix of a node of the skeleton in an instance of the scene, at its time, however that is posed. Without
/// a skeleton: of the instance.
glm::dmat4 nodeWorld(const Scene& scene, NodeIndex node, std::uint32_t instance = 0);

}  // namespace texeleton::viewport
