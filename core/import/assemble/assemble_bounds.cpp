#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/import/assemble/assemble_context.h"
#include "core/transform/transform.h"

namespace texeleton::importing::assemble {

namespace {

/// In metres; beyond these sizes the unit is probably wrong.
constexpr double kLargest = 20.0;
constexpr double kSmallestModel = 0.02;
/// The same for models with as many bones as a humanoid, unlike a coin or a leaf.
constexpr double kSmallestFigure = 0.2;
constexpr std::uint32_t kFigureBones = 15;
constexpr double kHalfRange = 65504.0;

/// The largest side of the box of the mesh in the rest pose, metres.
double restSize(const model::Model& model, const std::vector<glm::dmat4>& worlds) {
  std::vector<glm::dmat4> skin;
  skin.reserve(model.palette.size());
  for (const model::PaletteEntry& entry : model.palette) {
    skin.push_back(transform::multiplyAffine(worlds[entry.node.value], entry.inverseBind));
  }
  const model::VertexData& vertices = model.vertices;
  glm::dvec3 low(std::numeric_limits<double>::infinity());
  glm::dvec3 high(-std::numeric_limits<double>::infinity());
  for (std::size_t v = 0; v < vertices.positions.size(); ++v) {
    const glm::dvec4 p(vertices.positions[v], 1.0);
    glm::dvec3 placed(0.0);
    for (std::uint32_t i = vertices.influenceBegin[v]; i < vertices.influenceBegin[v + 1]; ++i) {
      const model::Influence& influence = vertices.influences[i];
      placed += static_cast<double>(influence.weight) * glm::dvec3(skin[influence.joint] * p);
    }
    low = glm::min(low, placed);
    high = glm::max(high, placed);
  }
  const glm::dvec3 side = high - low;
  return std::max({side.x, side.y, side.z});
}

/// The scale factor that makes `size` plausible: a common unit if one fits, else a power of ten.
double remedy(double size) {
  const bool large = size > kLargest;
  for (const double factor : {large ? 0.01 : 100.0, large ? 0.001 : 1000.0, large ? 0.1 : 10.0}) {
    if (size * factor >= 0.1 && size * factor <= 10.0) {
      return factor;
    }
  }
  return std::pow(10.0, -std::floor(std::log10(size)));
}

}  // namespace

void assembleBounds(Context& context) {
  model::Model& model = context.model;
  for (const glm::vec3& p : model.vertices.positions) {
    model.bindBounds.add(p);
  }
  if (model.vertices.positions.empty()) {
    return;
  }
  const glm::dvec3 bindSide = glm::dvec3(model.bindBounds.max) - glm::dvec3(model.bindBounds.min);
  double size = restSize(model, context.restWorlds);
  if (!(size > 0.0) || !std::isfinite(size)) {  // hidden at rest, by a scale of 0
    size = std::max({bindSide.x, bindSide.y, bindSide.z});
  }
  const double smallest = model.boneCount > kFigureBones ? kSmallestFigure : kSmallestModel;
  if (size > kLargest || (size < smallest && size > 0.0)) {
    const double factor = remedy(size);
    context.warn(message("the model is %1 m in size; the unit is probably wrong: %2 makes it %3 m", shortNumber(size),
                         Remedy{RemedyKind::Unit, shownNumber(shortNumber(model.unitMetres * factor))},
                         shortNumber(size * factor)));
  }
  const glm::vec3 reach = glm::max(glm::abs(model.bindBounds.min), glm::abs(model.bindBounds.max));
  const double farthest = std::max({reach.x, reach.y, reach.z});
  if (farthest > kHalfRange) {
    context.warn(
        message("coordinates reach %1 m, outside the range of half floats (65,504): only rgba32f can hold them",
                shortNumber(farthest), Remedy{RemedyKind::FloatTexels}));
  }
}

}  // namespace texeleton::importing::assemble
