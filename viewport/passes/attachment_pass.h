#pragma once

#include "viewport/passes/attachment_draws.h"

namespace texeleton {

/// What hangs on the instances, in the picture.
class AttachmentPass : public Pass {
 public:
  explicit AttachmentPass(AttachmentDraws::Kind kind) : m_draws(kind) {}

  PassStage stage() const override { return PassStage::Scene; }
  Result<void> prepare(const FrameContext& context) override {
    return m_draws.prepare(context, context.target.descriptor, context.target.sampleCount);
  }
  void record(const FrameContext& context) override {
    m_draws.record(context, context.crowdDraws, context.target.pixelSize);
  }
  void release() override { m_draws.release(); }

 private:
  AttachmentDraws m_draws;
};

}  // namespace texeleton
