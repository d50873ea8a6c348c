#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "viewport/rhi/gpu_device.h"
#include "viewport/scene/gpu_pack.h"
#include "viewport/scene/normal_heights.h"
#include "viewport/scene/scene.h"

namespace texeleton::viewport {

/// The input of tessellation shaders from a pack (shaders/crowd.tesc, crowd.tese): where its vertices have creases and
/// seams, the heights that its normal maps stand for, and how finely a picture is to be cut.
class GpuTessellation {
 public:
  /// For a pack on its device. Images are decoded and turned into heights on the calling thread; once `job` is
  /// cancelled, the rest of them stays flat. Errors: Limit (no memory, or more vertices than a texture has texels).
  static Result<std::unique_ptr<GpuTessellation>> create(GpuDevice& device, const GpuPack& pack, const JobContext& job);

  /// The numbers of a picture of `scene` of `pixelSize`; the first time also all that is to be uploaded.
  void update(const Scene& scene, const QSize& pixelSize, QRhiResourceUpdateBatch& batch);

  /// Returns the bindings that a pipeline with tessellation has beside the crowd's, for a material of the pack.
  std::vector<QRhiShaderResourceBinding> bindings(const GpuPack& pack, std::size_t material) const;
  std::uint64_t bytes() const { return m_bytes; }
  /// Tells it from others before and after it.
  quint64 id() const { return m_block->globalResourceId(); }

 private:
  struct Texture {
    std::unique_ptr<QRhiTexture> texture;
    std::vector<QByteArray> levels;  ///< Until update().
  };
  explicit GpuTessellation(GpuDevice& device) : m_device(device) {}
  Result<void> addSeams(const bake::BakedMesh& mesh);
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
