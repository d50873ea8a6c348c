#include "viewport/scene/gpu/gpu_pack.h"

#include <meshoptimizer.h>

#include <algorithm>

#include "viewport/rhi/buffers.h"
#include "viewport/scene/gpu/draw_vertices.h"

namespace texeleton::viewport {

namespace {

std::string megabytes(std::uint64_t bytes) { return std::to_string((bytes + 999'999) / 1'000'000) + " MB"; }

Result<void> createBuffer(QRhi& rhi, std::unique_ptr<QRhiBuffer>& buffer, QRhiBuffer::UsageFlags usage,
                          std::uint64_t bytes, const char* what) {
  if (!makeBuffer(rhi, buffer, QRhiBuffer::Static, usage, bytes)) {
    return fail(ErrorCode::Limit,
                message("the GPU has no room for the %1 of the pack (%2)", message(what), megabytes(bytes)));
  }
  return {};
}

std::uint32_t differentOnes(const std::vector<std::uint32_t>& indices, std::size_t vertexCount) {
  std::vector<bool> seen(vertexCount, false);
  std::uint32_t count = 0;
  for (const std::uint32_t index : indices) {
    count += seen[index] ? 0 : 1;
    seen[index] = true;
  }
  return count;
}

}  // namespace

Result<std::unique_ptr<GpuPack>> GpuPack::create(GpuDevice& device,
                                                 std::shared_ptr<const vat::BakedAnimation> animation,
                                                 VertexPrecision precision, Shapes shapes, JobContext& job) {
  std::unique_ptr<GpuPack> pack(new GpuPack());
  pack->m_animation = std::move(animation);
  pack->m_precision = precision;
  const vat::BakedMesh& mesh = pack->m_animation->mesh;
  pack->m_vertices = drawVertices(mesh, pack->m_animation->mode, precision, pack->m_animation->tint);

  pack->m_variantParts = texeleton::viewport::variantParts(*pack->m_animation);

  std::vector<bool> fileTangents(mesh.materials.size(), false);
  const auto addLevel = [&](const std::vector<vat::BakedPrimitive>& primitives,
                            const std::vector<std::uint32_t>& indices) {
    std::vector<Primitive>& level = pack->m_levels.emplace_back();
    const auto base = static_cast<std::uint32_t>(pack->m_indices.size());
    pack->m_levelVertices.push_back(differentOnes(indices, mesh.vertexCount()));
    pack->m_indices.insert(pack->m_indices.end(), indices.begin(), indices.end());
    for (const vat::BakedPrimitive& primitive : primitives) {
      const bool named = primitive.material.isValid() && primitive.material.value < mesh.materials.size();
      const auto material = static_cast<std::uint32_t>(named ? primitive.material.value : mesh.materials.size());
      level.push_back({material, base + primitive.firstIndex, primitive.indexCount});
      // Blended triangles keep their order, because it is visible.
      if (!named || mesh.materials[material].alphaMode != model::AlphaMode::Blend) {
        std::uint32_t* const first = pack->m_indices.data() + base + primitive.firstIndex;
        meshopt_optimizeVertexCache(first, first, primitive.indexCount, mesh.vertexCount());
      }
    }
  };
  addLevel(mesh.primitives, mesh.indices);
  for (const vat::BakedLod& lod : mesh.lods) {
    addLevel(lod.primitives, lod.indices);
  }
  if (pack->m_animation->mode == vat::BakeMode::Bone) {
    for (const vat::BakedPrimitive& primitive : mesh.primitives) {
      if (primitive.material.isValid() && primitive.material.value < mesh.materials.size()) {
        fileTangents[primitive.material.value] =
            fileTangents[primitive.material.value] || hasFileTangents(mesh, primitive);
      }
    }
  }
  pack->m_materials = std::make_unique<GpuMaterials>(device, mesh, fileTangents, pack->m_animation->tint,
                                                     posesMirror(*pack->m_animation), job);
  if (job.isCancelled()) {
    return fail(ErrorCode::Cancelled, "cancelled");
  }

  if (shapes == Shapes::Decoded) {
    TRY(pack->decodeShapes(device, job));
  }
  TRY(pack->createTexture(device));
  TRY(pack->createBuffers(device));
  return pack;
}

const vat::Encoding& GpuPack::encoding() const {
  return m_decoded ? vat::encodingOf(vat::BakeMode::Vertex) : vat::encodingOf(*m_animation);
}

Result<void> GpuPack::decodeShapes(const GpuDevice& device, const JobContext& job) {
  const vat::TextureLayout& layout = m_animation->layout;
  const std::uint64_t texels = std::uint64_t{layout.frameCount} * layout.elementCount * vat::kTexelsPerVertex;
  if (layout.shapeCount == 0 || m_precision == VertexPrecision::Still ||
      texels * vat::texelBytes(vat::PixelFormat::Rgba32F) > kMostDecodedBytes) {
    return {};
  }
  auto decoded = vat::decodeShapes(*m_animation, device.maxTextureSize(), job);
  if (decoded) {
    m_decoded = std::move(*decoded);
  } else if (decoded.error().code != ErrorCode::Limit) {
    return fail(std::move(decoded.error()));
  }
  return {};
}

Result<void> GpuPack::createTexture(GpuDevice& device) {
  const vat::TexelBuffer& texels = this->texels();
  const std::uint32_t most = device.maxTextureSize();
  if (texels.width() > most || texels.height() > most) {
    return fail(ErrorCode::Limit,
                message("the animation texture is %1 x %2 texels, and this GPU takes at most %3 a "
                        "side: bake with %4, a lower rate or fewer clips",
                        texels.width(), texels.height(), most, Remedy{RemedyKind::MaxSize, static_cast<double>(most)},
                        Remedy{RemedyKind::LowerRate}));
  }
  const QRhiTexture::Format format =
      texels.format() == vat::PixelFormat::Rgba16F ? QRhiTexture::RGBA16F : QRhiTexture::RGBA32F;
  m_texture.reset(
      device.rhi().newTexture(format, QSize(static_cast<int>(texels.width()), static_cast<int>(texels.height()))));
  m_texelSampler.reset(device.rhi().newSampler(QRhiSampler::Nearest, QRhiSampler::Nearest, QRhiSampler::None,
                                               QRhiSampler::ClampToEdge, QRhiSampler::Repeat));
  m_textureBytes = texels.byteCount();
  if (!m_texture->create() || !m_texelSampler->create()) {
    return fail(ErrorCode::Limit,
                message("the GPU has no room for the animation texture (%1)", megabytes(m_textureBytes)));
  }
  return {};
}

Result<void> GpuPack::createBuffers(GpuDevice& device) {
  QRhi& rhi = device.rhi();
  const std::uint64_t vertexBytes = m_vertices.words.size() * sizeof(std::uint32_t);
  const std::uint64_t extraBytes = m_vertices.extras.size() * sizeof(std::uint32_t);
  const std::uint64_t indexBytes = m_indices.size() * sizeof(std::uint32_t);
  if (vertexBytes == 0 || indexBytes == 0) {
    return fail(ErrorCode::InvalidArgument, "the pack has no triangles to draw");
  }
  TRY(createBuffer(rhi, m_vertexBuffer, QRhiBuffer::VertexBuffer, vertexBytes, said("vertices")));
  if (extraBytes > 0) {
    TRY(createBuffer(rhi, m_extraBuffer, QRhiBuffer::VertexBuffer, extraBytes, said("vertices")));
  }
  m_meshBytes = vertexBytes + extraBytes + indexBytes;
  if (m_precision != VertexPrecision::Still && std::max(vertexBytes, extraBytes) <= device.mostStorageBytes()) {
    TRY(createBuffer(rhi, m_pulledVertices, QRhiBuffer::StorageBuffer, vertexBytes, said("vertices")));
    if (extraBytes > 0) {
      TRY(createBuffer(rhi, m_pulledExtras, QRhiBuffer::StorageBuffer, extraBytes, said("vertices")));
    }
    m_meshBytes += vertexBytes + extraBytes;
  }
  TRY(createBuffer(rhi, m_indexBuffer, QRhiBuffer::IndexBuffer, indexBytes, said("indices")));
  if (!m_materials->create()) {
    return fail(ErrorCode::Limit,
                message("the GPU has no room for the images of the pack (%1)", megabytes(m_materials->imageBytes())));
  }
  return {};
}

void GpuPack::upload(QRhiResourceUpdateBatch& batch) {
  const vat::TexelBuffer& texels = this->texels();
  const std::size_t rowBytes = texels.rowBytes();
  // Not copied, because it may be large; the animation outlives the upload.
  QByteArray bytes = QByteArray::fromRawData(reinterpret_cast<const char*>(texels.bytes().data()),
                                             static_cast<qsizetype>(texels.byteCount()));
  if (m_decoded) {
    bytes.detach();
    m_decoded->texels = {};
  }
  QRhiTextureSubresourceUploadDescription description(bytes);
  description.setDataStride(static_cast<quint32>(rowBytes));
  batch.uploadTexture(m_texture.get(), QRhiTextureUploadEntry(0, 0, description));
  batch.uploadStaticBuffer(m_vertexBuffer.get(), m_vertices.words.data());
  if (m_extraBuffer) {
    batch.uploadStaticBuffer(m_extraBuffer.get(), m_vertices.extras.data());
  }
  if (m_pulledVertices) {
    batch.uploadStaticBuffer(m_pulledVertices.get(), m_vertices.words.data());
  }
  if (m_pulledExtras) {
    batch.uploadStaticBuffer(m_pulledExtras.get(), m_vertices.extras.data());
  }
  batch.uploadStaticBuffer(m_indexBuffer.get(), m_indices.data());
  m_materials->upload(batch);
  m_vertices.words = {};
  m_vertices.extras = {};
  m_indices = {};
}

}  // namespace texeleton::viewport
