#pragma once

#include <memory>

#include "viewport/passes/crowd_input.h"
#include "viewport/passes/pass.h"

namespace texeleton::viewport {

class ImpostorRecords;

/// Draws the far characters, to which chooseDraws gave the level kImpostorLevel, as impostors on rectangles: in one
/// draw from ImpostorRecords, which have resolved what each pixel shows, else in one draw for each visible run of
/// instances. Shadows use the mesh.
class ImpostorPass : public Pass {
 public:
  explicit ImpostorPass(const ImpostorRecords& records) : m_records(records) {}
  PassStage stage() const override { return PassStage::Scene; }
  Result<void> prepare(const FrameContext& context) override;
  void record(const FrameContext& context) override;
  void release() override;

 private:
  Result<void> createRectangles(const FrameContext& context);
  Result<void> createComposition(const FrameContext& context, QRhiBuffer* samples);
  Result<void> createPipeline(const FrameContext& context, PipelineSettings settings);

  const ImpostorRecords& m_records;
  std::unique_ptr<QRhiShaderResourceBindings> m_bindings;
  std::unique_ptr<QRhiGraphicsPipeline> m_pipeline;
  PassInputs m_inputs;  ///< With the atlas and the samples, if any.
};

}  // namespace texeleton::viewport
