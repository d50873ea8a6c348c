#include "viewport/passes/bounds_pass.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "viewport/passes/drawn_line.h"
#include "viewport/rhi/shader.h"
#include "viewport/scene/gpu/packing.h"
#include "viewport/scene/picking.h"

namespace texeleton::viewport {

namespace {

constexpr float kBoundsLinePoints = 1.0f;
const glm::vec4 kColor(0.95f, 0.62f, 0.12f, 1.0f);
const glm::vec4 kSelectedColor(1.0f, 0.36f, 0.03f, 1.0f);

std::vector<DrawnLine> linesOf(const Scene& scene) {
  std::vector<std::uint32_t> instances = scene.selection;
  if (instances.empty()) {
    instances.resize(std::min<std::size_t>(scene.crowd.size(), BoundsPass::kMostInstances));
    std::iota(instances.begin(), instances.end(), 0u);
  }
  instances.resize(std::min<std::size_t>(instances.size(), BoundsPass::kMostInstances));
  const std::uint32_t color = packColor(scene.selection.empty() ? kColor : kSelectedColor);
  const float pixels = std::max(std::round(kBoundsLinePoints * scene.view.pixelRatio), 1.0f);
  std::vector<DrawnLine> lines;
  for (const std::array<glm::vec3, 8>& corners : instanceBoxes(scene, instances)) {
    for (std::size_t corner = 0; corner < corners.size(); ++corner) {
      for (const std::size_t axis : {1u, 2u, 4u}) {
        if ((corner & axis) == 0) {
          lines.push_back({corners[corner], pixels, corners[corner | axis], color});
        }
      }
    }
  }
  return lines;
}

}  // namespace

Result<void> BoundsPass::prepare(const FrameContext& context) {
  m_count = 0;
  if (!context.scene.view.bounds) {
    return {};
  }
  const std::vector<DrawnLine> lines = linesOf(context.scene);
  if (lines.empty()) {
    return {};
  }
  const QVector<quint32> format = context.target.descriptor->serializedFormat();
  const quint64 frameBlock = context.frameBlock->globalResourceId();
  if (!m_pipeline || m_targetFormat != format || m_frameBlock != frameBlock) {
    if (auto made = createPipeline(context); !made) {
      return made;
    }
    m_targetFormat = format;
    m_frameBlock = frameBlock;
  }
  const auto count = static_cast<std::uint32_t>(lines.size());
  const auto bytes = static_cast<RhiSize>(count * sizeof(DrawnLine));
  if (count > m_capacity) {
    m_lines.reset(context.device.rhi().newBuffer(QRhiBuffer::Static, QRhiBuffer::VertexBuffer, bytes));
    m_capacity = count;
    if (!m_lines->create()) {
      m_lines.reset();
      m_capacity = 0;
      return fail(ErrorCode::Limit, "the GPU has no memory left");
    }
  }
  context.updates->uploadStaticBuffer(m_lines.get(), 0, bytes, lines.data());
  m_count = count;
  return {};
}

Result<void> BoundsPass::createPipeline(const FrameContext& context) {
  QRhi& rhi = context.device.rhi();
  m_bindings.reset(rhi.newShaderResourceBindings());
  m_bindings->setBindings(
      {QRhiShaderResourceBinding::uniformBuffer(0, QRhiShaderResourceBinding::VertexStage, context.frameBlock)});
  m_bindings->create();
  auto stages = loadStages("line.vert", "solid.frag");
  TRY(stages);
  using Attribute = QRhiVertexInputAttribute;
  QRhiVertexInputLayout layout;
  layout.setBindings({QRhiVertexInputBinding(sizeof(DrawnLine), QRhiVertexInputBinding::PerInstance)});
  layout.setAttributes({Attribute(0, 0, Attribute::Float4, 0), Attribute(0, 1, Attribute::Float3, 16),
                        Attribute(0, 2, Attribute::UInt, 28)});
  std::unique_ptr<QRhiGraphicsPipeline> made(rhi.newGraphicsPipeline());
  made->setShaderStages(stages->begin(), stages->end());
  made->setVertexInputLayout(layout);
  made->setShaderResourceBindings(m_bindings.get());
  made->setRenderPassDescriptor(context.target.descriptor);
  made->setSampleCount(context.target.sampleCount);
  made->setDepthTest(true);
  made->setDepthOp(QRhiGraphicsPipeline::LessOrEqual);
  if (!made->create()) {
    return fail(ErrorCode::Unsupported, "the GPU's driver refuses the shaders of lines");
  }
  m_pipeline = std::move(made);
  return {};
}

void BoundsPass::record(const FrameContext& context) {
  if (m_count == 0) {
    return;
  }
  QRhiCommandBuffer& commands = *context.commands;
  const QSize size = context.target.pixelSize;
  commands.setGraphicsPipeline(m_pipeline.get());
  commands.setViewport({0.0f, 0.0f, static_cast<float>(size.width()), static_cast<float>(size.height())});
  commands.setShaderResources(m_bindings.get());
  const QRhiCommandBuffer::VertexInput input(m_lines.get(), 0);
  commands.setVertexInput(0, 1, &input);
  commands.draw(kLineVertices, m_count);
}

void BoundsPass::release() {
  m_pipeline.reset();
  m_bindings.reset();
  m_lines.reset();
  m_capacity = 0;
  m_count = 0;
}

}  // namespace texeleton::viewport
