#include "viewport/vertex_probe.h"

#include <array>
#include <cstring>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "viewport/passes/crowd_input.h"
#include "viewport/passes/heat_pass.h"
#include "viewport/rhi/buffers.h"
#include "viewport/rhi/read_back.h"
#include "viewport/scene/gpu/socket_block.h"

namespace texeleton::viewport {

namespace {

constexpr int kProbeWidth = 512;
constexpr QSize kSocketTarget(2, 1);

glm::vec4 texelOf(const QRhiReadbackResult& read, std::uint32_t index) {
  std::array<float, 4> texel{};
  std::memcpy(texel.data(), read.data.constData() + std::size_t{index} * sizeof(texel), sizeof(texel));
  return {texel[0], texel[1], texel[2], texel[3]};
}

}  // namespace

/// A point's texels in both targets.
struct ProbedPoint {
  glm::vec4 position;
  glm::vec4 normal;
};

/// Draws points to two floating-point targets, a pixel each.
struct ProbeTarget {
  QSize size;
  std::unique_ptr<QRhiTexture> positions;
  std::unique_ptr<QRhiTexture> normals;
  std::unique_ptr<QRhiRenderPassDescriptor> descriptor;
  std::unique_ptr<QRhiTextureRenderTarget> target;
  std::unique_ptr<QRhiBuffer> block;
  std::unique_ptr<QRhiShaderResourceBindings> bindings;
  std::unique_ptr<QRhiGraphicsPipeline> pipeline;

  Result<void> create(QRhi& rhi, const QSize& pixels) {
    const auto flags = QRhiTexture::RenderTarget | QRhiTexture::UsedAsTransferSource;
    size = pixels;
    positions.reset(rhi.newTexture(QRhiTexture::RGBA32F, size, 1, flags));
    normals.reset(rhi.newTexture(QRhiTexture::RGBA32F, size, 1, flags));
    QRhiTextureRenderTargetDescription description;
    description.setColorAttachments({QRhiColorAttachment(positions.get()), QRhiColorAttachment(normals.get())});
    if (!positions->create() || !normals->create() || !makeTarget(rhi, target, descriptor, description) ||
        !makeUniforms(rhi, block, sizeof(glm::vec4))) {
      return fail(ErrorCode::Limit, "the GPU has no room for the probe");
    }
    return {};
  }

  Result<void> createPipeline(QRhi& rhi, const std::string& vertexShader, const QRhiVertexInputLayout& inputs,
                              const BindingList& crowd, const BindingList& more) {
    bindings =
        makeBindings(rhi, {{QRhiShaderResourceBinding::uniformBuffer(0, kVertexStage, block.get())}, crowd, more});
    return makePipeline(rhi, pipeline,
                        {.shaders = {vertexShader, "probe.frag"},
                         .inputs = inputs,
                         .bindings = bindings.get(),
                         .target = {descriptor.get()},
                         .topology = QRhiGraphicsPipeline::Points,
                         .blends = std::vector<QRhiGraphicsPipeline::TargetBlend>(2),
                         .refusal = said("the GPU's driver refuses the probe's shaders")});
  }

  /// Draws with the vertex input that is set, and reads back.
  void record(QRhi& rhi, QRhiCommandBuffer& commands, const CrowdBuffers& inputs, std::uint32_t points,
              QRhiReadbackResult (&read)[2]) const {
    const auto width = static_cast<float>(size.width());
    const auto height = static_cast<float>(size.height());
    const bool topIsUp = rhi.isYUpInNDC() && !rhi.isYUpInFramebuffer();
    const glm::vec4 numbers(width, height, topIsUp ? -1.0f : 1.0f, 0.0f);
    QRhiResourceUpdateBatch* const updates = rhi.nextResourceUpdateBatch();
    updates->updateDynamicBuffer(block.get(), 0, sizeof(numbers), &numbers);
    commands.beginPass(target.get(), Qt::black, {1.0f, 0}, updates);
    commands.setGraphicsPipeline(pipeline.get());
    commands.setViewport({0.0f, 0.0f, width, height});
    commands.setShaderResources();
    commands.setVertexInput(0, inputs.count, inputs.inputs.data());
    commands.draw(points);
    commands.endPass();
    readBack(rhi, commands, *positions, read[0]);
    readBack(rhi, commands, *normals, read[1]);
  }
};

struct VertexProbe::Parts {
  std::unique_ptr<GpuPack> pack;
  std::unique_ptr<GpuCrowd> crowd;
  std::unique_ptr<GpuSkin> skin;  // The reference, if any.
  std::unique_ptr<CrowdPoser> poser;
  SkinPalettes palettes;
  std::unique_ptr<GpuPoses> poses;
  ProbeTarget vertices;
  ProbeTarget sockets;  // Two points.
  std::unique_ptr<QRhiBuffer> socket;
  bool isUploaded = false;

  Result<void> prepareVertices(QRhi& rhi, const Crowd& crowdToDraw, std::uint32_t instance,
                               QRhiResourceUpdateBatch& updates) {
    if (skin) {
      std::vector<std::uint32_t> all(crowdToDraw.size());
      std::iota(all.begin(), all.end(), 0u);
      TRY(poser->pose(crowdToDraw, all, {}, palettes));
      TRY(skin->update(palettes, updates));
    }
    if (poses) {
      const CrowdRun run{instance, 1, 0};
      TRY(poses->update(*pack, *crowd, {&run, 1}, {}, updates));
    }
    if (vertices.pipeline) {
      return {};
    }
    const CrowdPart part = poses ? CrowdPart::Posed : CrowdPart::Texture;
    return vertices.createPipeline(
        rhi, skin ? crowdShader("probe_heat", *pack, false) : crowdShader("probe", *pack, *crowd, part, false),
        skin ? HeatPass::inputLayout(pack->vertexKind()) : crowdInputLayout(pack->vertexKind(), part, false),
        crowdBindings(*pack, *crowd), poses ? posedBindings(*pack, *poses) : BindingList());
  }

  Result<void> prepareSocket(QRhi& rhi, std::uint32_t number, QRhiResourceUpdateBatch& updates) {
    if (!sockets.pipeline) {
      TRY(sockets.create(rhi, kSocketTarget));
      TRY(makeUniforms(rhi, socket, sizeof(SocketUniforms)));
      TRY(sockets.createPipeline(rhi, socketShader("socket_probe", *crowd), instanceInputLayout(),
                                 crowdBindings(*pack, *crowd),
                                 {QRhiShaderResourceBinding::uniformBuffer(2, kVertexStage, socket.get())}));
    }
    const SocketUniforms numbers = socketUniforms(*pack->animation(), pack->layout(), number, 0.0f, 1);
    updates.updateDynamicBuffer(socket.get(), 0, sizeof(numbers), &numbers);
    return {};
  }
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
  TRY(probe->m_parts->vertices.create(rhi, size));
  return probe;
}

template <class Prepare, class Record>
Result<std::vector<ProbedPoint>> VertexProbe::draw(const Crowd& crowd, std::uint32_t points, const Prepare& prepare,
                                                   const Record& record) {
  QRhi& rhi = m_device.rhi();
  QRhiCommandBuffer* commands = nullptr;
  if (rhi.beginOffscreenFrame(&commands) != QRhi::FrameOpSuccess) {
    return fail(ErrorCode::Unsupported, "the GPU stopped working");
  }
  QRhiResourceUpdateBatch* updates = rhi.nextResourceUpdateBatch();
  if (!std::exchange(m_parts->isUploaded, true)) {
    m_parts->pack->upload(*updates);
  }
  auto ready = m_parts->crowd->update(crowd, *m_parts->pack, true, *updates);
  ready = ready ? prepare(*updates) : ready;
  QRhiReadbackResult read[2];
  if (ready) {
    commands->resourceUpdate(updates);
    record(*commands, read);
  } else {
    updates->release();
  }
  const bool ended = rhi.endOffscreenFrame() == QRhi::FrameOpSuccess;
  TRY(ready);
  const auto needed = static_cast<qsizetype>(points) * static_cast<qsizetype>(sizeof(glm::vec4));
  if (!ended || read[0].data.size() < needed || read[1].data.size() < needed) {
    return fail(ErrorCode::Unsupported, "the GPU stopped working");
  }
  std::vector<ProbedPoint> all;
  for (std::uint32_t i = 0; i < points; ++i) {
    all.push_back({texelOf(read[0], i), texelOf(read[1], i)});
  }
  return all;
}

Result<std::vector<ProbedVertex>> VertexProbe::read(const Crowd& crowd, std::uint32_t instance) {
  Parts& parts = *m_parts;
  QRhi& rhi = m_device.rhi();
  const std::uint32_t count = parts.pack->vertexInfo().count;
  const auto points = draw(
      crowd, count,
      [&](QRhiResourceUpdateBatch& updates) { return parts.prepareVertices(rhi, crowd, instance, updates); },
      [&](QRhiCommandBuffer& commands, QRhiReadbackResult(&read)[2]) {
        CrowdBuffers buffers = crowdBuffers(*parts.pack, *parts.crowd, instance);
        buffers.count = parts.poses ? 1 : parts.skin ? 4 : 2;
        if (parts.skin) {
          parts.skin->record(commands);
          buffers.inputs[2] = {parts.skin->skinned(), static_cast<quint32>(parts.skin->bytesOfACharacter() * instance)};
          buffers.inputs[3] = {parts.skin->residuals(), 0};
        }
        if (parts.poses) {
          parts.poses->record(commands);
          buffers.inputs[0] = {parts.poses->slotNumbers(), 0};
        }
        parts.vertices.record(rhi, commands, buffers, count, read);
      });
  TRY(points);
  std::vector<ProbedVertex> vertices;
  for (const ProbedPoint& point : *points) {
    vertices.push_back({glm::vec3(point.position), glm::vec3(point.normal), point.normal.w});
  }
  return vertices;
}

Result<ProbedSocket> VertexProbe::readSocket(const Crowd& crowd, std::uint32_t instance, std::uint32_t socket) {
  Parts& parts = *m_parts;
  QRhi& rhi = m_device.rhi();
  const auto points = draw(
      crowd, 2, [&](QRhiResourceUpdateBatch& updates) { return parts.prepareSocket(rhi, socket, updates); },
      [&](QRhiCommandBuffer& commands, QRhiReadbackResult(&read)[2]) {
        CrowdBuffers buffers;
        buffers.inputs[0] = crowdBuffers(*parts.pack, *parts.crowd, instance).inputs[1];
        buffers.count = 1;
        parts.sockets.record(rhi, commands, buffers, 2, read);
      });
  TRY(points);
  const auto& [place, x] = (*points)[0];
  const auto& [y, z] = (*points)[1];
  return ProbedSocket{glm::vec3(place), {glm::vec3(x), glm::vec3(y), glm::vec3(z)}, {place.w, y.w, z.w}};
}

}  // namespace texeleton::viewport
