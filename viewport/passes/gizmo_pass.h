#pragma once

#include <cstdint>
#include <memory>

#include "viewport/passes/pass.h"

namespace texeleton::viewport {

/// Draws the scene's gizmo over everything, at a constant screen size, antialiased by a border one pixel wide.
class GizmoPass : public Pass {
 public:
  PassStage stage() const override { return PassStage::Output; }
  Result<void> prepare(const FrameContext& context) override;
  void record(const FrameContext& context) override;
  void release() override;

 private:
  Result<void> createPipeline(const FrameContext& context);

  std::unique_ptr<QRhiBuffer> m_vertices;
  std::unique_ptr<QRhiShaderResourceBindings> m_bindings;
  std::unique_ptr<QRhiGraphicsPipeline> m_pipeline;
  PassInputs m_inputs;
  std::uint32_t m_count = 0;
};

}  // namespace texeleton::viewport
