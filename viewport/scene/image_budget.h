#pragma once

#include <QSize>
#include <cstdint>
#include <vector>

namespace texeleton::viewport {

/// Texels of all images of a pack together, decoded: six of 4,096 × 4,096. Beyond, the largest are shown smaller: a few
/// megabytes of PNG can ask for gigabytes. With mipmaps, upload and a GPU in software that is 1.5 GiB.
inline constexpr std::uint64_t kMaxImageTexels = std::uint64_t{96} << 20;

/// The most texels that one image may have so that all have at most `budget` together: images at or below it stay as
/// they are, all others get it. 0 only where there are more images than texels.
std::uint64_t texelsForEach(std::vector<std::uint64_t> texels, std::uint64_t budget);

/// `size` made smaller in its proportions until it has at most `texels`; as it is where it has no more.
QSize sizeWithin(QSize size, std::uint64_t texels);

}  // namespace texeleton::viewport
