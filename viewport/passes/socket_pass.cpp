#include "viewport/passes/socket_pass.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "viewport/rhi/shader.h"
#include "viewport/scene/gpu/socket_block.h"

namespace texeleton::viewport {

namespace {

constexpr float kAxisShare = 0.08f;  // In sizes of the model.
constexpr float kSocketLinePoints = 2.0f;
constexpr quint32 kAxesVertices = 18;
constexpr quint32 kObjectVertices = 48;

// Whether the skeleton poses the sockets of skinned instances; else the texture does.
bool isPosedBySkeleton(const FrameContext& context) {
  return context.followed != nullptr && !context.scene.skeleton->sockets().empty();
}

}  // namespace

bool SocketPass::isWanted(const FrameContext& context) const {
  const ViewOptions& view = context.scene.view;
  const bool isWanted = m_part == Part::Axes ? view.sockets : view.socketObjects || !view.held.empty();
  return isWanted && !context.scene.animation->sockets.empty();
}

Result<void> SocketPass::prepare(const FrameContext& context) {
  if (!isWanted(context)) {
    return {};
  }
  const vat::BakedAnimation& animation = *context.scene.animation;
  const auto sockets = static_cast<std::uint32_t>(animation.sockets.size());
  if (CrowdInputs inputs = crowdInputs(context); !m_block || inputs != m_inputs || sockets != m_sockets) {
    release();
    m_sockets = sockets;
    if (auto made = createBlock(context); !made) {
      return made;
    }
    m_inputs = std::move(inputs);
  }
  const bool isPosed = isPosedBySkeleton(context);
  for (const Source source : {ByTexture, Posed}) {
    if (!m_pipelines[source] && (source == Posed ? isPosed : context.crowdDraws.byTexture || !isPosed)) {
      if (auto made = createPipeline(context, source); !made) {
        release();
        return made;
      }
    }
  }
  const auto length = static_cast<float>(animation.sizeMetres) * kAxisShare;
  const auto pixels = static_cast<std::uint32_t>(std::lround(kSocketLinePoints * context.scene.view.pixelRatio));
  for (std::uint32_t i = 0; i < sockets; ++i) {
    SocketUniforms block = socketUniforms(animation, context.pack.layout(), i, length, std::max(pixels, 1u));
    block.place.z = isPosed ? 1u : 0u;
    const HeldObject held = context.scene.view.heldAt(animation.sockets[i].name);
    const float roll = glm::radians(held.rollDegrees);
    block.object = {std::cos(roll), std::sin(roll), held.scale,
                    static_cast<float>(held.shape) - static_cast<float>(HeldObject::Shape::Dagger)};
    context.updates->updateDynamicBuffer(m_block.get(), static_cast<RhiSize>(i) * m_stride, sizeof(block), &block);
  }
  return {};
}

Result<void> SocketPass::createBlock(const FrameContext& context) {
  QRhi& rhi = context.device.rhi();
  m_stride = static_cast<RhiSize>(rhi.ubufAligned(sizeof(SocketUniforms)));
  m_block.reset(
      rhi.newBuffer(QRhiBuffer::Dynamic, QRhiBuffer::UniformBuffer, m_stride * static_cast<RhiSize>(m_sockets)));
  if (!m_block->create()) {
    return fail(ErrorCode::Limit, "the GPU has no memory left");
  }
  const auto crowd = crowdBindings(context.pack, context.crowd);
  m_bindings.reset(rhi.newShaderResourceBindings());
  m_bindings->setBindings(
      {QRhiShaderResourceBinding::uniformBuffer(0, QRhiShaderResourceBinding::VertexStage, context.frameBlock),
       crowd[0],
       QRhiShaderResourceBinding::uniformBufferWithDynamicOffset(2, QRhiShaderResourceBinding::VertexStage,
                                                                 m_block.get(), sizeof(SocketUniforms)),
       crowd[1]});
  m_bindings->create();
  return {};
}

Result<void> SocketPass::createPipeline(const FrameContext& context, Source source) {
  const char* const base = m_part == Part::Axes ? "socket" : "socket_object";
  auto stages =
      loadStages(source == Posed ? std::string(base) + "_posed.vert" : socketShader(base, context.crowd), "solid.frag");
  TRY(stages);
  std::vector<QRhiVertexInputBinding> bindings = {
      QRhiVertexInputBinding(sizeof(InstanceRecord), QRhiVertexInputBinding::PerInstance)};
  std::vector<QRhiVertexInputAttribute> attributes = instanceAttributes(0);
  if (source == Posed) {
    addFollowedInput(bindings, attributes);
  }
  QRhiVertexInputLayout layout;
  layout.setBindings(bindings.begin(), bindings.end());
  layout.setAttributes(attributes.begin(), attributes.end());
  std::unique_ptr<QRhiGraphicsPipeline> made(context.device.rhi().newGraphicsPipeline());
  made->setShaderStages(stages->begin(), stages->end());
  made->setVertexInputLayout(layout);
  made->setShaderResourceBindings(m_bindings.get());
  made->setRenderPassDescriptor(context.target.descriptor);
  made->setSampleCount(context.target.sampleCount);
  made->setDepthTest(m_part == Part::Objects);
  made->setDepthWrite(m_part == Part::Objects);
  made->setDepthOp(QRhiGraphicsPipeline::LessOrEqual);
  if (!made->create()) {
    return fail(ErrorCode::Unsupported, "the GPU's driver refuses the shaders of sockets");
  }
  m_pipelines[source] = std::move(made);
  return {};
}

void SocketPass::record(const FrameContext& context) {
  if (!isWanted(context)) {
    return;
  }
  QRhiCommandBuffer& commands = *context.commands;
  const QSize size = context.target.pixelSize;
  const QRhiCommandBuffer::VertexInput instances(context.crowd.instances(), 0);
  const quint32 vertices = m_part == Part::Axes ? kAxesVertices : kObjectVertices;
  const bool isPosed = isPosedBySkeleton(context);
  for (const Source source : {ByTexture, Posed}) {
    if (source == Posed ? !isPosed || context.followed->rows() == nullptr : isPosed && !context.crowdDraws.byTexture) {
      continue;
    }
    commands.setGraphicsPipeline(m_pipelines[source].get());
    commands.setViewport({0.0f, 0.0f, static_cast<float>(size.width()), static_cast<float>(size.height())});
    for (std::uint32_t i = 0; i < m_sockets; ++i) {
      const HeldObject held = context.scene.view.heldAt(context.scene.animation->sockets[i].name);
      if (m_part == Part::Objects && held.shape == HeldObject::Shape::None) {
        continue;
      }
      const QRhiCommandBuffer::DynamicOffset offset(2, static_cast<quint32>(i) * static_cast<quint32>(m_stride));
      commands.setShaderResources(m_bindings.get(), 1, &offset);
      if (source == Posed) {
        drawPosed(context, i, vertices);
      } else {
        commands.setVertexInput(0, 1, &instances);
        commands.draw(vertices, context.crowd.count());
      }
    }
  }
}

void SocketPass::drawPosed(const FrameContext& context, std::uint32_t socket, quint32 vertices) const {
  const GpuFollowed& followed = *context.followed;
  const std::uint32_t number = followed.count() - m_sockets + socket;  // Sockets come last.
  for (const SkinnedInstance& each : context.crowdDraws.skinned) {
    const std::array<QRhiCommandBuffer::VertexInput, 2> inputs = {
        QRhiCommandBuffer::VertexInput(context.crowd.instances(),
                                       each.instance * static_cast<quint32>(sizeof(InstanceRecord))),
        QRhiCommandBuffer::VertexInput(followed.rows(), followed.offset(each.slot, number))};
    context.commands->setVertexInput(0, 2, inputs.data());
    context.commands->draw(vertices, 1);
  }
}

void SocketPass::release() {
  m_pipelines = {};
  m_bindings.reset();
  m_block.reset();
  m_inputs = {};
  m_sockets = 0;
}

}  // namespace texeleton::viewport
