#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "viewport/rhi/gpu_device.h"
#include "viewport/scene/gpu/gpu_materials.h"
#include "viewport/scene/scene.h"

namespace texeleton::viewport {

/// Twin of AttachmentBlock in shaders/attachment.vert.
struct AttachmentUniforms {
  glm::mat4 place{1.0f};
  glm::uvec4 texel{0u};
};
static_assert(sizeof(AttachmentUniforms) == 80);

/// The models attached to a scene's instances on the GPU, each uploaded once.
class GpuAttachments {
 public:
  explicit GpuAttachments(GpuDevice& device) : m_device(device) {}

  struct Primitive {
    std::uint32_t material = 0;  ///< Index into Mesh::materials.
    std::uint32_t firstIndex = 0;
    std::uint32_t indexCount = 0;
  };
  /// A model with 18 floats a vertex (position, normal, tangent, both uvs, colour).
  struct Mesh {
    std::shared_ptr<const model::Model> model;
    vat::BakedMesh images;  ///< Images that GpuMaterials refers to.
    std::unique_ptr<GpuMaterials> materials;
    std::unique_ptr<QRhiBuffer> vertices;
    std::unique_ptr<QRhiBuffer> indices;
    std::vector<Primitive> primitives;
  };
  static constexpr std::uint32_t kVertexBytes = 18 * sizeof(float);

  /// Uploads changes. `layout`: of the pack's texture on the GPU. Errors: Limit, Cancelled.
  Result<void> update(const Scene& scene, const vat::TextureLayout& layout, JobContext& job,
                      QRhiResourceUpdateBatch& updates);

  /// The mesh of attachment `number` of the scene; null if it has none.
  const Mesh* mesh(std::size_t number) const { return m_meshOf[number]; }
  std::size_t count() const { return m_meshOf.size(); }
  /// AttachmentUniforms of each attachment, at multiples of `stride()`.
  QRhiBuffer* block() const { return m_block.get(); }
  quint32 stride() const { return m_stride; }
  /// Increases when buffers are recreated, so that bindings must be too.
  std::uint64_t revision() const { return m_revision; }

 private:
  Result<std::unique_ptr<Mesh>> make(std::shared_ptr<const model::Model> model, JobContext& job,
                                     QRhiResourceUpdateBatch& updates);

  GpuDevice& m_device;
  std::vector<std::unique_ptr<Mesh>> m_meshes;
  std::vector<const Mesh*> m_meshOf;
  std::vector<const Mesh*> m_meshesBefore;  ///< Meshes of the last revision.
  std::unique_ptr<QRhiBuffer> m_block;
  quint32 m_stride = 0;
  std::size_t m_blockCount = 0;
  std::uint64_t m_revision = 0;
};

}  // namespace texeleton::viewport
