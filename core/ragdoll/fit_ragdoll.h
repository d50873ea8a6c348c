#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "core/model/model.h"
#include "core/ragdoll/settings/ragdoll_setup.h"

namespace texeleton::ragdoll {

/// All points within `radius` of a line. Pack space, metres.
struct Capsule {
  glm::dvec3 from{0.0};  ///< Ends of the line in the character's rest pose.
  glm::dvec3 to{0.0};
  double radius = 0.05;
};

/// A rigid piece of a character: a capsule that moves with a node.
struct RagdollBody : Capsule {
  NodeIndex node;
  std::optional<std::size_t> parent;  ///< Parent body; unset for the first.
  std::vector<Capsule> welded = {};   ///< Props that move with it and add to its inertia.
  std::optional<double> mass = {};    ///< Kilograms for a character of human height; unset: by its volume.
  bool isHinge = false;               ///< Knee or elbow: bends about `hinge` alone.
  glm::dvec3 hinge{1.0, 0, 0};        ///< Unit, pack space at rest: positive angles about it fold the joint.
  double bendFrom = -3.0;             ///< Range of a hinge. All angles are degrees from the rest pose.
  double bendTo = 137.0;
  double swing = 40.0;  ///< Range of other joints: to each side,
  double twist = 23.0;  ///< and about the body's length.
};

/// The bodies of a model, parents first. Nodes without a body move with the nearest ancestor that has one.
struct RagdollShape {
  std::vector<RagdollBody> bodies;
  double heightMetres = 1.0;  ///< Height of the character as measured by core/contacts.
};

/// Fits capsules to the vertices that each bone mainly moves: along the line to the bone's end, with a radius that
/// covers most of them. Bones that move too little (fingers, faces) belong to their parents, and so do rigid pieces
/// that a bone carries (swords, helmets, capes), which keep separate thin capsules. Errors: InvalidArgument (no mesh,
/// or none of its bones has a body).
Result<RagdollShape> fitRagdoll(const model::Model& model, std::span<const RagdollBone> bones = {});

}  // namespace texeleton::ragdoll
