#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace texeleton::editor {

/// How a document's characters are drawn by skinning. Nothing that is baked depends on it.
struct ViewSetup {
  static constexpr double kFarthest = 1e6;

  double hybridMetres = 0.0;  ///< From the camera: nearer ones are skinned by the hybrid path; 0: by the model's size.
  std::string gaze;           ///< The node that looks at the camera where characters are skinned; empty: none.

  friend bool operator==(const ViewSetup&, const ViewSetup&) = default;
};

/// Writes what differs from the usual set-up into the object `notes`; other keys in it stay.
void writeView(const ViewSetup& view, nlohmann::ordered_json& notes);

/// Takes a set-up out of `notes`: keys that are known go, others stay. What cannot be used is as usual.
ViewSetup takeView(nlohmann::ordered_json& notes);

}  // namespace texeleton::editor
