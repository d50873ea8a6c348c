#include "viewport/passes/screen_pass.h"

#include <utility>

#include "viewport/rhi/buffers.h"

namespace texeleton::viewport {

Result<void> ScreenPipeline::prepare(const FrameContext& context) {
  QRhiTexture* picture = m_draw.readsPicture ? context.linearPicture : m_draw.readsShadow ? context.shadowMap : nullptr;
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

void ScreenPipeline::record(const FrameContext& context) {
  setPipeline(context, *m_pipeline);
  context.commands->setShaderResources();
  context.commands->draw(m_draw.vertexCount);
}

void ScreenPipeline::release() {
  m_pipeline.reset();
  m_bindings.reset();
  m_sampler.reset();
}

Result<void> GridPass::prepare(const FrameContext& context) {
  return context.scene.view.hasGround() ? m_pipeline.prepare(context) : Result<void>();
}

void GridPass::record(const FrameContext& context) {
  if (context.scene.view.hasGround()) {
    m_pipeline.record(context);
  }
}

}  // namespace texeleton::viewport
