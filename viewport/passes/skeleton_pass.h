#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "viewport/passes/pass.h"
#include "viewport/scene/shown_pose.h"

namespace texeleton::viewport {

/// A bone as it is drawn: an octahedron between two joints, in world space.
struct DrawnBone {
  glm::vec3 from{0.0f};
  float radius = 0.0f;
  glm::vec3 to{0.0f};
  std::uint32_t color = 0;  ///< packColor().
};
static_assert(sizeof(DrawnBone) == 32);

/// The drawn form of the scene's boneLines().
std::vector<DrawnBone> drawnBones(const Scene& scene, ShownPose& pose);

/// Draws the source's skeleton over the crowd, with bones as octahedra.
class SkeletonPass : public Pass {
 public:
  PassStage stage() const override { return PassStage::Scene; }
  Result<void> prepare(const FrameContext& context) override;
  void record(const FrameContext& context) override;
  void release() override;

 private:
  enum Kind : std::uint8_t { Behind, Front, OnTop };
  Result<void> createPipelines(const FrameContext& context);
  Result<void> upload(const FrameContext& context, const std::vector<DrawnBone>& bones);

  ShownPose m_pose;
  std::unique_ptr<QRhiBuffer> m_bones;
  std::uint32_t m_capacity = 0;
  std::uint32_t m_count = 0;
  std::unique_ptr<QRhiBuffer> m_block;  ///< Two vec4: faint, full.
  RhiSize m_stride = 0;
  std::unique_ptr<QRhiShaderResourceBindings> m_bindings;
  std::array<std::unique_ptr<QRhiGraphicsPipeline>, 3> m_pipelines;  ///< By Kind.
  quint64 m_frameBlock = 0;
  QVector<quint32> m_targetFormat;
};

}  // namespace texeleton::viewport
