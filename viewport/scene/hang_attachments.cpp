#include "viewport/scene/hang_attachments.h"

#include <algorithm>
#include <glm/gtc/matrix_transform.hpp>

#include "core/animation/pose.h"
#include "core/runtime/pack_player.h"
#include "viewport/scene/shown_pose.h"

namespace texeleton::viewport {

std::shared_ptr<const std::vector<SceneAttachment>> sceneAttachments(const std::vector<model::PlacedAttachment>& placed,
                                                                     const model::Model& character,
                                                                     const vat::BakedAnimation& animation) {
  // Their sockets come last, in the same order.
  const auto count = static_cast<std::size_t>(
      std::ranges::count_if(placed, [](const model::PlacedAttachment& each) { return !each.merge; }));
  if (count == 0 || count > animation.sockets.size()) {
    return nullptr;
  }
  auto result = std::make_shared<std::vector<SceneAttachment>>();
  auto socket = static_cast<std::uint32_t>(animation.sockets.size() - count);
  for (const model::PlacedAttachment& attachment : placed) {
    if (attachment.merge) {
      continue;
    }
    SceneAttachment& shown = result->emplace_back();
    const glm::dmat4 bind = animation::bindFrame(character, attachment.node);
    shown.model = attachment.model;
    shown.socket = socket++;
    shown.node = attachment.node;
    shown.inverseBind = glm::inverse(bind);
    shown.place = glm::mat4(bind * attachment.local);
  }
  return result;
}

std::vector<model::Box> attachedBounds(const vat::BakedAnimation& animation,
                                       const std::vector<SceneAttachment>& attachments) {
  std::vector<model::Box> bounds;
  for (const SceneAttachment& attachment : attachments) {
    if (!attachment.model || attachment.socket >= animation.sockets.size()) {
      continue;
    }
    model::Box own;
    for (const auto& position : attachment.model->vertices.positions) {
      own.add(glm::vec3(position));
    }
    if (attachment.model->vertices.positions.empty()) {
      continue;
    }
    const vat::Socket& socket = animation.sockets[attachment.socket];
    // From the baked socket to the attachment's current placement: a drag moves it before the next bake.
    const glm::dmat4 frame = glm::translate(glm::dmat4(1.0), socket.position) * glm::mat4_cast(socket.rotation) *
                             glm::scale(glm::dmat4(1.0), socket.scale);
    const glm::mat4 moved(glm::inverse(frame) * glm::dmat4(attachment.place));
    bounds.reserve(animation.clips.size());
    for (std::size_t c = bounds.size(); c < animation.clips.size(); ++c) {
      bounds.push_back(animation.clips[c].bounds);
    }
    for (std::size_t c = 0; c < animation.clips.size(); ++c) {
      const vat::BakedClip& clip = animation.clips[c];
      for (std::uint32_t half = 0; half < 2 * clip.frameCount; ++half) {
        const std::uint32_t frameNumber = half / 2;
        const std::uint32_t after = frameNumber + 1 < clip.frameCount ? frameNumber + 1 : clip.loop ? 0 : frameNumber;
        const runtime::SocketPose pose = runtime::decodeSocket(
            animation, SocketIndex(attachment.socket),
            {clip.frameBegin + frameNumber, clip.frameBegin + after, half % 2 == 0 ? 0.0f : 0.5f});
        const glm::mat4 posed = glm::translate(glm::mat4(1.0f), pose.position) * glm::mat4_cast(pose.rotation) *
                                glm::scale(glm::mat4(1.0f), pose.scale) * moved;
        for (int corner = 0; corner < 8; ++corner) {
          bounds[c].add(glm::vec3(posed * glm::vec4((corner & 1) != 0 ? own.max.x : own.min.x,
                                                    (corner & 2) != 0 ? own.max.y : own.min.y,
                                                    (corner & 4) != 0 ? own.max.z : own.min.z, 1.0f)));
        }
      }
    }
  }
  return bounds;
}

glm::dmat4 nodeWorld(const Scene& scene, NodeIndex node, std::uint32_t instance) {
  glm::dmat4 world(1.0);
  if (instance >= scene.crowd.size()) {
    return world;
  }
  const InstanceRecord& record = scene.crowd.records()[instance];
  const glm::dvec3 origin(record.toWorld(glm::vec3(0.0f)));
  for (int i = 0; i < 3; ++i) {
    glm::vec3 unit(0.0f);
    unit[i] = 1.0f;
    world[i] = glm::dvec4(glm::dvec3(record.toWorld(unit)) - origin, 0.0);
  }
  world[3] = glm::dvec4(origin, 1.0);
  if (!scene.animation) {
    return world;
  }
  ShownPose pose(scene, shownPath(scene.view));
  if (!pose.hasSkeleton() || node.value >= scene.skeleton->model().nodes.size()) {
    return world;
  }
  std::vector<glm::dmat4> worlds;
  pose.worlds(instance, worlds);
  return world * worlds[node.value];
}

}  // namespace texeleton::viewport
