#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <vector>

#include "viewport/scene/view_setup.h"

namespace texeleton::cli {

/// The place of the light and the character in `render`, overriding a recipe's view.
struct StageArguments {
  std::vector<double> light;              ///< As viewport::ViewSetup::light: x, y, z; or empty.
  std::vector<double> characterPosition;  ///< Metres: x, y, z; or empty.
  std::vector<double> characterRotation;  ///< Degrees, as for transform::fromEulerDegrees(): x, y, z; or empty.
  bool noRecipeView = false;

  void addTo(CLI::App& command);
  /// Throws CLI::ValidationError: a light without a direction, the placement of a single character for a crowd.
  void check(std::uint32_t instances) const;
  /// The recipe's view overridden by these options.
  viewport::ViewSetup over(const viewport::ViewSetup& recipe) const;
};

}  // namespace texeleton::cli
