// The identity of a build includes everything that determines a pack's bytes, and nothing else.

#include <QStringList>
#include <QTest>

#include "core/base/loaded_libraries.h"
#include "core/batch/up_to_date.h"
#include "core/import/worker/import_worker.h"
#include "tests/support/suite.h"

using namespace texeleton;

class TestBuildIdentity : public QObject {
  Q_OBJECT

  static QStringList linesOf(const std::string& text) {
    return QString::fromStdString(text).split('\n', Qt::SkipEmptyParts);
  }

 private slots:
  // This program links all of the bake and QtTest. A new library must be counted too.
  void everyLibraryIsCounted() {
    const auto worker = importing::ImportWorker::find({});
    QVERIFY(worker.has_value());
    const QStringList ofWorker = linesOf(worker->identity());
    QVERIFY(ofWorker.size() > 5);
    const QStringList counted = linesOf(batch::bakeLibraries());
    QVERIFY(!counted.isEmpty());
    for (const QString& line : linesOf(loadedLibraries())) {
      const bool isTests = line.startsWith("libQt6Test") || line.startsWith("libasan") || line.startsWith("libubsan") ||
                           line.startsWith("libtsan") || line.startsWith("libgcov");
      const bool isLog = line.startsWith("libspdlog") || line.startsWith("libfmt");  // These do not affect the output.
      QVERIFY2(isTests || isLog || counted.contains(line) || ofWorker.contains(line), qPrintable(line));
    }
  }

  void itIsTheSameEachTime() {
    batch::FileHashes hashes;
    batch::FileHashes others;
    const JobContext job;
    QCOMPARE(batch::buildIdentity(hashes, job), batch::buildIdentity(others, job));
    QCOMPARE(batch::buildIdentity(hashes, job).size(), std::size_t{64});
    QCOMPARE(std::string(batch::bakeCode()).size(), std::size_t{64});
  }
};

TEXELETON_SUITE(TestBuildIdentity)
#include "test_build_identity.moc"
