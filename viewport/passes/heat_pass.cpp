#include "viewport/passes/passes.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "viewport/passes/crowd_input.h"

namespace texeleton::viewport {

namespace {

constexpr int kReferenceBinding = 2;
constexpr int kReferenceLocation = 10;
constexpr int kResidualBinding = 3;
constexpr int kResidualLocation = 11;

class HeatPass : public Pass {
 public:
  PassStage stage() const override { return PassStage::Scene; }

  Result<void> prepare(const FrameContext& context) override {
    if (!isWanted(context)) {
      return {};
    }
    if (PassInputs inputs = crowdInputs(context); !m_pipelines[1] || inputs != m_inputs) {
      release();
      m_inputs = std::move(inputs);
      return createPipelines(context);
    }
    return {};
  }

  void record(const FrameContext& context) override {
    if (!isWanted(context)) {
      return;
    }
    QRhiCommandBuffer& commands = *context.commands;
    const std::span<const SkinnedInstance> shown = context.crowdDraws.skinned;
    for (const GpuPack::Primitive& primitive : context.pack.levels().front()) {
      const GpuMaterials::Drawn& material = context.pack.materials().materials()[primitive.material];
      setPipeline(context, *m_pipelines[material.doubleSided ? 1 : 0]);
      commands.setShaderResources(m_resources[primitive.material].get());
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

  void release() override {
    m_pipelines = {};
    m_resources.clear();
  }

 private:
  Result<void> createPipelines(const FrameContext& context) {
    QRhi& rhi = context.device.rhi();
    const auto frame = QRhiShaderResourceBinding::uniformBuffer(0, kVertexStage | kFragmentStage, context.frameBlock);
    const GpuMaterials& materials = context.pack.materials();
    for (const GpuMaterials::Drawn& material : materials.materials()) {
      m_resources.push_back(makeBindings(
          rhi, {{frame}, crowdBindings(context.pack, context.crowd), materialBindings(materials, material, false)}));
    }
    for (std::size_t doubleSided = 0; doubleSided < 2; ++doubleSided) {
      TRY(makePipeline(rhi, m_pipelines[doubleSided],
                       {.shaders = {crowdShader("heat", context.pack, false), "heat.frag"},
                        .inputs = heatInputLayout(context.pack.vertexKind()),
                        .bindings = m_resources.front().get(),
                        .target = context.target,
                        .cull = doubleSided != 0 ? QRhiGraphicsPipeline::None : QRhiGraphicsPipeline::Back,
                        .depthTest = true,
                        .depthWrite = true,
                        .refusal = said("the GPU's driver refuses the shaders of the heat map")}));
    }
    return {};
  }

  static bool isWanted(const FrameContext& context) {
    return context.scene.view.mode == ViewMode::Heat && context.reference != nullptr;
  }

  MaterialResources m_resources;
  std::array<std::unique_ptr<QRhiGraphicsPipeline>, 2> m_pipelines;  ///< One-sided, double-sided.
  PassInputs m_inputs;
};

}  // namespace

QRhiVertexInputLayout heatInputLayout(VertexKind kind) {
  const QRhiVertexInputLayout plain = crowdInputLayout(kind, false);
  std::vector<QRhiVertexInputBinding> bindings(plain.cbeginBindings(), plain.cendBindings());
  std::vector<QRhiVertexInputAttribute> attributes(plain.cbeginAttributes(), plain.cendAttributes());
  bindings.emplace_back(kSkinnedVertexWords * sizeof(std::uint32_t));
  attributes.emplace_back(kReferenceBinding, kReferenceLocation, QRhiVertexInputAttribute::Float3, 0);
  bindings.emplace_back(sizeof(float));
  attributes.emplace_back(kResidualBinding, kResidualLocation, QRhiVertexInputAttribute::Float, 0);
  return vertexInputs(bindings, attributes);
}

std::unique_ptr<Pass> makeHeatPass() { return std::make_unique<HeatPass>(); }

}  // namespace texeleton::viewport
