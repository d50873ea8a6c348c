#include "viewport/scene/gpu/gpu_poses.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "core/vat/encoding.h"
#include "viewport/rhi/buffers.h"

namespace texeleton::viewport {

namespace {

constexpr std::uint32_t kPoseGroup = 64;  // As in shaders/slots.glsl.
constexpr std::uint32_t kHeaderRows = 3;
constexpr std::uint32_t kRowBytes = 16;
constexpr std::size_t kTableHead = 2;  // Entries before the runs.

bool isOfBones(const GpuPack& pack) { return pack.animation()->mode == vat::BakeMode::Bone; }

std::uint64_t slotBytes(const GpuPack& pack) {
  const vat::TextureLayout& layout = pack.layout();
  const std::uint32_t rows = isOfBones(pack) ? 3 * layout.elementCount : 1 + (layout.shapeCount + 1) / 2;
  return std::uint64_t{kRowBytes} * (kHeaderRows + rows);
}

std::string poseShader(const GpuPack& pack, const GpuCrowd& crowd) {
  if (!isOfBones(pack)) {
    return pack.layout().shapeCount > 0 ? "moment_basis.comp" : "moment.comp";
  }
  if (crowd.isLayered()) {
    return "pose_layers.comp";
  }
  const std::string encoding = pack.encoding().shader;
  return encoding.empty() ? "pose.comp" : "pose_" + encoding + ".comp";
}

}  // namespace

bool GpuPoses::isPossible(const GpuDevice& device, const GpuPack& pack) {
  return device.mostStorageBytes() > 0 && pack.pulledVertices() != nullptr &&
         pack.precision() != VertexPrecision::Still;
}

void GpuPoses::add(std::span<const CrowdRun> runs) {
  for (const CrowdRun& run : runs) {
    if (run.level == kImpostorLevel) {
      continue;
    }
    const bool goesOn = !m_runs.empty() && m_runs.back().y + (m_slotCount - m_runs.back().x) == run.first;
    if (!goesOn) {
      m_runs.emplace_back(m_slotCount, run.first);
    }
    m_slotCount += run.count;
  }
}

bool GpuPoses::makeRoom(std::uint64_t bytesOfASlot, QRhiResourceUpdateBatch& batch) {
  const std::uint64_t most = std::min(kMostBytes, m_device.mostStorageBytes());
  const std::uint64_t bytes = bytesOfASlot * m_slotCount;
  const std::uint64_t runBytes = (kTableHead + m_runs.size()) * sizeof(glm::uvec2);
  QRhi& rhi = m_device.rhi();
  if (bytes > most || runBytes > most || bytes >= m_noRoomFrom) {
    return false;
  }
  if (!growBuffer(rhi, m_poses, QRhiBuffer::StorageBuffer, bytes, most)) {
    m_noRoomFrom = bytes;
    return false;
  }
  if (!growBuffer(rhi, m_runTable, QRhiBuffer::StorageBuffer, runBytes, most)) {
    return false;
  }
  const quint64 before = m_slots ? m_slots->globalResourceId() : 0;
  if (!growBuffer(rhi, m_slots, QRhiBuffer::VertexBuffer, m_slotCount * sizeof(std::uint32_t), most)) {
    return false;
  }
  if (m_slots->globalResourceId() != before) {
    std::vector<std::uint32_t> numbers(static_cast<std::size_t>(m_slots->size()) / sizeof(std::uint32_t));
    std::iota(numbers.begin(), numbers.end(), 0u);
    batch.uploadStaticBuffer(m_slots.get(), 0, static_cast<RhiSize>(numbers.size() * sizeof(std::uint32_t)),
                             numbers.data());
  }
  return true;
}

Result<void> GpuPoses::bind(const GpuPack& pack, const GpuCrowd& crowd) {
  return m_shader.prepare(
      m_device.rhi(), poseShader(pack, crowd),
      idsOf({crowd.uniforms(), pack.texture(), crowd.instances(), m_runTable.get(), m_poses.get()}),
      {QRhiShaderResourceBinding::uniformBuffer(1, kComputeStage, crowd.uniforms()),
       QRhiShaderResourceBinding::sampledTexture(3, kComputeStage, pack.texture(), pack.textureSampler()),
       QRhiShaderResourceBinding::bufferLoad(4, kComputeStage, crowd.instances()),
       QRhiShaderResourceBinding::bufferLoad(5, kComputeStage, m_runTable.get()),
       QRhiShaderResourceBinding::bufferStore(6, kComputeStage, m_poses.get())},
      said("the GPU's driver refuses the shader that decodes poses"));
}

Result<bool> GpuPoses::update(const GpuPack& pack, const GpuCrowd& crowd, std::span<const CrowdRun> camera,
                              std::span<const CrowdRun> light, QRhiResourceUpdateBatch& batch) {
  m_runs.clear();
  m_slotCount = 0;
  add(camera);
  m_lightSlots = m_slotCount;
  add(light);
  const auto recordBytes = static_cast<std::uint64_t>(crowd.instances()->size());
  if (m_slotCount == 0 || recordBytes > m_device.mostStorageBytes() || !makeRoom(slotBytes(pack), batch)) {
    m_slotCount = 0;
    return false;
  }
  if (auto bound = bind(pack, crowd); !bound) {
    m_slotCount = 0;
    return fail(std::move(bound.error()));
  }
  const std::uint64_t each = isOfBones(pack) ? pack.layout().elementCount : 1;
  m_groups = static_cast<std::uint32_t>((m_slotCount * each + kPoseGroup - 1) / kPoseGroup);
  m_groupsAside = std::min(m_groups, kGroupsAside);
  std::vector<glm::uvec2> table = {{m_slotCount, static_cast<std::uint32_t>(m_runs.size())}, {m_groupsAside, 0u}};
  table.insert(table.end(), m_runs.begin(), m_runs.end());
  batch.uploadStaticBuffer(m_runTable.get(), 0, static_cast<RhiSize>(table.size() * sizeof(glm::uvec2)), table.data());
  return true;
}

void GpuPoses::record(QRhiCommandBuffer& commands) {
  if (m_slotCount > 0) {
    m_shader.record(commands, m_groupsAside, (m_groups + m_groupsAside - 1) / m_groupsAside);
  }
}

std::uint64_t GpuPoses::bytes() const {
  std::uint64_t bytes = 0;
  for (const QRhiBuffer* buffer : {m_poses.get(), m_slots.get(), m_runTable.get()}) {
    bytes += buffer != nullptr ? static_cast<std::uint64_t>(buffer->size()) : 0;
  }
  return bytes;
}

}  // namespace texeleton::viewport
