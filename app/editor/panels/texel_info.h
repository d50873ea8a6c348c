#pragma once

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <string>

#include "app/editor/document/source_value.h"
#include "app/editor/jobs/workshop.h"
#include "core/bake/baked_animation.h"

namespace texeleton::editor {

/// What a texel of the animation texture is.
struct TexelInfo {
  enum Kind {
    Padding,       ///< Nothing: beyond the texels of its frame.
    Matrix,        ///< Row `row` of a bone's 3×4 skin matrix.
    Rotation,      ///< Of a bone that is not kept as a matrix: a quaternion …
    Displacement,  ///< … and where its joint goes, in metres, with its scale.
    Position,      ///< Of an element, in metres.
    Normal,        ///< Of an element.
    Socket,        ///< Row `row` of a socket's matrix (vertex mode).
    Weights,       ///< Of shapes `row` … `row` + 3 in a frame; `value` is them, decoded.
    Base,          ///< Of an element, behind the frames: its position in the base shape.
    Shape,         ///< Of an element, behind the frames: its offset in shape `row`, in metres.
    Entry,         ///< Of the frame table: between which stored frames `frame` of `clip` lies.
  } kind = Padding;
  std::uint32_t x = 0;
  std::uint32_t y = 0;
  std::optional<std::size_t> clip;  ///< Into BakedAnimation::clips; unset: a row below the last frame.
  std::uint32_t frame = 0;          ///< Of the clip.
  std::uint32_t element = 0;        ///< Bone, element or socket; of Weights none.
  std::uint32_t row = 0;
  glm::vec4 value{0.0f};
  std::array<std::uint32_t, 4> bits{};  ///< As they lie in the texture: halves or floats.
};

/// The texel at (x, y), which must lie in the texture.
TexelInfo texelInfo(const bake::BakedAnimation& animation, std::uint32_t x, std::uint32_t y);

/// What the source says in float64 where a texel is; unset: nothing there, or it cannot be told.
std::optional<glm::dvec4> sourceOf(const TexelInfo& info, const bake::BakedAnimation& animation, SourceValues& source);

/// The node that a texel's bone or socket is of; invalid: none.
NodeIndex nodeOf(const TexelInfo& info, const BakeSnapshot& bake);

/// Where the first texel of an element is in a frame of the texture.
bake::TexelAddress addressOf(const bake::BakedAnimation& animation, std::uint32_t frame, std::uint32_t element);

}  // namespace texeleton::editor
