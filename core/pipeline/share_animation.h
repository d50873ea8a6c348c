#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/model/model.h"

namespace texeleton::pipeline {

/// One of several characters that are to share a texture.
struct SharingCharacter {
  std::string name;  ///< Unique, not empty: what its meshes are called by.
  std::shared_ptr<const model::Model> model;
};

/// Several characters as one model: the bones and clips of the first, the meshes of all.
struct SharedCharacters {
  model::Model model;
  /// For each character the nodes, named "NAME.NODE", that show exactly its meshes. No other node has these names.
  std::vector<std::vector<std::string>> meshNodes;
};

/// Puts characters with equal bones and bind poses together, so that one bake in bone mode serves them all. Bones are
/// found as for motions (matchBones). Every bone that moves vertices of a later character must be one of the first's,
/// in the same place of the tree, with the same bind pose: within 1/10,000 of the model's size, 0.1° and 0.1 % of its
/// scale. Props that hang rigidly on a bone, and that the first does not have, come along with their nodes. Clips of
/// later characters are left out, which is an Issue. Errors: InvalidArgument: the bones that differ, and by how much.
Result<SharedCharacters> shareAnimation(const std::vector<SharingCharacter>& characters, JobContext& job);

}  // namespace texeleton::pipeline
