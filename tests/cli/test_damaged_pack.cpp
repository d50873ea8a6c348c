// Damaged packs end in exit code 1 with a one-line reason, or in a correct result. The exhaustive loops are in
// tests/core/pack; this tests the whole program, in 2 GiB and 10 s.

#include <QDir>
#include <QFile>
#include <QIODevice>
#include <QObject>
#include <QTemporaryDir>
#include <QTest>
#include <random>

#include "tests/cli/pack_files.h"
#include "tests/cli/run_program.h"
#include "tests/support/suite.h"

using namespace texeleton::test;

namespace {}  // namespace

class TestDamagedPack : public QObject {
  Q_OBJECT

  static constexpr double kSeconds = 10.0;

 private slots:
  void initTestCase() {
    m_pack = m_folder.filePath("banner.texpack");
    QCOMPARE(runCli({"bake", bannerSample(), "-o", m_pack, "--mode", "vertex", "--clip", "Storm"}).exitCode, 0);
    m_played = play();
    QVERIFY(!m_played.isEmpty());
  }

  void damage_data() {
    QTest::addColumn<QString>("file");
    for (const char* file : {"manifest.json", "animation.exr", "mesh.glb"}) {
      QTest::newRow(file) << file;
    }
  }

  void damage() {
    QFETCH(const QString, file);
    const QString path = m_pack + "/" + file;
    const QByteArray whole = readAll(path);
    std::mt19937 random(7);  // NOLINT(cert-msc51-cpp): the same damage every time
    const auto anywhere = [&] { return static_cast<qsizetype>(random() % static_cast<std::size_t>(whole.size())); };
    for (int i = 0; i < 12; ++i) {
      QByteArray damaged = whole;
      if (i % 3 == 0) {
        damaged.truncate(anywhere());
      } else {
        damaged[anywhere()] = static_cast<char>(random());
      }
      QVERIFY(writeAll(path, damaged));
      const ProgramRun run = runCli({"verify", m_pack, "--quiet"}, kSeconds);
      QVERIFY2(!run.crashed && !run.timedOut, run.errors);
      if (run.exitCode == 0) {
        QCOMPARE(play(), m_played);
      } else {
        QCOMPARE(run.exitCode, 1);
        QVERIFY2(run.errors.trimmed().count('\n') == 0 && run.errors.contains("error: "), run.errors);
      }
    }
    QVERIFY(writeAll(path, whole));
    QCOMPARE(runCli({"verify", m_pack}).exitCode, 0);
  }

 private:
  QByteArray play() const {
    return runCli({"play", m_pack, "--clip", "Storm", "--step", "0.1", "--json"}, kSeconds).output;
  }

  QTemporaryDir m_folder;
  QString m_pack;
  QByteArray m_played;
};

TEXELETON_SUITE(TestDamagedPack)
#include "test_damaged_pack.moc"
