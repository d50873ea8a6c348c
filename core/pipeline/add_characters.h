#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <vector>

#include "core/bake/settings/bake_settings.h"
#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/model/model.h"
#include "core/pipeline/load_model.h"

namespace texeleton::pipeline {

/// A model together with the characters that share its animation.
struct ModelWithCharacters {
  std::shared_ptr<const model::Model> model;
  std::vector<meshes::VariantChoice> variants;  ///< One per character, the model's first; named after their files.
};

/// Imports further characters and combines them with the model (see shareAnimation). Their issues go to `job`;
/// `references`, if given, receives the files that they depend on, numbered after the request's motions. `scales`:
/// metres per file unit of characters with another unit than the model. Errors: those of importModel and
/// shareAnimation; InvalidArgument (two files of one name).
Result<ModelWithCharacters> addCharacters(const ModelRequest& request, std::shared_ptr<const model::Model> model,
                                          const std::vector<std::filesystem::path>& characters, JobContext& job,
                                          std::vector<ModelReference>* references = nullptr,
                                          const std::map<std::filesystem::path, double>& scales = {});

/// Adds the variants of characters, once the mode is known. Errors: InvalidArgument (characters cannot share an
/// animation in vertex mode).
Result<void> addVariants(const std::vector<meshes::VariantChoice>& variants, bake::BakeSettings& settings);

}  // namespace texeleton::pipeline
