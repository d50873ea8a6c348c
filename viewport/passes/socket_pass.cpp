#include "viewport/passes/socket_pass.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "viewport/rhi/shader.h"
#include "viewport/scene/gpu/socket_block.h"

namespace texeleton::viewport {

namespace {

constexpr float kAxisShare = 0.08f;  // In sizes of the model.
constexpr float kSocketLinePoints = 2.0f;
constexpr quint32 kAxesVertices = 18;
constexpr quint32 kObjectVertices = 48;

}  // namespace

bool SocketPass::isWanted(const FrameContext& context) const {
  const ViewOptions& view = context.scene.view;
  const bool isWanted = m_part == Part::Axes ? view.sockets : view.socketObjects || !view.held.empty();
  return isWanted && !context.scene.animation->sockets.empty();
}

QRhiVertexInputLayout SocketPass::inputLayout() {
  const std::vector<QRhiVertexInputAttribute> attributes = instanceAttributes(0);
  QRhiVertexInputLayout layout;
  layout.setBindings({QRhiVertexInputBinding(sizeof(InstanceRecord), QRhiVertexInputBinding::PerInstance)});
  layout.setAttributes(attributes.begin(), attributes.end());
  return layout;
}

Result<void> SocketPass::prepare(const FrameContext& context) {
  if (!isWanted(context)) {
    return {};
  }
  const vat::BakedAnimation& animation = *context.scene.animation;
  const auto sockets = static_cast<std::uint32_t>(animation.sockets.size());
  if (CrowdInputs inputs = crowdInputs(context); !m_pipeline || inputs != m_inputs || sockets != m_sockets) {
    release();
    m_sockets = sockets;
    if (auto made = createBlock(context); !made) {
      return made;
    }
    if (auto made = createPipeline(context); !made) {
      release();
      return made;
    }
    m_inputs = std::move(inputs);
  }
  const auto length = static_cast<float>(animation.sizeMetres) * kAxisShare;
  const auto pixels = static_cast<std::uint32_t>(std::lround(kSocketLinePoints * context.scene.view.pixelRatio));
  for (std::uint32_t i = 0; i < sockets; ++i) {
    SocketUniforms block = socketUniforms(animation, context.pack.layout(), i, length, std::max(pixels, 1u));
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

Result<void> SocketPass::createPipeline(const FrameContext& context) {
  auto stages =
      loadStages(socketShader(m_part == Part::Axes ? "socket" : "socket_object", context.crowd), "solid.frag");
  TRY(stages);
  m_pipeline.reset(context.device.rhi().newGraphicsPipeline());
  m_pipeline->setShaderStages(stages->begin(), stages->end());
  m_pipeline->setVertexInputLayout(inputLayout());
  m_pipeline->setShaderResourceBindings(m_bindings.get());
  m_pipeline->setRenderPassDescriptor(context.target.descriptor);
  m_pipeline->setSampleCount(context.target.sampleCount);
  m_pipeline->setDepthTest(m_part == Part::Objects);
  m_pipeline->setDepthWrite(m_part == Part::Objects);
  m_pipeline->setDepthOp(QRhiGraphicsPipeline::LessOrEqual);
  if (!m_pipeline->create()) {
    return fail(ErrorCode::Unsupported, "the GPU's driver refuses the shaders of sockets");
  }
  return {};
}

void SocketPass::record(const FrameContext& context) {
  if (!isWanted(context)) {
    return;
  }
  QRhiCommandBuffer& commands = *context.commands;
  const QSize size = context.target.pixelSize;
  const QRhiCommandBuffer::VertexInput instances(context.crowd.instances(), 0);
  commands.setGraphicsPipeline(m_pipeline.get());
  commands.setViewport({0.0f, 0.0f, static_cast<float>(size.width()), static_cast<float>(size.height())});
  for (std::uint32_t i = 0; i < m_sockets; ++i) {
    const HeldObject held = context.scene.view.heldAt(context.scene.animation->sockets[i].name);
    if (m_part == Part::Objects && held.shape == HeldObject::Shape::None) {
      continue;
    }
    const QRhiCommandBuffer::DynamicOffset offset(2, static_cast<quint32>(i) * static_cast<quint32>(m_stride));
    commands.setShaderResources(m_bindings.get(), 1, &offset);
    commands.setVertexInput(0, 1, &instances);
    commands.draw(m_part == Part::Axes ? kAxesVertices : kObjectVertices, context.crowd.count());
  }
}

void SocketPass::release() {
  m_pipeline.reset();
  m_bindings.reset();
  m_block.reset();
  m_inputs = {};
  m_sockets = 0;
}

}  // namespace texeleton::viewport
