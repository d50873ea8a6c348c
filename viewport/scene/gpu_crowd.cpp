#include "viewport/scene/gpu_crowd.h"

#include <algorithm>
#include <string>

#include "core/bake/encoding.h"

namespace texeleton {

Result<void> GpuCrowd::update(const Crowd& crowd, const GpuPack& pack, bool interpolate,
                              QRhiResourceUpdateBatch& batch) {
  QRhi& rhi = m_device.rhi();
  if (!m_uniforms) {
    m_uniforms.reset(rhi.newBuffer(QRhiBuffer::Dynamic, QRhiBuffer::UniformBuffer, sizeof(CrowdUniforms)));
    if (!m_uniforms->create()) {
      return fail(ErrorCode::Limit, "the GPU has no memory left");
    }
  }
  const auto records = crowd.records();
  bool all = false;
  if (m_count != records.size() || !m_instances) {
    const std::uint64_t bytes = records.size() * sizeof(InstanceRecord);
    m_count = static_cast<std::uint32_t>(records.size());
    m_instances.reset(rhi.newBuffer(QRhiBuffer::Static, QRhiBuffer::VertexBuffer, static_cast<RhiSize>(bytes)));
    if (!m_instances->create()) {
      m_instances.reset();
      return fail(ErrorCode::Limit, "the GPU has no room for " + std::to_string(records.size()) + " instances (" +
                                        std::to_string((bytes + 999'999) / 1'000'000) + " MB): ask for fewer");
    }
    all = true;
  }
  if (all || m_revision != crowd.revision()) {
    // One change is known by its range; of several, only the last is.
    const bool one = !all && m_revision == crowd.previousRevision();
    const Crowd::Range range = one ? crowd.lastChange() : Crowd::Range{0, records.size()};
    batch.uploadStaticBuffer(m_instances.get(), static_cast<RhiSize>(range.begin * sizeof(InstanceRecord)),
                             static_cast<RhiSize>((range.end - range.begin) * sizeof(InstanceRecord)),
                             records.data() + range.begin);
    m_revision = crowd.revision();
  }

  const TextureLayout& layout = pack.animation()->layout;
  const DrawVertices& vertices = pack.vertexInfo();
  CrowdUniforms uniforms;
  uniforms.clock = {crowd.clock().ticks, crowd.clock().rest, interpolate ? 0u : 1u, 0u};
  m_isCalm = !crowd.someFade() && !crowd.somePlayOnce();
  uniforms.layouts.fill({layout.width, layout.rowsPerFrame, layout.texelsPerElement, layout.elementCount});
  uniforms.constants.fill(
      {layout.frameCount * layout.rowsPerFrame,
       encodingOf(*pack.animation()).hasConstants && pack.animation()->mode == BakeMode::Bone ? 1u : 0u, 0u, 0u});
  uniforms.positionMin = glm::vec4(vertices.positionMin, 0.0f);
  uniforms.positionExtent = glm::vec4(vertices.positionExtent, 0.0f);
  uniforms.uvRange = vertices.uvRange;
  uniforms.uv1Range = vertices.uv1Range;
  uniforms.variants.fill({static_cast<std::uint32_t>(pack.variantParts().size()), 0u, 0u, 0u});
  std::copy(pack.variantParts().begin(), pack.variantParts().end(), uniforms.parts.begin());
  batch.updateDynamicBuffer(m_uniforms.get(), 0, sizeof(uniforms), &uniforms);
  return {};
}

}  // namespace texeleton
