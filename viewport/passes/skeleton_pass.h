#pragma once

#include <vector>

#include "viewport/passes/line_draws.h"
#include "viewport/scene/shown_pose.h"

namespace texeleton::viewport {

/// The drawn form of the scene's boneLines(): an octahedron between two joints each.
std::vector<DrawnLine> drawnBones(const Scene& scene, ShownPose& pose);

/// Draws the source's skeleton over the crowd, with bones as octahedra.
class SkeletonPass : public Pass {
 public:
  PassStage stage() const override { return PassStage::Scene; }
  Result<void> prepare(const FrameContext& context) override;
  void record(const FrameContext& context) override { m_draws.record(context); }
  void release() override;

 private:
  ShownPose m_pose;
  LineDraws m_draws{{.vertexShader = "bone.vert",
                     .vertices = 24,
                     .cull = QRhiGraphicsPipeline::Back,
                     .faint = 0.22f,
                     .refusal = said("the GPU's driver refuses the shaders of the skeleton")}};
};

}  // namespace texeleton::viewport
