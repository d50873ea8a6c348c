#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <string>
#include <vector>

#include "core/base/index.h"

namespace texeleton::model {

/// An image in a file format that every engine reads: PNG or JPEG (others are converted to PNG on import).
struct Image {
  std::string name;
  std::string mimeType;          ///< "image/png" or "image/jpeg".
  std::vector<std::byte> bytes;  ///< The encoded file.
  std::uint32_t width = 0;       ///< Texels.
  std::uint32_t height = 0;
};

enum class TextureWrap : std::uint8_t { Repeat, ClampToEdge, MirroredRepeat };

/// A use of an image by a material.
struct TextureSlot {
  ImageIndex image;         ///< Invalid: no texture.
  std::uint32_t uvSet = 0;  ///< 0 or 1.
  TextureWrap wrapU = TextureWrap::Repeat;
  TextureWrap wrapV = TextureWrap::Repeat;
  bool nearest = false;  ///< Magnified without filtering (pixel art).
};

enum class AlphaMode : std::uint8_t { Opaque, Mask, Blend };

/// glTF's metallic-roughness material; factors are linear and multiply the textures.
struct Material {
  std::string name;
  glm::vec4 baseColorFactor{1.0f};
  TextureSlot baseColorTexture;
  float metallicFactor = 1.0f;
  float roughnessFactor = 1.0f;
  TextureSlot metallicRoughnessTexture;
  TextureSlot normalTexture;
  float normalScale = 1.0f;
  TextureSlot occlusionTexture;
  float occlusionStrength = 1.0f;
  TextureSlot emissiveTexture;
  glm::vec3 emissiveFactor{0.0f};
  AlphaMode alphaMode = AlphaMode::Opaque;
  float alphaCutoff = 0.5f;
  bool doubleSided = false;
  bool unlit = false;
};

/// The slots of a material, in a fixed order.
template <class AnyMaterial>
auto slotsOf(AnyMaterial& material) {
  return std::array{&material.baseColorTexture, &material.metallicRoughnessTexture, &material.normalTexture,
                    &material.occlusionTexture, &material.emissiveTexture};
}

}  // namespace texeleton::model
