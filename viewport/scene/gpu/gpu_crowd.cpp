#include "viewport/scene/gpu/gpu_crowd.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <utility>

#include "core/vat/basis.h"
#include "core/vat/encoding.h"
#include "viewport/rhi/buffers.h"

namespace texeleton::viewport {

namespace {

void putLayer(const Crowd& crowd, CrowdUniforms& uniforms) {
  const CrowdLayer& layer = *crowd.layer();
  const runtime::CrowdPhase& motion = crowd.layerMotion();
  uniforms.layerClip = {packClip(crowd.layerClip()), motion.phase, static_cast<std::uint32_t>(motion.stepHigh),
                        motion.stepLow};
  uniforms.layerShare = {layer.share, layer.spread ? 1.0f : 0.0f, 0.0f, 0.0f};
  for (std::size_t i = 0; i < layer.mask.bones.size(); ++i) {
    const runtime::LayerMask::Bone& bone = layer.mask.bones[i];
    uniforms.layerMask[i] = {bone.weight, static_cast<float>(bone.anchor)};
  }
}

}  // namespace

Result<void> GpuCrowd::updateRestless(const Crowd& crowd, QRhiResourceUpdateBatch& batch) {
  const auto now = crowd.restless();
  m_restless.assign(now.begin(), now.end());
  std::ranges::sort(m_restless);
  if (m_restless.empty()) {
    m_restlessInstances.reset();
    return {};
  }
  std::vector<InstanceRecord> records;
  records.reserve(m_restless.size());
  for (const std::uint32_t instance : m_restless) {
    records.push_back(crowd.records()[instance]);
    records.back().tint = tintOf(crowd, instance);
  }
  const std::uint64_t bytes = records.size() * sizeof(InstanceRecord);
  if (!growBuffer(m_device.rhi(), m_restlessInstances, QRhiBuffer::VertexBuffer, bytes,
                  m_count * sizeof(InstanceRecord))) {
    return fail(
        ErrorCode::Limit,
        message("the GPU has no room for %1 more instances, which change their clip or play one once", records.size()));
  }
  batch.uploadStaticBuffer(m_restlessInstances.get(), 0, static_cast<RhiSize>(bytes), records.data());
  return {};
}

std::uint32_t GpuCrowd::tintOf(const Crowd& crowd, std::uint32_t instance) const {
  const bool own = std::binary_search(m_ownPoses.begin(), m_ownPoses.end(), instance);
  return crowd.records()[instance].tint & (own ? ~kOwnPoseMask : ~0u);
}

Result<void> GpuCrowd::setOwnPoses(const Crowd& crowd, std::vector<std::uint32_t> instances,
                                   QRhiResourceUpdateBatch& batch) {
  if (instances == m_ownPoses) {
    return {};
  }
  std::vector<std::uint32_t> changed;
  std::set_symmetric_difference(m_ownPoses.begin(), m_ownPoses.end(), instances.begin(), instances.end(),
                                std::back_inserter(changed));
  m_ownPoses = std::move(instances);
  uploadTints(crowd, changed, batch);
  return m_restless.empty() ? Result<void>() : updateRestless(crowd, batch);
}

void GpuCrowd::uploadTints(const Crowd& crowd, std::span<const std::uint32_t> instances,
                           QRhiResourceUpdateBatch& batch) const {
  for (const std::uint32_t instance : instances) {
    if (instance < crowd.size()) {
      const std::uint32_t tint = tintOf(crowd, instance);
      batch.uploadStaticBuffer(m_instances.get(),
                               static_cast<RhiSize>(instance * sizeof(InstanceRecord) + offsetof(InstanceRecord, tint)),
                               sizeof(tint), &tint);
    }
  }
}

Result<void> GpuCrowd::update(const Crowd& crowd, const GpuPack& pack, bool interpolate,
                              QRhiResourceUpdateBatch& batch) {
  QRhi& rhi = m_device.rhi();
  TRY(makeUniforms(rhi, m_uniforms, sizeof(CrowdUniforms)));
  const auto records = crowd.records();
  bool all = false;
  if (m_count != records.size() || !m_instances) {
    const std::uint64_t bytes = records.size() * sizeof(InstanceRecord);
    m_count = static_cast<std::uint32_t>(records.size());
    QRhiBuffer::UsageFlags usage = QRhiBuffer::VertexBuffer;
    usage |= bytes <= m_device.mostStorageBytes() ? QRhiBuffer::StorageBuffer : usage;  // GpuPoses
    if (!makeBuffer(rhi, m_instances, QRhiBuffer::Static, usage, bytes)) {
      return fail(ErrorCode::Limit, message("the GPU has no room for %1 instances (%2 MB): ask for fewer",
                                            records.size(), (bytes + 999'999) / 1'000'000));
    }
    all = true;
  }
  if (all || m_revision != crowd.revision()) {
    // A single change has a known range; after several, only the last is known.
    const bool one = !all && m_revision == crowd.previousRevision();
    const Crowd::Range range = one ? crowd.lastChange() : Crowd::Range{0, records.size()};
    batch.uploadStaticBuffer(m_instances.get(), static_cast<RhiSize>(range.begin * sizeof(InstanceRecord)),
                             static_cast<RhiSize>((range.end - range.begin) * sizeof(InstanceRecord)),
                             records.data() + range.begin);
    uploadTints(crowd, m_ownPoses, batch);
    TRY(updateRestless(crowd, batch));
    m_revision = crowd.revision();
  }

  const vat::TextureLayout& layout = pack.layout();
  const vat::Encoding& encoding = pack.encoding();
  const DrawVertices& vertices = pack.vertexInfo();
  CrowdUniforms uniforms;
  uniforms.clock = {crowd.clock().ticks, crowd.clock().rest, interpolate ? 0u : 1u, 0u};
  uniforms.layouts.fill({layout.width, layout.rowsPerFrame, layout.texelsPerElement, layout.elementCount});
  uniforms.constants.fill({layout.frameCount * layout.rowsPerFrame,
                           encoding.hasConstants && encoding.mode == vat::BakeMode::Bone ? 1u : 0u, layout.shapeCount,
                           layout.texelsPerFrame - vat::weightTexels(layout.shapeCount)});
  uniforms.positionMin = glm::vec4(vertices.positionMin, 0.0f);
  uniforms.positionExtent = glm::vec4(vertices.positionExtent, 0.0f);
  if (encoding.mode == vat::BakeMode::Vertex && encoding.hasConstants) {
    // The range of positions, the first two texels of the constants, for shaders that do not read them from the
    // texture.
    const std::uint32_t row = layout.frameCount * layout.rowsPerFrame;
    const vat::TexelBuffer& texels = pack.animation()->texels;
    uniforms.positionMin = texels.texel(0, row);
    uniforms.positionExtent = layout.width > 1 ? texels.texel(1, row) : texels.texel(0, row + 1);
  }
  uniforms.uvRange = vertices.uvRange;
  uniforms.uv1Range = vertices.uv1Range;
  const auto table = static_cast<std::uint32_t>(vat::tableRow(encoding, layout));
  uniforms.variants.fill(
      {static_cast<std::uint32_t>(pack.variantParts().size()), layout.tableFrames != 0 ? table : 0u, 0u, 0u});
  std::copy(pack.variantParts().begin(), pack.variantParts().end(), uniforms.parts.begin());
  m_isLayered = crowd.layer().has_value();
  if (m_isLayered) {
    putLayer(crowd, uniforms);
  }
  batch.updateDynamicBuffer(m_uniforms.get(), 0, sizeof(uniforms), &uniforms);
  return {};
}

}  // namespace texeleton::viewport
