#pragma once

#include <QImage>
#include <QtTest>
#include <string>

#include "viewport/offscreen_renderer.h"

/// Fails the test where a picture of `kSize`, a constant of its class, is not as kept.
#define TEXELETON_COMPARE_GOLDEN(device, scene, ...)                                              \
  do {                                                                                            \
    const std::string wrong_ = texeleton::test::compareGolden(device, scene, kSize, __VA_ARGS__); \
    QVERIFY2(wrong_.empty(), wrong_.c_str());                                                     \
  } while (false)

namespace texeleton::test {

/// How far a picture may be from the kept one. Renderers place the samples of edges differently; surfaces agree
/// closely.
struct GoldenTolerance {
  double meanDifference = 0.75;  ///< In 255ths, over all channels.
  double differingShare = 0.02;  ///< Share of pixels that may differ by more than kDifferent 255ths in a channel.
};
inline constexpr int kDifferent = 20;

/// Compares with tests/golden/NAME.png. Returns what is wrong, or nothing. A picture that is not kept yet is written
/// there and fails; one that differs is written to NAME-BACKEND.png in the build folder's golden/. With
/// TEXELETON_WRITE_GOLDEN=1 kept pictures are replaced: look at them.
std::string compareGolden(const QImage& picture, const std::string& name, const std::string& backend,
                          const GoldenTolerance& tolerance = {});

/// The same of a picture of `scene` of `size`; an error of the renderer is what is wrong.
std::string compareGolden(viewport::GpuDevice& device, const viewport::Scene& scene, const QSize& size,
                          const std::string& name, const GoldenTolerance& tolerance = {});

}  // namespace texeleton::test
