#include "viewport/passes/impostor_pass.h"

#include <algorithm>

#include "viewport/passes/gpu_impostors.h"
#include "viewport/rhi/shader.h"

namespace texeleton {

namespace {

constexpr std::uint32_t kCorners = 4;

bool isImpostor(const CrowdRun& run) { return run.level == kImpostorLevel; }

bool isWanted(const FrameContext& context) {
  return context.impostors != nullptr && context.crowdDraws.byTexture &&
         std::any_of(context.crowdDraws.runs.begin(), context.crowdDraws.runs.end(), isImpostor);
}

}  // namespace

Result<void> ImpostorPass::prepare(const FrameContext& context) {
  if (!isWanted(context)) {
    return {};
  }
  CrowdInputs inputs = crowdInputs(context);
  const quint64 atlas = context.impostors->colors()->globalResourceId();
  if (m_pipeline && inputs == m_inputs && atlas == m_atlas) {
    return {};
  }
  release();
  if (auto made = createPipeline(context); !made) {
    release();
    return made;
  }
  m_inputs = std::move(inputs);
  m_atlas = atlas;
  return {};
}

Result<void> ImpostorPass::createPipeline(const FrameContext& context) {
  using Binding = QRhiShaderResourceBinding;
  constexpr auto kVertex = Binding::VertexStage;
  constexpr auto kFragment = Binding::FragmentStage;
  QRhi& rhi = context.device.rhi();
  const GpuImpostors& impostors = *context.impostors;
  const auto crowd = crowdBindings(context.pack, context.crowd);
  m_bindings.reset(rhi.newShaderResourceBindings());
  m_bindings->setBindings({Binding::uniformBuffer(0, kVertex | kFragment, context.frameBlock), crowd[0], crowd[1],
                           Binding::sampledTexture(4, kVertex, impostors.frames(), impostors.frameSampler()),
                           Binding::sampledTexture(6, kFragment, impostors.colors(), impostors.sampler()),
                           Binding::sampledTexture(7, kFragment, impostors.shapes(), impostors.sampler()),
                           Binding::sampledTexture(8, kFragment, impostors.surfaces(), impostors.sampler()),
                           Binding::sampledTexture(9, kFragment, context.shadowMap, context.shadowSampler),
                           Binding::uniformBuffer(11, kVertex | kFragment, impostors.uniforms())});
  m_bindings->create();
  auto stages = loadStages("impostor.vert", "impostor.frag");
  if (!stages) {
    return fail(std::move(stages.error()));
  }
  m_pipeline.reset(rhi.newGraphicsPipeline());
  m_pipeline->setShaderStages(stages->begin(), stages->end());
  m_pipeline->setTopology(QRhiGraphicsPipeline::TriangleStrip);
  m_pipeline->setVertexInputLayout(instanceInputLayout());
  m_pipeline->setShaderResourceBindings(m_bindings.get());
  m_pipeline->setRenderPassDescriptor(context.target.descriptor);
  m_pipeline->setSampleCount(context.target.sampleCount);
  m_pipeline->setDepthTest(true);
  m_pipeline->setDepthOp(QRhiGraphicsPipeline::LessOrEqual);
  m_pipeline->setDepthWrite(true);
  if (!m_pipeline->create()) {
    return fail(ErrorCode::Unsupported, "the GPU's driver refuses the shaders of impostors");
  }
  return {};
}

void ImpostorPass::record(const FrameContext& context) {
  if (!isWanted(context)) {
    return;
  }
  QRhiCommandBuffer& commands = *context.commands;
  const QSize size = context.target.pixelSize;
  FrameStatistics& statistics = context.statistics;
  commands.setGraphicsPipeline(m_pipeline.get());
  commands.setViewport({0.0f, 0.0f, static_cast<float>(size.width()), static_cast<float>(size.height())});
  commands.setShaderResources(m_bindings.get());
  for (const CrowdRun& run : context.crowdDraws.runs) {
    if (!isImpostor(run)) {
      continue;
    }
    const QRhiCommandBuffer::VertexInput input(context.crowd.instances(),
                                               run.first * static_cast<quint32>(sizeof(InstanceRecord)));
    commands.setVertexInput(0, 1, &input);
    commands.draw(kCorners, run.count);
    ++statistics.drawCalls;
    statistics.triangles += std::uint64_t{run.count} * 2;
    statistics.impostors += run.count;
  }
}

void ImpostorPass::release() {
  m_pipeline.reset();
  m_bindings.reset();
  m_inputs = {};
  m_atlas = 0;
}

}  // namespace texeleton
