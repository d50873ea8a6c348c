#include "viewport/scene/scene.h"

#include <algorithm>

namespace texeleton::viewport {

namespace {

constexpr float kNearSizes = 8.0f;  // Default distance, in model sizes, where skinning ends.
constexpr float kCrossOverShare = 0.25f;

}  // namespace

HybridRange ViewOptions::hybridRange(double sizeMetres) const {
  const float size = std::max(static_cast<float>(sizeMetres), 1e-4f);
  const float metres = nearMetres > 0.0f ? nearMetres : kNearSizes * size;
  return {metres, metres + (crossOverMetres > 0.0f ? crossOverMetres : kCrossOverShare * metres)};
}

bool Scene::wantsImpostors() const {
  return view.impostorPixels > 0.0f && view.mode != ViewMode::VertexLit && view.mode != ViewMode::Weights &&
         view.mode != ViewMode::Heat && !view.wireframe && !view.edges && !view.level &&
         !view.needs(DrawPath::Compute) && !view.needs(DrawPath::Cpu) && !crowd.layer();
}

HeldObject ViewOptions::heldAt(const std::string& socket) const {
  const auto own = held.find(socket);
  return own != held.end()
             ? own->second
             : HeldObject{socketObjects ? HeldObject::Shape::Dagger : HeldObject::Shape::None, 0.0f, 1.0f};
}

}  // namespace texeleton::viewport
