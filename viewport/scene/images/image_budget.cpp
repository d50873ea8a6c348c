#include "viewport/scene/images/image_budget.h"

#include <algorithm>
#include <cmath>

namespace texeleton::viewport {

std::uint64_t texelsForEach(std::vector<std::uint64_t> texels, std::uint64_t budget) {
  std::sort(texels.begin(), texels.end());
  for (std::size_t i = 0; i < texels.size(); ++i) {
    const std::uint64_t share = budget / (texels.size() - i);
    if (texels[i] > share) {
      return share;  // Images from here on share what smaller ones left.
    }
    budget -= texels[i];
  }
  return texels.empty() ? budget : texels.back();
}

QSize sizeWithin(QSize size, std::uint64_t texels) {
  const double all = static_cast<double>(size.width()) * size.height();
  if (all <= static_cast<double>(texels)) {
    return size;
  }
  const double scale = std::sqrt(static_cast<double>(texels) / all);
  int width = std::max(1, static_cast<int>(size.width() * scale));
  int height = std::max(1, static_cast<int>(size.height() * scale));
  // A strip: one side cannot become smaller.
  width = static_cast<int>(std::min<std::uint64_t>(
      static_cast<std::uint64_t>(width), std::max<std::uint64_t>(texels / static_cast<std::uint64_t>(height), 1)));
  height = static_cast<int>(std::min<std::uint64_t>(
      static_cast<std::uint64_t>(height), std::max<std::uint64_t>(texels / static_cast<std::uint64_t>(width), 1)));
  return {width, height};
}

}  // namespace texeleton::viewport
