#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/model/model.h"

namespace texeleton::pipeline {

/// A character that is to share a texture with others.
struct SharingCharacter {
  std::string name;  ///< Unique, not empty; prefix of its meshes' names.
  std::shared_ptr<const model::Model> model;
  bool isUnitGiven = false;  ///< Whether the user gave the unit of its file; if so, no other is tried.
};

/// Several characters as one model: bones and clips of the first, meshes of all.
struct SharedCharacters {
  model::Model model;
  /// By character: the nodes, named "NAME.NODE", that have exactly its meshes. No other node has such a name.
  std::vector<std::vector<std::string>> meshNodes;
};

/// Combines characters with one rig, so that one bake in bone mode serves all. Bones are matched as for motions
/// (matchBones). Every bone that moves vertices of a later character must be a bone of the first, with the same bone
/// above it and at the same place in the bind pose (within 1/10,000 of the skeleton's size). Its axes may differ
/// between exporters, and so may the space of the bind pose: a scale or turn of the node above the skeleton, or a usual
/// unit (an Issue). Props that are rigid on a bone, and that the first lacks, are added with their nodes. Clips of
/// later characters are left out with an Issue. Errors: InvalidArgument (names the bones that differ, and by how much).
Result<SharedCharacters> shareAnimation(const std::vector<SharingCharacter>& characters, JobContext& job);

}  // namespace texeleton::pipeline
