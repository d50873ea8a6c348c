#include "viewport/passes/passes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "viewport/passes/crowd_input.h"
#include "viewport/rhi/buffers.h"

namespace texeleton::viewport {

namespace {

constexpr std::uint32_t kMoves = 12;  // Offsets around the outline; the mask uses the uniforms of the first.
constexpr std::uint32_t kMaskBlock = kMoves;
constexpr std::uint32_t kFirstFlash = kMoves + 1;
constexpr float kOutlinePoints = 2.0f;
constexpr quint32 kStencilReference = 1;
constexpr float kFlashStrength = 0.6f;
constexpr int kFlashBias = -4;  // Lets the same surface pass the depth test again.
const glm::vec4 kOutlineColor(1.0f, 0.36f, 0.03f, 1.0f);
const glm::vec3 kFlashColor(1.0f, 0.78f, 0.30f);

class HighlightPass : public Pass {
 public:
  static constexpr std::size_t kMostInstances = 256;

  PassStage stage() const override { return PassStage::Scene; }

  Result<void> prepare(const FrameContext& context) override {
    choose(context);
    if (m_outlined.empty() && m_flashing.empty()) {
      return {};
    }
    if (PassInputs inputs = crowdInputs(context); m_resources.empty() || inputs != m_inputs) {
      m_resources.clear();
      m_pipelines.clear();
      m_stride = static_cast<quint32>(context.device.rhi().ubufAligned(sizeof(FlatColorUniforms)));
      TRY(makeUniforms(context.device.rhi(), m_block, std::uint64_t{m_stride} * (kFirstFlash + kMostInstances)));
      m_resources = flatColorResources(context, *m_block);
      m_inputs = std::move(inputs);
    }
    for (const CrowdPart part : {CrowdPart::Texture, CrowdPart::Skinned}) {
      if (hasPart(context, part) && !m_pipelines[part][Flash]) {
        TRY(createPipelines(context, part));
      }
    }
    upload(context);
    return {};
  }

  void record(const FrameContext& context) override {
    for (std::size_t i = 0; i < m_flashing.size(); ++i) {
      draw(context, Flash, m_flashing[i].first, kFirstFlash + static_cast<std::uint32_t>(i));
    }
    for (const std::uint32_t instance : m_outlined) {
      draw(context, Mask, instance, kMaskBlock);
    }
    for (const std::uint32_t instance : m_outlined) {
      for (std::uint32_t move = 0; move < kMoves; ++move) {
        draw(context, Ring, instance, move);
      }
    }
  }

  void release() override {
    m_outlined.clear();
    m_flashing.clear();
    m_pipelines.clear();
    m_resources.clear();
    m_block.reset();
  }

 private:
  enum Kind : std::uint8_t { Mask, Ring, Flash };
  void choose(const FrameContext& context) {
    const Scene& scene = context.scene;
    m_outlined.clear();
    m_flashing.clear();
    for (const std::uint32_t instance : scene.selection) {
      if (partOf(context, instance) && m_outlined.size() < kMostInstances) {
        m_outlined.push_back(instance);
      }
    }
    if (scene.events) {
      for (const InstanceFlash& flash : scene.events->flashes()) {
        if (partOf(context, flash.instance) && m_flashing.size() < kMostInstances) {
          m_flashing.emplace_back(flash.instance, flash.strength);
        }
      }
    }
  }

  void upload(const FrameContext& context) {
    const QSize size = context.target.pixelSize;
    const auto put = [&](std::size_t block, const FlatColorUniforms& numbers) {
      context.updates->updateDynamicBuffer(m_block.get(), static_cast<RhiSize>(block * m_stride), sizeof(numbers),
                                           &numbers);
    };
    const float points = kOutlinePoints * context.scene.view.pixelRatio * 2.0f;
    for (std::uint32_t i = 0; i < kMoves; ++i) {
      const float angle = 6.2831853f * static_cast<float>(i) / static_cast<float>(kMoves);
      put(i, {kOutlineColor,
              glm::vec4(points * std::cos(angle) / static_cast<float>(std::max(size.width(), 1)),
                        points * std::sin(angle) / static_cast<float>(std::max(size.height(), 1)), 0.0f, 0.0f)});
    }
    put(kMaskBlock, {kOutlineColor, glm::vec4(0.0f)});
    for (std::size_t i = 0; i < m_flashing.size(); ++i) {
      const float strength = kFlashStrength * m_flashing[i].second * m_flashing[i].second;
      put(kFirstFlash + i, {glm::vec4(kFlashColor, strength), glm::vec4(0.0f)});
    }
  }

  Result<void> createPipelines(const FrameContext& context, CrowdPart part) {
    for (const Kind kind : {Mask, Ring, Flash}) {
      PipelineSettings settings = flatColorPipeline(context, part, m_resources);
      settings.refusal = said("the GPU's driver refuses the shaders of the outline");
      if (kind == Flash) {
        settings.depthTest = true;
        settings.depthBias = kFlashBias;
        settings.slopeBias = -1.0f;
        settings.blends = {
            {.enable = true, .srcColor = QRhiGraphicsPipeline::SrcAlpha, .dstColor = QRhiGraphicsPipeline::One}};
      } else if (kind == Mask) {
        settings.stencil = {.passOp = QRhiGraphicsPipeline::Replace, .compareOp = QRhiGraphicsPipeline::Always};
        settings.blends = {{.colorWrite = {}}};
      } else {
        settings.stencil = {.compareOp = QRhiGraphicsPipeline::NotEqual};
      }
      TRY(makePipeline(context.device.rhi(), m_pipelines[part][kind], settings));
    }
    return {};
  }

  void draw(const FrameContext& context, Kind kind, std::uint32_t instance, std::uint32_t block) {
    const auto part = partOf(context, instance);
    if (!part) {
      return;
    }
    setPipeline(context, *m_pipelines[*part][kind]);
    if (kind != Flash) {
      context.commands->setStencilRef(kStencilReference);
    }
    const QRhiCommandBuffer::DynamicOffset offset(5, block * m_stride);
    for (const GpuPack::Primitive& primitive : context.pack.levels().front()) {
      context.commands->setShaderResources(m_resources[primitive.material].get(), 1, &offset);
      drawInstance(context, *part, instance, primitive);
    }
  }

  std::vector<std::uint32_t> m_outlined;
  std::vector<std::pair<std::uint32_t, float>> m_flashing;  ///< Instance and strength.
  std::unique_ptr<QRhiBuffer> m_block;                      ///< Uniforms of the outline's offsets, then of each flash.
  quint32 m_stride = 0;
  MaterialResources m_resources;
  using Pipelines = std::array<std::unique_ptr<QRhiGraphicsPipeline>, 3>;
  std::map<CrowdPart, Pipelines> m_pipelines;  ///< By Kind.
  PassInputs m_inputs;
};

}  // namespace

std::unique_ptr<Pass> makeHighlightPass() { return std::make_unique<HighlightPass>(); }

}  // namespace texeleton::viewport
