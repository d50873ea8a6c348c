#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/meshes/mesh_choice.h"
#include "core/meshes/mesh_instances.h"
#include "core/model/model.h"

namespace texeleton::meshes {

/// A variant with the meshes found in a model.
struct FoundVariant {
  std::string name;
  std::vector<std::uint32_t> instances;  ///< Ascending; includes the levels of detail of its meshes.
};

/// Checks that the expressions of `choice` are valid, and the names of its variants unique. The command line calls it
/// before an import. Errors: InvalidArgument, with the place in the expression.
Result<void> checkMeshChoice(const MeshChoice& choice);

/// The model with only the meshes that `show` and `hide` select; nothing if those are all. An expression that matches
/// nothing is an Issue. Errors: InvalidArgument (an invalid expression; no mesh selected: lists the existing ones).
Result<std::optional<model::Model>> withChosenMeshes(const model::Model& model, const MeshChoice& choice,
                                                     JobContext& job);

/// The variants of `choice` in a model that has only the chosen meshes. A mesh without a variant is an Issue. Errors:
/// InvalidArgument (an invalid expression, an expression or name without a match: names the existing meshes).
Result<std::vector<FoundVariant>> findVariants(const model::Model& model, const MeshInstances& meshes,
                                               const MeshChoice& choice, JobContext& job);

}  // namespace texeleton::meshes
