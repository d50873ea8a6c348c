#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/animation/clip_sampler.h"
#include "core/bake/encoding/bone_kernels.h"
#include "core/bake/encoding/fit_shapes.h"
#include "core/bake/encoding/skin_kernels.h"
#include "core/bake/skin_table.h"
#include "core/bake/sockets.h"
#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/model/model.h"
#include "core/root_motion/root_motion.h"
#include "core/vat/baked_animation.h"
#include "core/vat/encoding.h"

namespace texeleton::bake {

/// The constant input of the pass over the frames.
struct FramePass {
  const model::Model* model = nullptr;
  vat::BakeMode mode = vat::BakeMode::Bone;
  std::span<const model::PaletteEntry> entries;
  std::span<const std::uint32_t> socketEntries;       ///< Vertex mode: the entry of each socket.
  const animation::PointNumbering* points = nullptr;  ///< Vertex mode: of the model; else null.
  const SkinTable* table = nullptr;                   ///< Vertices to write (vertex mode) and to include in the bounds.
  std::span<const vat::BakedClip> clips;
  /// For each clip, the extracted root placement at each frame and then at its end (see clipRootPath); empty if there
  /// is none, or for all clips.
  std::span<const std::vector<root_motion::RootPlacement>> rootPaths;
  std::span<const double> loopEnds;  ///< By clip (see loopEndSeconds); empty: the ends of the clips.
  vat::TextureLayout layout;
  const vat::Encoding* encoding = nullptr;
  const BoneConstants* constants = nullptr;  ///< Bone mode; null where the encoding has none.
  std::span<const glm::vec4> ranges;  ///< Vertex mode: the two constants; empty: there are none, or they are to be
                                      ///< found.
  /// Nothing is written; only the unrounded bounds of all clips together are found (in the first result).
  bool findsBounds = false;
  /// Encodings with shapes: the pass gives the elements to the fit (Learn, Weigh; nothing is written) or writes the
  /// weights.
  enum class Shapes : std::uint8_t { None, Learn, Weigh, Write } shapes = Shapes::None;
  ShapeFit* fit = nullptr;
  const vat::StoredShapes* stored = nullptr;  ///< Write: the shapes in the texture.
};

/// The results of the pass for each clip.
struct ClipFindings {
  model::Box bounds;  ///< As decoded, rounded outward.
  double loopGapMetres =
      0.0;  ///< Largest distance of a vertex between the loop's end and its start; looping clips only.
};

/// Bakes every frame of every clip into `texels`, eight frames at a time, in parallel over blocks of frames. Errors:
/// Limit (a value beyond the half range, or too large for any arithmetic; names clip, frame and node or vertex),
/// Io and BadFile (a point cache cannot be read), Cancelled.
Result<std::vector<ClipFindings>> bakeFrames(const FramePass& pass, vat::TexelBuffer& texels, JobContext& job);

}  // namespace texeleton::bake
