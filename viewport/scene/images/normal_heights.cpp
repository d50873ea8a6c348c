#include "viewport/scene/images/normal_heights.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <numeric>
#include <utility>

#include "core/base/units.h"

namespace texeleton::viewport {

namespace {

using Complex = std::complex<double>;

constexpr double kSteepest = 8.0;    // Limits slopes of normals that nearly lie in the surface.
constexpr double kFlatSlope = 1e-3;  // Above the steepest slope of a flat map in eight bits.

int powerOfTwoUpTo(int number) {
  int power = 1;
  while (power * 2 <= number) {
    power *= 2;
  }
  return power;
}

/// In-place discrete Fourier transform of a power of two of values, `stride` apart. `sign`: −1 forward, +1 inverse
/// (without scaling).
void transform(Complex* data, std::size_t count, std::size_t stride, double sign) {
  for (std::size_t i = 1, j = 0; i < count; ++i) {
    std::size_t bit = count >> 1;
    for (; (j & bit) != 0; bit >>= 1) {
      j ^= bit;
    }
    j |= bit;
    if (i < j) {
      std::swap(data[i * stride], data[j * stride]);
    }
  }
  for (std::size_t length = 2; length <= count; length *= 2) {
    const Complex step = std::polar(1.0, sign * kTwoPi / static_cast<double>(length));
    for (std::size_t begin = 0; begin < count; begin += length) {
      Complex turn(1.0);
      for (std::size_t i = begin; i < begin + length / 2; ++i) {
        Complex& a = data[i * stride];
        Complex& b = data[(i + length / 2) * stride];
        const Complex turned = b * turn;
        b = a - turned;
        a += turned;
        turn *= step;
      }
    }
  }
}

void transform(std::vector<Complex>& field, std::size_t width, std::size_t height, double sign) {
  for (std::size_t y = 0; y < height; ++y) {
    transform(field.data() + y * width, width, 1, sign);
  }
  for (std::size_t x = 0; x < width; ++x) {
    transform(field.data() + x, height, width, sign);
  }
}

/// Frequency of wave number `at` of `count`, in radians per unit of texture coordinates.
double frequency(std::size_t at, std::size_t count) {
  if (at * 2 == count) {
    return 0.0;  // The Nyquist frequency has no direction.
  }
  const double wave = at * 2 < count ? static_cast<double>(at) : static_cast<double>(at) - static_cast<double>(count);
  return kTwoPi * wave;
}

}  // namespace

HeightField heightsOfNormals(const QImage& normals, int mostTexels) {
  if (normals.isNull()) {
    return {1, 1, {0.0f}};
  }
  HeightField field;
  field.width = powerOfTwoUpTo(std::min(normals.width(), mostTexels));
  field.height = powerOfTwoUpTo(std::min(normals.height(), mostTexels));
  const QImage map = normals.scaled(field.width, field.height, Qt::IgnoreAspectRatio, Qt::SmoothTransformation)
                         .convertToFormat(QImage::Format_RGBA8888);
  const auto width = static_cast<std::size_t>(field.width);
  const auto height = static_cast<std::size_t>(field.height);
  // Both slopes in one transform: x in the real parts, y in the imaginary ones.
  std::vector<Complex> slopes(width * height);
  double steepest = 0.0;
  for (std::size_t y = 0; y < height; ++y) {
    const uchar* const row = map.constScanLine(static_cast<int>(y));
    for (std::size_t x = 0; x < width; ++x) {
      const auto part = [&](std::size_t channel) { return static_cast<double>(row[4 * x + channel]) / 127.5 - 1.0; };
      const double up = std::max(part(2), 1e-3);
      const double alongX = std::clamp(-part(0) / up, -kSteepest, kSteepest);
      const double alongY = std::clamp(part(1) / up, -kSteepest, kSteepest);  // Rows go down.
      slopes[y * width + x] = Complex(alongX, alongY);
    }
  }
  const Complex mean = std::accumulate(slopes.begin(), slopes.end(), Complex(0.0)) / static_cast<double>(slopes.size());
  for (const Complex& slope : slopes) {
    steepest = std::max(steepest, std::abs(slope - mean));
  }
  field.values.assign(width * height, 0.0f);
  if (steepest < kFlatSlope) {
    return field;
  }
  transform(slopes, width, height, -1.0);
  std::vector<Complex> heights(width * height);
  for (std::size_t y = 0; y < height; ++y) {
    for (std::size_t x = 0; x < width; ++x) {
      const double fx = frequency(x, width);
      const double fy = frequency(y, height);
      const double squared = fx * fx + fy * fy;
      if (squared > 0.0) {
        const Complex here = slopes[y * width + x];
        const Complex there = std::conj(slopes[(height - y) % height * width + (width - x) % width]);
        const Complex alongX = (here + there) * 0.5;
        const Complex alongY = (here - there) * Complex(0.0, -0.5);
        heights[y * width + x] = Complex(0.0, -1.0) * (fx * alongX + fy * alongY) / squared;
      }
    }
  }
  transform(heights, width, height, 1.0);
  double highest = 0.0;
  for (const Complex& value : heights) {
    highest = std::max(highest, std::abs(value.real()));
  }
  for (std::size_t i = 0; i < heights.size(); ++i) {
    field.values[i] = highest > 0.0 ? static_cast<float>(heights[i].real() / highest) : 0.0f;
  }
  return field;
}

}  // namespace texeleton::viewport
