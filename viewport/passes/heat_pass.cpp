#include "viewport/passes/heat_pass.h"

#include <algorithm>
#include <utility>

#include "viewport/rhi/shader.h"
#include "viewport/rhi/stages.h"

namespace texeleton::viewport {

namespace {

constexpr int kReferenceBinding = 2;
constexpr int kReferenceLocation = 10;
constexpr int kResidualBinding = 3;
constexpr int kResidualLocation = 11;

}  // namespace

bool HeatPass::isWanted(const FrameContext& context) {
  return context.scene.view.mode == ViewMode::Heat && context.reference != nullptr;
}

QRhiVertexInputLayout HeatPass::inputLayout(VertexKind kind) {
  const QRhiVertexInputLayout plain = crowdInputLayout(kind, false);
  std::vector<QRhiVertexInputBinding> bindings(plain.cbeginBindings(), plain.cendBindings());
  std::vector<QRhiVertexInputAttribute> attributes(plain.cbeginAttributes(), plain.cendAttributes());
  bindings.emplace_back(kSkinnedVertexWords * sizeof(std::uint32_t));
  attributes.emplace_back(kReferenceBinding, kReferenceLocation, QRhiVertexInputAttribute::Float3, 0);
  bindings.emplace_back(sizeof(float));
  attributes.emplace_back(kResidualBinding, kResidualLocation, QRhiVertexInputAttribute::Float, 0);
  QRhiVertexInputLayout layout;
  layout.setBindings(bindings.begin(), bindings.end());
  layout.setAttributes(attributes.begin(), attributes.end());
  return layout;
}

Result<void> HeatPass::prepare(const FrameContext& context) {
  if (!isWanted(context)) {
    return {};
  }
  if (CrowdInputs inputs = crowdInputs(context); !m_pipelines[0] || inputs != m_inputs) {
    release();
    m_inputs = std::move(inputs);
    return createPipelines(context);
  }
  return {};
}

Result<void> HeatPass::createPipelines(const FrameContext& context) {
  QRhi& rhi = context.device.rhi();
  const auto both = QRhiShaderResourceBinding::VertexStage | QRhiShaderResourceBinding::FragmentStage;
  const GpuMaterials& materials = context.pack.materials();
  const auto crowd = crowdBindings(context.pack, context.crowd);
  for (const GpuMaterials::Drawn& material : materials.materials()) {
    auto& bindings = m_bindings.emplace_back(rhi.newShaderResourceBindings());
    bindings->setBindings({QRhiShaderResourceBinding::uniformBuffer(0, both, context.frameBlock), crowd[0],
                           QRhiShaderResourceBinding::uniformBuffer(2, kFragmentStage, materials.buffer(),
                                                                    material.offset, GpuMaterials::numberBytes()),
                           crowd[1],
                           QRhiShaderResourceBinding::sampledTexture(4, kFragmentStage, material.baseColor.texture,
                                                                     material.baseColor.sampler)});
    bindings->create();
  }
  auto stages = loadStages(crowdShader("heat", context.pack, false), "heat.frag");
  TRY(stages);
  for (std::size_t doubleSided = 0; doubleSided < 2; ++doubleSided) {
    std::unique_ptr<QRhiGraphicsPipeline> made(rhi.newGraphicsPipeline());
    made->setShaderStages(stages->begin(), stages->end());
    made->setVertexInputLayout(inputLayout(context.pack.vertexKind()));
    made->setShaderResourceBindings(m_bindings.front().get());
    made->setRenderPassDescriptor(context.target.descriptor);
    made->setSampleCount(context.target.sampleCount);
    made->setCullMode(doubleSided != 0 ? QRhiGraphicsPipeline::None : QRhiGraphicsPipeline::Back);
    made->setDepthTest(true);
    made->setDepthOp(QRhiGraphicsPipeline::LessOrEqual);
    made->setDepthWrite(true);
    if (!made->create()) {
      return fail(ErrorCode::Unsupported, "the GPU's driver refuses the shaders of the heat map");
    }
    m_pipelines[doubleSided] = std::move(made);
  }
  return {};
}

void HeatPass::record(const FrameContext& context) {
  if (!isWanted(context)) {
    return;
  }
  QRhiCommandBuffer& commands = *context.commands;
  const QSize size = context.target.pixelSize;
  const std::span<const SkinnedInstance> shown = context.crowdDraws.skinned;
  for (const GpuPack::Primitive& primitive : context.pack.levels().front()) {
    const GpuMaterials::Drawn& material = context.pack.materials().materials()[primitive.material];
    commands.setGraphicsPipeline(m_pipelines[material.doubleSided ? 1 : 0].get());
    commands.setViewport({0.0f, 0.0f, static_cast<float>(size.width()), static_cast<float>(size.height())});
    commands.setShaderResources(m_bindings[primitive.material].get());
    for (const SkinnedInstance& each : shown) {
      CrowdBuffers buffers = crowdBuffers(context.pack, context.crowd, each.instance);
      buffers.inputs[kReferenceBinding] = {context.reference->skinned(),
                                           static_cast<quint32>(context.reference->bytesOfACharacter() * each.slot)};
      buffers.inputs[kResidualBinding] = {context.reference->residuals(), 0};
      commands.setVertexInput(0, 4, buffers.inputs.data(), context.pack.indexBuffer(), 0,
                              QRhiCommandBuffer::IndexUInt32);
      commands.drawIndexed(primitive.indexCount, 1, primitive.firstIndex);
    }
    context.statistics.drawCalls += static_cast<std::uint32_t>(shown.size());
    context.statistics.triangles += std::uint64_t{primitive.indexCount} / 3 * shown.size();
  }
  context.statistics.instancesDrawn += shown.size();
  context.statistics.instancesCulled += context.crowd.count() - shown.size();
  context.statistics.vertices += std::uint64_t{context.pack.vertexInfo().count} * shown.size();
}

void HeatPass::release() {
  m_pipelines = {};
  m_bindings.clear();
  m_inputs = {};
}

}  // namespace texeleton::viewport
