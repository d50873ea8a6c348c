#pragma once

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/model/model.h"
#include "core/retargeting/match_bones.h"
#include "core/retargeting/retarget.h"

namespace texeleton::retargeting {

/// The conversion of the keys of one bone of a motion to keys of the model's: rotation = left · key · right,
/// translation = left · (unit · key) + offset, scale = scale · key.
struct BoneFrame {
  glm::dquat left{1.0, 0.0, 0.0, 0.0};
  glm::dquat right{1.0, 0.0, 0.0, 0.0};
  glm::dvec3 offset{0.0};
  double unit = 1.0;
  double scale = 1.0;  ///< Not 1 if the two files store their unit in the scale of different nodes.
  bool turns = false;  ///< Whether rotations change.
  bool moves = false;  ///< Whether translations change.
  /// The pose of the bone in clips of the motion that have no keys for it, if the model's own node stands otherwise:
  /// a file that was exported while posed, for one.
  std::optional<glm::dquat> heldRotation;
  std::optional<glm::dvec3> heldTranslation;
};

/// A bone of the model that another rest pose turns.
struct RestDifference {
  std::string bone;
  double degrees = 0.0;  ///< Against the bone above it.
  bool copied = false;   ///< The bone stands as in the motion file all the same.
};

/// The relation of the rest poses of a model and a motion.
struct SkeletonFit {
  std::vector<BoneFrame> frames;  ///< Of each node of the motion; meaningful where it is matched.
  double unit = 1.0;              ///< The factor of most bones' translations.
  bool otherAxes = false;         ///< The same pose with bones that point elsewhere (BVH has none of its own).
  bool turnedWhole = false;       ///< The motion as a whole was turned to stand as the model does.
  std::size_t copied = 0;         ///< Moved bones with the same axes in either file …
  std::size_t moved = 0;          ///< … of so many.
  std::vector<RestDifference> differences;  ///< More than a degree, of bones with weight; largest first.
  double stretch = 0.0;                     ///< Largest relative difference of a bone's length, unit apart.
  std::string stretchBone;
};

/// The nodes that the clips of a motion move, except by morph weights.
std::vector<bool> animatedNodes(const model::Model& motion);

/// Compares the rest poses (RestPose) of matched bones in pack space and finds how each bone of the motion is to move
/// the model's. Seen in pack space a bone of the model turns as the motion's turns from its rest, so that units, axes
/// of bones and the placement of armatures on either side do not matter; where both files have the same skeleton, every
/// joint goes where the motion has it. Translations count from rest to rest too, times the ratio of lengths (the power
/// of ten, or 0.0254, that it is close to) and, for what carries the body, of the heights of the hips.
///
/// Where no skin tells the motion's rest pose and most bones have the lengths of the model's, the file may be one of
/// the same skeleton that was exported in any pose. A bone whose children lie where the model's do, seen in its own
/// axes, then has the axes of the model's bone and is copied. A child that lies elsewhere tells nothing where the
/// motion itself moves it in the bone, or has another length. Bones without a witness follow the others. `retarget`
/// overrules this for all bones.
///
/// Exceptions, both said by `differences`: where rest poses differ by 15° or more and the bones have the same axes, or
/// where the motion has no skin that would tell its rest pose and a bone does not point to its children as the model's
/// does, the bone takes the direction that it has in the motion.
SkeletonFit fitSkeletons(const model::Model& model, const model::Model& motion, const BoneMatch& match,
                         Retarget retarget = Retarget::Auto);

}  // namespace texeleton::retargeting
