#pragma once

#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "viewport/passes/crowd_input.h"
#include "viewport/passes/pass.h"

namespace texeleton::viewport {

/// Draws a crowd by its animation texture: one instanced draw per material and visible run of instances, whatever their
/// number. Skinned characters take one draw each.
class CrowdPass : public Pass {
 public:
  enum class Layer {
    Opaque,   ///< Includes alpha-tested materials.
    Blended,  ///< Transparent materials, drawn last, without depth writes.
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
    QRhiGraphicsPipeline* edges = nullptr;  ///< Null: no edges are drawn over it.
  };
  /// The fill mode of triangles.
  enum class Fill : std::uint8_t { Surface, Wireframe, EdgesOver };
  using PipelineKey =
      std::tuple<CrowdPart, bool, bool, Fill, bool>;  ///< shadersOf(), double-sided, solid, …, per vertex.
  Result<QRhiGraphicsPipeline*> pipelineFor(const FrameContext& context, CrowdPart part,
                                            const GpuMaterials::Drawn& material, Fill fill);
  void count(const FrameContext& context) const;

  Layer m_layer;
  SurfaceResources m_resources;
  std::map<PipelineKey, std::unique_ptr<QRhiGraphicsPipeline>> m_pipelines;
  std::vector<Draw> m_draws;
  PassInputs m_inputs;  ///< The inputs for which the above were made.
};

}  // namespace texeleton::viewport
