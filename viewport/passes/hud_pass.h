#pragma once

#include <array>
#include <chrono>
#include <memory>
#include <string>

#include "viewport/overlay/panel.h"
#include "viewport/passes/pass.h"

namespace texeleton::viewport {

/// Draws text over the finished picture: statistics (upper left), names of the compared paths (top), the legend of the
/// heat map (lower right), the event log and a note (lower left). A panel is painted and uploaded only when its text
/// has changed.
class HudPass : public Pass {
 public:
  PassStage stage() const override { return PassStage::Output; }
  Result<void> prepare(const FrameContext& context) override;
  void record(const FrameContext& context) override;
  void release() override;

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
  Result<void> showLines(const FrameContext& context, Corner corner, const std::vector<PanelLine>& lines);
  template <class Paint>
  Result<void> show(const FrameContext& context, Corner corner, std::string key, Paint&& paint);
  Result<void> upload(const FrameContext& context, Panel& panel, const QImage& image);
  void place(const FrameContext& context, Corner corner, Panel& panel);
  std::vector<PanelLine> statisticsOf(const FrameContext& context);

  std::array<Panel, 5> m_panels;  ///< By Corner.
  std::unique_ptr<QRhiSampler> m_sampler;
  std::unique_ptr<QRhiGraphicsPipeline> m_pipeline;
  PassInputs m_inputs;
  std::vector<PanelLine> m_statistics;  ///< As last shown.
  std::chrono::steady_clock::time_point m_statisticsSince;
};

}  // namespace texeleton::viewport
