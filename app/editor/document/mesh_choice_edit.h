#pragma once

#include <string>
#include <vector>

#include "core/meshes/mesh_instances.h"
#include "core/model/model.h"
#include "core/recipe/recipe.h"

namespace texeleton::editor {

/// Whether each mesh is baked according to `show` and `hide` of the recipe (see MeshChoice). Invalid expressions match
/// nothing.
std::vector<bool> shownMeshes(const recipe::RecipeMeshes& choice, const model::Model& model,
                              const meshes::MeshInstances& meshes);

/// The choice that shows exactly these meshes and hides the others by name. Other settings of `choice` are kept.
recipe::RecipeMeshes choiceOf(const std::vector<bool>& shown, const recipe::RecipeMeshes& choice,
                              const model::Model& model, const meshes::MeshInstances& meshes);

}  // namespace texeleton::editor
