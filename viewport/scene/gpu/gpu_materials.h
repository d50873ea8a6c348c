#pragma once

#include <QImage>
#include <QString>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "core/base/issue.h"
#include "core/base/job_context.h"
#include "core/vat/baked_animation.h"
#include "viewport/rhi/gpu_device.h"

namespace texeleton::viewport {

/// The materials of a pack on the GPU: parameters, images with mipmaps, samplers.
class GpuMaterials {
 public:
  struct Map {
    QRhiTexture* texture = nullptr;  ///< Never null: a plain texel replaces missing images.
    QRhiSampler* sampler = nullptr;
  };

  /// Drawing parameters of a material. Its uniforms are in buffer() at `offset`.
  struct Drawn {
    RhiSize offset = 0;
    Map baseColor;
    Map surface;
    Map normal;
    Map occlusion;
    Map emissive;
    Map tint;  ///< Mask of the parts that an instance's colour tints.
    bool blended = false;
    bool doubleSided = false;  ///< Drawn from both sides, or discarded by the fragment shader.
    bool solid = false;        ///< The fragment shader discards nothing.
  };

  /// `fileTangents[i]`: whether material i is used with tangents of the file. Images that do not decode become Issues
  /// and are drawn white; images larger than the GPU supports, or than the budget of all allows (decode_image.h), are
  /// reduced. `posesMirror`: see posesMirror(). Images are decoded on the threads of `job`; after it is cancelled the
  /// rest is skipped.
  GpuMaterials(GpuDevice& device, const vat::BakedMesh& mesh, const std::vector<bool>& fileTangents,
               const std::optional<vat::BakedTint>& tint, bool posesMirror, JobContext& job);

  /// Returns false if there is no memory.
  bool create();
  void upload(QRhiResourceUpdateBatch& batch);

  const std::vector<Drawn>& materials() const { return m_materials; }
  QRhiBuffer* buffer() const { return m_buffer.get(); }
  static RhiSize numberBytes();
  const std::vector<Issue>& issues() const { return m_issues; }
  std::uint64_t imageBytes() const { return m_imageBytes; }

 private:
  struct Texture {
    std::unique_ptr<QRhiTexture> texture;
    std::vector<QImage> levels;  ///< Until upload().
  };
  /// A decoded image, until a material uses it.
  struct ReadImage {
    std::vector<QImage> levels;  ///< Empty: it cannot be shown.
    QSize size;                  ///< As decoded; the GPU may get a smaller one.
    Message error;
  };

  Map mapOf(const model::TextureSlot& slot, bool isColor, const Map& plain);
  QRhiTexture* textureOf(std::uint32_t image, bool isColor);
  QRhiTexture* addTexture(std::vector<QImage> levels);
  QRhiSampler* samplerOf(model::TextureWrap u, model::TextureWrap v, bool nearest);
  void readImages(JobContext& job);
  Drawn drawnOf(const model::Material& material, bool fileTangents, std::size_t number);

  GpuDevice& m_device;
  const vat::BakedMesh& m_mesh;
  const std::optional<vat::BakedTint>& m_tint;
  bool m_posesMirror;
  std::vector<Drawn> m_materials;
  std::vector<std::byte> m_numbers;
  std::unique_ptr<QRhiBuffer> m_buffer;
  std::vector<Texture> m_textures;
  std::map<std::pair<std::uint32_t, bool>, ReadImage> m_read;  ///< Key: image, and whether it is a colour.
  std::map<std::pair<std::uint32_t, bool>, QRhiTexture*> m_byImage;
  std::vector<std::unique_ptr<QRhiSampler>> m_samplers;
  std::map<std::tuple<model::TextureWrap, model::TextureWrap, bool>, QRhiSampler*> m_bySlot;
  Map m_white;
  Map m_flat;
  std::vector<Issue> m_issues;
  std::uint64_t m_imageBytes = 0;
  std::uint64_t m_texelsForEach = 0;  ///< Limit of one image.
};

}  // namespace texeleton::viewport
