// The search for the largest crowd, on frames with known times.

#include <QObject>
#include <QTest>
#include <cmath>
#include <functional>

#include "tests/support/suite.h"
#include "viewport/measure/crowd_search.h"

using namespace texeleton;

namespace {

constexpr double kFrameSeconds = 1.0 / 60.0;

struct Found {
  viewport::CrowdSearch search;
  int tries = 0;
};

Found searched(std::uint32_t first, std::uint32_t most, const std::function<double(double)>& seconds) {
  Found found{viewport::CrowdSearch(first, most, kFrameSeconds)};
  while (const auto next = found.search.next()) {
    found.search.tell(*next, seconds(*next));
    ++found.tries;
  }
  return found;
}

}  // namespace

class TestCrowdSearch : public QObject {
  Q_OBJECT

 private slots:
  /// At most one hundredth below the largest, in few steps, wherever it is and however times grow.
  void isClose_data() {
    QTest::addColumn<double>("largest");
    QTest::addColumn<double>("power");
    QTest::addColumn<double>("constant");
    for (const double largest : {300.0, 41'000.0, 950'000.0, 1'000'000.0, 1'960'000.0, 2'040'000.0, 7'654'321.0}) {
      for (const double power : {0.6, 1.0, 1.6}) {
        for (const double constant : {0.0, 0.004}) {
          QTest::addRow("%g, %g, %g", largest, power, constant) << largest << power << constant;
        }
      }
    }
  }
  void isClose() {
    QFETCH(double, largest);
    QFETCH(double, power);
    QFETCH(double, constant);
    const Found found = searched(1'000'000, 100'000'000, [&](double instances) {
      return constant + (kFrameSeconds - constant) * std::pow(instances / largest, power);
    });
    const double share = found.search.largest() / largest;
    const auto said = QString("%1 of %2, %3 tries").arg(found.search.largest()).arg(largest).arg(found.tries);
    QVERIFY2(share <= 1.0 + 1e-9 && share > 0.985, qPrintable(said));
    QVERIFY2(!found.search.isOpen() && found.tries <= 14, qPrintable(said));
    if (power == 1.0 && largest > 500'000.0) {
      QVERIFY2(found.tries <= 8, qPrintable(said));
    }
  }

  void endsAtPossibleCount() {
    const Found found = searched(1'000'000, 3'000'000, [](double instances) { return instances * 1e-9; });
    QCOMPARE(found.search.largest(), 3'000'000u);
    QVERIFY(found.search.isOpen() && found.tries <= 4);
    const Found small = searched(1'000'000, 500, [](double) { return 1e-3; });
    QCOMPARE(small.search.largest(), 500u);
    QCOMPARE(searched(0, 500, [](double) { return 1e-3; }).tries, 0);
  }

  /// Contradictory times, and a machine that is always too slow, end it too.
  void alwaysEnds() {
    int call = 0;
    const Found noisy = searched(1'000'000, 100'000'000, [&](double instances) {
      return kFrameSeconds * instances / 1.5e6 * (call++ % 2 == 0 ? 1.15 : 0.87);
    });
    QVERIFY(noisy.tries <= 14 && noisy.search.largest() > 1'000'000u && noisy.search.largest() < 2'100'000u);
    const Found slow = searched(1'000'000, 100'000'000, [](double) { return 1.0; });
    QVERIFY(slow.search.largest() == 0 && slow.tries <= 14);
    const Found still = searched(1'000'000, 100'000'000, [](double) { return 0.01; });
    QVERIFY(still.search.isOpen() && still.tries <= 14);
  }
};

TEXELETON_PLAIN_SUITE(TestCrowdSearch)
#include "test_crowd_search.moc"
