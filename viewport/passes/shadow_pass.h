#pragma once

#include <array>
#include <memory>
#include <vector>

#include "viewport/passes/attachment_draws.h"
#include "viewport/passes/crowd_input.h"
#include "viewport/passes/pass.h"

namespace texeleton::viewport {

/// Draws the crowd from the key light into a depth map that surfaces and the ground sample.
class ShadowPass : public Pass {
 public:
  PassStage stage() const override { return PassStage::Before; }
  Result<void> prepare(const FrameContext& context) override;
  void record(const FrameContext& context) override;
  void release() override;

  /// Creates the map if it is missing or has another size; a single texel where `wanted` is false, so that shaders can
  /// bind it.
  Result<void> prepareMap(GpuDevice& device, bool wanted);
  QRhiTexture* map() const { return m_map.get(); }
  QRhiSampler* sampler() const { return m_sampler.get(); }

  /// Side length in texels.
  static constexpr int kMapSize = 2048;

 private:
  struct Draw {
    GpuPack::Primitive primitive;
    std::uint32_t level = 0;
    CrowdPart part = CrowdPart::Texture;
    bool solid = false;  ///< The material discards no fragment.
  };
  Result<void> createPipeline(const FrameContext& context, CrowdPart part, bool solid);
  std::unique_ptr<QRhiGraphicsPipeline>& pipelineOf(CrowdPart part, bool solid);

  std::unique_ptr<QRhiTexture> m_map;
  std::unique_ptr<QRhiRenderBuffer> m_depth;  ///< Set if the map stores depth as a colour.
  std::unique_ptr<QRhiSampler> m_sampler;
  std::unique_ptr<QRhiRenderPassDescriptor> m_descriptor;
  std::unique_ptr<QRhiTextureRenderTarget> m_target;
  SurfaceResources m_resources;
  std::array<std::unique_ptr<QRhiGraphicsPipeline>, 2 * kCrowdParts> m_pipelines;
  std::vector<Draw> m_draws;
  PassInputs m_inputs;
  AttachmentDraws m_attachments{AttachmentDraws::Kind::Shadow};
};

}  // namespace texeleton::viewport
