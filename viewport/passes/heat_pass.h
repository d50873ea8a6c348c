#pragma once

#include <array>
#include <memory>

#include "viewport/passes/crowd_input.h"

namespace texeleton::viewport {

/// Draws the heat map: the crowd by its animation texture, coloured by each vertex's distance from compute skinning
/// and the residual of its piece.
/// One draw for each character and material, because every character is skinned separately.
class HeatPass : public Pass {
 public:
  PassStage stage() const override { return PassStage::Scene; }
  Result<void> prepare(const FrameContext& context) override;
  void record(const FrameContext& context) override;
  void release() override;

  /// Vertex input: the pack's kind, and the skinned position.
  static QRhiVertexInputLayout inputLayout(VertexKind kind);

 private:
  Result<void> createPipelines(const FrameContext& context);
  static bool isWanted(const FrameContext& context);

  MaterialResources m_resources;
  std::array<std::unique_ptr<QRhiGraphicsPipeline>, 2> m_pipelines;  ///< One-sided, double-sided.
  PassInputs m_inputs;
};

}  // namespace texeleton::viewport
