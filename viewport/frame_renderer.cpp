#include "viewport/frame_renderer.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "viewport/passes/crowd_pass.h"
#include "viewport/passes/frame_uniforms.h"
#include "viewport/passes/screen_pass.h"
#include "viewport/passes/shadow_pass.h"

namespace texeleton {

namespace {

// An update batch goes back to its pool unless it was handed on.
struct ReleaseBatch {
  void operator()(QRhiResourceUpdateBatch* batch) const { batch->release(); }
};
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
  return prepareSkin(scene, updates);
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
  const GpuSkin::By by = scene.view.path == DrawPath::Compute ? GpuSkin::By::Compute : GpuSkin::By::Cpu;
  if (!m_skin || m_skin->skeleton() != scene.skeleton || m_skin->by() != by) {
    auto skin = GpuSkin::create(m_device, scene.skeleton, by);
    if (!skin) {
      return fail(std::move(skin.error()));
    }
    m_skin = std::move(*skin);
    m_poser = std::make_unique<CrowdPoser>(scene.skeleton);
  }
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  m_poser->pose(scene.crowd, static_cast<std::uint32_t>(scene.crowd.size()), m_palettes);
  const auto posed = Clock::now();
  auto updated = m_skin->update(m_palettes, updates);
  m_statistics.animationSeconds = std::chrono::duration<double>(posed - begin).count();
  m_statistics.skinningSeconds = std::chrono::duration<double>(Clock::now() - posed).count();
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
  m_statistics = {};
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
  if (auto prepared = prepareTarget(pixelSize); !prepared) {
    return failed(std::move(prepared.error()));
  }
  if (auto prepared = m_shadow->prepareMap(m_device, scene.view.hasShadow()); !prepared) {
    return failed(std::move(prepared.error()));
  }
  const FrameUniforms uniforms = frameUniforms(scene, m_device.rhi(), pixelSize);
  updates->updateDynamicBuffer(m_frameBlock.get(), 0, sizeof(uniforms), &uniforms);

  FrameContext context{.device = m_device,
                       .scene = scene,
                       .pack = *m_pack,
                       .crowd = *m_crowd,
                       .skin = m_skin.get(),
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
  if (m_skin) {
    m_skin->record(commands);
  }
  recordStage(PassStage::Before, sceneTarget);
  commands.beginPass(m_target->target.get(), Qt::black, {1.0f, 0});
  recordStage(PassStage::Scene, sceneTarget);
  commands.endPass();
  commands.beginPass(&target, Qt::black, {1.0f, 0});
  recordStage(PassStage::Output, outputTarget);
  commands.endPass();
  return {};
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
  m_target.reset();
  m_frameBlock.reset();
  m_skin.reset();
  m_crowd.reset();
  m_pack.reset();
}

}  // namespace texeleton
