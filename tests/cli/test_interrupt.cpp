// Ctrl+C at any moment of any long command: it ends soon, the old pack stays complete, no temporary files are left. The
// time is printed; its limit is generous, since machines are busy.

#include <QDir>
#include <QElapsedTimer>
#include <QObject>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <csignal>

#include "core/pack/pack.h"
#include "tests/cli/pack_files.h"
#include "tests/cli/run_program.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

constexpr double kSoon = 20.0;  // Seconds.
constexpr int kMoments = 3;

/// An ASCII FBX of a mesh with `vertexCount` vertices.
QByteArray largeFbx(int vertexCount) {
  QByteArray text =
      "; FBX 7.5.0 project file\nFBXHeaderExtension: {\nFBXHeaderVersion: 1003\nFBXVersion: 7500\n}\nObjects: {\n"
      "Model: 10, \"Model::Body\", \"Mesh\" {\nVersion: 232\n}\n"
      "Geometry: 11, \"Geometry::\", \"Mesh\" {\nVertices: *" +
      QByteArray::number(3 * vertexCount) + " {\na: 0";
  for (int i = 1; i < 3 * vertexCount; ++i) {
    text += ',' + QByteArray::number(i % 997);
  }
  text += "\n}\nPolygonVertexIndex: *" + QByteArray::number(vertexCount / 3 * 3) + " {\na: 0";
  for (int i = 1; i < vertexCount / 3 * 3; ++i) {
    text += ',' + QByteArray::number(i % 3 == 2 ? -i - 1 : i);
  }
  return text + "\n}\n}\n}\nConnections: {\nC: \"OO\",10,0\nC: \"OO\",11,10\n}\n";
}

bool isWhole(const QString& pack) {
  JobContext job;
  const auto read = pack::readPack(pack.toStdString(), job);
  return read && pack::verifyPack(*read, job).empty();
}

}  // namespace

class TestInterrupt : public QObject {
  Q_OBJECT

 private slots:
  void atAnyMoment_data() {
    QTest::addColumn<QStringList>("arguments");
    const QString model = knightSample();
    const QStringList bake = {"bake", model, "-o", "PACK", "--no-cache"};
    QTest::newRow("import of FBX") << QStringList{"inspect", "FBX", "--no-cache"};
    QTest::newRow("bones, measured") << bake + QStringList{"--fps", "480"};
    QTest::newRow("vertices, compressed")
        << bake + QStringList{"--mode", "vertex", "--fps", "90", "--compression", "zip", "--no-measure"};
    QTest::newRow("levels of detail") << bake + QStringList{"--lod", "0.5,0.25", "--no-measure"};
    QTest::newRow("search for a fit") << bake + QStringList{"--max-error", "50mm", "--fit"};
  }
  void atAnyMoment() {
    QFETCH(QStringList, arguments);
    const QTemporaryDir folder;
    const QString pack = folder.filePath("a.texpack");
    const QString model = folder.filePath("large.fbx");
    arguments.replaceInStrings("PACK", pack);
    if (arguments.contains("FBX")) {
      QVERIFY(writeAll(model, largeFbx(300'000)));
      arguments.replaceInStrings("FBX", model);
    }
    const bool writes = arguments.contains(pack);
    if (writes) {
      QCOMPARE(runCli({"bake", bannerSample(), "-o", pack, "--clip", "Breeze", "--no-measure"}).exitCode, 0);
    }
    const QMap<QString, QByteArray> before = contentOf(folder.path());

    QElapsedTimer timer;
    timer.start();
    const QStringList other = QStringList(arguments).replaceInStrings(pack, folder.filePath("b.texpack"));
    const ProgramRun whole = runCli(other, 200.0);
    QVERIFY2(whole.exitCode == 0, whole.errors);
    const double all = static_cast<double>(timer.elapsed());
    QVERIFY(!writes || QDir(folder.filePath("b.texpack")).removeRecursively());

    qint64 longest = 0;
    int cancelled = 0;
    for (int moment = 0; moment < kMoments; ++moment) {
      RunningCli cli(arguments);
      if (!cli.awaitReadyForInterrupt()) {
        continue;
      }
      QTest::qSleep(static_cast<int>(all * (moment + 0.5) / kMoments));
      cli.interrupt();
      timer.start();
      const ProgramRun run = cli.finish(kSoon);
      // After the job's end the signal terminates the program as usual.
      const bool endedBySignal = run.crashed && run.exitCode == SIGINT;
      QVERIFY2(!run.timedOut && (!run.crashed || endedBySignal), run.errors);
      longest = std::max(longest, timer.elapsed());
      if (run.exitCode == 0 || endedBySignal) {  // It had finished before.
        QVERIFY(!writes || isWhole(pack));
        QVERIFY(QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot).size() == 1);
        break;
      }
      ++cancelled;
      QCOMPARE(run.exitCode, 1);
      QVERIFY2(run.errors.contains("cancelled"), run.errors);
      QCOMPARE(contentOf(folder.path()), before);
      QCOMPARE(QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot).size(), 1);
    }
    qInfo("of %.0f ms; %d cancelled, at most %lld ms after Ctrl+C", all, cancelled, static_cast<long long>(longest));
  }
};

TEXELETON_SUITE(TestInterrupt)
#include "test_interrupt.moc"
