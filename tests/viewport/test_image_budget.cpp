#include <QObject>
#include <QTest>
#include <numeric>

#include "tests/support/suite.h"
#include "viewport/scene/images/decode_image.h"

using namespace texeleton;

class TestImageBudget : public QObject {
  Q_OBJECT

 private slots:
  void smallOnesStayAsTheyAre() {
    QCOMPARE(viewport::texelsForEach({10, 20, 30}, 60), std::uint64_t{30});
    QCOMPARE(viewport::texelsForEach({10, 100, 100}, 110), std::uint64_t{50});
    QCOMPARE(viewport::texelsForEach({100, 100, 100, 100}, 40), std::uint64_t{10});
    QCOMPARE(viewport::texelsForEach({}, 40), std::uint64_t{40});
  }

  void allTogetherFit_data() {
    QTest::addColumn<QList<QSize>>("sizes");
    const QSize huge(16384, 16384);
    QTest::newRow("four huge ones") << QList<QSize>{huge, huge, huge, huge};
    QTest::newRow("one and many") << (QList<QSize>(300, QSize(1024, 1024)) << huge);
    QTest::newRow("strips") << QList<QSize>{{16384, 1}, {1, 16384}, huge, {16384, 16000}};
  }
  void allTogetherFit() {
    QFETCH(QList<QSize>, sizes);
    const auto texels = [](const QSize& size) {
      return static_cast<std::uint64_t>(size.width()) * static_cast<std::uint64_t>(size.height());
    };
    std::vector<std::uint64_t> all;
    for (const QSize& size : sizes) {
      all.push_back(texels(size));
    }
    const std::uint64_t each = viewport::texelsForEach(all, viewport::kMaxImageTexels);
    std::uint64_t sum = 0;
    for (const QSize& size : sizes) {
      const QSize made = viewport::sizeWithin(size, each);
      QVERIFY(made.width() >= 1 && made.height() >= 1 && made.width() <= size.width() &&
              made.height() <= size.height());
      QCOMPARE(made == size, texels(size) <= each);
      sum += texels(made);
    }
    QVERIFY(sum <= viewport::kMaxImageTexels);
    QVERIFY(sum > viewport::kMaxImageTexels / 2 || each >= *std::max_element(all.begin(), all.end()));
  }
};

TEXELETON_SUITE(TestImageBudget)
#include "test_image_budget.moc"
