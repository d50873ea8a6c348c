#include "viewport/frame_renderer.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "viewport/measure/gpu_timer.h"
#include "viewport/passes/crowd_pass.h"
#include "viewport/passes/frame_uniforms.h"
#include "viewport/passes/screen_pass.h"
#include "viewport/passes/shadow_pass.h"

namespace texeleton {

namespace {

constexpr std::size_t kSpans = 4;  // As in GpuTimes.

// An update batch goes back to its pool unless it was handed on.
struct ReleaseBatch {
  void operator()(QRhiResourceUpdateBatch* batch) const { batch->release(); }
};
using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

using Batch = std::unique_ptr<QRhiResourceUpdateBatch, ReleaseBatch>;

}  // namespace

/// Where the scene is drawn: linear light, multisampled where the GPU can, resolved to one sample a pixel.
struct FrameRenderer::SceneTarget {
  QSize pixelSize;
  std::unique_ptr<QRhiRenderBuffer> samples;  ///< Null without multisampling.
  std::unique_ptr<QRhiTexture> picture;
  std::unique_ptr<QRhiRenderBuffer> depth;
  std::unique_ptr<QRhiRenderPassDescriptor> descriptor;
  std::unique_ptr<QRhiTextureRenderTarget> target;

  bool create(GpuDevice& device, const QSize& size);
};

bool FrameRenderer::SceneTarget::create(GpuDevice& device, const QSize& size) {
  QRhi& rhi = device.rhi();
  const int sampleCount = device.sampleCount();
  pixelSize = size;
  picture.reset(rhi.newTexture(QRhiTexture::RGBA16F, size, 1, QRhiTexture::RenderTarget));
  depth.reset(rhi.newRenderBuffer(QRhiRenderBuffer::DepthStencil, size, sampleCount));
  QRhiColorAttachment color(picture.get());
  if (sampleCount > 1) {
    // Not a texture: QRhi 6.4 cannot attach multisampled ones of this format on OpenGL.
    samples.reset(rhi.newRenderBuffer(QRhiRenderBuffer::Color, size, sampleCount, {}, QRhiTexture::RGBA16F));
    if (!samples->create()) {
      return false;
    }
    color = QRhiColorAttachment(samples.get());
    color.setResolveTexture(picture.get());
  }
  if (!picture->create() || !depth->create()) {
    return false;
  }
  target.reset(rhi.newTextureRenderTarget(QRhiTextureRenderTargetDescription(color, depth.get())));
  descriptor.reset(target->newCompatibleRenderPassDescriptor());
  target->setRenderPassDescriptor(descriptor.get());
  return target->create();
}

FrameRenderer::FrameRenderer(GpuDevice& device) : m_device(device) {
  auto shadow = std::make_unique<ShadowPass>();
  m_shadow = shadow.get();
  m_passes.push_back(std::move(shadow));
  m_passes.push_back(std::make_unique<BackgroundPass>());
  m_passes.push_back(std::make_unique<CrowdPass>(CrowdPass::Layer::Opaque));
  m_passes.push_back(std::make_unique<GridPass>());
  m_passes.push_back(std::make_unique<CrowdPass>(CrowdPass::Layer::Blended));
  m_passes.push_back(std::make_unique<OutputPass>());
}

FrameRenderer::~FrameRenderer() { release(); }

void FrameRenderer::addPass(std::unique_ptr<Pass> pass) {
  const auto isAfter = [&](const std::unique_ptr<Pass>& other) {
    const auto* crowd = dynamic_cast<const CrowdPass*>(other.get());
    const bool blended = crowd != nullptr && crowd->layer() == CrowdPass::Layer::Blended;
    return other->stage() > pass->stage() || (other->stage() == pass->stage() && blended);
  };
  m_passes.insert(std::find_if(m_passes.begin(), m_passes.end(), isAfter), std::move(pass));
}

Result<void> FrameRenderer::prepareScene(const Scene& scene, QRhiResourceUpdateBatch& updates) {
  if (!scene.animation) {
    return fail(ErrorCode::InvalidArgument, "there is no animation to draw");
  }
  if (!m_pack || m_pack->animation() != scene.animation || m_pack->precision() != scene.view.vertices) {
    m_pack.reset();
    auto pack = GpuPack::create(m_device, scene.animation, scene.view.vertices);
    if (!pack) {
      return fail(std::move(pack.error()));
    }
    m_pack = std::move(*pack);
    m_pack->upload(updates);
  }
  if (!m_crowd) {
    m_crowd = std::make_unique<GpuCrowd>(m_device);
  }
  if (auto updated = m_crowd->update(scene.crowd, *m_pack, scene.view.interpolate, updates); !updated) {
    return updated;
  }
  return {};
}

void FrameRenderer::chooseDraws(const Scene& scene, const QSize& pixelSize) {
  const auto begin = Clock::now();
  const ViewOptions& view = scene.view;
  const float aspect = static_cast<float>(pixelSize.width()) / static_cast<float>(std::max(pixelSize.height(), 1));
  std::optional<LevelChoice> levels;
  if (view.levels && m_pack->levels().size() > 1) {
    levels.emplace(scene.camera, pixelSize.height(), view.levelPixels, levelErrors(*scene.animation));
  }
  const auto runsOf = [&](const glm::mat4& matrix) {
    const Frustum frustum(matrix);
    return visibleRuns(scene.crowd, view.culling ? &frustum : nullptr, levels ? &*levels : nullptr);
  };
  m_cameraRuns = runsOf(cameraMatrix(scene, aspect));
  m_lightRuns.clear();
  if (view.hasShadow()) {
    m_lightRuns = runsOf(lightMatrix(scene));
  }
  m_skinned.clear();
  if (view.path != DrawPath::Texture) {
    const bool hybrid = view.path == DrawPath::Hybrid;
    m_skinned = instancesOf(scene.crowd, m_cameraRuns, m_lightRuns, scene.camera.position(),
                            hybrid ? view.hybridRange(scene.animation->sizeMetres).farMetres : 0.0f);
  }
  m_statistics.cullingSeconds = secondsSince(begin);
}

Result<void> FrameRenderer::prepareSkin(const Scene& scene, QRhiResourceUpdateBatch& updates) {
  if (scene.view.path == DrawPath::Texture) {
    m_skin.reset();
    m_poser.reset();
    return {};
  }
  if (!scene.skeleton || scene.skeleton->animation() != scene.animation) {
    return fail(ErrorCode::InvalidArgument, "skinning needs the model that the pack was baked from");
  }
  const GpuSkin::By by = scene.view.path == DrawPath::Cpu ? GpuSkin::By::Cpu : GpuSkin::By::Compute;
  if (!m_skin || m_skin->skeleton() != scene.skeleton || m_skin->by() != by) {
    auto skin = GpuSkin::create(m_device, scene.skeleton, by);
    if (!skin) {
      return fail(std::move(skin.error()));
    }
    m_skin = std::move(*skin);
    m_poser = std::make_unique<CrowdPoser>(scene.skeleton);
  }
  const auto begin = Clock::now();
  m_poser->pose(scene.crowd, m_skinned, m_palettes);
  m_statistics.animationSeconds = secondsSince(begin);
  const auto posed = Clock::now();
  auto updated = m_skin->update(m_palettes, updates);
  m_statistics.skinningSeconds = secondsSince(posed);
  return updated;
}

Result<void> FrameRenderer::prepareTarget(const QSize& pixelSize) {
  if (!m_frameBlock) {
    m_frameBlock.reset(m_device.rhi().newBuffer(QRhiBuffer::Dynamic, QRhiBuffer::UniformBuffer, sizeof(FrameUniforms)));
    if (!m_frameBlock->create()) {
      m_frameBlock.reset();
      return fail(ErrorCode::Limit, "the GPU has no memory left");
    }
  }
  if (!m_target || m_target->pixelSize != pixelSize) {
    auto target = std::make_unique<SceneTarget>();
    if (!target->create(m_device, pixelSize)) {
      m_target.reset();
      return fail(ErrorCode::Limit, "the GPU has no room for a picture of " + std::to_string(pixelSize.width()) +
                                        " x " + std::to_string(pixelSize.height()) + " pixels");
    }
    m_target = std::move(target);
  }
  return {};
}

Result<void> FrameRenderer::render(const Scene& scene, QRhiCommandBuffer& commands, QRhiRenderTarget& target) {
  const auto begin = Clock::now();
  m_statistics = {};
  collectTimes();
  Batch updates(m_device.rhi().nextResourceUpdateBatch());
  // What was not uploaded must not be taken for current.
  const auto failed = [this](Error error) {
    m_pack.reset();
    m_crowd.reset();
    m_skin.reset();
    return fail(std::move(error));
  };
  if (auto prepared = prepareScene(scene, *updates); !prepared) {
    return failed(std::move(prepared.error()));
  }
  const QSize pixelSize = target.pixelSize();
  chooseDraws(scene, pixelSize);
  if (auto prepared = prepareSkin(scene, *updates); !prepared) {
    return failed(std::move(prepared.error()));
  }
  if (auto prepared = prepareTarget(pixelSize); !prepared) {
    return failed(std::move(prepared.error()));
  }
  if (auto prepared = m_shadow->prepareMap(m_device, scene.view.hasShadow()); !prepared) {
    return failed(std::move(prepared.error()));
  }
  const FrameUniforms uniforms = frameUniforms(scene, m_device.rhi(), pixelSize);
  updates->updateDynamicBuffer(m_frameBlock.get(), 0, sizeof(uniforms), &uniforms);

  const bool byTexture = scene.view.path == DrawPath::Texture || scene.view.path == DrawPath::Hybrid;
  FrameContext context{.device = m_device,
                       .scene = scene,
                       .pack = *m_pack,
                       .crowd = *m_crowd,
                       .skin = m_skin.get(),
                       .crowdDraws = {m_cameraRuns, m_skinned, byTexture},
                       .shadowDraws = {m_lightRuns, m_skinned, byTexture},
                       .frameBlock = m_frameBlock.get(),
                       .linearPicture = m_target->picture.get(),
                       .shadowMap = m_shadow->map(),
                       .shadowSampler = m_shadow->sampler(),
                       .commands = &commands,
                       .updates = updates.get(),
                       .target = {},
                       .statistics = m_statistics};
  const PassTarget sceneTarget{m_target->descriptor.get(), pixelSize, m_device.sampleCount()};
  const PassTarget outputTarget{target.renderPassDescriptor(), pixelSize, target.sampleCount()};
  for (const auto& pass : m_passes) {
    context.target = pass->stage() == PassStage::Output ? outputTarget : sceneTarget;
    if (auto prepared = pass->prepare(context); !prepared) {
      return failed(std::move(prepared.error()));
    }
  }
  commands.resourceUpdate(updates.release());
  context.updates = nullptr;

  const auto recordStage = [&](PassStage stage, const PassTarget& to) {
    context.target = to;
    for (const auto& pass : m_passes) {
      if (pass->stage() == stage) {
        pass->record(context);
      }
    }
  };
  mark(commands);
  if (m_skin) {
    m_skin->record(commands);
  }
  mark(commands);
  recordStage(PassStage::Before, sceneTarget);
  mark(commands);
  commands.beginPass(m_target->target.get(), Qt::black, {1.0f, 0});
  recordStage(PassStage::Scene, sceneTarget);
  commands.endPass();
  mark(commands);
  commands.beginPass(&target, Qt::black, {1.0f, 0});
  recordStage(PassStage::Output, outputTarget);
  commands.endPass();
  mark(commands);
  if (m_timer) {
    m_timer->endFrame();
  }
  m_statistics.recordSeconds = secondsSince(begin);
  return {};
}

void FrameRenderer::setTiming(bool timing) {
  m_gpuTimes = {};
  m_timingProblem.clear();
  if (!timing) {
    m_timer.reset();
  } else if (!m_timer) {
    auto timer = GpuTimer::create(m_device);
    if (timer) {
      m_timer = std::move(*timer);
    } else {
      m_timingProblem = timer.error().message;
    }
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
    if (spans->size() == kSpans) {
      m_gpuTimes = {(*spans)[0], (*spans)[1], (*spans)[2], (*spans)[3]};
    }
  }
}

std::optional<double> GpuTimes::sum() const {
  if (!skinning || !shadow || !scene || !output) {
    return std::nullopt;
  }
  return *skinning + *shadow + *scene + *output;
}

std::vector<Issue> FrameRenderer::issues() const {
  return m_pack ? m_pack->materials().issues() : std::vector<Issue>();
}

std::uint64_t FrameRenderer::gpuBytes() const {
  std::uint64_t bytes = 0;
  if (m_pack) {
    bytes += m_pack->textureBytes() + m_pack->meshBytes() + m_pack->materials().imageBytes();
  }
  bytes += m_skin ? m_skin->bytes() : 0;
  return m_crowd ? bytes + m_crowd->bytes() : bytes;
}

void FrameRenderer::release() {
  for (const auto& pass : m_passes) {
    pass->release();
  }
  m_timer.reset();
  m_target.reset();
  m_frameBlock.reset();
  m_skin.reset();
  m_crowd.reset();
  m_pack.reset();
}

}  // namespace texeleton
