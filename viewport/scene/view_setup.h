#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/transform/transform.h"
#include "viewport/scene/crowd.h"
#include "viewport/scene/fade_crowd.h"

namespace texeleton::viewport {

/// Two clips of the bake that a crowd goes between, and how fast.
struct FadeSetup {
  std::string from;  ///< Clip; empty: the first.
  std::string to;    ///< Clip; empty: the second.
  double seconds = kUsualFadeSeconds;

  friend bool operator==(const FadeSetup&, const FadeSetup&) = default;
};

/// How a document's characters are drawn, as the editor keeps it in a recipe. Nothing that is baked depends on it.
struct ViewSetup {
  static constexpr double kFarthest = 1e6;
  static constexpr double kMostImpostorPixels = 100.0;
  static constexpr std::uint32_t kMostLayerSoftness = 20;
  static constexpr std::uint32_t kMostSegments = 64;
  static constexpr double kMostBlendSeconds = 10.0;
  static constexpr double kLeastNormalLength = 0.001;

  double hybridMetres = 0.0;  ///< From the camera: nearer ones are skinned by the hybrid path; 0: by the model's size.
  double impostorPixels = 0.0;  ///< Characters of a crowd up to this size are drawn as impostors; 0: none.
  std::string layerClip;        ///< A clip that some bones play over the others; empty: none.
  std::string layerMask;        ///< The mask of the bake that says which; empty: those below `layerBone`.
  std::string layerBone;
  std::uint32_t layerSoftness = 1;  ///< Bones over which its weight rises.
  /// Where the light stands against the middle of what is shown, metres; only its direction counts. Unset: as usual.
  std::optional<glm::dvec3> light;
  transform::Transform character;  ///< Where a single character stands; its scale is not used.
  std::string gaze;                ///< The node that looks at the camera where characters are skinned; empty: none.
  bool tessellate = false;
  std::uint32_t segments = 16;  ///< Of an edge that is tessellated, at most.
  double displacement = 0.005;  ///< The largest height of tessellated surfaces, as a share of the model's size.
  bool normals = false;         ///< Lines along the normals of vertices.
  bool tangents = false;
  double normalLength = 0.02;     ///< Of these lines, as a share of the model's size.
  double ragdollBlendIn = 0.2;    ///< Seconds from the animation into a fall; 0: at once.
  double ragdollBlendBack = 0.8;  ///< Seconds from the ground into the animation.
  FadeSetup fade;

  bool hasLayer() const { return !layerClip.empty() && !(layerMask.empty() && layerBone.empty()); }

  friend bool operator==(const ViewSetup&, const ViewSetup&) = default;
};

/// Writes what differs from the usual set-up into the notes of an editor, under "view"; other keys in there stay.
void writeView(const ViewSetup& view, nlohmann::ordered_json& notes);

/// Takes the set-up out of the notes of an editor: keys that are known go, others stay. What cannot be used is as
/// usual: notes must not keep a document from opening.
ViewSetup takeView(nlohmann::ordered_json& notes);

/// The set-up in a recipe's Recipe::editor; the usual one where there is none.
ViewSetup viewSetupOf(std::string_view editorText);

/// The layer of a set-up that hasLayer(). `isCrowd`: instances are at different places of its clip. Errors: NotFound (a
/// clip that the bake lacks), those of runtime::layerMask().
Result<CrowdLayer> layerOf(const ViewSetup& view, const bake::BakedAnimation& animation, bool isCrowd);

}  // namespace texeleton::viewport
