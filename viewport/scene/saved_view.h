#pragma once

#include <glm/glm.hpp>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "viewport/scene/camera.h"

namespace texeleton::viewport {

/// A camera that a document keeps under a name. Lengths in metres, pack space; angles in degrees, as people read them
/// in the file.
struct SavedView {
  static constexpr float kFarthest = 1e6f;   ///< Metres: of the target's coordinates and of the distance.
  static constexpr float kNearest = 1e-4f;   ///< Metres: of the distance.
  static constexpr float kNarrowest = 1.0f;  ///< Degrees of the field of view.
  static constexpr float kWidest = 170.0f;   ///< The same.

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

/// Writes views as "views", an array, into the object `notes` (the part "editor" of a recipe); none: nothing.
void writeSavedViews(const std::vector<SavedView>& views, nlohmann::ordered_json& notes);

/// Takes "views" out of the object `notes`, where all of them can be read; what cannot be used stays and gives none.
std::vector<SavedView> takeSavedViews(nlohmann::ordered_json& notes);

/// Those of the text of a recipe's part "editor" (Recipe::editor).
std::vector<SavedView> savedViewsOf(std::string_view editorText);

}  // namespace texeleton::viewport
