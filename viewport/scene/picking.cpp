#include "viewport/scene/picking.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/runtime/draw_ranges.h"
#include "viewport/scene/bone_lines.h"
#include "viewport/scene/gpu/packing.h"
#include "viewport/scene/shown_pose.h"

namespace texeleton::viewport {

namespace {

constexpr std::size_t kMostCandidates = 64;
constexpr float kNoHit = std::numeric_limits<float>::max();

/// Bounds of instances in pack space: of a pose of the scene, else over the clips that they play.
class ShownBounds {
 public:
  ShownBounds(const Scene& scene, const ShownPose& pose)
      : m_scene(scene), m_pose(pose), m_whole(scene.animation->bounds) {
    const vat::BakedAnimation& animation = *scene.animation;
    const Crowd& crowd = scene.crowd;
    for (std::size_t i = 0; i < animation.clips.size(); ++i) {
      const vat::BakedClip& clip = animation.clips[i];
      const model::Box& box = i < crowd.clipBounds().size() ? crowd.clipBounds()[i] : clip.bounds;
      m_bounds.emplace_back(packClip(runtime::crowdClip(runtime::clipTiming(clip))), box);
      m_whole.add(box);
    }
    std::sort(m_bounds.begin(), m_bounds.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  }

  model::Box of(std::uint32_t instance) const {
    if (const std::optional<model::Box> posed = m_pose.posedBounds(instance)) {
      return *posed;
    }
    const InstanceRecord& record = m_scene.crowd.records()[instance];
    model::Box box = ofClip(record.clipB);
    if (record.fadeWeight(m_scene.crowd.clock()) < 1.0f) {
      box.add(ofClip(record.clipA));
    }
    return box;
  }

 private:
  const model::Box& ofClip(std::uint32_t clipBits) const {
    const auto found = std::lower_bound(m_bounds.begin(), m_bounds.end(), clipBits,
                                        [](const auto& entry, std::uint32_t bits) { return entry.first < bits; });
    return found != m_bounds.end() && found->first == clipBits ? found->second : m_whole;
  }

  const Scene& m_scene;
  const ShownPose& m_pose;
  std::vector<std::pair<std::uint32_t, model::Box>> m_bounds;
  model::Box m_whole;
};

// The ray in the pack space of an instance, with its direction scaled so that distances are preserved.
Ray inPackSpace(const InstanceRecord& record, const Ray& ray) {
  const glm::vec4 q = unpackRotation(record.rotation);
  const glm::vec3 axis = -glm::vec3(q);  // Inverse rotation.
  const auto turned = [&](const glm::vec3& v) { return v + 2.0f * glm::cross(axis, glm::cross(axis, v) + q.w * v); };
  const float size = record.scale != 0.0f ? record.scale : 1.0f;
  return {turned(ray.origin - record.position) / size, turned(ray.direction) / size};
}

// Distance at which the ray enters the box; kNoHit: it misses. The slab test (Kay and Kajiya 1986).
float entry(const Ray& ray, const model::Box& box) {
  float from = 0.0f;
  float to = kNoHit;
  for (int i = 0; i < 3; ++i) {
    if (ray.direction[i] == 0.0f) {
      if (ray.origin[i] < box.min[i] || ray.origin[i] > box.max[i]) {
        return kNoHit;
      }
      continue;
    }
    const float a = (box.min[i] - ray.origin[i]) / ray.direction[i];
    const float b = (box.max[i] - ray.origin[i]) / ray.direction[i];
    from = std::max(from, std::min(a, b));
    to = std::min(to, std::max(a, b));
  }
  return from <= to ? from : kNoHit;
}

// Distance to a triangle; kNoHit: it misses (Möller and Trumbore 1997).
float meets(const Ray& ray, const glm::vec3& a, const glm::vec3& b, const glm::vec3& c) {
  const glm::vec3 ab = b - a;
  const glm::vec3 ac = c - a;
  const glm::vec3 p = glm::cross(ray.direction, ac);
  const float determinant = glm::dot(ab, p);
  if (determinant == 0.0f) {
    return kNoHit;
  }
  const glm::vec3 fromA = ray.origin - a;
  const float u = glm::dot(fromA, p) / determinant;
  const glm::vec3 q = glm::cross(fromA, ab);
  const float v = glm::dot(ray.direction, q) / determinant;
  const float distance = glm::dot(ac, q) / determinant;
  return u >= 0.0f && v >= 0.0f && u + v <= 1.0f && distance > 0.0f ? distance : kNoHit;
}

/// A triangle that the ray hits.
struct Hit {
  float distance = kNoHit;
  std::size_t firstIndex = 0;
};

void findNearest(const vat::BakedMesh& mesh, std::size_t firstIndex, std::size_t indexCount,
                 const std::vector<ShownVertex>& vertices, const Ray& ray, Hit& nearest) {
  for (std::size_t i = firstIndex; i + 2 < firstIndex + indexCount; i += 3) {
    const float distance = meets(ray, vertices[mesh.indices[i]].position, vertices[mesh.indices[i + 1]].position,
                                 vertices[mesh.indices[i + 2]].position);
    if (distance < nearest.distance) {
      nearest = {distance, i};
    }
  }
}

// Considers only triangles that the instance's variant shows.
Hit nearestTriangle(const vat::BakedAnimation& animation, const InstanceRecord& record,
                    const std::vector<ShownVertex>& vertices, const Ray& ray) {
  const vat::BakedMesh& mesh = animation.mesh;
  Hit nearest;
  if (!animation.variants.empty()) {
    for (const vat::BakedRange& range :
         runtime::variantRanges(animation, std::min<std::size_t>(record.variant(), animation.variants.size() - 1), 0)) {
      const std::size_t first = std::size_t{mesh.primitives[range.primitive].firstIndex} + range.firstIndex;
      findNearest(mesh, first, range.indexCount, vertices, ray, nearest);
    }
    return nearest;
  }
  findNearest(mesh, 0, mesh.indices.size(), vertices, ray, nearest);
  return nearest;
}

// The corner of the triangle nearest to a point in pack space.
std::uint32_t nearestCorner(const vat::BakedMesh& mesh, std::size_t firstIndex,
                            const std::vector<ShownVertex>& vertices, const glm::vec3& place) {
  std::uint32_t nearest = mesh.indices[firstIndex];
  for (std::size_t i = firstIndex; i < firstIndex + 3; ++i) {
    if (glm::distance(vertices[mesh.indices[i]].position, place) < glm::distance(vertices[nearest].position, place)) {
      nearest = mesh.indices[i];
    }
  }
  return nearest;
}

/// Projects world positions into the picture, in halves of its height.
class OnPicture {
 public:
  OnPicture(const Scene& scene, float aspect)
      : m_matrix(scene.camera.projection(aspect, scene.crowd.bounds()) * scene.camera.view()), m_aspect(aspect) {}

  /// Unset: behind the camera.
  std::optional<glm::vec2> of(const glm::vec3& place) const {
    const glm::vec4 clip = m_matrix * glm::vec4(place, 1.0f);
    return clip.w > 1e-6f ? std::optional(flat(glm::vec2(clip) / clip.w)) : std::nullopt;
  }
  /// Converts a position in the coordinates of rayThrough().
  glm::vec2 flat(const glm::vec2& at) const { return {at.x * m_aspect, at.y}; }

 private:
  glm::mat4 m_matrix;
  float m_aspect;
};

float distanceToLine(const glm::vec2& at, const glm::vec2& from, const glm::vec2& to) {
  const glm::vec2 along = to - from;
  const float lengthSquared = glm::dot(along, along);
  const float share = lengthSquared > 0.0f ? std::clamp(glm::dot(at - from, along) / lengthSquared, 0.0f, 1.0f) : 0.0f;
  return glm::distance(at, from + along * share);
}

}  // namespace

Ray rayThrough(const Camera& camera, const glm::vec2& at, float aspect) {
  const float halfHeight = std::tan(camera.fieldOfView * 0.5f);
  const glm::vec3 across = camera.right() * (at.x * halfHeight * aspect) + camera.up() * (at.y * halfHeight);
  if (camera.orthographic) {
    // Starts far behind an orthographic camera, whose position does not limit what it sees.
    const float back = camera.distance * 1000.0f;
    return {camera.position() + across * camera.distance - camera.forward() * back, camera.forward()};
  }
  return {camera.position(), glm::normalize(camera.forward() + across)};
}

std::optional<Picked> pick(const Scene& scene, const Ray& ray) {
  if (!scene.animation) {
    return std::nullopt;
  }
  ShownPose pose(scene, shownPath(scene.view));
  const ShownBounds bounds(scene, pose);
  const auto records = scene.crowd.records();
  std::vector<std::pair<float, std::uint32_t>> candidates;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const auto instance = static_cast<std::uint32_t>(i);
    const float at = entry(inPackSpace(records[i], ray), bounds.of(instance));
    if (at < kNoHit) {
      candidates.emplace_back(at, instance);
    }
  }
  std::sort(candidates.begin(), candidates.end());
  candidates.resize(std::min(candidates.size(), kMostCandidates));
  std::optional<Picked> picked;
  for (const auto& [at, instance] : candidates) {
    if (picked && at > picked->distance) {
      break;
    }
    const std::vector<ShownVertex> vertices = pose.vertices(instance);
    if (vertices.empty()) {
      continue;
    }
    const Ray own = inPackSpace(records[instance], ray);
    const Hit hit = nearestTriangle(*scene.animation, records[instance], vertices, own);
    if (hit.distance < (picked ? picked->distance : kNoHit)) {
      picked = Picked{
          instance, hit.distance, ray.origin + ray.direction * hit.distance, static_cast<std::uint32_t>(hit.firstIndex),
          nearestCorner(scene.animation->mesh, hit.firstIndex, vertices, own.origin + own.direction * hit.distance)};
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

std::optional<std::uint32_t> meshOfTriangle(const vat::BakedAnimation& animation, std::uint32_t firstIndex) {
  for (std::uint32_t m = 0; m < animation.meshes.size(); ++m) {
    for (const vat::BakedRange& range : animation.meshes[m].ranges) {
      if (range.lod == 0) {
        const std::uint32_t first = animation.mesh.primitives[range.primitive].firstIndex + range.firstIndex;
        if (firstIndex >= first && firstIndex - first < range.indexCount) {
          return m;
        }
      }
    }
  }
  return std::nullopt;
}

NodeIndex boneOfVertex(const model::Model& model, std::uint32_t vertex) {
  const model::VertexData& data = model.vertices;
  if (std::size_t{vertex} + 1 >= data.influenceBegin.size()) {
    return {};
  }
  const model::Influence* most = nullptr;
  for (std::uint32_t i = data.influenceBegin[vertex]; i < data.influenceBegin[vertex + 1]; ++i) {
    if (most == nullptr || data.influences[i].weight > most->weight) {
      most = &data.influences[i];
    }
  }
  return most != nullptr ? model.palette[most->joint].node : NodeIndex();
}

NodeIndex pickBone(const Scene& scene, const PickPlace& place) {
  if (!scene.animation) {
    return {};
  }
  ShownPose pose(scene, shownPath(scene.view));
  if (!pose.hasSkeleton()) {
    return {};
  }
  const OnPicture picture(scene, place.aspect);
  const glm::vec2 at = picture.flat(place.at);
  NodeIndex nearest;
  float least = place.reach;
  for (const BoneLine& line : boneLines(scene, pose)) {
    const auto from = picture.of(line.from);
    const auto to = picture.of(line.to);
    const float distance = from && to ? distanceToLine(at, *from, *to) : kNoHit;
    if (distance < least) {
      least = distance;
      nearest = line.node;
    }
  }
  return nearest;
}

std::optional<std::uint32_t> pickSocket(const Scene& scene, const PickPlace& place) {
  if (!scene.animation) {
    return std::nullopt;
  }
  const vat::BakedAnimation& animation = *scene.animation;
  const OnPicture picture(scene, place.aspect);
  const glm::vec2 at = picture.flat(place.at);
  std::vector<std::uint32_t> instances = scene.selection;
  for (std::uint32_t i = 0; scene.selection.empty() && i < std::min(scene.crowd.size(), kMostCandidates); ++i) {
    instances.push_back(i);
  }
  ShownPose pose(scene, shownPath(scene.view));
  std::optional<std::uint32_t> nearest;
  float least = place.reach;
  for (const std::uint32_t instance : instances) {
    for (std::uint32_t socket = 0; instance < scene.crowd.size() && socket < animation.sockets.size(); ++socket) {
      const glm::vec3 position = pose.socket(instance, socket).position;
      const auto seen = picture.of(scene.crowd.records()[instance].toWorld(position));
      const float distance = seen ? glm::distance(at, *seen) : kNoHit;
      if (distance < least) {
        least = distance;
        nearest = socket;
      }
    }
  }
  return nearest;
}

std::vector<std::array<glm::vec3, 8>> instanceBoxes(const Scene& scene, std::span<const std::uint32_t> instances) {
  std::vector<std::array<glm::vec3, 8>> boxes;
  if (!scene.animation) {
    return boxes;
  }
  const ShownPose pose(scene, shownPath(scene.view));
  const ShownBounds bounds(scene, pose);
  for (const std::uint32_t instance : instances) {
    if (instance >= scene.crowd.size()) {
      continue;
    }
    const InstanceRecord& record = scene.crowd.records()[instance];
    const model::Box box = bounds.of(instance);
    std::array<glm::vec3, 8>& corners = boxes.emplace_back();
    for (std::size_t corner = 0; corner < corners.size(); ++corner) {
      corners[corner] =
          record.toWorld({(corner & 1) != 0 ? box.max.x : box.min.x, (corner & 2) != 0 ? box.max.y : box.min.y,
                          (corner & 4) != 0 ? box.max.z : box.min.z});
    }
  }
  return boxes;
}

std::vector<glm::vec3> selectionOutline(const Scene& scene) {
  if (scene.selection.empty() || !scene.animation) {
    return sceneOutline(scene);
  }
  std::vector<glm::vec3> points;
  for (const std::array<glm::vec3, 8>& corners : instanceBoxes(scene, scene.selection)) {
    points.insert(points.end(), corners.begin(), corners.end());
  }
  return points;
}

}  // namespace texeleton::viewport
