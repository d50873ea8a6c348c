#include "core/import/fbx/fbx_nodes.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/base/listed_names.h"

namespace texeleton::importing::fbx {

transform::Transform localTransform(const Pivots& pivots, const glm::dvec3& translation, const glm::dvec3& rotation,
                                    const glm::dvec3& scale) {
  transform::Transform local;
  local.rotation = glm::normalize(pivots.preRotation * eulerRotation(rotation, pivots.rotationOrder) *
                                  glm::inverse(pivots.postRotation));
  local.scale = scale;
  local.translation = translation + pivots.rotationOffset + pivots.rotationPivot +
                      local.rotation * (pivots.scalingOffset - pivots.rotationPivot + pivots.scalingPivot -
                                        scale * pivots.scalingPivot);
  return local;
}

namespace {

bool isOne(const glm::dvec3& scale) {
  return glm::all(glm::lessThan(glm::abs(scale - glm::dvec3(1.0)), glm::dvec3(1e-7)));
}

// ASCII files escape quotation marks in names like XML.
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

// The numbers of an array of an object; empty if it cannot be read, which addClips reports.
template <class Read>
auto numbersOf(const Record& object, std::string_view name, const Read& read) {
  const Value* value = object.valueOf(name);
  auto numbers = value != nullptr ? read(*value) : decltype(read(Value()))();
  return numbers ? std::move(*numbers) : typename decltype(numbers)::value_type();
}

// Updates `use` with the keys of a curve node of "Lcl Scaling".
void addScaleCurves(const Scene& scene, std::int64_t curveNode, ScaleUse& use) {
  if (scene.sourcesOf.count(curveNode) == 0) {
    return;
  }
  std::vector<std::pair<std::vector<std::int64_t>, std::vector<double>>> curves;
  scene.forSources(curveNode, "AnimationCurve", [&](std::int64_t, std::string_view, const Record& curve) {
    curves.emplace_back(numbersOf(curve, "KeyTime", readIntegers), numbersOf(curve, "KeyValueFloat", readNumbers));
    for (const double value : curves.back().second) {
      use.isOne = use.isOne && std::abs(value - 1.0) < 1e-7;
    }
  });
  const bool alike = std::all_of(curves.begin(), curves.end(), [&](const auto& c) { return c == curves.front(); });
  use.isUniform = use.isUniform && (use.isOne || (curves.size() == 3 && alike));
}

struct Range {
  bool any = false;
  bool shown = false;
  bool hidden = false;
};

/// Over all takes: a node is hidden or shown in all of them.
Range animatedVisibility(const Scene& scene, const Model& model) {
  Range range;
  scene.forSources(model.id, "AnimationCurveNode", [&](std::int64_t node, std::string_view property, const Record&) {
    if (property != "Visibility") {
      return;
    }
    scene.forSources(node, "AnimationCurve", [&](std::int64_t, std::string_view, const Record& curve) {
      const Value* values = curve.valueOf("KeyValueFloat");
      const auto keys = values != nullptr ? readNumbers(*values) : std::vector<double>();
      if (!keys) {
        return;  // addClips reports it.
      }
      for (const double value : *keys) {
        range.any = true;
        (value != 0.0 ? range.shown : range.hidden) = true;
      }
    });
  });
  return range;
}

}  // namespace

std::vector<ScaleUse> findScales(const Scene& scene) {
  const bool layersAddScales = std::any_of(scene.objects.begin(), scene.objects.end(), [&](const auto& object) {
    return object.second->name == "AnimationLayer" &&
           scene.properties(*object.second).integer("ScaleAccumulationMode", 0) != 0;
  });
  std::vector<ScaleUse> scales;
  for (const Model& model : scene.models) {
    ScaleUse use{isOne(model.scale), isUniform(model.scale)};
    std::size_t curveNodes = 0;
    if (const auto it = scene.sourcesOf.find(model.id); it != scene.sourcesOf.end()) {
      for (const auto& source : it->second) {
        if (source.property == "Lcl Scaling") {
          addScaleCurves(scene, source.source, use);
          ++curveNodes;
        }
      }
    }
    use.isOne = use.isOne && (curveNodes < 2 || !layersAddScales);
    scales.push_back(use);
  }
  return scales;
}

NodeMap addNodes(const Scene& scene, const std::vector<ScaleUse>& scales, SourceScene& out) {
  const std::size_t count = scene.models.size();
  NodeMap map;
  map.node.resize(count);
  map.unscaled.resize(count);
  map.scaledBy.resize(count);
  map.movedBy.resize(count);
  std::vector<bool> needsHelper(count, false);
  for (std::size_t i = 0; i < count; ++i) {
    const Model& model = scene.models[i];
    if (!model.parent || model.inherit == Inherit::RSrs) {
      continue;
    }
    ScaleUse above;
    map.forScales(model.parent, [&](std::size_t m) {
      above.isOne = above.isOne && scales[m].isOne;
      above.isUniform = above.isUniform && scales[m].isUniform;
    });
    // A uniform scale has the same effect as a matrix and axis by axis.
    if (above.isOne || (model.inherit == Inherit::RrSs && above.isUniform)) {
      continue;
    }
    needsHelper[*model.parent] = true;
    map.scaledBy[i] = model.inherit == Inherit::RrSs ? model.parent : map.scaledBy[*model.parent];
    map.movedBy[i] = model.parent;
  }
  const auto product = [&](std::optional<std::size_t> first) {
    glm::dvec3 scale(1.0);
    map.forScales(first, [&](std::size_t m) { scale *= scene.models[m].scale; });
    return scale;
  };
  for (std::size_t i = 0; i < count; ++i) {
    const Model& model = scene.models[i];
    transform::Transform rest = localTransform(model.pivots, model.translation, model.rotation, model.scale);
    rest.translation *= product(map.movedBy[i]);
    rest.scale *= product(map.scaledBy[i]);
    SourceNode node;
    node.name = unquoted(model.name);
    if (model.parent) {
      node.parent = map.movedBy[i] ? *map.unscaled[*model.parent] : map.node[*model.parent];
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
  return map;
}

std::vector<double> shapeWeights(const BlendChannel& channel, double percent) {
  const std::size_t count = channel.shapes.size();
  std::vector<double> weights(count, 0.0);
  // The percentage at which each shape is full; the base (no shape) is at 0.
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
  // Two neighbouring stops share the weight. Beyond the outermost stop the last pair is extrapolated, without passing
  // the base.
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

void markHidden(const Scene& scene, const NodeMap& map, SourceScene& out, JobContext& job) {
  std::vector<bool> off(scene.models.size(), false);  // Hidden by a display layer.
  for (const auto& [id, object] : scene.objects) {
    if (object->name == "CollectionExclusive" && object->textAt(2) == "DisplayLayer" &&
        scene.properties(*object).number("Show", 1.0) == 0.0) {
      scene.forSources(id, "Model", [&](std::int64_t model, std::string_view, const Record&) {
        if (const auto member = scene.modelById.find(model); member != scene.modelById.end()) {
          off[member->second] = true;
        }
      });
    }
  }
  std::vector<bool> hidden(scene.models.size(), false);
  std::vector<std::string> blinking;
  for (std::size_t i = 0; i < scene.models.size(); ++i) {  // Parents first.
    const Model& model = scene.models[i];
    const Range curves = animatedVisibility(scene, model);
    if (curves.shown && curves.hidden) {
      blinking.push_back(model.name);
    }
    const bool above = model.parent && hidden[*model.parent];
    hidden[i] = !(curves.any ? curves.shown : model.visible) || off[i] || (above && model.inheritsVisibility);
    out.nodes[map.node[i]].hidden = hidden[i];
  }
  if (!blinking.empty()) {
    job.warn(message(blinking.size() == 1
                         ? "the visibility of %1 node is animated, which cannot be baked: it is always shown (%2)"
                         : "the visibility of %1 nodes is animated, which cannot be baked: they are always shown (%2)",
                     blinking.size(), listedNames(blinking)),
             blinking.size() == 1 ? blinking.front() : std::string());
  }
}

}  // namespace texeleton::importing::fbx
