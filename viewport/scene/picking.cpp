#include "viewport/scene/picking.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/runtime/draw_ranges.h"
#include "core/runtime/pack_player.h"
#include "viewport/scene/packing.h"

namespace texeleton {

namespace {

constexpr std::size_t kMostCandidates = 64;
constexpr float kNone = std::numeric_limits<float>::max();

/// Bounds by the word that records hold a clip in.
class ClipBounds {
 public:
  explicit ClipBounds(const BakedAnimation& animation) : m_whole(animation.bounds) {
    for (const BakedClip& clip : animation.clips) {
      m_bounds.emplace_back(packClip(crowdClip(clipTiming(clip))), clip.bounds);
    }
    std::sort(m_bounds.begin(), m_bounds.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  }

  const Box& of(std::uint32_t clipBits) const {
    const auto found = std::lower_bound(m_bounds.begin(), m_bounds.end(), clipBits,
                                        [](const auto& entry, std::uint32_t bits) { return entry.first < bits; });
    return found != m_bounds.end() && found->first == clipBits ? found->second : m_whole;
  }

  Box of(const InstanceRecord& record, const CrowdClock& clock) const {
    Box box = of(record.clipB);
    if (record.fadeWeight(clock) < 1.0f) {
      box.add(of(record.clipA));
    }
    return box;
  }

 private:
  std::vector<std::pair<std::uint32_t, Box>> m_bounds;
  Box m_whole;
};

// The ray as the instance sees it: in pack space, the direction as long as to keep distances.
Ray inPackSpace(const InstanceRecord& record, const Ray& ray) {
  const glm::vec4 q = unpackRotation(record.rotation);
  const glm::vec3 axis = -glm::vec3(q);  // Turned back.
  const auto turned = [&](const glm::vec3& v) { return v + 2.0f * glm::cross(axis, glm::cross(axis, v) + q.w * v); };
  const float size = record.scale != 0.0f ? record.scale : 1.0f;
  return {turned(ray.origin - record.position) / size, turned(ray.direction) / size};
}

// Where the ray enters the box; kNone: it does not. The slab test (Kay and Kajiya 1986).
float entry(const Ray& ray, const Box& box) {
  float from = 0.0f;
  float to = kNone;
  for (int i = 0; i < 3; ++i) {
    if (ray.direction[i] == 0.0f) {
      if (ray.origin[i] < box.min[i] || ray.origin[i] > box.max[i]) {
        return kNone;
      }
      continue;
    }
    const float a = (box.min[i] - ray.origin[i]) / ray.direction[i];
    const float b = (box.max[i] - ray.origin[i]) / ray.direction[i];
    from = std::max(from, std::min(a, b));
    to = std::min(to, std::max(a, b));
  }
  return from <= to ? from : kNone;
}

// Distance to a triangle; kNone: missed (Möller and Trumbore 1997).
float meets(const Ray& ray, const glm::vec3& a, const glm::vec3& b, const glm::vec3& c) {
  const glm::vec3 ab = b - a;
  const glm::vec3 ac = c - a;
  const glm::vec3 p = glm::cross(ray.direction, ac);
  const float determinant = glm::dot(ab, p);
  if (determinant == 0.0f) {
    return kNone;
  }
  const glm::vec3 fromA = ray.origin - a;
  const float u = glm::dot(fromA, p) / determinant;
  const glm::vec3 q = glm::cross(fromA, ab);
  const float v = glm::dot(ray.direction, q) / determinant;
  const float distance = glm::dot(ac, q) / determinant;
  return u >= 0.0f && v >= 0.0f && u + v <= 1.0f && distance > 0.0f ? distance : kNone;
}

// The vertices of an instance in the pose of the moment, in pack space.
void posed(const Scene& scene, const InstanceRecord& record, std::vector<glm::vec3>& out) {
  const BakedAnimation& animation = *scene.animation;
  const CrowdClock& clock = scene.crowd.clock();
  const float weight = record.fadeWeight(clock);
  const AnimationTickOutput arriving = crowdOutput(unpackClip(record.clipB), record.motionB(), clock);
  const AnimationTickOutput leaving = crowdOutput(unpackClip(record.clipA), record.motionA(), clock);
  out.resize(animation.mesh.vertexCount());
  for (std::uint32_t v = 0; v < out.size(); ++v) {
    out[v] = decodeVertex(animation, v, arriving).position;
    if (weight < 1.0f) {
      out[v] = glm::mix(decodeVertex(animation, v, leaving).position, out[v], weight);
    }
  }
}

float nearestTriangle(const BakedMesh& mesh, std::size_t firstIndex, std::size_t indexCount,
                      const std::vector<glm::vec3>& vertices, const Ray& ray) {
  float nearest = kNone;
  for (std::size_t i = firstIndex; i + 2 < firstIndex + indexCount; i += 3) {
    nearest = std::min(
        nearest, meets(ray, vertices[mesh.indices[i]], vertices[mesh.indices[i + 1]], vertices[mesh.indices[i + 2]]));
  }
  return nearest;
}

// Of what the instance's variant shows.
float nearestTriangle(const BakedAnimation& animation, const InstanceRecord& record,
                      const std::vector<glm::vec3>& vertices, const Ray& ray) {
  const BakedMesh& mesh = animation.mesh;
  if (!animation.variants.empty()) {
    float nearest = kNone;
    for (const BakedRange& range :
         variantRanges(animation, std::min<std::size_t>(record.variant(), animation.variants.size() - 1), 0)) {
      const std::size_t first = std::size_t{mesh.primitives[range.primitive].firstIndex} + range.firstIndex;
      nearest = std::min(nearest, nearestTriangle(mesh, first, range.indexCount, vertices, ray));
    }
    return nearest;
  }
  return nearestTriangle(mesh, 0, mesh.indices.size(), vertices, ray);
}

}  // namespace

Ray rayThrough(const Camera& camera, const glm::vec2& at, float aspect) {
  const float halfHeight = std::tan(camera.fieldOfView * 0.5f);
  const glm::vec3 across = camera.right() * (at.x * halfHeight * aspect) + camera.up() * (at.y * halfHeight);
  if (camera.orthographic) {
    // From far behind the camera: its place does not bound what it sees.
    const float back = camera.distance * 1000.0f;
    return {camera.position() + across * camera.distance - camera.forward() * back, camera.forward()};
  }
  return {camera.position(), glm::normalize(camera.forward() + across)};
}

std::optional<Picked> pick(const Scene& scene, const Ray& ray) {
  if (!scene.animation) {
    return std::nullopt;
  }
  const ClipBounds bounds(*scene.animation);
  const auto records = scene.crowd.records();
  std::vector<std::pair<float, std::uint32_t>> candidates;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const float at = entry(inPackSpace(records[i], ray), bounds.of(records[i], scene.crowd.clock()));
    if (at < kNone) {
      candidates.emplace_back(at, static_cast<std::uint32_t>(i));
    }
  }
  std::sort(candidates.begin(), candidates.end());
  candidates.resize(std::min(candidates.size(), kMostCandidates));
  std::optional<Picked> picked;
  std::vector<glm::vec3> vertices;
  for (const auto& [at, instance] : candidates) {
    if (picked && at > picked->distance) {
      break;
    }
    posed(scene, records[instance], vertices);
    const float distance =
        nearestTriangle(*scene.animation, records[instance], vertices, inPackSpace(records[instance], ray));
    if (distance < (picked ? picked->distance : kNone)) {
      picked = Picked{instance, distance, ray.origin + ray.direction * distance};
    }
  }
  return picked;
}

std::vector<glm::vec3> sceneOutline(const Scene& scene) {
  std::vector<glm::vec3> points = scene.crowd.outline();
  for (std::size_t i = 0; scene.lines && i < scene.lines->size(); ++i) {
    points.push_back((*scene.lines)[i].from);
    points.push_back((*scene.lines)[i].to);
  }
  return points;
}

std::vector<glm::vec3> selectionOutline(const Scene& scene) {
  if (scene.selection.empty() || !scene.animation) {
    return sceneOutline(scene);
  }
  const ClipBounds bounds(*scene.animation);
  std::vector<glm::vec3> points;
  for (const std::uint32_t instance : scene.selection) {
    if (instance < scene.crowd.size()) {
      const InstanceRecord& record = scene.crowd.records()[instance];
      const Box box = bounds.of(record, scene.crowd.clock());
      for (int corner = 0; corner < 8; ++corner) {
        points.push_back(
            record.toWorld({(corner & 1) != 0 ? box.max.x : box.min.x, (corner & 2) != 0 ? box.max.y : box.min.y,
                            (corner & 4) != 0 ? box.max.z : box.min.z}));
      }
    }
  }
  return points;
}

}  // namespace texeleton
