#include "viewport/scene/gpu/gpu_attachments.h"

#include <algorithm>
#include <utility>

#include "core/vat/texture_layout.h"
#include "viewport/rhi/buffers.h"

namespace texeleton::viewport {

namespace {

Error noMemory() {
  return {ErrorCode::Limit, message("the GPU has no memory left for the attachments of the character"), {}};
}

std::vector<float> vertexFloats(const model::VertexData& vertices) {
  std::vector<float> floats;
  floats.reserve(vertices.positions.size() * GpuAttachments::kVertexBytes / sizeof(float));
  const auto add = [&floats](const auto& v) {
    for (int i = 0; i < v.length(); ++i) {
      floats.push_back(v[i]);
    }
  };
  for (std::size_t v = 0; v < vertices.positions.size(); ++v) {
    add(vertices.positions[v]);
    add(vertices.normals[v]);
    add(vertices.tangents.empty() ? glm::vec4(1.0f, 0.0f, 0.0f, 1.0f) : vertices.tangents[v]);
    add(vertices.uv0.empty() ? glm::vec2(0.0f) : vertices.uv0[v]);
    add(vertices.uv1.empty() ? glm::vec2(0.0f) : vertices.uv1[v]);
    add(vertices.colors.empty() ? glm::vec4(1.0f) : vertices.colors[v]);
  }
  return floats;
}

}  // namespace

Result<std::unique_ptr<GpuAttachments::Mesh>> GpuAttachments::make(std::shared_ptr<const model::Model> model,
                                                                   JobContext& job, QRhiResourceUpdateBatch& updates) {
  QRhi& rhi = m_device.rhi();
  auto mesh = std::make_unique<Mesh>();
  mesh->images.materials = model->materials;
  mesh->images.images = model->images;
  std::vector<bool> fileTangents(model->materials.size(), false);
  for (const model::MeshPart& part : model->parts) {
    const std::size_t material = part.material.isValid() ? part.material.value : model->materials.size();
    if (part.hasTangents && material < fileTangents.size()) {
      fileTangents[material] = true;
    }
    mesh->primitives.push_back({static_cast<std::uint32_t>(material), part.firstIndex, part.indexCount});
  }
  // Whether a frame mirrors is unknown here; the fragment shader discards the wrong sides.
  mesh->materials = std::make_unique<GpuMaterials>(m_device, mesh->images, fileTangents, std::nullopt, true, job);
  if (job.isCancelled()) {
    return fail(ErrorCode::Cancelled, "cancelled");
  }
  const std::vector<float> floats = vertexFloats(model->vertices);
  const std::uint64_t indexBytes = model->vertices.indices.size() * sizeof(std::uint32_t);
  if (!mesh->materials->create() ||
      !makeBuffer(rhi, mesh->vertices, QRhiBuffer::Immutable, QRhiBuffer::VertexBuffer,
                  floats.size() * sizeof(float)) ||
      !makeBuffer(rhi, mesh->indices, QRhiBuffer::Immutable, QRhiBuffer::IndexBuffer, indexBytes)) {
    return fail(noMemory());
  }
  mesh->materials->upload(updates);
  updates.uploadStaticBuffer(mesh->vertices.get(), floats.data());
  updates.uploadStaticBuffer(mesh->indices.get(), model->vertices.indices.data());
  mesh->model = std::move(model);
  return mesh;
}

Result<void> GpuAttachments::update(const Scene& scene, const vat::TextureLayout& layout, JobContext& job,
                                    QRhiResourceUpdateBatch& updates) {
  static const std::vector<SceneAttachment> kNone;
  const std::vector<SceneAttachment>& wanted = scene.attachments ? *scene.attachments : kNone;
  m_meshOf.clear();
  std::vector<std::unique_ptr<Mesh>> kept;
  for (const SceneAttachment& attachment : wanted) {
    const bool isSeen = attachment.model && !attachment.model->vertices.indices.empty() &&
                        attachment.socket < scene.animation->sockets.size();
    const auto isSame = [&](const std::unique_ptr<Mesh>& mesh) { return mesh && mesh->model == attachment.model; };
    auto known = std::ranges::find_if(kept, isSame);
    if (isSeen && known == kept.end()) {
      if (const auto before = std::ranges::find_if(m_meshes, isSame); before != m_meshes.end()) {
        kept.push_back(std::move(*before));
      } else {
        auto made = make(attachment.model, job, updates);
        TRY(made);
        kept.push_back(std::move(*made));
      }
      known = kept.end() - 1;
    }
    m_meshOf.push_back(isSeen ? known->get() : nullptr);
  }
  m_meshes = std::move(kept);
  if (m_meshOf != m_meshesBefore) {
    ++m_revision;
    m_meshesBefore = m_meshOf;
  }
  if (wanted.empty()) {
    return {};
  }
  QRhi& rhi = m_device.rhi();
  if (!m_block || m_blockCount < wanted.size()) {
    m_stride = static_cast<quint32>(rhi.ubufAligned(sizeof(AttachmentUniforms)));
    m_blockCount = wanted.size();
    ++m_revision;
    if (!makeBuffer(rhi, m_block, QRhiBuffer::Dynamic, QRhiBuffer::UniformBuffer, m_stride * m_blockCount)) {
      return fail(noMemory());
    }
  }
  const vat::BakedAnimation& animation = *scene.animation;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (m_meshOf[i] == nullptr) {
      continue;
    }
    AttachmentUniforms block;
    block.place = wanted[i].place;
    const vat::Socket& socket = animation.sockets[wanted[i].socket];
    block.texel.x = animation.mode == vat::BakeMode::Bone
                        ? vat::elementTexel(layout, static_cast<std::uint32_t>(socket.bone), 0)
                        : vat::socketTexel(layout, wanted[i].socket, 0);
    updates.updateDynamicBuffer(m_block.get(), static_cast<RhiSize>(i * m_stride), sizeof(block), &block);
  }
  return {};
}

}  // namespace texeleton::viewport
