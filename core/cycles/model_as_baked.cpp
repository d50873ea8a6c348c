#include "core/cycles/model_as_baked.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "core/cycles/close_cycles.h"
#include "core/meshes/choose_meshes.h"

namespace texeleton::cycles {

Result<std::optional<model::Model>> modelAsBaked(const model::Model& model, const vat::BakedAnimation& baked) {
  if (baked.meshes.empty()) {
    return withClosedCycles(model, baked.clips);
  }
  std::set<std::pair<std::string, std::string>> wanted;  // name, node
  for (const vat::BakedSourceMesh& mesh : baked.meshes) {
    wanted.emplace(mesh.name, mesh.node);
  }
  std::set<std::pair<std::string, std::string>> missing = wanted;
  std::vector<bool> keep;
  bool all = true;
  for (const model::MeshPart& part : model.parts) {
    const std::pair key(part.name, model.nodes[part.node.value].name);
    keep.push_back(wanted.count(key) != 0);
    all = all && keep.back();
    missing.erase(key);
  }
  if (!missing.empty()) {
    return fail(ErrorCode::InvalidArgument,
                message("this is not what the animation was baked from: the model has no mesh \"%1\" on a node \"%2\"",
                        missing.begin()->first, missing.begin()->second));
  }
  if (all) {
    return withClosedCycles(model, baked.clips);
  }
  model::Model kept = meshes::keepParts(model, keep);
  std::optional<model::Model> closed = withClosedCycles(kept, baked.clips);
  return std::optional<model::Model>(closed ? std::move(*closed) : std::move(kept));
}

root_motion::RootTaking rootTaking(const model::Model& model, const vat::BakedClip& clip) {
  root_motion::RootTaking taking;
  if (clip.rootMotion) {
    const auto isRoot = [&clip](const model::Node& node) { return node.name == clip.rootMotion->node; };
    const auto found = std::ranges::find_if(model.nodes, isRoot);
    if (found != model.nodes.end()) {
      taking.node = NodeIndex(static_cast<std::size_t>(found - model.nodes.begin()));
    }
    taking.yaw = clip.rootMotion->yaw;
    taking.height = clip.rootMotion->height;
  }
  return taking;
}

}  // namespace texeleton::cycles
