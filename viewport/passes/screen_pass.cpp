#include <utility>

#include "viewport/passes/passes.h"
#include "viewport/rhi/buffers.h"

namespace texeleton::viewport {

namespace {

/// A pass without vertex buffers; the frame's uniforms are at binding 0.
class ScreenPass : public Pass {
 public:
  struct Draw {
    PassStage stage = PassStage::Scene;
    PipelineSettings pipeline;  ///< Without its bindings and target.
    quint32 vertexCount = 3;
    bool readsPicture = false;  ///< context.linearPicture at binding 1, context.comparedPicture at 2.
    bool isGround = false;      ///< Drawn where the scene has a ground, with context.shadowMap at binding 9.
  };
  explicit ScreenPass(Draw draw) : m_draw(std::move(draw)) {}

  PassStage stage() const override { return m_draw.stage; }

  Result<void> prepare(const FrameContext& context) override {
    if (!isWanted(context)) {
      return {};
    }
    QRhiTexture* picture = m_draw.readsPicture ? context.linearPicture : m_draw.isGround ? context.shadowMap : nullptr;
    QRhiTexture* const compared = m_draw.readsPicture ? context.comparedPicture : nullptr;
    PassInputs inputs = passInputs(context, {context.frameBlock, picture, compared});
    if (m_pipeline && inputs == m_inputs) {
      return {};
    }
    release();
    QRhi& rhi = context.device.rhi();
    BindingList bindings = {
        QRhiShaderResourceBinding::uniformBuffer(0, kVertexStage | kFragmentStage, context.frameBlock)};
    m_sampler = makeTexelSampler(rhi);
    if (picture != nullptr) {
      bindings.push_back(QRhiShaderResourceBinding::sampledTexture(m_draw.readsPicture ? 1 : 9, kFragmentStage, picture,
                                                                   m_sampler.get()));
    }
    if (compared != nullptr) {
      bindings.push_back(QRhiShaderResourceBinding::sampledTexture(2, kFragmentStage, compared, m_sampler.get()));
    }
    m_bindings = makeBindings(rhi, {bindings});
    PipelineSettings settings = m_draw.pipeline;
    settings.bindings = m_bindings.get();
    settings.target = context.target;
    TRY(makePipeline(rhi, m_pipeline, settings));
    m_inputs = std::move(inputs);
    return {};
  }

  void record(const FrameContext& context) override {
    if (isWanted(context)) {
      setPipeline(context, *m_pipeline);
      context.commands->setShaderResources();
      context.commands->draw(m_draw.vertexCount);
    }
  }

  void release() override {
    m_pipeline.reset();
    m_bindings.reset();
    m_sampler.reset();
  }

 private:
  bool isWanted(const FrameContext& context) const { return !m_draw.isGround || context.scene.view.hasGround(); }

  Draw m_draw;
  std::unique_ptr<QRhiSampler> m_sampler;
  std::unique_ptr<QRhiShaderResourceBindings> m_bindings;
  std::unique_ptr<QRhiGraphicsPipeline> m_pipeline;
  PassInputs m_inputs;
};

}  // namespace

std::unique_ptr<Pass> makeGridPass() {
  return std::make_unique<ScreenPass>(ScreenPass::Draw{.pipeline = {.shaders = {"grid.vert", "grid.frag"},
                                                                    .topology = QRhiGraphicsPipeline::TriangleStrip,
                                                                    .depthTest = true,
                                                                    .blends = {kBlendByAlpha}},
                                                       .vertexCount = 4,
                                                       .isGround = true});
}

std::unique_ptr<Pass> makeOutputPass() {
  return std::make_unique<ScreenPass>(ScreenPass::Draw{
      .stage = PassStage::Output, .pipeline = {.shaders = {"screen.vert", "output.frag"}}, .readsPicture = true});
}

}  // namespace texeleton::viewport
