// The rate of formats without one, from the grid of the keys.

#include "core/import/assemble/key_grid.h"

#include <QObject>
#include <QTest>
#include <cmath>

#include "tests/support/suite.h"

using namespace texeleton;

namespace {

importing::KeyTimes every(double hz, int keys, int stride = 1, int first = 0) {
  importing::KeyTimes times;
  for (int i = 0; i < keys; ++i) {
    times.push_back(static_cast<double>(static_cast<float>((first + i * stride) / hz)));
  }
  return times;
}

double gridOf(const std::vector<importing::KeyTimes>& clips) { return importing::keyGridHz(clips).value_or(0.0); }

}  // namespace

class TestKeyGrid : public QObject {
  Q_OBJECT

 private slots:
  static void usualRates() {
    for (const double hz : {24.0, 25.0, 30.0, 48.0, 50.0, 60.0, 100.0, 120.0, 24000.0 / 1001.0, 30000.0 / 1001.0}) {
      QCOMPARE(gridOf({every(hz, 60)}), hz);
      QCOMPARE(gridOf({every(hz, 60, 1, 3000)}), hz);  // The same, minutes later, in single precision.
    }
    QCOMPARE(gridOf({every(24.0, 20, 5)}), 24.0);  // Keys on every fifth frame.
    QCOMPARE(gridOf({every(12.0, 20)}), 24.0);     // Keys on every second frame.
    QCOMPARE(gridOf({every(15.0, 20)}), 30.0);
  }

  static void severalClips() {
    QCOMPARE(gridOf({every(24.0, 30), {0.0, 0.5}, {0.25}}), 24.0);  // Tracks with few keys follow the others.
    QCOMPARE(gridOf({every(24.0, 30), every(30.0, 30)}), 0.0);      // Two different grids.
  }

  static void noGrid() {
    QCOMPARE(gridOf({}), 0.0);
    QCOMPARE(gridOf({{0.0, 0.5, 1.0}}), 0.0);            // Too few keys.
    QCOMPARE(gridOf({{0.0, 1.0, 2.0, 3.0, 4.0}}), 0.0);  // Fits every grid.
    QCOMPARE(gridOf({every(20.72, 25)}), 0.0);
    importing::KeyTimes drift = every(30.0, 40);
    drift[20] += 0.004;  // An eighth of a frame off the grid.
    QCOMPARE(gridOf({drift}), 0.0);
    importing::KeyTimes rounded = every(24.0, 40);
    for (double& t : rounded) {
      t = std::round(t * 1e4) / 1e4;  // Rounded as in text files.
    }
    QCOMPARE(gridOf({rounded}), 24.0);
  }
};

TEXELETON_PLAIN_SUITE(TestKeyGrid)
#include "test_key_grid.moc"
