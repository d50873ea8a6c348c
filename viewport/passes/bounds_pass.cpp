#include "viewport/passes/bounds_pass.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "viewport/scene/gpu/packing.h"
#include "viewport/scene/picking.h"

namespace texeleton::viewport {

namespace {

constexpr float kBoundsLinePoints = 1.0f;
const glm::vec4 kColor(0.95f, 0.62f, 0.12f, 1.0f);
const glm::vec4 kSelectedColor(1.0f, 0.36f, 0.03f, 1.0f);

std::vector<DrawnLine> linesOf(const Scene& scene) {
  std::vector<std::uint32_t> instances = scene.selection;
  if (instances.empty()) {
    instances.resize(std::min<std::size_t>(scene.crowd.size(), BoundsPass::kMostInstances));
    std::iota(instances.begin(), instances.end(), 0u);
  }
  instances.resize(std::min<std::size_t>(instances.size(), BoundsPass::kMostInstances));
  const std::uint32_t color = packColor(scene.selection.empty() ? kColor : kSelectedColor);
  const float pixels = std::max(std::round(kBoundsLinePoints * scene.view.pixelRatio), 1.0f);
  std::vector<DrawnLine> lines;
  for (const std::array<glm::vec3, 8>& corners : instanceBoxes(scene, instances)) {
    for (std::size_t corner = 0; corner < corners.size(); ++corner) {
      for (const std::size_t axis : {1u, 2u, 4u}) {
        if ((corner & axis) == 0) {
          lines.push_back({corners[corner], pixels, corners[corner | axis], color});
        }
      }
    }
  }
  return lines;
}

}  // namespace

Result<void> BoundsPass::prepare(const FrameContext& context) {
  return m_draws.prepare(context, context.scene.view.bounds ? linesOf(context.scene) : std::vector<DrawnLine>(),
                         {LineDraws::Front});
}

}  // namespace texeleton::viewport
