#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/result.h"
#include "core/vat/baked_animation.h"
#include "core/vat/basis.h"
#include "core/vat/encoding.h"
#include "viewport/rhi/gpu_device.h"
#include "viewport/scene/crowd/variant_parts.h"
#include "viewport/scene/gpu/draw_vertices.h"
#include "viewport/scene/gpu/gpu_materials.h"

namespace texeleton::viewport {

/// A pack on the GPU: animation texture, vertices, indices, materials with their images.
class GpuPack {
 public:
  /// A draw: the triangles of one material at one level of detail.
  struct Primitive {
    std::uint32_t material = 0;  ///< Index into materials().
    std::uint32_t firstIndex = 0;
    std::uint32_t indexCount = 0;
  };

  /// How shapes of the encoding "basis" reach the GPU.
  enum class Shapes : std::uint8_t {
    AsStored,  ///< Shaders sum them up for each vertex.
    Decoded,   ///< As positions and normals, decoded here, unless these take more than kMostDecodedBytes.
  };
  static constexpr std::uint64_t kMostDecodedBytes = std::uint64_t{256} << 20;

  /// Creates all resources and packs the vertices, for upload(). Data that cannot be shown as it is (an image that does
  /// not decode) becomes an Issue. Errors: Limit (a texture larger than the GPU supports, no memory; says how to mend
  /// it), Cancelled.
  static Result<std::unique_ptr<GpuPack>> create(GpuDevice& device,
                                                 std::shared_ptr<const vat::BakedAnimation> animation,
                                                 VertexPrecision precision, Shapes shapes, JobContext& job);

  /// Adds all uploads to a batch. Call once.
  void upload(QRhiResourceUpdateBatch& batch);

  const std::shared_ptr<const vat::BakedAnimation>& animation() const { return m_animation; }
  /// Layout and encoding of texture(), which differ from the animation's if shapes were decoded.
  const vat::TextureLayout& layout() const { return m_decoded ? m_decoded->layout : m_animation->layout; }
  const vat::Encoding& encoding() const;
  VertexPrecision precision() const { return m_precision; }
  VertexKind vertexKind() const { return m_vertices.kind; }
  const DrawVertices& vertexInfo() const { return m_vertices; }  ///< Words are empty after upload().
  bool hasExtras() const { return m_extraBuffer != nullptr; }

  QRhiTexture* texture() const { return m_texture.get(); }
  QRhiSampler* textureSampler() const { return m_texelSampler.get(); }
  QRhiBuffer* vertexBuffer() const { return m_vertexBuffer.get(); }
  QRhiBuffer* extraBuffer() const { return m_extraBuffer.get(); }
  QRhiBuffer* indexBuffer() const { return m_indexBuffer.get(); }
  /// The same vertices and extras for shaders that read them by index (GpuPoses), because QRhi does not allow one
  /// buffer to be both in one pass; null if the device has no room, or for the bind pose alone.
  QRhiBuffer* pulledVertices() const { return m_pulledVertices.get(); }
  QRhiBuffer* pulledExtras() const { return m_pulledExtras.get(); }

  /// Levels of detail, finest first; at least one.
  const std::vector<std::vector<Primitive>>& levels() const { return m_levels; }
  /// Number of distinct vertices of each level.
  const std::vector<std::uint32_t>& levelVertices() const { return m_levelVertices; }
  /// Vertices by the variants that show them.
  const std::vector<VariantPart>& variantParts() const { return m_variantParts; }
  const GpuMaterials& materials() const { return *m_materials; }

  std::uint64_t textureBytes() const { return m_textureBytes; }  ///< Size of texture().
  std::uint64_t meshBytes() const { return m_meshBytes; }

 private:
  GpuPack() = default;
  const vat::TexelBuffer& texels() const { return m_decoded ? m_decoded->texels : m_animation->texels; }
  Result<void> decodeShapes(const GpuDevice& device, const JobContext& job);
  Result<void> createTexture(GpuDevice& device);
  Result<void> createBuffers(GpuDevice& device);

  std::shared_ptr<const vat::BakedAnimation> m_animation;
  std::optional<vat::DecodedShapes> m_decoded;  ///< Without texels after upload().
  VertexPrecision m_precision = VertexPrecision::Packed;
  DrawVertices m_vertices;
  std::vector<std::uint32_t> m_indices;
  std::vector<std::vector<Primitive>> m_levels;
  std::vector<std::uint32_t> m_levelVertices;
  std::vector<VariantPart> m_variantParts;
  std::unique_ptr<GpuMaterials> m_materials;

  std::unique_ptr<QRhiTexture> m_texture;
  std::unique_ptr<QRhiSampler> m_texelSampler;
  std::unique_ptr<QRhiBuffer> m_vertexBuffer;
  std::unique_ptr<QRhiBuffer> m_extraBuffer;
  std::unique_ptr<QRhiBuffer> m_indexBuffer;
  std::unique_ptr<QRhiBuffer> m_pulledVertices;
  std::unique_ptr<QRhiBuffer> m_pulledExtras;
  std::uint64_t m_textureBytes = 0;
  std::uint64_t m_meshBytes = 0;
};

}  // namespace texeleton::viewport
