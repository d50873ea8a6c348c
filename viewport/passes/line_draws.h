#pragma once

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <memory>
#include <vector>

#include "viewport/passes/pass.h"

namespace texeleton::viewport {

/// A line (shaders/line.vert) or a bone (shaders/bone.vert), in world space.
struct DrawnLine {
  glm::vec3 from{0.0f};
  float radius = 1.0f;  ///< Lines: half the width, pixels. Bones: metres.
  glm::vec3 to{0.0f};
  std::uint32_t color = 0;  ///< packColor().
};
static_assert(sizeof(DrawnLine) == 32);

/// Draws lines or bones into the scene, in one draw for each kind.
class LineDraws {
 public:
  enum Kind : std::uint8_t {
    Behind,  ///< The parts behind surfaces, faint.
    Front,   ///< The parts in front of surfaces.
    OnTop,   ///< All.
  };
  struct Shape {
    const char* vertexShader = "line.vert";
    quint32 vertices = 6;
    QRhiGraphicsPipeline::CullMode cull = QRhiGraphicsPipeline::None;
    float faint = 0.25f;  ///< Opacity of Behind.
    const char* refusal = said("the GPU's driver refuses the shaders of lines");
  };
  LineDraws() = default;
  explicit LineDraws(const Shape& shape) : m_shape(shape) {}

  /// Sets the frame's lines and the kinds to draw, in drawing order.
  Result<void> prepare(const FrameContext& context, const std::vector<DrawnLine>& lines, std::vector<Kind> kinds);
  void record(const FrameContext& context) const;
  void release();

 private:
  Result<void> createBindings(const FrameContext& context);
  Result<void> createPipeline(const FrameContext& context, Kind kind);

  Shape m_shape;
  std::unique_ptr<QRhiBuffer> m_lines;
  std::uint32_t m_count = 0;
  std::vector<Kind> m_kinds;
  std::unique_ptr<QRhiBuffer> m_block;  ///< Two vec4: faint, full.
  quint32 m_stride = 0;
  std::unique_ptr<QRhiShaderResourceBindings> m_bindings;
  std::array<std::unique_ptr<QRhiGraphicsPipeline>, 3> m_pipelines;  ///< By Kind, made on demand.
  PassInputs m_inputs;
};

}  // namespace texeleton::viewport
