#include "viewport/passes/hud_pass.h"

#include <algorithm>
#include <glm/glm.hpp>
#include <utility>

#include "viewport/overlay/hud_lines.h"
#include "viewport/rhi/shader.h"

namespace texeleton::viewport {

namespace {

constexpr std::size_t kLogLines = 8;
constexpr double kInset = 10.0;  // Points from the edge of the picture.

const char* pathName(DrawPath path) {
  return path == DrawPath::Texture   ? said("Animation texture")
         : path == DrawPath::Compute ? said("Compute skinning")
                                     : said("CPU skinning");
}

std::string keyOf(const std::vector<PanelLine>& lines) {
  std::string key;
  for (const PanelLine& line : lines) {
    key += line.label + '\x1f' + line.value + '\n';
  }
  return key;
}

}  // namespace

std::vector<PanelLine> HudPass::statisticsOf(const FrameContext& context) {
  const ViewOptions& view = context.scene.view;
  if (!view.hud) {
    m_statistics.clear();
    return {};
  }
  const auto now = std::chrono::steady_clock::now();
  if (m_statistics.empty() ||
      std::chrono::duration<double>(now - m_statisticsSince).count() >= view.hudIntervalSeconds) {
    m_statistics = hudLines(context.statistics);
    m_statisticsSince = now;
  }
  return m_statistics;
}

Result<void> HudPass::prepare(const FrameContext& context) {
  const ViewOptions& view = context.scene.view;
  std::vector<PanelLine> left;
  std::vector<PanelLine> right;
  if (view.isComparing() && view.labels) {
    const bool overlay = view.comparison == Comparison::Overlay;
    left = {{worded(message(overlay ? "%1: orange" : "%1", message(pathName(view.path)))), ""}};
    right = {{worded(message(overlay ? "%1: blue" : "%1", message(pathName(view.comparedPath)))), ""}};
  }
  if (auto shown = showLines(context, Corner::TopLeft, statisticsOf(context)); !shown) {
    return shown;
  }
  if (auto shown = showLines(context, Corner::TopLeftOfSplit, left); !shown) {
    return shown;
  }
  if (auto shown = showLines(context, Corner::TopRightOfSplit, right); !shown) {
    return shown;
  }
  const std::shared_ptr<CrowdEvents>& events = context.scene.events;
  std::vector<PanelLine> below = view.hud && events ? eventLines(*events, kLogLines) : std::vector<PanelLine>();
  if (!view.note.empty()) {
    below.push_back({view.note, ""});
  }
  if (auto shown = showLines(context, Corner::BottomLeft, below); !shown) {
    return shown;
  }
  const bool heat = view.mode == ViewMode::Heat && view.labels;
  return show(context, Corner::BottomRight, heat ? std::to_string(context.heatLimitMillimetres) : "",
              [&] { return paintHeatLegend(context.heatLimitMillimetres, static_cast<double>(view.pixelRatio)); });
}

Result<void> HudPass::showLines(const FrameContext& context, Corner corner, const std::vector<PanelLine>& lines) {
  return show(context, corner, keyOf(lines),
              [&] { return paintLines(lines, static_cast<double>(context.scene.view.pixelRatio)); });
}

template <class Paint>
Result<void> HudPass::show(const FrameContext& context, Corner corner, std::string key, Paint&& paint) {
  Panel& panel = m_panels[static_cast<std::size_t>(corner)];
  if (key.empty()) {
    panel.key.clear();
    return {};
  }
  key += std::to_string(context.scene.view.pixelRatio);
  if (auto ready = preparePipeline(context); !ready) {
    return ready;
  }
  if (panel.key != key || !panel.bindings) {
    if (auto uploaded = upload(context, panel, paint()); !uploaded) {
      return uploaded;
    }
    panel.key = std::move(key);
  }
  place(context, corner, panel);
  return {};
}

Result<void> HudPass::preparePipeline(const FrameContext& context) {
  QRhi& rhi = context.device.rhi();
  const QVector<quint32> format = context.target.descriptor->serializedFormat();
  if (m_pipeline && m_targetFormat == format) {
    return {};
  }
  release();
  m_sampler.reset(rhi.newSampler(QRhiSampler::Nearest, QRhiSampler::Nearest, QRhiSampler::None,
                                 QRhiSampler::ClampToEdge, QRhiSampler::ClampToEdge));
  if (!m_sampler->create()) {
    return fail(ErrorCode::Limit, "the GPU has no memory left");
  }
  m_targetFormat = format;
  return {};
}

Result<void> HudPass::upload(const FrameContext& context, Panel& panel, const QImage& image) {
  QRhi& rhi = context.device.rhi();
  if (!panel.texture || panel.size != image.size()) {
    panel.bindings.reset();
    panel.texture.reset(rhi.newTexture(QRhiTexture::RGBA8, image.size()));
    panel.block.reset(rhi.newBuffer(QRhiBuffer::Dynamic, QRhiBuffer::UniformBuffer, sizeof(glm::vec4)));
    if (!panel.texture->create() || !panel.block->create()) {
      return fail(ErrorCode::Limit, "the GPU has no memory left");
    }
    panel.size = image.size();
    panel.bindings.reset(rhi.newShaderResourceBindings());
    panel.bindings->setBindings(
        {QRhiShaderResourceBinding::uniformBuffer(0, QRhiShaderResourceBinding::VertexStage, panel.block.get()),
         QRhiShaderResourceBinding::sampledTexture(1, QRhiShaderResourceBinding::FragmentStage, panel.texture.get(),
                                                   m_sampler.get())});
    panel.bindings->create();
  }
  context.updates->uploadTexture(panel.texture.get(), image);
  if (m_pipeline) {
    return {};
  }
  auto stages = loadStages("panel.vert", "panel.frag");
  TRY(stages);
  m_pipeline.reset(rhi.newGraphicsPipeline());
  m_pipeline->setShaderStages(stages->begin(), stages->end());
  m_pipeline->setTopology(QRhiGraphicsPipeline::TriangleStrip);
  m_pipeline->setShaderResourceBindings(panel.bindings.get());
  m_pipeline->setRenderPassDescriptor(context.target.descriptor);
  m_pipeline->setSampleCount(context.target.sampleCount);
  QRhiGraphicsPipeline::TargetBlend blend;  // Premultiplied.
  blend.enable = true;
  m_pipeline->setTargetBlends({blend});
  if (!m_pipeline->create()) {
    m_pipeline.reset();
    return fail(ErrorCode::Unsupported, "the GPU's driver refuses the shaders of the HUD");
  }
  return {};
}

void HudPass::place(const FrameContext& context, Corner corner, Panel& panel) {
  const ViewOptions& view = context.scene.view;
  const QSize target = context.target.pixelSize;
  const int inset = static_cast<int>(kInset * static_cast<double>(view.pixelRatio));
  const int split = view.comparison == Comparison::Split
                        ? static_cast<int>(view.splitAt * static_cast<float>(target.width()))
                        : target.width() / 2;
  const bool bottom = corner == Corner::BottomLeft || corner == Corner::BottomRight;
  int x = inset;
  if (corner == Corner::BottomRight) {
    x = target.width() - inset - panel.size.width();
  } else if (corner == Corner::TopLeftOfSplit) {
    x = split - inset - panel.size.width();
  } else if (corner == Corner::TopRightOfSplit) {
    x = split + inset;
  }
  const int y = bottom ? target.height() - inset - panel.size.height() : inset;
  const auto across = [&](int pixel) {
    return 2.0f * static_cast<float>(pixel) / static_cast<float>(target.width()) - 1.0f;
  };
  const float down = context.device.rhi().isYUpInNDC() ? -1.0f : 1.0f;
  const auto along = [&](int pixel) {
    return down * (2.0f * static_cast<float>(pixel) / static_cast<float>(target.height()) - 1.0f);
  };
  const glm::vec4 block(across(x), along(y), across(x + panel.size.width()), along(y + panel.size.height()));
  context.updates->updateDynamicBuffer(panel.block.get(), 0, sizeof(block), &block);
}

void HudPass::record(const FrameContext& context) {
  const QSize size = context.target.pixelSize;
  for (const Panel& panel : m_panels) {
    if (!panel.key.empty()) {
      context.commands->setGraphicsPipeline(m_pipeline.get());
      context.commands->setViewport({0.0f, 0.0f, static_cast<float>(size.width()), static_cast<float>(size.height())});
      context.commands->setShaderResources(panel.bindings.get());
      context.commands->draw(4);
    }
  }
}

void HudPass::release() {
  m_pipeline.reset();
  m_panels = {};
  m_sampler.reset();
  m_targetFormat.clear();
  m_statistics.clear();
}

}  // namespace texeleton::viewport
