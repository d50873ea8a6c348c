#pragma once

#include <QString>
#include <cstdint>
#include <vector>

#include "core/bake/baked_animation.h"

namespace texeleton::editor {

/// Texels of one row of a frame that belong together.
struct TextureColumn {
  std::uint32_t begin = 0;  ///< The first texel's x.
  std::uint32_t end = 0;    ///< One past the last one's.
  QString name;             ///< The bone's or socket's; of elements their number, of weights those of their shapes.
  bool isSocket = false;    ///< A socket's matrix beside the elements (vertex mode).
};

/// The columns of row `row` (< rowsPerFrame) of every frame between the texels `from` and `to`, left to right. What
/// goes on in the next row is cut at its end. Unused texels at the end have none.
std::vector<TextureColumn> columnsOf(const bake::BakedAnimation& animation, std::uint32_t row, double from, double to);

}  // namespace texeleton::editor
