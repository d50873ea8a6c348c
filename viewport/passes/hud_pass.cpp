#include "viewport/passes/passes.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <glm/glm.hpp>
#include <memory>
#include <string>
#include <utility>

#include "viewport/overlay/panel.h"
#include "viewport/rhi/buffers.h"

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

class HudPass : public Pass {
 public:
  PassStage stage() const override { return PassStage::Output; }

  Result<void> prepare(const FrameContext& context) override {
    const ViewOptions& view = context.scene.view;
    std::vector<PanelLine> left;
    std::vector<PanelLine> right;
    if (view.isComparing() && view.labels) {
      const bool overlay = view.comparison == Comparison::Overlay;
      left = {{worded(message(overlay ? "%1: orange" : "%1", message(pathName(view.path)))), ""}};
      right = {{worded(message(overlay ? "%1: blue" : "%1", message(pathName(view.comparedPath)))), ""}};
    }
    TRY(showLines(context, Corner::TopLeft, statisticsOf(context)));
    TRY(showLines(context, Corner::TopLeftOfSplit, left));
    TRY(showLines(context, Corner::TopRightOfSplit, right));
    const std::shared_ptr<CrowdEvents>& events = context.scene.events;
    std::vector<PanelLine> below = view.hud && events ? eventLines(*events, kLogLines) : std::vector<PanelLine>();
    if (!view.note.empty()) {
      below.push_back({view.note, ""});
    }
    TRY(showLines(context, Corner::BottomLeft, below));
    const bool heat = view.mode == ViewMode::Heat && view.labels;
    return show(context, Corner::BottomRight, heat ? std::to_string(context.heatLimitMillimetres) : "",
                [&] { return paintHeatLegend(context.heatLimitMillimetres, static_cast<double>(view.pixelRatio)); });
  }

  void record(const FrameContext& context) override {
    for (const Panel& panel : m_panels) {
      if (!panel.key.empty()) {
        setPipeline(context, *m_pipeline);
        context.commands->setShaderResources(panel.bindings.get());
        context.commands->draw(4);
      }
    }
  }

  void release() override {
    m_pipeline.reset();
    m_panels = {};
    m_sampler.reset();
    m_statistics.clear();
  }

 private:
  enum class Corner : std::uint8_t { TopLeft, TopLeftOfSplit, TopRightOfSplit, BottomLeft, BottomRight };
  struct Panel {
    std::string key;  ///< Its contents; empty: hidden.
    QSize size;       ///< Pixels.
    std::unique_ptr<QRhiTexture> texture;
    std::unique_ptr<QRhiBuffer> block;
    std::unique_ptr<QRhiShaderResourceBindings> bindings;
  };
  /// Shows `lines`; an empty list hides the panel.
  Result<void> showLines(const FrameContext& context, Corner corner, const std::vector<PanelLine>& lines) {
    return show(context, corner, keyOf(lines),
                [&] { return paintLines(lines, static_cast<double>(context.scene.view.pixelRatio)); });
  }

  template <class Paint>
  Result<void> show(const FrameContext& context, Corner corner, std::string key, Paint&& paint) {
    Panel& panel = m_panels[static_cast<std::size_t>(corner)];
    if (key.empty()) {
      panel.key.clear();
      return {};
    }
    key += std::to_string(context.scene.view.pixelRatio);
    if (PassInputs inputs = passInputs(context, {}); inputs != m_inputs) {
      release();
      m_inputs = std::move(inputs);
    }
    if (panel.key != key || !panel.bindings) {
      TRY(upload(context, panel, paint()));
      panel.key = std::move(key);
    }
    place(context, corner, panel);
    return {};
  }

  Result<void> upload(const FrameContext& context, Panel& panel, const QImage& image) {
    QRhi& rhi = context.device.rhi();
    if (!m_sampler) {
      m_sampler = makeTexelSampler(rhi);
    }
    if (!panel.texture || panel.size != image.size()) {
      panel.bindings.reset();
      panel.texture.reset(rhi.newTexture(QRhiTexture::RGBA8, image.size()));
      if (!m_sampler || !panel.texture->create()) {
        return fail(noGpuMemory());
      }
      TRY(makeUniforms(rhi, panel.block, sizeof(glm::vec4)));
      panel.size = image.size();
      panel.bindings = makeBindings(
          rhi, {{QRhiShaderResourceBinding::uniformBuffer(0, kVertexStage, panel.block.get()),
                 QRhiShaderResourceBinding::sampledTexture(1, kFragmentStage, panel.texture.get(), m_sampler.get())}});
    }
    context.updates->uploadTexture(panel.texture.get(), image);
    return m_pipeline ? Result<void>()
                      : makePipeline(rhi, m_pipeline,
                                     {.shaders = {"panel.vert", "panel.frag"},
                                      .bindings = panel.bindings.get(),
                                      .target = context.target,
                                      .topology = QRhiGraphicsPipeline::TriangleStrip,
                                      .blends = {kBlendPremultiplied},
                                      .refusal = said("the GPU's driver refuses the shaders of the HUD")});
  }

  void place(const FrameContext& context, Corner corner, Panel& panel) {
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

  std::vector<PanelLine> statisticsOf(const FrameContext& context) {
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

  std::array<Panel, 5> m_panels;  ///< By Corner.
  std::unique_ptr<QRhiSampler> m_sampler;
  std::unique_ptr<QRhiGraphicsPipeline> m_pipeline;
  PassInputs m_inputs;
  std::vector<PanelLine> m_statistics;  ///< As last shown.
  std::chrono::steady_clock::time_point m_statisticsSince;
};

}  // namespace

std::unique_ptr<Pass> makeHudPass() { return std::make_unique<HudPass>(); }

}  // namespace texeleton::viewport
