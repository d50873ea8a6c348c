// forwardOnly(): a stage never runs backwards.

#include <QObject>
#include <QTest>
#include <string>
#include <utility>
#include <vector>

#include "core/base/forward_progress.h"
#include "tests/support/suite.h"

using namespace texeleton;

class TestForwardProgress : public QObject {
  Q_OBJECT

 private slots:
  static void lateReportsAreLeftOut() {
    using Shown = std::vector<std::pair<double, std::string>>;
    Shown shown;
    const auto report =
        forwardOnly([&shown](double fraction, const char* stage) { shown.emplace_back(fraction, stage); });
    for (const double fraction : {0.0, 0.25, 0.75, 0.5, 0.75, 1.0}) {
      report(fraction, "Baking");
    }
    report(0.1, "Measuring");  // another stage
    report(0.0, "Measuring");  // the same once more
    report(0.05, "Measuring");
    QVERIFY(shown == (Shown{{0.0, "Baking"},
                            {0.25, "Baking"},
                            {0.75, "Baking"},
                            {0.75, "Baking"},
                            {1.0, "Baking"},
                            {0.1, "Measuring"},
                            {0.0, "Measuring"},
                            {0.05, "Measuring"}}));
  }

  static void emptyListenerStaysEmpty() { QVERIFY(!forwardOnly({})); }
};

TEXELETON_SUITE(TestForwardProgress)
#include "test_forward_progress.moc"
