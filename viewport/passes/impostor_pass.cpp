#include "viewport/passes/impostor_pass.h"

#include <algorithm>
#include <cmath>

#include "viewport/passes/gpu_impostors.h"
#include "viewport/passes/impostor_records.h"
#include "viewport/rhi/shader.h"
#include "viewport/rhi/stages.h"

namespace texeleton::viewport {

namespace {

constexpr std::uint32_t kImpostorCorners = 4;

bool isImpostor(const CrowdRun& run) { return run.level == kImpostorLevel; }

bool isWanted(const FrameContext& context) {
  return context.impostors != nullptr && context.crowdDraws.byTexture &&
         std::any_of(context.crowdDraws.ordered.begin(), context.crowdDraws.ordered.end(), isImpostor);
}

}  // namespace

Result<void> ImpostorPass::prepare(const FrameContext& context) {
  if (!isWanted(context)) {
    return {};
  }
  CrowdInputs inputs = crowdInputs(context);
  QRhiBuffer* const samples = m_records.count() > 0 ? m_records.samples() : nullptr;
  const std::pair<quint64, quint64> from = {context.impostors->colors()->globalResourceId(),
                                            samples != nullptr ? samples->globalResourceId() : 0};
  if (m_pipeline && inputs == m_inputs && from == m_drawsFrom) {
    return {};
  }
  release();
  if (auto made = samples != nullptr ? createComposition(context, samples) : createRectangles(context); !made) {
    release();
    return made;
  }
  m_inputs = std::move(inputs);
  m_drawsFrom = from;
  return {};
}

Result<void> ImpostorPass::createRectangles(const FrameContext& context) {
  using Binding = QRhiShaderResourceBinding;
  const GpuImpostors& impostors = *context.impostors;
  const auto crowd = crowdBindings(context.pack, context.crowd);
  m_bindings.reset(context.device.rhi().newShaderResourceBindings());
  m_bindings->setBindings({Binding::uniformBuffer(0, kVertexStage | kFragmentStage, context.frameBlock), crowd[0],
                           crowd[1],
                           Binding::sampledTexture(4, kVertexStage, impostors.frames(), impostors.frameSampler()),
                           Binding::sampledTexture(6, kFragmentStage, impostors.colors(), impostors.sampler()),
                           Binding::sampledTexture(7, kFragmentStage, impostors.shapes(), impostors.sampler()),
                           Binding::sampledTexture(8, kFragmentStage, impostors.surfaces(), impostors.sampler()),
                           Binding::sampledTexture(9, kFragmentStage, context.shadowMap, context.shadowSampler),
                           Binding::uniformBuffer(11, kVertexStage | kFragmentStage, impostors.uniforms())});
  m_bindings->create();
  auto stages = loadStages("impostor.vert", "impostor.frag");
  TRY(stages);
  return finish(context, *stages, QRhiGraphicsPipeline::TriangleStrip, instanceInputLayout());
}

Result<void> ImpostorPass::createComposition(const FrameContext& context, QRhiBuffer* samples) {
  using Binding = QRhiShaderResourceBinding;
  m_bindings.reset(context.device.rhi().newShaderResourceBindings());
  m_bindings->setBindings({Binding::uniformBuffer(0, kFragmentStage, context.frameBlock),
                           Binding::uniformBuffer(11, kFragmentStage, context.impostors->uniforms()),
                           Binding::bufferLoad(13, kFragmentStage, samples)});
  m_bindings->create();
  auto stages = loadStages("impostor_compose.vert", "impostor_compose.frag");
  TRY(stages);
  return finish(context, *stages, QRhiGraphicsPipeline::Triangles, {});
}

Result<void> ImpostorPass::finish(const FrameContext& context, const std::vector<QRhiShaderStage>& stages,
                                  QRhiGraphicsPipeline::Topology topology, const QRhiVertexInputLayout& inputs) {
  m_pipeline.reset(context.device.rhi().newGraphicsPipeline());
  m_pipeline->setShaderStages(stages.begin(), stages.end());
  m_pipeline->setTopology(topology);
  m_pipeline->setVertexInputLayout(inputs);
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
  const auto width = static_cast<float>(size.width());
  const auto height = static_cast<float>(size.height());
  if (m_records.count() > 0) {
    // A shader that writes depth runs for every pixel, so the area is limited. Pictures exceed the boxes by a pixel or
    // two where they are blended.
    constexpr float kMargin = 4.0f;
    const PictureBand& band = m_records.band();
    const float bottom = std::max(std::floor((band.bottom * 0.5f + 0.5f) * height) - kMargin, 0.0f);
    const float top = std::min(std::ceil((band.top * 0.5f + 0.5f) * height) + kMargin, height);
    if (top <= bottom) {
      return;
    }
    commands.setViewport({0.0f, bottom, width, top - bottom});
    commands.setShaderResources(m_bindings.get());
    commands.draw(3);
    ++statistics.drawCalls;
    statistics.triangles += std::uint64_t{m_records.count()} * 2;
    statistics.impostors += m_records.count();
    return;
  }
  commands.setViewport({0.0f, 0.0f, width, height});
  commands.setShaderResources(m_bindings.get());
  for (const CrowdRun& run : context.crowdDraws.ordered) {
    if (!isImpostor(run)) {
      continue;
    }
    const QRhiCommandBuffer::VertexInput input(context.crowd.instances(),
                                               run.first * static_cast<quint32>(sizeof(InstanceRecord)));
    commands.setVertexInput(0, 1, &input);
    commands.draw(kImpostorCorners, run.count);
    ++statistics.drawCalls;
    statistics.triangles += std::uint64_t{run.count} * 2;
    statistics.impostors += run.count;
  }
}

void ImpostorPass::release() {
  m_pipeline.reset();
  m_bindings.reset();
  m_inputs = {};
  m_drawsFrom = {};
}

}  // namespace texeleton::viewport
