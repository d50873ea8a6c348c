#include "viewport/passes/screen_pass.h"

#include <vector>

#include "viewport/rhi/shader.h"

namespace texeleton::viewport {

Result<void> ScreenPipeline::prepare(const FrameContext& context) {
  QRhi& rhi = context.device.rhi();
  const QVector<quint32> format = context.target.descriptor->serializedFormat();
  QRhiTexture* picture = m_draw.readsPicture ? context.linearPicture : m_draw.readsShadow ? context.shadowMap : nullptr;
  const quint64 frameBlock = context.frameBlock->globalResourceId();
  const quint64 pictureId = picture != nullptr ? picture->globalResourceId() : 0;
  QRhiTexture* const compared = m_draw.readsPicture ? context.comparedPicture : nullptr;
  const quint64 comparedId = compared != nullptr ? compared->globalResourceId() : 0;
  if (m_pipeline && m_frameBlock == frameBlock && m_picture == pictureId && m_compared == comparedId &&
      m_targetFormat == format && m_sampleCount == context.target.sampleCount) {
    return {};
  }
  release();
  auto stages = loadStages(m_draw.vertexShader, m_draw.fragmentShader);
  TRY(stages);
  const auto both = QRhiShaderResourceBinding::VertexStage | QRhiShaderResourceBinding::FragmentStage;
  m_bindings.reset(rhi.newShaderResourceBindings());
  std::vector<QRhiShaderResourceBinding> bindings = {
      QRhiShaderResourceBinding::uniformBuffer(0, both, context.frameBlock)};
  if (picture != nullptr) {
    m_sampler.reset(rhi.newSampler(QRhiSampler::Nearest, QRhiSampler::Nearest, QRhiSampler::None,
                                   QRhiSampler::ClampToEdge, QRhiSampler::ClampToEdge));
    m_sampler->create();
    bindings.push_back(QRhiShaderResourceBinding::sampledTexture(
        m_draw.readsPicture ? 1 : 9, QRhiShaderResourceBinding::FragmentStage, picture, m_sampler.get()));
  }
  if (compared != nullptr) {
    bindings.push_back(QRhiShaderResourceBinding::sampledTexture(2, QRhiShaderResourceBinding::FragmentStage, compared,
                                                                 m_sampler.get()));
  }
  m_bindings->setBindings(bindings.begin(), bindings.end());
  m_bindings->create();

  m_pipeline.reset(rhi.newGraphicsPipeline());
  m_pipeline->setShaderStages(stages->begin(), stages->end());
  m_pipeline->setTopology(m_draw.topology);
  m_pipeline->setShaderResourceBindings(m_bindings.get());
  m_pipeline->setRenderPassDescriptor(context.target.descriptor);
  m_pipeline->setSampleCount(context.target.sampleCount);
  m_pipeline->setDepthTest(m_draw.depthTest);
  m_pipeline->setDepthOp(QRhiGraphicsPipeline::LessOrEqual);
  if (m_draw.blend) {
    QRhiGraphicsPipeline::TargetBlend blend;
    blend.enable = true;
    blend.srcColor = QRhiGraphicsPipeline::SrcAlpha;
    m_pipeline->setTargetBlends({blend});
  }
  if (!m_pipeline->create()) {
    m_pipeline.reset();
    return fail(ErrorCode::Unsupported, message("the GPU's driver refuses the shader %1", m_draw.fragmentShader));
  }
  m_frameBlock = frameBlock;
  m_picture = pictureId;
  m_compared = comparedId;
  m_targetFormat = format;
  m_sampleCount = context.target.sampleCount;
  return {};
}

void ScreenPipeline::record(const FrameContext& context) {
  context.commands->setGraphicsPipeline(m_pipeline.get());
  context.commands->setViewport({0.0f, 0.0f, static_cast<float>(context.target.pixelSize.width()),
                                 static_cast<float>(context.target.pixelSize.height())});
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
