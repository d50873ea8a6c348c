#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "core/recipe/recipe.h"

namespace texeleton::cli {

/// The options that choose meshes by name.
struct MeshFilterArguments {
  recipe::RecipeMeshes settings;

  void addTo(CLI::App& command);
  /// Throws CLI errors for invalid values, which are reported as wrong usage.
  void check() const;
};

/// The options of a bake for meshes, variants, levels of detail and tint.
struct MeshArguments {
  MeshFilterArguments filter;
  std::vector<std::string> variants;  ///< NAME=REGEX
  std::vector<double> lods;
  std::vector<std::string> tint;  ///< material=REGEX, color=CHANNEL, texture=NAME.CHANNEL, palette=U,V,COUNT

  void addTo(CLI::App& command);
  /// Applies the given options. Throws as above.
  void addTo(recipe::RecipeBake& bake) const;
};

}  // namespace texeleton::cli
