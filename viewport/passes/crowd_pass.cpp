#include "viewport/passes/crowd_pass.h"

#include "viewport/passes/crowd_input.h"
#include "viewport/rhi/shader.h"
#include "viewport/rhi/stages.h"

namespace texeleton::viewport {

Result<void> CrowdPass::prepare(const FrameContext& context) {
  m_draws.clear();
  if (context.scene.view.mode == ViewMode::Heat) {
    return {};  // HeatPass draws the crowd.
  }
  if (CrowdInputs inputs = crowdInputs(context); inputs != m_inputs) {
    release();
    m_inputs = std::move(inputs);
    m_bindings = bindMaterials(context, false);
  }
  if (hasPart(context, CrowdPart::Posed) && m_posedBy != context.poses->poses()->globalResourceId()) {
    m_posedBindings = bindMaterials(context, true);
    m_posedBy = context.poses->poses()->globalResourceId();
  }
  const auto& levels = context.pack.levels();
  const ViewOptions& view = context.scene.view;
  const bool lines = context.device.canDrawWireframe();
  const Fill fill = view.wireframe && lines ? Fill::Wireframe : Fill::Surface;
  const bool edges = context.tessellation != nullptr && view.edges && lines && fill == Fill::Surface;
  std::vector<CrowdPart> parts = textureParts(context);
  if (hasPart(context, CrowdPart::Skinned)) {
    parts.insert(parts.begin(), CrowdPart::Skinned);
  }
  for (const CrowdPart part : parts) {
    for (std::uint32_t level = 0; level < levels.size(); ++level) {
      for (const GpuPack::Primitive& primitive : levels[level]) {
        const GpuMaterials::Drawn& material = context.pack.materials().materials()[primitive.material];
        if (material.blended != (m_layer == Layer::Blended)) {
          continue;
        }
        auto pipeline = pipelineFor(context, part, material, fill);
        TRY(pipeline);
        m_draws.push_back({primitive, level, part, *pipeline, nullptr});
        if (edges) {
          auto over = pipelineFor(context, part, material, Fill::EdgesOver);
          TRY(over);
          m_draws.back().edges = *over;
        }
      }
    }
  }
  return {};
}

CrowdPass::Bindings CrowdPass::bindMaterials(const FrameContext& context, bool posed) {
  const auto both =
      crowdStages(context, QRhiShaderResourceBinding::VertexStage | QRhiShaderResourceBinding::FragmentStage);
  const GpuMaterials& materials = context.pack.materials();
  const auto crowd = crowdBindings(context.pack, context.crowd);
  Bindings all;
  for (const GpuMaterials::Drawn& material : materials.materials()) {
    const auto map = [](int binding, const GpuMaterials::Map& from) {
      return QRhiShaderResourceBinding::sampledTexture(binding, kFragmentStage, from.texture, from.sampler);
    };
    auto& bindings = all.emplace_back(context.device.rhi().newShaderResourceBindings());
    std::vector<QRhiShaderResourceBinding> list = {
        frameBlockBinding(context, both),
        crowd[0],
        QRhiShaderResourceBinding::uniformBuffer(2, crowdStages(context, kFragmentStage), materials.buffer(),
                                                 material.offset, GpuMaterials::numberBytes()),
        crowd[1],
        map(4, material.baseColor),
        map(5, material.surface),
        map(6, material.normal),
        map(7, material.occlusion),
        map(8, material.emissive),
        QRhiShaderResourceBinding::sampledTexture(9, kFragmentStage, context.shadowMap, context.shadowSampler),
        map(10, material.tint)};
    if (posed) {
      const auto more = posedBindings(context.pack, *context.poses);
      list.insert(list.end(), more.begin(), more.end());
    }
    if (context.tessellation != nullptr) {
      const auto more = context.tessellation->bindings(context.pack, all.size() - 1);
      list.insert(list.end(), more.begin(), more.end());
    }
    bindings->setBindings(list.begin(), list.end());
    bindings->create();
  }
  return all;
}

Result<void> CrowdPass::setStages(const FrameContext& context, CrowdPart part, Fill fill, bool solid,
                                  QRhiGraphicsPipeline& pipeline) const {
  const bool extras = context.pack.hasExtras();
  std::string vertexShader = crowdShader("crowd", context.pack, context.crowd, part, extras);
  if (context.scene.view.mode == ViewMode::VertexLit) {
    vertexShader = shaderVariant(std::move(vertexShader), "_gouraud");
  }
  const std::string surface = std::string("crowd") + (solid ? "_solid" : "") + (extras ? "_extras" : "") + ".frag";
  auto stages =
      loadStages(tessellatedShader(context, std::move(vertexShader)), fill == Fill::EdgesOver ? "edges.frag" : surface);
  TRY(stages);
  if (auto added = addTessellation(context, fill == Fill::EdgesOver ? "_edges" : "", *stages, pipeline); !added) {
    return added;
  }
  pipeline.setShaderStages(stages->begin(), stages->end());
  return {};
}

Result<QRhiGraphicsPipeline*> CrowdPass::pipelineFor(const FrameContext& context, CrowdPart part,
                                                     const GpuMaterials::Drawn& material, Fill fill) {
  const bool doubleSided = material.doubleSided;
  // Where two draws share the pixels of an instance, each discards some.
  const bool solid = material.solid && !context.scene.view.needs(DrawPath::Hybrid);
  const bool perVertex = context.scene.view.mode == ViewMode::VertexLit;
  auto& pipeline = m_pipelines[{shadersOf(part), doubleSided, solid, fill, perVertex}];
  if (pipeline) {
    return pipeline.get();
  }
  const bool extras = context.pack.hasExtras();
  std::unique_ptr<QRhiGraphicsPipeline> made(context.device.rhi().newGraphicsPipeline());
  TRY(setStages(context, part, fill, solid, *made));
  made->setVertexInputLayout(crowdInputLayout(context.pack.vertexKind(), part, extras));
  made->setShaderResourceBindings(bindingsOf(part).front().get());
  made->setRenderPassDescriptor(context.target.descriptor);
  made->setSampleCount(context.target.sampleCount);
  const bool filled = fill == Fill::Surface;
  made->setCullMode(doubleSided || !filled ? QRhiGraphicsPipeline::None : QRhiGraphicsPipeline::Back);
  made->setPolygonMode(filled ? QRhiGraphicsPipeline::Fill : QRhiGraphicsPipeline::Line);
  made->setDepthTest(true);
  made->setDepthOp(QRhiGraphicsPipeline::LessOrEqual);
  made->setDepthWrite(m_layer == Layer::Opaque && fill != Fill::EdgesOver);
  if (m_layer == Layer::Blended || fill == Fill::EdgesOver) {
    QRhiGraphicsPipeline::TargetBlend blend;
    blend.enable = true;
    blend.srcColor = QRhiGraphicsPipeline::SrcAlpha;
    made->setTargetBlends({blend});
  }
  if (!made->create()) {
    return fail(ErrorCode::Unsupported, "the GPU's driver refuses the shaders of the crowd");
  }
  pipeline = std::move(made);
  return pipeline.get();
}

void CrowdPass::record(const FrameContext& context) {
  QRhiCommandBuffer& commands = *context.commands;
  const QSize size = context.target.pixelSize;
  const auto record = [&](const Draw& draw, QRhiGraphicsPipeline* pipeline) {
    commands.setGraphicsPipeline(pipeline);
    commands.setViewport({0.0f, 0.0f, static_cast<float>(size.width()), static_cast<float>(size.height())});
    setResources(commands, *bindingsOf(draw.part)[draw.primitive.material]);
    drawCrowd(context, context.crowdDraws, draw.part, draw.level, draw.primitive, context.pack.hasExtras());
  };
  for (const Draw& draw : m_draws) {
    record(draw, draw.pipeline);
  }
  for (const Draw& draw : m_draws) {
    if (draw.edges != nullptr) {
      record(draw, draw.edges);
    }
  }
  if (m_layer == Layer::Opaque && context.scene.view.mode != ViewMode::Heat) {
    count(context);
  }
}

void CrowdPass::count(const FrameContext& context) const {
  FrameStatistics& statistics = context.statistics;
  statistics.instancesAtLevel.assign(context.pack.levels().size(), 0);
  for (const CrowdRun& run : context.crowdDraws.runs) {
    if (run.level != kImpostorLevel) {
      statistics.instancesAtLevel[run.level] += run.count;
    }
    statistics.instancesDrawn += run.count;
  }
  statistics.instancesCulled = context.crowd.count() - statistics.instancesDrawn;
  std::uint64_t drawn = 0;
  for (const CrowdRun& run : context.crowdDraws.ordered) {
    drawn += context.crowdDraws.byTexture && run.level != kImpostorLevel ? run.count : 0;
  }
  if (context.skin != nullptr) {
    forEachSkinned(context.crowdDraws, [&](const auto&, const auto&) { ++statistics.instancesSkinned; });
  }
  drawn += statistics.instancesSkinned;
  statistics.vertices += std::uint64_t{context.pack.vertexInfo().count} * drawn;
}

void CrowdPass::release() {
  m_draws.clear();
  m_pipelines.clear();
  m_bindings.clear();
  m_posedBindings.clear();
  m_posedBy = 0;
  m_inputs = {};
}

}  // namespace texeleton::viewport
