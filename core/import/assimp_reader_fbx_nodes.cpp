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

// ASCII files write quotation marks in names as XML does.
std::string unquoted(std::string name) {
  for (std::size_t at = name.find("&quot;"); at != std::string::npos; at = name.find("&quot;", at + 1)) {
    name.replace(at, 6, 1, '"');
  }
  return name;
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
    node.name = unquoted(model.name);
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
  // Where each shape is full, and the base (no shape) at 0.
  std::vector<std::pair<double, std::optional<std::size_t>>> stops = {{0.0, std::nullopt}};
  for (std::size_t i = 0; i < count; ++i) {
    const double even = 100.0 * static_cast<double>(i + 1) / static_cast<double>(count);
    const double full = channel.fullWeights.size() == count ? channel.fullWeights[i] : even;
    if (std::isfinite(full) && full != 0.0) {
      stops.emplace_back(full, i);
    }
  }
  std::sort(stops.begin(), stops.end());
  if (stops.size() < 2 || !std::isfinite(percent)) {
    return weights;
  }
  // Between two stops both share; beyond the outermost the last pair goes on, on its own side of the base.
  const auto base = static_cast<std::size_t>(
      std::find_if(stops.begin(), stops.end(), [](const auto& stop) { return !stop.second; }) - stops.begin());
  std::size_t upper = 1;
  while (upper + 1 < stops.size() && percent > stops[upper].first) {
    ++upper;
  }
  if (percent > 0.0 && base + 1 < stops.size()) {
    upper = std::max(upper, base + 1);
  } else if (percent < 0.0 && base > 0) {
    upper = std::min(upper, base);
  }
  const auto& [low, lowShape] = stops[upper - 1];
  const auto& [high, highShape] = stops[upper];
  const double share = high > low ? (percent - low) / (high - low) : 1.0;
  if (lowShape) {
    weights[*lowShape] = 1.0 - share;
  }
  if (highShape) {
    weights[*highShape] = share;
  }
  return weights;
}

}  // namespace texeleton::fbx
