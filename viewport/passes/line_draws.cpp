#include "viewport/passes/line_draws.h"

#include <utility>

#include "viewport/rhi/buffers.h"

namespace texeleton::viewport {

Result<void> LineDraws::prepare(const FrameContext& context, const std::vector<DrawnLine>& lines,
                                std::vector<Kind> kinds) {
  m_count = 0;
  if (lines.empty()) {
    return {};
  }
  if (PassInputs inputs = passInputs(context, {context.frameBlock}); !m_bindings || inputs != m_inputs) {
    release();
    TRY(createBindings(context));
    m_inputs = std::move(inputs);
  }
  for (const Kind kind : kinds) {
    if (!m_pipelines[kind]) {
      TRY(createPipeline(context, kind));
    }
  }
  TRY(uploadVertices(context.device.rhi(), *context.updates, m_lines, lines));
  m_count = static_cast<std::uint32_t>(lines.size());
  m_kinds = std::move(kinds);
  return {};
}

Result<void> LineDraws::createBindings(const FrameContext& context) {
  QRhi& rhi = context.device.rhi();
  m_stride = static_cast<quint32>(rhi.ubufAligned(sizeof(glm::vec4)));
  TRY(makeUniforms(rhi, m_block, std::uint64_t{m_stride} * 2));
  const glm::vec4 faint(m_shape.faint);
  const glm::vec4 full(1.0f);
  context.updates->updateDynamicBuffer(m_block.get(), 0, sizeof(faint), &faint);
  context.updates->updateDynamicBuffer(m_block.get(), static_cast<RhiSize>(m_stride), sizeof(full), &full);
  m_bindings = makeBindings(rhi, {{QRhiShaderResourceBinding::uniformBuffer(0, kVertexStage, context.frameBlock),
                                   QRhiShaderResourceBinding::uniformBufferWithDynamicOffset(
                                       2, kFragmentStage, m_block.get(), sizeof(glm::vec4))}});
  return {};
}

Result<void> LineDraws::createPipeline(const FrameContext& context, Kind kind) {
  using Attribute = QRhiVertexInputAttribute;
  return makePipeline(context.device.rhi(), m_pipelines[kind],
                      {.shaders = {m_shape.vertexShader, "bone.frag"},
                       .inputs = vertexInputs(
                           {{sizeof(DrawnLine), QRhiVertexInputBinding::PerInstance}},
                           {{0, 0, Attribute::Float4, 0}, {0, 1, Attribute::Float3, 16}, {0, 2, Attribute::UInt, 28}}),
                       .bindings = m_bindings.get(),
                       .target = context.target,
                       .cull = m_shape.cull,
                       .depthTest = kind != OnTop,
                       .depthOp = kind == Behind ? QRhiGraphicsPipeline::Greater : QRhiGraphicsPipeline::LessOrEqual,
                       .blends = {kBlendByAlpha},
                       .refusal = m_shape.refusal});
}

void LineDraws::record(const FrameContext& context) const {
  if (m_count == 0) {
    return;
  }
  for (const Kind kind : m_kinds) {
    setPipeline(context, *m_pipelines[kind]);
    const QRhiCommandBuffer::DynamicOffset offset(2, kind == Behind ? 0u : m_stride);
    context.commands->setShaderResources(m_bindings.get(), 1, &offset);
    const QRhiCommandBuffer::VertexInput input(m_lines.get(), 0);
    context.commands->setVertexInput(0, 1, &input);
    context.commands->draw(m_shape.vertices, m_count);
  }
}

void LineDraws::release() {
  m_pipelines = {};
  m_bindings.reset();
  m_block.reset();
  m_lines.reset();
  m_count = 0;
}

}  // namespace texeleton::viewport
