#include "viewport/passes/passes.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "viewport/passes/crowd_input.h"
#include "viewport/passes/gpu_impostors.h"
#include "viewport/passes/impostor_records.h"

namespace texeleton::viewport {

namespace {

constexpr std::uint32_t kImpostorCorners = 4;

bool isImpostor(const CrowdRun& run) { return run.level == kImpostorLevel; }

bool isWanted(const FrameContext& context) {
  return context.impostors != nullptr && context.crowdDraws.byTexture &&
         std::ranges::any_of(context.crowdDraws.ordered, isImpostor);
}

class ImpostorPass : public Pass {
 public:
  explicit ImpostorPass(const ImpostorRecords& records) : m_records(records) {}
  PassStage stage() const override { return PassStage::Scene; }

  Result<void> prepare(const FrameContext& context) override {
    if (!isWanted(context)) {
      return {};
    }
    QRhiBuffer* const samples = m_records.count() > 0 ? m_records.samples() : nullptr;
    PassInputs inputs = crowdInputs(context, {context.impostors->colors(), samples});
    if (m_pipeline && inputs == m_inputs) {
      return {};
    }
    m_inputs = std::move(inputs);
    return samples != nullptr ? createComposition(context, samples) : createRectangles(context);
  }

  void record(const FrameContext& context) override {
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
      // A shader that writes depth runs for every pixel, so the area is limited. Pictures exceed the boxes by a pixel
      // or two where they are blended.
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

  void release() override {
    m_pipeline.reset();
    m_bindings.reset();
  }

 private:
  Result<void> createRectangles(const FrameContext& context) {
    using Binding = QRhiShaderResourceBinding;
    const GpuImpostors& impostors = *context.impostors;
    m_bindings = makeBindings(
        context.device.rhi(),
        {{Binding::uniformBuffer(0, kVertexStage | kFragmentStage, context.frameBlock),
          Binding::sampledTexture(4, kVertexStage, impostors.frames(), impostors.frameSampler()),
          Binding::sampledTexture(6, kFragmentStage, impostors.colors(), impostors.sampler()),
          Binding::sampledTexture(7, kFragmentStage, impostors.shapes(), impostors.sampler()),
          Binding::sampledTexture(8, kFragmentStage, impostors.surfaces(), impostors.sampler()), shadowBinding(context),
          Binding::uniformBuffer(11, kVertexStage | kFragmentStage, impostors.uniforms())},
         crowdBindings(context.pack, context.crowd)});
    return createPipeline(context, {.shaders = {"impostor.vert", "impostor.frag"},
                                    .inputs = instanceInputLayout(),
                                    .topology = QRhiGraphicsPipeline::TriangleStrip});
  }

  Result<void> createComposition(const FrameContext& context, QRhiBuffer* samples) {
    using Binding = QRhiShaderResourceBinding;
    m_bindings =
        makeBindings(context.device.rhi(), {{Binding::uniformBuffer(0, kFragmentStage, context.frameBlock),
                                             Binding::uniformBuffer(11, kFragmentStage, context.impostors->uniforms()),
                                             Binding::bufferLoad(13, kFragmentStage, samples)}});
    return createPipeline(context, {.shaders = {"impostor_compose.vert", "impostor_compose.frag"}});
  }

  Result<void> createPipeline(const FrameContext& context, PipelineSettings settings) {
    settings.bindings = m_bindings.get();
    settings.target = context.target;
    settings.depthTest = true;
    settings.depthWrite = true;
    settings.refusal = said("the GPU's driver refuses the shaders of impostors");
    return makePipeline(context.device.rhi(), m_pipeline, settings);
  }

  const ImpostorRecords& m_records;
  std::unique_ptr<QRhiShaderResourceBindings> m_bindings;
  std::unique_ptr<QRhiGraphicsPipeline> m_pipeline;
  PassInputs m_inputs;  ///< With the atlas and the samples, if any.
};

}  // namespace

std::unique_ptr<Pass> makeImpostorPass(const ImpostorRecords& records) {
  return std::make_unique<ImpostorPass>(records);
}

}  // namespace texeleton::viewport
