#pragma once

#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

#include "core/base/result.h"
#include "core/vat/baked_animation.h"

namespace texeleton::exporting {

/// The largest texture side of a GPU of shader model 5.
inline constexpr std::uint32_t kUnrealTextureSide = 16384;

/// Texels of a clip in the tail: bytes, which half floats represent exactly.
inline constexpr std::uint32_t kUnrealTexelsPerClip = 3;

/// The animation texture for Unreal: the pack's frames in Unreal's axes and metres, without unused rows,
/// then the tail, which begins a row: the canary (core/pack/canary.h), then the clips (texel k of clip c is
/// kCanaryTexels + 3·c + k):
/// 0: first frame in three bytes, the lowest first; flags: 1 loop, 2 uneven rows. 1: number of frames in two bytes;
/// bytes 0 and 1 of its step. 2: bytes 2 … 5. The step is turns · 2⁴⁸ in 1/1024 s. With uneven rows the entries of the
/// frame table follow the clips, and the first frame of a clip is the texel of the tail where its entries begin. Masks
/// of layers follow, one texel for each bone: 65,535 times its weight in two bytes, its anchor and 1 (0: none) in two
/// digits of 1,024.
struct UnrealTexture {
  vat::TexelBuffer texels;
  std::uint32_t rowsPerFrame = 1;
  std::uint32_t tailRow = 0;
};

/// `animation` is in Unreal's axes and metres (inSpace). Errors: Limit (over kUnrealTextureSide).
Result<UnrealTexture> unrealTexture(const vat::BakedAnimation& animation);

/// The texel of the tail where the entries of a mask begin.
std::uint64_t unrealMaskTexel(const vat::BakedAnimation& animation, std::size_t mask);

/// The step of a clip: turns · 2⁴⁸ in a tick of 1/1024 s, at most 2⁴⁸ − 1; 0 for a clip without a length.
std::uint64_t unrealClipStep(const vat::BakedClip& clip);

}  // namespace texeleton::exporting
