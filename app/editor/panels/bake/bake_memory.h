#pragma once

#include <QString>
#include <cstdint>

#include "core/vat/baked_animation.h"

namespace texeleton::editor {

/// GPU memory of a bake, without instances.
struct BakeMemory {
  std::uint64_t textureBytes = 0;  ///< Animation texture.
  std::uint64_t meshBytes = 0;     ///< Vertex and index buffers of all levels of detail.
};

BakeMemory memoryOf(const vat::BakedAnimation& animation);

/// Bytes of a clip's frames in the texture.
std::uint64_t bytesOf(const vat::BakedAnimation& animation, const vat::BakedClip& clip);

/// "GPU memory: texture 0.50 MB, mesh buffers 0.27 MB", for tool tips.
QString memoryText(const BakeMemory& memory);

}  // namespace texeleton::editor
