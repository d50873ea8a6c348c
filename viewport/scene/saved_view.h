#pragma once

#include <glm/glm.hpp>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "viewport/scene/camera.h"

namespace texeleton::viewport {

/// A camera saved in a document under a name. Lengths in metres, pack space; angles in degrees, as written in the file.
struct SavedView {
  static constexpr float kFarthest = 1e6f;   ///< Limit of the target's coordinates and of the distance, metres.
  static constexpr float kNearest = 1e-4f;   ///< Minimum distance, metres.
  static constexpr float kNarrowest = 1.0f;  ///< Minimum field of view, degrees.
  static constexpr float kWidest = 170.0f;   ///< Maximum field of view, degrees.

  std::string name;
  glm::vec3 target{0.0f};
  float yawDegrees = 0.0f;           ///< About +Y, from +Z towards +X.
  float pitchDegrees = 0.0f;         ///< Above the horizon.
  float distance = 1.0f;             ///< From the target to the camera.
  float fieldOfViewDegrees = 34.0f;  ///< Vertical.
  bool orthographic = false;

  static SavedView of(std::string name, const Camera& camera);
  Camera camera() const;

  friend bool operator==(const SavedView&, const SavedView&) = default;
};

/// Writes views as the array "views" into the object `notes` (the part "editor" of a recipe), unless there are none.
void writeSavedViews(const std::vector<SavedView>& views, nlohmann::ordered_json& notes);

/// Removes "views" from the object `notes` and returns them. If any of them is invalid, they stay and the result is
/// empty.
std::vector<SavedView> takeSavedViews(nlohmann::ordered_json& notes);

/// The saved views in a recipe's part "editor" (Recipe::editor).
std::vector<SavedView> savedViewsOf(std::string_view editorText);

}  // namespace texeleton::viewport
