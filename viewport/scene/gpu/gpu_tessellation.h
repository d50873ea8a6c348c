#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "viewport/rhi/gpu_device.h"
#include "viewport/scene/gpu/gpu_pack.h"
#include "viewport/scene/images/normal_heights.h"
#include "viewport/scene/scene.h"

namespace texeleton::viewport {

/// The inputs of the tessellation shaders (shaders/crowd.tesc, crowd.tese) for a pack: creases and seams of its
/// vertices, height fields derived from its normal maps, and the fineness of tessellation.
class GpuTessellation {
 public:
  /// For a pack on its device. Images are decoded and converted to heights on the calling thread; after `job` is
  /// cancelled, the rest stays flat. Errors: Limit (no memory, or more vertices than a texture has texels).
  static Result<std::unique_ptr<GpuTessellation>> create(GpuDevice& device, const GpuPack& pack, const JobContext& job);

  /// Updates the uniforms for a picture of `scene` of `pixelSize`; the first call also uploads everything else.
  void update(const Scene& scene, const QSize& pixelSize, QRhiResourceUpdateBatch& batch);

  /// Returns the bindings that a pipeline with tessellation needs in addition to the crowd's, for a material of the
  /// pack.
  std::vector<QRhiShaderResourceBinding> bindings(const GpuPack& pack, std::size_t material) const;
  std::uint64_t bytes() const { return m_bytes; }
  /// Distinguishes this object from earlier and later ones.
  quint64 id() const { return m_block->globalResourceId(); }

 private:
  struct Texture {
    std::unique_ptr<QRhiTexture> texture;
    std::vector<QByteArray> levels;  ///< Until update().
  };
  explicit GpuTessellation(GpuDevice& device) : m_device(device) {}
  Result<void> addSeams(const vat::BakedMesh& mesh);
  Result<QRhiTexture*> addHeights(const HeightField& field);
  Result<QRhiTexture*> addTexture(QRhiTexture::Format format, const QSize& size, std::vector<QByteArray> levels);

  GpuDevice& m_device;
  std::vector<Texture> m_textures;
  std::unique_ptr<QRhiSampler> m_sampler;
  std::unique_ptr<QRhiBuffer> m_block;
  QRhiTexture* m_seams = nullptr;
  std::vector<QRhiTexture*> m_heights;  ///< By material.
  std::uint32_t m_seamsInARow = 1;
  float m_metresOfATexel = 0.0f;
  std::uint64_t m_bytes = 0;
};

}  // namespace texeleton::viewport
