#pragma once

#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "viewport/passes/crowd_input.h"
#include "viewport/passes/pass.h"

namespace texeleton::viewport {

/// A crowd by its animation texture: one instanced draw per material and visible run of instances, however many these
/// are. What is skinned is drawn one character after the other.
class CrowdPass : public Pass {
 public:
  enum class Layer {
    Opaque,   ///< Also what is cut out by its alpha.
    Blended,  ///< Transparent parts; after everything else, without writing depth.
  };
  explicit CrowdPass(Layer layer) : m_layer(layer) {}
  Layer layer() const { return m_layer; }

  PassStage stage() const override { return PassStage::Scene; }
  Result<void> prepare(const FrameContext& context) override;
  void record(const FrameContext& context) override;
  void release() override;

 private:
  struct Draw {
    GpuPack::Primitive primitive;
    std::uint32_t level = 0;
    CrowdPart part = CrowdPart::Texture;
    QRhiGraphicsPipeline* pipeline = nullptr;
    QRhiGraphicsPipeline* edges = nullptr;  ///< Null: none over it.
  };
  /// The fill mode of triangles.
  enum class Fill : std::uint8_t { Surface, Wireframe, EdgesOver };
  using PipelineKey =
      std::tuple<CrowdPart, bool, bool, Fill, bool>;  ///< shadersOf(), double-sided, solid, …, per vertex.
  Result<QRhiGraphicsPipeline*> pipelineFor(const FrameContext& context, CrowdPart part,
                                            const GpuMaterials::Drawn& material, Fill fill);
  Result<void> setStages(const FrameContext& context, CrowdPart part, Fill fill, bool solid,
                         QRhiGraphicsPipeline& pipeline) const;
  void count(const FrameContext& context) const;
  using Bindings = std::vector<std::unique_ptr<QRhiShaderResourceBindings>>;  ///< Per material.
  static Bindings bindMaterials(const FrameContext& context, bool posed);
  Bindings& bindingsOf(CrowdPart part) { return part == CrowdPart::Posed ? m_posedBindings : m_bindings; }

  Layer m_layer;
  Bindings m_bindings;
  Bindings m_posedBindings;
  quint64 m_posedBy = 0;  ///< The poses that those are bound to.
  std::map<PipelineKey, std::unique_ptr<QRhiGraphicsPipeline>> m_pipelines;
  std::vector<Draw> m_draws;
  CrowdInputs m_inputs;  ///< The inputs of the above.
};

}  // namespace texeleton::viewport
