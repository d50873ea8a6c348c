#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/model/model.h"
#include "core/recipe/recipe.h"

namespace texeleton::cli {

/// The options that attach models to the character.
struct AttachArguments {
  std::vector<std::string> attach;  ///< FILE@NODE
  bool merge = false;

  void addTo(CLI::App& command);
  /// Throws CLI errors for invalid values, which are reported as wrong usage.
  void check() const;
  /// Appends the given attachments and their files. The text after the @ is the name of an earlier attachment, else a
  /// node of the character.
  void addTo(recipe::Recipe& recipe) const;
};

/// Keeps the file's size of the attachments from `first` on, whatever the scale of their parent nodes. Errors: NotFound
/// (no such node; names similar ones).
Result<void> keepSizes(std::vector<recipe::RecipeAttachment>& attachments, std::size_t first,
                       const model::Model& character);

}  // namespace texeleton::cli
