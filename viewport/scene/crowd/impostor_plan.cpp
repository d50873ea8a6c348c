#include "viewport/scene/crowd/impostor_plan.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string>

#include "viewport/scene/crowd/crowd_view.h"
#include "viewport/scene/crowd/variant_parts.h"

namespace texeleton::viewport {

namespace {

constexpr float kImpostorMargin = 0.02f;  // Share of the longest side: room for packing errors and filtered edges.
constexpr std::uint32_t kLeastTile = 16;
constexpr std::uint32_t kMostTile = 128;
constexpr float kTexelsPerPixel = 1.0f;  // Minimum resolution at the size where impostors begin.
constexpr std::uint32_t kMostPaletteEntries = 256;
constexpr float kLowestSine = -0.1f;  // The camera may be this far below the character.

std::uint64_t squareBytes(const ImpostorPlan& plan) {
  const std::uint64_t texels = std::uint64_t{plan.squareTexels()} * plan.squareTexels();
  return texels * kImpostorBytesPerTexel * 4 / 3;
}

// The coarsest level that deviates by less than half a texel of the unfiltered tiles.
std::uint32_t levelOf(const vat::BakedAnimation& animation, const ImpostorPlan& plan) {
  const std::vector<LevelDetail> levels = levelDetails(animation);
  const float allowed = 0.25f * plan.longestSide() / static_cast<float>(plan.tileTexels);
  std::uint32_t level = 0;
  while (level + 1 < levels.size() && levels[level + 1].errorMetres <= allowed) {
    ++level;
  }
  return level;
}

std::uint64_t verticesOf(const vat::BakedAnimation& animation, std::uint32_t level) {
  const std::size_t indices =
      level == 0 ? animation.mesh.indices.size() : animation.mesh.lods[level - 1].indices.size();
  return std::max<std::uint64_t>(1, std::min(animation.mesh.vertexCount(), indices));
}

// Chooses `count` frames of a clip at even distances, and for each frame the nearest of them.
void chooseFrames(const vat::BakedClip& clip, std::uint32_t count, ImpostorPlan& plan) {
  const auto base = static_cast<std::uint32_t>(plan.frames.size());
  const std::uint32_t all = clip.frameCount;
  const auto at = [&](std::uint32_t i) {
    if (clip.loop || count == 1) {
      return static_cast<std::uint32_t>(std::uint64_t{i} * all / count);
    }
    return static_cast<std::uint32_t>(std::uint64_t{i} * (all - 1) / (count - 1));
  };
  for (std::uint32_t i = 0; i < count; ++i) {
    plan.frames.push_back(clip.frameBegin + at(i));
  }
  for (std::uint32_t frame = 0; frame < all; ++frame) {
    std::uint32_t best = 0;
    std::uint32_t least = std::numeric_limits<std::uint32_t>::max();
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t away = frame > at(i) ? frame - at(i) : at(i) - frame;
      const std::uint32_t apart = clip.loop ? std::min(away, all - away) : away;
      if (apart < least) {
        least = apart;
        best = i;
      }
    }
    plan.nearest[clip.frameBegin + frame] = base + best;
  }
}

}  // namespace

float ImpostorPlan::longestSide() const { return 2.0f * std::max({halfExtents.x, halfExtents.y, halfExtents.z}); }

std::uint64_t ImpostorPlan::bytes() const {
  return std::uint64_t{atlasTexels.x} * atlasTexels.y * kImpostorBytesPerTexel * 4 / 3;
}

Result<ImpostorPlan> planImpostors(const vat::BakedAnimation& animation, const ImpostorSettings& settings) {
  ImpostorPlan plan;
  if (animation.clips.empty() || animation.layout.frameCount == 0) {
    return fail(ErrorCode::Unsupported, "the pack has no frames to make impostors of");
  }
  plan.viewsPerSide = kImpostorViewsPerSide;
  const auto wanted = static_cast<std::uint32_t>(std::ceil(std::max(settings.pixels, 1.0f) * kTexelsPerPixel));
  plan.tileTexels = std::clamp(std::bit_ceil(wanted), kLeastTile, kMostTile);
  plan.center = (animation.bounds.min + animation.bounds.max) * 0.5f;
  const glm::vec3 half = (animation.bounds.max - animation.bounds.min) * 0.5f;
  const float longest = std::max({half.x, half.y, half.z, 1e-6f});
  plan.halfExtents = half + glm::vec3(longest * kImpostorMargin);
  plan.level = levelOf(animation, plan);

  const bool hasPalette = animation.tint && animation.tint->palette;
  plan.paletteEntries = hasPalette ? std::clamp(animation.tint->palette->entryCount, 1u, kMostPaletteEntries) : 1;
  plan.looks = shownVariants(animation) * plan.paletteEntries;

  const std::uint32_t perRow = settings.mostTexels / plan.squareTexels();
  const std::uint64_t squares = std::min({std::uint64_t{perRow} * perRow, settings.mostBytes / squareBytes(plan),
                                          settings.mostVertices / (verticesOf(animation, plan.level) * plan.views())});
  const std::uint64_t most = squares / plan.looks;
  if (most < animation.clips.size()) {
    return fail(ErrorCode::Unsupported, message("impostors of %1 looks and %2 clips need more than %3 MB or too many "
                                                "vertices: crowds are drawn without them; begin them at fewer pixels",
                                                plan.looks, animation.clips.size(), settings.mostBytes >> 20));
  }
  std::uint64_t total = 0;
  for (const vat::BakedClip& clip : animation.clips) {
    total += clip.frameCount;
  }
  const std::uint64_t spare = most - animation.clips.size();  // Beyond one of each clip.
  plan.nearest.assign(animation.layout.frameCount, 0);
  for (const vat::BakedClip& clip : animation.clips) {
    const std::uint64_t share = total <= most ? clip.frameCount : 1 + spare * (clip.frameCount - 1) / total;
    chooseFrames(clip, static_cast<std::uint32_t>(std::min<std::uint64_t>(share, clip.frameCount)), plan);
  }
  plan.squaresPerRow = std::min(
      perRow, std::max(1u, static_cast<std::uint32_t>(std::ceil(std::sqrt(static_cast<double>(plan.squares()))))));
  const std::uint32_t rows = (plan.squares() + plan.squaresPerRow - 1) / plan.squaresPerRow;
  plan.atlasTexels = glm::uvec2(plan.squaresPerRow, rows) * plan.squareTexels();
  return plan;
}

ImpostorChoice::ImpostorChoice(const Camera& camera, int pixelHeight, float pixels, const ImpostorPlan& plan)
    : m_position(camera.position()), m_forward(camera.forward()), m_orthographic(camera.orthographic) {
  const float height = camera.orthographic ? camera.heightAtTarget() : 2.0f * std::tan(camera.fieldOfView * 0.5f);
  m_metres = plan.longestSide() * static_cast<float>(pixelHeight) / (height * pixels);
}

bool ImpostorChoice::isFarEnough(const model::Box& box, float scale) const {
  if (m_orthographic) {
    return m_metres * scale <= 1.0f && m_nearestMetres <= 0.0f && -m_forward.y >= kLowestSine;
  }
  const glm::vec3 nearest = glm::clamp(m_position, box.min, box.max);
  const float distance = glm::distance(m_position, nearest);
  if (distance < m_metres * scale || distance < m_nearestMetres) {
    return false;
  }
  const float above = m_position.y - (box.min.y + box.max.y) * 0.5f;
  return above >= kLowestSine * distance;
}

}  // namespace texeleton::viewport
