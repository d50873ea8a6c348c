#pragma once

#include <memory>
#include <vector>

#include "viewport/passes/crowd_input.h"
#include "viewport/passes/pass.h"

namespace texeleton {

/// The far ones of a crowd by pictures of them: a rectangle each, one draw for each visible run of instances that
/// chooseDraws gave the level kImpostorLevel. Shadows come from the mesh.
class ImpostorPass : public Pass {
 public:
  PassStage stage() const override { return PassStage::Scene; }
  Result<void> prepare(const FrameContext& context) override;
  void record(const FrameContext& context) override;
  void release() override;

 private:
  Result<void> createPipeline(const FrameContext& context);

  std::unique_ptr<QRhiShaderResourceBindings> m_bindings;
  std::unique_ptr<QRhiGraphicsPipeline> m_pipeline;
  CrowdInputs m_inputs;
  quint64 m_atlas = 0;
};

}  // namespace texeleton
