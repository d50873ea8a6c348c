#include <QObject>
#include <QTest>
#include <algorithm>
#include <cmath>

#include "core/benchmark/bake_benchmark.h"
#include "core/vat/encoding.h"
#include "tests/support/suite.h"

using namespace texeleton;

namespace {

/// The largest difference between the texels of the naive and the fast bake, in units of a half float's resolution at
/// 1.
double largestDifference(benchmark::BakeBenchmark& benchmark) {
  benchmark.runFast(1);
  std::vector<glm::vec4> fast;
  for (std::uint32_t y = 0; y < benchmark.layout.height; ++y) {
    for (std::uint32_t x = 0; x < benchmark.layout.width; ++x) {
      fast.push_back(benchmark.texels.texel(x, y));
      benchmark.texels.setTexel(x, y, glm::vec4(-77.0f));  // Neither may pass with the other's texels.
    }
  }
  benchmark.runNaive();
  double largest = 0.0;
  for (std::size_t i = 0; i < fast.size(); ++i) {
    const auto width = std::size_t{benchmark.layout.width};
    const glm::vec4 naive =
        benchmark.texels.texel(static_cast<std::uint32_t>(i % width), static_cast<std::uint32_t>(i / width));
    for (int c = 0; c < 4; ++c) {
      const double size = std::max(1.0, static_cast<double>(std::abs(fast[i][c])));
      largest = std::max(largest, static_cast<double>(std::abs(naive[c] - fast[i][c])) / size);
    }
  }
  return largest * 1024.0;
}

}  // namespace

/// The reference of the speed-ups must do the same work.
class TestNaiveBake : public QObject {
  Q_OBJECT
 private slots:
  void bakesTheSameTexels_data() {
    QTest::addColumn<bool>("vertexMode");
    QTest::addColumn<bool>("sharedKeys");
    QTest::newRow("bone, shared keys") << false << true;
    QTest::newRow("bone, own keys") << false << false;
    QTest::newRow("vertex") << true << true;
  }
  void bakesTheSameTexels() {
    QFETCH(bool, vertexMode);
    QFETCH(bool, sharedKeys);
    benchmark::SyntheticSpec spec;
    spec.joints = 24;
    spec.clips = 2;
    spec.lengthSeconds = 2.0;
    spec.sharedKeys = sharedKeys;
    spec.vertices = vertexMode ? 300 : 0;
    benchmark::BakeBenchmark benchmark(spec, vertexMode ? vat::BakeMode::Vertex : vat::BakeMode::Bone, 30.0);
    QCOMPARE(benchmark.frameCount(), std::size_t{120});
    const double difference = largestDifference(benchmark);
    QVERIFY2(difference <= 2.0, qPrintable(QString::number(difference)));
  }

  /// Positions differ by at most one step; normals are as close as two neighbouring codes.
  void bakesTheSameOffsets() {
    benchmark::SyntheticSpec spec;
    spec.joints = 24;
    spec.clips = 1;
    spec.lengthSeconds = 1.0;
    spec.vertices = 300;
    benchmark::BakeBenchmark benchmark(spec, vat::BakeMode::Vertex, 30.0, "offset16");
    benchmark.runFast(1);
    const vat::Encoding& encoding = *benchmark.encoding;
    const auto elements = [&] {
      std::vector<vat::ElementPose> all;
      for (std::uint32_t frame = 0; frame < benchmark.layout.frameCount; ++frame) {
        for (std::uint32_t element = 0; element < benchmark.layout.elementCount; ++element) {
          const vat::TexelAddress at = vat::texelAddress(benchmark.layout, frame, element);
          const glm::vec4 texel = benchmark.texels.texel(at.x, at.y);
          all.push_back(encoding.decodeElement(&texel, benchmark.ranges));
          benchmark.texels.setTexel(at.x, at.y, glm::vec4(-77.0f));
        }
      }
      return all;
    };
    const std::vector<vat::ElementPose> fast = elements();
    benchmark.runNaive();
    const std::vector<vat::ElementPose> naive = elements();
    for (std::size_t i = 0; i < fast.size(); ++i) {
      for (int c = 0; c < 3; ++c) {
        const double step = static_cast<double>(benchmark.ranges[1][c]) / 61439.0;
        QVERIFY(std::abs(fast[i].position[c] - naive[i].position[c]) <= 1.001 * step);
      }
      QVERIFY(glm::length(fast[i].normal - naive[i].normal) < 0.02);
    }
  }
};

TEXELETON_SUITE(TestNaiveBake)
#include "test_naive_bake.moc"
