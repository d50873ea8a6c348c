#pragma once

#include <cstdint>
#include <vector>

#include "core/bake/bake_settings.h"
#include "core/bake/baked_animation.h"
#include "core/bake/encoding/texture_layout.h"
#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/model/model.h"

namespace texeleton::bake {

/// The size of a bake, computed without its texels.
struct BakeSize {
  BakeMode mode = BakeMode::Bone;
  const Encoding* encoding = nullptr;
  PixelFormat pixelFormat = PixelFormat::Rgba16F;
  TextureLayout layout;
  std::vector<BakedClip> clips;  ///< Names, frames, rates and loops; no bounds.
  std::vector<Socket> sockets;
  std::uint64_t vertexCount = 0;    ///< Vertices of the model's chosen meshes.
  std::uint64_t triangleCount = 0;  ///< Triangles of lod0.

  /// Bytes of the texels, as they lie in memory and, but for the header, at most in the file.
  std::uint64_t textureBytes() const { return std::uint64_t{layout.width} * layout.height * texelBytes(pixelFormat); }
};

/// Computes the size of a model's bake quickly, without sampling frames. Issues and errors are those that bake() finds
/// before its first frame. With uneven rows it is the size of all frames, of which fewer will be stored.
Result<BakeSize> bakeSize(const model::Model& model, const BakeSettings& settings, JobContext& job);

}  // namespace texeleton::bake
