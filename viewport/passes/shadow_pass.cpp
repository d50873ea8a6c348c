#include "viewport/passes/shadow_pass.h"

#include "viewport/passes/crowd_input.h"
#include "viewport/rhi/buffers.h"

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
  m_sampler = makeTexelSampler(rhi);
  QRhiTextureRenderTargetDescription description;
  if (color) {
    description.setColorAttachments({QRhiColorAttachment(m_map.get())});
    description.setDepthStencilBuffer(m_depth.get());
  } else {
    description.setDepthTexture(m_map.get());
  }
  if (!m_map->create() || !m_sampler || (m_depth && !m_depth->create())) {
    m_map.reset();
    return fail(ErrorCode::Limit, "the GPU has no room for the shadow map");
  }
  if (!makeTarget(rhi, m_target, m_descriptor, description)) {
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
  if (PassInputs inputs = crowdInputs(context); inputs != m_inputs) {
    m_pipelines = {};
    m_resources.release();
    m_inputs = std::move(inputs);
  }
  m_resources.prepare(context, false);
  const auto& levels = context.pack.levels();
  for (const CrowdPart part : surfaceParts(context)) {
    for (std::uint32_t level = 0; level < levels.size(); ++level) {
      for (const GpuPack::Primitive& primitive : levels[level]) {
        const GpuMaterials::Drawn& material = context.pack.materials().materials()[primitive.material];
        if (material.blended) {
          continue;
        }
        const bool solid = material.solid && context.tessellation == nullptr;
        if (!pipelineOf(part, solid)) {
          TRY(createPipeline(context, part, solid));
        }
        m_draws.push_back({primitive, level, part, solid});
      }
    }
  }
  return m_attachments.prepare(context, {m_descriptor.get(), m_map->pixelSize()}, m_depth != nullptr);
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
  PipelineSettings settings{
      .shaders = {tessellatedShader(context, crowdShader(base, context.pack, context.crowd, part, extras)),
                  tessellatedShader(context, fragmentShader)},
      .inputs = crowdInputLayout(context.pack.vertexKind(), part, extras),
      .bindings = m_resources.of(part, 0),
      .target = {m_descriptor.get()},
      .cull = QRhiGraphicsPipeline::None,  // Thin cloth casts shadows from both sides.
      .depthTest = true,
      .depthWrite = true,
      .depthOp = QRhiGraphicsPipeline::Less,
      .depthBias = kShadowDepthBias,
      .slopeBias = kShadowSlopeBias,
      .refusal = said("the GPU's driver refuses the shaders of the shadow")};
  if (!m_depth) {
    settings.blends.clear();
  }
  addTessellation(context, "_shadow", settings);
  return makePipeline(context.device.rhi(), pipelineOf(part, solid), settings);
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
    setResources(commands, m_resources.of(draw.part, draw.primitive.material));
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
  m_resources.release();
  m_target.reset();
  m_descriptor.reset();
  m_sampler.reset();
  m_depth.reset();
  m_map.reset();
}

}  // namespace texeleton::viewport
