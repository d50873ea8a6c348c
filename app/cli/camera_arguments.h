#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "viewport/scene/saved_view.h"
#include "viewport/scene/scene.h"

namespace texeleton::cli {

/// The camera of `render`.
struct CameraArguments {
  std::string savedView;   ///< The name of one of the recipe's views; empty: none.
  std::vector<float> eye;  ///< Metres: x, y, z; or empty.
  std::vector<float> target;
  float distance = 0.0f;     ///< Metres; 0: not given.
  float fieldOfView = 0.0f;  ///< Degrees; 0: not given.
  bool inside = false;
  bool orthographic = false;
  float yaw = 34.0f;  ///< Degrees.
  std::optional<float> pitch;
  float zoom = 1.0f;

  /// Adds the options. Some exclude --turntable, which the command must already have.
  void addTo(CLI::App& command);
  /// Places the camera of a scene with a finished crowd. `views`: those of the recipe. Errors: NotFound (no such view,
  /// names similar ones).
  Result<void> place(viewport::Scene& scene, float aspect, std::span<const viewport::SavedView> views) const;
};

}  // namespace texeleton::cli
