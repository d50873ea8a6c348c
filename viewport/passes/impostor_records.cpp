#include "viewport/passes/impostor_records.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "viewport/passes/gpu_impostors.h"
#include "viewport/rhi/shader.h"
#include "viewport/rhi/stages.h"

namespace texeleton::viewport {

namespace {

constexpr std::uint64_t kRecordBytes = 16 * 16;  // As in shaders/impostor_record.glsl.
constexpr std::uint32_t kRecordGroup = 64;       // As in shaders/slots.glsl.

bool grow(QRhi& rhi, std::unique_ptr<QRhiBuffer>& buffer, std::uint64_t bytes, std::uint64_t most) {
  if (buffer && static_cast<std::uint64_t>(buffer->size()) >= bytes) {
    return true;
  }
  const std::uint64_t room = std::min(bytes + bytes / 4, most);
  buffer.reset(rhi.newBuffer(QRhiBuffer::Static, QRhiBuffer::StorageBuffer, static_cast<RhiSize>(room)));
  if (!buffer->create()) {
    buffer.reset();
    return false;
  }
  return true;
}

}  // namespace

bool ImpostorRecords::makeRoom(const FrameContext& context, std::uint64_t runBytes) {
  const std::uint64_t most = std::min(kMostBytes, context.device.mostStorageBytes());
  const auto instanceBytes = static_cast<std::uint64_t>(context.crowd.instances()->size());
  const std::uint64_t bytes = kRecordBytes * m_count;
  QRhi& rhi = context.device.rhi();
  return bytes <= most && runBytes <= most && instanceBytes <= context.device.mostStorageBytes() &&
         grow(rhi, m_records, bytes, most) && grow(rhi, m_runs, runBytes, most);
}

Result<void> ImpostorRecords::prepare(const FrameContext& context) {
  m_count = 0;
  if (!context.posesBefore || context.impostors == nullptr || !context.crowdDraws.byTexture ||
      context.device.mostStorageBytes() == 0) {
    return {};
  }
  std::vector<CrowdRun> runs;
  std::copy_if(context.crowdDraws.ordered.begin(), context.crowdDraws.ordered.end(), std::back_inserter(runs),
               [](const CrowdRun& run) { return run.level == kImpostorLevel; });
  if (context.scene.view.culling) {
    runs = nearestFirst(context.scene.crowd, runs, context.scene.camera, true);
  }
  std::vector<glm::uvec2> table(2);
  for (const CrowdRun& run : runs) {
    table.emplace_back(m_count, run.first);
    m_count += run.count;
  }
  if (m_count == 0 || !makeRoom(context, table.size() * sizeof(glm::uvec2))) {
    m_count = 0;
    return {};
  }
  m_groupsAside = std::min((m_count + kRecordGroup - 1) / kRecordGroup, kGroupsAside);
  table[0] = {m_count, static_cast<std::uint32_t>(runs.size())};
  table[1] = {m_groupsAside, 0u};
  context.updates->uploadStaticBuffer(m_runs.get(), 0, static_cast<RhiSize>(table.size() * sizeof(glm::uvec2)),
                                      table.data());
  if (auto bound = bind(context); !bound) {
    m_count = 0;
    return bound;
  }
  return {};
}

Result<void> ImpostorRecords::bind(const FrameContext& context) {
  using Binding = QRhiShaderResourceBinding;
  QRhi& rhi = context.device.rhi();
  const GpuImpostors& impostors = *context.impostors;
  const std::vector<quint64> inputs = {context.frameBlock->globalResourceId(),
                                       context.crowd.uniforms()->globalResourceId(),
                                       context.pack.texture()->globalResourceId(),
                                       context.crowd.instances()->globalResourceId(),
                                       m_runs->globalResourceId(),
                                       m_records->globalResourceId(),
                                       impostors.frames()->globalResourceId(),
                                       impostors.uniforms()->globalResourceId()};
  if (m_boundTo != inputs) {
    m_bindings.reset(rhi.newShaderResourceBindings());
    m_bindings->setBindings(
        {Binding::uniformBuffer(0, kComputeStage, context.frameBlock),
         Binding::uniformBuffer(1, kComputeStage, context.crowd.uniforms()),
         Binding::sampledTexture(3, kComputeStage, context.pack.texture(), context.pack.textureSampler()),
         Binding::bufferLoad(4, kComputeStage, context.crowd.instances()),
         Binding::bufferLoad(5, kComputeStage, m_runs.get()), Binding::bufferStore(6, kComputeStage, m_records.get()),
         Binding::sampledTexture(7, kComputeStage, impostors.frames(), impostors.frameSampler()),
         Binding::uniformBuffer(11, kComputeStage, impostors.uniforms())});
    m_boundTo.clear();
    if (!m_bindings->create()) {
      return fail(ErrorCode::Limit, "the GPU has no memory left");
    }
    m_boundTo = inputs;
  }
  if (m_pipeline) {
    return {};
  }
  auto shader = loadShader("impostor_record.comp");
  TRY(shader);
  m_pipeline.reset(rhi.newComputePipeline());
  m_pipeline->setShaderStage(QRhiShaderStage(QRhiShaderStage::Compute, *shader));
  m_pipeline->setShaderResourceBindings(m_bindings.get());
  if (!m_pipeline->create()) {
    m_pipeline.reset();
    return fail(ErrorCode::Unsupported, "the GPU's driver refuses the shaders of impostors");
  }
  return {};
}

void ImpostorRecords::record(const FrameContext& context) {
  if (m_count == 0) {
    return;
  }
  const std::uint32_t groups = (m_count + kRecordGroup - 1) / kRecordGroup;
  QRhiCommandBuffer& commands = *context.commands;
  commands.beginComputePass();
  commands.setComputePipeline(m_pipeline.get());
  commands.setShaderResources(m_bindings.get());
  commands.dispatch(static_cast<int>(m_groupsAside), static_cast<int>((groups + m_groupsAside - 1) / m_groupsAside), 1);
  commands.endComputePass();
}

void ImpostorRecords::release() {
  m_count = 0;
  m_pipeline.reset();
  m_bindings.reset();
  m_records.reset();
  m_runs.reset();
  m_boundTo.clear();
}

}  // namespace texeleton::viewport
