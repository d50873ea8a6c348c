#include "viewport/scene/gpu/gpu_skin.h"

#include <algorithm>
#include <string>
#include <utility>

#include "viewport/rhi/shader.h"
#include "viewport/rhi/stages.h"

namespace texeleton::viewport {

namespace {

constexpr std::uint32_t kGroupSize = 64;      // as in shaders/skin.comp
constexpr std::uint32_t kMaxGroups = 65'535;  // Guaranteed size of a side of a dispatch on every graphics interface.
constexpr std::uint64_t kMaxSkinBufferBytes = std::uint64_t{1} << 31;

struct SkinUniforms {
  glm::uvec4 counts{0u};
};

std::uint64_t paletteBytes(std::uint32_t entries) { return std::uint64_t{entries} * 3 * sizeof(glm::vec4); }

}  // namespace

GpuSkin::GpuSkin(GpuDevice& device, std::shared_ptr<const Skeleton> skeleton, By by)
    : m_device(device), m_skeleton(std::move(skeleton)), m_by(by) {}

Result<std::unique_ptr<GpuSkin>> GpuSkin::create(GpuDevice& device, std::shared_ptr<const Skeleton> skeleton, By by) {
  QRhi& rhi = device.rhi();
  std::unique_ptr<GpuSkin> skin(new GpuSkin(device, std::move(skeleton), by));
  if (by == By::Cpu) {
    return skin;
  }
  if (!rhi.isFeatureSupported(QRhi::Compute)) {
    return fail(ErrorCode::Unsupported, "this GPU has no compute shaders");
  }
  const std::span<const std::uint32_t> words = skin->m_skeleton->words();
  skin->m_vertices.reset(
      rhi.newBuffer(QRhiBuffer::Static, QRhiBuffer::StorageBuffer, static_cast<RhiSize>(words.size_bytes())));
  skin->m_residuals.reset(rhi.newBuffer(QRhiBuffer::Static, QRhiBuffer::VertexBuffer,
                                        static_cast<RhiSize>(skin->m_skeleton->residuals().size_bytes())));
  skin->m_block.reset(rhi.newBuffer(QRhiBuffer::Dynamic, QRhiBuffer::UniformBuffer, sizeof(SkinUniforms)));
  if (!skin->m_vertices->create() || !skin->m_residuals->create() || !skin->m_block->create()) {
    return fail(ErrorCode::Limit, "the GPU has no room for the mesh");
  }
  return skin;
}

std::uint64_t GpuSkin::bytes() const {
  const std::uint64_t skinned = bytesOfACharacter() * m_capacity;
  return m_by == By::Cpu ? skinned
                         : skinned + m_skeleton->words().size_bytes() + m_skeleton->residuals().size_bytes() +
                               paletteBytes(m_skeleton->entryCount()) * m_capacity;
}

Result<void> GpuSkin::makeRoom(std::uint32_t characters) {
  if (characters <= m_capacity) {
    return {};
  }
  // When the camera moves through a crowd, every frame needs a few more: avoid a new buffer for each.
  const std::uint32_t grown = m_capacity == 0 ? characters : characters + characters / 2;
  if (grown > characters && grown <= kMaxGroups && bytesOfACharacter() * grown <= kMaxSkinBufferBytes / 4) {
    characters = grown;
  }
  const std::uint64_t skinnedBytes = bytesOfACharacter() * characters;
  const std::uint64_t matrixBytes = paletteBytes(m_skeleton->entryCount()) * characters;
  const auto noRoom = [&] {
    m_capacity = 0;
    m_skinned.reset();
    m_palettes.reset();
    return fail(ErrorCode::Limit, message("the GPU has no room for %1 skinned characters (%2 MB): ask for fewer",
                                          characters, (skinnedBytes + matrixBytes + 999'999) / 1'000'000));
  };
  if (skinnedBytes > kMaxSkinBufferBytes || matrixBytes > kMaxSkinBufferBytes || characters > kMaxGroups) {
    return noRoom();
  }
  QRhi& rhi = m_device.rhi();
  const bool compute = m_by == By::Compute;
  m_bindings.reset();
  m_skinned.reset(rhi.newBuffer(
      QRhiBuffer::Static,
      compute ? QRhiBuffer::StorageBuffer | QRhiBuffer::VertexBuffer : QRhiBuffer::UsageFlags(QRhiBuffer::VertexBuffer),
      static_cast<RhiSize>(skinnedBytes)));
  if (!m_skinned->create()) {
    return noRoom();
  }
  if (compute) {
    m_palettes.reset(rhi.newBuffer(QRhiBuffer::Static, QRhiBuffer::StorageBuffer, static_cast<RhiSize>(matrixBytes)));
    if (!m_palettes->create()) {
      return noRoom();
    }
    if (auto made = createPipeline(); !made) {
      return made;
    }
  }
  m_capacity = characters;
  return {};
}

Result<void> GpuSkin::createPipeline() {
  QRhi& rhi = m_device.rhi();
  m_bindings.reset(rhi.newShaderResourceBindings());
  m_bindings->setBindings({QRhiShaderResourceBinding::uniformBuffer(0, kComputeStage, m_block.get()),
                           QRhiShaderResourceBinding::bufferLoad(1, kComputeStage, m_vertices.get()),
                           QRhiShaderResourceBinding::bufferLoad(2, kComputeStage, m_palettes.get()),
                           QRhiShaderResourceBinding::bufferStore(3, kComputeStage, m_skinned.get())});
  auto shader = loadShader("skin.comp");
  TRY(shader);
  m_pipeline.reset(rhi.newComputePipeline());
  m_pipeline->setShaderStage(QRhiShaderStage(QRhiShaderStage::Compute, *shader));
  m_pipeline->setShaderResourceBindings(m_bindings.get());
  if (!m_bindings->create() || !m_pipeline->create()) {
    return fail(ErrorCode::Unsupported, "the GPU's driver refuses the shader that skins");
  }
  return {};
}

Result<void> GpuSkin::update(const SkinPalettes& palettes, QRhiResourceUpdateBatch& batch) {
  const std::uint32_t characters = palettes.characterCount();
  if (characters == 0) {
    m_characters = 0;
    return {};
  }
  if (auto room = makeRoom(characters); !room) {
    return room;
  }
  m_characters = characters;
  m_computes = m_by == By::Compute && palettes.vertices.empty();
  if (!m_computes && !palettes.vertices.empty()) {
    batch.uploadStaticBuffer(m_skinned.get(), 0, static_cast<RhiSize>(palettes.vertices.size() * sizeof(std::uint32_t)),
                             palettes.vertices.data());
  } else if (!m_computes) {
    const std::size_t wordsOfOne = std::size_t{m_skeleton->vertexCount()} * kSkinnedVertexWords;
    m_words.resize(wordsOfOne * characters);
    for (std::size_t i = 0; i < characters; ++i) {
      skinOnCpu(*m_skeleton, palettes.rowsOf(static_cast<std::uint32_t>(i)),
                std::span(m_words).subspan(i * wordsOfOne, wordsOfOne));
    }
    batch.uploadStaticBuffer(m_skinned.get(), 0, static_cast<RhiSize>(m_words.size() * sizeof(std::uint32_t)),
                             m_words.data());
  }
  if (m_by == By::Cpu) {
    return {};
  }
  if (!m_uploaded) {
    batch.uploadStaticBuffer(m_vertices.get(), m_skeleton->words().data());
    batch.uploadStaticBuffer(m_residuals.get(), m_skeleton->residuals().data());
    m_uploaded = true;
  }
  batch.uploadStaticBuffer(m_palettes.get(), 0, static_cast<RhiSize>(palettes.rows.size() * sizeof(glm::vec4)),
                           palettes.rows.data());
  const SkinUniforms uniforms{{m_skeleton->vertexCount(), palettes.entryCount, characters, 0u}};
  batch.updateDynamicBuffer(m_block.get(), 0, sizeof(uniforms), &uniforms);
  return {};
}

void GpuSkin::record(QRhiCommandBuffer& commands) {
  if (!m_computes || m_characters == 0) {
    return;
  }
  commands.beginComputePass();
  commands.setComputePipeline(m_pipeline.get());
  commands.setShaderResources();
  const std::uint32_t groups = (m_skeleton->vertexCount() + kGroupSize - 1) / kGroupSize;
  commands.dispatch(static_cast<int>(groups), static_cast<int>(m_characters), 1);
  commands.endComputePass();
}

}  // namespace texeleton::viewport
