#include "viewport/passes/skeleton_pass.h"

#include <algorithm>

#include "viewport/scene/bone_lines.h"
#include "viewport/scene/gpu/packing.h"

namespace texeleton::viewport {

namespace {

constexpr float kThickness = 0.10f;      // Share of the bone's length.
constexpr float kThickestBone = 0.018f;  // Share of the model's size.
const glm::vec4 kBoneColor(0.62f, 0.68f, 0.78f, 0.9f);
const glm::vec4 kHighlightColor(1.0f, 0.42f, 0.03f, 1.0f);

}  // namespace

std::vector<DrawnLine> drawnBones(const Scene& scene, ShownPose& pose) {
  const float thickest = kThickestBone * static_cast<float>(scene.animation->sizeMetres);
  std::vector<DrawnLine> bones;
  for (const BoneLine& line : boneLines(scene, pose)) {
    const float length = glm::distance(line.from, line.to);
    const bool isHighlighted = scene.view.highlightedNode.isValid() && scene.view.highlightedNode == line.node;
    bones.push_back({line.from, std::min(length * kThickness, thickest * line.instanceScale), line.to,
                     packColor(isHighlighted ? kHighlightColor : kBoneColor)});
  }
  return bones;
}

Result<void> SkeletonPass::prepare(const FrameContext& context) {
  const Scene& scene = context.scene;
  if (scene.view.skeleton == SkeletonView::Hidden) {
    m_pose = {};
    return m_draws.prepare(context, {}, {});
  }
  m_pose.show(scene, context.path);
  return m_draws.prepare(context, m_pose.hasSkeleton() ? drawnBones(scene, m_pose) : std::vector<DrawnLine>(),
                         scene.view.skeleton == SkeletonView::OnTop ? std::vector{LineDraws::OnTop}
                                                                    : std::vector{LineDraws::Behind, LineDraws::Front});
}

void SkeletonPass::release() {
  m_draws.release();
  m_pose = {};
}

}  // namespace texeleton::viewport
