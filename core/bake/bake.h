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

/// A bake and its measurements, one entry for each clip: measureError() and measureSockets().
struct MeasuredBake {
  vat::BakedAnimation animation;
  std::vector<vat::ClipError> errors;
  std::vector<double> socketMillimetres;
  std::vector<double> rowMetres;  ///< Uneven rows: for ClipSelection::rowMetres.
};

/// Bakes the clips of a model into an animation texture. Uneven rows are chosen by measured error; for even rows the
/// measurements are empty. The same model and settings give the same bytes for any number of threads, CPU and vector
/// target. Errors: InvalidArgument (unknown clip, empty range, invalid expression with the place where it fails,
/// nothing to bake, uneven rows of a clip without a limit), Limit (texture too high, too many frames, a value beyond
/// the half range: names clip, frame, node), Cancelled.
Result<MeasuredBake> bakeWithErrors(const model::Model& model, const BakeSettings& settings, JobContext& job);

/// The same without measurements; see measureError().
Result<vat::BakedAnimation> bake(const model::Model& model, const BakeSettings& settings, JobContext& job);

/// The error of a bake that runs out of memory.
Error notEnoughMemory();

/// The nodes that the filters expose, in node order. Errors: InvalidArgument: the message shows the
/// expression, the place where it fails and why.
Result<std::vector<NodeIndex>> exposedNodes(const model::Model& model, const std::vector<ExposeFilter>& filters);

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
