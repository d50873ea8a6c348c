#pragma once

#include <QImage>
#include <cmath>
#include <vector>

namespace texeleton::test {

/// Structural similarity (Wang, Bovik, Sheikh, Simoncelli 2004) of two pictures' luma: Gaussian windows of 11 x 11 with
/// a deviation of 1.5, mean over the pixels that are not black in `counts`. 1: equal.
inline double ssim(const QImage& a, const QImage& b, const QImage& counts) {
  constexpr int kReach = 5;
  constexpr double kC1 = 0.01 * 255.0 * 0.01 * 255.0;
  constexpr double kC2 = 0.03 * 255.0 * 0.03 * 255.0;
  const int width = a.width();
  const int height = a.height();
  const auto at = [width](int x, int y) { return static_cast<std::size_t>(y * width + x); };
  std::vector<double> lumaA(at(0, height));
  std::vector<double> lumaB(lumaA.size());
  const auto luma = [](QRgb c) { return 0.299 * qRed(c) + 0.587 * qGreen(c) + 0.114 * qBlue(c); };
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      lumaA[at(x, y)] = luma(a.pixel(x, y));
      lumaB[at(x, y)] = luma(b.pixel(x, y));
    }
  }
  double sum = 0.0;
  double count = 0.0;
  for (int y = kReach; y + kReach < height; ++y) {
    for (int x = kReach; x + kReach < width; ++x) {
      if ((counts.pixel(x, y) & 0xffffff) == 0) {
        continue;
      }
      double weight = 0.0;
      double ma = 0.0;
      double mb = 0.0;
      double aa = 0.0;
      double bb = 0.0;
      double ab = 0.0;
      for (int dy = -kReach; dy <= kReach; ++dy) {
        for (int dx = -kReach; dx <= kReach; ++dx) {
          const double w = std::exp(-(dx * dx + dy * dy) / (2.0 * 1.5 * 1.5));
          const double va = lumaA[at(x + dx, y + dy)];
          const double vb = lumaB[at(x + dx, y + dy)];
          weight += w;
          ma += w * va;
          mb += w * vb;
          aa += w * va * va;
          bb += w * vb * vb;
          ab += w * va * vb;
        }
      }
      ma /= weight;
      mb /= weight;
      const double varianceA = aa / weight - ma * ma;
      const double varianceB = bb / weight - mb * mb;
      const double both = ab / weight - ma * mb;
      sum += (2.0 * ma * mb + kC1) * (2.0 * both + kC2) / ((ma * ma + mb * mb + kC1) * (varianceA + varianceB + kC2));
      count += 1.0;
    }
  }
  return count > 0.0 ? sum / count : 0.0;
}

}  // namespace texeleton::test
