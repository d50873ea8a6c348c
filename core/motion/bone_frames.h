#pragma once

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <string>
#include <vector>

#include "core/model/model.h"
#include "core/motion/match_bones.h"

namespace texeleton {

/// How the keys of one bone of a motion become keys of the model's: rotation = left · key · right, translation =
/// leftRotation · (unit · key) + offset; scale as it is.
struct BoneFrame {
  glm::dquat left{1.0, 0.0, 0.0, 0.0};
  glm::dquat right{1.0, 0.0, 0.0, 0.0};
  glm::dvec3 offset{0.0};
  bool changes = false;  ///< Whether anything but the unit differs from the identity.
};

/// What the rest poses of a model and a motion have in common and where they differ.
struct SkeletonFit {
  std::vector<BoneFrame> frames;  ///< Of each node of the motion; meaningful where it is matched.
  double unit = 1.0;              ///< Model's local length per motion's local length.
  bool otherAxes = false;         ///< The same pose with bones that point elsewhere (BVH has none of its own).
  double turnDegrees = 0.0;       ///< Largest turn between the rest poses of matched bones, axes apart.
  std::string turnBone;
  double stretch = 0.0;  ///< Largest relative difference of a bone's length, unit apart.
  std::string stretchBone;
};

/// Compares the rest poses of matched bones. The unit is the median of the ratios of their lengths, and exactly the
/// power of ten (or 0.0254) that it is close to. Bones whose offsets agree in their parents' axes have the same axes,
/// whatever the pose; where they agree only in pack space the pose is the same and the axes differ: then keys are
/// turned so that each bone moves in pack space as it does in the motion.
SkeletonFit fitSkeletons(const Model& model, const Model& motion, const BoneMatch& match);

}  // namespace texeleton
