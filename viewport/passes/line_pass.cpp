#include "viewport/passes/line_pass.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "viewport/passes/drawn_line.h"
#include "viewport/rhi/shader.h"
#include "viewport/scene/capsule_lines.h"
#include "viewport/scene/gpu/packing.h"
#include "viewport/scene/normal_lines.h"

namespace texeleton::viewport {

namespace {

constexpr float kFaint = 0.25f;

}  // namespace

Result<void> LinePass::prepare(const FrameContext& context) {
  m_count = 0;
  m_made = normalLines(context.scene, context.path);
  const std::vector<SceneLine> capsules = capsuleLines(context.scene, context.path);
  m_made.insert(m_made.end(), capsules.begin(), capsules.end());
  const auto& lines = context.scene.lines;
  if ((!lines || lines->empty()) && m_made.empty()) {
    return {};
  }
  const QVector<quint32> format = context.target.descriptor->serializedFormat();
  const quint64 frameBlock = context.frameBlock->globalResourceId();
  if (!m_pipelines[Front] || m_targetFormat != format || m_frameBlock != frameBlock) {
    if (auto made = createPipelines(context); !made) {
      return made;
    }
    m_targetFormat = format;
    m_frameBlock = frameBlock;
  }
  return upload(context);
}

Result<void> LinePass::upload(const FrameContext& context) {
  static const std::vector<SceneLine> kNone;
  const std::vector<SceneLine>& lines = context.scene.lines ? *context.scene.lines : kNone;
  const float ratio = context.scene.view.pixelRatio;
  std::vector<DrawnLine> drawn;
  drawn.reserve(lines.size() + m_made.size());
  for (const std::vector<SceneLine>* list : {&lines, &std::as_const(m_made)}) {
    for (const SceneLine& line : *list) {
      drawn.push_back({line.from, std::max(0.5f * line.points * ratio, 0.5f), line.to, packColor(line.color)});
    }
  }
  const auto count = static_cast<std::uint32_t>(drawn.size());
  if (count > m_capacity) {
    m_lines.reset(context.device.rhi().newBuffer(QRhiBuffer::Static, QRhiBuffer::VertexBuffer,
                                                 static_cast<RhiSize>(count * sizeof(DrawnLine))));
    m_capacity = count;
    if (!m_lines->create()) {
      m_lines.reset();
      m_capacity = 0;
      return fail(ErrorCode::Limit, "the GPU has no memory left");
    }
  }
  context.updates->uploadStaticBuffer(m_lines.get(), 0, static_cast<RhiSize>(count * sizeof(DrawnLine)), drawn.data());
  m_count = count;
  return {};
}

Result<void> LinePass::createPipelines(const FrameContext& context) {
  QRhi& rhi = context.device.rhi();
  m_stride = static_cast<RhiSize>(rhi.ubufAligned(sizeof(glm::vec4)));
  m_block.reset(rhi.newBuffer(QRhiBuffer::Dynamic, QRhiBuffer::UniformBuffer, m_stride * 2));
  if (!m_block->create()) {
    return fail(ErrorCode::Limit, "the GPU has no memory left");
  }
  const glm::vec4 faint(kFaint);
  const glm::vec4 full(1.0f);
  context.updates->updateDynamicBuffer(m_block.get(), 0, sizeof(faint), &faint);
  context.updates->updateDynamicBuffer(m_block.get(), m_stride, sizeof(full), &full);
  m_bindings.reset(rhi.newShaderResourceBindings());
  m_bindings->setBindings(
      {QRhiShaderResourceBinding::uniformBuffer(0, QRhiShaderResourceBinding::VertexStage, context.frameBlock),
       QRhiShaderResourceBinding::uniformBufferWithDynamicOffset(2, QRhiShaderResourceBinding::FragmentStage,
                                                                 m_block.get(), sizeof(glm::vec4))});
  m_bindings->create();
  auto stages = loadStages("line.vert", "bone.frag");
  TRY(stages);
  using Attribute = QRhiVertexInputAttribute;
  QRhiVertexInputLayout layout;
  layout.setBindings({QRhiVertexInputBinding(sizeof(DrawnLine), QRhiVertexInputBinding::PerInstance)});
  layout.setAttributes({Attribute(0, 0, Attribute::Float4, 0), Attribute(0, 1, Attribute::Float3, 16),
                        Attribute(0, 2, Attribute::UInt, 28)});
  QRhiGraphicsPipeline::TargetBlend blend;
  blend.enable = true;
  blend.srcColor = QRhiGraphicsPipeline::SrcAlpha;
  for (const Kind kind : {Behind, Front}) {
    std::unique_ptr<QRhiGraphicsPipeline> made(rhi.newGraphicsPipeline());
    made->setShaderStages(stages->begin(), stages->end());
    made->setVertexInputLayout(layout);
    made->setShaderResourceBindings(m_bindings.get());
    made->setRenderPassDescriptor(context.target.descriptor);
    made->setSampleCount(context.target.sampleCount);
    made->setCullMode(QRhiGraphicsPipeline::None);
    made->setDepthTest(true);
    made->setDepthOp(kind == Behind ? QRhiGraphicsPipeline::Greater : QRhiGraphicsPipeline::LessOrEqual);
    made->setTargetBlends({blend});
    if (!made->create()) {
      return fail(ErrorCode::Unsupported, "the GPU's driver refuses the shaders of lines");
    }
    m_pipelines[kind] = std::move(made);
  }
  return {};
}

void LinePass::record(const FrameContext& context) {
  if (m_count == 0) {
    return;
  }
  QRhiCommandBuffer& commands = *context.commands;
  const QSize size = context.target.pixelSize;
  for (const Kind kind : {Behind, Front}) {
    commands.setGraphicsPipeline(m_pipelines[kind].get());
    commands.setViewport({0.0f, 0.0f, static_cast<float>(size.width()), static_cast<float>(size.height())});
    const QRhiCommandBuffer::DynamicOffset offset(2, kind == Behind ? 0u : static_cast<quint32>(m_stride));
    commands.setShaderResources(m_bindings.get(), 1, &offset);
    const QRhiCommandBuffer::VertexInput input(m_lines.get(), 0);
    commands.setVertexInput(0, 1, &input);
    commands.draw(kLineVertices, m_count);
  }
}

void LinePass::release() {
  m_pipelines = {};
  m_bindings.reset();
  m_block.reset();
  m_lines.reset();
  m_capacity = 0;
  m_count = 0;
}

}  // namespace texeleton::viewport
