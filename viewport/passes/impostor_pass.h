#pragma once

#include <memory>
#include <utility>
#include <vector>

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
  Result<void> finish(const FrameContext& context, const std::vector<QRhiShaderStage>& stages,
                      QRhiGraphicsPipeline::Topology topology, const QRhiVertexInputLayout& inputs);

  const ImpostorRecords& m_records;
  std::unique_ptr<QRhiShaderResourceBindings> m_bindings;
  std::unique_ptr<QRhiGraphicsPipeline> m_pipeline;
  CrowdInputs m_inputs;
  std::pair<quint64, quint64>
      m_drawsFrom;  ///< Ids of the atlas and the samples (0: none) for which the pipeline was made.
};

}  // namespace texeleton::viewport
