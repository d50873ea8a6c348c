#pragma once

#include <array>
#include <chrono>
#include <memory>
#include <string>

#include "viewport/overlay/panel.h"
#include "viewport/passes/pass.h"

namespace texeleton::viewport {

/// Words over the finished picture: statistics in the upper left corner, the names of what is compared at the top, the
/// legend of the heat map in the lower right corner, the log of events and a note in the lower left one. A panel is
/// painted and sent to the GPU only when what it says has changed.
class HudPass : public Pass {
 public:
  PassStage stage() const override { return PassStage::Output; }
  Result<void> prepare(const FrameContext& context) override;
  void record(const FrameContext& context) override;
  void release() override;

 private:
  enum class Corner : std::uint8_t { TopLeft, TopLeftOfSplit, TopRightOfSplit, BottomLeft, BottomRight };
  struct Panel {
    std::string key;  ///< Its contents; empty: not shown.
    QSize size;       ///< Pixels.
    std::unique_ptr<QRhiTexture> texture;
    std::unique_ptr<QRhiBuffer> block;
    std::unique_ptr<QRhiShaderResourceBindings> bindings;
  };
  /// Shows `lines`; none: hides the panel.
  Result<void> showLines(const FrameContext& context, Corner corner, const std::vector<PanelLine>& lines);
  template <class Paint>
  Result<void> show(const FrameContext& context, Corner corner, std::string key, Paint&& paint);
  Result<void> upload(const FrameContext& context, Panel& panel, const QImage& image);
  void place(const FrameContext& context, Corner corner, Panel& panel);
  Result<void> preparePipeline(const FrameContext& context);
  std::vector<PanelLine> statisticsOf(const FrameContext& context);

  std::array<Panel, 5> m_panels;  ///< By Corner.
  std::unique_ptr<QRhiSampler> m_sampler;
  std::unique_ptr<QRhiGraphicsPipeline> m_pipeline;
  QVector<quint32> m_targetFormat;
  std::vector<PanelLine> m_statistics;  ///< As last shown.
  std::chrono::steady_clock::time_point m_statisticsSince;
};

}  // namespace texeleton::viewport
