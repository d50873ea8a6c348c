#include "core/bake/encoding/bone_forms.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <new>
#include <string>
#include <utility>

#include "core/animation/clip_sampler.h"
#include "core/bake/clip_plan.h"
#include "core/bake/encoding/bone_kernels.h"
#include "core/base/parallel.h"
#include "core/vat/encoding.h"

namespace texeleton::bake {

namespace {

/// Relative difference of a scale's components; isSimilarity checks the result of several matrices.
constexpr double kEvenScale = 1e-5;
constexpr double kLargestPivot = 60000.0;  // Fits half floats.

bool isEvenScale(double x, double y, double z) {
  const double largest = std::max({std::abs(x), std::abs(y), std::abs(z)});
  return std::max(std::abs(x - y), std::abs(x - z)) <= kEvenScale * largest;
}

vat::BoneMatrix boneMatrixOf(const glm::dmat4& matrix) {
  vat::BoneMatrix rows;
  for (int r = 0; r < 3; ++r) {
    rows.row[r] = {matrix[0][r], matrix[1][r], matrix[2][r], matrix[3][r]};
  }
  return rows;
}

bool hasUnevenKeys(const model::Track& scales) {
  // A still track has the value of its first key, which in a spline follows a tangent of 0.
  const std::size_t first = scales.interpolation == model::Interpolation::CubicSpline ? 3 : 0;
  const std::size_t end = scales.stillness == model::Stillness::Still ? first + 3 : scales.values.size();
  for (std::size_t i = 0; i + 2 < std::min(end, scales.values.size()); i += 3) {
    const float* const s = scales.values.data() + i;
    const bool isEven = s[0] == s[1] && s[0] == s[2];
    if (!isEven && !isEvenScale(double{s[0]}, double{s[1]}, double{s[2]})) {
      return true;
    }
  }
  return false;
}

/// Whether a node may be scaled unevenly: at rest, or by a key of a clip.
std::vector<bool> unevenNodes(const model::Model& model, std::span<const vat::BakedClip> clips) {
  std::vector<bool> uneven;
  for (const model::Node& node : model.nodes) {
    uneven.push_back(node.restMatrix ? !vat::isSimilarity(boneMatrixOf(*node.restMatrix))
                                     : !isEvenScale(node.rest.scale.x, node.rest.scale.y, node.rest.scale.z));
  }
  std::vector<bool> isSeen(model.clips.size(), false);
  for (const vat::BakedClip& clip : clips) {
    const std::size_t number = clip.source.clip.value;
    if (isSeen[number]) {
      continue;
    }
    isSeen[number] = true;
    for (const model::Track& track : model.clips[number].tracks) {
      if (track.target == model::TrackTarget::Scale && !uneven[track.node.value]) {
        uneven[track.node.value] = hasUnevenKeys(track);
      }
    }
  }
  return uneven;
}

/// Whether a matrix is not a similarity in some of its frames.
bool isUneven(const animation::LaneMatrix& matrix) {
  if (isClearlySimilarity(matrix)) {
    return false;
  }
  for (std::size_t lane = 0; lane < animation::kFrameLanes; ++lane) {
    vat::BoneMatrix rows;
    for (int k = 0; k < 12; ++k) {
      rows.row[k / 4][k % 4] = static_cast<double>(matrix.m[k][lane]);
    }
    if (!vat::isSimilarity(rows)) {
      return true;
    }
  }
  return false;
}

/// Examines frames for entries that may not be similarities, until each was found not to be one.
class FrameLook {
 public:
  FrameLook(const model::Model& model, std::vector<model::PaletteEntry> entries)
      : m_model(model), m_entries(std::move(entries)), m_found(m_entries.size()) {}

  void lookAt(const vat::BakedClip& clip, const JobContext& job) {
    const animation::ClipSampler sampler(m_model, clip.source.clip, m_entries);
    animation::ClipSampler::Scratch scratch;
    sampler.growScratch(scratch);
    std::vector<animation::LaneMatrix> matrices(m_entries.size());
    std::vector<animation::LaneValue> weights(sampler.morphWeightCount());
    for (std::uint32_t first = 0; first < clip.frameCount && !job.isCancelled() && !isDone();
         first += animation::kFrameLanes) {
      double seconds[animation::kFrameLanes];
      for (std::uint32_t i = 0; i < animation::kFrameLanes; ++i) {
        seconds[i] = sourceSeconds(clip, std::min(first + i, clip.frameCount - 1));
      }
      sampler.sample(seconds, scratch, matrices.data(), weights.data());
      for (std::size_t e = 0; e < m_entries.size(); ++e) {
        if (!m_found[e].load(std::memory_order_relaxed) && isUneven(matrices[e]) && !m_found[e].exchange(true)) {
          ++m_count;
        }
      }
    }
  }

  bool isDone() const { return m_count.load(std::memory_order_relaxed) == m_entries.size(); }
  bool isFound(std::size_t e) const { return m_found[e]; }
  std::size_t count() const { return m_count; }

 private:
  const model::Model& m_model;
  std::vector<model::PaletteEntry> m_entries;
  std::vector<std::atomic<bool>> m_found;
  std::atomic<std::size_t> m_count{0};
};

}  // namespace

std::vector<bool> entriesKeptAsMatrices(const model::Model& model, std::span<const model::PaletteEntry> entries,
                                        std::span<const vat::BakedClip> clips, JobContext& job) {
  const std::vector<bool> uneven = unevenNodes(model, clips);
  std::vector<std::size_t> candidates;
  std::vector<model::PaletteEntry> looked;
  for (std::size_t e = 0; e < entries.size(); ++e) {
    bool mayBe = !vat::isSimilarity(boneMatrixOf(entries[e].inverseBind));
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
  FrameLook look(model, looked);
  std::atomic<bool> isOutOfMemory{false};
  parallelFor(clips.size(), 1, job.threadCount, job, [&](std::size_t begin, std::size_t end) {
    try {
      for (std::size_t i = begin; i < end && !look.isDone(); ++i) {
        look.lookAt(clips[i], job);
      }
    } catch (const std::bad_alloc&) {
      isOutOfMemory = true;
    }
  });
  if (isOutOfMemory) {
    throw std::bad_alloc();
  }
  std::string first;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (look.isFound(i)) {
      result[candidates[i]] = true;
      first = first.empty() ? model.nodes[looked[i].node.value].name : first;
    }
  }
  if (const std::size_t count = look.count(); count != 0) {
    job.inform(message(count == 1 ? "Kept as matrices, because they shear or are scaled unevenly, which this encoding "
                                    "cannot hold: %1 bone (\"%2\")."
                                  : "Kept as matrices, because they shear or are scaled unevenly, which this encoding "
                                    "cannot hold: %1 bones (the first is \"%2\").",
                       count, first));
  }
  return result;
}

glm::dvec3 pivotOf(const model::PaletteEntry& entry) {
  const glm::dvec3 pivot(glm::inverse(entry.inverseBind)[3]);
  const bool isUsable = std::abs(pivot.x) < kLargestPivot && std::abs(pivot.y) < kLargestPivot &&
                        std::abs(pivot.z) < kLargestPivot;  // False for NaN.
  return isUsable ? pivot : glm::dvec3(0.0);
}

void writeBoneConstants(std::span<const model::PaletteEntry> entries, vat::BakedAnimation& baked) {
  const vat::TextureLayout& layout = baked.layout;
  std::uint32_t extra = 0;
  for (std::uint32_t bone = 0; bone < layout.elementCount; ++bone) {
    const bool isMatrix = baked.bones[bone].isMatrix;
    const vat::TexelAddress first = vat::texelAddress(layout, layout.frameCount, vat::elementTexel(layout, bone, 0));
    baked.texels.setTexel(first.x, first.y, glm::vec4(glm::vec3(pivotOf(entries[bone])), isMatrix ? 1.0f : 0.0f));
    if (isMatrix) {
      const vat::TexelAddress second = vat::texelAddress(layout, layout.frameCount, vat::elementTexel(layout, bone, 1));
      const std::uint32_t high = extra / 1024;
      baked.texels.setTexel(second.x, second.y,
                            glm::vec4(static_cast<float>(extra % 1024), static_cast<float>(high), 0.0f, 0.0f));
      ++extra;
    }
  }
}

}  // namespace texeleton::bake
