#pragma once

#include <QString>
#include <cstdint>
#include <vector>

#include "core/vat/baked_animation.h"

namespace texeleton::editor {

/// Adjacent texels of one item in a row of a frame.
struct TextureColumn {
  std::uint32_t begin = 0;  ///< x of the first texel.
  std::uint32_t end = 0;    ///< One past x of the last texel.
  QString name;             ///< Name of the bone or socket, number of an element, or numbers of the shapes of weights.
  bool isSocket = false;    ///< A socket's matrix beside the elements (vertex mode).
};

/// The columns between the texels `from` and `to` in row `row` (< rowsPerFrame) of every frame, left to right. Items
/// that continue in the next row are cut at its end. Unused texels at the end have no column.
std::vector<TextureColumn> columnsOf(const vat::BakedAnimation& animation, std::uint32_t row, double from, double to);

}  // namespace texeleton::editor
