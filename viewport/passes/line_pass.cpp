#include "viewport/passes/line_pass.h"

#include <algorithm>
#include <vector>

#include "viewport/scene/capsule_lines.h"
#include "viewport/scene/gpu/packing.h"
#include "viewport/scene/normal_lines.h"

namespace texeleton::viewport {

Result<void> LinePass::prepare(const FrameContext& context) {
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
  return m_draws.prepare(context, drawn, {LineDraws::Behind, LineDraws::Front});
}

}  // namespace texeleton::viewport
