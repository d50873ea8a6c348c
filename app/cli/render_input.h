#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/render_arguments.h"
#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/model/model.h"
#include "core/recipe/recipe.h"
#include "core/vat/baked_animation.h"
#include "viewport/scene/hang_attachments.h"
#include "viewport/scene/view_setup.h"

namespace texeleton::cli {

/// The input of `render`: a pack from a folder, or a model baked in memory.
struct RenderInput {
  std::shared_ptr<const vat::BakedAnimation> animation;
  std::shared_ptr<const model::Model> model;  ///< Null: a pack.
  std::vector<std::filesystem::path> inputs;  ///< Files it was read from.
  std::vector<viewport::SavedView> views;     ///< From a recipe.
  viewport::ViewSetup view = {};              ///< The same.
  std::shared_ptr<const std::vector<viewport::SceneAttachment>> attachments = nullptr;
  std::optional<animator::AnimatorSetup> animator = std::nullopt;  ///< From a recipe.
  std::vector<vat::MaskChoice> masks = {};                         ///< The same.
  std::vector<model::PaletteEntry> sockets = {};  ///< The palette entry that each socket follows; empty: a pack.
};

/// The option that needs the model's skeleton, as it was given; empty: none.
std::string optionThatSkins(const RenderArguments& arguments);

bool isRecipe(const std::string& input);

/// Reads the pack, or imports and bakes the model or the recipe without measuring. Errors: those of readPack() and of
/// bakes; InvalidArgument (a pack lacks the skeleton for the request, and takes no motions).
Result<RenderInput> loadRenderInput(const RenderArguments& arguments, JobContext& context);

}  // namespace texeleton::cli
