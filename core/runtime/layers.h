#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/runtime/pack_player.h"
#include "core/vat/baked_animation.h"
#include "core/vat/mask_choice.h"

namespace texeleton::runtime {

/// The bones that play a second clip over the first, and their weights (bone mode). A bone of weight 1 has its pose of
/// the second clip relative to its anchor, so that the upper body follows the hips of a run; the anchor is the nearest
/// bone above it that plays only the first clip.
struct LayerMask {
  struct Bone {
    float weight = 0.0f;       ///< 0 … 1, of the second clip.
    std::int32_t anchor = -1;  ///< Palette entry; −1: none, the pose of the second clip is absolute.

    friend bool operator==(const Bone&, const Bone&) = default;
  };
  std::vector<Bone> bones;  ///< One for each palette entry.

  friend bool operator==(const LayerMask&, const LayerMask&) = default;
};

/// The mask of the subtrees of these bones, by name. The weights of the first `softened` bones on each path down rise
/// in equal steps to 1. Errors: Unsupported (vertex mode, which has no bones), InvalidArgument (no bone of a name;
/// lists similar names).
Result<LayerMask> layerMask(const vat::BakedAnimation& animation, std::span<const std::string> roots,
                            std::uint32_t softened);
/// The mask of a recipe's description: subtrees, and overriding weights of single bones. Errors: as above.
Result<LayerMask> layerMask(const vat::BakedAnimation& animation, const vat::MaskChoice& choice);
/// The pack's mask of that name. Errors: as above.
Result<LayerMask> layerMask(const vat::BakedAnimation& animation, const std::string& name);
/// The mask of weights chosen for each palette entry, clamped to 0 … 1. Errors: Unsupported (vertex mode),
/// InvalidArgument (another number of weights).
Result<LayerMask> layerMask(const vat::BakedAnimation& animation, std::span<const float> weights);

/// A clip, and a second one over it on the bones of a mask.
struct LayeredMoment {
  AnimationTickOutput base;
  AnimationTickOutput layer;
  const LayerMask* mask = nullptr;  ///< Mask of the same pack.
  float share = 1.0f;               ///< 0 … 1: below 1 while the layer fades in or out.
};

/// The skin matrix of a bone, M = (1 − w)·B + w·A·L⁻¹(anchor)·L with w = share·weight, B and L its matrices in the two
/// clips, A and L(anchor) those of its anchor. Exact for weights of 0 and 1; between them matrices are blended, as in a
/// cross-fade (docs/decisions/0045).
glm::mat4 decodeLayeredBone(const vat::BakedAnimation& animation, std::uint32_t bone, const LayeredMoment& moment);
DecodedVertex decodeLayeredVertex(const vat::BakedAnimation& animation, std::uint32_t vertex,
                                  const LayeredMoment& moment);
SocketPose decodeLayeredSocket(const vat::BakedAnimation& animation, SocketIndex socket, const LayeredMoment& moment);

}  // namespace texeleton::runtime
