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
  using Bindings = std::vector<std::unique_ptr<QRhiShaderResourceBindings>>;  ///< Per material.
  static Bindings bindMaterials(const FrameContext& context, bool posed);
  Bindings& bindingsOf(CrowdPart part) { return part == CrowdPart::Posed ? m_posedBindings : m_bindings; }
  Result<void> createPipeline(const FrameContext& context, CrowdPart part, bool solid);
  std::unique_ptr<QRhiGraphicsPipeline>& pipelineOf(CrowdPart part, bool solid);

  std::unique_ptr<QRhiTexture> m_map;
  std::unique_ptr<QRhiRenderBuffer> m_depth;  ///< Set if the map stores depth as a colour.
  std::unique_ptr<QRhiSampler> m_sampler;
  std::unique_ptr<QRhiRenderPassDescriptor> m_descriptor;
  std::unique_ptr<QRhiTextureRenderTarget> m_target;
  Bindings m_bindings;
  Bindings m_posedBindings;
  quint64 m_posedBy = 0;  ///< Id of the poses that m_posedBindings refer to.
  std::array<std::unique_ptr<QRhiGraphicsPipeline>, 2 * kCrowdParts> m_pipelines;
  std::vector<Draw> m_draws;
  CrowdInputs m_inputs;
  AttachmentDraws m_attachments{AttachmentDraws::Kind::Shadow};
};

}  // namespace texeleton::viewport
