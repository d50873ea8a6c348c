#include "viewport/passes/impostor_records.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "viewport/passes/frame_uniforms.h"
#include "viewport/passes/gpu_impostors.h"
#include "viewport/rhi/shader.h"
#include "viewport/rhi/stages.h"

namespace texeleton::viewport {

namespace {

constexpr std::uint64_t kRecordBytes = 16 * 16;  // As in shaders/impostor_record.glsl.
constexpr std::uint32_t kRecordGroup = 64;       // As in shaders/slots.glsl.
constexpr std::uint32_t kCharactersOfGroup = 2;  // As in shaders/impostor_cover.comp.
constexpr int kPixelGroup = 8;                   // A side; as in shaders/impostor_shade.comp.

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

bool ImpostorRecords::makeSamples(const FrameContext& context) {
  // As in shaders/impostor_samples.glsl.
  const QSize size = context.target.pixelSize;
  const std::uint64_t words = std::max<std::uint64_t>(static_cast<std::uint64_t>(context.target.sampleCount), 3);
  const std::uint64_t bytes = static_cast<std::uint64_t>(size.width()) * static_cast<std::uint64_t>(size.height()) *
                              words * sizeof(std::uint32_t);
  const std::uint64_t most = std::min(kMostBytes, context.device.mostStorageBytes());
  return bytes <= most && grow(context.device.rhi(), m_samples, bytes, most);
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

Result<void> ImpostorRecords::make(QRhi& rhi, Step& step, const char* shader, std::vector<quint64> inputs,
                                   const std::vector<QRhiShaderResourceBinding>& bindings) {
  if (step.boundTo != inputs) {
    step.boundTo.clear();
    step.bindings.reset(rhi.newShaderResourceBindings());
    step.bindings->setBindings(bindings.begin(), bindings.end());
    if (!step.bindings->create()) {
      return fail(ErrorCode::Limit, "the GPU has no memory left");
    }
    step.boundTo = std::move(inputs);
  }
  if (step.pipeline) {
    return {};
  }
  auto loaded = loadShader(shader);
  TRY(loaded);
  step.pipeline.reset(rhi.newComputePipeline());
  step.pipeline->setShaderStage(QRhiShaderStage(QRhiShaderStage::Compute, *loaded));
  step.pipeline->setShaderResourceBindings(step.bindings.get());
  if (!step.pipeline->create()) {
    step.pipeline.reset();
    return fail(ErrorCode::Unsupported, "the GPU's driver refuses the shaders of impostors");
  }
  return {};
}

Result<void> ImpostorRecords::bind(const FrameContext& context) {
  using Binding = QRhiShaderResourceBinding;
  const GpuImpostors& impostors = *context.impostors;
  return make(
      context.device.rhi(), m_record, "impostor_record.comp",
      {context.frameBlock->globalResourceId(), context.crowd.uniforms()->globalResourceId(),
       context.pack.texture()->globalResourceId(), context.crowd.instances()->globalResourceId(),
       m_runs->globalResourceId(), m_records->globalResourceId(), impostors.frames()->globalResourceId(),
       impostors.uniforms()->globalResourceId()},
      {Binding::uniformBuffer(0, kComputeStage, context.frameBlock),
       Binding::uniformBuffer(1, kComputeStage, context.crowd.uniforms()),
       Binding::sampledTexture(3, kComputeStage, context.pack.texture(), context.pack.textureSampler()),
       Binding::bufferLoad(4, kComputeStage, context.crowd.instances()),
       Binding::bufferLoad(5, kComputeStage, m_runs.get()), Binding::bufferStore(6, kComputeStage, m_records.get()),
       Binding::sampledTexture(7, kComputeStage, impostors.frames(), impostors.frameSampler()),
       Binding::uniformBuffer(11, kComputeStage, impostors.uniforms())});
}

Result<void> ImpostorRecords::bindSamples(const FrameContext& context) {
  using Binding = QRhiShaderResourceBinding;
  QRhi& rhi = context.device.rhi();
  const GpuImpostors& impostors = *context.impostors;
  const std::vector<quint64> inputs = {context.frameBlock->globalResourceId(), impostors.uniforms()->globalResourceId(),
                                       m_samples->globalResourceId(),          m_runs->globalResourceId(),
                                       m_records->globalResourceId(),          impostors.colors()->globalResourceId(),
                                       context.shadowMap->globalResourceId()};
  const std::vector<Binding> cleared = {Binding::uniformBuffer(0, kComputeStage, context.frameBlock),
                                        Binding::uniformBuffer(11, kComputeStage, impostors.uniforms()),
                                        Binding::bufferStore(13, kComputeStage, m_samples.get())};
  std::vector<Binding> covered = {Binding::uniformBuffer(0, kComputeStage, context.frameBlock),
                                  Binding::bufferLoad(5, kComputeStage, m_runs.get()),
                                  Binding::sampledTexture(6, kComputeStage, impostors.colors(), impostors.sampler()),
                                  Binding::sampledTexture(7, kComputeStage, impostors.shapes(), impostors.sampler()),
                                  Binding::uniformBuffer(11, kComputeStage, impostors.uniforms()),
                                  Binding::bufferLoad(12, kComputeStage, m_records.get()),
                                  Binding::bufferLoadStore(13, kComputeStage, m_samples.get())};
  std::vector<Binding> shaded = covered;
  shaded.push_back(Binding::sampledTexture(8, kComputeStage, impostors.surfaces(), impostors.sampler()));
  shaded.push_back(Binding::sampledTexture(9, kComputeStage, context.shadowMap, context.shadowSampler));
  if (auto made = make(rhi, m_clear, "impostor_clear.comp", inputs, cleared); !made) {
    return made;
  }
  if (auto made = make(rhi, m_cover, "impostor_cover.comp", inputs, covered); !made) {
    return made;
  }
  return make(rhi, m_shade, "impostor_shade.comp", inputs, shaded);
}

void ImpostorRecords::record(const FrameContext& context) {
  if (m_count == 0) {
    return;
  }
  QRhiCommandBuffer& commands = *context.commands;
  const auto run = [&](const Step& step, int aside, int below) {
    commands.beginComputePass();
    commands.setComputePipeline(step.pipeline.get());
    commands.setShaderResources(step.bindings.get());
    commands.dispatch(aside, below, 1);
    commands.endComputePass();
  };
  const auto forSlots = [&](const Step& step, std::uint32_t groups, std::uint32_t aside) {
    run(step, static_cast<int>(aside), static_cast<int>((groups + aside - 1) / aside));
  };
  const QSize size = context.target.pixelSize;
  const auto forPixels = [&](const Step& step) {
    run(step, (size.width() + kPixelGroup - 1) / kPixelGroup, (size.height() + kPixelGroup - 1) / kPixelGroup);
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
