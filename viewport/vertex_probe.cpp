#include "viewport/vertex_probe.h"

#include <array>
#include <cstring>

#include "viewport/passes/crowd_input.h"
#include "viewport/rhi/read_back.h"
#include "viewport/rhi/shader.h"

namespace texeleton {

namespace {

constexpr int kWidth = 512;

/// Two floating-point targets: positions and normals.
struct ProbeTarget {
  std::unique_ptr<QRhiTexture> positions;
  std::unique_ptr<QRhiTexture> normals;
  std::unique_ptr<QRhiRenderPassDescriptor> descriptor;
  std::unique_ptr<QRhiTextureRenderTarget> target;

  bool create(QRhi& rhi, const QSize& size) {
    const auto flags = QRhiTexture::RenderTarget | QRhiTexture::UsedAsTransferSource;
    positions.reset(rhi.newTexture(QRhiTexture::RGBA32F, size, 1, flags));
    normals.reset(rhi.newTexture(QRhiTexture::RGBA32F, size, 1, flags));
    if (!positions->create() || !normals->create()) {
      return false;
    }
    QRhiTextureRenderTargetDescription description;
    description.setColorAttachments({QRhiColorAttachment(positions.get()), QRhiColorAttachment(normals.get())});
    target.reset(rhi.newTextureRenderTarget(description));
    descriptor.reset(target->newCompatibleRenderPassDescriptor());
    target->setRenderPassDescriptor(descriptor.get());
    return target->create();
  }
};

struct ProbePipeline {
  std::unique_ptr<QRhiBuffer> block;
  std::unique_ptr<QRhiShaderResourceBindings> bindings;
  std::unique_ptr<QRhiGraphicsPipeline> pipeline;

  Result<void> create(QRhi& rhi, const GpuPack& pack, const GpuCrowd& crowd, QRhiRenderPassDescriptor* descriptor) {
    block.reset(rhi.newBuffer(QRhiBuffer::Dynamic, QRhiBuffer::UniformBuffer, sizeof(glm::vec4)));
    block->create();
    bindings.reset(rhi.newShaderResourceBindings());
    const auto shared = crowdBindings(pack, crowd);
    bindings->setBindings(
        {QRhiShaderResourceBinding::uniformBuffer(0, QRhiShaderResourceBinding::VertexStage, block.get()), shared[0],
         shared[1]});
    bindings->create();
    auto stages = loadStages(crowdShader("probe", pack, false), "probe.frag");
    if (!stages) {
      return fail(std::move(stages.error()));
    }
    pipeline.reset(rhi.newGraphicsPipeline());
    pipeline->setShaderStages(stages->begin(), stages->end());
    pipeline->setTopology(QRhiGraphicsPipeline::Points);
    pipeline->setVertexInputLayout(crowdInputLayout(pack.vertexKind(), false));
    pipeline->setShaderResourceBindings(bindings.get());
    pipeline->setRenderPassDescriptor(descriptor);
    pipeline->setTargetBlends({QRhiGraphicsPipeline::TargetBlend(), QRhiGraphicsPipeline::TargetBlend()});
    if (!pipeline->create()) {
      return fail(ErrorCode::Unsupported, "the GPU's driver refuses the probe's shaders");
    }
    return {};
  }
};

glm::vec3 texelOf(const QRhiReadbackResult& read, std::uint32_t index) {
  std::array<float, 4> texel{};
  std::memcpy(texel.data(), read.data.constData() + std::size_t{index} * sizeof(texel), sizeof(texel));
  return {texel[0], texel[1], texel[2]};
}

std::vector<ProbedVertex> verticesOf(const QRhiReadbackResult& positions, const QRhiReadbackResult& normals,
                                     std::uint32_t count) {
  std::vector<ProbedVertex> vertices(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    vertices[i] = {texelOf(positions, i), texelOf(normals, i)};
  }
  return vertices;
}

}  // namespace

struct VertexProbe::Parts {
  std::unique_ptr<GpuPack> pack;
  std::unique_ptr<GpuCrowd> crowd;
  ProbeTarget target;
  ProbePipeline pipeline;
  QSize size;
  bool isUploaded = false;
};

VertexProbe::VertexProbe(GpuDevice& device) : m_device(device), m_parts(std::make_unique<Parts>()) {}

VertexProbe::~VertexProbe() = default;

Result<std::unique_ptr<VertexProbe>> VertexProbe::create(GpuDevice& device,
                                                         std::shared_ptr<const BakedAnimation> animation,
                                                         VertexPrecision precision) {
  QRhi& rhi = device.rhi();
  const auto count = static_cast<std::uint32_t>(animation->mesh.vertexCount());
  const QSize size(kWidth, static_cast<int>((count + kWidth - 1) / kWidth));
  if (!rhi.isTextureFormatSupported(QRhiTexture::RGBA32F, QRhiTexture::RenderTarget)) {
    return fail(ErrorCode::Unsupported, "this GPU draws no floating-point targets");
  }
  if (size.height() > static_cast<int>(device.maxTextureSize())) {
    return fail(ErrorCode::Limit, "there are more vertices than a target has pixels");
  }
  auto pack = GpuPack::create(device, std::move(animation), precision);
  if (!pack) {
    return fail(std::move(pack.error()));
  }
  std::unique_ptr<VertexProbe> probe(new VertexProbe(device));
  probe->m_parts->pack = std::move(*pack);
  probe->m_parts->crowd = std::make_unique<GpuCrowd>(device);
  probe->m_parts->size = size;
  if (!probe->m_parts->target.create(rhi, size)) {
    return fail(ErrorCode::Limit, "the GPU has no room for the probe");
  }
  return probe;
}

Result<std::vector<ProbedVertex>> VertexProbe::read(const Crowd& crowd, std::uint32_t instance) {
  Parts& parts = *m_parts;
  QRhi& rhi = m_device.rhi();
  QRhiCommandBuffer* commands = nullptr;
  if (rhi.beginOffscreenFrame(&commands) != QRhi::FrameOpSuccess) {
    return fail(ErrorCode::Unsupported, "the GPU stopped working");
  }
  QRhiResourceUpdateBatch* updates = rhi.nextResourceUpdateBatch();
  if (!parts.isUploaded) {
    parts.pack->upload(*updates);
    parts.isUploaded = true;
  }
  auto ready = parts.crowd->update(crowd, *parts.pack, true, *updates);
  if (ready && !parts.pipeline.pipeline) {
    ready = parts.pipeline.create(rhi, *parts.pack, *parts.crowd, parts.target.descriptor.get());
  }
  const std::uint32_t count = parts.pack->vertexInfo().count;
  QRhiReadbackResult positions;
  QRhiReadbackResult normals;
  if (ready) {
    const bool topIsUp = rhi.isYUpInNDC() && !rhi.isYUpInFramebuffer();
    const glm::vec4 block(static_cast<float>(parts.size.width()), static_cast<float>(parts.size.height()),
                          topIsUp ? -1.0f : 1.0f, 0.0f);
    updates->updateDynamicBuffer(parts.pipeline.block.get(), 0, sizeof(block), &block);
    commands->beginPass(parts.target.target.get(), Qt::black, {1.0f, 0}, updates);
    commands->setGraphicsPipeline(parts.pipeline.pipeline.get());
    commands->setViewport({0.0f, 0.0f, block.x, block.y});
    commands->setShaderResources();
    const CrowdBuffers buffers = crowdBuffers(*parts.pack, *parts.crowd, instance);
    commands->setVertexInput(0, 2, buffers.inputs.data());
    commands->draw(count);
    commands->endPass();
    readBack(rhi, *commands, *parts.target.positions, positions);
    readBack(rhi, *commands, *parts.target.normals, normals);
  } else {
    updates->release();
  }
  const bool ended = rhi.endOffscreenFrame() == QRhi::FrameOpSuccess;
  if (!ready) {
    return fail(std::move(ready.error()));
  }
  const auto needed = static_cast<qsizetype>(count) * static_cast<qsizetype>(sizeof(glm::vec4));
  if (!ended || positions.data.size() < needed || normals.data.size() < needed) {
    return fail(ErrorCode::Unsupported, "the GPU stopped working");
  }
  return verticesOf(positions, normals, count);
}

}  // namespace texeleton
