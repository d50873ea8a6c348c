#include "viewport/frame_renderer.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/base/elapsed.h"
#include "viewport/measure/gpu_timer.h"
#include "viewport/passes/attachment_draws.h"
#include "viewport/passes/bounds_pass.h"
#include "viewport/passes/crowd_pass.h"
#include "viewport/passes/edges_pass.h"
#include "viewport/passes/frame_uniforms.h"
#include "viewport/passes/gizmo_pass.h"
#include "viewport/passes/gpu_impostors.h"
#include "viewport/passes/heat_pass.h"
#include "viewport/passes/highlight_pass.h"
#include "viewport/passes/hud_pass.h"
#include "viewport/passes/impostor_pass.h"
#include "viewport/passes/impostor_records.h"
#include "viewport/passes/line_pass.h"
#include "viewport/passes/scene_target.h"
#include "viewport/passes/screen_pass.h"
#include "viewport/passes/shadow_pass.h"
#include "viewport/passes/skeleton_pass.h"
#include "viewport/passes/socket_pass.h"
#include "viewport/rhi/buffers.h"
#include "viewport/scene/path_error.h"
#include "viewport/scene/shown_pose.h"

namespace texeleton::viewport {

namespace {

// Returns an update batch to its pool unless it was handed on.
struct ReleaseBatch {
  void operator()(QRhiResourceUpdateBatch* batch) const { batch->release(); }
};
using Batch = std::unique_ptr<QRhiResourceUpdateBatch, ReleaseBatch>;

using Clock = std::chrono::steady_clock;

// Vertex limit for making impostors on a software renderer.
constexpr std::uint64_t kMostVerticesInSoftware = 16'000'000;

}  // namespace

void FrameRenderer::Side::release() {
  for (const auto& pass : passes) {
    pass->release();
  }
  target.reset();
  frameBlock.reset();
}

FrameRenderer::FrameRenderer(GpuDevice& device) : m_device(device), m_skinned(device) {
  for (Side& side : m_sides) {
    auto shadow = std::make_unique<ShadowPass>();
    side.shadow = shadow.get();
    side.passes.push_back(std::move(shadow));
    auto impostorRecords = std::make_unique<ImpostorRecords>();
    const ImpostorRecords* const records = impostorRecords.get();
    side.passes.push_back(std::move(impostorRecords));
    side.passes.push_back(std::make_unique<CrowdPass>(CrowdPass::Layer::Opaque));
    side.passes.push_back(std::make_unique<AttachmentPass>(AttachmentDraws::Kind::Opaque));
    side.passes.push_back(std::make_unique<ImpostorPass>(*records));
    side.passes.push_back(std::make_unique<HeatPass>());
    side.passes.push_back(std::make_unique<SocketPass>(SocketPass::Part::Objects));
    side.passes.push_back(std::make_unique<GridPass>());
    side.passes.push_back(std::make_unique<CrowdPass>(CrowdPass::Layer::Blended));
    side.passes.push_back(std::make_unique<AttachmentPass>(AttachmentDraws::Kind::Blended));
    side.passes.push_back(std::make_unique<EdgesPass>());
    side.passes.push_back(std::make_unique<BoundsPass>());
    side.passes.push_back(std::make_unique<LinePass>());
    side.passes.push_back(std::make_unique<SkeletonPass>());
    side.passes.push_back(std::make_unique<HighlightPass>());
    side.passes.push_back(std::make_unique<SocketPass>(SocketPass::Part::Axes));
  }
  m_outputPasses.push_back(std::make_unique<OutputPass>());
  m_outputPasses.push_back(std::make_unique<GizmoPass>());
  m_outputPasses.push_back(std::make_unique<HudPass>());
}

FrameRenderer::~FrameRenderer() { release(); }

Result<void> FrameRenderer::prepareScene(const Scene& scene, QRhiResourceUpdateBatch& updates) {
  if (!scene.animation) {
    return fail(ErrorCode::InvalidArgument, "there is no animation to draw");
  }
  if (!m_pack || m_pack->animation() != scene.animation || m_pack->precision() != scene.view.vertices) {
    m_impostors.reset();
    m_impostorsOfPixels = 0.0f;
    m_tessellation.reset();
    m_pack.reset();
    JobContext never;
    const GpuPack::Shapes shapes = m_posing == Posing::WherePays ? GpuPack::Shapes::Decoded : GpuPack::Shapes::AsStored;
    auto pack =
        GpuPack::create(m_device, scene.animation, scene.view.vertices, shapes, m_job != nullptr ? *m_job : never);
    TRY(pack);
    m_pack = std::move(*pack);
    m_pack->upload(updates);
  }
  if (!m_crowd) {
    m_crowd = std::make_unique<GpuCrowd>(m_device);
  }
  const auto begin = Clock::now();
  if (auto updated = m_crowd->update(scene.crowd, *m_pack, scene.view.interpolate, updates); !updated) {
    return updated;
  }
  if (auto updated = m_crowd->setOwnPoses(
          scene.crowd, scene.view.needs(DrawPath::Hybrid) ? instancesOfOwnPose(scene) : std::vector<std::uint32_t>(),
          updates);
      !updated) {
    return updated;
  }
  m_crowdSeconds = secondsSince(begin);
  return {};
}

ImpostorChoice FrameRenderer::impostorChoice(const Scene& scene, const QSize& pixelSize) const {
  ImpostorChoice choice(scene.camera, pixelSize.height(), scene.view.impostorPixels, *m_impostorPlan);
  if (scene.view.needs(DrawPath::Hybrid)) {
    choice.setNearest(scene.view.hybridRange(scene.animation->sizeMetres).farMetres);
  }
  return choice;
}

void FrameRenderer::prepareImpostors(const Scene& scene, const QSize& pixelSize) {
  m_hasImpostors = m_awaitsImpostors = false;
  const float pixels = scene.wantsImpostors() ? scene.view.impostorPixels : 0.0f;
  const auto note = [this](const Error& error) {
    m_impostorIssues.push_back(Issue{Severity::Warning, error.message, {}});
    m_impostorPlan.reset();
  };
  if (m_impostorsOfPixels != pixels) {
    m_impostorsOfPixels = pixels;
    m_impostors.reset();
    m_impostorPlan.reset();
    m_impostorIssues.clear();
    if (pixels > 0.0f) {
      ImpostorSettings settings;
      settings.pixels = pixels;
      settings.mostTexels = std::min(settings.mostTexels, m_device.maxTextureSize());
      settings.mostVertices = m_device.isSoftware() ? kMostVerticesInSoftware : settings.mostVertices;
      auto plan = planImpostors(*scene.animation, settings);
      if (plan) {
        m_impostorPlan = std::move(*plan);
      } else {
        note(plan.error());
      }
    }
  }
  if (!m_impostorPlan) {
    return;
  }
  const ImpostorChoice choice = impostorChoice(scene, pixelSize);
  const bool anyFar = std::any_of(scene.crowd.cells().begin(), scene.crowd.cells().end(), [&](const CrowdCell& cell) {
    return choice.isFarEnough(cell.bounds, cell.largestScale);
  });
  if (anyFar && !m_impostors) {
    auto made = GpuImpostors::create(m_device, *m_pack, *m_impostorPlan);
    if (!made) {
      note(made.error());
      return;
    }
    m_impostors = std::move(*made);
  }
  if (m_impostors) {
    m_hasImpostors = m_impostors->advance(m_impostorVertices);
    m_awaitsImpostors = !m_hasImpostors;
  }
}

bool FrameRenderer::posingPays(const FrameDraws::ByPath& draws) const {
  // Decoding bones once per instance costs less than per vertex, except on a CPU, where it depends on the counts. A GPU
  // decodes them on units that would be idle.
  if (!m_device.isSoftware()) {
    return true;
  }
  if (m_pack->animation()->mode == vat::BakeMode::Vertex) {
    return m_pack->layout().shapeCount > 0;  // On a CPU, attributes cost no more than buffers.
  }
  std::uint64_t vertices = 0;
  std::uint64_t instances = 0;
  for (const auto* runs : {&draws.camera, &draws.light}) {
    for (const CrowdRun& run : *runs) {
      if (run.level != kImpostorLevel) {
        vertices += std::uint64_t{m_pack->levelVertices()[run.level]} * run.count;
        instances += run.count;
      }
    }
  }
  return vertices > instances * m_pack->layout().elementCount;
}

Result<void> FrameRenderer::preparePoses(const Scene& scene, QRhiResourceUpdateBatch& updates) {
  const bool isPossible = m_posing != Posing::Never && scene.view.mode != ViewMode::Heat &&
                          m_pack->precision() != VertexPrecision::Full && GpuPoses::isPossible(m_device, *m_pack);
  for (const DrawPath path : {DrawPath::Texture, DrawPath::Hybrid}) {
    Posed& posed = m_posed[path == DrawPath::Hybrid ? 1 : 0];
    posed.isUsed = false;
    if (!isPossible || !scene.view.needs(path)) {
      posed = {};
    } else if (auto prepared = preparePoses(scene, m_draws.of(path), posed, updates); !prepared) {
      return prepared;
    }
  }
  return {};
}

Result<void> FrameRenderer::preparePoses(const Scene& scene, const FrameDraws::ByPath& draws, Posed& posed,
                                         QRhiResourceUpdateBatch& updates) {
  if (m_posing == Posing::WherePays && !posingPays(draws)) {
    return {};
  }
  if (!posed.poses) {
    posed.poses = std::make_unique<GpuPoses>(m_device);
  }
  // Blended materials are drawn run by run; of all others a level is one draw, in any order of slots.
  const auto& materials = m_pack->materials().materials();
  const bool blends =
      std::any_of(materials.begin(), materials.end(), [](const GpuMaterials::Drawn& of) { return of.blended; });
  const bool byCells = scene.view.culling && !blends;
  posed.cameraSlots = byCells ? nearestFirst(scene.crowd, draws.camera, scene.camera, true) : draws.cameraOrder;
  posed.lightSlots = draws.light;
  std::stable_sort(posed.lightSlots.begin(), posed.lightSlots.end(),
                   [](const CrowdRun& a, const CrowdRun& b) { return a.level < b.level; });
  auto updated = posed.poses->update(*m_pack, *m_crowd, posed.cameraSlots, posed.lightSlots, updates);
  if (!updated) {
    posed = {};
    return fail(std::move(updated.error()));
  }
  posed.isUsed = *updated;
  return {};
}

Result<void> FrameRenderer::prepareTessellation(const Scene& scene, const QSize& pixelSize,
                                                QRhiResourceUpdateBatch& updates) {
  if (!scene.view.tessellates() || !m_device.canTessellate() || m_pack->precision() == VertexPrecision::Still) {
    m_tessellation.reset();
    return {};
  }
  if (!m_tessellation) {
    const JobContext never;
    auto made = GpuTessellation::create(m_device, *m_pack, m_job != nullptr ? *m_job : never);
    TRY(made);
    m_tessellation = std::move(*made);
  }
  m_tessellation->update(scene, pixelSize, updates);
  return {};
}

Result<void> FrameRenderer::prepareAttachments(const Scene& scene, QRhiResourceUpdateBatch& updates) {
  if (!scene.attachments && !m_attachments) {
    return {};
  }
  if (!m_attachments) {
    m_attachments = std::make_unique<GpuAttachments>(m_device);
  }
  JobContext never;
  auto updated = m_attachments->update(scene, m_pack->layout(), m_job != nullptr ? *m_job : never, updates);
  if (!updated) {
    m_attachments.reset();
  }
  return updated;
}

void FrameRenderer::prepareHeatLimit(const Scene& scene) {
  if (scene.view.mode != ViewMode::Heat) {
    return;
  }
  if (scene.view.heatLimitMillimetres > 0.0) {
    m_heatLimit = scene.view.heatLimitMillimetres;
    m_heatLimitOf = {};
  } else if (const auto of = std::pair(scene.skeleton, scene.crowd.settings().clip); m_heatLimitOf != of) {
    m_heatLimit = readableLimit(largestPathErrorMillimetres(*of.first, of.second));
    m_heatLimitOf = of;
  }
}

Result<void> FrameRenderer::prepareSide(const Scene& scene, Side& side, const QSize& pixelSize) {
  side.statistics = {};
  TRY(makeUniforms(m_device.rhi(), side.frameBlock, sizeof(FrameUniforms)));
  if (!side.target || side.target->pixelSize != pixelSize) {
    auto target = std::make_unique<SceneTarget>();
    if (!target->create(m_device, pixelSize)) {
      side.target.reset();
      return fail(ErrorCode::Limit, message("the GPU has no room for a picture of %1 x %2 pixels", pixelSize.width(),
                                            pixelSize.height()));
    }
    side.target = std::move(target);
  }
  return side.shadow->prepareMap(m_device, scene.view.hasShadow());
}

void FrameRenderer::count(Side& side, const Scene& scene, DrawPath path) {
  FrameStatistics& statistics = side.statistics;
  const bool isHeat = scene.view.mode == ViewMode::Heat;
  const GpuSkin* const skin = m_skinned.of(isHeat ? DrawPath::Compute : path);
  statistics.instances = m_crowd->count();
  statistics.cullingSeconds = m_draws.seconds();
  statistics.animationSeconds = skin != nullptr ? m_skinned.posingSeconds() : m_crowdSeconds;
  statistics.skinningSeconds = skin != nullptr ? m_skinned.skinningSeconds(*skin) : 0.0;
  statistics.textureBytes = skin == nullptr || isHeat || path == DrawPath::Hybrid ? m_pack->textureBytes() : 0;
  const bool byTexture = path == DrawPath::Texture || path == DrawPath::Hybrid;
  const GpuPoses* const poses = byTexture ? posedOf(path).used() : nullptr;
  statistics.isTessellated = m_tessellation != nullptr;
  statistics.instancesPosed = poses != nullptr ? poses->slotCount() : 0;
  statistics.bufferBytes = m_pack->meshBytes() + m_crowd->bytes() + (skin != nullptr ? skin->bytes() : 0) +
                           (poses != nullptr ? poses->bytes() : 0);
  statistics.imageBytes = m_pack->materials().imageBytes();
}

Result<void> FrameRenderer::render(const Scene& scene, QRhiCommandBuffer& commands, QRhiRenderTarget& target) {
  const auto begin = Clock::now();
  prepareTimer(scene);
  collectTimes();
  Batch updates(m_device.rhi().nextResourceUpdateBatch());
  // An incomplete upload must not be taken for current.
  const auto failed = [this](Error error) {
    m_impostors.reset();
    m_impostorsOfPixels = 0.0f;
    m_tessellation.reset();
    m_pack.reset();
    m_crowd.reset();
    m_attachments.reset();
    m_posed = {};
    m_skinned.releaseSkins();
    return fail(std::move(error));
  };
  const QSize pixelSize = target.pixelSize();
  m_sides[1].isDrawn = scene.view.isComparing();
  m_sides[0].isDrawn = true;
  if (!m_sides[1].isDrawn) {
    m_sides[1].release();
    m_sides[1].statistics = {};
  }
  if (auto prepared = prepareScene(scene, *updates); !prepared) {
    return failed(std::move(prepared.error()));
  }
  prepareImpostors(scene, pixelSize);
  std::optional<ImpostorChoice> impostors;
  if (m_hasImpostors) {
    impostors = impostorChoice(scene, pixelSize);
  }
  m_draws.choose(scene, pixelSize, m_pack->levels().size(), impostors ? &*impostors : nullptr);
  if (auto prepared = preparePoses(scene, *updates); !prepared) {
    return failed(std::move(prepared.error()));
  }
  if (auto prepared = prepareTessellation(scene, pixelSize, *updates); !prepared) {
    return failed(std::move(prepared.error()));
  }
  if (auto prepared = m_skinned.prepare(scene, m_draws.skinned(), *updates); !prepared) {
    return failed(std::move(prepared.error()));
  }
  if (auto prepared = prepareAttachments(scene, *updates); !prepared) {
    return failed(std::move(prepared.error()));
  }
  for (Side& side : m_sides) {
    if (side.isDrawn) {
      if (auto prepared = prepareSide(scene, side, pixelSize); !prepared) {
        return failed(std::move(prepared.error()));
      }
    }
  }
  prepareHeatLimit(scene);
  FrameUniforms uniforms = frameUniforms(scene, m_device.rhi(), pixelSize);
  uniforms.compare.z = static_cast<float>(m_heatLimit);
  const bool isHeat = scene.view.mode == ViewMode::Heat;
  const auto pathOf = [&](const Side& side) {
    return isHeat ? DrawPath::Texture : &side == &m_sides[0] ? scene.view.path : scene.view.comparedPath;
  };
  for (Side& side : m_sides) {
    if (side.isDrawn) {
      uniforms.paths = pathNumbers(scene, pathOf(side));
      updates->updateDynamicBuffer(side.frameBlock.get(), 0, sizeof(uniforms), &uniforms);
    }
  }
  const auto contextOf = [&](Side& side) {
    QRhiTexture* const picture = m_sides[0].target->picture.get();
    const bool byTexture = pathOf(side) == DrawPath::Texture || pathOf(side) == DrawPath::Hybrid;
    const FrameDraws::ByPath& draws = m_draws.of(pathOf(side));
    const Posed& posed = posedOf(pathOf(side));
    return FrameContext{
        .device = m_device,
        .scene = scene,
        .pack = *m_pack,
        .crowd = *m_crowd,
        .path = pathOf(side),
        .skin = m_skinned.of(pathOf(side)),
        .poses = posed.used(),
        .reference = isHeat ? m_skinned.of(DrawPath::Compute) : nullptr,
        .attachments = m_attachments.get(),
        .followed = m_skinned.of(pathOf(side)) != nullptr ? &m_skinned.followed() : nullptr,
        .tessellation = m_tessellation.get(),
        .impostors = m_hasImpostors ? m_impostors.get() : nullptr,
        .posesBefore = m_posing != Posing::Never,
        .crowdDraws = {m_draws.camera(), draws.skinned, byTexture, draws.cameraOrder, posed.cameraSlots, 0},
        .shadowDraws = {m_draws.light(), draws.skinned, byTexture, draws.light, posed.lightSlots,
                        posed.isUsed ? posed.poses->lightSlots() : 0},
        .frameBlock = side.frameBlock.get(),
        .linearPicture = picture,
        .comparedPicture = m_sides[1].isDrawn ? m_sides[1].target->picture.get() : picture,
        .shadowMap = side.shadow->map(),
        .shadowSampler = side.shadow->sampler(),
        .commands = &commands,
        .updates = updates.get(),
        .target = {side.target->descriptor.get(), pixelSize, m_device.sampleCount()},
        .heatLimitMillimetres = m_heatLimit,
        .statistics = side.statistics};
  };
  const auto prepareAll = [](const std::vector<std::unique_ptr<Pass>>& passes, const FrameContext& context) {
    for (const auto& pass : passes) {
      if (auto prepared = pass->prepare(context); !prepared) {
        return prepared;
      }
    }
    return Result<void>();
  };
  for (Side& side : m_sides) {
    if (side.isDrawn) {
      count(side, scene, pathOf(side));
      if (auto prepared = prepareAll(side.passes, contextOf(side)); !prepared) {
        return failed(std::move(prepared.error()));
      }
    }
  }
  commands.resourceUpdate(updates.release());
  if (m_impostors) {
    if (auto drawn = m_impostors->record(*m_pack, *m_crowd, commands); !drawn) {
      return failed(std::move(drawn.error()));
    }
  }

  mark(commands);
  m_skinned.record(commands);
  mark(commands);
  for (const Posed& posed : m_posed) {
    if (posed.isUsed) {
      posed.poses->record(commands);
    }
  }
  mark(commands);
  for (Side& side : m_sides) {
    if (side.isDrawn) {
      FrameContext context = contextOf(side);
      context.updates = nullptr;
      recordSide(side, context);
      mark(commands);
    }
  }
  if (m_timer) {
    m_timer->endFrame();
  }
  // After the sides: the output passes show their figures.
  for (Side& side : m_sides) {
    side.statistics.cpuSeconds = side.isDrawn ? secondsSince(begin) : 0.0;
    side.statistics.gpuSeconds = side.isDrawn ? side.gpuSeconds : std::nullopt;
    side.statistics.gpuSkinningSeconds = side.isDrawn ? side.gpuSkinningSeconds : std::nullopt;
  }
  updates.reset(m_device.rhi().nextResourceUpdateBatch());
  FrameContext output = contextOf(m_sides[0]);
  output.target = {target.renderPassDescriptor(), pixelSize, target.sampleCount()};
  if (auto prepared = prepareAll(m_outputPasses, output); !prepared) {
    return prepared;  // Recorded commands need all resources until the frame ends.
  }
  commands.resourceUpdate(updates.release());
  output.updates = nullptr;
  commands.beginPass(&target, Qt::black, {1.0f, 0});
  for (const auto& pass : m_outputPasses) {
    pass->record(output);
  }
  commands.endPass();
  return {};
}

void FrameRenderer::recordSide(Side& side, const FrameContext& context) {
  const auto recordStage = [&](PassStage stage) {
    for (const auto& pass : side.passes) {
      if (pass->stage() == stage) {
        pass->record(context);
      }
    }
  };
  recordStage(PassStage::Before);
  context.commands->beginPass(side.target->target.get(), Qt::transparent, {1.0f, 0});
  recordStage(PassStage::Scene);
  context.commands->endPass();
}

void FrameRenderer::prepareTimer(const Scene& scene) {
  const ViewOptions& view = scene.view;
  if (!m_timing && !view.hud) {
    m_timer.reset();
    m_timingProblem.clear();
  } else if (!m_timer && m_timingProblem.empty()) {
    auto timer = GpuTimer::create(m_device);
    if (timer) {
      m_timer = std::move(*timer);
    } else {
      m_timingProblem = timer.error().message;
    }
  }
  // Times of other paths do not apply to these.
  const DrawPath paths[] = {view.mode == ViewMode::Heat ? DrawPath::Compute : view.path, view.comparedPath};
  const bool same =
      m_sides[0].path == paths[0] && m_sides[1].path == paths[1] && m_sides[1].isDrawn == (view.isComparing());
  for (std::size_t i = 0; i < m_sides.size() && (!same || !m_timer); ++i) {
    m_sides[i].path = paths[i];
    m_sides[i].gpuSeconds.reset();
    m_sides[i].gpuSkinningSeconds.reset();
  }
  if (!same && m_timer) {
    m_timer->forget();
  }
}

void FrameRenderer::mark(QRhiCommandBuffer& commands) {
  if (m_timer) {
    m_timer->mark(commands);
  }
}

void FrameRenderer::collectTimes(bool wait) {
  while (m_timer) {
    const auto spans = m_timer->takeOldest(wait);
    if (!spans) {
      return;
    }
    // Skinning and posing first, then a span for each side.
    for (std::size_t i = 0; i < m_sides.size() && i + 2 < spans->size(); ++i) {
      Side& side = m_sides[i];
      const bool both = side.path == DrawPath::Hybrid;
      side.gpuSkinningSeconds = (both || side.path == DrawPath::Compute ? spans->front() : 0.0) +
                                (both || side.path == DrawPath::Texture ? (*spans)[1] : 0.0);
      side.gpuSeconds = (*spans)[i + 2] + *side.gpuSkinningSeconds;
      side.statistics.gpuSeconds = side.gpuSeconds;
      side.statistics.gpuSkinningSeconds = side.gpuSkinningSeconds;
    }
  }
}

std::vector<Issue> FrameRenderer::issues() const {
  std::vector<Issue> all = m_pack ? m_pack->materials().issues() : std::vector<Issue>();
  all.insert(all.end(), m_impostorIssues.begin(), m_impostorIssues.end());
  return all;
}

std::uint64_t FrameRenderer::gpuBytes() const {
  std::uint64_t bytes = 0;
  if (m_pack) {
    bytes += m_pack->textureBytes() + m_pack->meshBytes() + m_pack->materials().imageBytes();
  }
  bytes += m_skinned.bytes();
  bytes += m_impostors ? m_impostors->bytes() : 0;
  for (const Posed& posed : m_posed) {
    bytes += posed.poses ? posed.poses->bytes() : 0;
  }
  bytes += m_tessellation ? m_tessellation->bytes() : 0;
  return m_crowd ? bytes + m_crowd->bytes() : bytes;
}

void FrameRenderer::release() {
  for (Side& side : m_sides) {
    side.release();
  }
  for (const auto& pass : m_outputPasses) {
    pass->release();
  }
  m_timer.reset();
  m_posed = {};
  m_skinned.release();
  m_attachments.reset();
  m_impostors.reset();
  m_impostorsOfPixels = 0.0f;
  m_tessellation.reset();
  m_crowd.reset();
  m_pack.reset();
  m_heatLimitOf = {};
}

}  // namespace texeleton::viewport
