#include <string>
#include <vector>

#include "core/base/listed_names.h"
#include "core/import/fbx/fbx_nodes.h"

namespace texeleton::importing::fbx {

namespace {

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
