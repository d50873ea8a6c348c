#include "core/bake/model_as_baked.h"

#include <set>
#include <string>
#include <utility>

#include "core/meshes/keep_parts.h"

namespace texeleton {

Result<std::optional<Model>> modelAsBaked(const Model& model, const BakedAnimation& baked) {
  if (baked.meshes.empty()) {
    return std::optional<Model>();
  }
  std::set<std::pair<std::string, std::string>> wanted;  // name, node
  for (const BakedSourceMesh& mesh : baked.meshes) {
    wanted.emplace(mesh.name, mesh.node);
  }
  std::set<std::pair<std::string, std::string>> missing = wanted;
  std::vector<bool> keep;
  bool all = true;
  for (const MeshPart& part : model.parts) {
    const std::pair key(part.name, model.nodes[part.node.value].name);
    keep.push_back(wanted.count(key) != 0);
    all = all && keep.back();
    missing.erase(key);
  }
  if (!missing.empty()) {
    return fail(ErrorCode::InvalidArgument, "this is not what the animation was baked from: the model has no mesh \"" +
                                                missing.begin()->first + "\" on a node \"" + missing.begin()->second +
                                                "\"");
  }
  if (all) {
    return std::optional<Model>();
  }
  return std::optional<Model>(keepParts(model, keep));
}

}  // namespace texeleton
