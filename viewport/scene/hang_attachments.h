#pragma once

#include <glm/glm.hpp>
#include <memory>
#include <vector>

#include "core/model/placed_attachment.h"
#include "viewport/scene/scene.h"

namespace texeleton::viewport {

/// Returns the attachments that are drawn separately, that is, all that are not merged into the character's mesh, in
/// order. `placed` must be what the animation's sockets were made from, but `local` may have changed since.
/// `character`: the model that was baked.
std::shared_ptr<const std::vector<SceneAttachment>> sceneAttachments(const std::vector<model::PlacedAttachment>& placed,
                                                                     const model::Model& character,
                                                                     const vat::BakedAnimation& animation);

/// Bounds of an animation's clips in pack space including attachments, over all frames and the midpoints between them.
/// Empty: there are no attachments.
std::vector<model::Box> attachedBounds(const vat::BakedAnimation& animation,
                                       const std::vector<SceneAttachment>& attachments);

/// World matrix of a node of the skeleton in an instance of the scene, at its time and in its pose. Without a skeleton:
/// of the instance.
glm::dmat4 nodeWorld(const Scene& scene, NodeIndex node, std::uint32_t instance = 0);

}  // namespace texeleton::viewport
