#include "core/bake/bake.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <new>
#include <optional>
#include <string>

#include "core/bake/bake_frames.h"
#include "core/bake/build_mesh.h"
#include "core/bake/clip_plan.h"
#include "core/bake/encoding/bone_forms.h"
#include "core/bake/encoding/bone_kernels.h"
#include "core/bake/encoding/fit_shapes.h"
#include "core/bake/encoding/skin_kernels.h"
#include "core/bake/levels/build_levels.h"
#include "core/bake/morph_loss.h"
#include "core/bake/root_of_clip.h"
#include "core/bake/rows/uneven_rows.h"
#include "core/bake/settings/bake_settings.h"
#include "core/bake/sockets.h"
#include "core/base/mapped.h"
#include "core/cycles/close_cycles.h"
#include "core/meshes/choose_meshes.h"
#include "core/meshes/mesh_instances.h"
#include "core/vat/encoding.h"
#include "core/vat/masks.h"

namespace texeleton::bake {

namespace {

/// Loop gaps below this share of the model's size, or below this many metres, are invisible.
constexpr double kVisibleGap = 1e-4;
constexpr double kVisibleMetres = 1e-4;

struct Sizes {
  const vat::Encoding* encoding = nullptr;
  std::uint32_t elements = 0;
  std::uint64_t extraTexels = 0;  ///< Texels of sockets (vertex mode) and of bones stored as matrices.
  std::uint32_t shapes = 0;       ///< The maximum for the encoding; 0: it has none.
};

Result<vat::TextureLayout> layOut(const Sizes& sizes, std::uint64_t frames, vat::SizeRule size, std::uint32_t maxSize) {
  if (!sizes.encoding->hasShapes) {
    return vat::layOutTexture(*sizes.encoding, sizes.elements, sizes.extraTexels, frames, size, maxSize);
  }
  const auto shapes = static_cast<std::uint32_t>(std::min<std::uint64_t>(sizes.shapes, frames));
  return vat::layOutShapes(*sizes.encoding, sizes.elements, shapes, sizes.extraTexels, frames, size, maxSize);
}

Result<void> checkMesh(const model::Model& model) {
  if (model.vertexCount() == 0 || model.vertices.indices.empty()) {
    return fail(ErrorCode::InvalidArgument, "the model has no mesh: there is nothing to bake");
  }
  const auto tooFar = [](const glm::vec3& p) {
    const glm::vec3 a = glm::abs(p);
    return !(a.x < kLargestValue && a.y < kLargestValue && a.z < kLargestValue);
  };
  for (const model::MeshPart& part : model.parts) {
    const auto first = model.vertices.positions.begin() + part.firstVertex;
    bool bad = std::any_of(first, first + part.vertexCount, tooFar);
    for (const model::MorphTarget& target : part.morphTargets) {
      bad =
          bad || std::ranges::any_of(target.positionDeltas, tooFar) || std::ranges::any_of(target.normalDeltas, tooFar);
    }
    if (bad) {
      return fail(ErrorCode::Limit, message("the mesh \"%1\" has vertices more than %2 m from the origin, too far to "
                                            "bake: import with %3",
                                            part.name, groupedCount(static_cast<double>(kLargestValue)),
                                            Remedy{RemedyKind::SmallerUnit}));
    }
  }
  return {};
}

/// Rejects point caches in bone mode: bones cannot reproduce them.
Result<void> checkPointSets(const model::Model& model, const BakeSettings& settings) {
  const auto part = std::ranges::find_if(model.parts, [&model](const model::MeshPart& p) {
    return p.pointSet.isValid() && !model.pointSets[p.pointSet.value].isSkin;
  });
  if (settings.mode == vat::BakeMode::Bone && part != model.parts.end()) {
    return fail(
        ErrorCode::InvalidArgument,
        message("the mesh \"%1\" is moved by a point cache, point by point, which bones cannot do: bake with %2",
                part->name, Remedy{RemedyKind::VertexMode}));
  }
  return {};
}

std::uint64_t frameTotal(const std::vector<vat::BakedClip>& clips, double rateFactor) {
  std::uint64_t frames = 0;
  for (const vat::BakedClip& clip : clips) {
    if (clip.lengthSeconds == 0.0 || (clip.frameCount == 1 && !clip.loop)) {
      frames += 1;
    } else {
      frames += static_cast<std::uint64_t>(wholeSteps(clip.lengthSeconds, clip.sampleRateHz * rateFactor)) +
                (clip.loop ? 0 : 1);
    }
  }
  return frames;
}

/// The smallest maxSize above that of `settings` at which a texture fits: a power of two, or any with exact size.
template <class Fits>
std::optional<std::uint32_t> smallestSize(const BakeSettings& settings, const Fits& fits) {
  if (!fits(vat::kMaxTextureSize)) {
    return std::nullopt;
  }
  if (settings.size == vat::SizeRule::PowerOfTwo) {
    std::uint32_t size = vat::kMaxTextureSize;
    while (size / 2 > settings.maxSize && fits(size / 2)) {
      size /= 2;
    }
    return size;
  }
  std::uint32_t tooSmall = settings.maxSize;
  std::uint32_t enough = vat::kMaxTextureSize;
  while (enough - tooSmall > 1) {
    const std::uint32_t middle = tooSmall + (enough - tooSmall) / 2;
    (fits(middle) ? enough : tooSmall) = middle;
  }
  return enough;
}

/// Remedies for a texture that is too high; each alone suffices.
Message remedies(const BakeSettings& settings, const std::vector<vat::BakedClip>& clips, const Sizes& sizes) {
  const auto fits = [&](std::uint64_t frames, vat::SizeRule size, std::uint32_t maxSize) {
    return layOut(sizes, frames, size, maxSize).has_value();
  };
  const std::uint64_t frames = frameTotal(clips, 1.0);
  std::vector<Message> ways;
  if (fits(frames, vat::SizeRule::Exact, settings.maxSize)) {
    ways.push_back(message("%1", Remedy{RemedyKind::ExactSize}));
  }
  const auto fitsIn = [&](std::uint32_t maxSize) { return fits(frames, settings.size, maxSize); };
  if (const std::optional<std::uint32_t> size = smallestSize(settings, fitsIn)) {
    ways.push_back(message(*size > vat::kCommonTextureSide ? "%1 (where the engine takes it)" : "%1",
                           Remedy{RemedyKind::MaxSize, static_cast<double>(*size)}));
  }
  // The largest rate that fits, between nothing and the whole.
  double low = 0.0;
  double high = 1.0;
  for (int i = 0; i < 40; ++i) {
    const double middle = 0.5 * (low + high);
    (fits(frameTotal(clips, middle), settings.size, settings.maxSize) ? low : high) = middle;
  }
  double fastest = 0.0;
  for (const vat::BakedClip& clip : clips) {
    fastest = std::max(fastest, clip.sampleRateHz);
  }
  if (low * fastest >= 1.0) {
    ways.push_back(message("%1 or less", Remedy{RemedyKind::Rate, shownNumber(shortNumberBelow(low * fastest))}));
  }
  std::size_t count = 0;
  std::uint64_t sum = 0;
  while (count < clips.size() && fits(sum + clips[count].frameCount, settings.size, settings.maxSize)) {
    sum += clips[count++].frameCount;
  }
  if (count != 0) {
    ways.push_back(count == 1 ? message("only the first clip") : message("only the first %1 clips", count));
  }
  if (ways.empty()) {
    return settings.mode == vat::BakeMode::Vertex
               ? message(". Bone mode needs far fewer texels", Remedy{RemedyKind::BoneMode})
               : message(". Reduce the number of bones");
  }
  Message text = ways.front();
  for (std::size_t i = 1; i < ways.size(); ++i) {
    text = message(i + 1 == ways.size() ? "%1, or with %2" : "%1, %2", text, ways[i]);
  }
  return settings.mode == vat::BakeMode::Vertex
             ? message(". It fits with %1; or try bone mode", text, Remedy{RemedyKind::BoneMode})
             : message(". It fits with %1", text);
}

Result<vat::TextureLayout> layOut(const BakeSettings& settings, const std::vector<vat::BakedClip>& clips,
                                  const Sizes& sizes) {
  if (settings.mode == vat::BakeMode::Bone && sizes.elements > vat::kMaxBones) {
    return fail(ErrorCode::Limit,
                message("the palette has %1 entries; bone mode takes %2: use vertex mode", groupedCount(sizes.elements),
                        groupedCount(vat::kMaxBones), Remedy{RemedyKind::VertexMode}));
  }
  if (settings.mode == vat::BakeMode::Vertex && sizes.elements > vat::kMaxElements) {
    return fail(ErrorCode::Limit,
                message("the mesh has %1 elements; vertex mode takes %2: use bone mode", groupedCount(sizes.elements),
                        groupedCount(vat::kMaxElements), Remedy{RemedyKind::BoneMode}));
  }
  Result<vat::TextureLayout> layout = layOut(sizes, frameTotal(clips, 1.0), settings.size, settings.maxSize);
  if (!layout && layout.error().code == ErrorCode::Limit) {
    layout.error().message = message("%1%2", layout.error().message, remedies(settings, clips, sizes));
  }
  if (layout) {
    const double bytes = static_cast<double>(layout->width) * layout->height *
                         static_cast<double>(vat::texelBytes(settings.pixelFormat));
    const double memory = static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
    const auto disk = static_cast<double>(vat::texelDisk());
    if (bytes > memory && bytes > disk) {
      return fail(
          ErrorCode::Limit,
          message("the texture would take %1 GB, more than the memory of this machine and than the %2 GB that are free "
                  "on the disk for it (folder TMPDIR, else /var/tmp): bake fewer clips or a lower rate",
                  shortNumber(bytes * 1e-9), shortNumber(disk * 1e-9), Remedy{RemedyKind::LowerRate}));
    }
  }
  return layout;
}

void reportLoopGaps(const BakeSettings& settings, const std::vector<ClipFindings>& findings,
                    const std::vector<double>& loopEnds, const vat::BakedAnimation& baked, JobContext& job) {
  for (std::size_t i = 0; i < findings.size(); ++i) {
    const double gap = findings[i].loopGapMetres;
    if (gap > std::max(kVisibleGap * baked.sizeMetres, kVisibleMetres)) {
      const LoopMode mode = settings.clips.empty() ? settings.loop : settings.clips[i].loop.value_or(settings.loop);
      const bool isClosed = loopEnds[i] < baked.clips[i].source.toSeconds;
      job.warn(
          message(
              isClosed ? "the frame that closes the loop moves the clip %1 mm, from its last pose to its first: it "
                         "will jump at the loop. Cut it where the poses agree, or play it once"
              : mode == LoopMode::Auto
                  ? "looping was detected automatically, but the end lies %1 mm from the start: the clip will jump at "
                    "the loop. Cut it where the poses agree, or play it once (%3)"
                  : "the clip loops, but its end lies %1 mm from its start: it will jump at the loop. Cut it where the "
                    "poses agree, or play it once",
              shortNumber(std::round(gap * 1e6) / 1e3), Remedy{RemedyKind::LoopRange, 0.0, baked.clips[i].name},
              Remedy{RemedyKind::PlayOnce, 0.0, baked.clips[i].name}),
          baked.clips[i].name);
    }
  }
}

/// Adds triangles, levels of detail, variants and tint mask.
Result<void> addSurface(const model::Model& model, const BakeSettings& settings, vat::BakedAnimation& baked,
                        JobContext& job) {
  const meshes::MeshInstances meshes = meshes::meshInstances(model, settings.meshes.authoredLods);
  auto variants = meshes::findVariants(model, meshes, settings.meshes, job);
  TRY(variants);
  for (meshes::FoundVariant& variant : *variants) {
    baked.variants.push_back({std::move(variant.name), std::move(variant.instances)});
  }
  TRY(buildLevels(model, meshes, baked));
  TRY(addSimplifiedLevels(model, meshes, settings.lodRatios, baked, job));
  return applyTint(model, settings.tint, baked, job);
}

/// A bake up to its first texel.
struct BakePlan {
  std::vector<vat::BakedClip> clips;
  SocketPlan sockets;
  animation::PointNumbering points;     ///< Vertex mode: points that caches move.
  SkinTable vertexTable;                ///< Vertex mode.
  std::vector<std::uint32_t> elements;  ///< Vertex mode: of each vertex.
  const vat::Encoding* encoding = nullptr;
  std::vector<bool> matrices;  ///< Bone mode: which entries are stored as matrices despite the encoding.
  vat::TextureLayout layout;
  std::vector<double> loopEnds;  ///< By clip (see loopEndSeconds).
};

Result<BakePlan> planChecked(const model::Model& model, const BakeSettings& settings, JobContext& job) {
  TRY(checkMesh(model));
  TRY(checkPointSets(model, settings));
  BakePlan plan;
  const Result<const vat::Encoding*> encoding =
      vat::encodingFor(settings.mode, settings.encoding, settings.pixelFormat);
  TRY(encoding);
  plan.encoding = *encoding;
  if (settings.shapes && (*settings.shapes < 1 || *settings.shapes > vat::kMaxShapes)) {
    return fail(ErrorCode::InvalidArgument,
                message("a bake may have 1 to %1 shapes, not %2", vat::kMaxShapes, *settings.shapes));
  }
  Result<std::vector<vat::BakedClip>> clips = planClips(model, settings, job);
  TRY(clips);
  plan.clips = std::move(*clips);
  TRY(cycles::checkClosedCycles(model, plan.clips));
  plan.loopEnds = mapped(plan.clips, [&](const auto& clip) { return cycles::loopEndSeconds(model, clip); });
  Result<SocketPlan> sockets = planSockets(model, settings, job);
  TRY(sockets);
  plan.sockets = std::move(*sockets);
  Sizes sizes;
  sizes.encoding = plan.encoding;
  sizes.shapes = plan.encoding->hasShapes ? settings.shapes.value_or(vat::kMaxShapes) : 0;
  if (settings.mode == vat::BakeMode::Vertex) {
    sizes.extraTexels = std::uint64_t{vat::kTexelsPerSocket} * plan.sockets.sockets.size();
    plan.points = animation::PointNumbering(model);
    plan.vertexTable = makeVertexTable(model, plan.points, settings.shareElements, plan.elements);
    sizes.elements = static_cast<std::uint32_t>(plan.vertexTable.normals.size());
  } else {
    sizes.elements = static_cast<std::uint32_t>(plan.sockets.entries.size());
    if (plan.encoding->hasConstants) {
      plan.matrices = entriesKeptAsMatrices(model, plan.sockets.entries, plan.clips, job);
      sizes.extraTexels = static_cast<std::uint64_t>(std::ranges::count(plan.matrices, true));
    }
  }
  Result<vat::TextureLayout> layout = layOut(settings, plan.clips, sizes);
  if (!layout && layout.error().code == ErrorCode::Limit && plan.encoding->hasShapes && !settings.shapes) {
    sizes.shapes = 1;  // The number is not known yet.
    layout = layOut(settings, plan.clips, sizes);
  }
  TRY(layout);
  plan.layout = *layout;
  return plan;
}

Error tooFarForRanges(const vat::BakedAnimation& baked) {
  return {ErrorCode::Limit,
          message("a vertex moves farther than %1 m from the origin, beyond what the ranges of the encoding %2 hold: "
                  "bake with %3, or import with %4",
                  groupedCount(32760.0), baked.encoding->name, Remedy{RemedyKind::Encoding, 0.0, "positionNormal"},
                  Remedy{RemedyKind::SmallerUnit}),
          {}};
}

/// Default limit of the error of shapes on frames, as a share of the size; invisible.
constexpr double kShapesShare = 1.0 / 5000.0;

/// One element of each group: the others are in the same place.
std::vector<std::uint32_t> placesOf(const SkinTable& table) {
  return mapped(table.groups, [&](const SkinGroup& group) {
    return table.elementSlots.empty() ? group.elementBegin : table.elementSlots[group.elementBegin];
  });
}

/// Finds the shapes of a bake, which determine the size of its texture; creates the texture and writes them into it.
Result<std::unique_ptr<ShapeFit>> fitShapes(FramePass& pass, const BakeSettings& settings, vat::BakedAnimation& baked,
                                            JobContext& job) {
  // Always searches for the maximum number of shapes, so that a given number and a tolerance that results in it give
  // the same shapes.
  auto fit = std::make_unique<ShapeFit>(baked.layout.elementCount, baked.layout.frameCount, vat::kMaxShapes,
                                        placesOf(*pass.table));
  pass.fit = fit.get();
  vat::TexelBuffer none;
  pass.shapes = FramePass::Shapes::Learn;
  const auto learned = bakeFrames(pass, none, job);
  TRY(learned);
  for (const ClipFindings& clip : *learned) {
    const glm::vec3 reach = glm::max(glm::abs(clip.bounds.min), glm::abs(clip.bounds.max));
    if (!(std::max({reach.x, reach.y, reach.z}) < kHalfOverflow / 2.0f)) {
      return fail(tooFarForRanges(baked));
    }
  }
  TRY(fit->findShapes(job));
  pass.shapes = FramePass::Shapes::Weigh;
  TRY(bakeFrames(pass, none, job));
  const double metres =
      settings.shapesMillimetres ? *settings.shapesMillimetres * 1e-3 : kShapesShare * fit->sizeMetres();
  const std::uint32_t shapes =
      settings.shapes ? std::min(*settings.shapes, fit->shapeCount()) : fit->shapesWithin(metres);
  Result<vat::TextureLayout> layout = vat::layOutShapes(*baked.encoding, baked.layout.elementCount, shapes,
                                                        std::uint64_t{vat::kTexelsPerSocket} * baked.sockets.size(),
                                                        baked.layout.frameCount, settings.size, settings.maxSize);
  if (!layout) {
    layout.error().message = message("%1; %2 take less", layout.error().message, Remedy{RemedyKind::FewerShapes});
    return fail(std::move(layout.error()));
  }
  baked.layout = *layout;
  baked.texels = vat::TexelBuffer(settings.pixelFormat, baked.layout.width, baked.layout.height);
  fit->keep(shapes);
  fit->writeShapes(baked);
  pass.layout = baked.layout;
  pass.shapes = FramePass::Shapes::Write;
  return fit;
}

/// The constants of an encoding, and the memory of the passes over the frames that determine them.
class Constants {
 public:
  Result<void> make(std::span<const model::PaletteEntry> entries, const std::vector<bool>& matrices, FramePass& pass,
                    vat::BakedAnimation& baked, JobContext& job) {
    return baked.mode == vat::BakeMode::Bone ? makeForBones(entries, matrices, pass, baked)
                                             : makeForElements(pass, baked, job);
  }

 private:
  Result<void> makeForBones(std::span<const model::PaletteEntry> entries, const std::vector<bool>& matrices,
                            FramePass& pass, vat::BakedAnimation& baked) {
    const std::uint32_t extras = vat::elementTexel(baked.layout, baked.layout.elementCount, 0);
    std::uint32_t kept = 0;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      baked.bones[i].isMatrix = matrices[i];
      m_bones.thirdRows.push_back(matrices[i] ? extras + kept++ : kNotKept);
    }
    writeBoneConstants(entries, baked);
    m_bones.isSeen = std::make_unique<bool[]>(entries.size());
    for (std::uint32_t i = 0; i < entries.size(); ++i) {
      m_bones.pivots.emplace_back(vat::storedPivot(baked, i));
    }
    for (const model::Influence& influence : pass.table->influences) {
      m_bones.isSeen[influence.joint] = true;
    }
    pass.constants = &m_bones;
    return {};
  }

  /// The range of all positions needs a separate pass.
  Result<void> makeForElements(FramePass& pass, vat::BakedAnimation& baked, JobContext& job) {
    pass.findsBounds = true;
    const Result<std::vector<ClipFindings>> found = bakeFrames(pass, baked.texels, job);
    TRY(found);
    pass.findsBounds = false;
    model::Box range;
    for (const ClipFindings& clip : *found) {
      range.add(clip.bounds);
    }
    for (int i = 0; i < 3; ++i) {
      if (!(std::max(std::abs(range.min[i]), std::abs(range.max[i])) < kHalfOverflow / 2.0f)) {
        return fail(tooFarForRanges(baked));
      }
      // In halves, the corner is rounded down and the extent up.
      const float low = vat::halfBelow(range.min[i]);
      m_ranges[0][i] = low;
      m_ranges[1][i] = -vat::halfBelow(low - range.max[i]);
    }
    for (std::uint32_t k = 0; k < 2; ++k) {
      const vat::TexelAddress at = vat::texelAddress(baked.layout, baked.layout.frameCount, k);
      baked.texels.setTexel(at.x, at.y, m_ranges[k]);
    }
    pass.ranges = m_ranges;
    return {};
  }

  BoneConstants m_bones;
  glm::vec4 m_ranges[2] = {glm::vec4(0.0f), glm::vec4(0.0f)};
};

/// `model`: the source of `plan`, with its cycles closed.
Result<vat::BakedAnimation> bakePlanned(const model::Model& model, const BakeSettings& settings, BakePlan plan,
                                        JobContext& job) {
  vat::BakedAnimation baked;
  baked.mode = settings.mode;
  baked.encoding = plan.encoding;
  baked.pixelFormat = settings.pixelFormat;
  baked.clips = std::move(plan.clips);
  baked.sockets = std::move(plan.sockets.sockets);
  baked.layout = plan.layout;
  SkinTable table = std::move(plan.vertexTable);
  baked.mesh = buildMesh(model, settings.mode, job);
  TRY(addSurface(model, settings, baked, job));
  if (settings.mode == vat::BakeMode::Vertex) {
    baked.mesh.elements = std::move(plan.elements);
  } else {
    reportMorphLoss(model, baked.clips, job);
    table = makeBoneTable(baked.mesh);
    baked.bones = vat::bonesOf(model, plan.sockets.entries);
  }
  baked.masks = bakeMasks(baked.bones, settings.mode, settings.masks, job);
  if (!plan.encoding->hasShapes) {
    baked.texels = vat::TexelBuffer(settings.pixelFormat, baked.layout.width, baked.layout.height);
  }

  FramePass pass;
  pass.encoding = plan.encoding;
  pass.model = &model;
  pass.mode = settings.mode;
  pass.entries = plan.sockets.entries;
  pass.socketEntries = plan.sockets.socketEntries;
  pass.points = &plan.points;
  pass.table = &table;
  pass.clips = baked.clips;
  pass.layout = baked.layout;
  std::vector<std::vector<root_motion::RootPlacement>> rootPaths;
  for (vat::BakedClip& clip : baked.clips) {
    rootPaths.push_back(clipRootPath(model, clip));
    keepTrack(model, clip);
  }
  pass.rootPaths = rootPaths;
  pass.loopEnds = plan.loopEnds;
  Constants constants;
  std::unique_ptr<ShapeFit> shapes;
  vat::StoredShapes stored;
  if (plan.encoding->hasShapes) {
    auto fitted = fitShapes(pass, settings, baked, job);
    TRY(fitted);
    shapes = std::move(*fitted);
    stored = vat::StoredShapes(baked);
    pass.stored = &stored;
  } else if (plan.encoding->hasConstants) {
    TRY(constants.make(plan.sockets.entries, plan.matrices, pass, baked, job));
  }
  const Result<std::vector<ClipFindings>> findings = bakeFrames(pass, baked.texels, job);
  TRY(findings);
  for (std::size_t i = 0; i < baked.clips.size(); ++i) {
    baked.clips[i].bounds = (*findings)[i].bounds;
    baked.bounds.add(baked.clips[i].bounds);
  }
  baked.sizeMetres = glm::length(glm::dvec3(baked.bounds.max) - glm::dvec3(baked.bounds.min));
  reportLoopGaps(settings, *findings, plan.loopEnds, baked, job);
  const Result<void> levels = measureLevels(baked, job);
  TRY(levels);
  TRY(measureLevelColors(baked, job));
  return baked;
}

Result<vat::BakedAnimation> bakeChecked(const model::Model& model, const BakeSettings& settings, JobContext& job) {
  Result<BakePlan> plan = planChecked(model, settings, job);
  TRY(plan);
  const std::optional<model::Model> closed = cycles::withClosedCycles(model, plan->clips);
  return bakePlanned(closed ? *closed : model, settings, std::move(*plan), job);
}

}  // namespace

Error notEnoughMemory() {
  return {ErrorCode::Limit,
          message("there is not enough memory for this bake: bake fewer clips or at a lower rate",
                  Remedy{RemedyKind::LowerRate}),
          {}};
}

Result<MeasuredBake> bakeWithErrors(const model::Model& model, const BakeSettings& settings, JobContext& job) {
  const bool isUneven = settings.rows == RowSpacing::Uneven;
  try {
    const Result<std::optional<model::Model>> chosen = meshes::withChosenMeshes(model, settings.meshes, job);
    TRY(chosen);
    Result<vat::BakedAnimation> baked =
        bakeChecked(*chosen ? **chosen : model, isUneven ? withEvenRows(settings) : settings, job);
    TRY(baked);
    return isUneven ? withUnevenRows(model, settings, *baked, job) : MeasuredBake{std::move(*baked), {}, {}, {}};
  } catch (const std::bad_alloc&) {
    return fail(notEnoughMemory());
  }
}

Result<vat::BakedAnimation> bake(const model::Model& model, const BakeSettings& settings, JobContext& job) {
  Result<MeasuredBake> baked = bakeWithErrors(model, settings, job);
  TRY(baked);
  return std::move(baked->animation);
}

Result<BakeSize> bakeSize(const model::Model& model, const BakeSettings& settings, JobContext& job) {
  if (settings.rows == RowSpacing::Uneven) {
    return bakeSize(model, withEvenRows(settings), job);
  }
  try {
    const Result<std::optional<model::Model>> chosen = meshes::withChosenMeshes(model, settings.meshes, job);
    TRY(chosen);
    const model::Model& baked = *chosen ? **chosen : model;
    Result<BakePlan> plan = planChecked(baked, settings, job);
    TRY(plan);
    BakeSize size;
    size.mode = settings.mode;
    size.encoding = plan->encoding;
    size.pixelFormat = settings.pixelFormat;
    size.layout = plan->layout;
    size.clips = std::move(plan->clips);
    size.sockets = std::move(plan->sockets.sockets);
    size.vertexCount = baked.vertexCount();
    size.triangleCount = baked.triangleCount();
    return size;
  } catch (const std::bad_alloc&) {
    return fail(notEnoughMemory());
  }
}

}  // namespace texeleton::bake
