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

#include "core/bake/baked_animation.h"
#include "core/base/issue.h"
#include "core/base/job_context.h"
#include "viewport/rhi/gpu_device.h"

namespace texeleton::viewport {

/// The materials of a pack on a GPU: numbers, images with mipmaps, samplers.
class GpuMaterials {
 public:
  struct Map {
    QRhiTexture* texture = nullptr;  ///< Never null: a plain texel stands for what there is not.
    QRhiSampler* sampler = nullptr;
  };

  /// The drawing parameters of a material. Its numbers lie in buffer() at `offset`.
  struct Drawn {
    RhiSize offset = 0;
    Map baseColor;
    Map surface;
    Map normal;
    Map occlusion;
    Map emissive;
    Map tint;  ///< The mask of what an instance's colour may change.
    bool blended = false;
    bool doubleSided = false;  ///< Drawn from both sides, or sorted out by the fragment shader.
    bool solid = false;        ///< The fragment shader leaves nothing out.
  };

  /// `fileTangents[i]`: whether material i is used with tangents of the file. Images that do not decode are Issues and
  /// stay white; those larger than the GPU takes, or than all may be together (image_budget.h), are made smaller.
  /// `posesMirror`: see posesMirror(). Images are decoded on the threads of `job`; once it is cancelled the rest of
  /// them is left out.
  GpuMaterials(GpuDevice& device, const bake::BakedMesh& mesh, const std::vector<bool>& fileTangents,
               const std::optional<bake::BakedTint>& tint, bool posesMirror, JobContext& job);

  /// False: there is no memory.
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
  /// An image until a material asks for it.
  struct ReadImage {
    std::vector<QImage> levels;  ///< Empty: it cannot be shown.
    QSize size;                  ///< As decoded; the GPU may take less.
    Message error;
  };

  Map mapOf(const model::TextureSlot& slot, bool isColor, const Map& plain);
  QRhiTexture* textureOf(std::uint32_t image, bool isColor);
  QRhiTexture* addTexture(std::vector<QImage> levels);
  QRhiSampler* samplerOf(model::TextureWrap u, model::TextureWrap v, bool nearest);
  void readImages(JobContext& job);
  Drawn drawnOf(const model::Material& material, bool fileTangents, std::size_t number);

  GpuDevice& m_device;
  const bake::BakedMesh& m_mesh;
  const std::optional<bake::BakedTint>& m_tint;
  bool m_posesMirror;
  std::vector<Drawn> m_materials;
  std::vector<std::byte> m_numbers;
  std::unique_ptr<QRhiBuffer> m_buffer;
  std::vector<Texture> m_textures;
  std::map<std::pair<std::uint32_t, bool>, ReadImage> m_read;  ///< Whether as a colour.
  std::map<std::pair<std::uint32_t, bool>, QRhiTexture*> m_byImage;
  std::vector<std::unique_ptr<QRhiSampler>> m_samplers;
  std::map<std::tuple<model::TextureWrap, model::TextureWrap, bool>, QRhiSampler*> m_bySlot;
  Map m_white;
  Map m_flat;
  std::vector<Issue> m_issues;
  std::uint64_t m_imageBytes = 0;
  std::uint64_t m_texelsForEach = 0;  ///< Of an image.
};

}  // namespace texeleton::viewport
