#pragma once

#include <glm/glm.hpp>
#include <span>

#include "core/animation/frame_block.h"
#include "core/bake/encoding/bone_kernels.h"
#include "core/bake/encoding/skin_kernels.h"
#include "core/model/model.h"
#include "core/vat/encoding.h"

namespace texeleton::bake {

/// The functions that write an encoding with constants, eight frames at once.
struct EncodingKernels {
  /// Bone mode.
  WrittenBones (*writeBones)(std::span<const animation::LaneMatrix> matrices, const BoneConstants& constants,
                             vat::PixelFormat format, const FrameRows& rows, animation::LaneMatrix* decoded) = nullptr;
  void (*blendHalfWay)(const BoneConstants& constants, vat::PixelFormat format, const FrameRows& from,
                       const FrameRows& to, animation::LaneMatrix* decoded) = nullptr;
  /// Vertex mode, encodings without shapes: skins all elements and writes their texels; adds the unrounded positions to
  /// `box`. Decoding must keep their order along each axis.
  void (*writeElements)(const SkinTable& table, const animation::LaneMatrix* matrices, const LaneInputs& inputs,
                        const glm::vec4* constants, const FrameRows& rows, model::Box& box) = nullptr;
};

/// Null functions where an encoding has no kernels.
EncodingKernels kernelsOf(const vat::Encoding& encoding);

}  // namespace texeleton::bake
