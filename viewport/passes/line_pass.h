#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "viewport/passes/pass.h"

namespace texeleton::viewport {

/// Draws the lines of a scene, its normals, tangents and capsules; parts behind surfaces are faint.
class LinePass : public Pass {
 public:
  PassStage stage() const override { return PassStage::Scene; }
  Result<void> prepare(const FrameContext& context) override;
  void record(const FrameContext& context) override;
  void release() override;

 private:
  enum Kind : std::uint8_t { Behind, Front };
  Result<void> createPipelines(const FrameContext& context);
  Result<void> upload(const FrameContext& context);

  std::vector<SceneLine> m_made;  ///< Normals, tangents and capsules, for the frame being made.
  std::unique_ptr<QRhiBuffer> m_lines;
  std::uint32_t m_capacity = 0;
  std::uint32_t m_count = 0;
  std::unique_ptr<QRhiBuffer> m_block;  ///< Two vec4: faint, full.
  RhiSize m_stride = 0;
  std::unique_ptr<QRhiShaderResourceBindings> m_bindings;
  std::array<std::unique_ptr<QRhiGraphicsPipeline>, 2> m_pipelines;  ///< By Kind.
  quint64 m_frameBlock = 0;
  QVector<quint32> m_targetFormat;
};

}  // namespace texeleton::viewport
