#include "viewport/scene/gpu/gpu_materials.h"

#include <algorithm>
#include <utility>

#include "core/base/parallel.h"
#include "viewport/rhi/buffers.h"
#include "viewport/scene/images/decode_image.h"

namespace texeleton::viewport {

namespace {

/// Twin of MaterialBlock in shaders/crowd.frag.
struct MaterialNumbers {
  glm::vec4 baseColor{1.0f};
  glm::vec4 emissive{0.0f};
  glm::vec4 surface{1.0f};
  glm::uvec4 flags{0u};
  glm::vec4 tint{0.0f};
};
static_assert(sizeof(MaterialNumbers) == 80);

/// The part of a material that an instance's colour tints. The values are those of shaders/material_block.glsl.
enum TintKind : std::uint32_t { kTintAll, kTintVertex, kTintTexture, kTintNothing };
constexpr std::uint32_t kTintUv = 5;  // Bit for the mask's uv set.

enum MaterialFlag : std::uint32_t { kUnlit = 1, kNormalMap = 2, kFileTangents = 4, kBlended = 8, kCullHere = 16 };

QRhiSampler::AddressMode addressMode(model::TextureWrap wrap) {
  switch (wrap) {
    case model::TextureWrap::Repeat:
      return QRhiSampler::Repeat;
    case model::TextureWrap::ClampToEdge:
      return QRhiSampler::ClampToEdge;
    case model::TextureWrap::MirroredRepeat:
      return QRhiSampler::Mirror;
  }
  return QRhiSampler::Repeat;
}

}  // namespace

GpuMaterials::GpuMaterials(GpuDevice& device, const vat::BakedMesh& mesh, const std::vector<bool>& fileTangents,
                           const std::optional<vat::BakedTint>& tint, bool posesMirror, JobContext& job)
    : m_device(device), m_mesh(mesh), m_tint(tint), m_posesMirror(posesMirror) {
  readImages(job);
  QRhiSampler* sampler = samplerOf(model::TextureWrap::Repeat, model::TextureWrap::Repeat, true);
  QImage texel(1, 1, QImage::Format_RGBA8888);
  texel.fill(Qt::white);
  m_white = {addTexture({texel}), sampler};
  texel.fill(QColor(128, 128, 255));
  m_flat = {addTexture({texel}), sampler};
  for (std::size_t i = 0; i < mesh.materials.size(); ++i) {
    m_materials.push_back(drawnOf(mesh.materials[i], i < fileTangents.size() && fileTangents[i], i));
  }
  // Primitives without a material use glTF's default material.
  m_materials.push_back(drawnOf(model::Material(), false, mesh.materials.size()));
}

// An image used both as colour and as mask is uploaded twice.
void GpuMaterials::readImages(JobContext& job) {
  const auto add = [&](const model::TextureSlot& slot, bool isColor) {
    if (slot.image.isValid() && slot.image.value < m_mesh.images.size()) {
      m_read.try_emplace({slot.image.value, isColor});
    }
  };
  for (const model::Material& material : m_mesh.materials) {
    add(material.baseColorTexture, true);
    add(material.emissiveTexture, true);
    add(material.metallicRoughnessTexture, false);
    add(material.normalTexture, false);
    add(material.occlusionTexture, false);
  }
  if (m_tint) {
    for (const vat::TintTexture& mask : m_tint->textures) {
      model::TextureSlot slot;
      slot.image = mask.image;
      add(slot, false);
    }
  }
  std::vector<std::uint64_t> texels;
  texels.reserve(m_read.size());
  for (const auto& [of, read] : m_read) {
    texels.push_back(std::uint64_t{m_mesh.images[of.first].width} * m_mesh.images[of.first].height);
  }
  m_texelsForEach = texelsForEach(std::move(texels), kMaxImageTexels);

  std::vector<std::map<std::pair<std::uint32_t, bool>, ReadImage>::iterator> places;
  for (auto place = m_read.begin(); place != m_read.end(); ++place) {
    places.push_back(place);
  }
  const int most = static_cast<int>(m_device.maxTextureSize());
  parallelFor(places.size(), 1, job.threadCount, job, [&](std::size_t begin, std::size_t /*end*/) {
    const auto& [index, isColor] = places[begin]->first;
    ReadImage& read = places[begin]->second;
    QImage image = decodeImage(m_mesh.images[index], m_texelsForEach, job, read.error);
    if (image.isNull()) {
      return;
    }
    read.size = image.size();
    if (image.width() > most || image.height() > most) {
      image = image.scaled(most, most, Qt::KeepAspectRatio, Qt::SmoothTransformation)
                  .convertToFormat(QImage::Format_RGBA8888);
    }
    read.levels = mipLevels(image, isColor);
  });
}

RhiSize GpuMaterials::numberBytes() { return sizeof(MaterialNumbers); }

GpuMaterials::Drawn GpuMaterials::drawnOf(const model::Material& material, bool fileTangents, std::size_t number) {
  MaterialNumbers numbers;
  numbers.baseColor = material.baseColorFactor;
  const float cutoff = material.alphaMode == model::AlphaMode::Mask ? material.alphaCutoff : -1.0f;
  numbers.emissive = glm::vec4(material.emissiveFactor, cutoff);
  numbers.surface = {material.metallicFactor, material.roughnessFactor, material.normalScale,
                     material.occlusionStrength};
  numbers.flags.x = (material.unlit ? kUnlit : 0u) | (material.normalTexture.image.isValid() ? kNormalMap : 0u) |
                    (fileTangents ? kFileTangents : 0u) |
                    (material.alphaMode == model::AlphaMode::Blend ? kBlended : 0u) |
                    (m_posesMirror && !material.doubleSided ? kCullHere : 0u);
  const model::TextureSlot* used[] = {&material.baseColorTexture, &material.metallicRoughnessTexture,
                                      &material.normalTexture, &material.occlusionTexture, &material.emissiveTexture};
  for (std::uint32_t i = 0; i < std::size(used); ++i) {
    numbers.flags.y |= used[i]->uvSet == 1 && !m_mesh.uv1.empty() ? 1u << i : 0u;
  }

  Drawn drawn;
  drawn.tint = m_white;
  if (m_tint) {
    numbers.flags.z = m_tint->perVertex ? kTintVertex : kTintNothing;
    for (const vat::TintTexture& mask : m_tint->textures) {
      if (mask.material.value == number) {
        model::TextureSlot slot = material.baseColorTexture;  // Wraps like the colour.
        slot.image = mask.image;
        drawn.tint = mapOf(slot, false, m_white);
        numbers.flags.z = kTintTexture | static_cast<std::uint32_t>(mask.channel) << 8;
        numbers.flags.y |= mask.uvSet == 1 && !m_mesh.uv1.empty() ? 1u << kTintUv : 0u;
      }
    }
    if (m_tint->palette) {
      const auto& moved = m_tint->palette->materials;
      if (std::ranges::any_of(moved, [&](MaterialIndex m) { return m.value == number; })) {
        numbers.tint = {static_cast<float>(m_tint->palette->stepU), static_cast<float>(m_tint->palette->stepV), 0.0f,
                        0.0f};
      }
    }
  }
  drawn.baseColor = mapOf(material.baseColorTexture, true, m_white);
  drawn.surface = mapOf(material.metallicRoughnessTexture, false, m_white);
  drawn.normal = mapOf(material.normalTexture, false, m_flat);
  drawn.occlusion = mapOf(material.occlusionTexture, false, m_white);
  drawn.emissive = mapOf(material.emissiveTexture, true, m_white);
  drawn.blended = material.alphaMode == model::AlphaMode::Blend;
  drawn.doubleSided = material.doubleSided || m_posesMirror;
  drawn.solid = material.alphaMode != model::AlphaMode::Mask && (numbers.flags.x & kCullHere) == 0;
  const int aligned = m_device.rhi().ubufAligned(static_cast<int>(sizeof(MaterialNumbers)));
  drawn.offset = static_cast<RhiSize>(static_cast<std::size_t>(aligned) * m_materials.size());
  m_numbers.resize(static_cast<std::size_t>(drawn.offset) + static_cast<std::size_t>(aligned));
  std::copy_n(reinterpret_cast<const std::byte*>(&numbers), sizeof(numbers), m_numbers.data() + drawn.offset);
  return drawn;
}

GpuMaterials::Map GpuMaterials::mapOf(const model::TextureSlot& slot, bool isColor, const Map& plain) {
  if (!slot.image.isValid() || slot.image.value >= m_mesh.images.size()) {
    return plain;
  }
  QRhiTexture* texture = textureOf(slot.image.value, isColor);
  return texture == nullptr ? plain : Map{texture, samplerOf(slot.wrapU, slot.wrapV, slot.nearest)};
}

QRhiTexture* GpuMaterials::textureOf(std::uint32_t index, bool isColor) {
  const auto [place, isNew] = m_byImage.try_emplace({index, isColor}, nullptr);
  if (!isNew) {
    return place->second;
  }
  const model::Image& source = m_mesh.images[index];
  ReadImage read = std::exchange(m_read[{index, isColor}], {});
  if (read.levels.empty()) {
    m_issues.push_back({Severity::Warning, message("the image cannot be shown: %1", read.error), source.name});
    return nullptr;
  }
  if (std::uint64_t{source.width} * source.height > m_texelsForEach) {
    m_issues.push_back(
        {Severity::Info,
         message("the image of %1 × %2 texels is shown as %3 × %4: all images together would take too much memory",
                 source.width, source.height, read.size.width(), read.size.height()),
         source.name});
  }
  if (read.levels.front().size() != read.size) {
    m_issues.push_back(
        {Severity::Info,
         message("the image is shown smaller: this GPU takes at most %1 texels a side", m_device.maxTextureSize()),
         source.name});
  }
  place->second = addTexture(std::move(read.levels));
  return place->second;
}

QRhiTexture* GpuMaterials::addTexture(std::vector<QImage> levels) {
  const QRhiTexture::Flags flags = levels.size() > 1 ? QRhiTexture::MipMapped : QRhiTexture::Flags();
  for (const QImage& level : levels) {
    m_imageBytes += static_cast<std::uint64_t>(level.sizeInBytes());
  }
  const QSize size = levels.front().size();
  m_textures.push_back(
      {std::unique_ptr<QRhiTexture>(m_device.rhi().newTexture(QRhiTexture::RGBA8, size, 1, flags)), std::move(levels)});
  return m_textures.back().texture.get();
}

QRhiSampler* GpuMaterials::samplerOf(model::TextureWrap u, model::TextureWrap v, bool nearest) {
  const auto [place, isNew] = m_bySlot.try_emplace({u, v, nearest}, nullptr);
  if (isNew) {
    m_samplers.emplace_back(m_device.rhi().newSampler(nearest ? QRhiSampler::Nearest : QRhiSampler::Linear,
                                                      QRhiSampler::Linear, QRhiSampler::Linear, addressMode(u),
                                                      addressMode(v)));
    place->second = m_samplers.back().get();
  }
  return place->second;
}

bool GpuMaterials::create() {
  for (const Texture& texture : m_textures) {
    if (!texture.texture->create()) {
      return false;
    }
  }
  for (const auto& sampler : m_samplers) {
    if (!sampler->create()) {
      return false;
    }
  }
  return makeBuffer(m_device.rhi(), m_buffer, QRhiBuffer::Dynamic, QRhiBuffer::UniformBuffer, m_numbers.size())
      .has_value();
}

void GpuMaterials::upload(QRhiResourceUpdateBatch& batch) {
  batch.updateDynamicBuffer(m_buffer.get(), 0, static_cast<RhiSize>(m_numbers.size()), m_numbers.data());
  for (Texture& texture : m_textures) {
    std::vector<QRhiTextureUploadEntry> entries;
    for (std::size_t level = 0; level < texture.levels.size(); ++level) {
      entries.emplace_back(0, static_cast<int>(level), QRhiTextureSubresourceUploadDescription(texture.levels[level]));
    }
    QRhiTextureUploadDescription description;
    description.setEntries(entries.begin(), entries.end());
    batch.uploadTexture(texture.texture.get(), description);
    texture.levels.clear();
  }
}

}  // namespace texeleton::viewport
