#pragma once

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/bone_names/match_bones.h"
#include "core/model/model.h"
#include "core/retargeting/retarget.h"

namespace texeleton::retargeting {

/// Converts the keys of a motion's bone to keys of the model's bone: rotation = left · key · right, translation = left
/// · (unit · key) + offset, scale = scale · key.
struct BoneFrame {
  glm::dquat left{1.0, 0.0, 0.0, 0.0};
  glm::dquat right{1.0, 0.0, 0.0, 0.0};
  glm::dvec3 offset{0.0};
  double unit = 1.0;
  double scale = 1.0;  ///< Not 1 if the files store their unit in the scale of different nodes.
  bool turns = false;  ///< Whether rotations change.
  bool moves = false;  ///< Whether translations change.
  /// The bone's pose in clips without keys for it, if the model's node has another one, e.g. in a file exported while
  /// posed.
  std::optional<glm::dquat> heldRotation;
  std::optional<glm::dvec3> heldTranslation;
};

/// A bone of the model whose rest pose differs from the motion's.
struct RestDifference {
  std::string bone;
  double degrees = 0.0;  ///< Relative to the bone above it.
  bool copied = false;   ///< The bone nevertheless has its pose in the motion file.
};

/// How the rest poses of a model and a motion relate.
struct SkeletonFit {
  std::vector<BoneFrame> frames;            ///< One for each node of the motion; valid for matched ones.
  double unit = 1.0;                        ///< The factor of most bones' translations.
  bool otherAxes = false;                   ///< The same pose, but bones with other axes (BVH has none).
  bool turnedWhole = false;                 ///< The motion as a whole was turned to the model's orientation.
  std::size_t copied = 0;                   ///< Moved bones with the same axes in both files …
  std::size_t moved = 0;                    ///< … out of this number.
  std::vector<RestDifference> differences;  ///< Differences over a degree of bones with weight; largest first.
  double stretch = 0.0;                     ///< Largest relative difference of a bone's length, without the unit.
  std::string stretchBone;
};

/// Compares the rest poses (RestPose) of matched bones in pack space and finds how each bone of the motion moves the
/// model's. In pack space a bone of the model rotates from its rest pose as the motion's does, so that units, axes of
/// bones and the placement of armatures do not matter; with the same skeleton in both files every joint reaches its
/// position in the motion. Translations are relative to the rest poses too, times the ratio of lengths (rounded to a
/// power of ten or 0.0254 if near) and, for bones that carry the body, the ratio of the heights of the hips.
///
/// If no skin defines the motion's rest pose and most bones are as long as the model's, the file may hold the same
/// skeleton, exported in any pose. A bone whose children are at the model's positions, in its own axes, then has the
/// axes of the model's bone and is copied. A child elsewhere is ignored if the motion itself moves it in the bone, or
/// if its length differs. Bones without such children follow the others. `retarget` overrides this for all bones.
///
/// There are two exceptions, listed in `differences`. A bone takes its direction from the motion if the rest poses
/// differ by 15° or more and the bones have the same axes, or if the motion has no skin that defines its rest pose and
/// the bone does not point to its children as the model's does.
SkeletonFit fitSkeletons(const model::Model& model, const model::Model& motion, const bone_names::BoneMatch& match,
                         Retarget retarget = Retarget::Auto);

}  // namespace texeleton::retargeting
