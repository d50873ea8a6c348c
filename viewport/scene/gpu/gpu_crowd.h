#pragma once

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <memory>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "viewport/rhi/gpu_device.h"
#include "viewport/scene/crowd/crowd.h"
#include "viewport/scene/crowd/variant_parts.h"
#include "viewport/scene/gpu/gpu_pack.h"

namespace texeleton::viewport {

/// Twin of CrowdBlock in shaders/crowd_block.glsl.
struct CrowdUniforms {
  glm::uvec4 clock{0u};
  std::array<glm::uvec4, 2> layouts{};    ///< Both elements are equal.
  std::array<glm::uvec4, 2> constants{};  ///< Both elements are equal.
  glm::vec4 positionMin{0.0f};
  glm::vec4 positionExtent{0.0f};
  glm::vec4 uvRange{0.0f};
  glm::vec4 uv1Range{0.0f};
  std::array<glm::uvec4, 2> variants{};  ///< Both elements are equal.
  std::array<VariantPart, kMaxVariantParts> parts{};
  glm::uvec4 layerClip{0u};
  glm::vec4 layerShare{0.0f};
  std::array<glm::vec2, kMaxLayerBones> layerMask{};
};
static_assert(sizeof(CrowdUniforms) == 176 + 512 + 32 + 8 * kMaxLayerBones);

/// The instances of a crowd and its clock on the GPU. Only the clock is uploaded every frame.
class GpuCrowd {
 public:
  explicit GpuCrowd(GpuDevice& device) : m_device(device) {}

  /// Uploads changes. Errors: Limit (no memory; says how much is needed).
  Result<void> update(const Crowd& crowd, const GpuPack& pack, bool interpolate, QRhiResourceUpdateBatch& batch);

  /// Marks the instances whose poses do not follow their clips (ascending; see shaders/crowd_path.glsl), and no others.
  /// Call it after update(). Errors: Limit.
  Result<void> setOwnPoses(const Crowd& crowd, std::vector<std::uint32_t> instances, QRhiResourceUpdateBatch& batch);

  QRhiBuffer* instances() const { return m_instances.get(); }
  QRhiBuffer* uniforms() const { return m_uniforms.get(); }
  std::uint32_t count() const { return m_count; }
  /// Whether shaders with LAYERS draw it.
  bool isLayered() const { return m_isLayered; }
  /// Crowd::restless(), ascending, and copies of their records in that order, which the CALM shaders skip
  /// (shaders/crowd_instance.glsl). No buffer if there are none.
  std::span<const std::uint32_t> restless() const { return m_restless; }
  QRhiBuffer* restlessInstances() const { return m_restlessInstances.get(); }
  std::uint64_t bytes() const {
    const auto more = m_restlessInstances ? static_cast<std::uint64_t>(m_restlessInstances->size()) : 0;
    return std::uint64_t{m_count} * sizeof(InstanceRecord) + more;
  }

 private:
  Result<void> updateRestless(const Crowd& crowd, QRhiResourceUpdateBatch& batch);
  std::uint32_t tintOf(const Crowd& crowd, std::uint32_t instance) const;
  void uploadTints(const Crowd& crowd, std::span<const std::uint32_t> instances, QRhiResourceUpdateBatch& batch) const;

  GpuDevice& m_device;
  std::unique_ptr<QRhiBuffer> m_instances;
  std::unique_ptr<QRhiBuffer> m_uniforms;
  std::unique_ptr<QRhiBuffer> m_restlessInstances;
  std::uint32_t m_count = 0;
  bool m_isLayered = false;
  std::vector<std::uint32_t> m_restless;
  std::vector<std::uint32_t> m_ownPoses;
  std::uint64_t m_revision = 0;
};

}  // namespace texeleton::viewport
