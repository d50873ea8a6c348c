#include "viewport/scene/gpu/gpu_tessellation.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <glm/gtc/packing.hpp>
#include <utility>

#include "viewport/rhi/buffers.h"
#include "viewport/scene/gpu/vertex_seams.h"
#include "viewport/scene/images/decode_image.h"

namespace texeleton::viewport {

namespace {

constexpr std::uint32_t kMostInARow = 4096;
constexpr std::uint64_t kMostDecodedTexels = std::uint64_t{1024} * 1024;  // More than height fields have.

/// Twin of TessellationBlock in shaders/tessellation.glsl.
struct TessellationNumbers {
  glm::vec4 edges{0.0f};
  glm::vec4 height{0.0f};
};

constexpr const char* kNoRoom = said("the GPU has no room for what tessellation needs");

QByteArray halfsOf(const HeightField& field) {
  QByteArray bytes(static_cast<qsizetype>(field.values.size() * sizeof(std::uint16_t)), '\0');
  for (std::size_t i = 0; i < field.values.size(); ++i) {
    const std::uint16_t half = glm::packHalf1x16(field.values[i]);
    std::memcpy(bytes.data() + i * sizeof(half), &half, sizeof(half));
  }
  return bytes;
}

/// The next mipmap level: averages of two by two.
HeightField halved(const HeightField& field) {
  HeightField half;
  half.width = std::max(field.width / 2, 1);
  half.height = std::max(field.height / 2, 1);
  const auto at = [&field](int x, int y) {
    return field
        .values[static_cast<std::size_t>(std::min(y, field.height - 1)) * static_cast<std::size_t>(field.width) +
                static_cast<std::size_t>(std::min(x, field.width - 1))];
  };
  half.values.reserve(static_cast<std::size_t>(half.width) * static_cast<std::size_t>(half.height));
  for (int y = 0; y < half.height; ++y) {
    for (int x = 0; x < half.width; ++x) {
      half.values.push_back(
          (at(2 * x, 2 * y) + at(2 * x + 1, 2 * y) + at(2 * x, 2 * y + 1) + at(2 * x + 1, 2 * y + 1)) * 0.25f);
    }
  }
  return half;
}

/// Metres per unit of texture coordinates, averaged over the triangles with a normal map; 0: there are none.
double metresOfUv(const vat::BakedMesh& mesh) {
  double metres = 0.0;
  double units = 0.0;
  for (const vat::BakedPrimitive& primitive : mesh.primitives) {
    if (!primitive.material.isValid() || primitive.material.value >= mesh.materials.size()) {
      continue;
    }
    const model::TextureSlot& slot = mesh.materials[primitive.material.value].normalTexture;
    const std::vector<glm::vec2>& uv = slot.uvSet == 1 && !mesh.uv1.empty() ? mesh.uv1 : mesh.uv0;
    if (!slot.image.isValid() || uv.empty()) {
      continue;
    }
    const std::uint32_t* const first = mesh.indices.data() + primitive.firstIndex;
    for (std::uint32_t i = 0; i + 2 < primitive.indexCount; i += 3) {
      const std::uint32_t a = first[i];
      const std::uint32_t b = first[i + 1];
      const std::uint32_t c = first[i + 2];
      const glm::dvec3 cross = glm::cross(glm::dvec3(mesh.positions[b] - mesh.positions[a]),
                                          glm::dvec3(mesh.positions[c] - mesh.positions[a]));
      const glm::dvec2 p = uv[b] - uv[a];
      const glm::dvec2 q = uv[c] - uv[a];
      metres += glm::length(cross);
      units += std::abs(p.x * q.y - p.y * q.x);
    }
  }
  return units > 0.0 ? std::sqrt(metres / units) : 0.0;
}

}  // namespace

Result<QRhiTexture*> GpuTessellation::addTexture(QRhiTexture::Format format, const QSize& size,
                                                 std::vector<QByteArray> levels) {
  const QRhiTexture::Flags flags = levels.size() > 1 ? QRhiTexture::MipMapped : QRhiTexture::Flags();
  for (const QByteArray& level : levels) {
    m_bytes += static_cast<std::uint64_t>(level.size());
  }
  std::unique_ptr<QRhiTexture> texture(m_device.rhi().newTexture(format, size, 1, flags));
  if (!texture->create()) {
    return fail(ErrorCode::Limit, message(kNoRoom));
  }
  m_textures.push_back({std::move(texture), std::move(levels)});
  return m_textures.back().texture.get();
}

Result<void> GpuTessellation::addSeams(const vat::BakedMesh& mesh) {
  const std::vector<std::uint8_t> seams = vertexSeams(mesh);
  m_seamsInARow = std::min(kMostInARow, m_device.maxTextureSize());
  const auto rows = static_cast<std::uint32_t>((seams.size() + m_seamsInARow - 1) / m_seamsInARow);
  if (rows > m_device.maxTextureSize()) {
    return fail(ErrorCode::Limit, message(kNoRoom));
  }
  QByteArray bytes(static_cast<qsizetype>(std::size_t{rows} * m_seamsInARow), '\0');
  std::memcpy(bytes.data(), seams.data(), seams.size());
  auto texture = addTexture(QRhiTexture::R8, QSize(static_cast<int>(m_seamsInARow), static_cast<int>(rows)), {bytes});
  TRY(texture);
  m_seams = *texture;
  return {};
}

Result<QRhiTexture*> GpuTessellation::addHeights(const HeightField& field) {
  std::vector<QByteArray> levels = {halfsOf(field)};
  for (HeightField level = field; level.width > 1 || level.height > 1;) {
    level = halved(level);
    levels.push_back(halfsOf(level));
  }
  return addTexture(QRhiTexture::R16F, QSize(field.width, field.height), std::move(levels));
}

Result<std::unique_ptr<GpuTessellation>> GpuTessellation::create(GpuDevice& device, const GpuPack& pack,
                                                                 const JobContext& job) {
  std::unique_ptr<GpuTessellation> made(new GpuTessellation(device));
  const vat::BakedMesh& mesh = pack.animation()->mesh;
  TRY(made->addSeams(mesh));
  auto flat = made->addHeights({1, 1, {0.0f}});
  TRY(flat);
  made->m_heights.assign(pack.materials().materials().size(), *flat);
  std::map<std::uint32_t, QRhiTexture*> byImage;
  int side = 0;
  for (std::size_t i = 0; i < mesh.materials.size(); ++i) {
    const ImageIndex image = mesh.materials[i].normalTexture.image;
    if (!image.isValid() || image.value >= mesh.images.size()) {
      continue;
    }
    const auto [at, isNew] = byImage.try_emplace(image.value, *flat);
    if (isNew) {
      Message ignored;  // GpuMaterials has reported it.
      const QImage normals = decodeImage(mesh.images[image.value], kMostDecodedTexels, job, ignored);
      if (!normals.isNull()) {
        const HeightField field = heightsOfNormals(normals);
        side = std::max({side, field.width, field.height});
        auto heights = made->addHeights(field);
        TRY(heights);
        at->second = *heights;
      }
    }
    made->m_heights[i] = at->second;
  }
  made->m_metresOfATexel = side > 0 ? static_cast<float>(metresOfUv(mesh) / side) : 0.0f;
  made->m_sampler = makeTexelSampler(device.rhi());
  if (!made->m_sampler || !makeUniforms(device.rhi(), made->m_block, sizeof(TessellationNumbers))) {
    return fail(ErrorCode::Limit, message(kNoRoom));
  }
  return made;
}

void GpuTessellation::update(const Scene& scene, const QSize& pixelSize, QRhiResourceUpdateBatch& batch) {
  for (Texture& texture : m_textures) {
    std::vector<QRhiTextureUploadEntry> entries;
    entries.reserve(texture.levels.size());
    for (std::size_t level = 0; level < texture.levels.size(); ++level) {
      entries.emplace_back(0, static_cast<int>(level), QRhiTextureSubresourceUploadDescription(texture.levels[level]));
    }
    if (!entries.empty()) {
      QRhiTextureUploadDescription description;
      description.setEntries(entries.begin(), entries.end());
      batch.uploadTexture(texture.texture.get(), description);
      texture.levels.clear();
    }
  }
  const ViewOptions& view = scene.view;
  const Camera& camera = scene.camera;
  const auto height = static_cast<float>(std::max(pixelSize.height(), 1));
  TessellationNumbers numbers;
  numbers.edges = {
      camera.orthographic ? height / camera.heightAtTarget() : height * 0.5f / std::tan(camera.fieldOfView * 0.5f),
      std::max(view.tessellationPixels, 0.5f) * view.pixelRatio, std::clamp(view.tessellation, 1.0f, kMostTessellation),
      static_cast<float>(m_seamsInARow)};
  numbers.height = {view.displacement * static_cast<float>(scene.animation->sizeMetres), m_metresOfATexel, 0.0f, 0.0f};
  batch.updateDynamicBuffer(m_block.get(), 0, sizeof(numbers), &numbers);
}

std::vector<QRhiShaderResourceBinding> GpuTessellation::bindings(const GpuPack& pack, std::size_t material) const {
  constexpr auto kControl = QRhiShaderResourceBinding::TessellationControlStage;
  constexpr auto kEvaluation = QRhiShaderResourceBinding::TessellationEvaluationStage;
  return {QRhiShaderResourceBinding::sampledTexture(11, kEvaluation, m_heights[material],
                                                    pack.materials().materials()[material].normal.sampler),
          QRhiShaderResourceBinding::uniformBuffer(15, kControl | kEvaluation, m_block.get()),
          QRhiShaderResourceBinding::sampledTexture(16, kControl, m_seams, m_sampler.get())};
}

}  // namespace texeleton::viewport
