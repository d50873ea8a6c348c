#pragma once

#include <QSize>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "viewport/rhi/qrhi.h"

namespace texeleton::viewport {

/// Shader stages to which bindings are visible.
inline constexpr auto kVertexStage = QRhiShaderResourceBinding::VertexStage;
inline constexpr auto kFragmentStage = QRhiShaderResourceBinding::FragmentStage;
inline constexpr auto kComputeStage = QRhiShaderResourceBinding::ComputeStage;

/// Maximum work groups along one side of a dispatch. Every graphics interface supports 65,535.
inline constexpr std::uint32_t kGroupsAside = 32768;

/// The resources of a shader, in any order.
using BindingList = std::vector<QRhiShaderResourceBinding>;

/// Binds all resources of the lists. Null if the GPU has no memory left, which makePipeline() reports.
std::unique_ptr<QRhiShaderResourceBindings> makeBindings(QRhi& rhi, std::initializer_list<BindingList> lists);

/// QRhi's ids of resources; 0 for null. Unlike addresses, ids are never reused.
std::vector<quint64> idsOf(std::initializer_list<const QRhiResource*> resources);

QRhiVertexInputLayout vertexInputs(const std::vector<QRhiVertexInputBinding>& bindings,
                                   const std::vector<QRhiVertexInputAttribute>& attributes);

/// Blending over the picture: by alpha, or of colours that are multiplied by it.
inline constexpr QRhiGraphicsPipeline::TargetBlend kBlendByAlpha{.enable = true,
                                                                 .srcColor = QRhiGraphicsPipeline::SrcAlpha};
inline constexpr QRhiGraphicsPipeline::TargetBlend kBlendPremultiplied{.enable = true};

/// The target of a pass.
struct PassTarget {
  QRhiRenderPassDescriptor* descriptor = nullptr;
  QSize pixelSize = {};
  int sampleCount = 1;
};

/// Settings of a graphics pipeline.
struct PipelineSettings {
  std::vector<std::string> shaders = {};  ///< Names in shaders/shaders.cmake, one for each stage.
  QRhiVertexInputLayout inputs = {};
  QRhiShaderResourceBindings* bindings = nullptr;  ///< Draws use these or others of the same layout.
  PassTarget target = {};
  QRhiGraphicsPipeline::Topology topology = QRhiGraphicsPipeline::Triangles;
  QRhiGraphicsPipeline::PolygonMode polygons = QRhiGraphicsPipeline::Fill;
  QRhiGraphicsPipeline::CullMode cull = QRhiGraphicsPipeline::None;
  QRhiGraphicsPipeline::FrontFace front = QRhiGraphicsPipeline::CCW;
  bool depthTest = false;
  bool depthWrite = false;
  QRhiGraphicsPipeline::CompareOp depthOp = QRhiGraphicsPipeline::LessOrEqual;
  int depthBias = 0;
  float slopeBias = 0.0f;
  std::optional<QRhiGraphicsPipeline::StencilOpState> stencil = {};  ///< Both sides; with a reference value.
  std::vector<QRhiGraphicsPipeline::TargetBlend> blends = {
      QRhiGraphicsPipeline::TargetBlend()};  ///< One for each colour of the target.
  const char* refusal = nullptr;  ///< The error if the driver refuses the shaders, as said(); null: names the last one.
};

/// Makes a pipeline; null after an error. Errors: NotFound (a shader is missing: a fault of the build), Unsupported
/// (the driver refuses the shaders), Limit (no memory for the bindings).
Result<void> makePipeline(QRhi& rhi, std::unique_ptr<QRhiGraphicsPipeline>& pipeline, const PipelineSettings& settings);

/// A compute shader with its resources.
class ComputeShader {
 public:
  /// Loads the shader and binds its resources unless both are the same as before. `resources`: idsOf() of the resources
  /// in `bindings`. Errors: those of makePipeline().
  Result<void> prepare(QRhi& rhi, const std::string& shader, const std::vector<quint64>& resources,
                       const BindingList& bindings, const char* refusal);
  /// Records a dispatch. No pass may be open.
  void record(QRhiCommandBuffer& commands, std::uint32_t groupsAside, std::uint32_t groupsBelow) const;

 private:
  std::string m_shader;
  std::vector<quint64> m_resources;
  std::unique_ptr<QRhiShaderResourceBindings> m_bindings;
  std::unique_ptr<QRhiComputePipeline> m_pipeline;
};

}  // namespace texeleton::viewport
