#pragma once

#include <map>
#include <memory>

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

  std::unique_ptr<QRhiBuffer> m_block;  ///< FlatColorUniforms.
  MaterialResources m_resources;
  std::map<CrowdPart, std::unique_ptr<QRhiGraphicsPipeline>> m_pipelines;
  PassInputs m_inputs;
};

}  // namespace texeleton::viewport
