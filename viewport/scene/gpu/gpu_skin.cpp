#include "viewport/scene/gpu/gpu_skin.h"

#include <algorithm>
#include <string>
#include <utility>

#include "viewport/rhi/buffers.h"

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
  const std::uint64_t vertexBytes = skin->m_skeleton->words().size_bytes();
  const std::uint64_t residualBytes = skin->m_skeleton->residuals().size_bytes();
  if (!makeBuffer(rhi, skin->m_vertices, QRhiBuffer::Static, QRhiBuffer::StorageBuffer, vertexBytes) ||
      !makeBuffer(rhi, skin->m_residuals, QRhiBuffer::Static, QRhiBuffer::VertexBuffer, residualBytes) ||
      !makeUniforms(rhi, skin->m_block, sizeof(SkinUniforms))) {
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
  QRhiBuffer::UsageFlags usage = QRhiBuffer::VertexBuffer;
  usage |= compute ? QRhiBuffer::StorageBuffer : usage;
  if (!makeBuffer(rhi, m_skinned, QRhiBuffer::Static, usage, skinnedBytes)) {
    return noRoom();
  }
  if (compute) {
    if (!makeBuffer(rhi, m_palettes, QRhiBuffer::Static, QRhiBuffer::StorageBuffer, matrixBytes)) {
      return noRoom();
    }
    TRY(m_shader.prepare(rhi, "skin.comp", idsOf({m_block.get(), m_vertices.get(), m_palettes.get(), m_skinned.get()}),
                         {QRhiShaderResourceBinding::uniformBuffer(0, kComputeStage, m_block.get()),
                          QRhiShaderResourceBinding::bufferLoad(1, kComputeStage, m_vertices.get()),
                          QRhiShaderResourceBinding::bufferLoad(2, kComputeStage, m_palettes.get()),
                          QRhiShaderResourceBinding::bufferStore(3, kComputeStage, m_skinned.get())},
                         said("the GPU's driver refuses the shader that skins")));
  }
  m_capacity = characters;
  return {};
}

Result<void> GpuSkin::update(const SkinPalettes& palettes, QRhiResourceUpdateBatch& batch) {
  const std::uint32_t characters = palettes.characterCount();
  if (characters == 0) {
    m_characters = 0;
    return {};
  }
  TRY(makeRoom(characters));
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
  if (m_computes && m_characters > 0) {
    m_shader.record(commands, (m_skeleton->vertexCount() + kGroupSize - 1) / kGroupSize, m_characters);
  }
}

Result<void> GpuFollowed::update(GpuDevice& device, const SkinPalettes& palettes, QRhiResourceUpdateBatch& updates) {
  m_count = palettes.followed.empty() ? 0 : palettes.followedCount;
  if (m_count > 0 && !uploadVertices(device.rhi(), updates, m_rows, palettes.followed)) {
    return fail(ErrorCode::Limit, "the GPU has no memory left for attachments and sockets");
  }
  return {};
}

}  // namespace texeleton::viewport
