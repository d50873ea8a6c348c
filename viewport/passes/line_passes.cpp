#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "viewport/passes/passes.h"
#include "viewport/rhi/buffers.h"
#include "viewport/scene/gpu/packing.h"
#include "viewport/scene/picking.h"
#include "viewport/scene/scene_lines.h"

namespace texeleton::viewport {

namespace {

/// Draws lines or bones into the scene, in one draw for each kind.
class LineDraws : public Pass {
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

  PassStage stage() const override { return PassStage::Scene; }

  void record(const FrameContext& context) override {
    if (m_count == 0) {
      return;
    }
    for (const Kind kind : m_kinds) {
      setPipeline(context, *m_pipelines[kind]);
      const QRhiCommandBuffer::DynamicOffset offset(2, kind == Behind ? 0u : m_stride);
      context.commands->setShaderResources(m_bindings.get(), 1, &offset);
      const QRhiCommandBuffer::VertexInput input(m_lines.get(), 0);
      context.commands->setVertexInput(0, 1, &input);
      context.commands->draw(m_shape.vertices, m_count);
    }
  }

  void release() override {
    m_pipelines = {};
    m_bindings.reset();
    m_block.reset();
    m_lines.reset();
    m_count = 0;
  }

 protected:
  /// Sets the frame's lines and the kinds to draw, in drawing order.
  Result<void> take(const FrameContext& context, const std::vector<DrawnLine>& lines, std::vector<Kind> kinds) {
    m_count = 0;
    if (lines.empty()) {
      return {};
    }
    if (PassInputs inputs = passInputs(context, {context.frameBlock}); !m_bindings || inputs != m_inputs) {
      LineDraws::release();
      TRY(createBindings(context));
      m_inputs = std::move(inputs);
    }
    for (const Kind kind : kinds) {
      if (!m_pipelines[kind]) {
        TRY(createPipeline(context, kind));
      }
    }
    TRY(uploadVertices(context.device.rhi(), *context.updates, m_lines, lines));
    m_count = static_cast<std::uint32_t>(lines.size());
    m_kinds = std::move(kinds);
    return {};
  }

 private:
  Result<void> createBindings(const FrameContext& context) {
    QRhi& rhi = context.device.rhi();
    m_stride = static_cast<quint32>(rhi.ubufAligned(sizeof(glm::vec4)));
    TRY(makeUniforms(rhi, m_block, std::uint64_t{m_stride} * 2));
    const glm::vec4 faint(m_shape.faint);
    const glm::vec4 full(1.0f);
    context.updates->updateDynamicBuffer(m_block.get(), 0, sizeof(faint), &faint);
    context.updates->updateDynamicBuffer(m_block.get(), static_cast<RhiSize>(m_stride), sizeof(full), &full);
    m_bindings = makeBindings(rhi, {{QRhiShaderResourceBinding::uniformBuffer(0, kVertexStage, context.frameBlock),
                                     QRhiShaderResourceBinding::uniformBufferWithDynamicOffset(
                                         2, kFragmentStage, m_block.get(), sizeof(glm::vec4))}});
    return {};
  }

  Result<void> createPipeline(const FrameContext& context, Kind kind) {
    using Attribute = QRhiVertexInputAttribute;
    return makePipeline(
        context.device.rhi(), m_pipelines[kind],
        {.shaders = {m_shape.vertexShader, "bone.frag"},
         .inputs =
             vertexInputs({{sizeof(DrawnLine), QRhiVertexInputBinding::PerInstance}},
                          {{0, 0, Attribute::Float4, 0}, {0, 1, Attribute::Float3, 16}, {0, 2, Attribute::UInt, 28}}),
         .bindings = m_bindings.get(),
         .target = context.target,
         .cull = m_shape.cull,
         .depthTest = kind != OnTop,
         .depthOp = kind == Behind ? QRhiGraphicsPipeline::Greater : QRhiGraphicsPipeline::LessOrEqual,
         .blends = {kBlendByAlpha},
         .refusal = m_shape.refusal});
  }

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

class BoundsPass : public LineDraws {
 public:
  Result<void> prepare(const FrameContext& context) override {
    return take(context, context.scene.view.bounds ? linesOf(context.scene) : std::vector<DrawnLine>(), {Front});
  }

 private:
  static constexpr std::size_t kMostInstances = 256;

  static std::vector<DrawnLine> linesOf(const Scene& scene) {
    constexpr float kBoundsLinePoints = 1.0f;
    const glm::vec4 color(0.95f, 0.62f, 0.12f, 1.0f);
    const glm::vec4 selectedColor(1.0f, 0.36f, 0.03f, 1.0f);
    const std::uint32_t packed = packColor(scene.selection.empty() ? color : selectedColor);
    const float pixels = std::max(std::round(kBoundsLinePoints * scene.view.pixelRatio), 1.0f);
    std::vector<DrawnLine> lines;
    for (const std::array<glm::vec3, 8>& corners : instanceBoxes(scene, shownInstances(scene, kMostInstances))) {
      for (std::size_t corner = 0; corner < corners.size(); ++corner) {
        for (const std::size_t axis : {1u, 2u, 4u}) {
          if ((corner & axis) == 0) {
            lines.push_back({corners[corner], pixels, corners[corner | axis], packed});
          }
        }
      }
    }
    return lines;
  }
};

class LinePass : public LineDraws {
 public:
  Result<void> prepare(const FrameContext& context) override {
    std::vector<DrawnLine> drawn;
    const auto add = [&](const std::vector<SceneLine>& lines) {
      for (const SceneLine& line : lines) {
        drawn.push_back({line.from, std::max(0.5f * line.points * context.scene.view.pixelRatio, 0.5f), line.to,
                         packColor(line.color)});
      }
    };
    if (context.scene.lines) {
      add(*context.scene.lines);
    }
    add(normalLines(context.scene, context.path));
    add(capsuleLines(context.scene, context.path));
    return take(context, drawn, {Behind, Front});
  }
};

class SkeletonPass : public LineDraws {
 public:
  SkeletonPass()
      : LineDraws({.vertexShader = "bone.vert",
                   .vertices = 24,
                   .cull = QRhiGraphicsPipeline::Back,
                   .faint = 0.22f,
                   .refusal = said("the GPU's driver refuses the shaders of the skeleton")}) {}

  Result<void> prepare(const FrameContext& context) override {
    const Scene& scene = context.scene;
    if (scene.view.skeleton == SkeletonView::Hidden) {
      m_pose = {};
      return take(context, {}, {});
    }
    m_pose.show(scene, context.path);
    return take(context, m_pose.hasSkeleton() ? drawnBones(scene, m_pose) : std::vector<DrawnLine>(),
                scene.view.skeleton == SkeletonView::OnTop ? std::vector{OnTop} : std::vector{Behind, Front});
  }

  void release() override {
    LineDraws::release();
    m_pose = {};
  }

 private:
  ShownPose m_pose;
};

}  // namespace

std::vector<DrawnLine> drawnBones(const Scene& scene, ShownPose& pose) {
  constexpr float kThickness = 0.10f;      // Share of the bone's length.
  constexpr float kThickestBone = 0.018f;  // Share of the model's size.
  const glm::vec4 boneColor(0.62f, 0.68f, 0.78f, 0.9f);
  const glm::vec4 highlightColor(1.0f, 0.42f, 0.03f, 1.0f);
  const float thickest = kThickestBone * static_cast<float>(scene.animation->sizeMetres);
  std::vector<DrawnLine> bones;
  for (const BoneLine& line : boneLines(scene, pose)) {
    const float length = glm::distance(line.from, line.to);
    const bool isHighlighted = scene.view.highlightedNode.isValid() && scene.view.highlightedNode == line.node;
    bones.push_back({line.from, std::min(length * kThickness, thickest * line.instanceScale), line.to,
                     packColor(isHighlighted ? highlightColor : boneColor)});
  }
  return bones;
}

std::unique_ptr<Pass> makeBoundsPass() { return std::make_unique<BoundsPass>(); }
std::unique_ptr<Pass> makeLinePass() { return std::make_unique<LinePass>(); }
std::unique_ptr<Pass> makeSkeletonPass() { return std::make_unique<SkeletonPass>(); }

}  // namespace texeleton::viewport
