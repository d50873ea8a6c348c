#pragma once

#include <QString>
#include <cstdint>

#include "core/bake/baked_animation.h"

namespace texeleton::editor {

/// GPU memory of a bake, the characters that show it left out.
struct BakeMemory {
  std::uint64_t textureBytes = 0;  ///< Of the animation.
  std::uint64_t meshBytes = 0;     ///< Vertex and index buffers of all levels of detail.
};

BakeMemory memoryOf(const bake::BakedAnimation& animation);

/// What the frames of a clip take in the texture.
std::uint64_t bytesOf(const bake::BakedAnimation& animation, const bake::BakedClip& clip);

/// "GPU memory: texture 0.50 MB, mesh buffers 0.27 MB", for tool tips.
QString memoryText(const BakeMemory& memory);

}  // namespace texeleton::editor
