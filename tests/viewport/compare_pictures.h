#pragma once

#include <QColor>
#include <QImage>
#include <algorithm>
#include <cstdlib>

namespace texeleton::test {

/// Pixels of two pictures of one size that are seen to differ: by more than 24 of 255 in a channel, which rounding
/// cannot do inside of a triangle.
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

/// The share of the pixels that are.
inline double differingShare(const QImage& a, const QImage& b) {
  return static_cast<double>(differing(a, b)) / (a.width() * a.height());
}

}  // namespace texeleton::test
