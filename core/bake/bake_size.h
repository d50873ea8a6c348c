#pragma once

#include <cstdint>
#include <vector>

#include "core/bake/settings/bake_settings.h"
#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/model/model.h"
#include "core/vat/baked_animation.h"
#include "core/vat/texture_layout.h"

namespace texeleton::bake {

/// The size of a bake, computed without its texels.
struct BakeSize {
  vat::BakeMode mode = vat::BakeMode::Bone;
  const vat::Encoding* encoding = nullptr;
  vat::PixelFormat pixelFormat = vat::PixelFormat::Rgba16F;
  vat::TextureLayout layout;
  std::vector<vat::BakedClip> clips;  ///< Names, frames, rates and loops; no bounds.
  std::vector<vat::Socket> sockets;
  std::uint64_t vertexCount = 0;    ///< Vertices of the model's chosen meshes.
  std::uint64_t triangleCount = 0;  ///< Triangles of lod0.

  /// Bytes of the texels in memory; the file is no larger, apart from its header.
  std::uint64_t textureBytes() const {
    return std::uint64_t{layout.width} * layout.height * vat::texelBytes(pixelFormat);
  }
};

/// Computes the size of a model's bake quickly, without sampling frames. Issues and errors are those that bake() finds
/// before its first frame. With uneven rows it is the size with all frames, an upper bound.
Result<BakeSize> bakeSize(const model::Model& model, const BakeSettings& settings, JobContext& job);

}  // namespace texeleton::bake
