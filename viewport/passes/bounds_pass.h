#pragma once

#include <cstdint>

#include "viewport/passes/line_draws.h"

namespace texeleton::viewport {

/// Draws the bounds of each instance over its clip as lines: of the selected instances, else of the first
/// kMostInstances.
class BoundsPass : public Pass {
 public:
  static constexpr std::uint32_t kMostInstances = 256;

  PassStage stage() const override { return PassStage::Scene; }
  Result<void> prepare(const FrameContext& context) override;
  void record(const FrameContext& context) override { m_draws.record(context); }
  void release() override { m_draws.release(); }

 private:
  LineDraws m_draws;
};

}  // namespace texeleton::viewport
