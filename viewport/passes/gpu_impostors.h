#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "viewport/rhi/gpu_device.h"
#include "viewport/scene/crowd/impostor_plan.h"
#include "viewport/scene/gpu/gpu_crowd.h"
#include "viewport/scene/gpu/gpu_pack.h"

namespace texeleton::viewport {

/// Twin of ImpostorBlock in shaders/impostor.glsl.
struct ImpostorUniforms {
  glm::vec4 center{0.0f};
  glm::vec4 halfExtents{0.0f};
  glm::uvec4 sizes{0u};
  glm::uvec4 frames{0u};
};
static_assert(sizeof(ImpostorUniforms) == 64);

/// An atlas of pictures of a pack's character on the GPU, rendered from its mesh: colour, normal, depth and the
/// material data needed to light it. Rendered once, a part at a time, and kept.
class GpuImpostors {
 public:
  /// Creates the textures of the planned pictures; record() fills them. Errors: Unsupported (vertices without motion),
  /// Limit (no memory).
  static Result<std::unique_ptr<GpuImpostors>> create(GpuDevice& device, const GpuPack& pack, const ImpostorPlan& plan);

  const ImpostorPlan& plan() const { return m_plan; }

  /// Sets how much the next record() draws: about `vertices` vertices, at least one square of tiles; 0: everything.
  /// Returns true if the atlas is complete after it.
  bool advance(std::uint64_t vertices);
  /// Draws the tiles chosen by advance(). A frame is being recorded, no pass is open, the pack and `crowd` are
  /// uploaded.
  Result<void> record(const GpuPack& pack, const GpuCrowd& crowd, QRhiCommandBuffer& commands);

  QRhiBuffer* uniforms() const { return m_uniforms.get(); }
  QRhiTexture* colors() const { return m_atlas[0].get(); }
  QRhiTexture* shapes() const { return m_atlas[1].get(); }
  QRhiTexture* surfaces() const { return m_atlas[2].get(); }
  QRhiTexture* frames() const { return m_frames.get(); }
  QRhiSampler* sampler() const { return m_sampler.get(); }
  QRhiSampler* frameSampler() const { return m_frameSampler.get(); }
  std::uint64_t bytes() const { return m_plan.bytes(); }

 private:
  explicit GpuImpostors(GpuDevice& device) : m_device(device) {}
  bool createTextures();
  Result<void> createPipelines(const GpuPack& pack, const GpuCrowd& crowd);
  void upload(QRhiCommandBuffer& commands);
  void drawSquare(const GpuPack& pack, std::uint32_t square, QRhiCommandBuffer& commands);

  /// Resources for rendering the tiles, until all are done.
  struct Tools {
    std::unique_ptr<QRhiBuffer> records;
    std::unique_ptr<QRhiTexture> colors[3];
    std::unique_ptr<QRhiRenderBuffer> depth;
    std::unique_ptr<QRhiTextureRenderTarget> squareTarget;
    std::unique_ptr<QRhiRenderPassDescriptor> squareDescriptor;
    std::unique_ptr<QRhiTextureRenderTarget> atlasTarget;
    std::unique_ptr<QRhiRenderPassDescriptor> atlasDescriptor;
    std::unique_ptr<QRhiSampler> nearest;
    std::vector<std::unique_ptr<QRhiShaderResourceBindings>> bindings;  ///< Per material.
    std::unique_ptr<QRhiGraphicsPipeline> pipelines[2];                 ///< One-sided, double-sided.
    std::unique_ptr<QRhiShaderResourceBindings> reduceBindings;
    std::unique_ptr<QRhiGraphicsPipeline> reduce;
  };

  GpuDevice& m_device;
  ImpostorPlan m_plan;
  std::uint64_t m_verticesOfASquare = 1;
  std::uint32_t m_drawn = 0;  ///< Squares drawn.
  std::uint32_t m_next = 0;   ///< Squares drawn after the next record().
  std::unique_ptr<Tools> m_tools;
  std::unique_ptr<QRhiTexture> m_atlas[3];
  std::unique_ptr<QRhiTexture> m_frames;
  std::unique_ptr<QRhiSampler> m_sampler;
  std::unique_ptr<QRhiSampler> m_frameSampler;
  std::unique_ptr<QRhiBuffer> m_uniforms;
};

}  // namespace texeleton::viewport
