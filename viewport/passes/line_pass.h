#pragma once

#include "viewport/passes/line_draws.h"

namespace texeleton::viewport {

/// Draws the lines of a scene, its normals, tangents and capsules; parts behind surfaces are faint.
class LinePass : public Pass {
 public:
  PassStage stage() const override { return PassStage::Scene; }
  Result<void> prepare(const FrameContext& context) override;
  void record(const FrameContext& context) override { m_draws.record(context); }
  void release() override { m_draws.release(); }

 private:
  LineDraws m_draws;
};

}  // namespace texeleton::viewport
