#pragma once

#include <QColor>
#include <QImage>
#include <algorithm>
#include <cstdlib>

namespace texeleton::test {

/// Number of pixels that differ visibly between two pictures of equal size: by more than 24 of 255 in a channel, which
/// is beyond rounding inside a triangle.
inline int differing(const QImage& a, const QImage& b) {
  int count = 0;
  for (int y = 0; y < a.height(); ++y) {
    for (int x = 0; x < a.width(); ++x) {
      const QColor p = a.pixelColor(x, y);
      const QColor q = b.pixelColor(x, y);
      const int most =
          std::max({std::abs(p.red() - q.red()), std::abs(p.green() - q.green()), std::abs(p.blue() - q.blue())});
      count += most > 24 ? 1 : 0;
    }
  }
  return count;
}

/// The share of such pixels.
inline double differingShare(const QImage& a, const QImage& b) {
  return static_cast<double>(differing(a, b)) / (a.width() * a.height());
}

}  // namespace texeleton::test
