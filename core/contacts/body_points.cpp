#include "core/contacts/body_points.h"

#include <algorithm>
#include <limits>

#include "core/animation/pose.h"

namespace texeleton::contacts {

namespace {

constexpr double kLeastBodyHeight = 1e-6;  ///< Metres; keeps tolerances above 0.

std::vector<glm::dvec3> directions(PointDensity density) {
  std::vector<glm::dvec3> result;
  for (int x = -1; x <= 1; ++x) {
    for (int y = -1; y <= 1; ++y) {
      for (int z = -1; z <= 1; ++z) {
        const int axes = std::abs(x) + std::abs(y) + std::abs(z);
        if (axes == 1 || (axes > 1 && density == PointDensity::Corners)) {
          result.push_back(glm::normalize(glm::dvec3(x, y, z)));
        }
      }
    }
  }
  return result;
}

/// The outermost point found so far in each direction.
struct Outermost {
  std::vector<double> reach;
  std::vector<glm::dvec3> points;
};

}  // namespace

std::vector<std::vector<BodyPoint>> bodyPoints(const model::Model& model, PointDensity density) {
  const std::vector<glm::dvec3> along = directions(density);
  std::vector<Outermost> nodes(model.nodes.size());
  const model::VertexData& vertices = model.vertices;
  for (std::size_t v = 0; v < model.vertexCount(); ++v) {
    const model::PaletteEntry& entry = model.palette[vertices.influences[vertices.influenceBegin[v]].joint];
    const glm::dvec3 local(entry.inverseBind * glm::dvec4(glm::dvec3(vertices.positions[v]), 1.0));
    Outermost& node = nodes[entry.node.value];
    if (node.reach.empty()) {
      node.reach.assign(along.size(), std::numeric_limits<double>::lowest());
      node.points.resize(along.size());
    }
    for (std::size_t d = 0; d < along.size(); ++d) {
      const double reach = glm::dot(along[d], local);
      if (reach > node.reach[d]) {
        node.reach[d] = reach;
        node.points[d] = local;
      }
    }
  }
  std::vector<std::vector<BodyPoint>> result(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    for (const glm::dvec3& local : nodes[i].points) {
      const auto isSame = [&](const BodyPoint& point) { return point.local == local; };
      if (std::ranges::none_of(result[i], isSame)) {
        result[i].push_back({NodeIndex(i), local});
      }
    }
  }
  return result;
}

double bodyHeight(const model::Model& model) {
  model::Box box = model.bindBounds;
  if (box.isEmpty()) {
    const animation::SourcePose rest(model, ClipIndex());
    for (const glm::dmat4& world : rest.worlds()) {
      box.add(glm::vec3(world[3]));
    }
  }
  if (box.isEmpty()) {
    return 1.0;
  }
  const glm::dvec3 size = glm::dvec3(box.max) - glm::dvec3(box.min);
  return std::max({size.y, 0.25 * glm::length(size), kLeastBodyHeight});
}

}  // namespace texeleton::contacts
