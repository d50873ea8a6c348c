#pragma once

#include <string>

#include "core/base/result.h"
#include "core/vat/baked_animation.h"

namespace texeleton::exporting {

/// Version of the container. Increased when an old importer would misread a new file.
inline constexpr std::uint32_t kUnityContainerVersion = 2;

/// The bytes of NAME.texunity: texture, mesh and manifest in one file, in Unity's space. The importer copies bytes and
/// computes nothing. README.md of this folder describes the layout.
struct UnityContainerInput {
  const vat::BakedAnimation& animation;  ///< In Unity's space (inSpace), with texels.
  const std::string& name;               ///< The character's name.
  const std::string& generator;          ///< "texeleton 0.1.0".
  bool classic = false;                  ///< For the classic run-time: see classicLayout.
};
std::string unityContainer(const UnityContainerInput& input);

/// The same animation in the layout of the classic baker: half floats, one row for each frame, sides powers of two, and
/// in vertex mode a pair of texels for each vertex of the mesh, in the mesh's order. Errors: Unsupported (floats;
/// uneven rows; a frame that needs more than `kMaxTextureSize` texels; says what to bake instead).
Result<vat::BakedAnimation> classicLayout(const vat::BakedAnimation& animation);

}  // namespace texeleton::exporting
