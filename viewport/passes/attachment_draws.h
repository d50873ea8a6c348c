#pragma once

#include <array>
#include <memory>
#include <vector>

#include "viewport/passes/crowd_input.h"

namespace texeleton::viewport {

/// Depth bias of shadow casters against self-shadowing: constant, and by slope where light grazes a surface.
inline constexpr int kShadowDepthBias = 2;
inline constexpr float kShadowSlopeBias = 2.0f;

/// Draws attachments of the instances into the picture or the shadow map: one draw a material for each visible run of
/// instances posed by the texture, one by one for skinned instances.
class AttachmentDraws {
 public:
  enum class Kind : std::uint8_t {
    Opaque,
    Blended,
    Shadow,  ///< Into the shadow map.
  };
  explicit AttachmentDraws(Kind kind) : m_kind(kind) {}

  /// `colorDepth`: the shadow map stores depth as a colour.
  Result<void> prepare(const FrameContext& context, const PassTarget& target, bool colorDepth = false);
  /// Call inside a render pass.
  void record(const FrameContext& context, const CrowdDraws& draws, const QSize& size) const;
  void release();

 private:
  enum Part : std::uint8_t { ByTexture, Posed };
  struct Draw {
    std::size_t attachment = 0;
    GpuAttachments::Primitive primitive;
    QRhiShaderResourceBindings* bindings = nullptr;
  };
  Result<void> createPipeline(const FrameContext& context, Part part, const PassTarget& target, bool colorDepth);
  std::unique_ptr<QRhiShaderResourceBindings> bind(const FrameContext& context, const GpuMaterials::Drawn& material,
                                                   const GpuMaterials& materials) const;
  void drawRuns(const FrameContext& context, const CrowdDraws& draws, const Draw& draw) const;
  void drawPosed(const FrameContext& context, const CrowdDraws& draws, const Draw& draw) const;

  Kind m_kind;
  std::array<std::unique_ptr<QRhiGraphicsPipeline>, 2> m_pipelines;     ///< By Part.
  std::vector<std::unique_ptr<QRhiShaderResourceBindings>> m_bindings;  ///< By draw.
  std::vector<Draw> m_draws;
  PassInputs m_inputs;
  std::uint64_t m_revision = 0;
  bool m_wireframe = false;
};

/// Draws the attachments of the instances into the picture.
class AttachmentPass : public Pass {
 public:
  explicit AttachmentPass(AttachmentDraws::Kind kind) : m_draws(kind) {}

  PassStage stage() const override { return PassStage::Scene; }
  Result<void> prepare(const FrameContext& context) override { return m_draws.prepare(context, context.target); }
  void record(const FrameContext& context) override {
    m_draws.record(context, context.crowdDraws, context.target.pixelSize);
  }
  void release() override { m_draws.release(); }

 private:
  AttachmentDraws m_draws;
};

}  // namespace texeleton::viewport
