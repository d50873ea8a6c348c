#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "viewport/passes/crowd_input.h"
#include "viewport/passes/pass.h"

namespace texeleton::viewport {

class ImpostorRecords;

/// The far ones of a crowd by pictures of them: a rectangle each, those that chooseDraws gave the level kImpostorLevel;
/// all in one draw where there are ImpostorRecords, which have found what each pixel shows, else one for each visible
/// run of instances. Shadows come from the mesh.
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
  std::pair<quint64, quint64> m_drawsFrom;  ///< The atlas, and the samples (0: none), that the pipeline is made for.
};

}  // namespace texeleton::viewport
