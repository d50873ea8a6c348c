#include "viewport/passes/shadow_pass.h"

#include "viewport/passes/crowd_input.h"
#include "viewport/rhi/shader.h"
#include "viewport/rhi/stages.h"

namespace texeleton::viewport {

namespace {

// Whether depth is written as a colour, next to a depth buffer that is never read. On Vulkan, Qt 6.8 requests the
// stencil aspect for the view of a depth texture that is rendered to, which formats without stencil forbid, and omits
// it when it transitions such a texture, which formats with stencil forbid: no format works.
bool isDepthAColor([[maybe_unused]] const QRhi& rhi) {
#if QT_VERSION >= QT_VERSION_CHECK(6, 8, 0)
  return rhi.backend() == QRhi::Vulkan;
#else
  return false;
#endif
}

bool wantsShadow(const FrameContext& context) { return context.scene.view.hasShadow(); }

bool needsExtras(const FrameContext& context) { return context.tessellation != nullptr && context.pack.hasExtras(); }

}  // namespace

Result<void> ShadowPass::prepareMap(GpuDevice& device, bool wanted) {
  const int side = wanted ? kMapSize : 1;
  if (m_map && m_map->pixelSize().width() == side) {
    return {};
  }
  QRhi& rhi = device.rhi();
  m_pipelines = {};
  m_attachments.release();
  const QSize size(side, side);
  const bool color = isDepthAColor(rhi);
  m_map.reset(rhi.newTexture(color ? QRhiTexture::R32F : QRhiTexture::D32F, size, 1, QRhiTexture::RenderTarget));
  m_depth.reset(color ? rhi.newRenderBuffer(QRhiRenderBuffer::DepthStencil, size) : nullptr);
  m_sampler.reset(rhi.newSampler(QRhiSampler::Nearest, QRhiSampler::Nearest, QRhiSampler::None,
                                 QRhiSampler::ClampToEdge, QRhiSampler::ClampToEdge));
  QRhiTextureRenderTargetDescription description;
  if (color) {
    description.setColorAttachments({QRhiColorAttachment(m_map.get())});
    description.setDepthStencilBuffer(m_depth.get());
  } else {
    description.setDepthTexture(m_map.get());
  }
  if (!m_map->create() || !m_sampler->create() || (m_depth && !m_depth->create())) {
    m_map.reset();
    return fail(ErrorCode::Limit, "the GPU has no room for the shadow map");
  }
  m_target.reset(rhi.newTextureRenderTarget(description));
  m_descriptor.reset(m_target->newCompatibleRenderPassDescriptor());
  m_target->setRenderPassDescriptor(m_descriptor.get());
  if (!m_target->create()) {
    m_map.reset();
    return fail(ErrorCode::Unsupported, "this GPU cannot draw a shadow map");
  }
  return {};
}

Result<void> ShadowPass::prepare(const FrameContext& context) {
  m_draws.clear();
  if (!wantsShadow(context)) {
    return {};
  }
  if (CrowdInputs inputs = crowdInputs(context); inputs != m_inputs) {
    m_pipelines = {};
    m_inputs = std::move(inputs);
    m_bindings = bindMaterials(context, false);
    m_posedBy = 0;
  }
  if (hasPart(context, CrowdPart::Posed) && m_posedBy != context.poses->poses()->globalResourceId()) {
    m_posedBindings = bindMaterials(context, true);
    m_posedBy = context.poses->poses()->globalResourceId();
  }
  const auto& levels = context.pack.levels();
  std::vector<CrowdPart> parts = textureParts(context);
  if (hasPart(context, CrowdPart::Skinned)) {
    parts.insert(parts.begin(), CrowdPart::Skinned);
  }
  for (const CrowdPart part : parts) {
    for (std::uint32_t level = 0; level < levels.size(); ++level) {
      for (const GpuPack::Primitive& primitive : levels[level]) {
        const GpuMaterials::Drawn& material = context.pack.materials().materials()[primitive.material];
        if (material.blended) {
          continue;
        }
        const bool solid = material.solid && context.tessellation == nullptr;
        if (!pipelineOf(part, solid)) {
          if (auto made = createPipeline(context, part, solid); !made) {
            return made;
          }
        }
        m_draws.push_back({primitive, level, part, solid});
      }
    }
  }
  return m_attachments.prepare(context, m_descriptor.get(), 1, m_depth != nullptr);
}

ShadowPass::Bindings ShadowPass::bindMaterials(const FrameContext& context, bool posed) {
  const GpuMaterials& materials = context.pack.materials();
  const auto crowd = crowdBindings(context.pack, context.crowd);
  Bindings all;
  for (const GpuMaterials::Drawn& material : materials.materials()) {
    auto& bindings = all.emplace_back(context.device.rhi().newShaderResourceBindings());
    std::vector<QRhiShaderResourceBinding> list = {
        frameBlockBinding(context, crowdStages(context, QRhiShaderResourceBinding::VertexStage)), crowd[0],
        QRhiShaderResourceBinding::uniformBuffer(2, crowdStages(context, kFragmentStage), materials.buffer(),
                                                 material.offset, GpuMaterials::numberBytes()),
        crowd[1],
        QRhiShaderResourceBinding::sampledTexture(4, kFragmentStage, material.baseColor.texture,
                                                  material.baseColor.sampler)};
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

std::unique_ptr<QRhiGraphicsPipeline>& ShadowPass::pipelineOf(CrowdPart part, bool solid) {
  return m_pipelines[2 * static_cast<std::size_t>(shadersOf(part)) + (solid ? 1 : 0)];
}

Result<void> ShadowPass::createPipeline(const FrameContext& context, CrowdPart part, bool solid) {
  // Tessellation needs all attributes of a vertex.
  const bool extras = needsExtras(context);
  const char* const base = context.tessellation != nullptr ? "crowd" : "shadow";
  const std::string fragmentShader =
      std::string("shadow") + (m_depth ? "_color" : "") + (solid ? "_solid" : "") + ".frag";
  auto stages = loadStages(tessellatedShader(context, crowdShader(base, context.pack, context.crowd, part, extras)),
                           tessellatedShader(context, fragmentShader));
  TRY(stages);
  auto& pipeline = pipelineOf(part, solid);
  pipeline.reset(context.device.rhi().newGraphicsPipeline());
  if (auto added = addTessellation(context, "_shadow", *stages, *pipeline); !added) {
    pipeline.reset();
    return added;
  }
  pipeline->setShaderStages(stages->begin(), stages->end());
  pipeline->setVertexInputLayout(crowdInputLayout(context.pack.vertexKind(), part, extras));
  pipeline->setShaderResourceBindings(bindingsOf(part).front().get());
  pipeline->setRenderPassDescriptor(m_descriptor.get());
  pipeline->setCullMode(QRhiGraphicsPipeline::None);  // Thin cloth casts shadows from both sides.
  pipeline->setDepthTest(true);
  pipeline->setDepthWrite(true);
  pipeline->setDepthBias(kShadowDepthBias);
  pipeline->setSlopeScaledDepthBias(kShadowSlopeBias);
  if (m_depth) {
    pipeline->setTargetBlends({QRhiGraphicsPipeline::TargetBlend()});
  } else {
    pipeline->setTargetBlends({});
  }
  if (!pipeline->create()) {
    pipeline.reset();
    return fail(ErrorCode::Unsupported, "the GPU's driver refuses the shaders of the shadow");
  }
  return {};
}

void ShadowPass::record(const FrameContext& context) {
  if (!wantsShadow(context)) {
    return;
  }
  QRhiCommandBuffer& commands = *context.commands;
  commands.beginPass(m_target.get(), Qt::white, {1.0f, 0});  // White: no occluder.
  for (const Draw& draw : m_draws) {
    commands.setGraphicsPipeline(pipelineOf(draw.part, draw.solid).get());
    commands.setViewport({0.0f, 0.0f, float{kMapSize}, float{kMapSize}});
    setResources(commands, *bindingsOf(draw.part)[draw.primitive.material]);
    drawCrowd(context, context.shadowDraws, draw.part, draw.level, draw.primitive, needsExtras(context));
  }
  m_attachments.record(context, context.shadowDraws, QSize(kMapSize, kMapSize));
  commands.endPass();
  context.statistics.shadowInstances = instanceCount(context.shadowDraws.runs);
}

void ShadowPass::release() {
  m_attachments.release();
  m_draws.clear();
  m_pipelines = {};
  m_bindings.clear();
  m_posedBindings.clear();
  m_posedBy = 0;
  m_target.reset();
  m_descriptor.reset();
  m_sampler.reset();
  m_depth.reset();
  m_map.reset();
  m_inputs = {};
}

}  // namespace texeleton::viewport
