#include "core/bake/levels/surface_colors.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace texeleton::bake {

namespace {

/// Finer texels are not visible at the distance of coarser levels.
constexpr std::uint64_t kTexelsOfImage = std::uint64_t{1} << 20;
constexpr double kMostSteps = 256.0;  ///< Between two texture coordinates.

float linearOf(std::size_t byte) {  // IEC 61966-2-1.
  const double value = static_cast<double>(byte) / 255.0;
  return static_cast<float>(value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4));
}

std::uint32_t texelAt(float coordinate, std::uint32_t size, model::TextureWrap wrap) {
  double at = coordinate;
  if (wrap == model::TextureWrap::MirroredRepeat) {
    at = std::abs(at - 2.0 * std::round(at * 0.5));
  } else if (wrap == model::TextureWrap::Repeat) {
    at -= std::floor(at);
  }
  const double texel = std::floor(std::clamp(at, 0.0, 1.0) * size);
  return std::min(static_cast<std::uint32_t>(texel), size - 1);
}

}  // namespace

SurfaceColors::SurfaceColors(std::span<const model::Material> materials, std::span<const model::Image> images,
                             const Vertices& vertices)
    : m_vertices(vertices) {
  for (std::size_t i = 0; i < m_linear.size(); ++i) {
    m_linear[i] = linearOf(i);
  }
  std::vector<std::int32_t> decoded(images.size(), -1);
  for (const model::Material& material : materials) {
    Surface& surface = m_surfaces.emplace_back();
    surface.factor = material.baseColorFactor;
    surface.slot = material.baseColorTexture;
    surface.isOpaque = material.alphaMode == model::AlphaMode::Opaque;
    surface.cutoff = material.alphaMode == model::AlphaMode::Mask ? material.alphaCutoff : -1.0f;
    const ImageIndex image = material.baseColorTexture.image;
    if (!image.isValid() || image.value >= images.size() || uvOf(surface).empty()) {
      continue;
    }
    if (decoded[image.value] == -1) {
      decoded[image.value] = -2;
      if (Result<Texels> texels = decodeTexels(images[image.value], kTexelsOfImage)) {
        decoded[image.value] = static_cast<std::int32_t>(m_images.size());
        m_images.push_back(std::move(*texels));
      } else {
        m_problems.push_back(texels.error().message);
      }
    }
    surface.image = std::max(decoded[image.value], -1);
  }
  m_surfaces.emplace_back();
}

const SurfaceColors::Surface& SurfaceColors::surfaceOf(MaterialIndex material) const {
  return material.isValid() && material.value + 1 < m_surfaces.size() ? m_surfaces[material.value] : m_surfaces.back();
}

std::span<const glm::vec2> SurfaceColors::uvOf(const Surface& surface) const {
  return surface.slot.uvSet == 0 ? m_vertices.uv0 : m_vertices.uv1;
}

glm::vec4 SurfaceColors::texel(const Surface& surface, glm::vec2 uv) const {
  const Texels& image = m_images[static_cast<std::size_t>(surface.image)];
  const std::size_t x = texelAt(uv.x, image.width, surface.slot.wrapU);
  const std::size_t y = texelAt(uv.y, image.height, surface.slot.wrapV);
  const glm::u8vec4 bytes = image.rgba[y * image.width + x];
  return {m_linear[bytes.x], m_linear[bytes.y], m_linear[bytes.z], static_cast<float>(bytes.w) / 255.0f};
}

glm::vec4 SurfaceColors::at(MaterialIndex material, const glm::uvec3& corners, const glm::vec3& shares) const {
  const Surface& surface = surfaceOf(material);
  glm::vec4 color = surface.factor;
  if (!m_vertices.colors.empty()) {
    color *= m_vertices.colors[corners.x] * shares.x + m_vertices.colors[corners.y] * shares.y +
             m_vertices.colors[corners.z] * shares.z;
  }
  if (surface.image >= 0) {
    const std::span<const glm::vec2> uv = uvOf(surface);
    color *= texel(surface, uv[corners.x] * shares.x + uv[corners.y] * shares.y + uv[corners.z] * shares.z);
  }
  color = glm::clamp(color, 0.0f, 1.0f);
  const float opacity = surface.isOpaque           ? 1.0f
                        : surface.cutoff < 0.0f    ? color.w
                        : color.w < surface.cutoff ? 0.0f
                                                   : 1.0f;
  return {std::sqrt(color.x), std::sqrt(color.y), std::sqrt(color.z), opacity};
}

bool SurfaceColors::isOneColor(MaterialIndex material, std::uint32_t a, std::uint32_t b) const {
  const glm::vec4 color = at(material, {a, b, b}, {1.0f, 0.0f, 0.0f});
  const Surface& surface = surfaceOf(material);
  double texels = 1.0;
  if (surface.image < 0 && surface.slot.image.isValid() && !uvOf(surface).empty() &&
      uvOf(surface)[a] != uvOf(surface)[b]) {
    return false;  // Not decoded.
  }
  if (surface.image >= 0) {
    const Texels& image = m_images[static_cast<std::size_t>(surface.image)];
    const glm::dvec2 way = glm::dvec2(uvOf(surface)[b]) - glm::dvec2(uvOf(surface)[a]);
    texels = std::max(std::abs(way.x) * image.width, std::abs(way.y) * image.height);
  }
  const int steps = static_cast<int>(std::clamp(std::ceil(texels), 1.0, kMostSteps));
  for (int i = 1; i <= steps; ++i) {
    const float share = static_cast<float>(i) / static_cast<float>(steps);
    if (!(glm::length(at(material, {a, b, b}, {1.0f - share, share, 0.0f}) - color) < kSameColor)) {
      return false;
    }
  }
  return true;
}

}  // namespace texeleton::bake
