#include "viewport/scene/crowd/stand_in_crowd.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace texeleton::viewport {

namespace {

constexpr int kTriesASide = 9;
constexpr float kNearSpacings = 3.0f;  // Radius in which neighbours are considered.

}  // namespace

Camera standInCrowd(const Camera& camera, const Crowd& crowd, const model::Box& model, float eyeShare) {
  const model::Box& around = crowd.bounds();
  const glm::vec3 middle = (around.min + around.max) * 0.5f;
  const float spacing = crowd.spacing();
  std::vector<glm::vec2> near;
  for (const InstanceRecord& record : crowd.records()) {
    const glm::vec2 place(record.position.x, record.position.z);
    if (glm::distance(place, glm::vec2(middle.x, middle.z)) < kNearSpacings * spacing) {
      near.push_back(place);
    }
  }
  glm::vec2 best(middle.x, middle.z);
  float farthest = -1.0f;
  for (int i = 0; !near.empty() && i < kTriesASide * kTriesASide; ++i) {
    const glm::vec2 share(i % kTriesASide, i / kTriesASide);
    const glm::vec2 place =
        glm::vec2(middle.x, middle.z) + (share / static_cast<float>(kTriesASide - 1) - 0.5f) * (2.0f * spacing);
    float nearest = std::numeric_limits<float>::max();
    for (const glm::vec2& other : near) {
      nearest = std::min(nearest, glm::distance(place, other));
    }
    if (nearest > farthest * 1.0001f) {
      farthest = nearest;
      best = place;
    }
  }
  Camera inside = camera;
  inside.orthographic = false;
  inside.distance = std::max(model.max.y - model.min.y, 1e-3f);
  const glm::vec3 eye(best.x, model.min.y + eyeShare * (model.max.y - model.min.y), best.y);
  inside.target = eye + inside.forward() * inside.distance;
  return inside;
}

}  // namespace texeleton::viewport
