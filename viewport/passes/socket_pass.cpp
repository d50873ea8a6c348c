#include "viewport/passes/socket_pass.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "viewport/rhi/buffers.h"
#include "viewport/scene/gpu/socket_block.h"

namespace texeleton::viewport {

namespace {

constexpr float kAxisShare = 0.08f;  // Share of the model's size.
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
  if (PassInputs inputs = crowdInputs(context); !m_block || inputs != m_inputs || sockets != m_sockets) {
    release();
    m_sockets = sockets;
    TRY(createBindings(context));
    m_inputs = std::move(inputs);
  }
  const bool isPosed = isPosedBySkeleton(context);
  for (const Source source : {ByTexture, Posed}) {
    if (!m_pipelines[source] && (source == Posed ? isPosed : context.crowdDraws.byTexture || !isPosed)) {
      TRY(createPipeline(context, source));
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
    context.updates->updateDynamicBuffer(m_block.get(), static_cast<RhiSize>(i * m_stride), sizeof(block), &block);
  }
  return {};
}

Result<void> SocketPass::createBindings(const FrameContext& context) {
  QRhi& rhi = context.device.rhi();
  m_stride = static_cast<quint32>(rhi.ubufAligned(sizeof(SocketUniforms)));
  TRY(makeUniforms(rhi, m_block, std::uint64_t{m_stride} * m_sockets));
  m_bindings = makeBindings(rhi, {{QRhiShaderResourceBinding::uniformBuffer(0, kVertexStage, context.frameBlock),
                                   QRhiShaderResourceBinding::uniformBufferWithDynamicOffset(
                                       2, kVertexStage, m_block.get(), sizeof(SocketUniforms))},
                                  crowdBindings(context.pack, context.crowd)});
  return {};
}

Result<void> SocketPass::createPipeline(const FrameContext& context, Source source) {
  const char* const base = m_part == Part::Axes ? "socket" : "socket_object";
  std::vector<QRhiVertexInputBinding> bindings = {
      QRhiVertexInputBinding(sizeof(InstanceRecord), QRhiVertexInputBinding::PerInstance)};
  std::vector<QRhiVertexInputAttribute> attributes = instanceAttributes(0);
  if (source == Posed) {
    addFollowedInput(bindings, attributes);
  }
  return makePipeline(
      context.device.rhi(), m_pipelines[source],
      {.shaders = {source == Posed ? std::string(base) + "_posed.vert" : socketShader(base, context.crowd),
                   "solid.frag"},
       .inputs = vertexInputs(bindings, attributes),
       .bindings = m_bindings.get(),
       .target = context.target,
       .depthTest = m_part == Part::Objects,
       .depthWrite = m_part == Part::Objects,
       .refusal = said("the GPU's driver refuses the shaders of sockets")});
}

void SocketPass::record(const FrameContext& context) {
  if (!isWanted(context)) {
    return;
  }
  QRhiCommandBuffer& commands = *context.commands;
  const QRhiCommandBuffer::VertexInput instances(context.crowd.instances(), 0);
  const quint32 vertices = m_part == Part::Axes ? kAxesVertices : kObjectVertices;
  const bool isPosed = isPosedBySkeleton(context);
  for (const Source source : {ByTexture, Posed}) {
    if (source == Posed ? !isPosed || context.followed->rows() == nullptr : isPosed && !context.crowdDraws.byTexture) {
      continue;
    }
    setPipeline(context, *m_pipelines[source]);
    for (std::uint32_t i = 0; i < m_sockets; ++i) {
      const HeldObject held = context.scene.view.heldAt(context.scene.animation->sockets[i].name);
      if (m_part == Part::Objects && held.shape == HeldObject::Shape::None) {
        continue;
      }
      const QRhiCommandBuffer::DynamicOffset offset(2, i * m_stride);
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
}

}  // namespace texeleton::viewport
