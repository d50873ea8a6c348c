#include "viewport/passes/impostor_records.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "viewport/passes/frame_uniforms.h"
#include "viewport/passes/gpu_impostors.h"
#include "viewport/rhi/buffers.h"

namespace texeleton::viewport {

namespace {

constexpr std::uint64_t kRecordBytes = 16 * 16;  // As in shaders/impostor_record.glsl.
constexpr std::uint32_t kRecordGroup = 64;       // As in shaders/slots.glsl.
constexpr std::uint32_t kCharactersOfGroup = 2;  // As in shaders/impostor_cover.comp.
constexpr std::uint32_t kPixelGroup = 8;         // A side; as in shaders/impostor_shade.comp.
constexpr const char* kRefusal = said("the GPU's driver refuses the shaders of impostors");

}  // namespace

bool ImpostorRecords::makeRoom(const FrameContext& context, std::uint64_t runBytes) {
  const std::uint64_t most = std::min(kMostBytes, context.device.mostStorageBytes());
  const auto instanceBytes = static_cast<std::uint64_t>(context.crowd.instances()->size());
  const std::uint64_t bytes = kRecordBytes * m_count;
  QRhi& rhi = context.device.rhi();
  return bytes <= most && runBytes <= most && instanceBytes <= context.device.mostStorageBytes() &&
         growBuffer(rhi, m_records, QRhiBuffer::StorageBuffer, bytes, most) &&
         growBuffer(rhi, m_runs, QRhiBuffer::StorageBuffer, runBytes, most);
}

bool ImpostorRecords::makeSamples(const FrameContext& context) {
  // As in shaders/impostor_samples.glsl.
  const QSize size = context.target.pixelSize;
  const std::uint64_t words = std::max<std::uint64_t>(static_cast<std::uint64_t>(context.target.sampleCount), 3);
  const std::uint64_t bytes = static_cast<std::uint64_t>(size.width()) * static_cast<std::uint64_t>(size.height()) *
                              words * sizeof(std::uint32_t);
  const std::uint64_t most = std::min(kMostBytes, context.device.mostStorageBytes());
  return bytes <= most && growBuffer(context.device.rhi(), m_samples, QRhiBuffer::StorageBuffer, bytes, most);
}

Result<void> ImpostorRecords::prepare(const FrameContext& context) {
  m_count = 0;
  if (!context.posesBefore || context.impostors == nullptr || !context.crowdDraws.byTexture ||
      context.device.mostStorageBytes() == 0) {
    return {};
  }
  std::vector<CrowdRun> runs;
  std::ranges::copy_if(context.crowdDraws.ordered, std::back_inserter(runs),
                       [](const CrowdRun& run) { return run.level == kImpostorLevel; });
  if (context.scene.view.culling) {
    runs = nearestFirst(context.scene.crowd, runs, context.scene.camera, true);
  }
  std::vector<glm::uvec2> table(2);
  for (const CrowdRun& run : runs) {
    table.emplace_back(m_count, run.first);
    m_count += run.count;
  }
  const QSize size = context.target.pixelSize;
  const float aspect = static_cast<float>(size.width()) / static_cast<float>(std::max(size.height(), 1));
  m_band = bandOf(context.scene.crowd, runs, cameraMatrix(context.scene, aspect));
  if (m_count == 0 || !makeRoom(context, table.size() * sizeof(glm::uvec2)) || !makeSamples(context)) {
    m_count = 0;
    return {};
  }
  m_groupsAside = std::min((m_count + kRecordGroup - 1) / kRecordGroup, kGroupsAside);
  table[0] = {m_count, static_cast<std::uint32_t>(runs.size())};
  m_coverGroupsAside = std::min((m_count + kCharactersOfGroup - 1) / kCharactersOfGroup, kGroupsAside);
  table[1] = {m_groupsAside, m_coverGroupsAside};
  context.updates->uploadStaticBuffer(m_runs.get(), 0, static_cast<RhiSize>(table.size() * sizeof(glm::uvec2)),
                                      table.data());
  auto bound = bind(context);
  if (bound) {
    bound = bindSamples(context);
  }
  if (!bound) {
    m_count = 0;
  }
  return bound;
}

Result<void> ImpostorRecords::bind(const FrameContext& context) {
  using Binding = QRhiShaderResourceBinding;
  const GpuImpostors& impostors = *context.impostors;
  return m_record.prepare(
      context.device.rhi(), "impostor_record.comp",
      idsOf({context.frameBlock, context.crowd.uniforms(), context.pack.texture(), context.crowd.instances(),
             m_runs.get(), m_records.get(), impostors.frames(), impostors.uniforms()}),
      {Binding::uniformBuffer(0, kComputeStage, context.frameBlock),
       Binding::uniformBuffer(1, kComputeStage, context.crowd.uniforms()),
       Binding::sampledTexture(3, kComputeStage, context.pack.texture(), context.pack.textureSampler()),
       Binding::bufferLoad(4, kComputeStage, context.crowd.instances()),
       Binding::bufferLoad(5, kComputeStage, m_runs.get()), Binding::bufferStore(6, kComputeStage, m_records.get()),
       Binding::sampledTexture(7, kComputeStage, impostors.frames(), impostors.frameSampler()),
       Binding::uniformBuffer(11, kComputeStage, impostors.uniforms())},
      kRefusal);
}

Result<void> ImpostorRecords::bindSamples(const FrameContext& context) {
  using Binding = QRhiShaderResourceBinding;
  QRhi& rhi = context.device.rhi();
  const GpuImpostors& impostors = *context.impostors;
  const std::vector<quint64> resources = idsOf({context.frameBlock, impostors.uniforms(), m_samples.get(), m_runs.get(),
                                                m_records.get(), impostors.colors(), context.shadowMap});
  const BindingList cleared = {Binding::uniformBuffer(0, kComputeStage, context.frameBlock),
                               Binding::uniformBuffer(11, kComputeStage, impostors.uniforms()),
                               Binding::bufferStore(13, kComputeStage, m_samples.get())};
  const BindingList covered = {Binding::uniformBuffer(0, kComputeStage, context.frameBlock),
                               Binding::bufferLoad(5, kComputeStage, m_runs.get()),
                               Binding::sampledTexture(6, kComputeStage, impostors.colors(), impostors.sampler()),
                               Binding::sampledTexture(7, kComputeStage, impostors.shapes(), impostors.sampler()),
                               Binding::uniformBuffer(11, kComputeStage, impostors.uniforms()),
                               Binding::bufferLoad(12, kComputeStage, m_records.get()),
                               Binding::bufferLoadStore(13, kComputeStage, m_samples.get())};
  BindingList shaded = covered;
  shaded.push_back(Binding::sampledTexture(8, kComputeStage, impostors.surfaces(), impostors.sampler()));
  shaded.push_back(Binding::sampledTexture(9, kComputeStage, context.shadowMap, context.shadowSampler));
  TRY(m_clear.prepare(rhi, "impostor_clear.comp", resources, cleared, kRefusal));
  TRY(m_cover.prepare(rhi, "impostor_cover.comp", resources, covered, kRefusal));
  return m_shade.prepare(rhi, "impostor_shade.comp", resources, shaded, kRefusal);
}

void ImpostorRecords::record(const FrameContext& context) {
  if (m_count == 0) {
    return;
  }
  const auto forSlots = [&](const ComputeShader& shader, std::uint32_t groups, std::uint32_t aside) {
    shader.record(*context.commands, aside, (groups + aside - 1) / aside);
  };
  const auto forPixels = [&](const ComputeShader& shader) {
    const auto groups = [](int pixels) { return (static_cast<std::uint32_t>(pixels) + kPixelGroup - 1) / kPixelGroup; };
    const QSize size = context.target.pixelSize;
    shader.record(*context.commands, groups(size.width()), groups(size.height()));
  };
  forSlots(m_record, (m_count + kRecordGroup - 1) / kRecordGroup, m_groupsAside);
  forPixels(m_clear);
  forSlots(m_cover, (m_count + kCharactersOfGroup - 1) / kCharactersOfGroup, m_coverGroupsAside);
  forPixels(m_shade);
}

void ImpostorRecords::release() {
  m_count = 0;
  m_record = {};
  m_clear = {};
  m_cover = {};
  m_shade = {};
  m_samples.reset();
  m_records.reset();
  m_runs.reset();
}

}  // namespace texeleton::viewport
