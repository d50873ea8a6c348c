#pragma once

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <string>
#include <vector>

#include "core/model/model.h"
#include "core/motion/match_bones.h"

namespace texeleton {

/// How the keys of one bone of a motion become keys of the model's: rotation = left · key · right, translation =
/// left · (unit · key) + offset, scale = scale · key.
struct BoneFrame {
  glm::dquat left{1.0, 0.0, 0.0, 0.0};
  glm::dquat right{1.0, 0.0, 0.0, 0.0};
  glm::dvec3 offset{0.0};
  double unit = 1.0;
  double scale = 1.0;  ///< Where the two files keep their unit in the scale of different nodes.
  bool turns = false;  ///< Whether rotations change.
  bool moves = false;  ///< Whether translations change.
};

/// What the rest poses of a model and a motion have in common and where they differ.
struct SkeletonFit {
  std::vector<BoneFrame> frames;  ///< Of each node of the motion; meaningful where it is matched.
  double unit = 1.0;              ///< What most bones' translations are multiplied by.
  bool otherAxes = false;         ///< The same pose with bones that point elsewhere (BVH has none of its own).
  bool turnedWhole = false;       ///< The motion as a whole was turned to stand as the model does.
  double turnDegrees = 0.0;       ///< Largest turn between the rest poses of matched bones, axes apart.
  std::string turnBone;
  double stretch = 0.0;  ///< Largest relative difference of a bone's length, unit apart.
  std::string stretchBone;
};

/// Compares the rest poses of matched bones. Lengths are those of pack space times the median of the ratios of bones,
/// which is exactly the power of ten (or 0.0254) that it is close to. Bones whose offsets agree in their parents' axes
/// have the same axes, whatever the pose; where they agree only in pack space, perhaps after a turn of the whole that
/// takes axes to axes, the pose is the same and the axes differ: then keys are turned so that each bone moves in pack
/// space as it does in the motion.
SkeletonFit fitSkeletons(const Model& model, const Model& motion, const BoneMatch& match);

}  // namespace texeleton
