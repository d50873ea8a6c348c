#include "app/editor/panels/texture/texture_difference.h"

#include <algorithm>
#include <utility>

#include "app/editor/panels/texture/texel_info.h"

namespace texeleton::editor {

const glm::vec4* TextureDifference::find(std::uint32_t x, std::uint32_t y) const {
  const auto column = std::lower_bound(columns.begin(), columns.end(), x);
  const auto row = std::lower_bound(rows.begin(), rows.end(), y);
  if (column == columns.end() || row == rows.end() || *column != x || *row != y) {
    return nullptr;
  }
  return &values[static_cast<std::size_t>(row - rows.begin()) * columns.size() +
                 static_cast<std::size_t>(column - columns.begin())];
}

TextureDifference differenceOf(const std::shared_ptr<const BakeSnapshot>& bake, std::vector<std::uint32_t> columns,
                               std::vector<std::uint32_t> rows, const JobContext& job) {
  TextureDifference difference{bake, std::move(columns), std::move(rows), {}, glm::vec4(0.0f)};
  difference.values.assign(difference.columns.size() * difference.rows.size(), glm::vec4(-1.0f));
  const vat::BakedAnimation& texture = *bake->animation;
  SourceValues source(bake->bakedModel(), bake->animation, bake->sockets);
  glm::vec4* value = difference.values.data();
  for (const std::uint32_t y : difference.rows) {
    if (job.isCancelled()) {
      break;
    }
    for (const std::uint32_t x : difference.columns) {
      const TexelInfo info = texelInfo(texture, x, y);
      if (const auto truth = sourceOf(info, texture, source)) {
        *value = glm::vec4(glm::abs(glm::dvec4(info.value) - *truth));
        difference.largest = glm::max(difference.largest, *value);
      }
      ++value;
    }
  }
  return difference;
}

}  // namespace texeleton::editor
