#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "core/transform/transform.h"

namespace texeleton::editor {

/// Two clips of the bake that a crowd goes between, and how fast.
struct FadeSetup {
  std::string from;  ///< Clip; empty: the first.
  std::string to;    ///< Clip; empty: the second.
  double seconds = 0.3;

  friend bool operator==(const FadeSetup&, const FadeSetup&) = default;
};

/// How a document's characters are drawn. Nothing that is baked depends on it.
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

  friend bool operator==(const ViewSetup&, const ViewSetup&) = default;
};

/// Writes what differs from the usual set-up into the object `notes`; other keys in it stay.
void writeView(const ViewSetup& view, nlohmann::ordered_json& notes);

/// Takes a set-up out of `notes`: keys that are known go, others stay. What cannot be used is as usual.
ViewSetup takeView(nlohmann::ordered_json& notes);

}  // namespace texeleton::editor
