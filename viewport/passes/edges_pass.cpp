#include "viewport/passes/edges_pass.h"

#include <utility>

#include "viewport/rhi/buffers.h"

namespace texeleton::viewport {

namespace {

constexpr int kEdgeDepthBias = -8;  // Brings edges in front of their surface.
const glm::vec4 kEdgeColor(0.01f, 0.012f, 0.016f, 0.8f);

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
  if (PassInputs inputs = crowdInputs(context); m_resources.empty() || inputs != m_inputs) {
    release();
    TRY(makeUniforms(context.device.rhi(), m_block, sizeof(FlatColorUniforms)));
    m_resources = flatColorResources(context, *m_block);
    m_inputs = std::move(inputs);
  }
  for (const CrowdPart part : {CrowdPart::Texture, CrowdPart::Skinned}) {
    if (hasPart(context, part) && !m_pipelines[part]) {
      PipelineSettings settings = flatColorPipeline(context, part, m_resources);
      settings.polygons = QRhiGraphicsPipeline::Line;
      settings.depthTest = true;
      settings.depthBias = kEdgeDepthBias;
      settings.slopeBias = -1.0f;
      settings.blends = {kBlendByAlpha};
      settings.refusal = said("the GPU's driver refuses the shaders of edges");
      TRY(makePipeline(context.device.rhi(), m_pipelines[part], settings));
    }
  }
  const FlatColorUniforms numbers{kEdgeColor, glm::vec4(0.0f)};
  context.updates->updateDynamicBuffer(m_block.get(), 0, sizeof(numbers), &numbers);
  return {};
}

void EdgesPass::record(const FrameContext& context) {
  if (!isWanted(context)) {
    return;
  }
  const auto& levels = context.pack.levels();
  const QRhiCommandBuffer::DynamicOffset offset(5, 0);
  for (const CrowdPart part : {CrowdPart::Skinned, CrowdPart::Texture}) {
    for (std::uint32_t level = 0; hasPart(context, part) && level < levels.size(); ++level) {
      for (const GpuPack::Primitive& primitive : levels[level]) {
        setPipeline(context, *m_pipelines[part]);
        context.commands->setShaderResources(m_resources[primitive.material].get(), 1, &offset);
        drawCrowd(context, context.crowdDraws, part, level, primitive, false);
      }
    }
  }
}

void EdgesPass::release() {
  m_pipelines.clear();
  m_resources.clear();
  m_block.reset();
}

}  // namespace texeleton::viewport
