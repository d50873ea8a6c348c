#include "core/pipeline/add_dual_quaternions.h"

#include <algorithm>
#include <glm/gtc/quaternion.hpp>
#include <span>
#include <utility>
#include <vector>

#include "core/animation/pose.h"
#include "core/model/point_motion.h"
#include "core/transform/transform.h"

namespace texeleton::pipeline {

namespace {

/// The joint that carries the points of a skin: that with the largest weight on its first vertex.
std::uint32_t carrierOf(const model::Model& model, const model::MeshPart& part) {
  return model.vertices.influences[model.vertices.influenceBegin[part.firstVertex]].joint;
}

/// The parts of one mesh at one node, which share its points.
class DualQuaternionSkin {
 public:
  DualQuaternionSkin(std::shared_ptr<const model::Model> model, std::span<const std::size_t> parts)
      : m_model(std::move(model)), m_first(m_model->parts[parts.front()]), m_points(m_first.pointCount) {
    const glm::dmat4 toMesh = glm::inverse(m_first.fromMesh);
    for (const std::size_t number : parts) {
      const model::MeshPart& part = m_model->parts[number];
      for (std::uint32_t i = 0; i < part.vertexCount; ++i) {
        Point& point = m_points[part.points[i]];
        const std::uint32_t vertex = part.firstVertex + i;
        point.part = &part;
        point.vertex = vertex;
        point.place = toMesh * glm::dvec4(m_model->vertices.positions[vertex], 1.0);
      }
    }
    m_toMesh = glm::dmat3(toMesh);
  }

  const model::Model& model() const { return *m_model; }
  std::uint32_t carrier() const { return carrierOf(*m_model, m_first); }

  /// The points in a pose, relative to the carrier's skin matrix.
  void evaluate(const animation::SourcePose& pose, std::span<glm::vec3> points) const {
    std::vector<Joint> joints(m_model->palette.size());
    const glm::dmat4 toBind = glm::inverse(pose.skinMatrices()[carrier()]);
    for (std::size_t p = 0; p < m_points.size(); ++p) {
      const Point& point = m_points[p];
      points[p] = glm::vec3(0.0f);
      if (point.part != nullptr) {
        const glm::dvec3 world = skinned(pose, point, m_first.dualQuaternionShares[p], joints);
        points[p] = glm::vec3(toBind * glm::dvec4(world, 1.0));
      }
    }
  }

 private:
  struct Point {
    const model::MeshPart* part = nullptr;  ///< Null: no triangle uses it.
    std::uint32_t vertex = 0;
    glm::dvec3 place{0.0};  ///< In the mesh's space.
  };
  /// From the mesh's space to the world.
  struct Joint {
    bool isKnown = false;
    glm::dmat4 matrix{1.0};
    transform::Transform parts;
  };

  static glm::dquat dualPart(const transform::Transform& t) {
    return 0.5 * (glm::dquat(0.0, t.translation.x, t.translation.y, t.translation.z) * t.rotation);
  }

  glm::dvec3 skinned(const animation::SourcePose& pose, const Point& point, float share,
                     std::vector<Joint>& joints) const {
    const model::VertexData& vertices = m_model->vertices;
    glm::dquat real(0.0, 0.0, 0.0, 0.0);
    glm::dquat dual(0.0, 0.0, 0.0, 0.0);
    glm::dvec3 scale(0.0);
    glm::dmat4 linear(0.0);
    glm::dquat first(1.0, 0.0, 0.0, 0.0);
    const std::uint32_t begin = vertices.influenceBegin[point.vertex];
    for (std::uint32_t i = begin; i < vertices.influenceBegin[point.vertex + 1]; ++i) {
      const model::Influence& influence = vertices.influences[i];
      Joint& joint = joints[influence.joint];
      if (!joint.isKnown) {
        joint.matrix = pose.skinMatrices()[influence.joint] * m_first.fromMesh;
        joint.parts = transform::decompose(joint.matrix);
        joint.isKnown = true;
      }
      first = i == begin ? joint.parts.rotation : first;
      const auto weight = static_cast<double>(influence.weight);
      const double side = glm::dot(first, joint.parts.rotation) < 0.0 ? -weight : weight;
      real += side * joint.parts.rotation;
      dual += side * dualPart(joint.parts);
      scale += weight * joint.parts.scale;
      linear += weight * joint.matrix;
    }
    const glm::dvec3 place = point.place + m_toMesh * morphed(pose, point);
    const double length = glm::length(real);
    const glm::dvec3 straight(linear * glm::dvec4(place, 1.0));
    if (!(length > 0.0)) {
      return straight;
    }
    const glm::dquat shift = 2.0 * (dual * glm::conjugate(real)) / (length * length);
    const glm::dvec3 turned = (real / length) * (scale * place) + glm::dvec3(shift.x, shift.y, shift.z);
    return glm::mix(straight, turned, static_cast<double>(share));
  }

  /// The offset of a vertex by morph targets, in the bind pose.
  glm::dvec3 morphed(const animation::SourcePose& pose, const Point& point) const {
    glm::dvec3 sum(0.0);
    const std::vector<model::MorphTarget>& targets = point.part->morphTargets;
    for (std::size_t t = 0; t < targets.size(); ++t) {
      const double weight = pose.morphWeights(point.part->morphSet)[t];
      sum += weight * glm::dvec3(targets[t].positionDeltas[point.vertex - point.part->firstVertex]);
    }
    return sum;
  }

  std::shared_ptr<const model::Model> m_model;
  const model::MeshPart& m_first;
  std::vector<Point> m_points;
  glm::dmat3 m_toMesh{1.0};
};

class SkinMotion : public model::PointMotion {
 public:
  SkinMotion(std::shared_ptr<const DualQuaternionSkin> skin, ClipIndex clip) : m_skin(std::move(skin)), m_clip(clip) {}

  void evaluate(double seconds, std::span<glm::vec3> points) const override {
    animation::SourcePose pose(m_skin->model(), m_clip);
    pose.evaluate(seconds);
    m_skin->evaluate(pose, points);
  }

 private:
  std::shared_ptr<const DualQuaternionSkin> m_skin;
  ClipIndex m_clip;
};

bool isWanted(const model::MeshPart& part) {
  return part.skinned && !part.pointSet &&
         std::ranges::any_of(part.dualQuaternionShares, [](float share) { return share > 0.0f; });
}

}  // namespace

std::shared_ptr<const model::Model> addDualQuaternions(std::shared_ptr<const model::Model> model) {
  std::vector<std::vector<std::size_t>> meshes;
  for (std::size_t i = 0; i < model->parts.size(); ++i) {
    const model::MeshPart& part = model->parts[i];
    if (!isWanted(part)) {
      continue;
    }
    const auto same = std::ranges::find_if(meshes, [&](const std::vector<std::size_t>& parts) {
      const model::MeshPart& other = model->parts[parts.front()];
      return other.name == part.name && other.node == part.node && other.fromMesh == part.fromMesh &&
             other.dualQuaternionShares == part.dualQuaternionShares;
    });
    if (same == meshes.end()) {
      meshes.push_back({i});
    } else {
      same->push_back(i);
    }
  }
  if (meshes.empty()) {
    return model;
  }
  auto result = std::make_shared<model::Model>(*model);
  for (const std::vector<std::size_t>& parts : meshes) {
    const auto skin = std::make_shared<const DualQuaternionSkin>(model, parts);
    const PointSetIndex set(result->pointSets.size());
    result->pointSets.push_back({model->parts[parts.front()].pointCount, skin->carrier(), true});
    for (const std::size_t part : parts) {
      result->parts[part].pointSet = set;
    }
    for (std::size_t clip = 0; clip < result->clips.size(); ++clip) {
      result->clips[clip].pointTracks.push_back(
          {set, nullptr, {}, glm::dmat4(1.0), std::make_shared<const SkinMotion>(skin, ClipIndex(clip))});
    }
  }
  return result;
}

}  // namespace texeleton::pipeline
