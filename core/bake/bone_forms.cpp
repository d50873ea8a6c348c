#include "core/bake/bone_forms.h"

#include <algorithm>
#include <cmath>

#include "core/animation/clip_sampler.h"
#include "core/bake/clip_plan.h"
#include "core/bake/encoding.h"

namespace texeleton {

namespace {

/// Of a scale's components; as isSimilarity, which looks at what is left after several of them.
constexpr double kEvenScale = 1e-5;
constexpr double kLargestPivot = 60000.0;  // What half floats hold.

bool isEvenScale(double x, double y, double z) {
  const double largest = std::max({std::abs(x), std::abs(y), std::abs(z)});
  return std::max(std::abs(x - y), std::abs(x - z)) <= kEvenScale * largest;
}

BoneMatrix boneMatrixOf(const glm::dmat4& matrix) {
  BoneMatrix rows;
  for (int r = 0; r < 3; ++r) {
    rows.row[r] = {matrix[0][r], matrix[1][r], matrix[2][r], matrix[3][r]};
  }
  return rows;
}

/// Whether a node may be scaled unevenly: at rest, or by a key of a clip.
std::vector<bool> unevenNodes(const Model& model, std::span<const BakedClip> clips) {
  std::vector<bool> uneven;
  for (const Node& node : model.nodes) {
    uneven.push_back(node.restMatrix ? !isSimilarity(boneMatrixOf(*node.restMatrix))
                                     : !isEvenScale(node.rest.scale.x, node.rest.scale.y, node.rest.scale.z));
  }
  std::vector<bool> isSeen(model.clips.size(), false);
  for (const BakedClip& clip : clips) {
    const std::size_t number = clip.source.clip.value;
    if (isSeen[number]) {
      continue;
    }
    isSeen[number] = true;
    for (const Track& track : model.clips[number].tracks) {
      for (std::size_t i = 0; track.target == TrackTarget::Scale && i + 2 < track.values.size(); i += 3) {
        if (!isEvenScale(double{track.values[i]}, double{track.values[i + 1]}, double{track.values[i + 2]})) {
          uneven[track.node.value] = true;
        }
      }
    }
  }
  return uneven;
}

/// Sets `found` for those of `entries` that are no similarity in some frame of a clip.
void lookAtFrames(const Model& model, std::span<const PaletteEntry> entries, const BakedClip& clip,
                  std::vector<bool>& found, const JobContext& job) {
  const ClipSampler sampler(model, clip.source.clip, entries);
  ClipSampler::Scratch scratch;
  sampler.growScratch(scratch);
  std::vector<LaneMatrix> matrices(entries.size());
  std::vector<LaneValue> weights(sampler.morphWeightCount());
  for (std::uint32_t first = 0; first < clip.frameCount && !job.isCancelled(); first += kFrameLanes) {
    double seconds[kFrameLanes];
    for (std::uint32_t i = 0; i < kFrameLanes; ++i) {
      seconds[i] = sourceSeconds(clip, std::min(first + i, clip.frameCount - 1));
    }
    sampler.sample(seconds, scratch, matrices.data(), weights.data());
    for (std::size_t e = 0; e < entries.size(); ++e) {
      for (std::size_t lane = 0; lane < kFrameLanes && !found[e]; ++lane) {
        BoneMatrix rows;
        for (int k = 0; k < 12; ++k) {
          rows.row[k / 4][k % 4] = static_cast<double>(matrices[e].m[k][lane]);
        }
        found[e] = !isSimilarity(rows);
      }
    }
  }
}

}  // namespace

std::vector<bool> entriesKeptAsMatrices(const Model& model, std::span<const PaletteEntry> entries,
                                        std::span<const BakedClip> clips, JobContext& job) {
  const std::vector<bool> uneven = unevenNodes(model, clips);
  std::vector<std::size_t> candidates;
  std::vector<PaletteEntry> looked;
  for (std::size_t e = 0; e < entries.size(); ++e) {
    bool mayBe = !isSimilarity(boneMatrixOf(entries[e].inverseBind));
    for (NodeIndex node = entries[e].node; node.isValid() && !mayBe; node = model.nodes[node.value].parent) {
      mayBe = uneven[node.value];
    }
    if (mayBe) {
      candidates.push_back(e);
      looked.push_back(entries[e]);
    }
  }
  std::vector<bool> result(entries.size(), false);
  if (candidates.empty()) {
    return result;
  }
  std::vector<bool> found(candidates.size(), false);
  for (const BakedClip& clip : clips) {
    lookAtFrames(model, looked, clip, found, job);
  }
  std::string first;
  std::size_t count = 0;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (found[i]) {
      result[candidates[i]] = true;
      first = count == 0 ? model.nodes[looked[i].node.value].name : first;
      ++count;
    }
  }
  if (count != 0) {
    job.inform("Kept as matrices, because they shear or are scaled unevenly, which this encoding cannot hold: " +
               std::to_string(count) + (count == 1 ? " bone (\"" : " bones (the first is \"") + first + "\").");
  }
  return result;
}

glm::dvec3 pivotOf(const PaletteEntry& entry) {
  const glm::dvec3 pivot(glm::inverse(entry.inverseBind)[3]);
  const bool isUsable = std::abs(pivot.x) < kLargestPivot && std::abs(pivot.y) < kLargestPivot &&
                        std::abs(pivot.z) < kLargestPivot;  // False for NaN.
  return isUsable ? pivot : glm::dvec3(0.0);
}

void writeBoneConstants(std::span<const PaletteEntry> entries, BakedAnimation& baked) {
  const TextureLayout& layout = baked.layout;
  std::uint32_t extra = 0;
  for (std::uint32_t bone = 0; bone < layout.elementCount; ++bone) {
    const bool isMatrix = baked.bones[bone].isMatrix;
    const TexelAddress first = texelAddress(layout, layout.frameCount, elementTexel(layout, bone, 0));
    baked.texels.setTexel(first.x, first.y, glm::vec4(glm::vec3(pivotOf(entries[bone])), isMatrix ? 1.0f : 0.0f));
    if (isMatrix) {
      const TexelAddress second = texelAddress(layout, layout.frameCount, elementTexel(layout, bone, 1));
      const std::uint32_t high = extra / 1024;
      baked.texels.setTexel(second.x, second.y,
                            glm::vec4(static_cast<float>(extra % 1024), static_cast<float>(high), 0.0f, 0.0f));
      ++extra;
    }
  }
}

}  // namespace texeleton
