#pragma once

#include <string>
#include <vector>

#include "core/meshes/mesh_instances.h"
#include "core/model/model.h"
#include "core/recipe/recipe.h"

namespace texeleton::editor {

/// Whether each mesh is baked, as `show` and `hide` of the recipe say (see MeshChoice). Expressions that cannot be read
/// match nothing.
std::vector<bool> shownMeshes(const recipe::RecipeMeshes& choice, const model::Model& model,
                              const meshes::MeshInstances& meshes);

/// The choice that shows exactly these meshes, saying what is hidden by name. What `choice` says otherwise stays.
recipe::RecipeMeshes choiceOf(const std::vector<bool>& shown, const recipe::RecipeMeshes& choice,
                              const model::Model& model, const meshes::MeshInstances& meshes);

}  // namespace texeleton::editor
