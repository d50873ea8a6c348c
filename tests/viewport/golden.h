#pragma once

#include <QImage>
#include <QtTest>
#include <string>

#include "viewport/offscreen_renderer.h"

/// Fails the test if a picture of `kSize`, a constant of its class, differs from its reference.
#define TEXELETON_COMPARE_GOLDEN(device, scene, ...)                                              \
  do {                                                                                            \
    const std::string wrong_ = texeleton::test::compareGolden(device, scene, kSize, __VA_ARGS__); \
    QVERIFY2(wrong_.empty(), wrong_.c_str());                                                     \
  } while (false)

namespace texeleton::test {

/// The tolerated difference from the reference picture. Renderers differ in edge samples; surfaces agree closely.
struct GoldenTolerance {
  double meanDifference = 0.75;  ///< In 255ths, over all channels.
  double differingShare = 0.02;  ///< Share of pixels that may differ by more than kDifferent 255ths in a channel.
};
inline constexpr int kDifferent = 20;

/// Compares with tests/golden/NAME.png. Returns the difference, if any. A missing picture is written there and the
/// comparison fails; a different one is written to NAME-BACKEND.png in the build folder's golden/. With
/// TEXELETON_WRITE_GOLDEN=1 the references are replaced: review them.
std::string compareGolden(const QImage& picture, const std::string& name, const std::string& backend,
                          const GoldenTolerance& tolerance = {});

/// The same for a picture of `scene` of `size`; also returns an error of the renderer.
std::string compareGolden(viewport::GpuDevice& device, const viewport::Scene& scene, const QSize& size,
                          const std::string& name, const GoldenTolerance& tolerance = {});

}  // namespace texeleton::test
