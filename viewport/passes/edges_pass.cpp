#include "viewport/passes/edges_pass.h"

#include <utility>

#include "viewport/rhi/shader.h"

namespace texeleton::viewport {

namespace {

constexpr int kEdgeDepthBias = -8;  // Brings edges in front of their surface.
const glm::vec4 kEdgeColor(0.01f, 0.012f, 0.016f, 0.8f);

std::size_t edgePlaceOf(CrowdPart part) { return part == CrowdPart::Texture ? 0 : 1; }

}  // namespace

bool EdgesPass::isWanted(const FrameContext& context) const {
  // Edges of tessellated triangles are drawn by CrowdPass.
  return context.tessellation == nullptr && context.scene.view.edges && !context.scene.view.wireframe &&
         context.device.canDrawWireframe();
}

Result<void> EdgesPass::prepare(const FrameContext& context) {
  if (!isWanted(context)) {
    return {};
  }
  if (!m_block) {
    m_block.reset(
        context.device.rhi().newBuffer(QRhiBuffer::Dynamic, QRhiBuffer::UniformBuffer, sizeof(FlatColorUniforms)));
    if (!m_block->create()) {
      m_block.reset();
      return fail(ErrorCode::Limit, "the GPU has no memory left");
    }
  }
  if (CrowdInputs inputs = crowdInputs(context); m_bindings.empty() || inputs != m_inputs) {
    m_pipelines = {};
    m_bindings = flatColorBindings(context, *m_block);
    m_inputs = std::move(inputs);
  }
  for (const CrowdPart part : {CrowdPart::Texture, CrowdPart::Skinned}) {
    if (hasPart(context, part) && !m_pipelines[edgePlaceOf(part)]) {
      if (auto made = createPipeline(context, part); !made) {
        return made;
      }
    }
  }
  const FlatColorUniforms numbers{kEdgeColor, glm::vec4(0.0f)};
  context.updates->updateDynamicBuffer(m_block.get(), 0, sizeof(numbers), &numbers);
  return {};
}

Result<void> EdgesPass::createPipeline(const FrameContext& context, CrowdPart part) {
  auto stages = loadStages(crowdShader("highlight", context.pack, context.crowd, part, false), "highlight.frag");
  TRY(stages);
  std::unique_ptr<QRhiGraphicsPipeline> made(context.device.rhi().newGraphicsPipeline());
  made->setShaderStages(stages->begin(), stages->end());
  made->setVertexInputLayout(crowdInputLayout(context.pack.vertexKind(), part, false));
  made->setShaderResourceBindings(m_bindings.front().get());
  made->setRenderPassDescriptor(context.target.descriptor);
  made->setSampleCount(context.target.sampleCount);
  made->setCullMode(QRhiGraphicsPipeline::None);
  made->setPolygonMode(QRhiGraphicsPipeline::Line);
  made->setDepthTest(true);
  made->setDepthOp(QRhiGraphicsPipeline::LessOrEqual);
  made->setDepthBias(kEdgeDepthBias);
  made->setSlopeScaledDepthBias(-1.0f);
  QRhiGraphicsPipeline::TargetBlend blend;
  blend.enable = true;
  blend.srcColor = QRhiGraphicsPipeline::SrcAlpha;
  made->setTargetBlends({blend});
  if (!made->create()) {
    return fail(ErrorCode::Unsupported, "the GPU's driver refuses the shaders of edges");
  }
  m_pipelines[edgePlaceOf(part)] = std::move(made);
  return {};
}

void EdgesPass::record(const FrameContext& context) {
  if (!isWanted(context)) {
    return;
  }
  QRhiCommandBuffer& commands = *context.commands;
  const QSize size = context.target.pixelSize;
  const auto& levels = context.pack.levels();
  const QRhiCommandBuffer::DynamicOffset offset(5, 0);
  for (const CrowdPart part : {CrowdPart::Skinned, CrowdPart::Texture}) {
    for (std::uint32_t level = 0; hasPart(context, part) && level < levels.size(); ++level) {
      for (const GpuPack::Primitive& primitive : levels[level]) {
        commands.setGraphicsPipeline(m_pipelines[edgePlaceOf(part)].get());
        commands.setViewport({0.0f, 0.0f, static_cast<float>(size.width()), static_cast<float>(size.height())});
        commands.setShaderResources(m_bindings[primitive.material].get(), 1, &offset);
        drawCrowd(context, context.crowdDraws, part, level, primitive, false);
      }
    }
  }
}

void EdgesPass::release() {
  m_pipelines = {};
  m_bindings.clear();
  m_block.reset();
  m_inputs = {};
}

}  // namespace texeleton::viewport
