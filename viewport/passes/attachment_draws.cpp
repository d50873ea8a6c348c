#include "viewport/passes/attachment_draws.h"

#include <string>
#include <utility>

namespace texeleton::viewport {

namespace {

QRhiVertexInputLayout inputLayout(bool posed) {
  using Attribute = QRhiVertexInputAttribute;
  std::vector<QRhiVertexInputBinding> bindings = {
      QRhiVertexInputBinding(GpuAttachments::kVertexBytes),
      QRhiVertexInputBinding(sizeof(InstanceRecord), QRhiVertexInputBinding::PerInstance)};
  std::vector<Attribute> attributes = {Attribute(1, 0, Attribute::Float4, 0),  Attribute(1, 1, Attribute::UInt4, 16),
                                       Attribute(1, 2, Attribute::UInt4, 32),  Attribute(1, 3, Attribute::UInt4, 48),
                                       Attribute(0, 4, Attribute::Float3, 0),  Attribute(0, 5, Attribute::Float3, 12),
                                       Attribute(0, 6, Attribute::Float4, 24), Attribute(0, 7, Attribute::Float4, 40),
                                       Attribute(0, 8, Attribute::Float4, 56)};
  if (posed) {
    addFollowedInput(bindings, attributes);
  }
  return vertexInputs(bindings, attributes);
}

}  // namespace

Result<void> AttachmentDraws::prepare(const FrameContext& context, const PassTarget& target, bool colorDepth) {
  m_draws.clear();
  const GpuAttachments* const attachments = context.attachments;
  if (attachments == nullptr || context.scene.view.mode == ViewMode::Heat) {
    return {};
  }
  const bool wireframe = m_kind != Kind::Shadow && context.scene.view.wireframe && context.device.canDrawWireframe();
  PassInputs inputs = crowdInputs(context);
  if (inputs != m_inputs || m_revision != attachments->revision() || m_wireframe != wireframe) {
    release();
    m_inputs = std::move(inputs);
    m_revision = attachments->revision();
    m_wireframe = wireframe;
  }
  std::size_t place = 0;
  for (std::size_t i = 0; i < attachments->count(); ++i) {
    const GpuAttachments::Mesh* const mesh = attachments->mesh(i);
    for (std::size_t p = 0; mesh != nullptr && p < mesh->primitives.size(); ++p) {
      const GpuAttachments::Primitive& primitive = mesh->primitives[p];
      const GpuMaterials::Drawn& material = mesh->materials->materials()[primitive.material];
      if (material.blended != (m_kind == Kind::Blended)) {
        continue;
      }
      if (place == m_bindings.size()) {
        m_bindings.push_back(bind(context, material, *mesh->materials));
      }
      m_draws.push_back({i, primitive, m_bindings[place++].get()});
    }
  }
  if (m_draws.empty()) {
    return {};
  }
  for (const Part part : {ByTexture, Posed}) {
    const bool wanted = part == ByTexture ? context.crowdDraws.byTexture : context.skin != nullptr;
    if (wanted && !m_pipelines[part]) {
      TRY(createPipeline(context, part, target, colorDepth));
    }
  }
  return {};
}

std::unique_ptr<QRhiShaderResourceBindings> AttachmentDraws::bind(const FrameContext& context,
                                                                  const GpuMaterials::Drawn& material,
                                                                  const GpuMaterials& materials) const {
  const bool lit = m_kind != Kind::Shadow;
  return makeBindings(context.device.rhi(),
                      {{QRhiShaderResourceBinding::uniformBuffer(0, kVertexStage | kFragmentStage, context.frameBlock),
                        QRhiShaderResourceBinding::uniformBufferWithDynamicOffset(
                            11, kVertexStage, context.attachments->block(), sizeof(AttachmentUniforms))},
                       crowdBindings(context.pack, context.crowd),
                       materialBindings(materials, material, lit),
                       lit ? BindingList{shadowBinding(context)} : BindingList()});
}

Result<void> AttachmentDraws::createPipeline(const FrameContext& context, Part part, const PassTarget& target,
                                             bool colorDepth) {
  const bool shadow = m_kind == Kind::Shadow;
  const std::string vertex = std::string("attachment") +
                             (part == Posed               ? "_posed"
                              : context.crowd.isLayered() ? "_layers"
                                                          : "") +
                             (shadow ? "_shadow" : "") + ".vert";
  // Whether the placement mirrors is unknown here, so nothing is culled; the fragment shader discards the wrong sides.
  PipelineSettings settings{.shaders = {vertex, !shadow      ? "crowd_extras.frag"
                                                : colorDepth ? "shadow_color.frag"
                                                             : "shadow.frag"},
                            .inputs = inputLayout(part == Posed),
                            .bindings = m_bindings.front().get(),
                            .target = target,
                            .polygons = m_wireframe ? QRhiGraphicsPipeline::Line : QRhiGraphicsPipeline::Fill,
                            .depthTest = true,
                            .depthWrite = m_kind != Kind::Blended,
                            .refusal = said("the GPU's driver refuses the shaders of attachments")};
  if (shadow) {
    settings.depthBias = kShadowDepthBias;
    settings.slopeBias = kShadowSlopeBias;
  }
  if (shadow && !colorDepth) {
    settings.blends.clear();
  } else if (m_kind == Kind::Blended) {
    settings.blends = {kBlendByAlpha};
  }
  return makePipeline(context.device.rhi(), m_pipelines[part], settings);
}

void AttachmentDraws::record(const FrameContext& context, const CrowdDraws& draws, const QSize& size) const {
  QRhiCommandBuffer& commands = *context.commands;
  for (const Part part : {ByTexture, Posed}) {
    const bool wanted =
        part == ByTexture ? draws.byTexture : context.followed != nullptr && context.followed->rows() != nullptr;
    if (!wanted || !m_pipelines[part]) {
      continue;
    }
    for (const Draw& draw : m_draws) {
      commands.setGraphicsPipeline(m_pipelines[part].get());
      commands.setViewport({0.0f, 0.0f, static_cast<float>(size.width()), static_cast<float>(size.height())});
      const QRhiCommandBuffer::DynamicOffset offset(
          11, static_cast<quint32>(draw.attachment) * context.attachments->stride());
      commands.setShaderResources(draw.bindings, 1, &offset);
      if (part == ByTexture) {
        drawRuns(context, draws, draw);
      } else {
        drawPosed(context, draws, draw);
      }
    }
  }
}

void AttachmentDraws::drawRuns(const FrameContext& context, const CrowdDraws& draws, const Draw& draw) const {
  const GpuAttachments::Mesh& mesh = *context.attachments->mesh(draw.attachment);
  for (std::size_t i = 0; i < draws.ordered.size(); ++i) {
    // Blended: farthest first.
    const CrowdRun& run = draws.ordered[m_kind == Kind::Blended ? draws.ordered.size() - 1 - i : i];
    const std::array<QRhiCommandBuffer::VertexInput, 2> inputs = {
        QRhiCommandBuffer::VertexInput(mesh.vertices.get(), 0),
        QRhiCommandBuffer::VertexInput(context.crowd.instances(),
                                       run.first * static_cast<quint32>(sizeof(InstanceRecord)))};
    context.commands->setVertexInput(0, 2, inputs.data(), mesh.indices.get(), 0, QRhiCommandBuffer::IndexUInt32);
    context.commands->drawIndexed(draw.primitive.indexCount, run.count, draw.primitive.firstIndex);
    context.statistics.triangles += std::uint64_t{draw.primitive.indexCount} / 3 * run.count;
    ++context.statistics.drawCalls;
  }
}

void AttachmentDraws::drawPosed(const FrameContext& context, const CrowdDraws& draws, const Draw& draw) const {
  const GpuAttachments::Mesh& mesh = *context.attachments->mesh(draw.attachment);
  forEachSkinned(draws, [&](const SkinnedInstance& skinned, const CrowdRun& /*run*/) {
    const std::array<QRhiCommandBuffer::VertexInput, 3> inputs = {
        QRhiCommandBuffer::VertexInput(mesh.vertices.get(), 0),
        QRhiCommandBuffer::VertexInput(context.crowd.instances(),
                                       skinned.instance * static_cast<quint32>(sizeof(InstanceRecord))),
        QRhiCommandBuffer::VertexInput(context.followed->rows(),
                                       context.followed->offset(skinned.slot, draw.attachment))};
    context.commands->setVertexInput(0, 3, inputs.data(), mesh.indices.get(), 0, QRhiCommandBuffer::IndexUInt32);
    context.commands->drawIndexed(draw.primitive.indexCount, 1, draw.primitive.firstIndex);
    context.statistics.triangles += std::uint64_t{draw.primitive.indexCount} / 3;
    ++context.statistics.drawCalls;
  });
}

void AttachmentDraws::release() {
  m_draws.clear();
  m_pipelines = {};
  m_bindings.clear();
}

}  // namespace texeleton::viewport
