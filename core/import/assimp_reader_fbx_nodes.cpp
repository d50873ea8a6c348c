#include "core/import/assimp_reader_fbx_nodes.h"

#include <algorithm>
#include <cmath>

namespace texeleton::fbx {

Transform localTransform(const Model& model, const glm::dvec3& translation, const glm::dvec3& rotation,
                         const glm::dvec3& scale) {
  Transform local;
  local.rotation = glm::normalize(model.preRotation * eulerRotation(rotation, model.rotationOrder) *
                                  glm::inverse(model.postRotation));
  local.scale = scale;
  local.translation =
      translation + model.rotationOffset + model.rotationPivot +
      local.rotation * (model.scalingOffset - model.rotationPivot + model.scalingPivot - scale * model.scalingPivot);
  return local;
}

namespace {

bool isOne(const glm::dvec3& scale) {
  return glm::all(glm::lessThan(glm::abs(scale - glm::dvec3(1.0)), glm::dvec3(1e-7)));
}

bool isUniform(const glm::dvec3& scale) {
  const double largest = std::max({std::abs(scale.x), std::abs(scale.y), std::abs(scale.z)});
  return std::abs(scale.x - scale.y) <= 1e-5 * largest && std::abs(scale.y - scale.z) <= 1e-5 * largest;
}

void warnComponentwise(const Scene& scene, JobContext& job) {
  std::size_t count = 0;
  std::string first;
  for (const Model& model : scene.models) {
    if (model.inherit == Inherit::RrSs && model.parent && !isUniform(scene.models[*model.parent].scale)) {
      first = count++ == 0 ? model.name : first;
    }
  }
  if (count != 0) {
    job.warn(std::to_string(count) +
                 " nodes take over the non-uniform scale of their parent axis by axis (InheritType 0); they are read "
                 "with the ordinary rule, which shears instead",
             first);
  }
}

}  // namespace

bool ignoresParentScale(const Scene& scene, const NodeMap& map, std::size_t model) {
  const Model& child = scene.models[model];
  return child.inherit == Inherit::Rrs && child.parent && map.unscaled[*child.parent].has_value();
}

NodeMap addNodes(const Scene& scene, const std::vector<bool>& scaleAnimated, SourceScene& out, JobContext& job) {
  const std::size_t count = scene.models.size();
  std::vector<bool> needsHelper(count, false);
  for (const Model& model : scene.models) {
    if (model.inherit == Inherit::Rrs && model.parent) {
      const std::size_t parent = *model.parent;
      needsHelper[parent] = scaleAnimated[parent] || !isOne(scene.models[parent].scale);
    }
  }
  NodeMap map;
  map.node.resize(count);
  map.unscaled.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Model& model = scene.models[i];
    Transform rest = localTransform(model, model.translation, model.rotation, model.scale);
    SourceNode node;
    node.name = model.name;
    if (model.parent) {
      const bool ignores = ignoresParentScale(scene, map, i);
      node.parent = ignores ? *map.unscaled[*model.parent] : map.node[*model.parent];
      rest.translation *= ignores ? scene.models[*model.parent].scale : glm::dvec3(1.0);
    }
    if (needsHelper[i]) {
      SourceNode helper = node;
      helper.name += " (unscaled)";
      helper.rest = {rest.translation, rest.rotation, glm::dvec3(1.0)};
      map.unscaled[i] = out.nodes.size();
      node.parent = out.nodes.size();
      out.nodes.push_back(std::move(helper));
      rest = {glm::dvec3(0.0), glm::dquat(1.0, 0.0, 0.0, 0.0), rest.scale};
    }
    node.rest = rest;
    map.node[i] = out.nodes.size();
    out.nodes.push_back(std::move(node));
  }
  warnComponentwise(scene, job);
  return map;
}

std::vector<double> shapeWeights(const BlendChannel& channel, double percent) {
  const std::size_t count = channel.shapeNames.size();
  std::vector<double> weights(count, 0.0);
  if (count == 1) {
    const double full = channel.fullWeights.empty() || channel.fullWeights[0] == 0.0 ? 100.0 : channel.fullWeights[0];
    weights[0] = percent / full;
    return weights;
  }
  // Shapes in between: each is full at its own percentage and fades to its neighbours (the base lies at 0).
  const auto full = [&](std::size_t i) {
    return i < channel.fullWeights.size() ? channel.fullWeights[i]
                                          : 100.0 * static_cast<double>(i + 1) / static_cast<double>(count);
  };
  double below = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    const double width = full(i) - below;
    if (percent <= full(i) || i + 1 == count) {
      const double share = width > 0.0 ? (percent - below) / width : 1.0;
      weights[i] = share;
      if (i > 0) {
        weights[i - 1] = std::max(0.0, 1.0 - share);
      }
      return weights;
    }
    below = full(i);
  }
  return weights;
}

}  // namespace texeleton::fbx
