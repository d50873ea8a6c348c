#pragma once

#include <array>
#include <memory>
#include <vector>

#include "viewport/passes/crowd_input.h"

namespace texeleton::viewport {

/// Draws triangle edges over the surfaces of the whole crowd, at the same levels of detail and by the same path,
/// multisampled like the surfaces.
class EdgesPass : public Pass {
 public:
  PassStage stage() const override { return PassStage::Scene; }
  Result<void> prepare(const FrameContext& context) override;
  void record(const FrameContext& context) override;
  void release() override;

 private:
  bool isWanted(const FrameContext& context) const;
  Result<void> createPipeline(const FrameContext& context, CrowdPart part);

  std::unique_ptr<QRhiBuffer> m_block;                                  ///< FlatColorUniforms.
  std::vector<std::unique_ptr<QRhiShaderResourceBindings>> m_bindings;  ///< Per material.
  std::array<std::unique_ptr<QRhiGraphicsPipeline>, 2> m_pipelines;     ///< By CrowdPart.
  CrowdInputs m_inputs;
};

}  // namespace texeleton::viewport
