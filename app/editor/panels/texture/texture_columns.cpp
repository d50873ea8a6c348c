#include "app/editor/panels/texture/texture_columns.h"

#include <algorithm>
#include <cmath>

#include "app/editor/widgets/numbers.h"
#include "core/vat/basis.h"

namespace texeleton::editor {

namespace {

/// The bone whose third matrix row is texel `number` behind those of all bones.
QString nameOfThirdRow(const vat::BakedAnimation& animation, std::uint32_t number) {
  for (const vat::BakedBone& bone : animation.bones) {
    if (bone.isMatrix && number-- == 0) {
      return QString::fromStdString(bone.name);
    }
  }
  return {};
}

}  // namespace

std::vector<TextureColumn> columnsOf(const vat::BakedAnimation& animation, std::uint32_t row, double from, double to) {
  const vat::TextureLayout& layout = animation.layout;
  const std::uint32_t rowBegin = row * layout.width;
  const std::uint32_t rowEnd = std::min(rowBegin + layout.width, layout.texelsPerFrame);
  const std::uint32_t elementsEnd = layout.elementCount * layout.texelsPerElement;
  const double width = layout.width;
  std::uint32_t texel = rowBegin + static_cast<std::uint32_t>(std::clamp(std::floor(from), 0.0, width));
  const std::uint32_t last =
      std::min(rowEnd, rowBegin + static_cast<std::uint32_t>(std::clamp(std::ceil(to), 0.0, width)));
  std::vector<TextureColumn> columns;
  const std::uint32_t weights = layout.texelsPerFrame - vat::weightTexels(layout.shapeCount);
  while (texel < last) {
    TextureColumn column;
    if (texel >= weights) {
      const std::uint32_t shape = 4 * (texel - weights);
      column.name = count(shape + 1) + " … " + count(std::min(shape + 4, layout.shapeCount));
      column.begin = texel - rowBegin;
      column.end = ++texel - rowBegin;
      columns.push_back(std::move(column));
      continue;
    }
    if (texel >= elementsEnd && animation.mode == vat::BakeMode::Bone) {
      column.name = nameOfThirdRow(animation, texel - elementsEnd);
      column.begin = texel - rowBegin;
      column.end = ++texel - rowBegin;
      columns.push_back(std::move(column));
      continue;
    }
    column.isSocket = texel >= elementsEnd;
    const std::uint32_t size = column.isSocket ? vat::kTexelsPerSocket : layout.texelsPerElement;
    const std::uint32_t number = (column.isSocket ? texel - elementsEnd : texel) / size;
    const std::uint32_t begin = (column.isSocket ? elementsEnd : 0) + number * size;
    if (column.isSocket) {
      column.name = QString::fromStdString(animation.sockets[number].name);
    } else {
      column.name =
          animation.mode == vat::BakeMode::Bone ? QString::fromStdString(animation.bones[number].name) : count(number);
    }
    column.begin = std::max(begin, rowBegin) - rowBegin;
    column.end = std::min(begin + size, rowEnd) - rowBegin;
    texel = begin + size;
    columns.push_back(std::move(column));
  }
  return columns;
}

}  // namespace texeleton::editor
