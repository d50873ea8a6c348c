#pragma once

#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "viewport/passes/crowd_input.h"
#include "viewport/passes/pass.h"

namespace texeleton {

/// A crowd by its animation texture: one instanced draw per material, however many instances there are.
class CrowdPass : public Pass {
 public:
  enum class Layer {
    Opaque,   ///< Also what is cut out by its alpha.
    Blended,  ///< What is seen through; after everything else, without writing depth.
  };
  explicit CrowdPass(Layer layer) : m_layer(layer) {}
  Layer layer() const { return m_layer; }

  PassStage stage() const override { return PassStage::Scene; }
  Result<void> prepare(const FrameContext& context) override;
  void record(const FrameContext& context) override;
  void release() override;

 private:
  struct Draw {
    std::uint32_t material = 0;
    std::uint32_t firstIndex = 0;
    std::uint32_t indexCount = 0;
    QRhiGraphicsPipeline* pipeline = nullptr;
  };
  Result<QRhiGraphicsPipeline*> pipelineFor(const FrameContext& context, bool doubleSided);
  void bindMaterials(const FrameContext& context);

  Layer m_layer;
  std::vector<std::unique_ptr<QRhiShaderResourceBindings>> m_bindings;                 ///< Per material.
  std::map<std::pair<bool, bool>, std::unique_ptr<QRhiGraphicsPipeline>> m_pipelines;  ///< Double-sided, wireframe.
  std::vector<Draw> m_draws;
  CrowdInputs m_inputs;  ///< What the above were made for.
};

}  // namespace texeleton
