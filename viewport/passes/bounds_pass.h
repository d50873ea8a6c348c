#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "viewport/passes/pass.h"

namespace texeleton::viewport {

/// Draws the bounds of each instance over its clip as lines: of the selected instances, else of the first
/// kMostInstances.
class BoundsPass : public Pass {
 public:
  static constexpr std::uint32_t kMostInstances = 256;

  PassStage stage() const override { return PassStage::Scene; }
  Result<void> prepare(const FrameContext& context) override;
  void record(const FrameContext& context) override;
  void release() override;

 private:
  Result<void> createPipeline(const FrameContext& context);

  std::unique_ptr<QRhiBuffer> m_lines;
  std::uint32_t m_capacity = 0;
  std::uint32_t m_count = 0;
  std::unique_ptr<QRhiShaderResourceBindings> m_bindings;
  std::unique_ptr<QRhiGraphicsPipeline> m_pipeline;
  quint64 m_frameBlock = 0;
  QVector<quint32> m_targetFormat;
};

}  // namespace texeleton::viewport
