#include "viewport/passes/passes.h"

#include <map>
#include <memory>
#include <utility>

#include "viewport/passes/crowd_input.h"
#include "viewport/rhi/buffers.h"

namespace texeleton::viewport {

namespace {

constexpr int kEdgeDepthBias = -8;  // Brings edges in front of their surface.
const glm::vec4 kEdgeColor(0.01f, 0.012f, 0.016f, 0.8f);

class EdgesPass : public Pass {
 public:
  PassStage stage() const override { return PassStage::Scene; }

  Result<void> prepare(const FrameContext& context) override {
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

  void record(const FrameContext& context) override {
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

  void release() override {
    m_pipelines.clear();
    m_resources.clear();
    m_block.reset();
  }

 private:
  bool isWanted(const FrameContext& context) const {
    // Edges of tessellated triangles are drawn by CrowdPass.
    return context.tessellation == nullptr && context.scene.view.edges && !context.scene.view.wireframe &&
           context.device.canDrawWireframe();
  }

  std::unique_ptr<QRhiBuffer> m_block;  ///< FlatColorUniforms.
  MaterialResources m_resources;
  std::map<CrowdPart, std::unique_ptr<QRhiGraphicsPipeline>> m_pipelines;
  PassInputs m_inputs;
};

}  // namespace

std::unique_ptr<Pass> makeEdgesPass() { return std::make_unique<EdgesPass>(); }

}  // namespace texeleton::viewport
