#pragma once

#include <array>
#include <memory>
#include <vector>

#include "viewport/passes/attachment_draws.h"
#include "viewport/passes/crowd_input.h"
#include "viewport/passes/pass.h"

namespace texeleton::viewport {

/// The crowd seen from the key light: a depth map that surfaces and the ground look their shadow up in.
class ShadowPass : public Pass {
 public:
  PassStage stage() const override { return PassStage::Before; }
  Result<void> prepare(const FrameContext& context) override;
  void record(const FrameContext& context) override;
  void release() override;

  /// Makes the map if it is missing or of another size: a single texel where `wanted` is false, so that there is
  /// something to bind.
  Result<void> prepareMap(GpuDevice& device, bool wanted);
  QRhiTexture* map() const { return m_map.get(); }
  QRhiSampler* sampler() const { return m_sampler.get(); }

  /// Texels a side.
  static constexpr int kMapSize = 2048;

 private:
  struct Draw {
    GpuPack::Primitive primitive;
    std::uint32_t level = 0;
    CrowdPart part = CrowdPart::Texture;
    bool solid = false;  ///< The material leaves no fragment out.
  };
  using Bindings = std::vector<std::unique_ptr<QRhiShaderResourceBindings>>;  ///< Per material.
  static Bindings bindMaterials(const FrameContext& context, bool posed);
  Bindings& bindingsOf(CrowdPart part) { return part == CrowdPart::Posed ? m_posedBindings : m_bindings; }
  Result<void> createPipeline(const FrameContext& context, CrowdPart part, bool solid);
  std::unique_ptr<QRhiGraphicsPipeline>& pipelineOf(CrowdPart part, bool solid);

  std::unique_ptr<QRhiTexture> m_map;
  std::unique_ptr<QRhiRenderBuffer> m_depth;  ///< Set: the map holds depths as colours.
  std::unique_ptr<QRhiSampler> m_sampler;
  std::unique_ptr<QRhiRenderPassDescriptor> m_descriptor;
  std::unique_ptr<QRhiTextureRenderTarget> m_target;
  Bindings m_bindings;
  Bindings m_posedBindings;
  quint64 m_posedBy = 0;  ///< The poses that those are bound to.
  std::array<std::unique_ptr<QRhiGraphicsPipeline>, 2 * kCrowdParts> m_pipelines;
  std::vector<Draw> m_draws;
  CrowdInputs m_inputs;
  AttachmentDraws m_attachments{AttachmentDraws::Kind::Shadow};
};

}  // namespace texeleton::viewport
