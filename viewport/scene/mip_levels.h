#pragma once

#include <QImage>
#include <vector>

namespace texeleton::viewport {

/// An image (RGBA8888) and its halves down to one texel, each texel the mean of those that it covers. Colours are
/// averaged in linear light, weighted by alpha, and stay encoded as sRGB; the same bytes on every machine and backend.
std::vector<QImage> mipLevels(const QImage& image, bool isColor);

}  // namespace texeleton::viewport
