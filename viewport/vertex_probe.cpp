#include "viewport/vertex_probe.h"

#include <array>
#include <cstring>
#include <numeric>
#include <utility>
#include <vector>

#include "viewport/passes/crowd_input.h"
#include "viewport/passes/heat_pass.h"
#include "viewport/rhi/read_back.h"
#include "viewport/rhi/shader.h"
#include "viewport/rhi/stages.h"
#include "viewport/scene/gpu/socket_block.h"

namespace texeleton::viewport {

namespace {

constexpr int kProbeWidth = 512;
constexpr QSize kSocketTarget(2, 1);

}  // namespace

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

  Result<void> create(QRhi& rhi, const GpuPack& pack, const GpuCrowd& crowd, QRhiRenderPassDescriptor* descriptor,
                      bool heat, const GpuPoses* poses) {
    block.reset(rhi.newBuffer(QRhiBuffer::Dynamic, QRhiBuffer::UniformBuffer, sizeof(glm::vec4)));
    block->create();
    bindings.reset(rhi.newShaderResourceBindings());
    const auto shared = crowdBindings(pack, crowd);
    std::vector<QRhiShaderResourceBinding> all = {
        QRhiShaderResourceBinding::uniformBuffer(0, QRhiShaderResourceBinding::VertexStage, block.get()), shared[0],
        shared[1]};
    if (poses != nullptr) {
      const auto more = posedBindings(pack, *poses);
      all.insert(all.end(), more.begin(), more.end());
    }
    bindings->setBindings(all.begin(), all.end());
    bindings->create();
    const CrowdPart part = poses != nullptr ? CrowdPart::Posed : CrowdPart::Texture;
    auto stages = loadStages(
        heat ? crowdShader("probe_heat", pack, false) : crowdShader("probe", pack, crowd, part, false), "probe.frag");
    TRY(stages);
    pipeline.reset(rhi.newGraphicsPipeline());
    pipeline->setShaderStages(stages->begin(), stages->end());
    pipeline->setTopology(QRhiGraphicsPipeline::Points);
    pipeline->setVertexInputLayout(heat ? HeatPass::inputLayout(pack.vertexKind())
                                        : crowdInputLayout(pack.vertexKind(), part, false));
    pipeline->setShaderResourceBindings(bindings.get());
    pipeline->setRenderPassDescriptor(descriptor);
    pipeline->setTargetBlends({QRhiGraphicsPipeline::TargetBlend(), QRhiGraphicsPipeline::TargetBlend()});
    if (!pipeline->create()) {
      return fail(ErrorCode::Unsupported, "the GPU's driver refuses the probe's shaders");
    }
    return {};
  }
};

namespace {

glm::vec4 probeBlock(const QRhi& rhi, const QSize& size) {
  const bool topIsUp = rhi.isYUpInNDC() && !rhi.isYUpInFramebuffer();
  return {static_cast<float>(size.width()), static_cast<float>(size.height()), topIsUp ? -1.0f : 1.0f, 0.0f};
}

glm::vec4 texelOf(const QRhiReadbackResult& read, std::uint32_t index) {
  std::array<float, 4> texel{};
  std::memcpy(texel.data(), read.data.constData() + std::size_t{index} * sizeof(texel), sizeof(texel));
  return {texel[0], texel[1], texel[2], texel[3]};
}

std::vector<ProbedVertex> verticesOf(const QRhiReadbackResult& positions, const QRhiReadbackResult& normals,
                                     std::uint32_t count) {
  std::vector<ProbedVertex> vertices(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    const glm::vec4 normal = texelOf(normals, i);
    vertices[i] = {glm::vec3(texelOf(positions, i)), glm::vec3(normal), normal.w};
  }
  return vertices;
}

}  // namespace

/// The pipeline of socket_probe.vert, which writes two points.
struct SocketPipeline {
  ProbeTarget target;
  std::unique_ptr<QRhiBuffer> block;
  std::unique_ptr<QRhiBuffer> socket;
  std::unique_ptr<QRhiShaderResourceBindings> bindings;
  std::unique_ptr<QRhiGraphicsPipeline> pipeline;
};

struct VertexProbe::Parts {
  std::unique_ptr<GpuPack> pack;
  std::unique_ptr<GpuCrowd> crowd;
  std::unique_ptr<GpuSkin> skin;  // The reference, if any.
  std::unique_ptr<CrowdPoser> poser;
  SkinPalettes palettes;
  ProbeTarget target;
  ProbePipeline pipeline;
  std::unique_ptr<GpuPoses> poses;
  SocketPipeline sockets;
  QSize size;
  bool isUploaded = false;
};

VertexProbe::VertexProbe(GpuDevice& device) : m_device(device), m_parts(std::make_unique<Parts>()) {}

VertexProbe::~VertexProbe() = default;

Result<std::unique_ptr<VertexProbe>> VertexProbe::create(GpuDevice& device,
                                                         std::shared_ptr<const vat::BakedAnimation> animation,
                                                         VertexPrecision precision,
                                                         std::shared_ptr<const Skeleton> reference, Of of) {
  QRhi& rhi = device.rhi();
  const auto count = static_cast<std::uint32_t>(animation->mesh.vertexCount());
  const QSize size(kProbeWidth, static_cast<int>((count + kProbeWidth - 1) / kProbeWidth));
  if (!rhi.isTextureFormatSupported(QRhiTexture::RGBA32F, QRhiTexture::RenderTarget)) {
    return fail(ErrorCode::Unsupported, "this GPU draws no floating-point targets");
  }
  if (size.height() > static_cast<int>(device.maxTextureSize())) {
    return fail(ErrorCode::Limit, "there are more vertices than a target has pixels");
  }
  JobContext job;
  auto pack = GpuPack::create(device, std::move(animation), precision, GpuPack::Shapes::AsStored, job);
  TRY(pack);
  std::unique_ptr<VertexProbe> probe(new VertexProbe(device));
  probe->m_parts->pack = std::move(*pack);
  probe->m_parts->crowd = std::make_unique<GpuCrowd>(device);
  probe->m_parts->size = size;
  if (of == Of::Poses) {
    if (!GpuPoses::isPossible(device, *probe->m_parts->pack)) {
      return fail(ErrorCode::Unsupported, "this GPU, or this pack, is not posed before it is drawn");
    }
    probe->m_parts->poses = std::make_unique<GpuPoses>(device);
  }
  if (reference) {
    auto skin = GpuSkin::create(device, reference, GpuSkin::By::Compute);
    TRY(skin);
    probe->m_parts->skin = std::move(*skin);
    probe->m_parts->poser = std::make_unique<CrowdPoser>(std::move(reference));
  }
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
  if (ready && parts.skin) {
    std::vector<std::uint32_t> all(crowd.size());
    std::iota(all.begin(), all.end(), 0u);
    ready = parts.poser->pose(crowd, all, {}, parts.palettes);
    if (ready) {
      ready = parts.skin->update(parts.palettes, *updates);
    }
  }
  if (ready && parts.poses) {
    const CrowdRun run{instance, 1, 0};
    if (auto posed = parts.poses->update(*parts.pack, *parts.crowd, {&run, 1}, {}, *updates); !posed) {
      ready = fail(std::move(posed.error()));
    }
  }
  if (ready && !parts.pipeline.pipeline) {
    ready = parts.pipeline.create(rhi, *parts.pack, *parts.crowd, parts.target.descriptor.get(), parts.skin != nullptr,
                                  parts.poses.get());
  }
  const std::uint32_t count = parts.pack->vertexInfo().count;
  QRhiReadbackResult positions;
  QRhiReadbackResult normals;
  if (ready) {
    const glm::vec4 block = probeBlock(rhi, parts.size);
    updates->updateDynamicBuffer(parts.pipeline.block.get(), 0, sizeof(block), &block);
    commands->resourceUpdate(updates);
    if (parts.skin) {
      parts.skin->record(*commands);
    }
    if (parts.poses) {
      parts.poses->record(*commands);
    }
    commands->beginPass(parts.target.target.get(), Qt::black, {1.0f, 0});
    commands->setGraphicsPipeline(parts.pipeline.pipeline.get());
    commands->setViewport({0.0f, 0.0f, block.x, block.y});
    commands->setShaderResources();
    CrowdBuffers buffers = crowdBuffers(*parts.pack, *parts.crowd, instance);
    if (parts.skin) {
      buffers.inputs[2] = {parts.skin->skinned(), static_cast<quint32>(parts.skin->bytesOfACharacter() * instance)};
      buffers.inputs[3] = {parts.skin->residuals(), 0};
    }
    if (parts.poses) {
      buffers.inputs[0] = {parts.poses->slotNumbers(), 0};
    }
    commands->setVertexInput(0, parts.poses ? 1 : parts.skin ? 4 : 2, buffers.inputs.data());
    commands->draw(count);
    commands->endPass();
    readBack(rhi, *commands, *parts.target.positions, positions);
    readBack(rhi, *commands, *parts.target.normals, normals);
  } else {
    updates->release();
  }
  const bool ended = rhi.endOffscreenFrame() == QRhi::FrameOpSuccess;
  TRY(ready);
  const auto needed = static_cast<qsizetype>(count) * static_cast<qsizetype>(sizeof(glm::vec4));
  if (!ended || positions.data.size() < needed || normals.data.size() < needed) {
    return fail(ErrorCode::Unsupported, "the GPU stopped working");
  }
  return verticesOf(positions, normals, count);
}

Result<void> VertexProbe::prepareSockets() {
  QRhi& rhi = m_device.rhi();
  SocketPipeline& sockets = m_parts->sockets;
  if (sockets.pipeline) {
    return {};
  }
  sockets.block.reset(rhi.newBuffer(QRhiBuffer::Dynamic, QRhiBuffer::UniformBuffer, sizeof(glm::vec4)));
  sockets.socket.reset(rhi.newBuffer(QRhiBuffer::Dynamic, QRhiBuffer::UniformBuffer, sizeof(SocketUniforms)));
  if (!sockets.target.create(rhi, kSocketTarget) || !sockets.block->create() || !sockets.socket->create()) {
    return fail(ErrorCode::Limit, "the GPU has no room for the probe");
  }
  const auto shared = crowdBindings(*m_parts->pack, *m_parts->crowd);
  sockets.bindings.reset(rhi.newShaderResourceBindings());
  sockets.bindings->setBindings(
      {QRhiShaderResourceBinding::uniformBuffer(0, kVertexStage, sockets.block.get()), shared[0],
       QRhiShaderResourceBinding::uniformBuffer(2, kVertexStage, sockets.socket.get()), shared[1]});
  sockets.bindings->create();
  auto stages = loadStages(socketShader("socket_probe", *m_parts->crowd), "probe.frag");
  TRY(stages);
  std::unique_ptr<QRhiGraphicsPipeline> made(rhi.newGraphicsPipeline());
  made->setShaderStages(stages->begin(), stages->end());
  made->setTopology(QRhiGraphicsPipeline::Points);
  made->setVertexInputLayout(instanceInputLayout());
  made->setShaderResourceBindings(sockets.bindings.get());
  made->setRenderPassDescriptor(sockets.target.descriptor.get());
  made->setTargetBlends({QRhiGraphicsPipeline::TargetBlend(), QRhiGraphicsPipeline::TargetBlend()});
  if (!made->create()) {
    return fail(ErrorCode::Unsupported, "the GPU's driver refuses the probe's shaders");
  }
  sockets.pipeline = std::move(made);
  return {};
}

Result<ProbedSocket> VertexProbe::readSocket(const Crowd& crowd, std::uint32_t instance, std::uint32_t socket) {
  Parts& parts = *m_parts;
  QRhi& rhi = m_device.rhi();
  QRhiCommandBuffer* commands = nullptr;
  if (rhi.beginOffscreenFrame(&commands) != QRhi::FrameOpSuccess) {
    return fail(ErrorCode::Unsupported, "the GPU stopped working");
  }
  QRhiResourceUpdateBatch* updates = rhi.nextResourceUpdateBatch();
  if (!std::exchange(parts.isUploaded, true)) {
    parts.pack->upload(*updates);
  }
  auto ready = parts.crowd->update(crowd, *parts.pack, true, *updates);
  ready = ready ? prepareSockets() : ready;
  QRhiReadbackResult positions;
  QRhiReadbackResult normals;
  if (ready) {
    const glm::vec4 block = probeBlock(rhi, kSocketTarget);
    const SocketUniforms numbers = socketUniforms(*parts.pack->animation(), parts.pack->layout(), socket, 0.0f, 1);
    updates->updateDynamicBuffer(parts.sockets.block.get(), 0, sizeof(block), &block);
    updates->updateDynamicBuffer(parts.sockets.socket.get(), 0, sizeof(numbers), &numbers);
    commands->beginPass(parts.sockets.target.target.get(), Qt::black, {1.0f, 0}, updates);
    commands->setGraphicsPipeline(parts.sockets.pipeline.get());
    commands->setViewport({0.0f, 0.0f, block.x, block.y});
    commands->setShaderResources();
    const QRhiCommandBuffer::VertexInput input(parts.crowd->instances(),
                                               instance * static_cast<quint32>(sizeof(InstanceRecord)));
    commands->setVertexInput(0, 1, &input);
    commands->draw(2);
    commands->endPass();
    readBack(rhi, *commands, *parts.sockets.target.positions, positions);
    readBack(rhi, *commands, *parts.sockets.target.normals, normals);
  } else {
    updates->release();
  }
  const bool ended = rhi.endOffscreenFrame() == QRhi::FrameOpSuccess;
  TRY(ready);
  constexpr qsizetype needed = 2 * qsizetype{sizeof(glm::vec4)};
  if (!ended || positions.data.size() < needed || normals.data.size() < needed) {
    return fail(ErrorCode::Unsupported, "the GPU stopped working");
  }
  const glm::vec4 place = texelOf(positions, 0);
  const glm::vec4 y = texelOf(positions, 1);
  const glm::vec4 z = texelOf(normals, 1);
  return ProbedSocket{
      glm::vec3(place), {glm::vec3(texelOf(normals, 0)), glm::vec3(y), glm::vec3(z)}, {place.w, y.w, z.w}};
}

}  // namespace texeleton::viewport
