#pragma once

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <string>

#include "app/editor/document/source_value.h"
#include "app/editor/jobs/workshop.h"
#include "core/vat/baked_animation.h"

namespace texeleton::editor {

/// Meaning of a texel of the animation texture.
struct TexelInfo {
  enum Kind {
    Padding,       ///< Unused: beyond the texels of its frame.
    Matrix,        ///< Row `row` of a bone's 3×4 skin matrix.
    Rotation,      ///< For bones not stored as matrices: a quaternion …
    Displacement,  ///< … and the displacement of the joint in metres, with the scale.
    Position,      ///< Position of an element, in metres.
    Normal,        ///< Normal of an element.
    Socket,        ///< Row `row` of a socket's matrix (vertex mode).
    Weights,       ///< Decoded weights of shapes `row` … `row` + 3 in a frame.
    Base,          ///< After the frames: position of an element in the base shape.
    Shape,         ///< After the frames: offset of an element in shape `row`, in metres.
    Entry,         ///< Frame table: the stored frames between which `frame` of `clip` lies.
  } kind = Padding;
  std::uint32_t x = 0;
  std::uint32_t y = 0;
  std::optional<std::size_t> clip;  ///< Index into BakedAnimation::clips; unset: a row below the last frame.
  std::uint32_t frame = 0;          ///< Frame of the clip.
  std::uint32_t element = 0;        ///< Bone, element or socket; not for Weights.
  std::uint32_t row = 0;
  glm::vec4 value{0.0f};
  std::array<std::uint32_t, 4> bits{};  ///< Raw bits in the texture: halves or floats.
};

/// The texel at (x, y), which must lie in the texture.
TexelInfo texelInfo(const vat::BakedAnimation& animation, std::uint32_t x, std::uint32_t y);

/// The source's value in float64 for a texel; unset: unused or unknown.
std::optional<glm::dvec4> sourceOf(const TexelInfo& info, const vat::BakedAnimation& animation, SourceValues& source);

/// The node of a texel's bone or socket; invalid: none.
NodeIndex nodeOf(const TexelInfo& info, const BakeSnapshot& bake);

/// Address of an element's first texel in a frame of the texture.
vat::TexelAddress addressOf(const vat::BakedAnimation& animation, std::uint32_t frame, std::uint32_t element);

}  // namespace texeleton::editor
