#include "viewport/passes/gpu_impostors.h"

#include <algorithm>
#include <string>

#include "viewport/passes/crowd_input.h"
#include "viewport/rhi/buffers.h"

namespace texeleton::viewport {

namespace {

constexpr std::uint32_t kFrameTableWidth = 1024;
constexpr float kSharper = -0.35f;  // Mipmap bias: blending several pictures blurs enough.
constexpr int kDrawnLarger = 2;     // Factor by which tiles are drawn larger before they are filtered.

Error noRoom(const ImpostorPlan& plan) {
  return {ErrorCode::Limit, message("the GPU has no room for the impostors (%1 MB)", plan.bytes() >> 20), {}};
}

QSize sizeOf(glm::uvec2 texels) { return {static_cast<int>(texels.x), static_cast<int>(texels.y)}; }

// Directions row by row: instance n is seen from direction n.
std::vector<InstanceRecord> recordsOf(const ImpostorPlan& plan) {
  std::vector<InstanceRecord> records;
  records.reserve(std::size_t{plan.squares()} * plan.views());
  for (std::uint32_t look = 0; look < plan.looks; ++look) {
    for (const std::uint32_t frame : plan.frames) {
      for (std::uint32_t view = 0; view < plan.views(); ++view) {
        InstanceRecord record;
        record.position.x = static_cast<float>(view);
        record.clipA = record.clipB = packClip({frame, 1, true});
        record.setLook(look % plan.paletteEntries, look / plan.paletteEntries);
        records.push_back(record);
      }
    }
  }
  return records;
}

}  // namespace

Result<std::unique_ptr<GpuImpostors>> GpuImpostors::create(GpuDevice& device, const GpuPack& pack,
                                                           const ImpostorPlan& plan) {
  if (pack.vertexKind() == VertexKind::StillPacked) {
    return fail(ErrorCode::Unsupported, "vertices of the bind pose alone have no impostors");
  }
  std::unique_ptr<GpuImpostors> made(new GpuImpostors(device));
  made->m_plan = plan;
  std::uint64_t indices = 0;
  for (const GpuPack::Primitive& primitive : pack.levels()[made->m_plan.level]) {
    indices += primitive.indexCount;
  }
  made->m_verticesOfASquare = std::max<std::uint64_t>(1, indices / 3 * made->m_plan.views());
  if (!made->createTextures()) {
    return fail(noRoom(made->m_plan));
  }
  return made;
}

bool GpuImpostors::createTextures() {
  QRhi& rhi = m_device.rhi();
  const auto flags = QRhiTexture::RenderTarget | QRhiTexture::MipMapped | QRhiTexture::UsedWithGenerateMips;
  for (auto& texture : m_atlas) {
    texture.reset(rhi.newTexture(QRhiTexture::RGBA8, sizeOf(m_plan.atlasTexels), 1, flags));
    if (!texture->create()) {
      return false;
    }
  }
  const auto count = static_cast<std::uint32_t>(m_plan.nearest.size());
  const std::uint32_t width = std::min(count, kFrameTableWidth);
  m_frames.reset(rhi.newTexture(QRhiTexture::R32F, sizeOf({width, (count + width - 1) / width})));
  m_sampler.reset(rhi.newSampler(QRhiSampler::Linear, QRhiSampler::Linear, QRhiSampler::Linear,
                                 QRhiSampler::ClampToEdge, QRhiSampler::ClampToEdge));
  m_frameSampler = makeTexelSampler(rhi);
  return m_frames->create() && m_sampler->create() && m_frameSampler &&
         makeBuffer(rhi, m_uniforms, QRhiBuffer::Static, QRhiBuffer::UniformBuffer, sizeof(ImpostorUniforms));
}

bool GpuImpostors::advance(std::uint64_t vertices) {
  const std::uint32_t left = m_plan.squares() - m_drawn;
  const std::uint64_t squares = vertices == 0 ? left : std::max<std::uint64_t>(1, vertices / m_verticesOfASquare);
  m_next = m_drawn + static_cast<std::uint32_t>(std::min<std::uint64_t>(left, squares));
  return m_next == m_plan.squares();
}

void GpuImpostors::upload(QRhiCommandBuffer& commands) {
  QRhi& rhi = m_device.rhi();
  QRhiResourceUpdateBatch* const batch = rhi.nextResourceUpdateBatch();
  // Rows of a picture go upwards, whatever the graphics interface's convention.
  const bool upIsLess = rhi.isYUpInNDC() != rhi.isYUpInFramebuffer();
  ImpostorUniforms uniforms;
  uniforms.center = glm::vec4(m_plan.center, upIsLess ? -1.0f : 1.0f);
  uniforms.halfExtents = glm::vec4(m_plan.halfExtents, kSharper);
  uniforms.sizes = {m_plan.viewsPerSide, m_plan.tileTexels, m_plan.squaresPerRow, m_plan.paletteEntries};
  uniforms.frames = {static_cast<std::uint32_t>(m_plan.frames.size()),
                     static_cast<std::uint32_t>(m_frames->pixelSize().width()),
                     static_cast<std::uint32_t>(m_device.sampleCount()), 0u};
  batch->uploadStaticBuffer(m_uniforms.get(), 0, sizeof(uniforms), &uniforms);

  std::vector<float> table(static_cast<std::size_t>(m_frames->pixelSize().width()) *
                               static_cast<std::size_t>(m_frames->pixelSize().height()),
                           0.0f);
  std::copy(m_plan.nearest.begin(), m_plan.nearest.end(), table.begin());
  const QByteArray bytes(reinterpret_cast<const char*>(table.data()),
                         static_cast<qsizetype>(table.size() * sizeof(float)));
  batch->uploadTexture(m_frames.get(), QRhiTextureUploadEntry(0, 0, QRhiTextureSubresourceUploadDescription(bytes)));

  const std::vector<InstanceRecord> records = recordsOf(m_plan);
  batch->uploadStaticBuffer(m_tools->records.get(), 0, static_cast<RhiSize>(records.size() * sizeof(InstanceRecord)),
                            records.data());
  commands.resourceUpdate(batch);
}

Result<void> GpuImpostors::createPipelines(const GpuPack& pack, const GpuCrowd& crowd) {
  using Binding = QRhiShaderResourceBinding;
  QRhi& rhi = m_device.rhi();
  auto tools = std::make_unique<Tools>();
  const int side = static_cast<int>(m_plan.squareTexels()) * kDrawnLarger;
  const QSize size(side, side);
  std::vector<QRhiColorAttachment> attachments;
  std::vector<QRhiColorAttachment> atlasAttachments;
  for (int i = 0; i < 3; ++i) {
    tools->colors[i].reset(rhi.newTexture(QRhiTexture::RGBA8, size, 1, QRhiTexture::RenderTarget));
    if (!tools->colors[i]->create()) {
      return fail(noRoom(m_plan));
    }
    attachments.emplace_back(tools->colors[i].get());
    atlasAttachments.emplace_back(m_atlas[i].get());
  }
  tools->depth.reset(rhi.newRenderBuffer(QRhiRenderBuffer::DepthStencil, size));
  tools->nearest = makeTexelSampler(rhi);
  if (!tools->depth->create() || !tools->nearest ||
      !makeBuffer(rhi, tools->records, QRhiBuffer::Static, QRhiBuffer::VertexBuffer,
                  std::uint64_t{m_plan.squares()} * m_plan.views() * sizeof(InstanceRecord))) {
    return fail(noRoom(m_plan));
  }
  QRhiTextureRenderTargetDescription squareDescription;
  squareDescription.setColorAttachments(attachments.begin(), attachments.end());
  squareDescription.setDepthStencilBuffer(tools->depth.get());
  QRhiTextureRenderTargetDescription atlasDescription;
  atlasDescription.setColorAttachments(atlasAttachments.begin(), atlasAttachments.end());
  if (!makeTarget(rhi, tools->squareTarget, tools->squareDescriptor, squareDescription) ||
      !makeTarget(rhi, tools->atlasTarget, tools->atlasDescriptor, atlasDescription,
                  QRhiTextureRenderTarget::PreserveColorContents)) {
    return fail(ErrorCode::Unsupported, "this GPU cannot draw impostors");
  }

  const GpuMaterials& materials = pack.materials();
  for (const GpuMaterials::Drawn& material : materials.materials()) {
    tools->bindings.push_back(
        makeBindings(rhi, {crowdBindings(pack, crowd),
                           materialBindings(materials, material, true),
                           {Binding::uniformBuffer(11, kVertexStage | kFragmentStage, m_uniforms.get())}}));
  }
  const bool extras = pack.hasExtras();
  const std::vector<QRhiGraphicsPipeline::TargetBlend> blends(3);
  const bool turnedRound = !(rhi.isYUpInNDC() && rhi.isYUpInFramebuffer());
  for (std::size_t doubleSided = 0; doubleSided < 2; ++doubleSided) {
    TRY(makePipeline(rhi, tools->pipelines[doubleSided],
                     {.shaders = {crowdShader("impostor_bake", pack, extras),
                                  extras ? "impostor_bake_extras.frag" : "impostor_bake.frag"},
                      .inputs = crowdInputLayout(pack.vertexKind(), extras),
                      .bindings = tools->bindings.front().get(),
                      .target = {tools->squareDescriptor.get()},
                      .cull = doubleSided != 0 ? QRhiGraphicsPipeline::None : QRhiGraphicsPipeline::Back,
                      .front = turnedRound ? QRhiGraphicsPipeline::CW : QRhiGraphicsPipeline::CCW,
                      .depthTest = true,
                      .depthWrite = true,
                      .blends = blends,
                      .refusal = said("the GPU's driver refuses the shaders of impostors")}));
  }
  tools->reduceBindings =
      makeBindings(rhi, {{Binding::sampledTexture(0, kFragmentStage, tools->colors[0].get(), tools->nearest.get()),
                          Binding::sampledTexture(1, kFragmentStage, tools->colors[1].get(), tools->nearest.get()),
                          Binding::sampledTexture(2, kFragmentStage, tools->colors[2].get(), tools->nearest.get())}});
  TRY(makePipeline(rhi, tools->reduce,
                   {.shaders = {"impostor_reduce.vert", "impostor_reduce.frag"},
                    .bindings = tools->reduceBindings.get(),
                    .target = {tools->atlasDescriptor.get()},
                    .blends = blends,
                    .refusal = said("the GPU's driver refuses the shaders of impostors")}));
  m_tools = std::move(tools);
  return {};
}

void GpuImpostors::drawSquare(const GpuPack& pack, std::uint32_t square, QRhiCommandBuffer& commands) {
  const auto drawn = static_cast<float>(m_plan.squareTexels() * kDrawnLarger);
  commands.beginPass(m_tools->squareTarget.get(), QColor(0, 0, 0, 0), {1.0f, 0});
  CrowdBuffers buffers;
  buffers.inputs[0] = {pack.vertexBuffer(), 0};
  buffers.inputs[1] = {m_tools->records.get(), static_cast<quint32>(square * m_plan.views() * sizeof(InstanceRecord))};
  if (pack.hasExtras()) {
    buffers.inputs[2] = {pack.extraBuffer(), 0};
    buffers.count = 3;
  }
  for (const GpuPack::Primitive& primitive : pack.levels()[m_plan.level]) {
    const bool doubleSided = pack.materials().materials()[primitive.material].doubleSided;
    commands.setGraphicsPipeline(m_tools->pipelines[doubleSided ? 1 : 0].get());
    commands.setViewport({0.0f, 0.0f, drawn, drawn});
    commands.setShaderResources(m_tools->bindings[primitive.material].get());
    commands.setVertexInput(0, buffers.count, buffers.inputs.data(), pack.indexBuffer(), 0,
                            QRhiCommandBuffer::IndexUInt32);
    commands.drawIndexed(primitive.indexCount, m_plan.views(), primitive.firstIndex);
  }
  commands.endPass();

  const std::uint32_t side = m_plan.squareTexels();
  const std::uint32_t x = square % m_plan.squaresPerRow * side;
  const std::uint32_t y = square / m_plan.squaresPerRow * side;
  // QRhi counts viewports from below, texture rows from the framebuffer's first row.
  const std::uint32_t fromBelow = m_device.rhi().isYUpInFramebuffer() ? y : m_plan.atlasTexels.y - y - side;
  commands.beginPass(m_tools->atlasTarget.get(), QColor(0, 0, 0, 0), {1.0f, 0});
  commands.setGraphicsPipeline(m_tools->reduce.get());
  commands.setViewport(
      {static_cast<float>(x), static_cast<float>(fromBelow), static_cast<float>(side), static_cast<float>(side)});
  commands.setShaderResources(m_tools->reduceBindings.get());
  commands.draw(3);
  commands.endPass();
}

Result<void> GpuImpostors::record(const GpuPack& pack, const GpuCrowd& crowd, QRhiCommandBuffer& commands) {
  if (m_drawn == m_next) {
    m_tools.reset();  // The last frame that used them has ended.
    return {};
  }
  if (!m_tools) {
    TRY(createPipelines(pack, crowd));
    upload(commands);
  }
  for (; m_drawn < m_next; ++m_drawn) {
    drawSquare(pack, m_drawn, commands);
  }
  if (m_drawn == m_plan.squares()) {
    QRhiResourceUpdateBatch* const batch = m_device.rhi().nextResourceUpdateBatch();
    for (const auto& texture : m_atlas) {
      batch->generateMips(texture.get());
    }
    commands.resourceUpdate(batch);
  }
  return {};
}

}  // namespace texeleton::viewport
