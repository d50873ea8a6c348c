#pragma once

#include <QImage>
#include <vector>

namespace texeleton::viewport {

/// An image (RGBA8888) and its mipmaps down to one texel; each texel averages those that it covers. Colours are
/// averaged in linear light, weighted by alpha, and stored as sRGB. The same bytes on every machine and backend.
std::vector<QImage> mipLevels(const QImage& image, bool isColor);

}  // namespace texeleton::viewport
