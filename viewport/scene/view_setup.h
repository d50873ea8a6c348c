#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/transform/transform.h"
#include "viewport/scene/crowd/crowd.h"

namespace texeleton::viewport {

/// Settings of a cross-fade between two clips in a crowd.
struct FadeSetup {
  std::string from;  ///< Name of a clip; empty: the first.
  std::string to;    ///< Name of a clip; empty: the second.
  double seconds = kUsualFadeSeconds;

  friend bool operator==(const FadeSetup&, const FadeSetup&) = default;
};

/// How the editor shows a document's characters; stored in the recipe. Bakes do not depend on it.
struct ViewSetup {
  static constexpr double kFarthest = 1e6;
  static constexpr double kMostImpostorPixels = 100.0;
  static constexpr std::uint32_t kMostLayerSoftness = 20;
  static constexpr std::uint32_t kMostSegments = 64;
  static constexpr double kMostBlendSeconds = 10.0;
  static constexpr double kLeastNormalLength = 0.001;

  double hybridMetres = 0.0;  ///< Hybrid path: distance within which characters are skinned; 0: from the model's size.
  double impostorPixels = 0.0;  ///< Characters of a crowd up to this size are drawn as impostors; 0: none.
  std::string layerClip;        ///< Clip that some bones play over the others; empty: none.
  std::string layerMask;        ///< Mask of the bake that selects the bones; empty: those below `layerBone`.
  std::string layerBone;
  std::uint32_t layerSoftness = 1;  ///< Number of bones over which the weight rises.
  /// Position of the light relative to the middle of the scene, metres; only its direction matters. Unset: default.
  std::optional<glm::dvec3> light;
  transform::Transform character;        ///< Placement of a single character; its scale is ignored.
  std::vector<double> characterDegrees;  ///< Its rotation as it was typed (see Movable::typedRotation()).
  std::string gaze;                      ///< Node that looks at the camera where characters are skinned; empty: none.
  bool tessellate = false;
  std::uint32_t segments = 16;  ///< Maximum segments of a tessellated edge.
  double displacement = 0.005;  ///< Maximum height of tessellated surfaces, as a share of the model's size.
  bool normals = false;         ///< Lines along vertex normals.
  bool tangents = false;
  double normalLength = 0.02;     ///< Length of these lines, as a share of the model's size.
  double ragdollBlendIn = 0.2;    ///< Blend time from the animation into a fall; 0: at once.
  double ragdollBlendBack = 0.8;  ///< Blend time from the ground back into the animation.
  FadeSetup fade;

  bool hasLayer() const { return !layerClip.empty() && !(layerMask.empty() && layerBone.empty()); }

  friend bool operator==(const ViewSetup&, const ViewSetup&) = default;
};

/// Writes settings that differ from the defaults into an editor's notes under "view"; keeps other keys there.
void writeView(ViewSetup view, nlohmann::ordered_json& notes);

/// Removes the known keys from an editor's notes and returns the set-up; other keys stay. Invalid values become
/// defaults: notes must not prevent opening a document.
ViewSetup takeView(nlohmann::ordered_json& notes);

/// The set-up in Recipe::editor; the default if there is none.
ViewSetup viewSetupOf(std::string_view editorText);

/// The layer of a set-up for which hasLayer() is true. `isCrowd`: instances are at different places of its clip.
/// Errors: NotFound (a clip that the bake lacks), those of runtime::layerMask().
Result<CrowdLayer> layerOf(const ViewSetup& view, const vat::BakedAnimation& animation, bool isCrowd);

}  // namespace texeleton::viewport
